#pragma once
/// JSON to be written to a file. Internal to the sources of io.

#include <filesystem>
#include <string>

#include "io/files/source.h"
#include "io/json/line.h"

namespace graze {

/// text(), a Result made by dumping JSON. Fails where a name is not UTF-8, as names of groups in other formats may be: JSON cannot
/// hold it, and its library throws.
template <class Text>
[[nodiscard]] Result<std::string> written_json(const std::filesystem::path& path, const Text& text) {
  try {
    return text();
  } catch (const OrderedJson::type_error&) {
    return tl::make_unexpected(io::error_in(path, "a name is not UTF-8, which JSON cannot hold", ErrorCode::bad_option));
  }
}

}  // namespace graze
