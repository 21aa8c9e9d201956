#pragma once
/// JSON that the answers of several commands share.

#include <string>
#include <string_view>

#include <nlohmann/json.hpp>

#include <graze/vec.h>

namespace graze::cli {

/// Keeps fields in the order they were added.
using Json = nlohmann::ordered_json;

/// Of docs/schema/: fields may be added under the same number, never change their meaning.
inline constexpr int json_schema_version = 1;

[[nodiscard]] inline Json json_of(const Vec3& v) { return {v.x(), v.y(), v.z()}; }

/// {"graze": version, "schema": 1, "command": …}
[[nodiscard]] inline Json json_head(std::string_view command) {
  return {{"graze", GRAZE_VERSION}, {"schema", json_schema_version}, {"command", command}};
}

/// One line; bytes of file names that are not UTF-8 are replaced.
[[nodiscard]] inline std::string json_line(const Json& json) {
  return json.dump(-1, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace graze::cli
