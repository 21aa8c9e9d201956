#pragma once
/// Files that hold several meshes, read one by one: groups of OBJ, built items of 3MF.

#include <string>
#include <vector>

#include <graze/error.h>
#include <graze/mesh_file.h>

#include "io/files/source.h"

namespace graze::io {

struct NamedMesh {
  std::string name;  ///< as the file has it; may be empty, or that of others too
  TriangleMesh mesh;
};

struct MeshParts {
  std::vector<NamedMesh> parts;
  std::string unit;  ///< "mm", "m", …: what the file says its numbers are in
};

/// Only groups with triangles.
[[nodiscard]] Result<std::vector<NamedMesh>> read_obj_groups(const MeshSource& source, const MeshReadOptions& options);
/// Items of objects without a name are called object7, by the number of the object.
[[nodiscard]] Result<MeshParts> read_threemf_items(const MeshSource& source, const MeshReadOptions& options);

}  // namespace graze::io
