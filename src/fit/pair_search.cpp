/// Branch and bound over pairs of edges that two neighbouring faces of the box can hold.

#include "fit/pair_search.h"

#include <algorithm>
#include <optional>
#include <vector>

#include <Eigen/Geometry>

#include "fit/flush_pair.h"
#include "fit/gauss_map.h"
#include "geometry/interrupted.h"
#include "geometry/orthonormal_frame.h"

namespace graze {
namespace {

/// Of the part of a family that is still searched. No unit. Over so little the volume changes by less than what is worthwhile,
/// whatever the corners it touches.
constexpr double least_width = 0x1p-40;
/// Parts into which a family is cut at most; the hulls of all our tests take below a hundred. Where rounding is as large as the
/// hull is thick, bounds never hold and 2^40 parts would be looked at. MinVolume.EndsOnSetsAsThinAsRoundings
constexpr int most_parts = 1 << 12;
/// How much less than a promise that was not kept the next one has to be. No unit.
constexpr double disappointment = 0x1p-36;

/// Weights of a fan's sides next to its apex. No unit. Less than an edge of a hull as large as we can search, squared.
constexpr double beside_apex = 0x1p-12;

class PairSearch {
 public:
  PairSearch(const ConvexPolyhedron& hull, LeastFrame& least)
      : vertices_(hull.vertices), climber_(hull), tree_(gauss_arcs(hull)), least_(least), last_third_(tree_.arcs().size()) {
    std::int32_t last = 0;
    for (const GaussArc& arc : tree_.arcs()) opposite_.push_back(last = climber_.farthest(-(arc.from + arc.to), last));
    for (const ArcTree::Node& node : tree_.nodes()) width_.push_back(least_width_along(node.cone));
  }

  void run() {
    tree_.for_each_perpendicular([&](std::size_t a, std::size_t b) { return are_large(a, b); },
                                 [&](std::size_t i, std::size_t k) { try_pair(i, k); });
  }

 private:
  /// Corners on opposite sides.
  struct TouchedVertices {
    std::int32_t behind = 0, ahead = 0;
  };

  /// Where the faces of a box touch the hull: at the edges ahead, and guesses where to start looking for the others.
  struct Touching {
    TouchedVertices first, second, third;
  };

  /// A lower bound of the hull's widths along the directions of a cone.
  double least_width_along(const DirectionCone& cone) {
    climb(cone.axis, touching_.third);
    return std::max(0.0, cone.least_product(span(touching_.third)));
  }

  /// No box with a normal in the cone of either node is worth looking at.
  /// Interrupted, none is: the best box so far holds all points.
  bool are_large(std::size_t a, std::size_t b) {
    if (lookout_.is_called_off()) is_called_off_ = true;
    if (is_called_off_) return true;
    const ArcTree::Node &one = tree_.nodes()[a], &other = tree_.nodes()[b];
    const double area = width_[a] * width_[b];
    if (area > 0 && area * least_width_along(perpendicular_cone(one.cone, other.cone)) >= least_.target()) return true;
    return a != b && (is_large_fan(one, other) || is_large_fan(other, one));
  }

  bool is_large_fan(const ArcTree::Node& node, const ArcTree::Node& leaf) {
    if (!node.fan || !leaf.is_leaf()) return false;
    for (std::size_t k = leaf.begin; k < leaf.end; ++k)
      if (!is_large_fan(*node.fan, k)) return false;
    return true;
  }

  /// With the corners that a box touches just beside the apex: all edges around a base make the same box there, so no others do.
  /// With an edge along the apex the fan makes turns about standing normals only.
  bool is_large_fan(const Fan& fan, std::size_t k) {
    const GaussArc& arc = tree_.arcs()[k];
    if (fan[0].cross(arc.edge).squaredNorm() < standing * standing) return true;
    const double outward = fan[0].cross(arc.edge).dot(arc.from + arc.to) < 0 ? -1 : 1;
    FlushPatch<3> patch{fan, {}};
    for (std::size_t i = 0; i < 3; ++i) patch.second[i] = outward * fan[i].cross(arc.edge);
    const auto beside = [](const std::array<Vec3, 3>& corners) {
      return Vec3((1 - 2 * beside_apex) * corners[0] + beside_apex * (corners[1] + corners[2]));
    };
    touching_.second = {opposite_[k], arc.vertex};
    climb(beside(patch.first), touching_.first);
    climb(beside(patch.first), beside(patch.second));
    return has_at_least(patch, spans(), least_.target());
  }

