/// Which bodies of a scene meet at a time.

#include <vector>

#include <graze/scene_questions.h>

#include "scene/candidates.h"
#include "scene/cast.h"
#include "scene/initial.h"
#include "scene/instant.h"
#include "scene/pair_overlap.h"
#include "scene/taken_room.h"
#include "scene/work.h"

namespace graze {
namespace {

using namespace scenes;

/// As many pairs as are asked before it is looked whether one of them ended the search.
constexpr std::size_t first_portion = 64;

/// What a question needs on its way.
struct OverlapRoom {
  std::vector<IndexPair> pairs;
  std::vector<char> meet;
};

/// Calls on_pair for all pairs that meet, in order, until it returns false. Portions grow: who stops early pays little, who never
/// stops pays for few of them.
Result<bool> visit(const Scene& scene, const SceneOptions& options, const std::function<bool(const ScenePair&)>& on_pair) {
  if (const auto ok = check_options(scene.data(), options); !ok) return tl::make_unexpected(ok.error());
  const Scene::Data& data = scene.data();
  const Cast cast{&data};
  const Instant instant(data, options.at, options.threads);
  TakenRoom<OverlapRoom> room;
  std::vector<IndexPair>& pairs = room->pairs;
  std::vector<char>& meet = room->meet;
  find_candidates(data, instant, 0, options, pairs);
  const std::size_t most = options.progress ? pairs_a_portion : pairs.size();
  for (std::size_t from = 0, portion = first_portion; from < pairs.size(); portion = std::min(2 * portion, most)) {
    const std::size_t to = std::min(pairs.size(), from + portion);
    meet.assign(to - from, 0);
    const auto done = for_each_of(from, to, pairs.size(), options, [&](std::size_t i) -> Result<void> {
      const IndexPair& pair = pairs[i];
      auto found = parts_meet(instant.parts(pair.first), instant.parts(pair.second));
      if (found && *found && options.ignore_initial) found = met_at_start(data, pair).map([](bool met) { return !met; });
      if (!found) return tl::make_unexpected(cast.of_pair(pair, found.error()));
      meet[i - from] = *found ? 1 : 0;
      return {};
    });
    if (!done) return tl::make_unexpected(done.error());
    for (std::size_t i = from; i < to; ++i) {
      if (meet[i - from] != 0 && !on_pair(cast.ids_of(pairs[i]))) return false;
    }
    if (const auto wanted = go_on(options, to, pairs.size()); !wanted) return tl::make_unexpected(wanted.error());
    from = to;
  }
  return true;
}

}  // namespace

Result<bool> visit_overlaps(const Scene& scene, const std::function<bool(const ScenePair&)>& on_pair, const SceneOptions& options) {
  return visit(scene, options, on_pair);
}

Result<bool> any_overlap(const Scene& scene, const SceneOptions& options) {
  return visit(scene, options, [](const ScenePair&) { return false; }).map([](bool all) { return !all; });
}

Result<std::vector<ScenePair>> overlapping_pairs(const Scene& scene, const SceneOptions& options) {
  std::vector<ScenePair> pairs;
  const auto done = visit(scene, options, [&](const ScenePair& pair) {
    pairs.push_back(pair);
    return true;
  });
  if (!done) return tl::make_unexpected(done.error());
  return pairs;
}

}  // namespace graze
