#pragma once
/// Near pairs of many boxes along a curve through space, of which no process holds more than those of a stretch or two.

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <vector>

#include <graze/box_pairs.h>

namespace graze::cli {

/// Numbered by the place of the first box of each, then of the second: neighbouring pairs are about the same bodies, and those of a
/// shard about the bodies of one region and its border.
class CurvePairs {
 public:
  /// Pairs no farther apart than the distance that `counts` lets through.
  CurvePairs(std::vector<Aabb> boxes, double distance, std::function<bool(const BoxPair&)> counts);

  /// All pairs, in order, found on the way. To be called once, before others are asked for.
  void for_each(const std::function<void(const BoxPair&)>& take);

  /// How many there are.
  [[nodiscard]] std::size_t size() const { return starts_.back(); }
  [[nodiscard]] const Aabb& box(std::size_t i) const { return boxes_[i]; }
  /// Those from number `first` to before `end`, found anew. From any thread.
  [[nodiscard]] std::vector<BoxPair> pairs(std::size_t first, std::size_t end) const;

 private:
  using Stretch = std::shared_ptr<const std::vector<BoxPair>>;
  [[nodiscard]] std::vector<BoxPair> find(std::size_t stretch) const;
  [[nodiscard]] Stretch found(std::size_t stretch) const;

  std::vector<Aabb> boxes_;
  double distance_;
  std::function<bool(const BoxPair&)> counts_;
  std::vector<std::uint32_t> order_;
  std::vector<std::uint32_t> places_;   ///< by box
  std::vector<std::size_t> starts_{0};  ///< number of the first pair of each stretch, and after the last one
  mutable std::mutex mutex_;
  mutable std::vector<std::pair<std::size_t, Stretch>> recent_;  ///< the latest at the end
};

}  // namespace graze::cli
