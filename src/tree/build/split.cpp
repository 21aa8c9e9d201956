/// Cuts a set of triangles in two by the surface-area heuristic over bins, at the mean, at the median or at the middle of its box.

#include "tree/build/split.h"

#include <algorithm>
#include <array>
#include <limits>

namespace graze::tree {
namespace {

constexpr std::size_t most_bins = 16;
/// Smaller sets get half as many bins: emptying and summing up the bins would cost more than filling them. Triangles. Measured.
constexpr std::size_t enough_for_most_bins = 64;
/// Sets up to this size are cut at the best of all positions along one axis instead of at bins. Triangles. Measured.
constexpr std::size_t few_items = 8;

using Bins = std::array<Range, most_bins>;
using Counts = std::array<std::uint32_t, most_bins>;

/// The range of twice the middles.
Range middles_of(std::span<const SplitItem> items) {
  Range middles;
  for (const SplitItem& item : items) {
    const Float4 middle = item.twice_middle();
    middles.lo = middles.lo.min(middle);
    middles.hi = middles.hi.max(middle);
  }
  return middles;
}

int widest_axis(const Range& middles) {
  Eigen::Index widest = 0;
  (middles.hi - middles.lo).head<3>().maxCoeff(&widest);
  return static_cast<int>(widest);
}

std::size_t split_in_half(std::span<SplitItem> items, int axis) {
  const auto half = static_cast<std::ptrdiff_t>(items.size() / 2);
  std::nth_element(items.begin(), items.begin() + half, items.end(), [axis](const SplitItem& a, const SplitItem& b) {
    const float ma = a.twice_middle()[axis], mb = b.twice_middle()[axis];
    return ma < mb || (ma == mb && a.triangle() < b.triangle());
  });
  return static_cast<std::size_t>(half);
}

template <class IsFirst>
std::size_t partition(std::span<SplitItem> items, const IsFirst& is_first) {
  return static_cast<std::size_t>(std::partition(items.begin(), items.end(), is_first) - items.begin());
}

std::size_t split_at_mean(std::span<SplitItem> items, int axis) {
  double sum = 0;
  for (const SplitItem& item : items) sum += static_cast<double>(item.twice_middle()[axis]);
  const auto mean = static_cast<float>(sum / static_cast<double>(items.size()));
  return partition(items, [&](const SplitItem& item) { return item.twice_middle()[axis] < mean; });
}

/// The axes by the length of the box along them, the longest first; of equal ones the first.
std::array<int, 3> longest_first(const Range& box) {
  const Float4 sides = box.hi - box.lo;
  std::array<int, 3> axes{0, 1, 2};
  std::stable_sort(axes.begin(), axes.end(), [&](int i, int j) { return sides[i] > sides[j]; });
  return axes;
}

/// [Eberly00 §6.2, first rule]. Middles in the plane itself go to the second side. 0 where no axis divides the set, or only so that
/// one side is larger than it may be.
std::size_t split_at_center(std::span<SplitItem> items, std::uint64_t largest) {
  const Range box = range_of(items);
  const Float4 twice_center = box.lo + box.hi;
  for (const int axis : longest_first(box)) {
    const std::size_t first =
        partition(items, [&](const SplitItem& item) { return item.twice_middle()[axis] < twice_center[axis]; });
    if (first > 0 && first < items.size() && std::max(first, items.size() - first) <= largest) return first;
  }
  return 0;
}

/// The cheapest position to cut, with something on both sides.
struct Cut {
  float cost = std::numeric_limits<float>::infinity();
  int axis = -1;
  std::size_t position = 0;  ///< first bin of the second side
};

void consider_cuts(const Bins& bins, const Counts& counts, std::size_t bin_count, int axis, Cut& best) {
  std::array<float, most_bins> after;
  Range right;
  std::uint32_t right_count = 0;
  for (std::size_t k = bin_count - 1; k > 0; --k) {
    right.add(bins[k]);
    right_count += counts[k];
    after[k] = right_count == 0 ? std::numeric_limits<float>::infinity() : right.surface() * static_cast<float>(right_count);
  }
  Range left;
  std::uint32_t left_count = 0;
  for (std::size_t k = 1; k < bin_count; ++k) {
    left.add(bins[k - 1]);
    left_count += counts[k - 1];
    if (counts[k - 1] == 0) continue;
    const float cost = left.surface() * static_cast<float>(left_count) + after[k];
    if (cost < best.cost) best = {cost, axis, k};
  }
}

/// Which of equal slices of the range of middles an item is in, along every axis at once.
class MiddleSlices {
 public:
  MiddleSlices(const Range& middles, std::size_t count) : base_(middles.lo) {
    const float reduced = static_cast<float>(count) * within_last;
    const Float4 spread = middles.hi - middles.lo;
    for (int axis = 0; axis < 3; ++axis) {
      const float per_length = reduced / spread[axis];
      per_length_[axis] = per_length <= std::numeric_limits<float>::max() ? per_length : 0;
    }
  }

