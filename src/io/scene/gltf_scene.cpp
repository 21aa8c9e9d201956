/// A body for each node that shows a mesh, in the order of the nodes.

#include "io/scene/gltf_scene.h"

#include <algorithm>
#include <array>
#include <map>
#include <utility>

#include <fmt/format.h>

#include "io/mesh/gltf_mesh.h"
#include "io/scene/gltf_clip.h"
#include "io/scene/names.h"
#include "io/scene/node_chain.h"
#include "io/scene/scene_meshes.h"

namespace graze::io {

namespace {

/// The numbers of a mesh and of the map that is applied to it.
using MeshKey = std::pair<std::size_t, std::array<double, 12>>;

MeshKey key_of(std::size_t mesh, const AffineMap& map) {
  MeshKey key{mesh, {}};
  for (int i = 0; i < 9; ++i) key.second[static_cast<std::size_t>(i)] = map.linear(i / 3, i % 3);
  for (int i = 0; i < 3; ++i) key.second[static_cast<std::size_t>(9 + i)] = map.offset[i];
  return key;
}

class GltfSceneReader {
 public:
  GltfSceneReader(const GltfDocument& document, const std::vector<GltfAccessor>& accessors, const GltfForest& forest,
                  const GltfClip& clip, const SceneReadOptions& options)
      : document_(document), accessors_(accessors), forest_(forest), clip_(clip), options_(options) {}

  Result<SceneFile> read() {
    scene_.units = "m";
    scene_.animations = gltf_animation_names(document_);
    scene_.end = clip_.end;
    std::vector<std::size_t> shown = forest_.shown;
    std::ranges::sort(shown);
    for (const std::size_t node : shown) {
      if (!forest_.nodes[node].mesh) continue;
      if (const Result<void> added = add_node(node); !added) return tl::make_unexpected(added.error());
    }
    if (!forest_.nodes.empty()) return std::move(scene_);
    const Json& meshes = array_in(document_.root, "meshes");
    for (std::size_t i = 0; i < meshes.size(); ++i) {
      const std::string name = meshes[i].contains("name") ? meshes[i]["name"].get<std::string>() : fmt::format("mesh{}", i);
      if (const Result<void> added = add_body(name, i, NodeChain{}); !added) return tl::make_unexpected(added.error());
    }
    return std::move(scene_);
  }

 private:
  Result<void> add_node(std::size_t node) {
    NodeChain chain;
    if (const std::string trouble = node_chain(forest_, clip_, node, chain); !trouble.empty())
      return tl::make_unexpected(error_in(document_.path, trouble));
    const std::string& name = forest_.nodes[node].name;
    return add_body(name.empty() ? fmt::format("node{}", node) : name, *forest_.nodes[node].mesh, chain);
  }

  Result<void> add_body(const std::string& name, std::size_t mesh, const NodeChain& chain) {
    const AffineMap baked = chain.below_is_pose ? AffineMap{} : chain.below;
    const auto [entry, is_new] = geometries_.try_emplace(key_of(mesh, baked));
    if (is_new) {
      Result<TriangleMesh> triangles = read_gltf_meshes(document_, accessors_, std::array{GltfInstance{mesh, baked}}, options_.mesh);
      if (!triangles) return tl::make_unexpected(triangles.error());
      if (!triangles->triangles.empty()) {
        Result<Geometry> made = Geometry::make(Shape{std::move(*triangles)});
        if (!made) return tl::make_unexpected(error_in(document_.path, fmt::format("{}: {}", printable(name), made.error().message)));
        entry->second = std::move(*made);
      }
    }
    if (!entry->second) {
      scene_.notes.push_back(fmt::format("{}: {}: has no triangles and is left out", name_of(document_.path), printable(name)));
      return {};
    }
    const Pose part_pose = chain.below_is_pose ? Pose{chain.below.linear, chain.below.offset} : Pose{};
    Result<BodyMotion> motion = chain_motion(chain.chain);
    if (!motion) return tl::make_unexpected(error_in(document_.path, fmt::format("{}: {}", printable(name), motion.error().message)));
    SceneBody body;
    body.parts.push_back({*entry->second, part_pose, counts_as_solid(*entry->second, options_.solids), {}});
    body.pose = chain_pose(chain.chain, 0, 0);
    body.motion = std::move(*motion);
    body.scale = chain.scale;
    body.name = names_.taken(name);
    scene_.bodies.push_back(std::move(body));
    return {};
  }

  const GltfDocument& document_;
  const std::vector<GltfAccessor>& accessors_;
  const GltfForest& forest_;
  const GltfClip& clip_;
  const SceneReadOptions& options_;
  std::map<MeshKey, std::optional<Geometry>> geometries_;  ///< none where there are no triangles
  DistinctNames names_;
  SceneFile scene_;
};

}  // namespace

Result<SceneFile> read_gltf_scene(const MeshSource& source, const SceneReadOptions& options) {
  const auto document = read_gltf_document(source);
  if (!document) return tl::make_unexpected(document.error());
  const auto buffers = GltfBuffers::open(*document, options.mesh.max_file_bytes);
  if (!buffers) return tl::make_unexpected(buffers.error());
  const auto accessors = read_gltf_accessors(*document, *buffers);
  if (!accessors) return tl::make_unexpected(accessors.error());
  if (const auto checked = check_gltf_meshes(*document, *accessors); !checked) return tl::make_unexpected(checked.error());
  const auto forest = read_gltf_forest(*document);
  if (!forest) return tl::make_unexpected(forest.error());
  const auto clip = options.animation ? read_gltf_clip(*document, *accessors, *options.animation) : Result<GltfClip>(GltfClip{});
  if (!clip) return tl::make_unexpected(clip.error());
  return GltfSceneReader(*document, *accessors, *forest, *clip, options).read();
}

}  // namespace graze::io
