/// Shares of the pairs of many boxes.

#include <algorithm>

#include <graze/box_pairs.h>

#include "broad/broad_phase.h"
#include "broad/crew.h"
#include "broad/kernels.h"
#include "broad/order.h"
#include "broad/widened.h"

namespace graze {
namespace {

using broad::Box32;

Box32 rounded(const Aabb& box) {
  Box32 result{};
  const double sides[6] = {box.min.x(), box.min.y(), box.min.z(), box.max.x(), box.max.y(), box.max.z()};
  broad::broad_kernels().round_boxes(sides, 1, &result);
  return result;
}

Aabb in_doubles(const Box32& box) {
  return {{double{box.lo[0]}, double{box.lo[1]}, double{box.lo[2]}}, {double{box.hi[0]}, double{box.hi[1]}, double{box.hi[2]}}};
}

bool do_meet(const Box32& a, const Box32& b) {
  for (std::size_t k = 0; k < 3; ++k)
    if (!(a.lo[k] <= b.hi[k] && b.lo[k] <= a.hi[k])) return false;
  return true;
}

Box32 around(const Box32& a, const Box32& b) {
  Box32 both = a;
  for (std::size_t k = 0; k < 3; ++k) {
    both.lo[k] = std::min(a.lo[k], b.lo[k]);
    both.hi[k] = std::max(a.hi[k], b.hi[k]);
  }
  return both;
}

/// The boxes of a share in the order of the curve, then those later on it that reach into the box around the share.
struct ShareAndBorder {
  std::vector<std::uint32_t> numbers;
  std::vector<Box32> boxes;
};

ShareAndBorder share_and_border(std::span<const Aabb> boxes, std::span<const std::uint32_t> order, std::size_t first,
                                std::size_t end, float widening) {
  ShareAndBorder held;
  Box32 reach = rounded(boxes[order[first]]);
  for (const std::uint32_t i : order.subspan(first, end - first)) {
    held.numbers.push_back(i);
    held.boxes.push_back(rounded(boxes[i]));
    reach = around(reach, held.boxes.back());
  }
  reach = broad::widened(reach, widening);
  for (const std::uint32_t i : order.subspan(end)) {
    const Box32 box = rounded(boxes[i]);
    if (!do_meet(reach, box)) continue;
    held.numbers.push_back(i);
    held.boxes.push_back(box);
  }
  return held;
}

}  // namespace

std::vector<std::uint32_t> curve_order(std::span<const Aabb> boxes) {
  std::vector<Box32> all;
  all.reserve(boxes.size());
  for (const Aabb& box : boxes) all.push_back(rounded(box));
  broad::OrderRoom room;
  broad::Crew crew(1);
  std::vector<std::uint32_t> order(boxes.size());
  order.resize(broad::sort_along_curve(all, room, crew, order));
  return order;
}

std::vector<BoxPair> near_boxes(std::span<const Aabb> boxes, double distance) {
  const std::vector<std::uint32_t> order = curve_order(boxes);
  return near_boxes_of(boxes, order, 0, order.size(), distance);
}

std::vector<BoxPair> near_boxes_of(std::span<const Aabb> boxes, std::span<const std::uint32_t> order, std::size_t first,
                                   std::size_t end, double distance) {
  end = std::min(end, order.size());
  if (first >= end) return {};
  const float widening = broad::widening_of(distance);
  const ShareAndBorder held = share_and_border(boxes, order, first, end, widening);
  // Of two boxes the first along the curve is widened, whoever looks. A search may widen either, so that both are, and what is
  // found is looked at again.
  std::vector<Aabb> searched;
  searched.reserve(held.boxes.size());
  for (const Box32& box : held.boxes) searched.push_back(in_doubles(broad::widened(box, widening)));
  broad::BroadPhase phase;
  phase.assign(searched);
  std::vector<broad::IndexPair> found;
  phase.pairs(found);
  std::vector<BoxPair> pairs;
  for (const broad::IndexPair& pair : found) {
    if (pair.first >= end - first) continue;  // both are of the border: a pair of another share
    if (!do_meet(broad::widened(held.boxes[pair.first], widening), held.boxes[pair.second])) continue;
    const auto [a, b] = std::minmax(held.numbers[pair.first], held.numbers[pair.second]);
    pairs.push_back({a, b});
  }
  std::ranges::sort(pairs);
  return pairs;
}

}  // namespace graze
