#pragma once
/// The triangles of the meshes of a glTF file, for readers of whole scenes as for read_mesh().

#include <span>
#include <vector>

#include <graze/error.h>
#include <graze/mesh_file.h>

#include "io/mesh/gltf_accessor.h"
#include "io/mesh/gltf_document.h"
#include "io/mesh/gltf_nodes.h"

namespace graze::io {

/// Whether every mesh of the file makes sense, shown or not, and no extension is required that is not read. To be asked first.
[[nodiscard]] Result<void> check_gltf_meshes(const GltfDocument& document, const std::vector<GltfAccessor>& accessors);

/// The triangles of these meshes, each in its place, as one.
[[nodiscard]] Result<TriangleMesh> read_gltf_meshes(const GltfDocument& document, const std::vector<GltfAccessor>& accessors,
                                                    std::span<const GltfInstance> instances, const MeshReadOptions& options);

}  // namespace graze::io
