/// COLLADA: the triangles of the scene, in world coordinates.

#include <map>

#include "io/mesh/builder.h"
#include "io/mesh/collada_geometry.h"
#include "io/mesh/collada_nodes.h"
#include "io/mesh/readers.h"

namespace graze::io {

namespace {

class ColladaReader {
 public:
  ColladaReader(const ColladaDocument& document, const MeshReadOptions& options)
      : document_(document), options_(options), builder_(options) {}

  TriangleMesh read(ColladaTrouble& trouble) {
    const double unit = options_.to_metres ? document_.unit_in_metres() : 1;
    for (const ColladaInstance& instance : collada_instances(document_, options_.max_instances, trouble)) {
      if (trouble.is_there() || !add(instance, unit, trouble)) return {};
    }
    return builder_.take();
  }

 private:
  bool add(const ColladaInstance& instance, double unit, ColladaTrouble& trouble) {
    const auto [entry, is_new] = meshes_.try_emplace(instance.geometry);
    if (is_new) entry->second = collada_mesh(document_, *instance.geometry, options_, trouble);
    if (trouble.is_there()) return false;
    const TriangleMesh& mesh = entry->second;
    const auto first = static_cast<std::uint32_t>(builder_.vertex_count());
    bool fine = true;
    for (std::size_t i = 0; i < mesh.vertices.size() && fine; ++i)
      fine = builder_.add_vertex(unit * instance.to_world(mesh.vertices[i]));
    const bool mirrored = instance.to_world.mirrors();
    for (std::size_t i = 0; i < mesh.triangles.size() && fine; ++i) {
      const auto& [a, b, c] = mesh.triangles[i];
      fine = builder_.add_triangle({first + a, first + (mirrored ? c : b), first + (mirrored ? b : c)});
    }
    if (!fine) trouble = trouble_with(*instance.geometry, builder_.trouble().reason, builder_.trouble().code);
    return fine;
  }

  const ColladaDocument& document_;
  const MeshReadOptions& options_;
  std::map<const XmlNode*, TriangleMesh> meshes_;  ///< of geometries, each read once
  MeshBuilder builder_;
};

}  // namespace

Result<TriangleMesh> read_collada(const MeshSource& source, const MeshReadOptions& options) {
  const auto document = ColladaDocument::read(source);
  if (!document) return tl::make_unexpected(document.error());
  ColladaTrouble trouble;
  TriangleMesh mesh = ColladaReader(*document, options).read(trouble);
  if (trouble.is_there())
    return tl::make_unexpected(error_at_line(source.path, trouble.element->line, trouble.trouble.reason, trouble.trouble.code));
  return mesh;
}

}  // namespace graze::io
