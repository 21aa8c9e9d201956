/// Stores boxes in lanes of single precision, large enough for what rounding loses, and reads them back in double.

#include "tree/nodes/wide_tree.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "geometry/frame.h"
#include "geometry/orthonormal_frame.h"
#include "numbers/tolerance.h"
#include "simd/single_precision.h"
#include "tree/nodes/box_ref.h"

namespace graze::tree {
namespace {

/// What rounding does to axis · (point - reference), per unit of the largest |point - reference|: one for the difference, three
/// for products and sums, one because the point was rounded itself; a sixth for terms of second order and for doubles.
/// WideTree.ContainsItsTrianglesAtEveryLevel
constexpr double extent_error = 6 * tolerance::float_rounding;
/// And per unit of |reference|: the rounding of the point, with a little more for the same reasons.
/// WideTree.ContainsItsTrianglesAtEveryLevel
constexpr double position_error = 1.25 * tolerance::float_rounding;
/// Underflow loses at most half of the smallest float in each of about a dozen operations.
constexpr double underflow = 0x1p-140;

float rounded_up(double x) { return std::nextafter(static_cast<float>(x), std::numeric_limits<float>::infinity()); }

Vec3 in_double(const float (&v)[3]) { return {static_cast<double>(v[0]), static_cast<double>(v[1]), static_cast<double>(v[2])}; }

Vec3 row_of(const float (&rows)[3][8], std::size_t lane) {
  return {static_cast<double>(rows[0][lane]), static_cast<double>(rows[1][lane]), static_cast<double>(rows[2][lane])};
}

Vec3 in_single_precision(const Vec3& v) {
  return {simd::nearest_float(v.x()), simd::nearest_float(v.y()), simd::nearest_float(v.z())};
}

}  // namespace

Obb box_in_mesh(const WideTree& tree, std::uint32_t node, std::size_t lane) {
  sat::EightBoxes unpacked;
  const sat::EightBoxes& boxes = NodesView(tree).open(BoxRef(node, static_cast<int>(lane)), unpacked);
  const auto in_mesh = [&](double x) { return std::ldexp(x, -tree.exponent); };
  const Frame stored{row_of(boxes.axes[0], lane), row_of(boxes.axes[1], lane), row_of(boxes.axes[2], lane)};
  const Vec3 half = row_of(boxes.half_extents, lane);
  Obb box;
  box.axes = orthonormal_frame(stored[0], stored[1]).value_or(world_frame());
  box.center = tree.origin + row_of(boxes.center, lane).unaryExpr(in_mesh);
  Vec3 reach = Vec3::Zero();
  for (Eigen::Index i = 0; i < 3; ++i) {
    for (Eigen::Index k = 0; k < 3; ++k)
      reach[i] += std::abs(box.axes[static_cast<std::size_t>(i)].dot(stored[static_cast<std::size_t>(k)])) * half[k];
  }
  // The axes' own defect as in store_box, which covers the roundings of the reach too; one rounding of the centre in each
  // coordinate, which moves a point's coordinates along the axes by less than twice as much; what the smallest doubles lose.
  const double margin = 4 * orthonormality_defect(box.axes) * reach.sum();
  const double moved = 4 * tolerance::rounding * box.center.lpNorm<1>() + 4 * std::numeric_limits<double>::denorm_min();
  box.half_extents = (reach.array() + margin).matrix().unaryExpr(in_mesh).array() + moved;
  return box;
}

double store_box(sat::EightBoxes& boxes, std::size_t lane, const AxesInLanes& stored, const ExtentInLanes& extent) {
  const Frame axes{in_double(stored.axes[0]), in_double(stored.axes[1]), in_double(stored.axes[2])};
  const Vec3 reference = in_double(stored.reference), lo = in_double(extent.lo), hi = in_double(extent.hi);
  const Vec3 middle = 0.5 * (lo + hi);
  const Vec3 center = in_single_precision(reference + middle.x() * axes[0] + middle.y() * axes[1] + middle.z() * axes[2]);
  const double farthest = lo.cwiseAbs().cwiseMax(hi.cwiseAbs()).sum();
  const double error = extent_error * farthest + position_error * reference.norm() + underflow;
  Vec3 reach;
  for (Eigen::Index i = 0; i < 3; ++i) {
    const double moved = axes[static_cast<std::size_t>(i)].dot(center - reference);
    reach[i] = std::max(hi[i] - moved, moved - lo[i]) + error;
  }
  // With A the stored axes, a point has coordinates (AᵀA)^-1 Aᵀ (point - centre), which differ from Aᵀ (point - centre) by this.
  const double margin = 2 * orthonormality_defect(axes) * reach.sum();
  for (Eigen::Index k = 0; k < 3; ++k) {
    boxes.center[k][lane] = static_cast<float>(center[k]);
    boxes.half_extents[k][lane] = rounded_up(reach[k] + margin);
    for (std::size_t j = 0; j < 3; ++j) boxes.axes[j][k][lane] = stored.axes[j][k];
  }
  return center.lpNorm<1>();
}

void store_nothing(sat::EightBoxes& boxes, std::size_t lane) {
  for (std::size_t k = 0; k < 3; ++k) {
    boxes.center[k][lane] = 0;
    boxes.half_extents[k][lane] = empty_half_extent;
    for (auto& axis : boxes.axes) axis[k][lane] = 0;
  }
}

}  // namespace graze::tree
