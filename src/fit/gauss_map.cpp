/// Arcs of the edges of a hull, and the hill climb to its farthest vertex along a direction.

#include "fit/gauss_map.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>

#include <Eigen/Geometry>

namespace graze {
namespace {

/// Of an arc of 5.7 degrees, so that a right angle becomes sixteen. Longer ones are cut in two. Measured.
constexpr double cosine_of_long_arc = 0.995;

/// Of the table of directions. A side of 64 makes 24576 cells, each about a degree and a half wide.
constexpr int max_resolution = 64;

/// Of a vertex whose neighbours are as quickly looked at as its crown. Measured.
constexpr std::size_t few_neighbours = 8;

/// Zero for a face without area.
Vec3 unit_normal(std::span<const Vec3> vertices, std::span<const std::int32_t> loop) {
  const auto corner = [&](std::size_t k) -> const Vec3& { return vertices[static_cast<std::size_t>(loop[k])]; };
  Vec3 area = Vec3::Zero();
  for (std::size_t k = 1; k + 1 < loop.size(); ++k) area += (corner(k) - corner(0)).cross(corner(k + 1) - corner(0));
  return area.stableNormalized();
}

struct HullSide {
  std::int32_t low = 0, high = 0;  ///< the ends of the edge
  std::size_t face = 0;

