/// How all pairs of a scene that are near each other lie.

#include <algorithm>

#include <graze/scene_questions.h>

#include "scene/candidates.h"
#include "scene/cast.h"
#include "scene/fixed_order.h"
#include "scene/initial.h"
#include "scene/instant.h"
#include "scene/pair_status.h"
#include "scene/status_options.h"
#include "scene/work.h"

namespace graze {

using namespace scenes;

Result<SceneStatuses> statuses(const Scene& scene, const SceneStatusOptions& question, const SceneOptions& options) {
  if (const auto ok = check_status_options(question); !ok) return tl::make_unexpected(ok.error());
  if (const auto ok = check_options(options); !ok) return tl::make_unexpected(ok.error());
  const Scene::Data& data = scene.data();
  const Cast cast{&data};
  const Instant instant(data, options.at, options.threads);
  const double reach = std::max(question.tolerance, question.clearance);
  std::vector<IndexPair> pairs = candidates(data, instant, reach, options);
  std::vector<std::optional<PairStatus>> found(pairs.size());
  const auto done = in_portions(pairs.size(), options, [&](std::size_t i) -> Result<void> {
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
  for (std::size_t i = 0; i < pairs.size(); ++i) {
    if (!found[i]) continue;
    answer.pairs.push_back(*std::move(found[i]));
    answer.pairs.back().pair = cast.ids_of(pairs[i]);
  }
  return answer;
}

}  // namespace graze
