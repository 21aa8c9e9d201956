/// Names the bodies of a pair in errors.

#include "scene/cast.h"

#include <algorithm>

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

std::vector<ScenePair> Cast::ids_of(const std::vector<IndexPair>& pairs) const {
  std::vector<ScenePair> ids;
  ids.reserve(pairs.size());
  for (const IndexPair& pair : pairs) ids.push_back(ids_of(pair));
  return ids;
}

Result<std::vector<IndexPair>> indices_of(const Scene::Data& data, std::span<const ScenePair> pairs) {
  std::vector<IndexPair> indices;
  indices.reserve(pairs.size());
  for (const ScenePair& pair : pairs) {
    const auto both_are_there = check_id(data, pair.a).and_then([&] { return check_id(data, pair.b); });
    if (!both_are_there) return tl::make_unexpected(both_are_there.error());
    if (pair.a == pair.b)
      return fail(ErrorCode::bad_option, fmt::format("body {}/{}: no pair with itself", pair.a.index, pair.a.generation));
    const auto [a, b] = std::minmax(pair.a.index, pair.b.index);
    indices.push_back({a, b});
  }
  return indices;
}

}  // namespace graze::scenes
