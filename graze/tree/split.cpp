#include <graze/tree/split.h>

#include <algorithm>
#include <limits>

namespace graze::tree {
namespace {

constexpr int bin_count = 16;
/// Sets up to this size are cut at the best of all positions instead of at bins. Triangles.
constexpr std::size_t few_items = 8;

struct Range {
  Vec3 lo = Vec3::Constant(std::numeric_limits<double>::infinity());
  Vec3 hi = Vec3::Constant(-std::numeric_limits<double>::infinity());
  std::size_t count = 0;

  void add(const SplitItem& item) {
    lo = lo.cwiseMin(item.lo);
    hi = hi.cwiseMax(item.hi);
    ++count;
  }
  void add(const Range& other) {
    lo = lo.cwiseMin(other.lo);
    hi = hi.cwiseMax(other.hi);
    count += other.count;
  }
  [[nodiscard]] double cost() const {
    if (count == 0) return 0;
    const Vec3 d = hi - lo;
    return (d.x() * d.y() + d.y() * d.z() + d.z() * d.x()) * static_cast<double>(count);
  }
};

struct Cut {
  double cost = std::numeric_limits<double>::infinity();
  int axis = -1;
  std::size_t position = 0;  ///< first bin, or first item, of the second side
};

/// The cheapest place to cut a row of ranges with something on both sides.
void consider_cuts(std::span<const Range> row, int axis, Cut& best) {
  std::array<double, bin_count> after{};
  Range right;
  for (std::size_t k = row.size() - 1; k > 0; --k) {
    right.add(row[k]);
    after[k] = right.count == 0 ? std::numeric_limits<double>::infinity() : right.cost();
  }
  Range left;
  for (std::size_t k = 1; k < row.size(); ++k) {
    left.add(row[k - 1]);
    if (left.count == 0) continue;
    const double cost = left.cost() + after[k];
    if (cost < best.cost) best = {cost, axis, k};
  }
}

/// Numbers of equal slices of the range of middles along one axis.
struct Bins {
  double origin = 0;
  double per_length = 0;  ///< 0 when all middles coincide

  [[nodiscard]] std::size_t of(double middle) const {
    return std::min<std::size_t>(static_cast<std::size_t>((middle - origin) * per_length), bin_count - 1);
  }
};

using AxisBins = std::array<Bins, 3>;

AxisBins make_bins(std::span<const SplitItem> items) {
  AxisBins bins;
  for (int axis = 0; axis < 3; ++axis) {
    double lo = items.front().middle(axis), hi = lo;
    for (const SplitItem& item : items) {
      lo = std::min(lo, item.middle(axis));
      hi = std::max(hi, item.middle(axis));
    }
    const double per_length = bin_count / (hi - lo);
    bins[axis] = {lo, per_length <= std::numeric_limits<double>::max() ? per_length : 0};
  }
  return bins;
}

Cut best_bin(std::span<const SplitItem> items, const AxisBins& bins) {
  std::array<std::array<Range, bin_count>, 3> rows;
  for (const SplitItem& item : items) {
    for (int axis = 0; axis < 3; ++axis) rows[axis][bins[axis].of(item.middle(axis))].add(item);
  }
  Cut best;
  for (int axis = 0; axis < 3; ++axis) consider_cuts(rows[axis], axis, best);
  return best;
}

void sort_along(std::span<SplitItem> items, int axis) {
  std::sort(items.begin(), items.end(), [axis](const SplitItem& a, const SplitItem& b) {
    const double ma = a.middle(axis), mb = b.middle(axis);
    return ma < mb || (ma == mb && a.triangle < b.triangle);
  });
}

std::size_t split_few(std::span<SplitItem> items) {
  Cut best;
  for (int axis = 0; axis < 3; ++axis) {
    sort_along(items, axis);
    std::array<Range, few_items> row;
    for (std::size_t k = 0; k < items.size(); ++k) row[k].add(items[k]);
    consider_cuts(std::span<const Range>(row).first(items.size()), axis, best);
  }
  if (best.axis < 0) return items.size() / 2;
  sort_along(items, best.axis);
  return best.position;
}

std::size_t split_in_half(std::span<SplitItem> items, const AxisBins& bins) {
  int widest = 0;
  for (int axis = 1; axis < 3; ++axis) {
    if (bins[axis].per_length > 0 && (bins[widest].per_length <= 0 || bins[axis].per_length < bins[widest].per_length))
      widest = axis;
  }
  sort_along(items, widest);
  return items.size() / 2;
}

}  // namespace

std::size_t split(std::span<SplitItem> items, std::size_t depth) {
  if (depth < balance_depth && items.size() <= few_items) return split_few(items);
  const AxisBins bins = make_bins(items);
  const Cut cut = depth < balance_depth ? best_bin(items, bins) : Cut{};
  if (cut.axis < 0) return split_in_half(items, bins);
  const auto second = std::stable_partition(
      items.begin(), items.end(), [&](const SplitItem& item) { return bins[cut.axis].of(item.middle(cut.axis)) < cut.position; });
  return static_cast<std::size_t>(second - items.begin());
}

}  // namespace graze::tree
