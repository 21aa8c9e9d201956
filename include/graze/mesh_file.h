#pragma once
/// Triangle meshes from and to files: STL, OBJ, PLY, OFF, glTF/GLB, 3MF and saved trees in; STL, OBJ, PLY and OFF out.

#include <cstdint>
#include <filesystem>
#include <optional>

#include <graze/error.h>
#include <graze/export.h>
#include <graze/shapes.h>

namespace graze {

enum class MeshFormat { stl, obj, ply, off, gltf, threemf, tree };  ///< tree: see io/tree_file.h

/// Limits are what graze is willing to hold in memory. Counts a file declares are believed only as far as its bytes can back them.
struct MeshReadOptions {
  bool weld = false;                                ///< merge vertices with identical coordinates
  std::optional<MeshFormat> format = std::nullopt;  ///< read as this, whatever content and name say
  std::uint64_t max_triangles = 50'000'000;         ///< at most 2^31 - 1, because features number triangles in 32 bits
  std::uint64_t max_vertices = 150'000'000;         ///< three a triangle: STL shares none
  std::uint64_t max_polygon_corners = 65'536;       ///< cutting a polygon into triangles takes quadratic time at worst
  std::uint64_t max_instances = 1'000'000;          ///< uses of one object by another in a 3MF file, counted after expansion
  std::uint64_t max_file_bytes = 1ULL << 34;        ///< of the file and of each buffer beside it
  std::uint64_t max_unpacked_bytes = 1ULL << 31;    ///< of all parts of a 3MF file together, once decompressed
};

/// The format is recognised by content first and by extension second. Numbers are kept as they stand: no unit is applied, doubles
/// stay doubles. A valid file without triangles gives an empty mesh. Errors read "<path>:<line>: reason" for text,
/// "<path>: byte <offset>: reason" for binary files, with the path as given.
[[nodiscard]] GRAZE_API Result<TriangleMesh> read_mesh(const std::filesystem::path& path, const MeshReadOptions& options = {});

/// By extension: .stl (binary, rounded to single precision), .obj, .off, .ply (binary, double precision). Writes beside the target
/// and renames, so that a failure leaves no half-written file.
[[nodiscard]] GRAZE_API Result<void> write_mesh(const std::filesystem::path& path, const TriangleMesh& mesh);

}  // namespace graze
