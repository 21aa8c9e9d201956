/// Rays through a scene.

#include <graze/raycast.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <utility>

#include <graze/scene_probe.h>

#include "scene/course.h"
#include "scene/scene_data.h"
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
  std::vector<PlacedPart> placed;
  std::vector<SceneHit> hits;
};

/// Those that the ray may meet at a time, in the order in which it enters their boxes.
void find_on_way(const Scene::Data& data, double at, const Ray& ray, double t_max, std::vector<BoxIndex::OnWay>& on_way) {
  if (at == 0) {
    data.boxes.along_ray(ray, t_max, on_way);
  } else {
    BoxIndex::along_ray_of(*data.last_instant.boxes(data, at), ray, t_max, on_way);
  }
}

/// Adds the parts of a body that the ray meets up to t_max: that of the question, since a ray that ends sooner is met with other
/// roundings.
Result<void> add_hits(const Ray& ray, const std::vector<PlacedPart>& parts, BodyId body, const RaycastOptions& question,
                      std::vector<SceneHit>& hits) {
  for (std::uint32_t k = 0; k < parts.size(); ++k) {
    auto found = raycast(ray, parts[k].body, question);
    if (!found) return tl::make_unexpected(found.error());
    if (!found->intersect) continue;
    // A ray that starts inside a solid and may only enter has its first crossing later, or none.
    const std::int32_t triangle = found->crossings.empty() ? -1 : found->crossings.front().feature.triangle;
    hits.push_back({body, {k, triangle}, found->t, found->point, std::move(found->crossings)});
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
  TakenRoom<RayRoom> room;
  find_on_way(data, options.at, ray, question.t_max, room->on_way);
  std::vector<SceneHit>& hits = room->hits;
  hits.clear();
  double limit = question.t_max;
  for (const BoxIndex::OnWay& entry : room->on_way) {
    if (entry.t > limit) break;
    const Record& record = data.records[entry.index];
    if (!can_be_hit(record, options)) continue;
    const auto done = add_hits(ray, parts_at(record, options.at, room->placed), record.id, question, hits);
    room->placed.clear();  // geometries are not ours to keep
    if (!done) return tl::make_unexpected(done.error());
    if (!question.first_only || hits.empty()) continue;
    std::swap(hits.front(), *std::min_element(hits.begin(), hits.end(), comes_sooner));
    hits.resize(1);
    limit = hits.front().t;
  }
  std::sort(hits.begin(), hits.end(), comes_sooner);
  return std::vector<SceneHit>(std::move_iterator(hits.begin()), std::move_iterator(hits.end()));
}

}  // namespace graze
