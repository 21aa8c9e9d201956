#pragma once
/// Arcs on the sphere of directions in a tree of cones: which pairs of them hold two directions at a right angle?
/// Internal to fit.

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <optional>
#include <span>
#include <vector>

#include "fit/gauss_map.h"

namespace graze {

/// The scalar products of the ends of two arcs. Along chords the product is bilinear, so it vanishes somewhere exactly when these
/// four are not all of one sign.
struct EndProducts {
  double ff = 0, ft = 0, tf = 0, tt = 0;  ///< from·from, from·to, to·from, to·to

  [[nodiscard]] bool can_vanish() const {
    return !(ff > 0 && ft > 0 && tf > 0 && tt > 0) && !(ff < 0 && ft < 0 && tf < 0 && tt < 0);
  }
};

[[nodiscard]] inline EndProducts end_products(const GaussArc& a, const GaussArc& b) {
  return {a.from.dot(b.from), a.from.dot(b.to), a.to.dot(b.from), a.to.dot(b.to)};
}

/// Directions at most an angle of 90 degrees away from the axis; all of them when sine is 1.
struct DirectionCone {
  Vec3 axis = Vec3::UnitX();    ///< unit
  double sine = 0, cosine = 1;  ///< of the angle

  /// The least scalar product of a span with a unit direction of the cone.
  [[nodiscard]] double least_product(const Vec3& span) const {
    const double along = axis.dot(span);
    return along * cosine - (span - along * axis).norm() * sine;
  }
};

/// All directions at right angles to one of `a` and one of `b` that are at a right angle to each other, up to their sign.
[[nodiscard]] DirectionCone perpendicular_cone(const DirectionCone& a, const DirectionCone& b);

/// The apex first: combinations of the three with weights of at least 0 hold all directions of some arcs that end at the apex.
using Fan = std::array<Vec3, 3>;

class ArcTree {
 public:
  struct Node {
    DirectionCone cone;      ///< around all directions of the arcs [begin, end)
    std::optional<Fan> fan;  ///< where these are edges of one face, whose normal is the apex, within a right angle around it
    std::size_t begin = 0, end = 0;
    std::size_t second_child = 0;  ///< the first is the next node; 0 for a leaf

    [[nodiscard]] bool is_leaf() const { return second_child == 0; }
  };

  explicit ArcTree(std::vector<GaussArc> arcs);

  /// In the order of the tree: neighbours on the sphere are mostly neighbours here.
  [[nodiscard]] std::span<const GaussArc> arcs() const { return arcs_; }
  [[nodiscard]] std::span<const Node> nodes() const { return nodes_; }

  /// Calls visit(i, k), i < k, for all pairs of arcs that hold directions at a right angle, except those in pairs of nodes for
  /// which skip(a, b) is true.
  template <class Skip, class Visit>
  void for_each_perpendicular(Skip skip, Visit visit) const {
    if (!nodes_.empty()) descend(0, 0, skip, visit);
  }

 private:
  void build(std::size_t begin, std::size_t end);
  [[nodiscard]] static bool may_be_perpendicular(const DirectionCone& a, const DirectionCone& b);

  /// Rather than the other one: fans are kept, to be tried with leaves, and otherwise the wider cone is split.
  [[nodiscard]] static bool is_to_be_split(const Node& one, const Node& other) {
    if (one.is_leaf() || other.is_leaf()) return other.is_leaf();
    if (one.fan.has_value() != other.fan.has_value()) return other.fan.has_value();
    return one.cone.sine > other.cone.sine;
  }

  template <class Skip, class Visit>
  void descend(std::size_t a, std::size_t b, Skip& skip, Visit& visit) const {
    const Node &one = nodes_[a], &other = nodes_[b];
    if (!may_be_perpendicular(one.cone, other.cone) || skip(a, b)) return;
    if (one.is_leaf() && other.is_leaf()) return visit_arcs(one, other, visit);
    if (a == b) {
      descend(a + 1, a + 1, skip, visit);
      descend(a + 1, one.second_child, skip, visit);
      descend(one.second_child, one.second_child, skip, visit);
    } else if (is_to_be_split(one, other)) {
      descend(a + 1, b, skip, visit);
      descend(one.second_child, b, skip, visit);
    } else {
      descend(a, b + 1, skip, visit);
      descend(a, other.second_child, skip, visit);
    }
  }

  template <class Visit>
  void visit_arcs(const Node& one, const Node& other, Visit& visit) const {
    for (std::size_t i = one.begin; i < one.end; ++i)
      for (std::size_t k = std::max(i + 1, other.begin); k < other.end; ++k)
        if (end_products(arcs_[i], arcs_[k]).can_vanish()) visit(i, k);
  }

  std::vector<GaussArc> arcs_;
  std::vector<Node> nodes_;
};

}  // namespace graze
