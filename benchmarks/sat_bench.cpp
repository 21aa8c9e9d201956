/// How long boxes and triangles take, still and moving, beside FCL; and one step of a sweep of meshes: a box against eight.

#include <string>

#include <graze/known_shapes.h>
#include <graze/overlap.h>
#include <graze/sweep.h>

#include "box/kernels.h"
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
  for (const Obb& box : pairs.b) b.push_back(in_world(box, {pairs.b_in_a.rotation, pairs.b_in_a.translation}));
  time_checked(
      state, pair_count, [&](std::size_t i, bool meet) { return meet == pairs.meet[i]; },
      [&](std::size_t i) { return overlap(pairs.a[i], b[i]); });
}

/// Shapes of any kind with poses, moving or not.
std::vector<Body> bodies_of(const std::vector<Obb>& boxes, const Pose& pose, const Vec3& velocity = Vec3::Zero()) {
  std::vector<Body> bodies;
  for (const Obb& box : boxes) bodies.push_back({Geometry::make(Shape{box}).value(), pose, {.velocity = velocity}});
  return bodies;
}

void posed_boxes(benchmark::State& state, const BoxPairs& pairs) {
  const auto a = bodies_of(pairs.a, {}), b = bodies_of(pairs.b, {pairs.b_in_a.rotation, pairs.b_in_a.translation});
  time_checked(
      state, pair_count, [&](std::size_t i, const Result<bool>& meet) { return *meet == pairs.meet[i]; },
      [&](std::size_t i) { return overlap(a[i], b[i]); });
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

std::optional<sat::TimeWindow> window(const BoxPairs& pairs, std::size_t i) {
  return sat::box_kernels().may_overlap_during(pairs.a[i], pairs.b[i], pairs.b_in_a, pairs.margin, pairs.motion, 1);
}

void moving_boxes(benchmark::State& state, const BoxPairs& pairs) {
  const auto a = bodies_of(pairs.a, {});
  const auto b = bodies_of(pairs.b, {pairs.b_in_a.rotation, pairs.b_in_a.translation}, pairs.motion.velocity);
  time_checked(
      state, pair_count, [&](std::size_t i, const auto& impact) { return (*impact && (*impact)->initial) == pairs.meet[i]; },
      [&](std::size_t i) { return sweep(a[i], b[i], {.t_max = 1}); });
}

void moving_lanes(benchmark::State& state, const BoxPairs& pairs, sat::MayOverlapEightDuring kernel) {
  const LaneCases cases = lane_cases(pairs);
  float enter[8] = {};
  const auto may = [&](std::size_t i) { return kernel(cases.one[i], cases.eight[i], cases.margin, cases.motion, enter); };
  for (std::size_t i = 0; i < cases.one.size(); ++i) {
    const bool first = (may(i) & 1U) != 0;
    if (window(pairs, 8 * i) && !first) return state.SkipWithError("wrong answer");
  }
  time_all(state, cases.one.size(), 8, may);
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
    add("overlap/box_box/" + share + "/graze_posed", [&](benchmark::State& s) { posed_boxes(s, pairs); });
    add("sweep/box_box/" + share + "/graze", [&](benchmark::State& s) { moving_boxes(s, pairs); });
    add("step_of_mesh_sweep/box_eight/" + share + "/baseline",
        [&](benchmark::State& s) { moving_lanes(s, pairs, sat::box_kernels_baseline.may_overlap_eight_during); });
    if (!simd::has_avx2()) continue;
    add("step_of_mesh_sweep/box_eight/" + share + "/avx2",
        [&](benchmark::State& s) { moving_lanes(s, pairs, sat::box_kernels_avx2.may_overlap_eight_during); });
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
