/// Sorts boxes along an axis and sweeps over them.

#include "scene/box_pairs.h"

#include <algorithm>

#include "scene/box.h"

namespace graze::scenes {

std::vector<IndexPair> meeting_boxes(std::span<const Aabb> boxes, std::size_t /*threads*/) {
  std::vector<std::uint32_t> order;
  for (std::uint32_t i = 0; i < boxes.size(); ++i) {
    if (!is_empty(boxes[i])) order.push_back(i);
  }
  Vec3 spread = Vec3::Zero();
  for (int k = 0; k < 3 && !order.empty(); ++k) {
    double low = endless, high = -endless;
    for (const std::uint32_t i : order) {
      if (!std::isfinite(boxes[i].min[k])) continue;
      low = std::min(low, boxes[i].min[k]);
      high = std::max(high, boxes[i].min[k]);
    }
    spread[k] = high - low;
  }
  Eigen::Index axis = 0;
  spread.maxCoeff(&axis);
  std::sort(order.begin(), order.end(), [&](std::uint32_t i, std::uint32_t j) {
    return boxes[i].min[axis] != boxes[j].min[axis] ? boxes[i].min[axis] < boxes[j].min[axis] : i < j;
  });
  std::vector<IndexPair> pairs;
  for (std::size_t i = 0; i < order.size(); ++i) {
    for (std::size_t j = i + 1; j < order.size() && boxes[order[j]].min[axis] <= boxes[order[i]].max[axis]; ++j) {
      if (meet(boxes[order[i]], boxes[order[j]])) pairs.push_back({std::min(order[i], order[j]), std::max(order[i], order[j])});
    }
  }
  std::sort(pairs.begin(), pairs.end());
  return pairs;
}

}  // namespace graze::scenes
