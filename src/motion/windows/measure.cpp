/// The least distance of all pairs on a movement, by the same windows.

#include <algorithm>

#include <graze/distance.h>

#include "motion/windows/search.h"

namespace graze::windows {
namespace {

struct BallGap {
  double gap;
  std::uint32_t pair;
};

}  // namespace

void WindowSearch::measure_at(Movement& movement, double t, LeastDistance& least) {
  start(movement);
  room_.frames.go_to(t, 0);
  std::vector<BallGap> order;
  for (std::uint32_t k = 0; k < scene_.pairs().size(); ++k) {
    const ShapePair& pair = scene_.pairs()[k];
    if (is_over_[pair.tag]) continue;
    const PlacedShape &a = room_.frames.placed(pair.a), &b = room_.frames.placed(pair.b);
    order.push_back({(b.center - a.center).norm() - a.shape->radius - b.shape->radius, k});
  }
  std::sort(order.begin(), order.end(),
            [](const BallGap& x, const BallGap& y) { return x.gap != y.gap ? x.gap < y.gap : x.pair < y.pair; });
  for (const BallGap& candidate : order) {
    if (candidate.gap >= least.distance) break;
    const ShapePair& pair = scene_.pairs()[candidate.pair];
    const PlacedShape &a = room_.frames.placed(pair.a), &b = room_.frames.placed(pair.b);
    ++looks_;
    const Result<Closest> closest =
        closest_points({a.shape->body.geometry, a.pose, {}, false}, {b.shape->body.geometry, b.pose, {}, false});
    if (closest && closest->distance < least.distance) least = {closest->distance, candidate.pair, t};
  }
}

bool WindowSearch::measure(Movement& movement, double from, double to, double slack, LeastDistance& least) {
  least_ = &least;
  slack_ = slack;
  const End end = run(movement, from, to);
  least_ = nullptr;
  return end == End::clear;
}

}  // namespace graze::windows
