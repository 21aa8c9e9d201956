#pragma once
/// Meshes from memory, and what a mesh file says of itself beside its triangles.

#include <filesystem>
#include <optional>
#include <string_view>

#include <graze/error.h>
#include <graze/export.h>
#include <graze/mesh_file.h>
#include <graze/shapes.h>

namespace graze {

/// As read_mesh(), of bytes that are in memory already, or were compressed by gzip. The name stands in errors, its ending helps to
/// recognise the format, and files beside it may be named by a glTF document. A 3MF package is an archive and must be a file.
[[nodiscard]] GRAZE_API Result<TriangleMesh> read_mesh_bytes(std::string_view bytes, const std::filesystem::path& name,
                                                             const MeshReadOptions& options = {});

/// How many metres a unit of the file's coordinates is: of glTF 1, of 3MF and COLLADA what the file says; nothing for formats that
/// do not tell (STL, OBJ, PLY, OFF), and for files that cannot be read.
[[nodiscard]] GRAZE_API std::optional<double> metres_per_unit(const std::filesystem::path& path);

}  // namespace graze
