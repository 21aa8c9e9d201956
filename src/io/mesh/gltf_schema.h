#pragma once
/// Whether a JSON tree has the structure of glTF 2.0: types, required properties, ranges, references.

#include <string>

#include <nlohmann/json.hpp>

namespace graze::io {

/// The first error, with its path: "nodes[2].mesh: there is no meshes[7]". Empty when all is well.
[[nodiscard]] std::string gltf_schema_trouble(const nlohmann::json& root);

}  // namespace graze::io
