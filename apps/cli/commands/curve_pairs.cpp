/// Searches stretch by stretch, and again where a pair of a stretch is asked for.

#include "commands/curve_pairs.h"

#include <algorithm>
#include <utility>

namespace graze::cli {
namespace {

/// A stretch takes some megabytes and about ten milliseconds to search; the pairs of its boxes take a second or more to test.
constexpr std::size_t boxes_a_stretch = 16384;

/// Neighbouring pieces are mostly of one stretch; threads and thieves may be in others.
constexpr std::size_t most_recent = 4;

}  // namespace

CurvePairs::CurvePairs(std::vector<Aabb> boxes, double distance, std::function<bool(const BoxPair&)> counts)
    : boxes_(std::move(boxes)), distance_(distance), counts_(std::move(counts)), order_(curve_order(boxes_)) {
  places_.resize(boxes_.size());
  for (std::size_t i = 0; i < order_.size(); ++i) places_[order_[i]] = static_cast<std::uint32_t>(i);
}

std::vector<BoxPair> CurvePairs::find(std::size_t stretch) const {
  const std::size_t first = stretch * boxes_a_stretch;
  std::vector<BoxPair> pairs = near_boxes_of(boxes_, order_, first, first + boxes_a_stretch, distance_);
  std::erase_if(pairs, [&](const BoxPair& pair) { return !counts_(pair); });
  std::ranges::sort(pairs, {}, [&](const BoxPair& pair) {
    const auto [earlier, later] = std::minmax(places_[pair[0]], places_[pair[1]]);
    return std::pair(earlier, later);
  });
  return pairs;
}

void CurvePairs::for_each(const std::function<void(const BoxPair&)>& take) {
  for (std::size_t stretch = 0; stretch * boxes_a_stretch < order_.size(); ++stretch) {
    const std::vector<BoxPair> pairs = find(stretch);
    for (const BoxPair& pair : pairs) take(pair);
    starts_.push_back(starts_.back() + pairs.size());
  }
}

CurvePairs::Stretch CurvePairs::found(std::size_t stretch) const {
  const std::lock_guard lock(mutex_);  // who comes second mostly wants the same
  const auto known = std::ranges::find(recent_, stretch, &std::pair<std::size_t, Stretch>::first);
  if (known != recent_.end()) {
    std::rotate(known, known + 1, recent_.end());
    return recent_.back().second;
  }
  if (recent_.size() == most_recent) recent_.erase(recent_.begin());
  recent_.emplace_back(stretch, std::make_shared<const std::vector<BoxPair>>(find(stretch)));
  return recent_.back().second;
}

std::vector<BoxPair> CurvePairs::pairs(std::size_t first, std::size_t end) const {
  std::vector<BoxPair> result;
  result.reserve(end - first);
  auto stretch = static_cast<std::size_t>(std::ranges::upper_bound(starts_, first) - starts_.begin() - 1);
  for (; first < end; first = starts_[++stretch]) {
    const Stretch all = found(stretch);
    const std::size_t start = starts_[stretch];
    const std::size_t stop = std::min(end, starts_[stretch + 1]);
    result.insert(result.end(), all->begin() + static_cast<std::ptrdiff_t>(first - start),
                  all->begin() + static_cast<std::ptrdiff_t>(stop - start));
  }
  return result;
}

}  // namespace graze::cli
