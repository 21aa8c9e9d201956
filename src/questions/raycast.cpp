/// Lines, rays and segments against a body: which method serves the body, what counts as inside, which crossings are listed.

#include <graze/raycast.h>

#include <algorithm>
#include <cmath>

#include <graze/validate.h>

#include "body/pair.h"
#include "mesh/ray.h"
#include "mesh/solid.h"
#include "questions/front.h"
#include "questions/ring.h"
#include "ray/convex.h"

namespace graze {
namespace {

using namespace query;

/// Whether the origin is inside the mesh, when it is a solid.
Result<bool> starts_inside(const distance::Probe& line, const Body& mesh) {
  const bool has_start = line.t_min == 0 || line.direction == Vec3::Zero();
  if (!mesh.solid || !has_start) return false;
  return as_solid(mesh)
      .map([&](const auto& solid) { return solid && contains(*solid, line.origin, line.pose); })
      .map_error([](const Error& error) { return at("b", error); });
}

/// Those that the options ask for, of all in order.
void keep_wanted(std::vector<Crossing>& all, const RaycastOptions& options) {
  if (options.front_only) std::erase_if(all, [](const Crossing& crossing) { return !crossing.entering; });
  if (options.first_only && all.size() > 1) all.resize(1);
}

std::vector<Crossing> listed_crossings(const distance::Probe& line, const PlacedMesh& mesh, const RaycastOptions& options) {
  if (options.first_only) {
    const std::optional<Crossing> first = first_crossing(line, mesh);
    if (!first) return {};
    if (first->entering || !options.front_only) return {*first};
  }
  std::vector<Crossing> all = crossings(line, mesh);
  keep_wanted(all, options);
  return all;
}

Result<Raycast> mesh_raycast(const distance::Probe& line, const Body& body, const RaycastOptions& options) {
  Raycast answer;
  answer.crossings = listed_crossings(line, *as_mesh(body), options);
  const auto inside = starts_inside(line, body);
  if (!inside) return tl::make_unexpected(inside.error());
  answer.intersect = *inside || !answer.crossings.empty();
  if (*inside) {
    answer.point = line.pose.to_world(line.origin);
  } else if (answer.intersect) {
    answer.t = answer.crossings.front().t;
    answer.point = answer.crossings.front().point;
  }
  return answer;
}

/// Of a body that has been checked.
Result<Raycast> raycast_answer(distance::Probe line, const Body& b, const RaycastOptions& options) {
  if (std::isnan(options.t_max) || options.t_max < 0) return fail(ErrorCode::bad_option, "t_max: must be >= 0");
  const bool has_start = line.t_min == 0;
  if (has_start) line.t_max = std::min(line.t_max, options.t_max);
  if (options.front_only && !has_front(b)) return fail(ErrorCode::bad_option, "front_only: b has no front");
  if (is_mesh(b)) return mesh_raycast(line, b, options);
  if (options.front_only && shows_back(line, b)) return Raycast{};
  Raycast found = is_ring(b) ? ring_raycast(line, b) : *distance::raycast(line, b.geometry.shape(), b.pose);
  if (!options.front_only || !is_one_sided(b)) keep_wanted(found.crossings, options);
  for (Crossing& crossing : found.crossings) crossing.feature = named_in_plane(crossing.feature, b);
  return found;
}

template <class Linear>
Result<Raycast> checked_raycast(const Linear& line, const Body& b, const RaycastOptions& options) {
  if (const auto ok = validate(line); !ok) return tl::make_unexpected(at("a", ok.error()));
  if (const auto ok = check_body(b); !ok) return tl::make_unexpected(at("b", ok.error()));
  return raycast_answer(distance::as_probe(line), b, options);
}

}  // namespace

Result<Raycast> raycast(const Ray& ray, const Body& b, const RaycastOptions& options) { return checked_raycast(ray, b, options); }
Result<Raycast> raycast(const Line& line, const Body& b, const RaycastOptions& options) {
  return checked_raycast(line, b, options);
}
Result<Raycast> raycast(const Segment& segment, const Body& b, const RaycastOptions& options) {
  return checked_raycast(segment, b, options);
}

Result<Raycast> raycast(const Body& a, const Body& b, const RaycastOptions& options) {
  if (const auto ok = check_bodies(a, b); !ok) return tl::make_unexpected(ok.error());
  const auto line = distance::as_probe(a.geometry.shape(), a.pose);
  if (!line) return fail(ErrorCode::bad_shape, "a: a raycast needs a line, ray or segment");
  return raycast_answer(*line, b, options);
}

}  // namespace graze
