/// Names the bodies of a pair in errors.

#include "scene/cast.h"

#include <fmt/format.h>

namespace graze::scenes {

Error Cast::of_pair(const IndexPair& pair, Error error) const {
  const auto named = [&](std::uint32_t index) {
    const std::string& name = (*this)[index].given.name;
    if (index == probe_index) return "probe" + (name.empty() ? "" : " (" + name + ")");
    return fmt::format("{}/{}{}", index, (*this)[index].id.generation, name.empty() ? "" : " (" + name + ")");
  };
  error.message = fmt::format("bodies {} and {}: {}", named(pair.first), named(pair.second), error.message);
  return error;
}

}  // namespace graze::scenes
