/// The first contact of a scene, and that of each of its pairs.

#include <algorithm>
#include <functional>
#include <vector>

#include <graze/batch.h>
#include <graze/scene_motion.h>

#include "scene/candidates.h"
#include "scene/earliest.h"
#include "scene/pair_sweep.h"
#include "scene/swept.h"

namespace graze {
namespace {

using namespace scenes;

/// Smaller scenes are searched to the end at once.
constexpr std::size_t many_bodies = 64;

/// A window that held no contact is followed by one so many times longer.
constexpr double window_growth = 4;

/// More windows than these would not be shorter than what they lead up to.
constexpr int max_windows = 12;

Result<void> check(const Scene& scene, const SceneTimeOptions& question, const SceneOptions& options) {
  if (auto ok = check_question(question); !ok) return ok;
  return check_options(scene.data(), options);
}

/// Boxes of long ways meet nearly all others: most pairs that do so late are not looked at if time is searched in windows.
double first_window(const Scene::Data& data, double t_max) {
  return data.size < many_bodies ? t_max : std::min(t_max, time_to_move_by_size(data, t_max));
}

/// Pairs whose ways come together. Of two that stand a contact could only be one from the start.
void find_pairs_on_ways(const Scene::Data& data, const SweptBodies& swept, double margin, const SceneOptions& options,
                        std::vector<IndexPair>& pairs) {
  find_candidates(data, swept.boxes(), margin, options, pairs);
  if (!options.ignore_initial || margin > 0) return;
  std::erase_if(pairs, [&](const IndexPair& pair) { return data.is_moving[pair.first] == 0 && data.is_moving[pair.second] == 0; });
}

/// The pairs that first_contacts() considers.
void find_pairs_that_come_together(const Scene::Data& data, const SceneTimeOptions& question, const SceneOptions& options,
                                   std::vector<IndexPair>& pairs) {
  const SweptBodies swept(data, question.t_max, options.threads);
  find_pairs_on_ways(data, swept, question.margin, options, pairs);
  std::erase_if(pairs,
                [&](const IndexPair& pair) { return swept.earliest(pair.first, pair.second, question.margin) > question.t_max; });
}

}  // namespace

Result<SceneContact> first_contact(const Scene& scene, const SceneTimeOptions& question, const SceneOptions& options) {
  if (const auto ok = check(scene, question, options); !ok) return tl::make_unexpected(ok.error());
  const Scene::Data& data = scene.data();
  EarliestSearch search({&data}, question, options);
  TakenRoom<CandidateRoom> on_ways;
  const std::vector<IndexPair>& pairs = on_ways->pairs;
  double window = first_window(data, question.t_max);
  for (int i = 0;; ++i, window *= window_growth) {
    const bool is_last = i == max_windows || !(window < question.t_max);
    if (is_last) window = question.t_max;
    const SweptBodies swept(data, window, options.threads);
    find_pairs_on_ways(data, swept, question.margin, options, on_ways->pairs);
    std::vector<TimedPair>& timed = search.pairs_to_search();
    timed.resize(pairs.size());
    const auto time_pair = [&](std::size_t k) {
      timed[k] = {swept.earliest(pairs[k].first, pairs[k].second, question.margin), pairs[k]};
    };
    for_each_in_parallel(pairs.size(), {options.threads}, std::cref(time_pair));
    std::erase_if(timed, [&](const TimedPair& pair) { return pair.earliest > window; });
    if (const auto done = search.search(window); !done) return tl::make_unexpected(done.error());
    if (!search.has_found() && !is_last) continue;
    auto answer = search.answer();
    if (answer) answer->pairs_considered = pairs.size();
    return answer;
  }
}

Result<SceneContacts> first_contacts(const Scene& scene, const SceneTimeOptions& question, const SceneOptions& options) {
  if (const auto ok = check(scene, question, options); !ok) return tl::make_unexpected(ok.error());
  TakenRoom<CandidateRoom> together;
  find_pairs_that_come_together(scene.data(), question, options, together->pairs);
  return contacts_of_pairs({&scene.data()}, together->pairs, question, options);
}

Result<std::vector<ScenePair>> pairs_to_ask(const Scene& scene, const SceneTimeOptions& question, const SceneOptions& options) {
  if (const auto ok = check(scene, question, options); !ok) return tl::make_unexpected(ok.error());
  TakenRoom<CandidateRoom> together;
  find_pairs_that_come_together(scene.data(), question, options, together->pairs);
  return Cast{&scene.data()}.ids_of(together->pairs);
}

Result<SceneContacts> first_contacts_of(const Scene& scene, std::span<const ScenePair> pairs, const SceneTimeOptions& question,
                                        const SceneOptions& options) {
  if (const auto ok = check(scene, question, options); !ok) return tl::make_unexpected(ok.error());
  const Result<std::vector<IndexPair>> asked = indices_of(scene.data(), pairs);
  if (!asked) return tl::make_unexpected(asked.error());
  return contacts_of_pairs({&scene.data()}, *asked, question, options);
}

}  // namespace graze
