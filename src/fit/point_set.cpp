/// Sorts points lexicographically and removes repeated ones.

#include "fit/point_set.h"

#include <algorithm>
#include <tuple>
#include <utility>

#include "geometry/embed.h"

namespace graze {
namespace {

bool comes_before(const Vec3& a, const Vec3& b) { return std::tie(a.x(), a.y(), a.z()) < std::tie(b.x(), b.y(), b.z()); }

std::vector<Vec3> as_set(std::vector<Vec3> points) {
  for (Vec3& p : points) p += Vec3::Zero();  // -0 + 0 is 0
  std::sort(points.begin(), points.end(), comes_before);
  points.erase(std::unique(points.begin(), points.end()), points.end());
  return points;
}

}  // namespace

std::vector<Vec3> point_set(std::span<const Vec3> points) { return as_set({points.begin(), points.end()}); }

std::vector<Vec3> point_set(std::span<const Vec2> points) {
  std::vector<Vec3> in_space;
  in_space.reserve(points.size());
  for (const Vec2& p : points) in_space.push_back(embedded(p));
  return as_set(std::move(in_space));
}

std::uint32_t position_in(std::span<const Vec3> set, const Vec3& point) {
  return static_cast<std::uint32_t>(std::lower_bound(set.begin(), set.end(), point, comes_before) - set.begin());
}

}  // namespace graze
