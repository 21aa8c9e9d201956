/// Finds the reader for a mesh file and keeps what containers and dependencies throw inside.

#include <graze/mesh_file.h>

#include "geometry/weld.h"
#include "io/files/fence.h"
#include "io/files/gunzip.h"
#include "io/files/source.h"
#include "io/mesh/format.h"
#include "io/mesh/readers.h"
#include "io/step/step.h"
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

Result<TriangleMesh> read_plain(const io::MeshSource& source, const MeshReadOptions& options) {
  const Result<MeshFormat> format = options.format ? *options.format : io::recognise(source.path, source.bytes);
  if (!format) return tl::make_unexpected(format.error());
  auto mesh = read_as(*format, source, options);
  if (!mesh || !options.weld) return mesh;
  return welded(*mesh);
}

bool is_package(std::string_view bytes) { return bytes.starts_with("PK\x03\x04"); }

/// Archives are opened by their name, and so cannot be in memory.
Result<TriangleMesh> read_in_memory(const io::MeshSource& source, const MeshReadOptions& options) {
  if (is_package(source.bytes) || options.format == MeshFormat::threemf)
    return tl::make_unexpected(io::error_in(source.path, "a 3MF package must be a file of its own, neither compressed nor piped"));
  return read_plain(source, options);
}

Result<TriangleMesh> read_unpacked(const io::MeshSource& source, const MeshReadOptions& options) {
  return io::gunzipped(source.path, source.bytes, options.max_unpacked_bytes).and_then([&](const std::string& unpacked) {
    return read_in_memory({source.path, unpacked}, options);
  });
}

Result<TriangleMesh> read_any(const std::filesystem::path& path, const MeshReadOptions& options) {
  const auto file = io::MappedFile::open(path, options.max_file_bytes);
  if (!file) return tl::make_unexpected(file.error());
  const io::MeshSource source{path, file->bytes()};
  return io::is_gzip(source.bytes) ? read_unpacked(source, options) : read_plain(source, options);
}

}  // namespace

Result<TriangleMesh> read_mesh(const std::filesystem::path& path, const MeshReadOptions& options) {
  return io::fenced(path, [&] { return read_any(path, options); });
}

Result<TriangleMesh> read_mesh_bytes(std::string_view bytes, const std::filesystem::path& name, const MeshReadOptions& options) {
  return io::fenced(name, [&] {
    const io::MeshSource source{name, bytes};
    return io::is_gzip(bytes) ? read_unpacked(source, options) : read_in_memory(source, options);
  });
}

bool is_step_file(const std::filesystem::path& path) {
  const auto file = io::MappedFile::open(path, MeshReadOptions{}.max_file_bytes);
  return file && io::is_step(file->bytes());
}

bool has_step() { return io::has_step_reader(); }

}  // namespace graze
