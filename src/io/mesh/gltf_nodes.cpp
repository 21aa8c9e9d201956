/// The node hierarchy: a forest, or an error. [glTF20 §3.5]

#include "io/mesh/gltf_nodes.h"

#include <cmath>
#include <limits>
#include <utility>

#include <fmt/format.h>
#include <Eigen/Geometry>

namespace graze::io {

namespace {

constexpr std::size_t no_parent = std::numeric_limits<std::size_t>::max();

std::string path_of(std::size_t node) { return fmt::format("nodes[{}]", node); }

Vec3 vector_in(const Json& node, const char* name, const Vec3& otherwise) {
  if (!node.contains(name)) return otherwise;
  const Json& v = node[name];
  return {v[0].get<double>(), v[1].get<double>(), v[2].get<double>()};
}

class NodeReader {
 public:
  explicit NodeReader(const GltfDocument& document) : document_(document), nodes_(array_in(document.root, "nodes")) {}

  Result<std::vector<GltfInstance>> read() {
    for (std::size_t i = 0; i < nodes_.size(); ++i) {
      if (const std::string trouble = node(nodes_[i]); !trouble.empty()) return document_.failure(path_of(i), trouble);
    }
    if (auto checked = find_parents(); !checked) return tl::make_unexpected(checked.error());
    if (nodes_.empty()) return every_mesh();
    auto roots = shown_roots();
    if (!roots) return tl::make_unexpected(roots.error());
    return instances(*roots);
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
    local_.push_back(map);
    return {};
  }

  std::string parts(const Json& node) {
    AffineMap map;
    if (node.contains("rotation")) {
      const Json& r = node["rotation"];
      const Eigen::Quaterniond turn(r[3].get<double>(), r[0].get<double>(), r[1].get<double>(), r[2].get<double>());
      // Single precision and three printed decimals are tolerated, and corrected by normalizing. No unit.
      // MeshGltf.RefusesRotationsThatAreNoUnitQuaternions
      constexpr double unit_length = 0x1p-8;
      if (!(std::abs(turn.norm() - 1) <= unit_length)) return "rotation: is not a unit quaternion";
      map.linear = turn.normalized().toRotationMatrix();
    }
    map.linear = map.linear * vector_in(node, "scale", Vec3::Ones()).asDiagonal();
    map.offset = vector_in(node, "translation", Vec3::Zero());
    local_.push_back(map);
    return {};
  }

  /// With one parent at most for each node, whatever the roots do not reach is part of a cycle.
  Result<void> find_parents() {
    parent_.assign(nodes_.size(), no_parent);
    for (std::size_t i = 0; i < nodes_.size(); ++i) {
      for (const Json& child : array_in(nodes_[i], "children")) {
        std::size_t& parent = parent_[whole_number(child).value_or(0)];
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
    for (std::size_t i = 0; i < parent_.size(); ++i) {
      if (parent_[i] == no_parent) found.push_back(i);
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
      if (parent_[shown.back()] != no_parent)
        return document_.failure(fmt::format("scenes[{}]", scene), "holds a node that is a child");
    }
    return shown;
  }

  [[nodiscard]] std::vector<GltfInstance> instances(std::vector<std::size_t> roots) const {
    std::vector<AffineMap> to_world(nodes_.size());
    std::vector<GltfInstance> found;
    for (const std::size_t i : descendants(std::move(roots))) {
      to_world[i] = parent_[i] == no_parent ? local_[i] : to_world[parent_[i]] * local_[i];
      if (nodes_[i].contains("mesh")) found.push_back({whole_number_in(nodes_[i], "mesh"), to_world[i]});
    }
    return found;
  }

  [[nodiscard]] std::vector<GltfInstance> every_mesh() const {
    std::vector<GltfInstance> found;
    for (std::size_t i = 0; i < array_in(document_.root, "meshes").size(); ++i) found.push_back({i, {}});
    return found;
  }

  const GltfDocument& document_;
  const Json& nodes_;
  std::vector<AffineMap> local_;
  std::vector<std::size_t> parent_;
};

}  // namespace

Result<std::vector<GltfInstance>> read_gltf_instances(const GltfDocument& document) { return NodeReader(document).read(); }

}  // namespace graze::io
