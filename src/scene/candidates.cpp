/// Filters the pairs whose boxes meet.

#include "scene/candidates.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

namespace graze::scenes {

Result<void> check_options(const SceneOptions& options) {
  if (!(options.at >= 0 && std::isfinite(options.at))) return fail(ErrorCode::bad_option, "at: must be finite and >= 0");
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

std::vector<IndexPair> candidates(const Scene::Data& data, std::span<const Aabb> boxes, const SceneOptions& options) {
  std::vector<IndexPair> pairs = meeting_boxes(boxes, options.threads);
  const PairFilter filter(data, options);
  std::erase_if(pairs, [&](const IndexPair& pair) { return !filter.counts(pair[0], pair[1]); });
  return pairs;
}

Error of_pair(const Scene::Data& data, const IndexPair& pair, Error error) {
  const auto named = [&](std::uint32_t index) {
    const Record& record = data.records[index];
    const std::string& name = record.given.name;
    return fmt::format("{}/{}{}", index, record.id.generation, name.empty() ? "" : " (" + name + ")");
  };
  error.message = fmt::format("bodies {} and {}: {}", named(pair[0]), named(pair[1]), error.message);
  return error;
}

}  // namespace graze::scenes
