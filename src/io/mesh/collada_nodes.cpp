/// Walks the nodes with a stack of its own: they may nest deeper than the machine's stack, and use each other.

#include "io/mesh/collada_nodes.h"

#include <cmath>
#include <numbers>
#include <set>
#include <utility>

#include <fmt/format.h>
#include <Eigen/Geometry>

namespace graze::io {

namespace {

AffineMap matrix_of(const XmlNode& element, ColladaTrouble& trouble) {
  const std::vector<double> m = numbers_in(element, 16, trouble);
  if (!trouble.is_there() && (m[12] != 0 || m[13] != 0 || m[14] != 0 || m[15] != 1))
    trouble = trouble_with(element, "is not affine: its last row must be 0 0 0 1");
  AffineMap map;
  map.linear << m[0], m[1], m[2], m[4], m[5], m[6], m[8], m[9], m[10];
  map.offset << m[3], m[7], m[11];
  return map;
}

/// An axis and degrees.
AffineMap turn_of(const XmlNode& element, ColladaTrouble& trouble) {
  const std::vector<double> n = numbers_in(element, 4, trouble);
  const Vec3 axis(n[0], n[1], n[2]);
  if (n[3] == 0) return {};
  const double length = axis.stableNorm();
  if (!trouble.is_there() && !(length > 0)) trouble = trouble_with(element, "its axis is 0");
  AffineMap map;
  if (length > 0) map.linear = Eigen::AngleAxisd(n[3] * (std::numbers::pi / 180), (axis / length).normalized()).toRotationMatrix();
  return map;
}

/// From the eye at -z, with y up: what a camera that looks at the point of interest has as its frame.
AffineMap lookat_of(const XmlNode& element, ColladaTrouble& trouble) {
  const std::vector<double> n = numbers_in(element, 9, trouble);
  const Vec3 eye(n[0], n[1], n[2]);
  const Vec3 forward = Vec3(n[3], n[4], n[5]) - eye;
  const Vec3 right = forward.cross(Vec3(n[6], n[7], n[8]));
  if (!trouble.is_there() && !(right.stableNorm() > 0)) trouble = trouble_with(element, "looks nowhere, or straight up");
  if (trouble.is_there()) return {};
  AffineMap map;
  map.linear.col(0) = right.stableNormalized();
  map.linear.col(2) = -forward.stableNormalized();
  map.linear.col(1) = map.linear.col(2).cross(map.linear.col(0));
  map.offset = eye;
  return map;
}

AffineMap scale_of(const XmlNode& element, ColladaTrouble& trouble) {
  const std::vector<double> n = numbers_in(element, 3, trouble);
  AffineMap map;
  map.linear = Vec3(n[0], n[1], n[2]).asDiagonal();
  return map;
}

AffineMap shift_of(const XmlNode& element, ColladaTrouble& trouble) {
  const std::vector<double> n = numbers_in(element, 3, trouble);
  return {Mat3::Identity(), Vec3(n[0], n[1], n[2])};
}

/// All transforms of a node, the first one outermost.
AffineMap map_of(const XmlNode& node, ColladaTrouble& trouble) {
  AffineMap map;
  for (const XmlNode* child : node.children) {
    if (trouble.is_there()) return map;
    if (child->name == "matrix") map = map * matrix_of(*child, trouble);
    if (child->name == "translate") map = map * shift_of(*child, trouble);
    if (child->name == "rotate") map = map * turn_of(*child, trouble);
    if (child->name == "scale") map = map * scale_of(*child, trouble);
    if (child->name == "lookat") map = map * lookat_of(*child, trouble);
    if (child->name == "skew") trouble = trouble_with(*child, "is not read");
  }
  return map;
}

/// A node on the path from the scene down.
struct NodeLevel {
  const XmlNode* node;
  AffineMap to_world;
  std::size_t next_child = 0;
};

class NodeWalk {
 public:
  NodeWalk(const ColladaDocument& document, std::uint64_t max_instances, ColladaTrouble& trouble)
      : document_(document), max_instances_(max_instances), trouble_(trouble) {}

  std::vector<ColladaInstance> walk(const XmlNode& scene) {
    enter(scene, AffineMap{});
    while (!path_.empty() && !trouble_.is_there()) {
      NodeLevel& level = path_.back();
      if (level.next_child == level.node->children.size()) {
        open_.erase(level.node);
        path_.pop_back();
      } else {
        look_at(*level.node->children[level.next_child++], AffineMap(level.to_world));
      }
    }
    return std::move(found_);
  }

 private:
  void look_at(const XmlNode& element, const AffineMap& outer) {
    if (element.name == "node") return enter(element, outer);
    if (element.name == "instance_node") {
      const XmlNode* node = document_.target(element, "url", "node", trouble_);
      if (node != nullptr) enter(*node, outer);
    }
    if (element.name == "instance_geometry") {
      const XmlNode* geometry = document_.target(element, "url", "geometry", trouble_);
      if (geometry != nullptr && count(element)) found_.push_back({geometry, outer});
    }
    if (element.name == "instance_controller") trouble_ = trouble_with(element, "a skin or morph is not read");
  }

  void enter(const XmlNode& node, const AffineMap& outer) {
    if (!count(node)) return;
    if (!open_.insert(&node).second) {
      trouble_ = trouble_with(node, "contains itself");
      return;
    }
    const AffineMap local = map_of(node, trouble_);
    if (!trouble_.is_there()) path_.push_back({&node, outer * local});
  }

  bool count(const XmlNode& element) {
    if (++instances_ <= max_instances_) return true;
    trouble_ = trouble_with(element, fmt::format("more than {} uses of nodes and geometries", max_instances_), ErrorCode::limit);
    return false;
  }

  const ColladaDocument& document_;
  std::uint64_t max_instances_;
  ColladaTrouble& trouble_;
  std::vector<NodeLevel> path_;
  std::set<const XmlNode*> open_;  ///< those on the path
  std::vector<ColladaInstance> found_;
  std::uint64_t instances_ = 0;
};

/// All elements of that name in libraries of that name.
std::vector<const XmlNode*> in_libraries(const XmlNode& root, std::string_view library, std::string_view name) {
  std::vector<const XmlNode*> found;
  for (const XmlNode* shelf : root.children) {
    if (shelf->name != library) continue;
    for (const XmlNode* child : shelf->children) {
      if (child->name == name) found.push_back(child);
    }
  }
  return found;
}

}  // namespace

std::vector<ColladaInstance> collada_instances(const ColladaDocument& document, std::uint64_t max_instances,
                                               ColladaTrouble& trouble) {
  const XmlNode& root = document.root();
  const XmlNode* scene = root.child("scene");
  const XmlNode* instance = scene == nullptr ? nullptr : scene->child("instance_visual_scene");
  if (instance != nullptr) {
    const XmlNode* visual = document.target(*instance, "url", "visual_scene", trouble);
    return visual == nullptr ? std::vector<ColladaInstance>{} : NodeWalk(document, max_instances, trouble).walk(*visual);
  }
  const auto scenes = in_libraries(root, "library_visual_scenes", "visual_scene");
  if (scenes.size() > 1) trouble = trouble_with(root, "several visual scenes, and no <scene> that names one");
  if (scenes.size() == 1) return NodeWalk(document, max_instances, trouble).walk(*scenes.front());
  std::vector<ColladaInstance> found;
  if (scenes.empty()) {
    for (const XmlNode* geometry : in_libraries(root, "library_geometries", "geometry")) found.push_back({geometry, {}});
  }
  return found;
}

}  // namespace graze::io
