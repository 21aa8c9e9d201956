/// The closest approach of two meshes in translation: a good guess, and a walk in time that proves that nothing comes closer.

#include "mesh/approach.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "mesh/distance.h"
#include "mesh/moving_boxes.h"
#include "mesh/placed_triangles.h"
#include "numbers/tolerance.h"
#include "tree/walk/traverse_moving.h"

namespace graze::query {
namespace {

using distance::DistanceAtTime;
using distance::LeastOverTime;

/// Distances of triangles are evaluated at so many times at most: each takes at least half of what is left, and doubles have 53
/// bits.
constexpr std::size_t most_times = 100;
/// Roundings of a product of a unit direction and a corner, with what the motion adds. No unit.
constexpr double height_error = 0x1p-48;

/// Two triangles of which the second moves by `velocity` against the first.
class MovingTriangles {
 public:
  MovingTriangles(const PlacedMesh& a, const PlacedMesh& b)
      : velocity_(b.velocity - a.velocity), a_(a), b_(b), placed_a_(a), placed_b_(b) {}

  [[nodiscard]] const Vec3& velocity() const { return velocity_; }
  [[nodiscard]] Pose pose_of_b(double t) const { return {b_.pose.rotation, b_.pose.translation + t * velocity_}; }

  /// Not more than the gap of the triangles along a unit direction at a time.
  [[nodiscard]] double gap_along(TrianglePair pair, const Vec3& normal, double t) {
    const PosedTriangle &a = placed_a_[pair[0]].triangle, &b = placed_b_[pair[1]].triangle;
    const auto& [a0, a1, a2] = a.world.v;
    const auto& [b0, b1, b2] = b.world.v;
    const double top = std::max({normal.dot(a0), normal.dot(a1), normal.dot(a2)});
    const double bottom = std::min({normal.dot(b0), normal.dot(b1), normal.dot(b2)});
    const double way = t * normal.dot(velocity_);
    const double size = a0.lpNorm<1>() + b0.lpNorm<1>() + (a1 - a0).lpNorm<1>() + (b1 - b0).lpNorm<1>() + (a2 - a0).lpNorm<1>() +
                        (b2 - b0).lpNorm<1>() + t * velocity_.lpNorm<1>();
    return bottom - top + way - height_error * size - 2 * (a.error + b.error);
  }

  [[nodiscard]] DistanceAtTime evaluate(TrianglePair pair, double t) {
    const Pose pose = pose_of_b(t);
    const distance::PlacedSimplex b{place(b_.tree->view().triangle(pair[1]), pose), 3};
    const Closest found = distance::closest(placed_a_[pair[0]], b);
    if (found.distance == 0) return {t, 0, 0, 0};
    const Vec3 normal = (found.points[1] - found.points[0]).stableNormalized();
    return {t, found.distance, gap_along(pair, normal, t), normal.dot(velocity_)};
  }

  [[nodiscard]] LeastOverTime least(TrianglePair pair, double t_max, const distance::LeastOverTimeLimits& limits) {
    return least_over_time([&](double t) { return evaluate(pair, t); }, t_max, limits);
  }

  [[nodiscard]] Vec3 normal_at(TrianglePair pair, double t) {
    const Pose pose = pose_of_b(t);
    const Closest found = distance::closest(placed_a_[pair[0]], {place(b_.tree->view().triangle(pair[1]), pose), 3});
    return (found.points[1] - found.points[0]).stableNormalized();
  }

 private:
  Vec3 velocity_;
  const PlacedMesh& a_;
  const PlacedMesh& b_;
  PlacedTriangles placed_a_, placed_b_;
};

/// When the middles of the root boxes are nearest, and a time after which the meshes are farther apart than at time 0.
struct Course {
  double nearest = 0;
  double end = 0;
};

Course course_of(const PlacedMesh& a, const PlacedMesh& b, double t_max) {
  const Vec3 velocity = b.velocity - a.velocity;
  const double speed = velocity.stableNorm();
  if (!(speed > 0)) return {};
  const Obb &box_a = a.tree->root_box(), &box_b = b.tree->root_box();
  const Vec3 apart = b.pose.to_world(box_b.center) - a.pose.to_world(box_a.center);
  const double reach = box_a.half_extents.stableNorm() + box_b.half_extents.stableNorm();
  const double nearest = std::clamp(-apart.dot(velocity / speed) / speed, 0.0, t_max);
  return {nearest, std::min(t_max, 4 * (apart.stableNorm() + reach) / speed)};
}

/// The search and what it has found so far.
class ApproachSearch {
 public:
  ApproachSearch(const PlacedMesh& a, const PlacedMesh& b, double t_max, double tolerance)
      : a_(a),
        b_(b),
        triangles_(a, b),
        course_(course_of(a, b, t_max)),
        boxes_(a, b, triangles_.velocity(), course_.end),
        t_max_(t_max),
        tolerance_(tolerance) {}

