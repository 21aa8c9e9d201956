/// Branch and bound over triangles of directions, then Newton's method for the last digits.

#include "curved/directions.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <vector>

#include <Eigen/Geometry>
#include <Eigen/LU>

namespace graze::distance::gjk {
namespace {

/// Triangles of directions that are held before the search gives up, some milliseconds. A circle of equally shallow directions, as
/// coaxial cylinders have, is then bounded to about 1e-5. CurvedPenetration.OfCoaxialCylindersIsTheirDiameterOrHeight
constexpr std::size_t patch_limit = std::size_t{1} << 14;

/// How close the bounds are brought beyond what was asked, by the depth, where a few more triangles do. No unit. One lonely
/// shallowest direction needs some hundred of them; a circle of directions would never be done.
/// CurvedPenetration.IsAsExactAsDistancesWhereOneDirectionIsShallowest
constexpr double sharp = 0x1p-36;
constexpr std::size_t sharpening_patches = std::size_t{1} << 10;

/// A spherical triangle of an octahedron holds its flat triangle at 1/sqrt(3) from the centre or farther.
constexpr double flattest = 1.7320508075688774;

/// The farthest point of a - b along a unit direction, and how far that is.
struct SupportProbe {
  Vec3 direction;
  Vec3 point;
  double depth = 0;
};

using DirectionPatch = std::array<SupportProbe, 3>;

struct RankedPatch {
  DirectionPatch patch;
  double lower = 0;

  friend bool operator<(const RankedPatch& x, const RankedPatch& y) { return x.lower > y.lower; }  // the least on top of the heap
};

/// Directions of the patch cannot be shallower than the projection of one point of a - b on them, and over a spherical triangle
/// that projection is least in a corner.
double least_projection(const DirectionPatch& patch, const Vec3& point) {
  double least = std::numeric_limits<double>::infinity();
  for (const SupportProbe& p : patch) least = std::min(least, p.direction.dot(point));
  return least < 0 ? flattest * least : least;
}

/// The point of the triangle of farthest points whose projections on the three directions are equal, if there is one.
std::optional<Vec3> level_point(const DirectionPatch& p) {
  const Vec3 level = (p[1].direction - p[0].direction).cross(p[2].direction - p[0].direction);
  const std::array w{level.dot(p[1].point.cross(p[2].point)), level.dot(p[2].point.cross(p[0].point)),
                     level.dot(p[0].point.cross(p[1].point))};
  const double sum = w[0] + w[1] + w[2];
  if (!(w[0] * sum > 0 && w[1] * sum > 0 && w[2] * sum > 0)) return std::nullopt;
  return (w[0] * p[0].point + w[1] * p[1].point + w[2] * p[2].point) / sum;
}

/// The best that points between two farthest points can do: somewhere two of their three projections are equal.
double bound_between(const DirectionPatch& p, const Vec3& from, const Vec3& to) {
  const Vec3 segment = to - from;
  double lower = -std::numeric_limits<double>::infinity();
  for (int i = 0; i < 3; ++i) {
    const Vec3 across = p[(i + 1) % 3].direction - p[i].direction;
    const double part = -across.dot(from) / across.dot(segment);
    if (part > 0 && part < 1) lower = std::max(lower, least_projection(p, from + part * segment));
  }
  return lower;
}

/// A small linear program, solved by looking at all its corners.
double lower_bound(const DirectionPatch& p) {
  if (const auto level = level_point(p)) return least_projection(p, *level);
  double lower = -std::numeric_limits<double>::infinity();
  for (int i = 0; i < 3; ++i) {
    lower = std::max({lower, least_projection(p, p[i].point), bound_between(p, p[i].point, p[(i + 1) % 3].point)});
  }
  return lower;
}

class DirectionSearch {
 public:
  explicit DirectionSearch(const Pair<double>& pair) : pair_(&pair), heap_(kept_heap()) { heap_.clear(); }

  Shallowest run(double relative, double absolute) {
    start();
    narrow(relative, absolute, patch_limit);
    if (heap_.size() < patch_limit) narrow(sharp, absolute, heap_.size() + sharpening_patches);
    const double lower = std::min(heap_.front().lower, best_.depth);
    move_into_crease();
    polish();
    return {std::min(lower, best_.depth), best_.depth, best_.direction};
  }

 private:
  SupportProbe probe(const Vec3& direction) {
    const Vector3<double> d = lifted<double>(direction);
    SupportProbe p{direction, rounded(support(pair_->a, d) - support(pair_->b, -d)), 0};
    p.depth = direction.dot(p.point);
    if (p.depth < best_.depth) best_ = p;
    return p;
  }

  void start() {
    std::array<SupportProbe, 6> ends;
    for (int i = 0; i < 6; ++i) ends[i] = probe(i < 3 ? Vec3(Vec3::Unit(i)) : Vec3(-Vec3::Unit(i - 3)));
    for (int signs = 0; signs < 8; ++signs) {
      push({ends[(signs & 1) != 0 ? 3 : 0], ends[(signs & 2) != 0 ? 4 : 1], ends[(signs & 4) != 0 ? 5 : 2]}, -best_.depth);
    }
  }

