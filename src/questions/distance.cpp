/// Closest points of two bodies: chooses between meshes, exact methods and the search for curved shapes.

#include <graze/distance.h>

#include <cmath>
#include <limits>
#include <string>
#include <utility>

#include <graze/answers.h>
#include <graze/options.h>

#include "body/pair.h"
#include "curved/distance.h"
#include "geometry/interrupted.h"
#include "geometry/mirrored.h"
#include "mesh/distance.h"
#include "mesh/shape.h"
#include "mesh/solid.h"
#include "methods/rounded_closest.h"
#include "questions/ring.h"
#include "questions/round_names.h"

namespace graze {
namespace {

using namespace query;

Closest infinitely_far() {
  Closest answer;
  answer.distance = std::numeric_limits<double>::infinity();
  return answer;
}

/// The memory may be null.
Closest remembered_distance(const PlacedMesh& a, const PlacedMesh& b, const DistanceOptions& options, WarmStart* memory) {
  const auto found = query::closest_points(a, b, options, memory != nullptr ? memory->pair : std::nullopt);
  if (!found) return infinitely_far();
  const auto triangle = [&](int k) { return static_cast<std::uint32_t>(found->features[k].triangle); };
  if (memory != nullptr) memory->pair = {triangle(0), triangle(1)};
  return *found;
}

Closest surface_distance(const Body& a, const Body& b, const DistanceOptions& options, WarmStart* memory) {
  const auto mesh_a = as_mesh(a);
  const auto mesh_b = as_mesh(b);
  if (mesh_a && mesh_b) return remembered_distance(*mesh_a, *mesh_b, options, memory);
  if (mesh_a) return nearest_to_surface(*mesh_a, b).value_or(infinitely_far());
  return mirrored(nearest_to_surface(*mesh_b, a).value_or(infinitely_far()));
}

Result<Closest> mesh_distance(const Body& a, const Body& b, const DistanceOptions& options, WarmStart* memory) {
  Closest answer = surface_distance(a, b, options, memory);
  if (answer.distance == 0 || !any_is_solid(a, b)) return unless_interrupted<Closest>(answer);
  return unless_interrupted(point_inside_other(a, b).map([&](const std::optional<Vec3>& common) {
    if (common) answer = {0, {*common, *common}, {}};
    return answer;
  }));
}

/// Of bodies of which at most one is a mesh or a cloud.
Result<Closest> pair_distance(const Body& a, const Body& b, const DistanceOptions& options, WarmStart* memory) {
  if (any_is_ring(a, b)) return ring_closest(a, b);
  if (is_mesh(a) || is_mesh(b)) return mesh_distance(a, b, options, memory);
  const Shape& shape_a = a.geometry.shape();
  const Shape& shape_b = b.geometry.shape();
  if (auto closest = distance::closest_points(shape_a, a.pose, shape_b, b.pose)) {
    if (a.geometry.is_planar()) closest->features = named_in_plane(closest->features, a, b);
    return *closest;
  }
  return distance::closest_points(*distance::as_curved(shape_a, a.pose), *distance::as_curved(shape_b, b.pose));
}

/// What rounding has lifted off it: ellipses are stored as ellipsoids.
void lay_into_plane(Closest& closest) {
  for (Vec3& point : closest.points) point.z() = 0;
}

Result<Closest> distance_answer(const Body& a, const Body& b, const DistanceOptions& options, WarmStart* memory) {
  for (const auto& [value, name] : {std::pair{options.relative_error, "relative"}, std::pair{options.absolute_error, "absolute"}}) {
    if (!(value >= 0)) return fail(ErrorCode::bad_option, std::string(name) + "_error: must be >= 0");
  }
  if (const auto ok = check_bodies(a, b); !ok) return tl::make_unexpected(ok.error());
  if (is_mesh(a) && is_mesh(b)) return mesh_distance(a, b, options, memory);
  auto closest = pair_distance(a, b, options, memory);
  if (!closest || std::isinf(closest->distance)) return closest;
  if (a.geometry.is_planar()) lay_into_plane(*closest);
  name_round_parts(*closest, a, b);
  return closest;
}

}  // namespace

Result<Closest> closest_points(const Body& a, const Body& b, const DistanceOptions& options) {
  return distance_answer(a, b, options, nullptr);
}

Result<Closest> closest_points(const Body& a, const Body& b, WarmStart& memory, const DistanceOptions& options) {
  return distance_answer(a, b, options, &memory);
}

}  // namespace graze
