/// Filters the pairs whose boxes meet.

#include "scene/candidates.h"

#include <algorithm>
#include <cmath>

namespace graze::scenes {

Result<void> check_options(const Scene::Data& data, const SceneOptions& options) {
  if (!(options.at >= 0 && std::isfinite(options.at))) return fail(ErrorCode::bad_option, "at: must be finite and >= 0");
  for (const ScenePair& pair : options.ignore) {
    const auto both_are_there = check_id(data, pair.a).and_then([&] { return check_id(data, pair.b); });
    if (!both_are_there) return fail(ErrorCode::bad_option, "ignore: " + both_are_there.error().message);
  }
  return {};
}

PairFilter::PairFilter(const Scene::Data& data, const SceneOptions& options)
    : data_(&data), options_(&options), ignored_(options.ignore) {
  for (ScenePair& pair : ignored_) {
    if (pair.b < pair.a) std::swap(pair.a, pair.b);
  }
  std::sort(ignored_.begin(), ignored_.end());
}

bool PairFilter::counts(std::uint32_t a, std::uint32_t b) const {
  const Record& in_a = data_->records[a];
  const Record& in_b = data_->records[b];
  if (!may_meet(in_a, in_b)) return false;
  if (!ignored_.empty() && std::binary_search(ignored_.begin(), ignored_.end(), ScenePair{in_a.id, in_b.id})) return false;
  return !options_->may_meet || options_->may_meet(in_a.id, in_b.id);
}

namespace {

/// The boxes' tree has looked at groups.
void drop_filtered(const Scene::Data& data, const SceneOptions& options, std::vector<IndexPair>& pairs) {
  if (!data.has_excluded_any && options.ignore.empty() && !options.may_meet) return;
  const PairFilter filter(data, options);
  std::erase_if(pairs, [&](const IndexPair& pair) { return !filter.counts(pair.first, pair.second); });
}

}  // namespace

void find_candidates(const Scene::Data& data, const Instant& instant, double distance, const SceneOptions& options,
                     std::vector<IndexPair>& pairs) {
  if (instant.time() == 0) {
    data.boxes.pairs(distance, options.threads, pairs);
  } else {
    data.boxes.pairs_of(instant.boxes(), distance, options.threads, pairs);
  }
  drop_filtered(data, options, pairs);
}

std::vector<IndexPair> candidates(const Scene::Data& data, const Instant& instant, double distance, const SceneOptions& options) {
  std::vector<IndexPair> pairs;
  find_candidates(data, instant, distance, options, pairs);
  return pairs;
}

void find_candidates(const Scene::Data& data, std::span<const Aabb> boxes, double distance, const SceneOptions& options,
                     std::vector<IndexPair>& pairs) {
  data.boxes.pairs_of(boxes, distance, options.threads, pairs);
  drop_filtered(data, options, pairs);
}

std::vector<IndexPair> candidates(const Scene::Data& data, std::span<const Aabb> boxes, double distance,
                                  const SceneOptions& options) {
  std::vector<IndexPair> pairs;
  find_candidates(data, boxes, distance, options, pairs);
  return pairs;
}

}  // namespace graze::scenes
