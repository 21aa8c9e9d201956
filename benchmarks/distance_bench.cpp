/// How long closest points and overlaps of simple shapes take, beside FCL, Bullet and ODE: shapes of known kind beside the
/// innermost functions of others, and bodies of any kind in poses beside what users of others call.

#include <graze/distance.h>
#include <graze/known_shapes.h>
#include <graze/overlap.h>

#include "distance_peers.h"
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

/// Shapes of any kind in their poses.
std::vector<Body> bodies_of(const std::vector<Shape>& shapes, const std::vector<Pose>& poses) {
  std::vector<Body> bodies;
  for (std::size_t i = 0; i < shapes.size(); ++i) bodies.push_back({Geometry::make(shapes[i]).value(), poses[i], {}});
  return bodies;
}

template <class A, class B>
void register_distances(const ShapePairs& pairs) {
  const auto is_right = [&](std::size_t i, const Closest& answer) { return is_distance(pairs, i, answer.distance); };
  add("distance/" + pairs.name() + "/graze", [&pairs, is_right](benchmark::State& state) {
    const std::vector<A> a = typed<A>(pairs.world_a);
    const std::vector<B> b = typed<B>(pairs.world_b);
    time_checked(state, pairs.size(), is_right, [&](std::size_t i) { return closest_points(a[i], b[i]); });
  });
  add("bodies_distance/" + pairs.name() + "/graze", [&pairs, is_right](benchmark::State& state) {
    const auto a = bodies_of(pairs.a, pairs.pose_a), b = bodies_of(pairs.b, pairs.pose_b);
    time_checked(
        state, pairs.size(), [&](std::size_t i, const auto& answer) { return is_right(i, *answer); },
        [&](std::size_t i) { return closest_points(a[i], b[i]); });
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
  add("bodies_overlap/" + pairs.name() + "/graze", [&pairs, is_right](benchmark::State& state) {
    const auto a = bodies_of(pairs.a, pairs.pose_a), b = bodies_of(pairs.b, pairs.pose_b);
    time_checked(
        state, pairs.size(), [&](std::size_t i, const auto& answer) { return is_right(i, *answer); },
        [&](std::size_t i) { return overlap(a[i], b[i]); });
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
