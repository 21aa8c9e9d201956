/// The least depth of solids, between what the deepest points prove and the best direction that is found.

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

#include <Eigen/Geometry>

#include <graze/distance.h>
#include <graze/generate.h>

#include "body/pair.h"
#include "body/view_of.h"
#include "geometry/interrupted.h"
#include "mesh/solid.h"
#include "numbers/orient.h"
#include "questions/of_triangles.h"
#include "questions/solid_depth.h"
#include "views/bound.h"

namespace graze::query {
namespace {

/// So many corners of a mesh, evenly spread over its list, are asked how deep they are.
constexpr std::size_t most_probes = 1000;
/// Meshes of up to so many triangles are tested for being convex, every corner against every triangle.
constexpr std::size_t most_tested_for_convexity = 2000;
/// Of numbers that several roundings went into. No unit.
constexpr double rounded_down = 1 - 0x1p-40;

/// The deepest point that was found of one body in the other.
struct Deepest {
  double depth = 0;
  std::optional<Vec3> out;  ///< the way b has to go, unit
};

bool is_solid_mesh(const Body& body) { return body.solid; }

/// Points of a body that must leave the other one: corners of a mesh, the middle of a shape.
std::vector<Vec3> probes_of(const Body& body) {
  std::vector<Vec3> probes;
  if (const MeshView mesh = view_of(body.geometry); is_mesh(body)) {
    const std::size_t step = mesh.triangles.size() / most_probes + 1;
    for (std::size_t i = 0; i < mesh.triangles.size(); i += step) probes.push_back(mesh.vertices[mesh.triangles[i][0]]);
  } else if (is_bounded(body.geometry.shape())) {
    probes.push_back(some_point(body.geometry.shape()));
  }
  return probes;
}

/// A ball asks as a ball, since all of it has to leave; `sign` is 1 where the probes are those of b, which then goes their way out.
void look_for_deeper(Deepest& deepest, const Body& body, const Body& other, double sign) {
  if (is_mesh(other) && !is_solid_mesh(other)) return;
  const auto ask = [&](const Body& probe) {
    const auto found = signed_distance(probe, other);
    if (!found || !std::isfinite(found->distance) || -found->distance <= deepest.depth) return;
    deepest.depth = -found->distance;
    if (found->normal) deepest.out = sign * *found->normal;
  };
  if (std::holds_alternative<Sphere>(body.geometry.shape().value)) return ask(body);
  for (const Vec3& p : probes_of(body)) {
    if (Interrupt::is_asked_for()) return;
    ask({*Geometry::make(Shape{Point{p}}), body.pose, {}});
  }
}

Deepest deepest_point(const Solids& solids) {
  Deepest deepest;
  look_for_deeper(deepest, solids.b, solids.a, 1);
  look_for_deeper(deepest, solids.a, solids.b, -1);
  return deepest;
}

/// The hull of a mesh or cloud; other bodies as they are.
std::optional<Body> hull_of(const Body& body) {
  if (!is_mesh(body)) return body;
  std::vector<Vec3> points;
  for (const auto& triangle : body.geometry.triangles()) {
    for (const auto v : triangle) points.push_back(body.geometry.vertices()[v]);
  }
  auto hull = convex_hull(points);
  if (!hull) return std::nullopt;
  auto geometry = Geometry::make(Shape{*std::move(hull)});
  if (!geometry) return std::nullopt;
  return Body{*std::move(geometry), body.pose, {}};
}

/// Whether all corners of a closed mesh are on one side of each of its triangles, exactly: then it bounds its hull.
bool is_convex(const Body& body) {
  if (!is_mesh(body)) return true;
  const MeshView mesh = view_of(body.geometry);
  if (!is_solid_mesh(body) || mesh.triangles.size() > most_tested_for_convexity) return false;
  for (const auto& [p, q, r] : mesh.triangles) {
    int side = 0;
    for (const Vec3& v : mesh.vertices) {
      const int sign = static_cast<int>(orient3d(mesh.vertices[p], mesh.vertices[q], mesh.vertices[r], v));
      if (sign * side < 0) return false;
      if (sign != 0) side = sign;
    }
  }
  return true;
}

bool is_planar(const Solids& solids) { return solids.a.geometry.is_planar(); }

/// Directions to try, and the best of them so far.
class DirectionSearch {
 public:
  explicit DirectionSearch(const Solids& solids) : solids_(solids) {}

