#pragma once
/// Which meshes a glTF scene shows, and where.

#include <cstddef>
#include <vector>

#include <graze/error.h>

#include "io/mesh/affine.h"
#include "io/mesh/gltf_document.h"

namespace graze::io {

struct GltfInstance {
  std::size_t mesh = 0;
  AffineMap to_world;
};

/// Of the default scene; of the first where none is the default; of all nodes where there is no scene; every mesh once where there
/// are no nodes.
[[nodiscard]] Result<std::vector<GltfInstance>> read_gltf_instances(const GltfDocument& document);

}  // namespace graze::io
