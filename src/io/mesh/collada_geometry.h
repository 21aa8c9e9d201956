#pragma once
/// The triangles of one <geometry> of a COLLADA file, in its own coordinates.

#include <graze/mesh_file.h>
#include <graze/shapes.h>

#include "io/mesh/collada_document.h"

namespace graze::io {

/// Triangles, polygons, fans and strips; lines have none. Polygons with holes, splines and other things than meshes are refused.
[[nodiscard]] TriangleMesh collada_mesh(const ColladaDocument& document, const XmlNode& geometry, const MeshReadOptions& options,
                                        ColladaTrouble& trouble);

}  // namespace graze::io
