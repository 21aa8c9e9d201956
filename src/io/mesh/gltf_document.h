#pragma once
/// The JSON of a glTF file and the binary chunk that may come with it.

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include <nlohmann/json.hpp>

#include <graze/error.h>

#include "io/files/source.h"

namespace graze::io {

using Json = nlohmann::json;

struct GltfDocument {
  std::filesystem::path path;
  Json root;
  std::optional<std::string_view> binary_chunk;  ///< of a GLB file

  /// The error at a path inside the JSON: "file.gltf: meshes[0].primitives[1]: reason".
  [[nodiscard]] tl::unexpected<Error> failure(const std::string& where, const std::string& reason) const {
    return tl::make_unexpected(error_in(path, where + ": " + reason));
  }
};

/// Parsed and found to have the structure that glTF 2.0 asks for, references included; data not yet checked.
[[nodiscard]] Result<GltfDocument> read_gltf_document(const MeshSource& source);

/// The number as a whole one, also when it is written as 2.0 or 20e-1.
[[nodiscard]] std::optional<std::uint64_t> whole_number(const Json& value);

/// Of a property that the schema check has found to be a whole number, or `otherwise` when it is absent.
[[nodiscard]] std::uint64_t whole_number_in(const Json& object, const char* name, std::uint64_t otherwise = 0);

/// The array of that name; empty when it is absent.
[[nodiscard]] const Json& array_in(const Json& object, const char* name);

}  // namespace graze::io
