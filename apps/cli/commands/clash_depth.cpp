/// How deep the parts of an assembly are in each other, where status() does not tell: solid meshes.

#include <graze/batch.h>
#include <graze/penetration.h>

#include "commands/clash_answer.h"

namespace graze::cli {
namespace {

bool is_clash(Status status) { return status == Status::overlapping || status == Status::contains || status == Status::inside; }

/// The only part of a body, with lengths divided by the scale of the body: a translation is then to be multiplied by it.
std::optional<Body> unscaled(const SceneBody& body) {
  if (body.parts.size() != 1) return std::nullopt;
  const BodyPart& part = body.parts.front();
  if (part.geometry.is_mesh() && !part.solid) return std::nullopt;
  Pose pose = body.pose;
  pose.translation /= body.scale;
  return Body{part.geometry, pose * part.pose, {}};
}

std::optional<SolidDepth> depth_of(const Scene& scene, const ScenePair& pair) {
  const Result<const SceneBody*> a = scene.body(pair.a), b = scene.body(pair.b);
  if (!a || !b || (*a)->scale != (*b)->scale) return std::nullopt;
  const std::optional<Body> first = unscaled(**a), second = unscaled(**b);
  if (!first || !second) return std::nullopt;
  const Result<std::optional<SolidPenetration>> found = solid_penetration(*first, *second);
  if (!found || !*found) return std::nullopt;
  return SolidDepth{(*a)->scale * (*found)->found.depth, (*a)->scale * (*found)->at_least};
}

}  // namespace

std::vector<std::optional<SolidDepth>> solid_depths(const Scene& scene, const SceneStatuses& found, std::size_t threads) {
  std::vector<std::optional<SolidDepth>> depths(found.pairs.size());
  for_each_in_parallel(depths.size(), {threads}, [&](std::size_t i) {
    const PairStatus& pair = found.pairs[i];
    if (is_clash(pair.status) && !pair.depth) depths[i] = depth_of(scene, pair.pair);
  });
  return depths;
}

}  // namespace graze::cli
