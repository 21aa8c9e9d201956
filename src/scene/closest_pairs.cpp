/// The nearest pairs of a scene: boxes within a distance that grows until enough pairs are surely known.

#include <algorithm>
#include <cmath>
#include <vector>

#include <graze/scene_questions.h>

#include "scene/candidates.h"
#include "scene/cast.h"
#include "scene/fixed_order.h"
#include "scene/initial.h"
#include "scene/instant.h"
#include "scene/pair_status.h"
#include "scene/taken_room.h"
#include "scene/work.h"

namespace graze {
namespace {

using namespace scenes;

/// So many pairs are asked with the same idea of how near is near enough, whatever the number of threads.
constexpr std::size_t asked_at_once = 64;

bool is_nearer(const ClosestPair& x, const ClosestPair& y) {
  return x.distance != y.distance ? x.distance < y.distance : x.pair < y.pair;
}

struct NearCandidate {
  double least = 0;  ///< not above the distance
  IndexPair pair{};
};

class NearestSearch {
 public:
  NearestSearch(const Scene::Data& data, std::size_t k, const SceneOptions& options)
      : data_(data), k_(k), options_(options), instant_(data, options.at, options.threads) {}

  /// The k nearest among those no farther apart than this.
  [[nodiscard]] Result<std::vector<ClosestPair>> within(double distance) {
    find_candidates_in_order(distance);
    const std::vector<NearCandidate>& ordered = room_->ordered;
    std::vector<ClosestPair>& nearest = room_->nearest;
    std::vector<std::optional<NearestParts>>& answers = room_->answers;
    nearest.clear();
    double limit = distance;
    for (std::size_t from = 0; from < ordered.size() && ordered[from].least <= limit;) {
      const std::size_t to = std::min(ordered.size(), from + asked_at_once);
      answers.assign(to - from, {});
      const auto done =
          for_each_of(from, to, ordered.size(), options_, [&](std::size_t i) { return ask(ordered[i], limit, answers[i - from]); });
      if (!done) return tl::make_unexpected(done.error());
      for (std::size_t i = from; i < to; ++i) {
        if (const auto& found = answers[i - from])
          nearest.push_back({cast_.ids_of(ordered[i].pair), found->closest.distance, found->closest.points, found->places});
      }
      keep_nearest(nearest);
      if (nearest.size() == k_) limit = nearest.back().distance;
      if (const auto wanted = go_on(options_, to, ordered.size()); !wanted) return tl::make_unexpected(wanted.error());
      from = to;
    }
    return std::vector<ClosestPair>(nearest.begin(), nearest.end());
  }

  /// A length that a good part of the bodies are large.
  [[nodiscard]] double typical_size() {
    std::vector<double>& sizes = room_->sizes;
    sizes.clear();
    for (std::size_t i = 0; i < data_.records.size(); ++i) {
      const Aabb& box = instant_.box(i);
      const double size = (box.max - box.min).maxCoeff();
      if (std::isfinite(size) && size >= 0) sizes.push_back(size);
    }
    if (sizes.empty()) return 1;
    const auto middle = sizes.begin() + static_cast<std::ptrdiff_t>(sizes.size() / 2);
    std::nth_element(sizes.begin(), middle, sizes.end());
    return *middle > 0 ? *middle : 1;
  }

 private:
  struct Room {
    std::vector<IndexPair> pairs;
    std::vector<NearCandidate> ordered;
    std::vector<std::optional<NearestParts>> answers;  ///< of those that are asked at once
    std::vector<ClosestPair> nearest;
    std::vector<double> sizes;
  };

  void find_candidates_in_order(double distance) {
    std::vector<NearCandidate>& ordered = room_->ordered;
    ordered.clear();
    find_candidates(data_, instant_, distance, options_, room_->pairs);
    for (const IndexPair& pair : room_->pairs) {
      const double least = gap(instant_.box(pair.first), instant_.box(pair.second));
      if (least <= distance) ordered.push_back({least, pair});
    }
    std::sort(ordered.begin(), ordered.end(), [](const NearCandidate& x, const NearCandidate& y) {
      return x.least != y.least ? x.least < y.least : x.pair < y.pair;
    });
  }

  [[nodiscard]] Result<void> ask(const NearCandidate& candidate, double limit, std::optional<NearestParts>& answer) const {
    if (candidate.least > limit) return {};
    const IndexPair& pair = candidate.pair;
    if (options_.ignore_initial) {
      const auto met = met_at_start(data_, pair);
      if (!met) return tl::make_unexpected(cast_.of_pair(pair, met.error()));
      if (*met) return {};
    }
    auto found = in_fixed_order(
        cast_, pair, [&](std::uint32_t i, std::uint32_t j) { return nearest_parts(instant_.parts(i), instant_.parts(j), limit); });
    if (!found) return tl::make_unexpected(cast_.of_pair(pair, found.error()));
    answer = *std::move(found);
    return {};
  }

  void keep_nearest(std::vector<ClosestPair>& nearest) const {
    std::sort(nearest.begin(), nearest.end(), is_nearer);
    if (nearest.size() > k_) nearest.resize(k_);
  }

  const Scene::Data& data_;
  Cast cast_{&data_};
  std::size_t k_;
  const SceneOptions& options_;
  Instant instant_;
  TakenRoom<Room> room_;
};

/// A search that did not find enough is followed by one that goes so many times farther.
constexpr double distance_growth = 4;
/// As many times at most; then all pairs are looked at.
constexpr int max_growths = 8;

}  // namespace

Result<std::vector<ClosestPair>> closest_pairs(const Scene& scene, std::size_t k, const SceneOptions& options,
                                               double max_distance) {
  if (const auto ok = check_options(scene.data(), options); !ok) return tl::make_unexpected(ok.error());
  if (!(max_distance >= 0)) return fail(ErrorCode::bad_option, "max_distance: must be >= 0");
  if (k == 0) return std::vector<ClosestPair>();
  NearestSearch search(scene.data(), k, options);
  double distance = std::min(max_distance, search.typical_size());
  for (int i = 0;; ++i) {
    auto found = search.within(distance);
    if (!found || found->size() == k || distance == max_distance) return found;
    distance = i < max_growths ? std::min(max_distance, distance * distance_growth) : max_distance;
  }
}

}  // namespace graze
