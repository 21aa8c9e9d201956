#pragma once
/// The way of a glTF node down from the world, cut in two: a chain that moves rigidly and scales evenly, and what is fixed below it.

#include <string>
#include <vector>

#include "io/mesh/affine.h"
#include "io/mesh/gltf_nodes.h"
#include "io/scene/chain.h"
#include "io/scene/gltf_clip.h"

namespace graze::io {

struct NodeChain {
  Chain chain;
  double scale = 1;          ///< > 0, of all frames of the chain
  AffineMap below;           ///< from the mesh into the last frame, once scaled: x -> scale * below(x)
  bool below_is_pose = true;  ///< `below` only turns and shifts
};

/// Says which node cannot be followed, and why: "nodes[3] \"lid\": its scale is animated". Empty when all is well.
[[nodiscard]] std::string node_chain(const GltfForest& forest, const GltfClip& clip, std::size_t node, NodeChain& result);

/// nodes[3] "lid"
[[nodiscard]] std::string node_label(const GltfForest& forest, std::size_t node);

}  // namespace graze::io
