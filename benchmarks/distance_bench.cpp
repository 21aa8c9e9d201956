/// How long closest points and overlaps of simple shapes take, beside FCL, Bullet and ODE.

#include <graze/distance/rounded_closest.h>

#include "distance_peers.h"
#include "shape_pairs.h"
#include "timing.h"

namespace graze::bench {
namespace {

void register_distances(const ShapePairs& pairs) {
  const auto is_right = [&](std::size_t i, const auto& answer) { return is_distance(pairs, i, answer->distance); };
  add("distance/" + pairs.name() + "/graze", [&pairs, is_right](benchmark::State& state) {
    const Pose none;
    time_checked(state, pairs.size(), is_right,
                 [&](std::size_t i) { return distance::closest_points(pairs.world_a[i], none, pairs.world_b[i], none); });
  });
  add("distance/" + pairs.name() + "/graze_posed", [&pairs, is_right](benchmark::State& state) {
    time_checked(state, pairs.size(), is_right,
                 [&](std::size_t i) { return distance::closest_points(pairs.a[i], pairs.pose_a[i], pairs.b[i], pairs.pose_b[i]); });
  });
}

void register_overlaps(const ShapePairs& pairs) {
  const auto is_right = [&](std::size_t i, const auto& answer) { return is_overlap(pairs, i, *answer); };
  add("overlap/" + pairs.name() + "/graze", [&pairs, is_right](benchmark::State& state) {
    const Pose none;
    time_checked(state, pairs.size(), is_right,
                 [&](std::size_t i) { return distance::overlap(pairs.world_a[i], none, pairs.world_b[i], none); });
  });
  add("overlap/" + pairs.name() + "/graze_posed", [&pairs, is_right](benchmark::State& state) {
    time_checked(state, pairs.size(), is_right,
                 [&](std::size_t i) { return distance::overlap(pairs.a[i], pairs.pose_a[i], pairs.b[i], pairs.pose_b[i]); });
  });
}

}  // namespace
}  // namespace graze::bench

int main(int argc, char** argv) {
  using namespace graze::bench;
  for (const ShapePairs& pairs : shape_pairs()) {
    register_distances(pairs);
    if (pairs.kind != "segment_segment") register_overlaps(pairs);
  }
#if defined(GRAZE_BENCH_WITH_FCL)
  register_fcl_distances();
#endif
#if defined(GRAZE_BENCH_WITH_BULLET)
  register_bullet_distances();
#endif
#if defined(GRAZE_BENCH_WITH_ODE)
  register_ode_distances();
#endif
  return run_registered(argc, argv, RatioReporter());
}