  void narrow(double relative, double absolute, std::size_t most_patches) {
    const double radii = pair_->a.radius + pair_->b.radius;
    while (heap_.size() < most_patches) {
      const double slack = std::max(absolute, relative * (best_.depth + radii));
      if (best_.depth - heap_.front().lower <= slack) break;
      split_lowest();
    }
  }

  void push(const DirectionPatch& patch, double inherited) {
    heap_.push_back({patch, std::max(inherited, lower_bound(patch))});
    std::push_heap(heap_.begin(), heap_.end());
  }

  /// Bisects the longest side. Beforehand it looks along the normal of the farthest points: of a polytope's facet it is the answer.
  void split_lowest() {
    std::pop_heap(heap_.begin(), heap_.end());
    const RankedPatch lowest = heap_.back();
    heap_.pop_back();
    DirectionPatch p = lowest.patch;
    const Vec3 facet = (p[1].point - p[0].point).cross(p[2].point - p[0].point);
    if (const double size = facet.norm(); size > 0)
      static_cast<void>(probe((facet.dot(p[0].direction) < 0 ? -1 : 1) / size * facet));
    int longest = 0;
    const auto side = [&](int i) { return (p[(i + 1) % 3].direction - p[(i + 2) % 3].direction).squaredNorm(); };
    for (int i = 1; i < 3; ++i) longest = side(i) > side(longest) ? i : longest;
    std::rotate(p.begin(), p.begin() + longest, p.end());
    const SupportProbe middle = probe((p[1].direction + p[2].direction).normalized());
    push({p[0], p[1], middle}, lowest.lower);
    push({p[0], middle, p[2]}, lowest.lower);
  }

  /// Where smooth parts of the depth meet in a crease, its lowest direction is square to the line between their farthest points. A
  /// circle of such directions is where the search ends early. CurvedPenetration.OfABallOnTheAxisOfATurnedCylinderIsExact
  void move_into_crease() {
    constexpr double widest_angle = 0x1p-10;  // radians: the search has come nearer than that
    constexpr double finest_angle = 0x1p-28;  // what is left is its square
    for (double angle = widest_angle; angle >= finest_angle; angle /= 8) {
      const Vec3 here = best_.direction;
      const Vec3 e = angle * here.unitOrthogonal();
      const Vec3 f = here.cross(e);
      std::array<SupportProbe, 4> around;
      for (int i = 0; i < 4; ++i) around[i] = probe((here + (i % 2 == 0 ? 1 : -1) * (i < 2 ? e : f)).normalized());
      for (int i = 0; i < 4; ++i) {
        for (int j = 0; j < i; ++j) probe_across(here, around[i].point - around[j].point);
      }
    }
  }

  void probe_across(const Vec3& near, const Vec3& line) {
    const double along = near.dot(line);
    const double square = line.squaredNorm();
    if (along * along < square / 4) static_cast<void>(probe((near - along / square * line).normalized()));
  }

  /// Newton's method on the sphere: the gradient of the depth is the farthest point's part across the direction. It sharpens the
  /// normal, which is known to the square root of the tolerance only; where the depth is not smooth it changes nothing.
  void polish() {
    constexpr int steps = 8;
    constexpr double probing_angle = 0x1p-16;  // radians: balances rounding (2^-52 / angle) against curvature
    for (int i = 0; i < steps; ++i) {
      const SupportProbe here = best_;
      const Vec3 e = here.direction.unitOrthogonal();
      const Vec3 f = here.direction.cross(e);
      const auto gradient = [&](const SupportProbe& p) { return Vec2(e.dot(p.point), f.dot(p.point)); };
      const auto tilted = [&](const Vec3& by) { return probe((here.direction + by).normalized()); };
      Mat2 hessian;
      hessian.col(0) = (gradient(tilted(probing_angle * e)) - gradient(tilted(-probing_angle * e))) / (2 * probing_angle);
      hessian.col(1) = (gradient(tilted(probing_angle * f)) - gradient(tilted(-probing_angle * f))) / (2 * probing_angle);
      hessian -= here.depth * Mat2::Identity();
      if (!(hessian.determinant() > 0 && hessian.trace() > 0)) return;
      const Vec2 step = -hessian.inverse() * gradient(here);
      static_cast<void>(tilted(step.x() * e + step.y() * f));
      if (!(best_.depth < here.depth)) return;
    }
  }

  static std::vector<RankedPatch>& kept_heap() {
    thread_local std::vector<RankedPatch> heap;
    return heap;
  }

  const Pair<double>* pair_;
  std::vector<RankedPatch>& heap_;  ///< kept with the thread, so that asking again allocates nothing
  SupportProbe best_{Vec3::UnitX(), Vec3::Zero(), std::numeric_limits<double>::infinity()};
};

}  // namespace

Shallowest shallowest_direction(const Pair<double>& pair, double relative, double absolute) {
  return DirectionSearch(pair).run(relative, absolute);
}

}  // namespace graze::distance::gjk
