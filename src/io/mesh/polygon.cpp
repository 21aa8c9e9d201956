/// Ear clipping: cut off convex corners whose triangle contains no other corner, until three are left. [Meisters75]
/// Only corners that are not convex can lie in an ear, so those are kept sorted by x and the rest is never tested.
/// Orientations are plain floating point: the corners of a polygon in a file are off their common plane by rounding anyway, and
/// a corner misjudged by that much moves the covered area by no more than that.

#include "io/mesh/polygon.h"

#include <algorithm>
#include <cmath>
#include <deque>
#include <utility>

#include <Eigen/Geometry>

namespace graze::io {

namespace {

using Corners = std::span<const std::uint32_t>;
using Triangles = std::vector<std::array<std::uint32_t, 3>>;

void append_fan(Corners corners, Triangles& triangles) {
  for (std::size_t i = 2; i < corners.size(); ++i) triangles.push_back({corners[0], corners[i - 1], corners[i]});
}

/// How far the two triangles on either side of the diagonal from corner `from` have the same sense: > 0 when they do.
double agreement(std::span<const Vec3> vertices, Corners c, std::size_t from) {
  const auto side = [&](std::size_t k) -> Vec3 { return vertices[c[(from + k) % 4]] - vertices[c[from]]; };
  return side(1).cross(side(2)).dot(side(2).cross(side(3)));
}

/// The fan, which is what every other reader makes of a quadrilateral, unless only the other diagonal keeps both triangles in one
/// sense. Twisted ones have no right diagonal. Says false where overflow hides the senses.
bool append_quadrilateral(std::span<const Vec3> vertices, Corners c, Triangles& triangles) {
  const double fan = agreement(vertices, c, 0);
  const double other = agreement(vertices, c, 1);
  if (!std::isfinite(fan) || !std::isfinite(other)) return false;
  if (fan > 0 || other <= 0) {
    append_fan(c, triangles);
  } else {
    triangles.push_back({c[0], c[1], c[3]});
    triangles.push_back({c[1], c[2], c[3]});
  }
  return true;
}

/// Corners relative to the first one, divided by the largest coordinate so that no product overflows.
std::vector<Vec3> local_corners(std::span<const Vec3> vertices, Corners corners) {
  double size = 0;
  for (const std::uint32_t c : corners) size = std::max(size, vertices[c].cwiseAbs().maxCoeff());
  std::vector<Vec3> local;
  local.reserve(corners.size());
  const double scale = size > 0 ? size : 1;
  for (const std::uint32_t c : corners) local.emplace_back(vertices[c] / scale - vertices[corners[0]] / scale);
  return local;
}

/// Twice the vector area, the sum over the fan from the first corner.
Vec3 newell_normal(std::span<const Vec3> local) {
  Vec3 sum = Vec3::Zero();
  for (std::size_t i = 2; i < local.size(); ++i) sum += local[i - 1].cross(local[i]);
  return sum;
}

/// The corners in the coordinate plane that shows most of the polygon, counter-clockwise.
std::vector<Vec2> projected(std::span<const Vec3> local, const Vec3& normal) {
  int dropped = 0;
  normal.cwiseAbs().maxCoeff(&dropped);
  int first = (dropped + 1) % 3;
  int second = (dropped + 2) % 3;
  if (normal[dropped] < 0) std::swap(first, second);
  std::vector<Vec2> flat;
  flat.reserve(local.size());
  for (const Vec3& p : local) flat.emplace_back(p[first], p[second]);
  return flat;
}

double orientation(const Vec2& a, const Vec2& b, const Vec2& c) {
  return (b.x() - a.x()) * (c.y() - a.y()) - (b.y() - a.y()) * (c.x() - a.x());
}

class EarClipper {
 public:
  explicit EarClipper(std::vector<Vec2> points)
      : points_(std::move(points)),
        previous_(points_.size()),
        next_(points_.size()),
        blocks_(points_.size()),
        ear_(points_.size()) {
    const auto n = static_cast<std::uint32_t>(points_.size());
    for (std::uint32_t i = 0; i < n; ++i) {
      previous_[i] = (i + n - 1) % n;
      next_[i] = (i + 1) % n;
    }
    for (std::uint32_t i = 0; i < n; ++i) {
      blocks_[i] = turn(i) <= 0;
      if (blocks_[i]) by_x_.push_back(i);
    }
    std::ranges::sort(by_x_, {}, [&](std::uint32_t i) { return points_[i].x(); });
    for (std::uint32_t i = 0; i < n; ++i) update(i);
  }

