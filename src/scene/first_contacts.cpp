/// The first contact of each pair of a scene.

#include <cmath>
#include <vector>

#include <graze/scene_motion.h>

#include "scene/candidates.h"
#include "scene/fixed_order.h"
#include "scene/pair_sweep.h"
#include "scene/swept.h"
#include "scene/work.h"

namespace graze {
namespace {

using namespace scenes;

/// Between two calls of progress: sweeps take longer than overlaps.
constexpr std::size_t sweeps_a_portion = 256;

std::optional<std::size_t> earliest_of(const std::vector<PairContact>& contacts) {
  std::optional<std::size_t> first;
  for (std::size_t i = 0; i < contacts.size(); ++i) {
    if (!first || contacts[i].t_lo < contacts[*first].t_lo) first = i;
  }
  return first;
}

}  // namespace

Result<SceneContacts> first_contacts(const Scene& scene, const SceneTimeOptions& question, const SceneOptions& options) {
  if (const auto ok = check_question(question); !ok) return tl::make_unexpected(ok.error());
  if (const auto ok = check_options(options); !ok) return tl::make_unexpected(ok.error());
  const Scene::Data& data = scene.data();
  const SweptBodies swept(data, question.t_max, options.threads);
  std::vector<IndexPair> pairs = candidates(data, swept.boxes(question.margin / 2), options);
  std::erase_if(pairs, [&](const IndexPair& pair) { return swept.earliest(pair[0], pair[1], question.margin) > question.t_max; });
  std::vector<PairContact> contacts(pairs.size());
  const auto work = [&](std::size_t i) -> Result<void> {
    const IndexPair& pair = pairs[i];
    auto found = in_fixed_order(data, pair, [&](std::size_t a, std::size_t b) {
      return sweep_pair(data.records[a], data.records[b], question, question.t_max);
    });
    if (!found) return tl::make_unexpected(of_pair(data, pair, found.error()));
    if (found->initial && options.ignore_initial) return {};
    contacts[i] = *std::move(found);
    contacts[i].pair = ids_of(data, pair);
    return {};
  };
  const auto done = in_portions(pairs.size(), sweeps_a_portion, options, work, [](std::size_t) { return true; });
  if (!done) return tl::make_unexpected(done.error());
  std::erase_if(contacts, [](const PairContact& contact) { return contact.status == TurningStatus::clear; });
  SceneContacts answer{std::move(contacts), {}, pairs.size()};
  answer.first = earliest_of(answer.pairs);
  return answer;
}

}  // namespace graze
