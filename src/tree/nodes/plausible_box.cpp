/// Checks boxes of a stored tree: by themselves, against points, and against the box of their parent.

#include "tree/nodes/plausible_box.h"

#include <cmath>
#include <limits>

#include "geometry/frame.h"

namespace graze::tree {
namespace {

/// Rounding of a few sums and products is far below this part of their size; a box that misses its triangles by so little may have
/// been built on another machine. No unit. TreeParts.AreRefusedWhenAnyOfThemIsWrong
constexpr double plausible = 0x1p-40;

/// A quarter of a length neither overflows in sums nor matters where it underflows.
Vec3 quarter(const Vec3& v) { return 0.25 * v; }

double margin_of(const Vec3& p, const Obb& box) {
  return plausible * (quarter(p).lpNorm<1>() + quarter(box.center).lpNorm<1>() + quarter(box.half_extents).sum()) +
         std::numeric_limits<double>::denorm_min();
}

}  // namespace

bool contains_plausibly(const Obb& box, const Vec3& p) {
  const Vec3 d = quarter(p) - quarter(box.center);
  const double margin = margin_of(p, box);
  for (std::size_t i = 0; i < 3; ++i) {
    const double reach = 0.25 * box.half_extents[static_cast<Eigen::Index>(i)];
    if (!(std::abs(box.axes[i].dot(d)) <= reach + margin)) return false;
  }
  return true;
}

bool meets_plausibly(const Obb& parent, const Obb& child) {
  const Vec3 d = quarter(child.center) - quarter(parent.center);
  const double margin = margin_of(child.center, parent);
  for (std::size_t i = 0; i < 3; ++i) {
    double reach = 0.25 * parent.half_extents[static_cast<Eigen::Index>(i)];
    for (std::size_t k = 0; k < 3; ++k)
      reach += 0.25 * std::abs(parent.axes[i].dot(child.axes[k])) * child.half_extents[static_cast<Eigen::Index>(k)];
    if (!(std::abs(parent.axes[i].dot(d)) <= reach + margin + plausible * reach)) return false;
  }
  return true;
}

static bool is_finite(const Obb& box) {
  return box.center.allFinite() && box.half_extents.allFinite() && box.axes[0].allFinite() && box.axes[1].allFinite() &&
         box.axes[2].allFinite();
}

std::string defect_of(const Obb& box, double max_defect, double max_center) {
  if (!is_finite(box)) return "a number is not finite";
  if (box.half_extents.minCoeff() < 0) return "a half extent is negative";
  if (orthonormality_defect(box.axes) > max_defect) return "the axes are not orthonormal";
  if (box.center.lpNorm<1>() > max_center) return "the centre is farther out than the tree says";
  return {};
}

}  // namespace graze::tree