  Result<void> look_along(const Vec3& direction) {
    const double limit = best_ ? best_->depth * rounded_down : std::numeric_limits<double>::infinity();
    auto found = depth_along(solids_, direction.normalized(), limit);
    if (!found) return tl::make_unexpected(found.error());
    if (*found && (!best_ || (*found)->depth < best_->depth)) best_ = *std::move(*found);
    return {};
  }

  /// Turns the best direction a little, less and less, as long as that helps.
  Result<void> improve() {
    constexpr double widest = 0.3, narrowest = 0.01;  // radians
    for (double angle = widest; angle >= narrowest;) {
      if (!best_ || !(best_->depth > 0) || !std::isfinite(best_->depth)) return {};
      const double before = best_->depth;
      const Vec3 middle = best_->normal;
      for (const Vec3& aside : sideways(middle)) {
        if (const auto ok = look_along(middle + angle * aside); !ok) return ok;
      }
      if (!(best_->depth < before)) angle /= 2;
    }
    return {};
  }

  [[nodiscard]] const std::optional<Penetration>& best() const { return best_; }

 private:
  /// Unit vectors across a direction; bodies of the plane stay in it.
  [[nodiscard]] std::vector<Vec3> sideways(const Vec3& direction) const {
    if (is_planar(solids_)) return {Vec3(-direction.y(), direction.x(), 0), Vec3(direction.y(), -direction.x(), 0)};
    const Vec3 side = direction.unitOrthogonal(), other = direction.cross(side);
    return {side, -side, other, -other};
  }

  const Solids& solids_;
  std::optional<Penetration> best_;
};

}  // namespace

Result<std::optional<SolidPenetration>> depth_of_solids(const Solids& solids) {
  const auto meet = overlap_of_triangles(solids.a, solids.b);
  if (!meet) return tl::make_unexpected(meet.error());
  if (!*meet) return std::optional<SolidPenetration>();
  const Deepest deepest = deepest_point(solids);
  DirectionSearch search(solids);
  double at_least = deepest.depth * rounded_down;
  std::vector<Vec3> directions;
  if (deepest.out) directions.push_back(*deepest.out);
  const auto hull_a = hull_of(solids.a), hull_b = hull_of(solids.b);
  if (hull_a && hull_b) {
    const auto of_hulls = penetration(*hull_a, *hull_b);
    if (of_hulls && *of_hulls && std::isfinite((*of_hulls)->depth)) {
      if ((*of_hulls)->depth > 0) directions.push_back((*of_hulls)->normal);
      if (is_convex(solids.a) && is_convex(solids.b)) at_least = (*of_hulls)->depth * rounded_down;
    }
  }
  for (int k = 0; k < (is_planar(solids) ? 2 : 3); ++k) directions.insert(directions.end(), {Vec3::Unit(k), Vec3(-Vec3::Unit(k))});
  for (const Vec3& direction : directions) {
    if (const auto ok = search.look_along(direction); !ok) return tl::make_unexpected(ok.error());
    if (search.best() && search.best()->depth * rounded_down <= at_least) break;
  }
  if (search.best()->depth * rounded_down > at_least) {
    if (const auto ok = search.improve(); !ok) return tl::make_unexpected(ok.error());
  }
  return SolidPenetration{*search.best(), std::min(at_least, search.best()->depth)};
}

}  // namespace graze::query