  void try_pair(std::size_t i, std::size_t k) {
    const GaussArc &a = tree_.arcs()[i], &b = tree_.arcs()[k];
    touching_.first = {opposite_[i], a.vertex};
    touching_.second = {opposite_[k], b.vertex};
    const auto families = flush_families(a, b);  // a name: all() refers to it
    for (const FlushFamily& family : families.all()) try_family(family, last_third_[k]);
  }

  /// First with corners at hand, which any box has to hold apart, too: those that touched last, mostly with the same first edge,
  /// and those that touched last with the same second edge. All edges around a base make the same box with another edge.
  void try_family(const FlushFamily& family, TouchedVertices& last_third) {
    trust_ = 1;
    if (is_large(family, spans())) return;
    touching_.third = last_third;
    if (is_large(family, spans())) return;
    const Spans inside = try_inside(family, 0.5);
    last_third = touching_.third;
    if (is_large(family, inside)) return;
    try_box(family.first[0], family.second[0]);
    try_box(family.first[1], family.second[1]);
    parts_left_ = most_parts;
    search(family, 1);
  }

  /// Boxes at a quarter and at three quarters bound the two parts of the family from below by the corners that they touch.
  void search(const FlushFamily& family, double width) {
    if (width < least_width || --parts_left_ < 0) return;
    const Spans early = try_inside(family, 0.25), late = try_inside(family, 0.75);
    const double s = take_over(family, early, late);
    const auto [first, second] = split(family, s);
    if (!is_large(first, early)) search(first, width * s);
    if (!is_large(second, late)) search(second, width * (1 - s));
  }

  /// Nothing is less than nothing: a target below zero is what rounding makes of a volume.
  [[nodiscard]] bool is_large(const FlushFamily& family, const Spans& spans) const {
    return least_.target() <= 0 || has_at_least(family, spans, least_.target() * trust_);
  }

  Spans try_inside(const FlushFamily& family, double s) {
    return try_box((1 - s) * family.first[0] + s * family.first[1], (1 - s) * family.second[0] + s * family.second[1]);
  }

  /// The corners that the box touches. What they promise about its volume is rounded, and the normals may be at a right angle only
  /// roughly, so a promising box is measured. Where one disappoints the family is trusted that much less.
  Spans try_box(const Vec3& first, const Vec3& second) {
    climb(first, second);
    const Spans touched = spans();
    const double promised = touched[0].dot(first) * touched[1].dot(second) * touched[2].dot(first.cross(second)) /
                            (first.squaredNorm() * second.squaredNorm());
    if (!(promised < least_.target() * trust_)) return touched;
    const std::optional<Frame> frame = orthonormal_frame(first, second);
    if (!frame || !least_.consider(*frame)) trust_ = promised / least_.target() * (1 - disappointment);
    return touched;
  }

  void climb(const Vec3& first, const Vec3& second) {
    touching_.first.behind = climber_.farthest(-first, touching_.first.behind);
    touching_.second.behind = climber_.farthest(-second, touching_.second.behind);
    climb(first.cross(second), touching_.third);
  }

  void climb(const Vec3& direction, TouchedVertices& vertices) const {
    vertices.behind = climber_.farthest(-direction, vertices.behind);
    vertices.ahead = climber_.farthest(direction, vertices.ahead);
  }

  [[nodiscard]] Spans spans() const { return {span(touching_.first), span(touching_.second), span(touching_.third)}; }

  [[nodiscard]] Vec3 span(const TouchedVertices& v) const {
    return vertices_[static_cast<std::size_t>(v.ahead)] - vertices_[static_cast<std::size_t>(v.behind)];
  }

  std::span<const Vec3> vertices_;
  HullClimber climber_;
  ArcTree tree_;
  LeastFrame& least_;
  std::vector<std::int32_t> opposite_;       ///< of each arc: about the farthest vertex on the other side
  std::vector<double> width_;                ///< of each node: at least that much along all directions of its cone
  std::vector<TouchedVertices> last_third_;  ///< of each arc as the second of a pair
  Lookout lookout_;
  bool is_called_off_ = false;
  Touching touching_;
  int parts_left_ = 0;  ///< that the present family may still be cut into
  double trust_ = 1;    ///< of the present family: measured volumes are at least promised ones times its inverse, nearly
};

}  // namespace

void search_edge_pairs(const ConvexPolyhedron& hull, LeastFrame& least) { PairSearch(hull, least).run(); }

}  // namespace graze
