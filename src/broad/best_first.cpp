/// Bodies of a broad phase in the order of a number of which every node has a lower bound.

#include "broad/best_first.h"

#include <algorithm>
#include <vector>

#include "broad/broad_phase.h"

namespace graze::broad {
namespace {

/// A node, or a body: then the level is less than zero.
struct Candidate {
  double at;
  int level;
  std::uint32_t index;
};

/// The heap has the least one on top. At equal numbers nodes come before bodies, since they may hold bodies of smaller indices.
bool comes_later(const Candidate& a, const Candidate& b) {
  if (a.at != b.at) return a.at > b.at;
  return a.level != b.level ? a.level < b.level : a.index > b.index;
}

std::vector<Candidate>& heap_of_thread() {
  thread_local std::vector<Candidate> heap;
  return heap;
}

/// bounds(node, limit, at) is the mask of lanes to look at, and fills in their numbers.
template <class Bounds>
void visit_in_order(const Levels& levels, double limit, const Bounds& bounds, const Visitor& visit) {
  if (levels.count == 0) return;
  // Taken from the thread, so that a visitor may ask another question.
  std::vector<Candidate> heap = std::move(heap_of_thread());
  heap.assign(1, {0, static_cast<int>(levels.count) - 1, 0});
  while (!heap.empty()) {
    std::pop_heap(heap.begin(), heap.end(), comes_later);
    const Candidate next = heap.back();
    heap.pop_back();
    if (!(next.at <= limit)) break;
    if (next.level < 0) {
      limit = std::min(limit, visit(next.index, next.at));
      continue;
    }
    double at[lane_count];
    for (unsigned lanes = bounds(levels.nodes[next.level][next.index], limit, at); lanes != 0; lanes &= lanes - 1) {
      const auto lane = static_cast<std::uint32_t>(__builtin_ctz(lanes));
      if (!(at[lane] <= limit)) continue;
      const std::uint32_t child = next.index * std::uint32_t{lane_count} + lane;
      heap.push_back({at[lane], next.level - 1, next.level == 0 ? levels.order[child] : child});
      std::push_heap(heap.begin(), heap.end(), comes_later);
    }
  }
  heap_of_thread() = std::move(heap);
}

}  // namespace

void BroadPhase::walk_ray(const Vec3& origin, const Vec3& direction, double t_max, const Visitor& visit) const {
  RayNumbers ray{{origin[0], origin[1], origin[2]}, {direction[0], direction[1], direction[2]}, t_max};
  const BroadKernels& kernels = broad_kernels();
  visit_in_order(
      levels(), t_max,
      [&](const Node& node, double limit, double(&at)[lane_count]) {
        ray.t_max = limit;
        return kernels.ray_enters(node, ray, at);
      },
      visit);
}

void BroadPhase::walk_nearest(const Aabb& box, double d_max, const Visitor& visit) const {
  const double sides[6] = {box.min[0], box.min[1], box.min[2], box.max[0], box.max[1], box.max[2]};
  const BroadKernels& kernels = broad_kernels();
  visit_in_order(
      levels(), d_max, [&](const Node& node, double, double(&at)[lane_count]) { return kernels.gaps(node, sides, at); }, visit);
}

}  // namespace graze::broad
