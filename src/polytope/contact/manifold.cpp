/// Clips the facing side of one polytope to that of the other, in doubles.

#include "polytope/contact/manifold.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include <Eigen/Geometry>

#include "numbers/kept_blocks.h"

namespace graze::sat {
namespace {

using Polygon = ShortList<Vec3, 8>;
using Sides = KeptList<Loop>;

Polygon world_corners(const Convex& body) {
  Polygon corners;
  if (!body.is_box()) {
    for (const Vec3& v : body.vertices) corners.push_back(body.pose.to_world(v));
    return corners;
  }
  for (int k = 0; k < 8; ++k) {
    Vec3 corner = body.vertices[0];
    for (int i = 0; i < 3; ++i) corner += ((k >> i & 1) != 0 ? 1 : -1) * body.half_extents[i] * (*body.box_axes)[i];
    corners.push_back(body.pose.to_world(corner));
  }
  return corners;
}

/// The loops of corners that bound a body: its faces, in the plane its edges, of a segment or a point all there is.
Sides sides(const Convex& body, World world) {
  if (has_box_corners(body)) {
    if (world == World::plane) return {{0, 1}, {1, 3}, {3, 2}, {2, 0}};
    return {{0, 4, 6, 2}, {1, 3, 7, 5}, {0, 1, 5, 4}, {2, 6, 7, 3}, {0, 2, 3, 1}, {4, 5, 7, 6}};
  }
  Sides loops;
  if (world == World::space) loops.assign(body.faces.begin(), body.faces.end());
  if (loops.empty()) {
    for (const IndexPair& e : body.edges) loops.push_back({e[0], e[1]});
  }
  if (loops.empty()) loops.push_back({0});
  return loops;
}

/// How far the least reaching corner of the side reaches: the facing side is the one for which that is most, so a side that is seen
/// edge-on never wins.
double least_reach(const Polygon& corners, const Loop& side, const Vec3& direction) {
  double least = std::numeric_limits<double>::infinity();
  for (const std::int32_t i : side) least = std::min(least, corners[i].dot(direction));
  return least;
}

Polygon facing_side(const Convex& body, const Vec3& direction, World world) {
  const Polygon corners = world_corners(body);
  const auto all = sides(body, world);
  const auto best = std::max_element(all.begin(), all.end(), [&](const auto& x, const auto& y) {
    return least_reach(corners, x, direction) < least_reach(corners, y, direction);
  });
  Polygon loop;
  for (const std::int32_t i : *best) loop.push_back(corners[i]);
  return loop;
}

double reach(const Polygon& loop, const Vec3& direction) {
  double farthest = -std::numeric_limits<double>::infinity();
  for (const Vec3& p : loop) farthest = std::max(farthest, p.dot(direction));
  return farthest;
}

/// What is left of the loop where inward.(x - on_plane) >= 0. A segment is a loop of two. [SutherlandHodgman74]
Polygon clipped(const Polygon& loop, const Vec3& inward, const Vec3& on_plane) {
  Polygon inside;
  const std::size_t sides = loop.size() < 3 ? loop.size() - 1 : loop.size();
  const auto height = [&](const Vec3& p) { return inward.dot(p - on_plane); };
  for (std::size_t i = 0; i < loop.size(); ++i) {
    const double here = height(loop[i]);
    if (here >= 0) inside.push_back(loop[i]);
    if (i >= sides) break;
    const Vec3& next = loop[(i + 1) % loop.size()];
    const double there = height(next);
    if ((here > 0 && there < 0) || (here < 0 && there > 0))
      inside.emplace_back(loop[i] + (next - loop[i]) * (here / (here - there)));
  }
  return inside;
}

Vec3 center_of(const Polygon& loop) {
  Vec3 sum = Vec3::Zero();
  for (const Vec3& p : loop) sum += p;
  return sum / static_cast<double>(loop.size());
}

/// Clips to the prism over the reference loop along the normal; to the slab between the ends of a segment.
Polygon clipped_to_prism(Polygon loop, const Polygon& reference, const Vec3& normal) {
  const Vec3 center = center_of(reference);
  const std::size_t n = reference.size();
  if (n == 2) {
    const Vec3 along = reference[1] - reference[0];
    return clipped(clipped(loop, along, reference[0]), -along, reference[1]);
  }
  for (std::size_t i = 0; n > 2 && i < n && !loop.empty(); ++i) {
    Vec3 inward = normal.cross(reference[(i + 1) % n] - reference[i]);
    if (inward.dot(center - reference[i]) < 0) inward = -inward;
    loop = clipped(loop, inward, reference[i]);
  }
  return loop;
}

/// How flat a loop lies against a direction: 0 when all its corners reach equally far.
double tilt(const Polygon& loop, const Vec3& direction) { return reach(loop, direction) + reach(loop, -direction); }

struct EdgeLine {
  Vec3 from;
  Vec3 along;
};

EdgeLine edge_of(const Convex& body, const Feature& feature) {
  const Polygon corners = world_corners(body);
  const IndexPair ends = edge_ends(body, feature.index);
  return {corners[ends[0]], corners[ends[1]] - corners[ends[0]]};
}

/// Halfway between the points of two lines that are nearest to each other; they are not parallel.
Vec3 between_lines(const EdgeLine& a, const EdgeLine& b) {
  const Vec3 across = a.along.cross(b.along);
  const Vec3 offset = b.from - a.from;
  const double s = offset.cross(b.along).dot(across) / across.squaredNorm();
  const double t = offset.cross(a.along).dot(across) / across.squaredNorm();
  return (a.from + s * a.along + b.from + t * b.along) / 2;
}

/// The flatter of both facing sides is the reference, the other is clipped to it; what lies below the reference is in contact.
std::vector<ManifoldPoint> clipped_sides(const Convex& a, const Convex& b, const Vec3& normal, World world) {
  const Polygon on_a = facing_side(a, normal, world);
  const Polygon on_b = facing_side(b, -normal, world);
  const bool refer_to_a = tilt(on_a, normal) <= tilt(on_b, normal);
  const Polygon& reference = refer_to_a ? on_a : on_b;
  const Vec3 outward = refer_to_a ? normal : Vec3(-normal);
  const double surface = reach(reference, outward);
  const Polygon inside = clipped_to_prism(refer_to_a ? on_b : on_a, reference, outward);
  std::vector<ManifoldPoint> points;
  points.reserve(inside.size());
  for (const Vec3& p : inside) {
    const double depth = surface - p.dot(outward);
    if (depth >= 0) points.push_back({p, depth});
  }
  return points;
}

}  // namespace

std::vector<ManifoldPoint> contact_manifold(const Convex& a, const Convex& b, const Penetration& penetration, World world) {
  const auto& [on_a, on_b] = penetration.features;
  if (world == World::space && on_a.kind == FeatureKind::edge && on_b.kind == FeatureKind::edge) {
    const Vec3 middle = between_lines(edge_of(a, on_a), edge_of(b, on_b));
    if (middle.allFinite()) return {{middle, penetration.depth}};
  }
  return clipped_sides(a, b, penetration.normal, world);
}

}  // namespace graze::sat
