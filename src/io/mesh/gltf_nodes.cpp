/// The node hierarchy: a forest, or an error. [glTF20 §3.5]

#include "io/mesh/gltf_nodes.h"

#include <cmath>
#include <utility>

#include <fmt/format.h>
#include <Eigen/Geometry>

namespace graze::io {

namespace {

constexpr std::size_t no_parent = GltfNode::no_parent;

std::string path_of(std::size_t node) { return fmt::format("nodes[{}]", node); }

Vec3 vector_in(const Json& node, const char* name, const Vec3& otherwise) {
  if (!node.contains(name)) return otherwise;
  const Json& v = node[name];
  return {v[0].get<double>(), v[1].get<double>(), v[2].get<double>()};
}

class NodeReader {
 public:
  explicit NodeReader(const GltfDocument& document) : document_(document), nodes_(array_in(document.root, "nodes")) {}

  Result<GltfForest> read() {
    for (std::size_t i = 0; i < nodes_.size(); ++i) {
      if (const std::string trouble = node(nodes_[i]); !trouble.empty()) return document_.failure(path_of(i), trouble);
    }
    if (auto checked = find_parents(); !checked) return tl::make_unexpected(checked.error());
    auto roots = shown_roots();
    if (!roots) return tl::make_unexpected(roots.error());
    forest_.shown = descendants(std::move(*roots));
    return std::move(forest_);
  }

 private:
  std::string node(const Json& node) {
    // Instances would silently be lost, and a skin moves vertices by joints that a rigid mesh does not have.
    if (node.contains("extensions") && node["extensions"].contains("EXT_mesh_gpu_instancing"))
      return "EXT_mesh_gpu_instancing is not read";
    if (node.contains("skin") && node.contains("mesh")) return "a skinned mesh is not read";
    for (const Json& weight : array_in(node, "weights")) {
      if (weight.get<double>() != 0) return "weights: morph targets are not read";
    }
    const bool composed = node.contains("translation") || node.contains("rotation") || node.contains("scale");
    if (node.contains("matrix") && composed) return "has both a matrix and its parts";
    GltfNode& added = forest_.nodes.emplace_back();
    if (node.contains("mesh")) added.mesh = whole_number_in(node, "mesh");
    if (node.contains("name")) added.name = node["name"].get<std::string>();
    return node.contains("matrix") ? matrix(node["matrix"]) : parts(node);
  }

  /// Column by column; the last row must leave points alone.
  std::string matrix(const Json& m) {
    const auto entry = [&](int row, int column) { return m[4 * column + row].get<double>(); };
    AffineMap map;
    for (int row = 0; row < 3; ++row) {
      for (int column = 0; column < 3; ++column) map.linear(row, column) = entry(row, column);
      map.offset[row] = entry(row, 3);
    }
    if (entry(3, 0) != 0 || entry(3, 1) != 0 || entry(3, 2) != 0 || entry(3, 3) != 1) return "matrix: is not affine";
    forest_.nodes.back().local = map;
    forest_.nodes.back().from_matrix = true;
    return {};
  }

  std::string parts(const Json& node) {
    GltfNode& added = forest_.nodes.back();
    if (node.contains("rotation")) {
      const Json& r = node["rotation"];
      const Eigen::Quaterniond turn(r[3].get<double>(), r[0].get<double>(), r[1].get<double>(), r[2].get<double>());
      // Single precision and three printed decimals are tolerated, and corrected by normalizing. No unit.
      // MeshGltf.RefusesRotationsThatAreNoUnitQuaternions
      constexpr double unit_length = 0x1p-8;
      if (!(std::abs(turn.norm() - 1) <= unit_length)) return "rotation: is not a unit quaternion";
      added.rotation = turn.normalized();
      added.local.linear = added.rotation.toRotationMatrix();
    }
    added.scale = vector_in(node, "scale", Vec3::Ones());
    added.local.linear = added.local.linear * added.scale.asDiagonal();
    added.local.offset = vector_in(node, "translation", Vec3::Zero());
    return {};
  }

  /// With one parent at most for each node, whatever the roots do not reach is part of a cycle.
  Result<void> find_parents() {
    for (std::size_t i = 0; i < nodes_.size(); ++i) {
      for (const Json& child : array_in(nodes_[i], "children")) {
        std::size_t& parent = forest_.nodes[whole_number(child).value_or(0)].parent;
        if (parent != no_parent)
          return document_.failure(path_of(i), fmt::format("its child nodes[{}] has another parent too", *whole_number(child)));
        parent = i;
      }
    }
    if (descendants(roots()).size() != nodes_.size()) return document_.failure("nodes", "some are their own ancestors");
    return {};
  }

  [[nodiscard]] std::vector<std::size_t> roots() const {
    std::vector<std::size_t> found;
    for (std::size_t i = 0; i < forest_.nodes.size(); ++i) {
      if (forest_.nodes[i].parent == no_parent) found.push_back(i);
    }
    return found;
  }

  /// The nodes and all below them, parents first.
  [[nodiscard]] std::vector<std::size_t> descendants(std::vector<std::size_t> nodes) const {
    for (std::size_t at = 0; at < nodes.size(); ++at) {
      for (const Json& child : array_in(nodes_[nodes[at]], "children")) nodes.push_back(whole_number(child).value_or(0));
    }
    return nodes;
  }

  [[nodiscard]] Result<std::vector<std::size_t>> shown_roots() const {
    const Json& scenes = array_in(document_.root, "scenes");
    if (scenes.empty()) return roots();
    const std::size_t scene = whole_number_in(document_.root, "scene");
    std::vector<std::size_t> shown;
    for (const Json& node : array_in(scenes[scene], "nodes")) {
      shown.push_back(whole_number(node).value_or(0));
      if (forest_.nodes[shown.back()].parent != no_parent)
        return document_.failure(fmt::format("scenes[{}]", scene), "holds a node that is a child");
    }
    return shown;
  }

  const GltfDocument& document_;
  const Json& nodes_;
  GltfForest forest_;
};

}  // namespace

Result<GltfForest> read_gltf_forest(const GltfDocument& document) { return NodeReader(document).read(); }

Result<std::vector<GltfInstance>> read_gltf_instances(const GltfDocument& document) {
  const Result<GltfForest> forest = read_gltf_forest(document);
  if (!forest) return tl::make_unexpected(forest.error());
  std::vector<GltfInstance> found;
  if (forest->nodes.empty()) {
    for (std::size_t i = 0; i < array_in(document.root, "meshes").size(); ++i) found.push_back({i, {}});
    return found;
  }
  std::vector<AffineMap> to_world(forest->nodes.size());
  for (const std::size_t i : forest->shown) {
    const GltfNode& node = forest->nodes[i];
    to_world[i] = node.parent == no_parent ? node.local : to_world[node.parent] * node.local;
    if (node.mesh) found.push_back({*node.mesh, to_world[i]});
  }
  return found;
}

}  // namespace graze::io
