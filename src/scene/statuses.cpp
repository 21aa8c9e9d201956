/// How all pairs of a scene that are near each other lie.

#include <algorithm>

#include <graze/scene_motion.h>
#include <graze/scene_questions.h>

#include "scene/candidates.h"
#include "scene/cast.h"
#include "scene/fixed_order.h"
#include "scene/initial.h"
#include "scene/instant.h"
#include "scene/pair_status.h"
#include "scene/status_options.h"
#include "scene/taken_room.h"
#include "scene/work.h"

namespace graze {

using namespace scenes;

namespace {

Result<void> check_status_question(const Scene& scene, const SceneStatusOptions& question, const SceneOptions& options) {
  return check_status_options(question).and_then([&] { return check_options(scene.data(), options); });
}

void find_near_pairs(const Scene::Data& data, const Instant& instant, const SceneStatusOptions& question,
                     const SceneOptions& options, std::vector<IndexPair>& pairs) {
  find_candidates(data, instant, std::max(question.tolerance, question.clearance), options, pairs);
}

/// What is found of pairs, by their places.
struct StatusRoom {
  std::vector<std::optional<PairStatus>> found;
};

Result<SceneStatuses> statuses_of_pairs(const Scene::Data& data, const Instant& instant, const std::vector<IndexPair>& pairs,
                                        const SceneStatusOptions& question, const SceneOptions& options) {
  const Cast cast{&data};
  TakenRoom<StatusRoom> room;
  std::vector<std::optional<PairStatus>>& found = room->found;
  found.assign(pairs.size(), {});
  const auto done = in_portions(cast, pairs, options, [&](std::size_t i) -> Result<void> {
    const IndexPair& pair = pairs[i];
    if (options.ignore_initial) {
      const auto met = met_at_start(data, pair);
      if (!met) return tl::make_unexpected(cast.of_pair(pair, met.error()));
      if (*met) return {};
    }
    auto status = in_fixed_order(
        cast, pair, [&](std::uint32_t a, std::uint32_t b) { return status_of(instant.parts(a), instant.parts(b), question); });
    if (!status) return tl::make_unexpected(cast.of_pair(pair, status.error()));
    found[i] = *std::move(status);
    return {};
  });
  if (!done) return tl::make_unexpected(done.error());
  SceneStatuses answer{{}, pairs.size()};
  answer.pairs.reserve(
      static_cast<std::size_t>(std::ranges::count_if(found, [](const auto& status) { return status.has_value(); })));
  for (std::size_t i = 0; i < pairs.size(); ++i) {
    if (!found[i]) continue;
    answer.pairs.push_back(*std::move(found[i]));
    answer.pairs.back().pair = cast.ids_of(pairs[i]);
  }
  return answer;
}

}  // namespace

Result<SceneStatuses> statuses(const Scene& scene, const SceneStatusOptions& question, const SceneOptions& options) {
  if (const auto ok = check_status_question(scene, question, options); !ok) return tl::make_unexpected(ok.error());
  const Instant instant(scene.data(), options.at, options.threads);
  TakenRoom<CandidateRoom> near;
  find_near_pairs(scene.data(), instant, question, options, near->pairs);
  return statuses_of_pairs(scene.data(), instant, near->pairs, question, options);
}

Result<std::vector<ScenePair>> pairs_to_ask(const Scene& scene, const SceneStatusOptions& question, const SceneOptions& options) {
  if (const auto ok = check_status_question(scene, question, options); !ok) return tl::make_unexpected(ok.error());
  const Instant instant(scene.data(), options.at, options.threads);
  TakenRoom<CandidateRoom> near;
  find_near_pairs(scene.data(), instant, question, options, near->pairs);
  return Cast{&scene.data()}.ids_of(near->pairs);
}

Result<SceneStatuses> statuses_of(const Scene& scene, std::span<const ScenePair> pairs, const SceneStatusOptions& question,
                                  const SceneOptions& options) {
  if (const auto ok = check_status_question(scene, question, options); !ok) return tl::make_unexpected(ok.error());
  const Result<std::vector<IndexPair>> asked = indices_of(scene.data(), pairs);
  if (!asked) return tl::make_unexpected(asked.error());
  const Instant instant(scene.data(), options.at, options.threads);
  return statuses_of_pairs(scene.data(), instant, *asked, question, options);
}

}  // namespace graze
