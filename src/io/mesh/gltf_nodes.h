#pragma once
/// Which meshes a glTF scene shows, and where.

#include <cstddef>
#include <limits>
#include <optional>
#include <string>
#include <vector>

#include <Eigen/Geometry>

#include <graze/error.h>

#include "io/mesh/affine.h"
#include "io/mesh/gltf_document.h"

namespace graze::io {

struct GltfInstance {
  std::size_t mesh = 0;
  AffineMap to_world;
};

/// A node as the file has it.
struct GltfNode {
  static constexpr std::size_t no_parent = std::numeric_limits<std::size_t>::max();

  std::size_t parent = no_parent;
  std::optional<std::size_t> mesh{};
  std::string name{};        ///< may be empty, or that of others too
  AffineMap local{};         ///< in the frame of the parent
  bool from_matrix = false;  ///< else `local` is made of the three parts below
  Eigen::Quaterniond rotation = Eigen::Quaterniond::Identity();
  Vec3 scale = Vec3::Ones();
};

struct GltfForest {
  std::vector<GltfNode> nodes;
  std::vector<std::size_t> shown;  ///< those of the default scene, parents first
};

/// Of the default scene; of the first where none is the default; of all nodes where there is no scene.
[[nodiscard]] Result<GltfForest> read_gltf_forest(const GltfDocument& document);

/// Of the default scene; of the first where none is the default; of all nodes where there is no scene; every mesh once where there
/// are no nodes.
[[nodiscard]] Result<std::vector<GltfInstance>> read_gltf_instances(const GltfDocument& document);

}  // namespace graze::io
