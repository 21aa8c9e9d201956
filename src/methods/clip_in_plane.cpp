/// Cuts polygons by the sides of others, and segments by discs.

#include "methods/clip_in_plane.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace graze::query {
namespace {

double cross(const Vec2& u, const Vec2& v) { return u.x() * v.y() - u.y() * v.x(); }

/// How far a point lies to the left of the line from one corner to another.
double left_of(const Vec2& from, const Vec2& to, const Vec2& point) {
  const Vec2 side = to - from;
  const double length = side.norm();
  return length > 0 ? cross(side, point - from) / length : 0;
}

/// What of the corners lies left of a side.
PlaneCorners cut_by_side(const PlaneCorners& corners, const Vec2& from, const Vec2& to, double slack) {
  PlaneCorners kept;
  const std::size_t n = corners.size();
  for (std::size_t i = 0; i < n; ++i) {
    const Vec2 &here = corners[i], &next = corners[(i + 1) % n];
    const double inside = left_of(from, to, here), inside_next = left_of(from, to, next);
    if (inside >= -slack) kept.push_back(here);
    const bool crosses = (inside > slack && inside_next < -slack) || (inside < -slack && inside_next > slack);
    if (crosses && n > 1) kept.emplace_back(here + inside / (inside - inside_next) * (next - here));
  }
  return kept;
}

PlaneCorners cut_by_polygon(PlaneCorners corners, const PlaneCorners& polygon, double slack) {
  for (std::size_t i = 0; i < polygon.size() && !corners.empty(); ++i)
    corners = cut_by_side(corners, polygon[i], polygon[(i + 1) % polygon.size()], slack);
  return corners;
}

/// How far a point is from a segment or another point.
double distance_to(const PlaneCorners& segment, const Vec2& point) {
  const Vec2 along = segment.back() - segment.front(), from = point - segment.front();
  const double square = along.squaredNorm();
  const double part = square > 0 ? std::clamp(along.dot(from) / square, 0.0, 1.0) : 0;
  return (from - part * along).norm();
}

/// A segment or a point, by the strip across it and the line that carries it.
PlaneCorners cut_by_segment(const PlaneCorners& corners, const PlaneCorners& segment, double slack) {
  const Vec2 &p = segment.front(), &q = segment.back();
  const Vec2 along = q - p, left(-along.y(), along.x());
  if (along.norm() <= slack) return distance_to(corners, p) <= 2 * slack ? PlaneCorners{p} : PlaneCorners();
  PlaneCorners kept = cut_by_side(corners, p, q, slack);
  if (!kept.empty()) kept = cut_by_side(kept, q, p, slack);
  if (!kept.empty()) kept = cut_by_side(kept, p + left, p, slack);
  if (!kept.empty()) kept = cut_by_side(kept, q, q + left, slack);
  return kept;
}

std::optional<PlaneCut> as_cut(PlaneCorners corners, double slack) {
  if (corners.empty()) return std::nullopt;
  return PlaneCut{convex_outline(std::move(corners), slack)};
}

/// Neither is a disc.
std::optional<PlaneCut> common_of_polygons(const PlaneCut& a, const PlaneCut& b, double slack) {
  if (a.corners.empty() || b.corners.empty()) return std::nullopt;
  if (b.corners.size() >= 3) return as_cut(cut_by_polygon(a.corners, b.corners, slack), slack);
  if (a.corners.size() >= 3) return as_cut(cut_by_polygon(b.corners, a.corners, slack), slack);
  return as_cut(cut_by_segment(a.corners, b.corners, slack), slack);
}

std::optional<PlaneCut> segment_in_disc(const PlaneCut& segment, const PlaneCut& disc, double slack) {
  const Vec2 &p = segment.corners.front(), &q = segment.corners.back();
  const Vec2 along = q - p;
  const double length = along.norm();
  const double middle = length > 0 ? along.dot(disc.center - p) / length : 0;
  const Vec2 foot = length > 0 ? Vec2(p + middle / length * along) : p;
  const double off = (disc.center - foot).norm();
  if (off > disc.radius + slack) return std::nullopt;
  const double half = std::sqrt(std::max(0.0, disc.radius * disc.radius - off * off));
  const double from = std::max(0.0, middle - half), to = std::min(length, middle + half);
  if (from > to + slack) return std::nullopt;
  if (!(length > 0)) return PlaneCut{{p}};
  return as_cut({p + from / length * along, p + to / length * along}, slack);
}

std::optional<PlaneCut> common_with_disc(const PlaneCut& polygon, const PlaneCut& disc, double slack) {
  if (polygon.corners.empty()) return std::nullopt;
  if (polygon.corners.size() < 3) return segment_in_disc(polygon, disc, slack);
  const auto is_in_disc = [&](const Vec2& c) { return (c - disc.center).norm() <= disc.radius + slack; };
  if (std::all_of(polygon.corners.begin(), polygon.corners.end(), is_in_disc)) return polygon;
  const std::size_t n = polygon.corners.size();
  double inside = std::numeric_limits<double>::infinity();  // of the centre, below the nearest side
  bool meets = false;
  for (std::size_t i = 0; i < n; ++i) {
    const Vec2 &from = polygon.corners[i], &to = polygon.corners[(i + 1) % n];
    inside = std::min(inside, left_of(from, to, disc.center));
    meets = meets || segment_in_disc({{from, to}}, disc, slack).has_value();
  }
  if (inside >= disc.radius - slack) return disc;
  if (inside < 0 && !meets) return std::nullopt;
  if (inside <= slack - disc.radius) {  // beside a side that the disc only touches
    for (std::size_t i = 0; i < n; ++i) {
      if (const auto touched = segment_in_disc({{polygon.corners[i], polygon.corners[(i + 1) % n]}}, disc, slack)) return touched;
    }
  }
  return PlaneCut{polygon.corners, disc.center, disc.radius};
}

std::optional<PlaneCut> common_of_discs(const PlaneCut& a, const PlaneCut& b, double slack) {
  const double apart = (a.center - b.center).norm();
  if (apart <= std::abs(a.radius - b.radius) + slack) return a.radius < b.radius ? a : b;
  if (std::abs(apart - a.radius - b.radius) > slack) return std::nullopt;  // a lens, or nothing
  return PlaneCut{{Vec2(a.center + a.radius / apart * (b.center - a.center))}};
}

int dimension_of(const PlaneCut& cut) {
  return cut.radius > 0 ? 2 : static_cast<int>(std::min<std::size_t>(cut.corners.size(), 3)) - 1;
}

/// Area of a polygon, length of a segment.
double measure(const PlaneCorners& corners) {
  if (corners.size() == 2) return (corners[1] - corners[0]).norm();
  double twice = 0;
  for (std::size_t i = 1; i + 1 < corners.size(); ++i) twice += cross(corners[i] - corners[0], corners[i + 1] - corners[0]);
  return twice / 2;
}

double longest_side(const PlaneCorners& corners) {
  double longest = 0;
  for (const Vec2& c : corners) longest = std::max(longest, (c - corners[0]).norm());
  return longest;
}

}  // namespace

