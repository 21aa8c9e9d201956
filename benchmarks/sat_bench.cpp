/// How long separating axes take: boxes and triangles, still and moving, one pair at a time and in lanes, beside FCL.

#include <string>

#include "box/kernels.h"
#include "box_cases.h"
#include "fcl_bench.h"
#include "naive_box_overlap.h"
#include "timing.h"
#include "triangle/overlap.h"
#include "triangle_cases.h"

namespace graze::bench {
namespace {

void boxes(benchmark::State& state, const BoxPairs& pairs) {
  const auto may = [&, kernel = sat::box_kernels().may_overlap](std::size_t i) {
    return kernel(pairs.a[i], pairs.b[i], pairs.b_in_a, pairs.margin);
  };
  for (std::size_t i = 0; i < pair_count; ++i) {
    if (may(i) != pairs.meet[i]) return state.SkipWithError("wrong answer");  // none of these is within the margin
  }
  time_all(state, pair_count, 1, may);
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
  for (std::size_t i = 0; i < pair_count; ++i) {
    const auto found = window(pairs, i);
    if (pairs.meet[i] != (found && found->enter == 0)) return state.SkipWithError("wrong answer");
  }
  time_all(state, pair_count, 1, [&](std::size_t i) { return window(pairs, i); });
}

void lanes(benchmark::State& state, const BoxPairs& pairs, sat::MayOverlapEight kernel) {
  const LaneCases cases = lane_cases(pairs);
  for (std::size_t i = 0; i < cases.one.size(); ++i) {
    const bool first = (kernel(cases.one[i], cases.eight[i], cases.margin) & 1U) != 0;
    if (pairs.meet[8 * i] && !first) return state.SkipWithError("wrong answer");
  }
  time_all(state, cases.one.size(), 8, [&](std::size_t i) { return kernel(cases.one[i], cases.eight[i], cases.margin); });
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
  time_all(state, pairs.a.size(), 1, [&](std::size_t i) { return overlap(pairs.a[i], pairs.b[i]); });
}

void register_own_benchmarks() {
  for (const BoxPairs& pairs : box_pairs()) {
    const std::string share = pairs.name;
    add("overlap/box_box/" + share + "/graze", [&](benchmark::State& s) { boxes(s, pairs); });
    add("overlap/box_box/" + share + "/naive", [&](benchmark::State& s) { naive_boxes(s, pairs); });
    add("overlap/box_eight/" + share + "/baseline",
        [&](benchmark::State& s) { lanes(s, pairs, sat::box_kernels_baseline.may_overlap_eight); });
    add("sweep/box_box/" + share + "/graze", [&](benchmark::State& s) { moving_boxes(s, pairs); });
    add("sweep/box_eight/" + share + "/baseline",
        [&](benchmark::State& s) { moving_lanes(s, pairs, sat::box_kernels_baseline.may_overlap_eight_during); });
    if (!simd::has_avx2()) continue;
    add("overlap/box_eight/" + share + "/avx2",
        [&](benchmark::State& s) { lanes(s, pairs, sat::box_kernels_avx2.may_overlap_eight); });
    add("sweep/box_eight/" + share + "/avx2",
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
