#pragma once
/// Meshes from and to files: STL, OBJ, PLY, OFF, glTF/GLB, 3MF, COLLADA and saved trees in; STL, OBJ, PLY, OFF and saved trees out.

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string_view>

#include <graze/error.h>
#include <graze/export.h>
#include <graze/geometry.h>
#include <graze/shapes.h>
#include <graze/vec.h>

namespace graze {

enum class MeshFormat { stl, obj, ply, off, gltf, threemf, collada, tree };  ///< tree: see write_tree()

/// Limits are what graze is willing to hold in memory. Counts a file declares are believed only as far as its bytes can back them.
struct MeshReadOptions {
  bool weld = false;                                ///< merge vertices with identical coordinates
  bool to_metres = false;                           ///< multiply by the unit that COLLADA and 3MF files name; others name none
  std::optional<MeshFormat> format = std::nullopt;  ///< read as this, whatever content and name say
  std::uint64_t max_triangles = 50'000'000;         ///< at most 2^31 - 1, because features number triangles in 32 bits
  std::uint64_t max_vertices = 150'000'000;         ///< three a triangle: STL shares none
  std::uint64_t max_polygon_corners = 65'536;       ///< cutting a polygon into triangles takes quadratic time at worst
  std::uint64_t max_instances = 1'000'000;          ///< uses of one object by another in 3MF and COLLADA, counted after expansion
  std::uint64_t max_file_bytes = 1ULL << 34;        ///< of the file and of each buffer beside it
  std::uint64_t max_unpacked_bytes = 1ULL << 31;    ///< of a file that gzip compressed, or all parts of a 3MF file, once unpacked
};

/// The format is recognised by content first and by extension second; files that gzip compressed are unpacked. Numbers are kept as
/// they stand: no unit is applied unless asked for, the up_axis of COLLADA never (as ROS reads it; its node transforms are),
/// doubles stay doubles. A valid file without triangles gives an empty mesh. Errors read "<path>:<line>: reason" for text,
/// "<path>: byte <offset>: reason" for binary files, with the path as given.
[[nodiscard]] GRAZE_API Result<TriangleMesh> read_mesh(const std::filesystem::path& path, const MeshReadOptions& options = {});

/// By extension: .stl (binary, rounded to single precision), .obj, .off, .ply (binary, double precision). Comes in one step, so
/// that a failure leaves no half-written file. Links are followed, the mode of a file that is there is kept, and only regular files
/// are replaced.
[[nodiscard]] GRAZE_API Result<void> write_mesh(const std::filesystem::path& path, const TriangleMesh& mesh);

/// The mesh of any file that read_mesh() reads, its coordinates multiplied by `scale`; where that mirrors, triangles are turned
/// round so that outsides stay outsides. A saved tree is taken as it is where nothing is scaled and no options are given; else the
/// tree is built. Errors name the file.
[[nodiscard]] GRAZE_API Result<Geometry> read_geometry(const std::filesystem::path& path, const Vec3& scale = Vec3::Ones(),
                                                       const std::optional<BuildOptions>& options = std::nullopt);

/// Saves a mesh with its tree, so that it need not be built again. Written as write_mesh() writes; a file that is there must be
/// a saved tree, or empty. Arrays go to the file as memory holds them. Only of a mesh: other shapes are ErrorCode::bad_shape.
[[nodiscard]] GRAZE_API Result<void> write_tree(const std::filesystem::path& path, const Geometry& mesh);

/// The mesh answers every question as the one that was written. Nothing in the file is trusted: what is damaged, cut short, of
/// another version or makes no sense is refused with "<path>: byte <offset>: reason".
[[nodiscard]] GRAZE_API Result<Geometry> read_tree(const std::filesystem::path& path, const MeshReadOptions& options = {});

/// What open_tree() looks at before anything is asked.
enum class TreeCheck {
  whole,   ///< all of it, as read_tree() does: any file can be given, whoever made it
  header,  ///< its version, sizes and header: takes milliseconds however large the file is. Arrays are believed: of a file that
           ///< write_tree() did not write, or that was damaged since, answers are worth nothing and the program may crash or hang
};

/// As read_tree(), but the arrays stay in the file, which is mapped: what nobody looks at is never read, memory that is short is
/// taken back by the system, and processes that open the same file share it. The file must not be changed in place while the
/// geometry or a copy of it is there: one that is cut short then ends the program by a bus error (SIGBUS), and what is written over
/// is not checked again. Replacing it, as write_tree() and `mv` do, or removing it is fine. Lines through more than 4 million
/// triangles walk the boxes in the file, slower than those of a mesh in memory, for which a second tree is made. A box tree is
/// read, not mapped.
[[nodiscard]] GRAZE_API Result<Geometry> open_tree(const std::filesystem::path& path, TreeCheck check = TreeCheck::whole,
                                                   const MeshReadOptions& options = {});

/// Does the file begin as saved trees do? False also when it cannot be read.
[[nodiscard]] GRAZE_API bool is_tree_file(const std::filesystem::path& path);

// Meshes from memory, and what a mesh file says of itself beside its triangles.

/// As read_mesh(), of bytes that are in memory already, or were compressed by gzip. The name stands in errors, its ending helps to
/// recognise the format, and files beside it may be named by a glTF document. A 3MF package is an archive and must be a file.
[[nodiscard]] GRAZE_API Result<TriangleMesh> read_mesh_bytes(std::string_view bytes, const std::filesystem::path& name,
                                                             const MeshReadOptions& options = {});

/// How many metres a unit of the file's coordinates is: of glTF 1, of 3MF, COLLADA and STEP what the file says; nothing for formats
/// that do not tell (STL, OBJ, PLY, OFF), and for files that cannot be read.
[[nodiscard]] GRAZE_API std::optional<double> metres_per_unit(const std::filesystem::path& path);
/// The same of bytes that read_mesh_bytes() reads.
[[nodiscard]] GRAZE_API std::optional<double> metres_per_unit(std::string_view bytes, const std::filesystem::path& name);

/// Does the file begin as STEP files do? read_mesh() refuses them, since triangles only come near what they say; read_scene() reads
/// them, and tells how near. False also when it cannot be read.
[[nodiscard]] GRAZE_API bool is_step_file(const std::filesystem::path& path);

/// Whether this graze was built with the reader of STEP files.
[[nodiscard]] GRAZE_API bool has_step();

}  // namespace graze
