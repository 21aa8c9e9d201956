/// The first contact of a scene, and that of each of its pairs.

#include <algorithm>
#include <vector>

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

Result<void> check(const SceneTimeOptions& question, const SceneOptions& options) {
  if (auto ok = check_question(question); !ok) return ok;
  return check_options(options);
}

/// Boxes of long ways meet nearly all others: most pairs that do so late are not looked at if time is searched in windows.
double first_window(const Scene::Data& data, double t_max) {
  return data.size < many_bodies ? t_max : std::min(t_max, time_to_move_by_size(data, t_max));
}

/// Pairs whose ways come together. Of two that stand a contact could only be one from the start.
std::vector<IndexPair> pairs_on_ways(const Scene::Data& data, const SweptBodies& swept, double margin,
                                     const SceneOptions& options) {
  std::vector<IndexPair> pairs = candidates(data, swept.boxes(), margin, options);
  if (!options.ignore_initial || margin > 0) return pairs;
  std::erase_if(pairs, [&](const IndexPair& pair) { return data.is_moving[pair.first] == 0 && data.is_moving[pair.second] == 0; });
  return pairs;
}

/// The pairs that first_contacts() considers.
std::vector<IndexPair> pairs_that_come_together(const Scene::Data& data, const SceneTimeOptions& question,
                                                const SceneOptions& options) {
  const SweptBodies swept(data, question.t_max, options.threads);
  std::vector<IndexPair> pairs = pairs_on_ways(data, swept, question.margin, options);
  std::erase_if(pairs,
                [&](const IndexPair& pair) { return swept.earliest(pair.first, pair.second, question.margin) > question.t_max; });
  return pairs;
}

}  // namespace

Result<SceneContact> first_contact(const Scene& scene, const SceneTimeOptions& question, const SceneOptions& options) {
  if (const auto ok = check(question, options); !ok) return tl::make_unexpected(ok.error());
  const Scene::Data& data = scene.data();
  EarliestSearch search({&data}, question, options);
  double window = first_window(data, question.t_max);
  for (int i = 0;; ++i, window *= window_growth) {
    const bool is_last = i == max_windows || !(window < question.t_max);
    if (is_last) window = question.t_max;
    const SweptBodies swept(data, window, options.threads);
    const std::vector<IndexPair> pairs = pairs_on_ways(data, swept, question.margin, options);
    std::vector<TimedPair> timed;
    for (const IndexPair& pair : pairs) {
      const double earliest = swept.earliest(pair.first, pair.second, question.margin);
      if (earliest <= window) timed.push_back({earliest, pair});
    }
    if (const auto done = search.search(std::move(timed), window); !done) return tl::make_unexpected(done.error());
    if (!search.has_found() && !is_last) continue;
    auto answer = search.answer();
    if (answer) answer->pairs_considered = pairs.size();
    return answer;
  }
}

Result<SceneContacts> first_contacts(const Scene& scene, const SceneTimeOptions& question, const SceneOptions& options) {
  if (const auto ok = check(question, options); !ok) return tl::make_unexpected(ok.error());
  return contacts_of_pairs({&scene.data()}, pairs_that_come_together(scene.data(), question, options), question, options);
}

Result<std::vector<ScenePair>> pairs_to_ask(const Scene& scene, const SceneTimeOptions& question, const SceneOptions& options) {
  if (const auto ok = check(question, options); !ok) return tl::make_unexpected(ok.error());
  return Cast{&scene.data()}.ids_of(pairs_that_come_together(scene.data(), question, options));
}

Result<SceneContacts> first_contacts_of(const Scene& scene, std::span<const ScenePair> pairs, const SceneTimeOptions& question,
                                        const SceneOptions& options) {
  if (const auto ok = check(question, options); !ok) return tl::make_unexpected(ok.error());
  const Result<std::vector<IndexPair>> asked = indices_of(scene.data(), pairs);
  if (!asked) return tl::make_unexpected(asked.error());
  return contacts_of_pairs({&scene.data()}, *asked, question, options);
}

}  // namespace graze
