/// The stages of the distance of two simplices: doubles, double-doubles, exact fractions, and a common point where they meet.

#include "triangle/closest.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <utility>

#include <Eigen/Geometry>

#include "geometry/drop_coordinate.h"
#include "numbers/orient.h"
#include "polytope/contact/contact_set.h"
#include "triangle/closest_exact.h"
#include "triangle/closest_fine.h"
#include "triangle/kernels.h"
#include "triangle/point_overlap.h"
#include "triangle/point_proof.h"

namespace graze::distance {
namespace {

/// Squared sizes outside these are left to exact arithmetic: products of four lengths overflow, or vanish for edges that are long
/// enough to matter, 2^-53 of the size. Unit of the input, squared. TriangleClosest.HasTinyRelativeErrorForTinyEdges
constexpr double least_squared_size = 0x1p-370;
constexpr double greatest_squared_size = 0x1p480;

constexpr double sqrt3 = 1.7320508075688774;

/// How sure the rounded coordinates of two simplices are.
struct Doubt {
  double squared = 0;   ///< of a squared distance; infinite when doubles cannot tell anything
  double distance = 0;  ///< of a distance, from placing the corners
};

/// Of corners that are known within 2^-52: an error of e in each coordinate moves squared distances by 4 sqrt(3) e of a squared
/// size.
Doubt doubt_about(const Simplex& a, const Simplex& b) {
  const double size = squared_size_of_pair(a, b);
  if (!(size >= least_squared_size && size <= greatest_squared_size)) return {std::numeric_limits<double>::infinity(), 0};
  return {(squared_rounding + 16 * tolerance::rounding) * size, 0};
}

/// Of the corners in the world, `world_a` and `world_b`.
Doubt doubt_about(const PlacedSimplex& a, const Simplex& world_a, const PlacedSimplex& b, const Simplex& world_b) {
  return {doubt_about(world_a, world_b).squared, 2 * sqrt3 * std::max(a.triangle.error, b.triangle.error)};
}

Bracket bracket(double squared, const Doubt& doubt) {
  if (!std::isfinite(doubt.squared)) return {0, doubt.squared};
  constexpr double up = 1 + 4 * tolerance::rounding, down = 1 - 4 * tolerance::rounding;
  const double low = std::sqrt(std::max(0.0, squared - doubt.squared)) * down - doubt.distance;
  return {std::max(0.0, low), std::sqrt(squared + doubt.squared) * up + doubt.distance};
}

bool is_trusted(double squared, const Doubt& doubt) {
  if (!std::isfinite(squared)) return false;  // an infinite error would be no larger than an infinite part of it
  // (d + p)^2 - d^2 for the doubt p of a distance
  return doubt.squared + 2 * doubt.distance * std::sqrt(squared) + doubt.distance * doubt.distance <= trusted_error * squared;
}

Feature feature_on_edge(const Simplex& s, int edge, double parameter) {
  if (parameter == 0 || s.corners == 1) return {FeatureKind::vertex, edge};
  if (parameter == 1) return {FeatureKind::vertex, s.edge_end(edge)};
  return {FeatureKind::edge, edge};
}

Vec3 on_edge(const Simplex& s, int edge, double parameter) {
  const Vec3& end = s.v[s.edge_end(edge)];
  return parameter == 1 ? end : Vec3(s.v[edge] + parameter * (end - s.v[edge]));
}

Vec3 on_face(const Simplex& s, const std::array<double, 2>& weights) {
  return s.v[0] + weights[0] * (s.v[1] - s.v[0]) + weights[1] * (s.v[2] - s.v[0]);
}

Closest described(const Simplex& a, const Simplex& b, const NearFeatures& near, double distance) {
  const auto [kind, i, j] = near.pair;
  switch (kind) {
    case PairKind::corner_face:
      return {distance, {a.v[i], on_face(b, near.on)}, {Feature{FeatureKind::vertex, i}, Feature{FeatureKind::face, 0}}};
    case PairKind::face_corner:
      return {distance, {on_face(a, near.on), b.v[j]}, {Feature{FeatureKind::face, 0}, Feature{FeatureKind::vertex, j}}};
    case PairKind::edge_edge: break;
  }
  return {distance,
          {on_edge(a, i, near.on[0]), on_edge(b, j, near.on[1])},
          {feature_on_edge(a, i, near.on[0]), feature_on_edge(b, j, near.on[1])}};
}

/// Where one of them is a point: whether more than the bounds of squared distances proves the finding.
bool is_proven(const Simplex& a, const Simplex& b, const Closest& found, const Doubt& doubt) {
  if ((a.corners != 1 && b.corners != 1) || !std::isfinite(doubt.squared)) return false;
  const int other = a.corners == 1 ? 1 : 0;
  return is_proven((other == 1 ? a : b).v[0], other == 1 ? b : a, {found.points[other], found.features[other], found.distance},
                   2 * doubt.distance);
}

double parameter_on(const Fraction& exact) { return std::min(approximate(exact), 1.0); }

/// Every pair of edges and every corner above a face, with the nearest of them.
class AllFeatures {
 public:
  AllFeatures(const Simplex& a, const Simplex& b)
      : corners_a_(b.faces() != 0 ? a.corners : 0), corners_b_(a.faces() != 0 ? b.corners : 0) {
    for_each_near_features(a, b, [&](const NearFeatures& near) {
      if (count_ == 0 || near.squared < all_[nearest_].squared) nearest_ = count_;
      all_[count_++] = near;
    });
  }

