/// The least distance of a scene over a time: first times within a distance, which shrinks until none comes so near.

#include <algorithm>
#include <cmath>

#include <graze/scene_motion.h>

#include "scene/candidates.h"
#include "scene/cast.h"
#include "scene/earliest.h"
#include "scene/fixed_order.h"
#include "scene/pair_sweep.h"
#include "scene/swept.h"
#include "scene/work.h"

namespace graze {
namespace {

using namespace scenes;

/// The default tolerance, as a part of the size of the bodies. No unit.
constexpr double default_approach_tolerance = 1e-6;

/// What sweeps may be off by, as a part of the tolerance: a contact within a distance is then surely nearer than half of it more.
constexpr double sweep_share = 0.25;

/// So many pairs are asked with the same idea of what is near, whatever the number of threads.
constexpr std::size_t asked_together = 32;

double size_of_scene(const Scene::Data& data) {
  double size = 0;
  for (const Record& record : data.records) {
    const double extent = record.is_alive ? (record.box.max - record.box.min).maxCoeff() : 0;
    if (std::isfinite(extent)) size = std::max(size, extent);
  }
  return size > 0 ? size : 1;
}

class ApproachSearch {
 public:
  ApproachSearch(const Scene::Data& data, double tolerance, const SceneApproachOptions& question, const SceneOptions& options)
      : cast_{&data}, question_(question), options_(options), tolerance_(tolerance) {}

  void begin_with(const ClosestPair& pair) { best_ = {pair.pair, pair.distance, 0, options_.at, pair.points, pair.places}; }

  /// Pairs that come nearer than the best by more than the tolerance replace it.
  [[nodiscard]] Result<void> look_at(const std::vector<IndexPair>& pairs) {
    for (std::size_t from = 0; from < pairs.size() && best_.distance > 0;) {
      const std::size_t to = std::min(pairs.size(), from + asked_together);
      const double limit = best_.distance - tolerance_;
      if (limit < 0) break;
      std::vector<PairContact> nearer(to - from);
      const auto done = for_each_of(from, to, pairs.size(), options_, [&](std::size_t i) -> Result<void> {
        return within(pairs[i], limit).map([&](PairContact contact) { nearer[i - from] = std::move(contact); });
      });
      if (!done) return done;
      for (std::size_t i = from; i < to; ++i) {
        if (nearer[i - from].status == TurningStatus::clear) continue;
        if (const auto refined = refine(pairs[i]); !refined) return refined;
      }
      if (const auto wanted = go_on(options_, to, pairs.size()); !wanted) return wanted;
      from = to;
    }
    return {};
  }

  [[nodiscard]] SceneApproach answer() const {
    SceneApproach result = best_;
    result.distance_at_least = is_unsure_ ? 0 : std::max(0.0, best_.distance - tolerance_);
    return result;
  }

 private:
  /// When the pair first comes within the distance.
  [[nodiscard]] Result<PairContact> within(const IndexPair& pair, double distance) const {
    SceneTimeOptions question;
    question.tolerance = sweep_share * tolerance_;
    question.margin = distance;
    question.max_evaluations = question_.max_evaluations;
    return contact_of_pair(cast_, pair, question, question_.t_max, options_);
  }

  void take(const PairContact& contact) {
    const double distance = (contact.points[1] - contact.points[0]).stableNorm();
    if (distance < best_.distance) best_ = {contact.pair, distance, 0, contact.t_lo, contact.points, contact.places};
  }

  /// Halves the doubt about the least distance of a pair until it is below the tolerance.
  [[nodiscard]] Result<void> refine(const IndexPair& pair) {
    for (double least = 0; best_.distance - least > tolerance_;) {
      const double middle = least + (best_.distance - least) / 2;
      const auto found = within(pair, std::min(middle, best_.distance - tolerance_ / 2));
      if (!found) return tl::make_unexpected(found.error());
      if (found->status == TurningStatus::unfinished) {
        is_unsure_ = true;
        return {};
      }
      const double before = best_.distance;
      if (found->status == TurningStatus::contact) take(*found);
      if (found->status == TurningStatus::clear) least = std::min(middle, best_.distance - tolerance_ / 2);
      if (found->status == TurningStatus::contact && !(best_.distance < before)) {
        is_unsure_ = true;  // the coordinates are too large for so small a tolerance
        return {};
      }
    }
    return {};
  }

  Cast cast_;
  const SceneApproachOptions& question_;
  const SceneOptions& options_;
  double tolerance_;
  SceneApproach best_;
  bool is_unsure_ = false;  ///< a limit was reached
};

/// Those whose ways are nearest first; of several by their bodies, so that what is found within the tolerance does not depend on
/// ids.
std::vector<IndexPair> nearest_ways_first(const Scene::Data& data, const SweptBodies& swept, const std::vector<IndexPair>& pairs) {
  std::vector<std::pair<double, std::size_t>> ordered;
  for (std::size_t i = 0; i < pairs.size(); ++i)
    ordered.emplace_back(gap(swept.boxes()[pairs[i].first], swept.boxes()[pairs[i].second]), i);
  const Cast cast{&data};
  std::ranges::sort(ordered, [&](const auto& x, const auto& y) {
    return x.first != y.first ? x.first < y.first : comes_first(cast, pairs[x.second], pairs[y.second]);
  });
  std::vector<IndexPair> result;
  for (const auto& [gap_of_ways, i] : ordered) result.push_back(pairs[i]);
  return result;
}

Result<void> check(const SceneApproachOptions& question, const SceneOptions& options) {
  if (!(question.t_max >= 0 && std::isfinite(question.t_max))) return fail(ErrorCode::bad_option, "t_max: must be finite and >= 0");
  if (question.tolerance && !(*question.tolerance > 0)) return fail(ErrorCode::bad_option, "tolerance: must be > 0");
  if (options.at != 0) return fail(ErrorCode::bad_option, "at: an approach is about all times up to t_max");
  return {};
}

}  // namespace

Result<std::optional<SceneApproach>> closest_approach(const Scene& scene, const SceneApproachOptions& question,
                                                      const SceneOptions& options) {
  if (const auto ok = check(question, options); !ok) return tl::make_unexpected(ok.error());
  const auto nearest = closest_pairs(scene, 1, options);
  if (!nearest) return tl::make_unexpected(nearest.error());
  if (nearest->empty()) return std::optional<SceneApproach>();
  const Scene::Data& data = scene.data();
  ApproachSearch search(data, question.tolerance.value_or(default_approach_tolerance * size_of_scene(data)), question, options);
  search.begin_with(nearest->front());
  const double reach = nearest->front().distance;
  const SweptBodies swept(data, question.t_max, options.threads);
  const std::vector<IndexPair> pairs = candidates(data, swept.boxes(), reach, options);
  if (const auto done = search.look_at(nearest_ways_first(data, swept, pairs)); !done) return tl::make_unexpected(done.error());
  return std::optional(search.answer());
}

}  // namespace graze