  [[nodiscard]] bool is_flat(int axis) const { return per_length_[axis] <= 0; }
  [[nodiscard]] Eigen::Array4i of(const SplitItem& item) const {
    const Float4 slice = (item.twice_middle() - base_) * per_length_;
    return slice.cast<int>();
  }

 private:
  /// Three roundings of one part in 2^24 each must not lead past the last slice. No unit. Build.IsSoundWhateverTheOptions
  static constexpr float within_last = 1 - 0x1p-20F;

  Float4 base_;
  Float4 per_length_ = Float4::Zero();
};

Cut best_cut(std::span<const SplitItem> items, const MiddleSlices& slices, std::size_t bin_count) {
  std::array<Bins, 3> bins;
  std::array<Counts, 3> counts{};
  for (const SplitItem& item : items) {
    const Eigen::Array4i slice = slices.of(item);
    for (int axis = 0; axis < 3; ++axis) {
      const auto k = static_cast<std::size_t>(slice[axis]);
      bins[axis][k].add(item);
      ++counts[axis][k];
    }
  }
  Cut best;
  for (int axis = 0; axis < 3; ++axis) {
    if (!slices.is_flat(axis)) consider_cuts(bins[axis], counts[axis], bin_count, axis, best);
  }
  return best;
}

std::size_t split_by_bins(std::span<SplitItem> items, const Range& middles) {
  const std::size_t bin_count = items.size() < enough_for_most_bins ? most_bins / 2 : most_bins;
  const MiddleSlices slices(middles, bin_count);
  const Cut cut = best_cut(items, slices, bin_count);
  if (cut.axis < 0) return 0;
  return partition(items,
                   [&](const SplitItem& item) { return static_cast<std::size_t>(slices.of(item)[cut.axis]) < cut.position; });
}

/// Tries every position along one axis. A leaf is paid for whether it is full or not.
std::size_t split_few(std::span<SplitItem> items, int axis, std::uint32_t max_leaf) {
  const auto leaves = [&](std::size_t count) { return static_cast<float>((count + max_leaf - 1) / max_leaf); };
  for (std::size_t k = 1; k < items.size(); ++k) {
    const SplitItem item = items[k];
    const float middle = item.twice_middle()[axis];
    std::size_t position = k;
    for (; position > 0 && items[position - 1].twice_middle()[axis] > middle; --position) items[position] = items[position - 1];
    items[position] = item;
  }
  std::array<float, few_items> after;
  Range right;
  for (std::size_t k = items.size() - 1; k > 0; --k) {
    right.add(items[k]);
    after[k] = right.surface() * leaves(items.size() - k);
  }
  Range left;
  float least = std::numeric_limits<float>::infinity();
  std::size_t best = items.size() / 2;
  for (std::size_t k = 1; k < items.size(); ++k) {
    left.add(items[k - 1]);
    const float cost = left.surface() * leaves(k) + after[k];
    if (cost < least) least = cost, best = k;
  }
  return best;
}

std::size_t split_by_rule(std::span<SplitItem> items, const SplitOptions& options, const Range& middles, int widest) {
  switch (options.rule) {
    case SplitRule::surface:
      return items.size() <= few_items ? split_few(items, widest, options.max_leaf) : split_by_bins(items, middles);
    case SplitRule::mean: return split_at_mean(items, widest);
    case SplitRule::center: return split_at_center(items, options.largest);
    case SplitRule::median: break;
  }
  return 0;
}

}  // namespace

Range range_of(std::span<const SplitItem> items) {
  Range range;
  for (const SplitItem& item : items) range.add(item);
  return range;
}

std::size_t split(std::span<SplitItem> items, const SplitOptions& options) {
  if (items.size() == 2) return 1;
  const Range middles = middles_of(items);
  const int widest = widest_axis(middles);
  const std::size_t first = split_by_rule(items, options, middles, widest);
  const bool is_allowed = first > 0 && first < items.size() && std::max(first, items.size() - first) <= options.largest;
  return is_allowed ? first : split_in_half(items, widest);
}

}  // namespace graze::tree
