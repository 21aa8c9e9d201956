/// Rays through a scene.

#include <graze/raycast.h>

#include <algorithm>
#include <cmath>

#include <graze/scene_probe.h>

#include "scene/instant.h"
#include "scene/taken_room.h"

namespace graze {
namespace {

using namespace scenes;

bool comes_sooner(const SceneHit& x, const SceneHit& y) {
  if (x.t != y.t) return x.t < y.t;
  return x.body != y.body ? x.body < y.body : x.place < y.place;
}

bool can_be_hit(const Record& record, const SceneRayOptions& options) {
  return (record.given.group & options.mask) != 0 && (!options.may_hit || options.may_hit(record.id));
}

struct RayRoom {
  std::vector<BoxIndex::OnWay> on_way;
};

/// Adds the parts of a body that the ray meets up to t_max: that of the question, since a ray that ends sooner is met with other
/// roundings.
Result<void> add_hits(const Ray& ray, const std::vector<PlacedPart>& parts, BodyId body, const RaycastOptions& question,
                      std::vector<SceneHit>& hits) {
  for (std::uint32_t k = 0; k < parts.size(); ++k) {
    const auto found = raycast(ray, parts[k].body, question);
    if (!found) return tl::make_unexpected(found.error());
    if (!found->intersect) continue;
    // A ray that starts inside a solid and may only enter has its first crossing later, or none.
    const std::int32_t triangle = found->crossings.empty() ? -1 : found->crossings.front().feature.triangle;
    hits.push_back({body, {k, triangle}, found->t, found->point, found->crossings});
  }
  return {};
}

}  // namespace

Result<std::vector<SceneHit>> raycast(const Scene& scene, const Ray& ray, const RaycastOptions& question,
                                      const SceneRayOptions& options) {
  if (!ray.origin.allFinite()) return fail(ErrorCode::not_finite, "ray.origin: not finite");
  if (!ray.direction.allFinite()) return fail(ErrorCode::not_finite, "ray.direction: not finite");
  if (!(question.t_max >= 0)) return fail(ErrorCode::bad_option, "t_max: must be >= 0");
  if (!(options.at >= 0 && std::isfinite(options.at))) return fail(ErrorCode::bad_option, "at: must be finite and >= 0");
  const Scene::Data& data = scene.data();
  const Instant instant(data, options.at, 1);
  TakenRoom<RayRoom> room;
  if (options.at == 0) {
    data.boxes.along_ray(ray, question.t_max, room->on_way);
  } else {
    BoxIndex::along_ray_of(instant.boxes(), ray, question.t_max, room->on_way);
  }
  std::vector<SceneHit> hits;
  double limit = question.t_max;
  for (const BoxIndex::OnWay& entry : room->on_way) {
    if (entry.t > limit) break;
    if (!can_be_hit(data.records[entry.index], options)) continue;
    const auto done = add_hits(ray, instant.parts(entry.index), data.records[entry.index].id, question, hits);
    if (!done) return tl::make_unexpected(done.error());
    if (!question.first_only || hits.empty()) continue;
    std::swap(hits.front(), *std::min_element(hits.begin(), hits.end(), comes_sooner));
    hits.resize(1);
    limit = hits.front().t;
  }
  std::sort(hits.begin(), hits.end(), comes_sooner);
  return hits;
}

}  // namespace graze