  /// Triples of positions in the polygon.
  Triangles run() {
    Triangles ears;
    std::uint32_t anywhere = 0;
    for (std::size_t left = points_.size(); left > 3; --left) {
      const std::uint32_t ear = next_ear(anywhere);
      ears.push_back({previous_[ear], ear, next_[ear]});
      anywhere = next_[ear];
      cut(ear);
    }
    ears.push_back({previous_[anywhere], anywhere, next_[anywhere]});
    return ears;
  }

 private:
  [[nodiscard]] double turn(std::uint32_t i) const { return orientation(points_[previous_[i]], points_[i], points_[next_[i]]); }

  /// First in, first out: that spreads the cuts round the polygon, which makes for less pointed triangles. When none is left, the
  /// polygon crosses or touches itself and a corner near `anywhere` has to do.
  std::uint32_t next_ear(std::uint32_t anywhere) {
    while (!waiting_.empty()) {
      const std::uint32_t i = waiting_.front();
      waiting_.pop_front();
      if (ear_[i]) return i;
    }
    return least_bad(anywhere);
  }

  /// What is no ear stays none until a neighbour is cut off: what remains lies within what was.
  void update(std::uint32_t i) {
    const bool was_ear = ear_[i];
    ear_[i] = is_ear(i);
    if (ear_[i] && !was_ear) waiting_.push_back(i);
  }

  void cut(std::uint32_t i) {
    const std::uint32_t before = previous_[i];
    const std::uint32_t after = next_[i];
    next_[before] = after;
    previous_[after] = before;
    blocks_[i] = false;
    ear_[i] = false;
    for (const std::uint32_t changed : {before, after}) blocks_[changed] = blocks_[changed] && turn(changed) <= 0;
    update(before);
    update(after);
  }

  [[nodiscard]] bool is_ear(std::uint32_t b) const {
    const std::uint32_t a = previous_[b];
    const std::uint32_t c = next_[b];
    // A corner that repeats its neighbour, or a spike that turns back onto it, covers nothing and would block others.
    if (points_[a] == points_[b] || points_[b] == points_[c] || points_[a] == points_[c]) return true;
    return turn(b) > 0 && !is_blocked(a, b, c);
  }

  [[nodiscard]] bool is_blocked(std::uint32_t a, std::uint32_t b, std::uint32_t c) const {
    const auto [low, high] = std::minmax({points_[a].x(), points_[b].x(), points_[c].x()});
    const auto x_of = [&](std::uint32_t i) { return points_[i].x(); };
    for (auto it = std::ranges::lower_bound(by_x_, low, {}, x_of); it != by_x_.end() && x_of(*it) <= high; ++it) {
      if (blocks_[*it] && lies_in(*it, a, b, c)) return true;
    }
    return false;
  }

  [[nodiscard]] bool lies_in(std::uint32_t i, std::uint32_t a, std::uint32_t b, std::uint32_t c) const {
    const Vec2& p = points_[i];
    if (p == points_[a] || p == points_[b] || p == points_[c]) return false;
    return orientation(points_[a], points_[b], p) >= 0 && orientation(points_[b], points_[c], p) >= 0 &&
           orientation(points_[c], points_[a], p) >= 0;
  }

  [[nodiscard]] std::uint32_t least_bad(std::uint32_t from) const {
    std::uint32_t at = from;
    do {
      if (turn(at) > 0) return at;
      at = next_[at];
    } while (at != from);
    return from;
  }

  std::vector<Vec2> points_;
  std::vector<std::uint32_t> previous_;
  std::vector<std::uint32_t> next_;
  std::vector<bool> blocks_;           ///< not convex, and still there
  std::vector<bool> ear_;              ///< and still there
  std::vector<std::uint32_t> by_x_;    ///< every corner that was not convex at the start
  std::deque<std::uint32_t> waiting_;  ///< ears, and some that no longer are
};

}  // namespace

void append_triangulation(std::span<const Vec3> vertices, Corners corners, Triangles& triangles) {
  if (corners.size() == 3) return append_fan(corners, triangles);
  if (corners.size() == 4 && append_quadrilateral(vertices, corners, triangles)) return;
  const std::vector<Vec3> local = local_corners(vertices, corners);
  const Vec3 normal = newell_normal(local);
  if (normal == Vec3::Zero()) return append_fan(corners, triangles);
  for (const auto& ear : EarClipper(projected(local, normal)).run()) {
    triangles.push_back({corners[ear[0]], corners[ear[1]], corners[ear[2]]});
  }
}

}  // namespace graze::io