  [[nodiscard]] const NearFeatures& nearest() const { return all_[nearest_]; }

  /// Calls consider(pair) for pairs that may be the nearest. A corner may be above a face if only rounding says that it is not;
  /// then one of its edges is as near to an edge of the face.
  template <class Consider>
  void for_each_likely_pair(const Doubt& doubt, Consider&& consider) const {
    const double limit = bracket(nearest().squared, doubt).high;
    std::array<bool, 3> likely_a{}, likely_b{};
    for (int k = 0; k < count_; ++k) {
      const auto [kind, i, j] = all_[k].pair;
      if (bracket(all_[k].squared, doubt).low > limit) continue;
      if (kind == PairKind::edge_edge) consider(all_[k].pair);
      if (kind != PairKind::face_corner) likely_a[i] = true;
      if (kind != PairKind::corner_face) likely_b[j] = true;
    }
    for (int i = 0; i < corners_a_; ++i) {
      if (likely_a[i]) consider(FeaturePair{PairKind::corner_face, i, 0});
    }
    for (int j = 0; j < corners_b_; ++j) {
      if (likely_b[j]) consider(FeaturePair{PairKind::face_corner, 0, j});
    }
  }

 private:
  std::array<NearFeatures, 15> all_;
  int count_ = 0, nearest_ = 0;
  int corners_a_, corners_b_;  ///< that may be above the other's face
};

Closest described(const Simplex& a, const Simplex& b, const ExactFeatures& nearest) {
  const NearFeatures near{nearest.pair, 0, {parameter_on(nearest.on[0]), parameter_on(nearest.on[1])}};
  return described(a, b, near, square_root(nearest.squared));
}

/// Pairs of features that doubles cannot tell apart are measured exactly. Doubles relative to a nearby origin, without the rounding
/// of poses, leave few such pairs.
Closest measured_exactly(const PlacedSimplex& a, const PlacedSimplex& b) {
  const ExactCorners exact_a = exact_corners(a.triangle), exact_b = exact_corners(b.triangle);
  const auto seen = [&](const ExactCorners& corners, int count) {
    Simplex simplex;
    simplex.corners = count;
    for (int i = 0; i < 3; ++i) simplex.v[i] = approximate(corners[i] - exact_a[0]);
    return simplex;
  };
  const Simplex near_a = seen(exact_a, a.corners), near_b = seen(exact_b, b.corners);
  std::optional<ExactFeatures> best;
  AllFeatures(near_a, near_b).for_each_likely_pair(doubt_about(near_a, near_b), [&](FeaturePair pair) {
    std::optional<ExactFeatures> found = measured(exact_a, exact_b, near_a, near_b, pair);
    if (found && (!best || found->squared < best->squared)) best = std::move(found);
  });
  return described(a.world(), b.world(), *best);
}

/// The likely pairs of features in numbers of twice as many digits, for which the corners are placed again; nothing where these do
/// not suffice.
std::optional<Closest> measured_finely(const PlacedSimplex& a, const PlacedSimplex& b) {
  const FineTriangles fine(a.triangle, b.triangle);
  const Simplex near_a = fine.rounded_a(a.corners), near_b = fine.rounded_b(b.corners);
  const double squared_size = squared_size_of_pair(near_a, near_b);
  if (!(squared_size > least_fine_squared_size && squared_size < greatest_squared_size)) return std::nullopt;
  Doubt doubt = doubt_about(near_a, near_b);
  doubt.distance = 2 * sqrt3 * fine.placement_error();
  const AllFeatures features(near_a, near_b);
  const NearFeatures& near = features.nearest();
  if (is_trusted(near.squared, doubt)) return described(a.world(), b.world(), near, std::sqrt(near.squared));
  std::optional<FineFeatures> best;
  features.for_each_likely_pair(doubt, [&](FeaturePair pair) {
    const std::optional<FineFeatures> found = fine.measured(near_a, near_b, pair);
    if (found && (!best || found->near.squared < best->near.squared)) best = found;
  });
  const Doubt fine_doubt{fine_squared_rounding * squared_size, doubt.distance};
  const double squared = best ? best->near.squared.hi : 0;
  if (!best || !is_trusted(squared, fine_doubt)) return std::nullopt;
  const NearFeatures nearest{best->pair, squared, {best->near.on[0].hi, best->near.on[1].hi}};
  return described(a.world(), b.world(), nearest, sqrt(best->near.squared).hi);
}

/// Where doubles do not suffice.
Closest measured_closely(const PlacedSimplex& a, const PlacedSimplex& b) {
  const std::optional<Closest> found = measured_finely(a, b);
  return found ? *found : measured_exactly(a, b);
}

/// Of a point and a triangle in the world, measured again where the first finding cannot be trusted.
std::optional<double> fine_length(const Simplex& a, const Simplex& b, const Doubt& doubt) {
  if (a.corners * b.corners != 3 || doubt.distance > 0 || !std::isfinite(doubt.squared)) return std::nullopt;
  const Vec3& point = (a.corners == 1 ? a : b).v[0];
  const auto& corners = (a.corners == 1 ? b : a).v;
  return fine_length(point, corners, nearest_features_of_point(point, corners));
}

/// Of corners in the world. Nothing where doubles cannot be trusted, as they never are when the simplices meet.
std::optional<Closest> measured_in_doubles(const Simplex& a, const Simplex& b, const Doubt& doubt) {
  const NearFeatures near = nearest_features(a, b);
  Closest found = described(a, b, near, std::sqrt(near.squared));
  if (is_trusted(near.squared, doubt) || is_proven(a, b, found, doubt)) return found;
  const std::optional<double> length = fine_length(a, b, doubt);
  if (!length) return std::nullopt;
  found.distance = *length;
  return found;
}

std::optional<Closest> measured_in_doubles(const PlacedSimplex& a, const PlacedSimplex& b) {
  const Simplex world_a = a.world(), world_b = b.world();
  return measured_in_doubles(world_a, world_b, doubt_about(a, world_a, b, world_b));
}

/// Of bodies so large or small that squares overflow or vanish: relative to a nearby origin and scaled by a power of two.
Bracket bracket_in_a_fit_size(const PlacedSimplex& a, const PlacedSimplex& b, double distance_doubt) {
  const Vec3 origin = a.triangle.world.v[0];
  Simplex seen_a = a.world(), seen_b = b.world();
  double size = 0;
  for (Simplex* seen : {&seen_a, &seen_b}) {
    for (Vec3& v : seen->v) v -= origin, size = std::max(size, v.cwiseAbs().maxCoeff());
  }
  if (!(size > 0 && std::isfinite(size))) return {0, std::numeric_limits<double>::infinity()};
  const int exponent = std::ilogb(size);
  for (Simplex* seen : {&seen_a, &seen_b}) {
    for (Vec3& v : seen->v) v = v.unaryExpr([&](double x) { return std::ldexp(x, -exponent); });
  }
  const Bracket scaled = bracket(nearest_features(seen_a, seen_b).squared, doubt_about(seen_a, seen_b));
  return {std::max(0.0, std::ldexp(scaled.low, exponent) - distance_doubt), std::ldexp(scaled.high, exponent) + distance_doubt};
}

/// Where an edge of a passes through the middle of b, if one does: most triangles that meet do so, and doubles can tell where.
std::optional<Vec3> clear_crossing(const Simplex& a, const Simplex& b) {
  // The face is no sliver, its sine squared above this, and it holds the crossing by this part of it: far beyond rounding. No unit.
  // TriangleClosest.HasTinyRelativeErrorForEveryGap
  constexpr double clear = 0x1p-12;
  const Vec3 e = b.v[1] - b.v[0], f = b.v[2] - b.v[0], normal = e.cross(f);
  const double area = normal.squaredNorm();
  if (!(area > clear * e.squaredNorm() * f.squaredNorm())) return std::nullopt;
  for (int i = 0; b.faces() != 0 && i < a.edges(); ++i) {
    const Vec3 &p = a.v[i], &q = a.v[a.edge_end(i)];
    const double at_p = normal.dot(p - b.v[0]), at_q = normal.dot(q - b.v[0]);
    if (!(at_p * at_q < 0)) continue;
    const Vec3 crossing = p + at_p / (at_p - at_q) * (q - p), r = crossing - b.v[0];
    const double x = normal.dot(r.cross(f)), y = normal.dot(e.cross(r));
    if (std::min({x, y, area - x - y}) > clear * area) return crossing;
  }
  return std::nullopt;
}

/// Of which one is a point, by exact decisions.
bool meet(const PlacedSimplex& a, const PlacedSimplex& b) {
  if (a.triangle.error != 0 || b.triangle.error != 0) return overlap(a.triangle, b.triangle);
  return a.corners == 1 ? holds(b.triangle.world, a.triangle.world.v[0]) : holds(a.triangle.world, b.triangle.world.v[0]);
}

/// By exact decisions.
Vec3 common_point(const PlacedSimplex& a, const PlacedSimplex& b) {
  for (const PlacedSimplex* s : {&a, &b}) {
    if (s->corners == 1 && s->triangle.error == 0) return s->triangle.world.v[0];
  }
  const sat::Convex body_a = sat::as_convex(a.triangle.local, *a.triangle.pose);
  const sat::Convex body_b = sat::as_convex(b.triangle.local, *b.triangle.pose);
  const std::optional<ContactSet> set = sat::flat_intersection({body_a, body_b});
  return set && !set->points.empty() ? set->points.front() : a.triangle.world.v[0];
}

/// Stands in for the pose of bodies that are given in the world. An address of its own, because poses are compared by address.
const Pose& world_pose() {
  static const Pose identity;
  return identity;
}

PlacedSimplex placed(const Triangle& triangle, const Pose& pose, int corners) {
  return {place(triangle, pose.is_identity() ? world_pose() : pose), corners};
}

}  // namespace

PlacedSimplex placed_point(const Vec3& p, const Pose& pose) { return placed({{p, p, p}}, pose, 1); }
PlacedSimplex placed_segment(const Vec3& p, const Vec3& q, const Pose& pose) { return placed({{p, q, q}}, pose, 2); }
PlacedSimplex placed_triangle(const Triangle& triangle, const Pose& pose) { return placed(triangle, pose, 3); }

Bracket bracket_of_apart(const PlacedSimplex& a, const PlacedSimplex& b) {
  const Simplex world_a = a.world(), world_b = b.world();
  const Doubt doubt = doubt_about(a, world_a, b, world_b);
  if (!std::isfinite(doubt.squared)) return bracket_in_a_fit_size(a, b, doubt.distance);
  const bool are_triangles = a.corners == 3 && b.corners == 3;
  return bracket(
      are_triangles ? sat::triangle_kernels().least_squared(world_a.v, world_b.v) : nearest_features(world_a, world_b).squared,
      doubt);
}

bool are_clearly_beyond(const PlacedSimplex& a, const PlacedSimplex& b, double limit) {
  const auto &v = a.triangle.world.v, &w = b.triangle.world.v;
  const Vec3& origin = v[0];
  const Vec3 a1 = v[1] - origin, a2 = v[2] - origin, b0 = w[0] - origin, b1 = w[1] - origin, b2 = w[2] - origin;
  const Vec3 line = (b0 + b1 + b2) - (a1 + a2);
  const double last_of_a = std::max({0.0, line.dot(a1), line.dot(a2)});
  const double first_of_b = std::min({line.dot(b0), line.dot(b1), line.dot(b2)});
  // Products and sums round by 4 u of coordinates that are below |line|_1 and the sizes; placing may have moved either body.
  const double coordinates = a1.lpNorm<1>() + a2.lpNorm<1>() + b0.lpNorm<1>() + b1.lpNorm<1>() + b2.lpNorm<1>();
  const double margin = (8 * tolerance::rounding * coordinates + 2 * (a.triangle.error + b.triangle.error)) * line.lpNorm<1>();
  const double gap = first_of_b - last_of_a - margin;
  constexpr double up = 1 + 16 * tolerance::rounding;
  return gap > 0 && gap * gap > limit * limit * line.squaredNorm() * up && gap * gap < greatest_squared_size;
}

namespace {

/// True only if the point is in the triangle, in a plane square to an axis: there signs of two dimensions tell, and floors and
/// drawings have all their triangles in one. Of a triangle without area it may be false.
bool lies_in_level_triangle(const Vec3& p, const std::array<Vec3, 3>& v) {
  for (int axis = 0; axis < 3; ++axis) {
    if (v[0][axis] != p[axis] || v[1][axis] != p[axis] || v[2][axis] != p[axis]) continue;
    const Vec2 q = drop_coordinate(p, axis), a = drop_coordinate(v[0], axis), b = drop_coordinate(v[1], axis),
               c = drop_coordinate(v[2], axis);
    const int sides[] = {orient2d(a, b, q), orient2d(b, c, q), orient2d(c, a, q)};
    const auto [least, greatest] = std::minmax_element(std::begin(sides), std::end(sides));
    return *least * *greatest >= 0 && (*least != 0 || *greatest != 0);
  }
  return false;
}

}  // namespace

std::optional<double> length_in_doubles(const Vec3& point, const Simplex& triangle, const NearFeatures& near, double doubt) {
  const double length = std::sqrt(near.squared);
  if (is_trusted(near.squared, {doubt, 0})) return length;
  if (near.squared <= doubt && lies_in_level_triangle(point, triangle.v)) return 0;
  if (is_proven(point, triangle, finding_of(triangle.v, near, length), 0)) return length;
  return fine_length(point, triangle.v, near);
}

Closest closest_of_apart(const PlacedSimplex& a, const PlacedSimplex& b) {
  const std::optional<Closest> found = measured_in_doubles(a, b);
  return found ? *found : measured_closely(a, b);
}

Closest meeting_point(const PlacedSimplex& a, const PlacedSimplex& b) {
  const auto feature = [](const PlacedSimplex& s) {
    return Feature{s.corners == 3 ? FeatureKind::face : s.corners == 2 ? FeatureKind::edge : FeatureKind::vertex, 0};
  };
  std::optional<Vec3> point = clear_crossing(a.world(), b.world());
  if (!point) point = clear_crossing(b.world(), a.world());
  if (!point) point = common_point(a, b);
  return {0, {*point, *point}, {feature(a), feature(b)}};
}

Closest closest(const PlacedSimplex& a, const PlacedSimplex& b) {
  // A point cannot be amid the other and far from its features, so that doubles which tell it from the other need no more.
  if (a.corners == 1 || b.corners == 1) {
    if (const auto found = measured_in_doubles(a, b)) return *found;
    const bool are_apart = bracket_of_apart(a, b).low > 0 || !meet(a, b);
    return are_apart ? measured_closely(a, b) : meeting_point(a, b);
  }
  return overlap(a.triangle, b.triangle) ? meeting_point(a, b) : closest_of_apart(a, b);
}

}  // namespace graze::distance
