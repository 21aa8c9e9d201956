#pragma once
/// JSON that the answers of several commands share.

#include <string>

#include <nlohmann/json.hpp>

#include <graze/vec.h>

#include "mesh_argument.h"

namespace graze::cli {

/// Keeps fields in the order they were added.
using Json = nlohmann::ordered_json;

[[nodiscard]] inline Json json_of(const Vec3& v) { return {v.x(), v.y(), v.z()}; }

/// "repaired": {"a": …, "b": …} of those that were.
inline void add_repairs(Json& json, const MeshArgument& a, const MeshArgument& b) {
  if (const auto by = repaired(a)) json["repaired"]["a"] = *by;
  if (const auto by = repaired(b)) json["repaired"]["b"] = *by;
}

/// One line; bytes of file names that are not UTF-8 are replaced.
[[nodiscard]] inline std::string json_line(const Json& json) {
  return json.dump(-1, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace graze::cli
