/// How two bodies relate, from separated to containing each other.

#include <graze/status.h>

#include <graze/answers.h>
#include <graze/contains.h>
#include <graze/distance.h>
#include <graze/options.h>
#include <graze/pairs.h>
#include <graze/sweep.h>

#include "body/pair.h"
#include "geometry/interrupted.h"
#include "mesh/crossing.h"
#include "mesh/solid.h"
#include "questions/depth_alone.h"
#include "questions/ring.h"
#include "questions/ring_depth.h"
#include "questions/same_mesh.h"

namespace graze {
namespace {

using namespace query;

/// Whether the body has an interior: a surface or a point cloud has none.
bool is_solid(const Body& body) {
  return !is_mesh(body) || (body.solid && !std::holds_alternative<PointCloud>(body.geometry.shape().value));
}

/// Whether a body that counts as a solid has something of the other inside, surfaces aside.
Result<bool> has_something_inside(const Body& outer, const Body& inner) {
  const auto mesh = as_mesh(inner);
  if (!outer.solid || !mesh) return false;
  return as_solid(outer).map([&](const std::optional<SolidMesh>& solid) { return solid && has_corner_inside(*solid, *mesh); });
}

/// The same triangles at the same place, of a surface that neither runs through itself nor branches. It shares nothing with itself
/// but its whole area, which crosses nothing: no need to compare every piece of that exactly, which takes minutes.
bool is_simple_surface_twice(const Body& a, const Body& b) {
  if (!are_same_mesh(a, b)) return false;
  const Topology& topology = a.geometry.topology();
  if (topology.is_closed() || topology.non_manifold_edges > 0) return false;
  return !intersects_itself(a).value_or(true);
}

/// Of bodies of which one is a mesh, and that do not contain each other: nothing else is known of how deep they are in each other.
Result<bool> only_touch(const Body& a, const Body& b) {
  const auto mesh_a = as_mesh(a), mesh_b = as_mesh(b);
  if (mesh_a && mesh_b && is_simple_surface_twice(a, b)) return true;
  if (mesh_a && mesh_b ? surfaces_cross(*mesh_a, *mesh_b) : mesh_a ? surface_enters(*mesh_a, b) : surface_enters(*mesh_b, a))
    return false;
  const auto in_a = has_something_inside(a, b);
  if (!in_a || *in_a) return in_a.map([](bool) { return false; });
  return has_something_inside(b, a).map([](bool inside) { return !inside; });
}

/// Of bodies that meet.
Result<Status> status_of_meeting(const Body& a, const Body& b, const StatusOptions& options, const std::optional<double>& depth) {
  for (const Status status : {Status::contains, Status::inside}) {
    const Body& outer = status == Status::contains ? a : b;
    const Body& inner = status == Status::contains ? b : a;
    if (!is_solid(outer)) continue;
    const auto contained = contains(outer, inner);
    if (!contained) return tl::make_unexpected(contained.error());
    if (*contained) return status;
  }
  const auto as_status = [](bool touching) { return touching ? Status::touching : Status::overlapping; };
  if (depth) return as_status(*depth <= options.tolerance);
  if (any_is_ring(a, b)) return rings_only_touch(a, b).map(as_status);
  return only_touch(a, b).map(as_status);
}

}  // namespace

std::string_view name_of(Status status) {
  switch (status) {
    case Status::separated: return "separated";
    case Status::near: return "near";
    case Status::touching: return "touching";
    case Status::overlapping: return "overlapping";
    case Status::contains: return "contains";
    case Status::inside: return "inside";
  }
  return "separated";
}

Result<StatusReport> status(const Body& a, const Body& b, const StatusOptions& options) {
  for (const auto& [value, name] : {std::pair{options.tolerance, "tolerance"}, std::pair{options.clearance, "clearance"}}) {
    if (!(value >= 0)) return fail(ErrorCode::bad_option, std::string(name) + ": must be >= 0");
  }
  const auto closest = closest_points(a, b);
  if (!closest) return tl::make_unexpected(closest.error());
  StatusReport report{Status::separated, closest->distance, {}};
  if (closest->distance > options.tolerance) {
    if (closest->distance <= options.clearance) report.status = Status::near;
    return report;
  }
  report.status = Status::touching;
  if (closest->distance > 0) return report;
  const bool is_searched = as_mesh(a) || as_mesh(b) || (any_is_ring(a, b) && !has_depth_formula(a, b));
  if (!is_searched) {
    const auto found = depth_alone(a, b);
    if (!found) return tl::make_unexpected(found.error());
    report.depth = *found ? (*found)->depth : 0;
  }
  const auto answer = status_of_meeting(a, b, options, report.depth).map([&](Status status) {
    report.status = status;
    return report;
  });
  return is_mesh(a) || is_mesh(b) ? unless_interrupted(answer) : answer;
}

}  // namespace graze