std::optional<PlaneCut> joined_in_plane(const std::vector<PlaneCut>& pieces, double slack) {
  if (pieces.empty()) return std::nullopt;
  int dimension = 0;
  for (const PlaneCut& piece : pieces) dimension = std::max(dimension, dimension_of(piece));
  PlaneCorners corners;
  double sum = 0;
  PlaneCut disc;
  for (const PlaneCut& piece : pieces) {
    if (dimension_of(piece) < dimension) continue;
    if (piece.radius > 0) disc = piece;
    if (piece.corners.empty()) return piece;  // all of a disc
    corners.insert(corners.end(), piece.corners.begin(), piece.corners.end());
    sum += measure(piece.corners);
  }
  PlaneCut hull{convex_outline(std::move(corners), slack)};
  const bool is_same_dimension = dimension_of(hull) == dimension;
  const double lost = dimension == 2 ? 4 * slack * longest_side(hull.corners) : 4 * slack;
  if (disc.radius > 0) {
    disc.corners.clear();
    hull = common_with_disc(hull, disc, slack).value_or(hull);
    if (hull.corners.empty()) return hull;
  }
  hull.convex = is_same_dimension && (dimension == 0 || disc.radius > 0 || measure(hull.corners) <= sum + lost);
  return hull;
}

PlaneCorners convex_outline(PlaneCorners points, double slack) {
  std::sort(points.begin(), points.end(),
            [](const Vec2& p, const Vec2& q) { return p.x() != q.x() ? p.x() < q.x() : p.y() < q.y(); });
  PlaneCorners hull;
  const auto add_chain = [&](auto begin, auto end) {
    const std::size_t start = hull.size();
    for (auto p = begin; p != end; ++p) {
      while (hull.size() >= start + 2 && cross(hull.back() - hull[hull.size() - 2], *p - hull.back()) <= 0) hull.pop_back();
      hull.push_back(*p);
    }
    hull.pop_back();
  };
  if (points.size() < 2) return points;
  add_chain(points.begin(), points.end());
  add_chain(points.rbegin(), points.rend());
  PlaneCorners corners;
  for (const Vec2& p : hull) {
    if (corners.empty() || (p - corners.back()).norm() > slack) corners.push_back(p);
  }
  while (corners.size() > 1 && (corners.front() - corners.back()).norm() <= slack) corners.pop_back();
  if (corners.empty()) corners.push_back(points.front());
  for (std::size_t i = 0; i < corners.size() && corners.size() > 2;) {
    const std::size_t n = corners.size();
    const Vec2 &before = corners[(i + n - 1) % n], &after = corners[(i + 1) % n];
    if (std::abs(left_of(before, after, corners[i])) <= slack) {
      corners.erase(corners.begin() + static_cast<std::ptrdiff_t>(i));
    } else {
      ++i;
    }
  }
  return corners;
}

std::optional<PlaneCut> intersection_in_plane(const PlaneCut& a, const PlaneCut& b, double slack) {
  const bool is_disc_a = a.radius > 0, is_disc_b = b.radius > 0;
  if (is_disc_a && is_disc_b) return common_of_discs(a, b, slack);
  if (is_disc_a) return common_with_disc(b, a, slack);
  if (is_disc_b) return common_with_disc(a, b, slack);
  return common_of_polygons(a, b, slack);
}

}  // namespace graze::query
