/// Finds the reader for a mesh file and keeps what containers and dependencies throw inside.

#include <graze/mesh_file.h>

#include "geometry/weld.h"
#include "io/files/fence.h"
#include "io/files/source.h"
#include "io/mesh/format.h"
#include "io/mesh/readers.h"
#include "tree/nodes/mesh_tree.h"

namespace graze {

namespace {

Result<TriangleMesh> read_as(MeshFormat format, const io::MeshSource& source, const MeshReadOptions& options) {
  switch (format) {
    case MeshFormat::stl: return io::read_stl(source, options);
    case MeshFormat::obj: return io::read_obj(source, options);
    case MeshFormat::ply: return io::read_ply(source, options);
    case MeshFormat::off: return io::read_off(source, options);
    case MeshFormat::gltf: return io::read_gltf(source, options);
    case MeshFormat::threemf: return io::read_threemf(source, options);
    case MeshFormat::collada: return io::read_collada(source, options);
    case MeshFormat::tree: return io::read_saved_geometry(source, options).map([](const Geometry& saved) { return *saved.mesh(); });
  }
  return fail(ErrorCode::bad_option, "unknown mesh format");
}

Result<TriangleMesh> read_any(const std::filesystem::path& path, const MeshReadOptions& options) {
  const auto file = io::MappedFile::open(path, options.max_file_bytes);
  if (!file) return tl::make_unexpected(file.error());
  const Result<MeshFormat> format = options.format ? *options.format : io::recognise(path, file->bytes());
  if (!format) return tl::make_unexpected(format.error());
  auto mesh = read_as(*format, {path, file->bytes()}, options);
  return mesh && options.weld ? welded(*mesh) : mesh;
}

}  // namespace

Result<TriangleMesh> read_mesh(const std::filesystem::path& path, const MeshReadOptions& options) {
  return io::fenced(path, [&] { return read_any(path, options); });
}

}  // namespace graze
