/// Finds the cheapest plane to cut a cell at, trying the ends of few triangles and equal slices for many.

#include "tree/build/box_tree_cut.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace graze::tree {
namespace {

constexpr std::size_t slice_count = 32;
/// Up to this many triangles, cuts are tried at each of their ends instead of at equal slices.
constexpr std::size_t max_exhaustive_triangles = 12;
/// Work of cutting a pair of boxes, in triangles tested because their box is reached. Measured: from 0.5 to 1.25 equally fast,
/// slower above. BoxTreePairs.VisitFewCandidatesBeyondThePairsThatMeet
constexpr double cut_cost = 1;

/// Half the surface of a box, or, for a box without surface, its length.
double cut_measure(const Vec3& sides) {
  const double surface = sides.x() * sides.y() + sides.y() * sides.z() + sides.z() * sides.x();
  return surface > 0 ? surface : sides.sum();
}

/// Compares cuts of one cell. Lengths are relative to the cell, so that none overflows.
class CutSearch {
 public:
  CutSearch(const Aabb& cell, std::size_t count)
      : cell_(cell), sides_(0.5 * cell.max - 0.5 * cell.min), count_(static_cast<double>(count)), least_(count_) {
    const double longest = sides_.maxCoeff();
    if (longest > 0) sides_ /= longest;
    whole_ = cut_measure(sides_);
  }

  void consider(const PlaneCut& cut, std::size_t below, std::size_t above) {
    const double lo = cell_.min[cut.axis], hi = cell_.max[cut.axis];
    if (!(lo < cut.at && cut.at < hi)) return;
    const double share = (0.5 * cut.at - 0.5 * lo) / (0.5 * hi - 0.5 * lo);
    const double work =
        size_of_part(cut.axis, share) * static_cast<double>(below) + size_of_part(cut.axis, 1 - share) * static_cast<double>(above);
    const double cost = cut_cost + work / whole_;
    if (cost < least_) {
      least_ = cost;
      best_ = cut;
    }
  }

  [[nodiscard]] std::optional<PlaneCut> best() const { return best_; }

 private:
  [[nodiscard]] double size_of_part(int axis, double share) const {
    Vec3 sides = sides_;
    sides[axis] *= share;
    return cut_measure(sides);
  }

  const Aabb& cell_;
  Vec3 sides_;
  double count_;
  double least_;  ///< leaving the cell whole: all triangles are tested
  double whole_ = 0;
  std::optional<PlaneCut> best_;
};

void try_every_end(CutSearch& search, int axis, std::span<const Aabb> ranges, std::span<const std::uint32_t> listed) {
  for (const std::uint32_t t : listed) {
    for (const double at : {ranges[t].min[axis], ranges[t].max[axis]}) {
      const PlaneCut cut{axis, at};
      std::size_t below = 0, above = 0;
      for (const std::uint32_t other : listed) {
        below += is_listed_below(ranges[other], cut) ? 1U : 0U;
        above += is_listed_above(ranges[other], cut) ? 1U : 0U;
      }
      search.consider(cut, below, above);
    }
  }
}

/// Equal slices of a cell along one axis.
struct CellSlices {
  double low, per_length;

  [[nodiscard]] std::size_t of(double x) const {
    const double slice = (x - low) * per_length;
    return static_cast<std::size_t>(std::clamp(slice, 0.0, static_cast<double>(slice_count - 1)));
  }
};

void try_slices(CutSearch& search, const Aabb& cell, int axis, std::span<const Aabb> ranges,
                std::span<const std::uint32_t> listed) {
  const double step = cell.max[axis] / slice_count - cell.min[axis] / slice_count;
  const CellSlices slices{cell.min[axis], 1 / step};
  if (!(step > 0) || !std::isfinite(slices.per_length)) return;
  std::array<std::size_t, slice_count> begin{}, end{};
  for (const std::uint32_t t : listed) {
    ++begin[slices.of(ranges[t].min[axis])];
    ++end[slices.of(ranges[t].max[axis])];
  }
  std::size_t below = 0, above = listed.size();
  for (std::size_t k = 1; k < slice_count; ++k) {
    below += begin[k - 1];
    above -= end[k - 1];
    search.consider({axis, cell.min[axis] + static_cast<double>(k) * step}, below, above);
  }
}

}  // namespace

std::optional<PlaneCut> best_cut(const Aabb& cell, std::span<const Aabb> ranges, std::span<const std::uint32_t> listed) {
  CutSearch search(cell, listed.size());
  for (int axis = 0; axis < 3; ++axis) {
    if (listed.size() <= max_exhaustive_triangles) {
      try_every_end(search, axis, ranges, listed);
    } else {
      try_slices(search, cell, axis, ranges, listed);
    }
  }
  return search.best();
}

}  // namespace graze::tree
