#pragma once
/// One reader a format. Each gets the whole file and gives the mesh as the file has it, not yet welded.

#include <graze/error.h>
#include <graze/mesh_file.h>

#include "io/files/source.h"
#include "tree/nodes/mesh_tree.h"

namespace graze {
class MeshTree;
}

namespace graze::io {

[[nodiscard]] Result<TriangleMesh> read_stl(const MeshSource& source, const MeshReadOptions& options);
[[nodiscard]] Result<TriangleMesh> read_obj(const MeshSource& source, const MeshReadOptions& options);
[[nodiscard]] Result<TriangleMesh> read_ply(const MeshSource& source, const MeshReadOptions& options);
[[nodiscard]] Result<TriangleMesh> read_off(const MeshSource& source, const MeshReadOptions& options);
[[nodiscard]] Result<TriangleMesh> read_gltf(const MeshSource& source, const MeshReadOptions& options);
[[nodiscard]] Result<TriangleMesh> read_threemf(const MeshSource& source, const MeshReadOptions& options);
[[nodiscard]] Result<TriangleMesh> read_collada(const MeshSource& source, const MeshReadOptions& options);
/// A mesh with its tree, of either kind.
[[nodiscard]] Result<Geometry> read_saved_geometry(const MeshSource& source, const MeshReadOptions& options);
/// The tree of oriented boxes with its mesh in it; a box tree is refused.
[[nodiscard]] Result<MeshTree> read_tree(const MeshSource& source, const MeshReadOptions& options);

/// True when the bytes have the size that a binary STL file of its own triangle count must have.
[[nodiscard]] bool has_binary_stl_size(std::string_view bytes);

}  // namespace graze::io
