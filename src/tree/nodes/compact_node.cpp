/// Packs a node of eight boxes into 16-bit steps, rounding outward so that every box still contains the original.

#include "tree/nodes/compact_node.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>

#include <Eigen/Geometry>

#include "geometry/frame.h"
#include "numbers/tolerance.h"
#include "tree/nodes/kernels.h"
#include "tree/nodes/wide_box.h"

namespace graze::tree {
namespace {

constexpr double most_steps = std::numeric_limits<std::uint16_t>::max();
constexpr double largest_turn = std::numeric_limits<std::int16_t>::max();

/// Bounds the rounding of a few sums and products, relative to their size. No unit.
constexpr double reach_rounding = 16 * tolerance::rounding;

/// Where the centres of a node's boxes begin, and the largest of the numbers that steps are counted in.
struct Spread {
  Vec3 origin = Vec3::Constant(std::numeric_limits<double>::infinity());
  double size = 0;
};

Spread spread_of(const WideNode& node) {
  Spread spread;
  Vec3 high = -spread.origin;
  for (std::size_t lane = 0; lane < 8; ++lane) {
    if (node.slots[lane].is_empty()) continue;
    const Obb box = stored_box(node.boxes, lane);
    spread.origin = spread.origin.cwiseMin(box.center);
    high = high.cwiseMax(box.center);
    spread.size = std::max(spread.size, box.half_extents.maxCoeff());
  }
  spread.size = std::max(spread.size, (high - spread.origin).maxCoeff());
  return spread;
}

/// A power of two, large enough for `size` in most cases, and an ordinary float.
double step_for(double size) {
  const int exponent = size > 0 ? std::ilogb(size / most_steps) + 1 : 0;
  return std::ldexp(1.0, std::max(exponent, std::numeric_limits<float>::min_exponent - 1));
}

/// The nearest quaternion of 16-bit numbers. A box does not change when one of its axes is reversed.
void set_turn(CompactNode& node, std::size_t lane, const Frame& axes) {
  Mat3 rotation;
  rotation << axes[0], axes[1], axes[2];
  if (rotation.determinant() < 0) rotation.col(2) = -axes[2];
  const Eigen::Vector4d q = Eigen::Quaterniond(rotation).coeffs();
  const double scale = largest_turn / q.lpNorm<Eigen::Infinity>();
  for (Eigen::Index k = 0; k < 4; ++k) node.turn[k][lane] = static_cast<std::int16_t>(std::lround(q[k] * scale));
}

void set_center(CompactNode& node, std::size_t lane, const Vec3& center, const Vec3& origin, double step) {
  for (Eigen::Index k = 0; k < 3; ++k)
    node.center[k][lane] = static_cast<std::uint16_t>(std::min(std::round((center[k] - origin[k]) / step), most_steps));
}

/// The half extents that `outer` needs to contain `inner` in exact arithmetic. CompactNode.ContainsTheBoxesItWasMadeFrom
Vec3 reach_around(const Obb& inner, const Obb& outer) {
  const Vec3 offset = inner.center - outer.center;
  Vec3 reach;
  for (std::size_t i = 0; i < 3; ++i) {
    double sum = std::abs(outer.axes[i].dot(offset));
    for (std::size_t k = 0; k < 3; ++k)
      sum += std::abs(outer.axes[i].dot(inner.axes[k])) * inner.half_extents[static_cast<Eigen::Index>(k)];
    reach[static_cast<Eigen::Index>(i)] = sum;
  }
  // Coordinates along axes that are not quite orthonormal, as in store_box; every length above is part of one of the three sums.
  const double margin = (2 * orthonormality_defect(outer.axes) + reach_rounding) * reach.sum();
  return reach.array() + margin;
}

/// Nothing when a half extent takes too many steps.
std::optional<CompactNode> packed_in_steps(const WideNode& node, const Vec3& origin, double step) {
  CompactNode result;
  result.slots = node.slots;
  result.step = static_cast<float>(step);
  for (Eigen::Index k = 0; k < 3; ++k) result.origin[k] = static_cast<float>(origin[k]);
  for (std::size_t lane = 0; lane < 8; ++lane) {
    if (node.slots[lane].is_empty()) continue;
    const Obb box = stored_box(node.boxes, lane);
    set_turn(result, lane, box.axes);
    set_center(result, lane, box.center, origin, step);
  }
  sat::EightBoxes unpacked;
  unpack(result, unpacked);
  for (std::size_t lane = 0; lane < 8; ++lane) {
    if (node.slots[lane].is_empty()) continue;
    const Vec3 reach = reach_around(stored_box(node.boxes, lane), stored_box(unpacked, lane));
    for (Eigen::Index k = 0; k < 3; ++k) {
      const double steps = std::ceil(reach[k] / step);
      if (!(steps <= most_steps)) return std::nullopt;
      result.half_extents[k][lane] = static_cast<std::uint16_t>(steps);
    }
  }
  return result;
}

}  // namespace

CompactNode packed(const WideNode& node) {
  const Spread spread = spread_of(node);
  double step = step_for(spread.size);
  std::optional<CompactNode> result = packed_in_steps(node, spread.origin, step);
  while (!result) result = packed_in_steps(node, spread.origin, step *= 2);
  return *result;
}

void unpack(const CompactNode& node, sat::EightBoxes& boxes) { node_kernels().unpack(node, boxes); }

}  // namespace graze::tree