  MeshApproach run() {
    guess();
    while (best_.found.distance > 0 && !prove()) {
    }
    polish();
    return best_;
  }

 private:
  /// Triangles that are near each other when the middles are nearest, roughly: it takes a fraction of the time of the nearest. Then
  /// the nearest at the time when those are nearest, and so on, as long as that helps.
  void guess() {
    constexpr double rough = 3;  // up to four times as far apart as the nearest
    constexpr int most_turns = 8;
    constexpr double helps = 0x1p-7;
    best_.found.distance = std::numeric_limits<double>::infinity();
    look_at_nearest(course_.nearest, rough);
    for (int turn = 0; turn < most_turns && best_.found.distance > 0; ++turn) {
      const double before = best_.found.distance;
      look_at_nearest(best_.found.time, helps);
      if (!(best_.found.distance < before * (1 - helps))) break;
    }
  }

  /// At the pair that is nearest at a time, up to a relative error.
  void look_at_nearest(double time, double error) {
    const auto closest = query::closest_points(a_, {b_.tree, triangles_.pose_of_b(time)}, {.relative_error = error});
    if (!closest) {  // interrupted
      look_at({0, 0});
      return;
    }
    look_at({static_cast<std::uint32_t>(closest->features[0].triangle), static_cast<std::uint32_t>(closest->features[1].triangle)});
  }

  /// Returns a distance that the pair certainly stays beyond, as far as that is of interest.
  double look_at(TrianglePair pair) {
    const double of_interest = std::max(0.0, best_.found.distance - tolerance_);
    const double guess = std::isfinite(best_.found.distance) ? best_.found.time : course_.nearest;
    const LeastOverTime found = triangles_.least(pair, course_.end, {tolerance_ / 4, of_interest, most_times, guess});
    if (found.distance < best_.found.distance) {
      best_ = {found, pair};
      if (found.distance > 0) normal_ = triangles_.normal_at(pair, found.time);
    }
    return found.least;
  }

  /// The time of the best pair to the last digits.
  void polish() {
    const double least = best_.found.least;
    best_.found =
        triangles_.least(best_.pair, course_.end, {0, std::numeric_limits<double>::infinity(), most_times, best_.found.time});
    best_.found.least = std::min(least, best_.found.distance);
    best_.found.finished = !is_interrupted_;
  }

  /// The gap along the direction in which the best pair is apart, which tells of most pairs that they stay beyond.
  [[nodiscard]] double quick_bound(TrianglePair pair) {
    const double slope = normal_.dot(triangles_.velocity());
    const double t = slope < 0 ? course_.end : 0;
    return triangles_.gap_along(pair, normal_, t);
  }

  /// Looks at all pairs that may come closer than what was found, less the tolerance. False when another walk would be much
  /// shorter.
  bool prove() {
    const double clearance = std::max(0.0, best_.found.distance - tolerance_ / 2);
    double least = clearance;
    bool is_much_better = false;
    tree::for_each_pair_by_time(
        *a_.tree, a_.pose, *b_.tree, b_.pose, triangles_.velocity(), t_max_,
        [&](std::uint32_t i, std::uint32_t j, double) {
          constexpr double nothing_more = -1;
          constexpr double much_better = 0.875;
          if (is_much_better || best_.found.distance == 0) return nothing_more;
          const double of_interest = best_.found.distance - tolerance_;
          const double quick = quick_bound({i, j});
          least = std::min(least, quick > of_interest ? quick : look_at({i, j}));
          is_much_better = best_.found.distance < much_better * clearance;
          return is_much_better ? nothing_more : t_max_;
        },
        clearance,
        [&](const tree::BoxRefPair& boxes) {
          const double beyond = std::max(0.0, best_.found.distance - tolerance_ / 2);  // of the best by now
          if (!boxes_.stay_beyond(beyond, boxes, normal_)) return false;
          least = std::min(least, beyond);
          return true;
        });
    is_interrupted_ = Interrupt::is_asked_for();
    if (is_interrupted_) least = 0;
    best_.found.least = std::clamp(least, 0.0, best_.found.distance);
    return !is_much_better || is_interrupted_;
  }

  const PlacedMesh& a_;
  const PlacedMesh& b_;
  MovingTriangles triangles_;
  Course course_;
  MovingBoxes boxes_;
  double t_max_, tolerance_;
  MeshApproach best_;
  bool is_interrupted_ = false;  ///< then nothing is proven
  Vec3 normal_ = Vec3::Zero();
};

}  // namespace

std::optional<MeshApproach> closest_approach(const PlacedMesh& a, const PlacedMesh& b, double t_max, double tolerance) {
  if (a.tree->empty() || b.tree->empty()) return std::nullopt;
  return ApproachSearch(a, b, t_max, tolerance).run();
}

}  // namespace graze::query
