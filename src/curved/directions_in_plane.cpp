/// Branch and bound over arcs of directions of the plane.

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <vector>

#include "curved/directions.h"

namespace graze::distance::gjk {
namespace {

/// How close the bounds are brought, by the depth. No unit. PlaneShapes.DepthOfAnEllipseAgreesWithASampling
constexpr double sharp_in_plane = 0x1p-40;

/// Arcs that are held before the search gives up, a millisecond: of concentric discs all directions are equally shallow.
constexpr std::size_t plane_arc_limit = std::size_t{1} << 14;

/// The farthest point of a - b along a direction, and how far that is.
struct PlaneProbe {
  double angle = 0;
  Vec2 direction = Vec2::UnitX();
  Vec2 point = Vec2::Zero();
  double depth = 0;
};

struct DirectionArc {
  PlaneProbe from, to;
  double lower = 0;

  friend bool operator<(const DirectionArc& x, const DirectionArc& y) { return x.lower > y.lower; }  // the least on top
};

/// Directions of the arc, of less than half a turn, are no shallower than the projections of the farthest points at its ends. The
/// larger of the two is least at an end or where they are equal.
double arc_lower_bound(const PlaneProbe& from, const PlaneProbe& to) {
  const auto at = [&](const Vec2& u) { return std::max(u.dot(from.point), u.dot(to.point)); };
  double least = std::min(from.depth, to.depth);
  const Vec2 chord = to.point - from.point;
  Vec2 level(-chord.y(), chord.x());
  const double length = level.norm();
  if (!(length > 0)) return std::min(least, std::min(at(from.direction), at(to.direction)));
  level /= length;
  if (level.dot(from.direction + to.direction) < 0) level = -level;
  const double half = from.direction.dot(to.direction);
  const bool is_between = level.dot(from.direction) >= half && level.dot(to.direction) >= half;
  return is_between ? std::min(least, at(level)) : least;
}

class PlaneSearch {
 public:
  explicit PlaneSearch(const Pair<double>& pair) : pair_(&pair) {}

  Shallowest run(double absolute) {
    constexpr int first_arcs = 8;
    std::vector<PlaneProbe> ends;
    for (int k = 0; k < first_arcs; ++k) ends.push_back(probe(k * (2 * std::numbers::pi / first_arcs)));
    for (int k = 0; k < first_arcs; ++k) {
      PlaneProbe to = ends[static_cast<std::size_t>((k + 1) % first_arcs)];
      if (k + 1 == first_arcs) to.angle = 2 * std::numbers::pi;
      push(ends[static_cast<std::size_t>(k)], to);
    }
    const double radii = pair_->a.radius + pair_->b.radius;
    while (arcs_.size() < plane_arc_limit &&
           best_.depth - arcs_.front().lower > std::max(absolute, sharp_in_plane * (best_.depth + radii)))
      split_lowest();
    return {std::min(arcs_.front().lower, best_.depth), best_.depth, {best_.direction.x(), best_.direction.y(), 0}};
  }

 private:
  PlaneProbe probe(double angle) {
    PlaneProbe p{angle, Vec2(std::cos(angle), std::sin(angle)), Vec2::Zero(), 0};
    const Vector3<double> d{p.direction.x(), p.direction.y(), 0};
    p.point = rounded(support(pair_->a, d) - support(pair_->b, -d)).head<2>();
    p.depth = p.direction.dot(p.point);
    if (p.depth < best_.depth) best_ = p;
    return p;
  }

  void push(const PlaneProbe& from, const PlaneProbe& to) {
    arcs_.push_back({from, to, arc_lower_bound(from, to)});
    std::push_heap(arcs_.begin(), arcs_.end());
  }

  void split_lowest() {
    std::pop_heap(arcs_.begin(), arcs_.end());
    const DirectionArc arc = arcs_.back();
    arcs_.pop_back();
    const PlaneProbe middle = probe((arc.from.angle + arc.to.angle) / 2);
    push(arc.from, middle);
    push(middle, arc.to);
  }

  const Pair<double>* pair_;
  std::vector<DirectionArc> arcs_;
  PlaneProbe best_{0, Vec2::UnitX(), Vec2::Zero(), std::numeric_limits<double>::infinity()};
};

}  // namespace

Shallowest shallowest_direction_in_plane(const Pair<double>& pair, double absolute) { return PlaneSearch(pair).run(absolute); }

}  // namespace graze::distance::gjk
