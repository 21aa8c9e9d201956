/// Clips the edges of a box to another box, with a margin for rounding.

#include "tree/walk/box_tree_edges.h"

#include <algorithm>

#include "box/margin.h"
#include "numbers/tolerance.h"

namespace graze::tree {
namespace {

/// The axes other than k, in order.
constexpr std::array<std::array<int, 2>, 3> others = {{{1, 2}, {0, 2}, {0, 1}}};

/// One edge, seen in the other frame: coordinate i is offset[i] + rotation(i, along) * parameter.
class Edge {
 public:
  /// `position` has the coordinates of the edge in its own frame; that along it does not count.
  Edge(const FrameMap& map, int along, const Vec3& position) : map_(map), along_(along) {
    const auto [p, q] = others[static_cast<std::size_t>(along)];
    for (int i = 0; i < 3; ++i)
      offset_[i] = map.translation[i] + map.rotation(i, p) * position[p] + map.rotation(i, q) * position[q];
  }

  /// What is left of the part above the plane, which is perpendicular to axis i of the other frame.
  [[nodiscard]] EdgePart above(EdgePart part, int i, double plane) const {
    const double parameter_per_length = 1 / map_.rotation(i, along_);
    const double at = ((plane - map_.margin) - offset_[i]) * parameter_per_length;
    return parameter_per_length > 0 ? from(part, at) : until(part, at);
  }
  [[nodiscard]] EdgePart below(EdgePart part, int i, double plane) const {
    const double parameter_per_length = 1 / map_.rotation(i, along_);
    const double at = ((plane + map_.margin) - offset_[i]) * parameter_per_length;
    return parameter_per_length > 0 ? until(part, at) : from(part, at);
  }
  [[nodiscard]] EdgePart inside(EdgePart part, const Aabb& other) const {
    for (int i = 0; i < 3; ++i) part = below(above(part, i, other.min[i]), i, other.max[i]);
    return part;
  }

 private:
  static EdgePart from(const EdgePart& part, double at) { return {at > part.low ? at : part.low, part.high}; }
  static EdgePart until(const EdgePart& part, double at) { return {part.low, at < part.high ? at : part.high}; }

  const FrameMap& map_;
  int along_;
  Vec3 offset_;
};

/// Where edge i along axis k of the box is.
Vec3 edge_position(const Aabb& box, int k, std::size_t i) {
  const auto [p, q] = others[static_cast<std::size_t>(k)];
  Vec3 position = box.min;
  if ((i & 1U) != 0) position[p] = box.max[p];
  if ((i & 2U) != 0) position[q] = box.max[q];
  return position;
}

double reach_of(const Aabb& box) { return box.min.cwiseAbs().cwiseMax(box.max.cwiseAbs()).sum(); }

}  // namespace

/// An edge's point has coordinates up to |x|_1 <= reach_from. Its image is off by rotation_error * reach_from + translation_error.
/// Rounding adds, with u = 2^-53 and all terms seen as lengths in the other frame: 3 u (|t| + reach_from) for the offset,
/// u (|plane| + margin) for moving the plane, u (|plane| + margin + |offset|) for the difference, and 2 u of it for reciprocal and
/// product. 16 u of the sum of all sizes is more than twice that; what underflows is less than translation_error allows for.
/// Doubling the sum before makes the margin infinite, so that no pair is rejected, where any of these could overflow.
/// BoxTreeEdges.NeverMissBoxesThatMeet
FrameMap frame_map(const Pose& pose_from, const Aabb& from, const Pose& pose_to, const Aabb& to) {
  const sat::RelativePose pose = sat::relative_pose_with_errors(pose_to, pose_from);
  const double reach = reach_of(from);
  const double sizes = 2 * (reach + pose.translation.lpNorm<1>() + reach_of(to));
  const double placing = pose.rotation_error * reach + pose.translation_error;
  return {pose.rotation, pose.translation, 2 * placing + 8 * tolerance::rounding * sizes};
}

bool EdgeParts::any() const {
  return std::ranges::any_of(
      along, [](const auto& family) { return std::ranges::any_of(family, [](const EdgePart& part) { return !part.is_empty(); }); });
}

EdgeParts edges_in_box(const FrameMap& map, const Aabb& box, const Aabb& other) {
  EdgeParts parts;
  for (int k = 0; k < 3; ++k) {
    for (std::size_t i = 0; i < 4; ++i)
      parts.along[static_cast<std::size_t>(k)][i] = Edge(map, k, edge_position(box, k, i)).inside({box.min[k], box.max[k]}, other);
  }
  return parts;
}

CutEdgeParts after_cut_of_other(const EdgeParts& parts, const FrameMap& map, const Aabb& box, int axis, double at) {
  CutEdgeParts cut;
  for (int k = 0; k < 3; ++k) {
    const auto family = static_cast<std::size_t>(k);
    for (std::size_t i = 0; i < 4; ++i) {
      const Edge edge(map, k, edge_position(box, k, i));
      cut.low.along[family][i] = edge.below(parts.along[family][i], axis, at);
      cut.high.along[family][i] = edge.above(parts.along[family][i], axis, at);
    }
  }
  return cut;
}

CutEdgeParts after_cut_of_own(const EdgeParts& parts, const FrameMap& map, const Aabb& box, const Aabb& other, int axis,
                              double at) {
  CutEdgeParts cut{parts, parts};
  for (EdgePart& part : cut.low.along[static_cast<std::size_t>(axis)]) part.high = std::min(part.high, at);
  for (EdgePart& part : cut.high.along[static_cast<std::size_t>(axis)]) part.low = std::max(part.low, at);
  for (const int k : others[static_cast<std::size_t>(axis)]) {
    const auto family = static_cast<std::size_t>(k);
    const std::size_t high_end = others[family][0] == axis ? 1 : 2;
    const std::size_t other_end = 3 - high_end;
    for (const std::size_t i : {std::size_t{0}, other_end}) {
      Vec3 position = edge_position(box, k, i);
      position[axis] = at;
      const EdgePart in_plane = Edge(map, k, position).inside({box.min[k], box.max[k]}, other);
      cut.low.along[family][i | high_end] = in_plane;
      cut.high.along[family][i] = in_plane;
    }
  }
  return cut;
}

}  // namespace graze::tree
