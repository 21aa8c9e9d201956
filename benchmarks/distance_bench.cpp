/// How long closest points and overlaps of simple shapes take, beside FCL, Bullet and ODE.

#include <graze/known_shapes.h>

#include "distance_peers.h"
#include "methods/rounded_closest.h"
#include "shape_pairs.h"
#include "timing.h"

namespace graze::bench {
namespace {

/// The shapes without the variant around them.
template <class S>
std::vector<S> typed(const std::vector<Shape>& shapes) {
  std::vector<S> out;
  for (const Shape& shape : shapes) out.push_back(std::get<S>(shape.value));
  return out;
}

template <class A, class B>
void register_distances(const ShapePairs& pairs) {
  const auto is_right = [&](std::size_t i, const Closest& answer) { return is_distance(pairs, i, answer.distance); };
  add("distance/" + pairs.name() + "/graze", [&pairs, is_right](benchmark::State& state) {
    const std::vector<A> a = typed<A>(pairs.world_a);
    const std::vector<B> b = typed<B>(pairs.world_b);
    time_checked(state, pairs.size(), is_right, [&](std::size_t i) { return closest_points(a[i], b[i]); });
  });
  add("distance/" + pairs.name() + "/graze_any", [&pairs, is_right](benchmark::State& state) {
    const Pose none;
    time_checked(
        state, pairs.size(), [&](std::size_t i, const auto& answer) { return is_right(i, *answer); },
        [&](std::size_t i) { return distance::closest_points(pairs.world_a[i], none, pairs.world_b[i], none); });
  });
  add("distance/" + pairs.name() + "/graze_posed", [&pairs, is_right](benchmark::State& state) {
    time_checked(
        state, pairs.size(), [&](std::size_t i, const auto& answer) { return is_right(i, *answer); },
        [&](std::size_t i) { return distance::closest_points(pairs.a[i], pairs.pose_a[i], pairs.b[i], pairs.pose_b[i]); });
  });
}

template <class A, class B>
void register_overlaps(const ShapePairs& pairs) {
  const auto is_right = [&](std::size_t i, bool answer) { return is_overlap(pairs, i, answer); };
  add("overlap/" + pairs.name() + "/graze", [&pairs, is_right](benchmark::State& state) {
    const std::vector<A> a = typed<A>(pairs.world_a);
    const std::vector<B> b = typed<B>(pairs.world_b);
    time_checked(state, pairs.size(), is_right, [&](std::size_t i) { return overlap(a[i], b[i]); });
  });
  add("overlap/" + pairs.name() + "/graze_any", [&pairs, is_right](benchmark::State& state) {
    const Pose none;
    time_checked(
        state, pairs.size(), [&](std::size_t i, const auto& answer) { return is_right(i, *answer); },
        [&](std::size_t i) { return distance::overlap(pairs.world_a[i], none, pairs.world_b[i], none); });
  });
  add("overlap/" + pairs.name() + "/graze_posed", [&pairs, is_right](benchmark::State& state) {
    time_checked(
        state, pairs.size(), [&](std::size_t i, const auto& answer) { return is_right(i, *answer); },
        [&](std::size_t i) { return distance::overlap(pairs.a[i], pairs.pose_a[i], pairs.b[i], pairs.pose_b[i]); });
  });
}

template <class A, class B>
void register_both(const ShapePairs& pairs) {
  register_distances<A, B>(pairs);
  register_overlaps<A, B>(pairs);
}

}  // namespace
}  // namespace graze::bench

int main(int argc, char** argv) {
  using namespace graze;
  using namespace graze::bench;
  for (const ShapePairs& pairs : shape_pairs()) {
    if (pairs.kind == "sphere_sphere") register_both<Sphere, Sphere>(pairs);
    if (pairs.kind == "sphere_box") register_both<Sphere, Obb>(pairs);
    if (pairs.kind == "capsule_capsule") register_both<Capsule, Capsule>(pairs);
    if (pairs.kind == "box_box") register_both<Obb, Obb>(pairs);
    if (pairs.kind == "segment_segment") register_distances<Segment, Segment>(pairs);
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
