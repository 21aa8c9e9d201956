#pragma once
/// A glTF document of the tetrahedron that tests change at places, and what the reader says of it.

#include <string>

#include <nlohmann/json.hpp>

#include "io/mesh/in_memory.h"
#include "io/mesh/samples.h"

namespace graze::test {

using nlohmann::json;

struct GltfFile {
  json root = json::parse(gltf_json());
  std::string buffer = gltf_buffer(tetrahedron());

  /// At a JSON pointer: "/accessors/0/count".
  json& operator[](const std::string& place) { return root[json::json_pointer(place)]; }

  /// More bytes at the end of the buffer, at a multiple of four, as a bufferView of their own, whose number is answered.
  std::size_t add_view(const std::string& bytes) {
    buffer.resize((buffer.size() + 3) / 4 * 4, '\0');
    root["bufferViews"].push_back({{"buffer", 0}, {"byteOffset", buffer.size()}, {"byteLength", bytes.size()}});
    buffer += bytes;
    root["buffers"][0]["byteLength"] = buffer.size();
    return root["bufferViews"].size() - 1;
  }

  [[nodiscard]] Result<TriangleMesh> read(const MeshReadOptions& options = {}) const {
    return read_bytes(io::read_gltf, glb(root.dump(), buffer), options);
  }
  [[nodiscard]] std::string verdict() const {
    const auto mesh = read();
    return mesh ? "fine" : mesh.error().message.substr(3);
  }
};

/// With one place changed, or taken away where the value is discarded.
inline std::string verdict_with(const std::string& place, const json& value) {
  GltfFile file;
  file[place] = value;
  return file.verdict();
}

}  // namespace graze::test
