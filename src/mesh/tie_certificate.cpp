/// Proves that many pairs of triangles are no nearer than the closest one found, by their heights along one direction.

#include "mesh/tie_certificate.h"

#include <cmath>
#include <limits>
#include <vector>

#include "mesh/point.h"
#include "numbers/bounded.h"
#include "numbers/dyadic.h"
#include "polytope/convex.h"
#include "triangle/closest.h"

namespace graze::query {
namespace {

template <class N>
N height(const PlacedMesh& mesh, const Vec3& vertex, const Vec3& origin, const Vec3& direction) {
  const Vector3<N> placed = sat::rotated<N>(mesh.pose, lifted<N>(vertex)) + lifted<N>(mesh.pose.translation);
  return dot(placed - lifted<N>(origin), lifted<N>(direction));
}

/// Not below the vertices' heights. Where doubles leave open whether one is above `top` by less than `margin`, exact numbers
/// decide.
std::vector<double> heights_of(const PlacedMesh& mesh, const Vec3& origin, const Vec3& direction, double top, double margin) {
  std::vector<double> heights;
  for (const Vec3& v : mesh.tree->view().vertices) {
    const Bounded rough = height<Bounded>(mesh, v, origin, direction);
    double high = rough.value + rough.error;
    const bool is_clear = high <= top || rough.value - rough.error > top + margin;
    if (!is_clear) {
      const double nearest = height<Dyadic>(mesh, v, origin, direction).to_double();
      high = std::nextafter(nearest, std::numeric_limits<double>::infinity());
    }
    heights.push_back(high);
  }
  return heights;
}

/// Walks that end before they have visited so many pairs of boxes are not slowed down. Measured; answers do not depend on it.
/// MeshDistance.OfLargeFansTakesNoTimeByTheSquareOfTheirNeedles
constexpr std::uint64_t few_looks = 2048;

/// Alternating projections, after which they have mostly converged; the result is only a guess.
constexpr int most_turns = 16;

std::uint32_t first_triangle(const MeshTree& mesh, tree::BoxRef box) {
  const tree::NodesView nodes(mesh.wide());
  tree::Slot slot = nodes.slot(box);
  while (!slot.is_leaf()) slot = nodes.slot(tree::BoxRef(slot.node(), 0));
  return mesh.order()[slot.first()];
}

}  // namespace

/// All heights are seen from the nearest point of a: those of the nearest points are 0 and, against the direction, minus its
/// square.
TieCertificate::TieCertificate(const PlacedMesh& a, const PlacedMesh& b, const Closest& nearest)
    : origin_(nearest.points[0]),
      direction_(nearest.points[1] - nearest.points[0]),
      width_(direction_.norm() * nearest.distance * (1 - negligible_part)),
      front_(*a.tree, heights_of(a, origin_, direction_, 0, negligible_part * width_)),
      back_(*b.tree, heights_of(b, origin_, -direction_, -direction_.squaredNorm(), negligible_part * width_)) {}

LazyTieCertificate::LazyTieCertificate(const PlacedMesh& a, const PlacedMesh& b)
    : a_(&a),
      b_(&b),
      next_looks_(few_looks + (a.tree->view().vertices.size() + b.tree->view().vertices.size()) / 2),
      looks_left_(next_looks_) {}

std::optional<TrianglePair> LazyTieCertificate::likely_nearest(tree::BoxRefPair pair) const {
  const std::uint32_t start = first_triangle(*a_->tree, pair.a);
  Vec3 on_a = a_->pose.to_world(a_->tree->view().triangle(start).v[0]);
  double nearest = std::numeric_limits<double>::infinity();
  TrianglePair triangles{start, 0};
  for (int turn = 0; turn < most_turns; ++turn) {
    const auto to_b = nearest_to_point(distance::placed_point(on_a, {}), *b_);
    if (!to_b) return std::nullopt;
    const auto to_a = nearest_to_point(distance::placed_point(to_b->points[1], {}), *a_);
    if (!to_a) return std::nullopt;
    triangles = {static_cast<std::uint32_t>(to_a->features[1].triangle), static_cast<std::uint32_t>(to_b->features[1].triangle)};
    on_a = to_a->points[1];
    if (!(to_a->distance < nearest)) break;
    nearest = to_a->distance;
  }
  return triangles;
}

}  // namespace graze::query
