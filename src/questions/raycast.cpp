#include <algorithm>
#include <cmath>

#include "ray/convex.h"
#include "mesh/ray.h"
#include "mesh/solid.h"
#include "body/pair.h"
#include <graze/questions.h>

namespace graze {
namespace {

using namespace query;

/// Whether the origin is inside the solid, when meshes are solids.
Result<bool> starts_inside(const distance::Probe& line, const Body& mesh, const RaycastOptions& options) {
  const bool has_start = line.t_min == 0 || line.direction == Vec3::Zero();
  if (!options.solid || !has_start) return false;
  return as_solid(mesh)
      .map([&](const auto& solid) { return solid && contains(*solid, line.origin, line.pose); })
      .map_error([](const Error& error) { return at("b", error); });
}

Result<Raycast> mesh_raycast(const distance::Probe& line, const Body& body, const RaycastOptions& options) {
  Raycast answer;
  answer.crossings = crossings(line, *as_mesh(body));
  const auto inside = starts_inside(line, body, options);
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

}  // namespace

Result<Raycast> raycast(const Body& a, const Body& b, const RaycastOptions& options) {
  if (const auto ok = check_bodies(a, b); !ok) return tl::make_unexpected(ok.error());
  if (std::isnan(options.t_max) || options.t_max < 0) return fail(ErrorCode::bad_option, "t_max: must be >= 0");
  auto line = distance::as_probe(a.geometry.shape(), a.pose);
  if (!line) return fail(ErrorCode::bad_shape, "a: a raycast wants a line, ray or segment");
  const bool has_start = line->t_min == 0;
  if (has_start) line->t_max = std::min(line->t_max, options.t_max);
  if (as_mesh(b)) return mesh_raycast(*line, b, options);
  auto answer = distance::raycast(*line, b.geometry.shape(), b.pose);
  for (Crossing& crossing : answer->crossings) crossing.feature = named_in_plane(crossing.feature, b);
  return *std::move(answer);
}

}  // namespace graze
