/// How long boxes and triangles take, still and moving, beside FCL.

#include <string>

#include <graze/known_shapes.h>
#include <graze/overlap.h>
#include <graze/sweep.h>

#include "box_cases.h"
#include "fcl_bench.h"
#include "naive_box_overlap.h"
#include "timing.h"
#include "triangle_cases.h"

namespace graze::bench {
namespace {

Obb in_world(Obb box, const Pose& pose) {
  box.center = pose.to_world(box.center);
  for (Vec3& axis : box.axes) axis = pose.rotation * axis;
  return box;
}

/// As users have them: boxes of the world.
void boxes(benchmark::State& state, const BoxPairs& pairs) {
  std::vector<Obb> b;
  for (const Obb& box : pairs.b) b.push_back(in_world(box, pairs.b_in_a));
  time_checked(
      state, pair_count, [&](std::size_t i, bool meet) { return meet == pairs.meet[i]; },
      [&](std::size_t i) { return overlap(pairs.a[i], b[i]); });
}

/// Shapes of any kind with poses.
std::vector<Body> bodies_of(const std::vector<Obb>& boxes, const Pose& pose, const Vec3& velocity) {
  std::vector<Body> bodies;
  for (const Obb& box : boxes) bodies.push_back({Geometry::make(Shape{box}).value(), pose, {.velocity = velocity}});
  return bodies;
}

void naive_boxes(benchmark::State& state, const BoxPairs& pairs) {
  const auto meet = [&](std::size_t i) {
    return naive_overlap(pairs.a[i], pairs.b[i], pairs.b_in_a.rotation, pairs.b_in_a.translation);
  };
  for (std::size_t i = 0; i < pair_count; ++i) {
    if (meet(i) != pairs.meet[i]) return state.SkipWithError("wrong answer");
  }
  time_all(state, pair_count, 1, meet);
}

void moving_boxes(benchmark::State& state, const BoxPairs& pairs) {
  const auto a = bodies_of(pairs.a, {}, Vec3::Zero());
  const auto b = bodies_of(pairs.b, pairs.b_in_a, pairs.velocity);
  time_checked(
      state, pair_count, [&](std::size_t i, const auto& impact) { return (*impact && (*impact)->initial) == pairs.meet[i]; },
      [&](std::size_t i) { return sweep(a[i], b[i], {.t_max = 1}); });
}

void triangles(benchmark::State& state, const TrianglePairs& pairs) {
  std::vector<Body> a, b;
  for (const Triangle& t : pairs.a) a.push_back({Geometry::make(Shape{t}).value(), {}, {}});
  for (const Triangle& t : pairs.b) b.push_back({Geometry::make(Shape{t}).value(), {}, {}});
  time_all(state, a.size(), 1, [&](std::size_t i) { return overlap(a[i], b[i]); });
}

void register_own_benchmarks() {
  for (const BoxPairs& pairs : box_pairs()) {
    const std::string share = pairs.name;
    add("overlap/box_box/" + share + "/graze", [&](benchmark::State& s) { boxes(s, pairs); });
    add("overlap/box_box/" + share + "/naive", [&](benchmark::State& s) { naive_boxes(s, pairs); });
    add("sweep/box_box/" + share + "/graze", [&](benchmark::State& s) { moving_boxes(s, pairs); });
  }
  for (const TrianglePairs& pairs : triangle_pairs()) {
    add(std::string("overlap/triangle_triangle/") + pairs.name + "/graze", [&](benchmark::State& s) { triangles(s, pairs); });
  }
}

}  // namespace
}  // namespace graze::bench

int main(int argc, char** argv) {
  graze::bench::register_own_benchmarks();
#if defined(GRAZE_BENCH_WITH_FCL)
  graze::bench::register_fcl_benchmarks();
#endif
  return graze::bench::run_registered(argc, argv, graze::bench::RatioReporter("overlap/box_box/", "/graze"));
}
