#pragma once
/// Which geometries a COLLADA scene shows, and where.

#include <cstdint>
#include <vector>

#include "io/mesh/affine.h"
#include "io/mesh/collada_document.h"

namespace graze::io {

struct ColladaInstance {
  const XmlNode* geometry = nullptr;
  AffineMap to_world;
};

/// Of the scene that the file names; of its only visual scene where it names none; every geometry once where there is no visual
/// scene. Transforms of nodes count in the order in which they are written, up_axis and unit do not.
[[nodiscard]] std::vector<ColladaInstance> collada_instances(const ColladaDocument& document, std::uint64_t max_instances,
                                                             ColladaTrouble& trouble);

}  // namespace graze::io
