#pragma once
/// One animation of a glTF file: which nodes it moves, and how. [glTF20 §3.11]

#include <map>
#include <memory>
#include <string>
#include <vector>

#include <graze/error.h>

#include "io/mesh/gltf_accessor.h"
#include "io/mesh/gltf_document.h"
#include "io/mesh/gltf_nodes.h"
#include "io/scene/track.h"

namespace graze::io {

struct NodeTracks {
  std::shared_ptr<const PointTrack> translation{};
  std::shared_ptr<const TurnTrack> rotation{};
  std::shared_ptr<const PointTrack> scale{};
  bool morphs = false;
};

struct GltfClip {
  std::map<std::size_t, NodeTracks> nodes{};
  double end = 0;  ///< the last key of all
};

/// The one asked for; an empty one where the file has none.
[[nodiscard]] Result<GltfClip> read_gltf_clip(const GltfDocument& document, const std::vector<GltfAccessor>& accessors,
                                              std::size_t animation);

/// Of every animation: its name, or "animation3".
[[nodiscard]] std::vector<std::string> gltf_animation_names(const GltfDocument& document);

}  // namespace graze::io