  [[nodiscard]] bool is_same_edge(const HullSide& other) const { return low == other.low && high == other.high; }
};

/// The sides of all faces, those of an edge next to each other.
std::vector<HullSide> sorted_sides(const ConvexPolyhedron& hull) {
  std::vector<HullSide> sides;
  for (std::size_t f = 0; f < hull.faces.size(); ++f) {
    const auto& loop = hull.faces[f];
    for (std::size_t k = 0; k < loop.size(); ++k) {
      const auto [low, high] = std::minmax(loop[k], loop[(k + 1) % loop.size()]);
      sides.push_back({low, high, f});
    }
  }
  std::sort(sides.begin(), sides.end(),
            [](const HullSide& a, const HullSide& b) { return std::tie(a.low, a.high, a.face) < std::tie(b.low, b.high, b.face); });
  return sides;
}

/// Two sides of each edge, consecutively. Edges with any other number of sides are left out: rounding made them.
std::vector<std::array<HullSide, 2>> paired(const std::vector<HullSide>& sides) {
  std::vector<std::array<HullSide, 2>> pairs;
  for (std::size_t k = 0; k + 1 < sides.size(); ++k)
    if (sides[k].is_same_edge(sides[k + 1])) pairs.push_back({sides[k], sides[k + 1]});
  return pairs;
}

/// Faces that rounding left without area get the mean direction of their neighbours, which closes the gap in the map.
std::vector<Vec3> face_normals(const ConvexPolyhedron& hull, const std::vector<std::array<HullSide, 2>>& pairs) {
  std::vector<Vec3> normals(hull.faces.size());
  for (std::size_t f = 0; f < normals.size(); ++f) normals[f] = unit_normal(hull.vertices, hull.faces[f]);
  const std::vector<Vec3> known = normals;
  for (const auto& [a, b] : pairs) {
    if (known[a.face].isZero(0)) normals[a.face] += known[b.face];
    if (known[b.face].isZero(0)) normals[b.face] += known[a.face];
  }
  for (Vec3& n : normals) n.normalize();
  return normals;
}

/// Halfway along an arc whose ends may be nearly opposite.
Vec3 middle(const GaussArc& arc, const Vec3& outward) {
  const Vec3 across = (arc.to - arc.from).cross(arc.edge).stableNormalized();
  return across.dot(arc.from + arc.to + outward) < 0 ? Vec3(-across) : across;
}

void append(const GaussArc& arc, const Vec3& outward, std::vector<GaussArc>& arcs) {
  if (arc.from.dot(arc.to) > cosine_of_long_arc) return arcs.push_back(arc);
  GaussArc first = arc, second = arc;
  first.to = second.from = middle(arc, outward);
  append(first, outward, arcs);
  append(second, outward, arcs);
}

}  // namespace

std::vector<GaussArc> gauss_arcs(const ConvexPolyhedron& hull) {
  const std::vector<std::array<HullSide, 2>> pairs = paired(sorted_sides(hull));
  const std::vector<Vec3> normals = face_normals(hull, pairs);
  const Vec3 inside =
      std::accumulate(hull.vertices.begin(), hull.vertices.end(), Vec3(Vec3::Zero())) / static_cast<double>(hull.vertices.size());
  std::vector<GaussArc> arcs;
  for (const auto& [a, b] : pairs) {
    const Vec3 &from = hull.vertices[static_cast<std::size_t>(a.low)], &to = hull.vertices[static_cast<std::size_t>(a.high)];
    const Vec3 edge = (to - from).stableNormalized();
    if (!normals[a.face].allFinite() || !normals[b.face].allFinite()) continue;
    append({normals[a.face], normals[b.face], edge, a.low}, 0.5 * (from + to) - inside, arcs);
  }
  return arcs;
}

HullClimber::HullClimber(const ConvexPolyhedron& hull) : vertices_(hull.vertices), first_(hull.vertices.size() + 1, 0) {
  for (const auto& [a, b] : hull.edges) ++first_[static_cast<std::size_t>(a) + 1], ++first_[static_cast<std::size_t>(b) + 1];
  std::partial_sum(first_.begin(), first_.end(), first_.begin());
  neighbours_.resize(static_cast<std::size_t>(first_.back()));
  std::vector<std::int32_t> next(first_.begin(), first_.end() - 1);
  for (const auto& [a, b] : hull.edges) {
    neighbours_[static_cast<std::size_t>(next[static_cast<std::size_t>(a)]++)] = b;
    neighbours_[static_cast<std::size_t>(next[static_cast<std::size_t>(b)]++)] = a;
  }
  for (std::size_t i = 0; i < vertices_.size(); ++i) crowns_.push_back(crown(static_cast<std::int32_t>(i)));
  fill_table();
}

/// A direction at an angle of at most phi to the axis goes uphill along every edge to the vertex if the axis does so at phi at
/// least.
HullClimber::Crown HullClimber::crown(std::int32_t vertex) const {
  std::vector<Vec3> uphill;
  for (const std::int32_t i : neighbours(vertex))
    uphill.push_back((vertices_[static_cast<std::size_t>(vertex)] - vertices_[static_cast<std::size_t>(i)]).stableNormalized());
  if (uphill.size() <= few_neighbours) return {};
  const Vec3 axis = std::accumulate(uphill.begin(), uphill.end(), Vec3(Vec3::Zero())).stableNormalized();
  double sine = 1;
  for (const Vec3& u : uphill) sine = std::min(sine, axis.dot(u));
  return sine > 0 ? Crown{axis, std::sqrt((1 - sine) * (1 + sine))} : Crown{};
}

double HullClimber::height(const Vec3& direction, std::int32_t vertex) const {
  return direction.dot(vertices_[static_cast<std::size_t>(vertex)]);
}

std::span<const std::int32_t> HullClimber::neighbours(std::int32_t vertex) const {
  const auto begin = static_cast<std::size_t>(first_[static_cast<std::size_t>(vertex)]);
  const auto end = static_cast<std::size_t>(first_[static_cast<std::size_t>(vertex) + 1]);
  return std::span(neighbours_).subspan(begin, end - begin);
}

std::int32_t HullClimber::climbed(const Vec3& direction, std::int32_t start) const {
  const double length = direction.norm();
  std::int32_t best = start;
  double highest = height(direction, start);
  for (bool climbs = true; climbs;) {
    climbs = false;
    const Crown& crown = crowns_[static_cast<std::size_t>(best)];
    if (crown.axis.dot(direction) >= crown.cosine * length) break;
    for (const std::int32_t i : neighbours(best)) {
      const double h = height(direction, i);
      if (!(h > highest)) continue;
      highest = h, best = i, climbs = true;
      break;
    }
  }
  return best;
}

/// Sides 0 to 5 of the cube face -x, +x, -y, +y, -z, +z.
std::size_t HullClimber::cell(const Vec3& direction) const {
  Eigen::Index axis = 0;
  const double largest = direction.cwiseAbs().maxCoeff(&axis);
  const auto cell = [&](Eigen::Index k) {
    const double along_side = (direction[k] / largest + 1) * 0.5;
    return static_cast<std::size_t>(std::clamp(static_cast<int>(along_side * resolution_), 0, resolution_ - 1));
  };
  const auto side = static_cast<std::size_t>(2 * axis + (direction[axis] > 0 ? 1 : 0));
  const auto resolution = static_cast<std::size_t>(resolution_);
  return (side * resolution + cell((axis + 1) % 3)) * resolution + cell((axis + 2) % 3);
}

void HullClimber::fill_table() {
  resolution_ = std::clamp(static_cast<int>(std::sqrt(static_cast<double>(vertices_.size()) / 6)), 1, max_resolution);
  const auto middle = [&](int k) { return (2 * k + 1.0) / resolution_ - 1; };
  for (int side = 0; side < 6; ++side)
    for (int i = 0; i < resolution_; ++i)
      for (int j = 0; j < resolution_; ++j) {
        Vec3 direction;
        direction[side / 2] = side % 2 == 0 ? -1 : 1;
        direction[(side / 2 + 1) % 3] = middle(i);
        direction[(side / 2 + 2) % 3] = middle(j);
        table_.push_back(climbed(direction, table_.empty() ? 0 : table_.back()));
      }
}

std::int32_t HullClimber::farthest(const Vec3& direction, std::int32_t start) const {
  if (!(direction.squaredNorm() > 0)) return start;
  const std::int32_t other = table_[cell(direction)];
  return climbed(direction, height(direction, other) > height(direction, start) ? other : start);
}

}  // namespace graze
