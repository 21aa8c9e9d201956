/// Reads a mesh file as a geometry with its tree.

#include <utility>

#include <graze/mesh_file.h>

#include "io/files/fence.h"
#include "io/files/source.h"

namespace graze {

namespace {

/// Turns outsides into insides, so that triangles have to be turned too.
bool mirrors(const Vec3& scale) { return ((scale[0] < 0) != (scale[1] < 0)) != (scale[2] < 0); }

}  // namespace

Result<Geometry> read_geometry(const std::filesystem::path& path, const Vec3& scale, const std::optional<BuildOptions>& options) {
  const bool is_scaled = scale != Vec3::Ones();
  if (!is_scaled && !options && is_tree_file(path)) return read_tree(path);
  return io::fenced(path, [&]() -> Result<Geometry> {
    Result<TriangleMesh> mesh = read_mesh(path);
    if (!mesh) return tl::make_unexpected(mesh.error());
    if (is_scaled) {
      for (Vec3& v : mesh->vertices) v = v.cwiseProduct(scale);
      if (mirrors(scale)) {
        for (auto& t : mesh->triangles) std::swap(t[1], t[2]);
      }
    }
    return Geometry::make(Shape{std::move(*mesh)}, options.value_or(BuildOptions{})).map_error([&](const Error& error) {
      return io::error_in(path, error.message, error.code);
    });
  });
}

}  // namespace graze
