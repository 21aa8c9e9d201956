#include "fcl_bench.h"

#include <array>
#include <string>

#include <benchmark/benchmark.h>
#include <fcl/math/bv/OBB.h>
#include <fcl/narrowphase/detail/traversal/collision/intersect.h>

#include "box_cases.h"
#include "triangle/overlap.h"
#include "triangle_cases.h"

namespace graze::bench {
namespace {

fcl::OBB<double> fcl_box(const Obb& box) {
  fcl::OBB<double> result;
  for (int i = 0; i < 3; ++i) result.axis.col(i) = box.axes[static_cast<std::size_t>(i)];
  result.To = box.center;
  result.extent = box.half_extents;
  return result;
}

void boxes(benchmark::State& state, const BoxPairs& pairs) {
  std::vector<fcl::OBB<double>> a, b;
  for (std::size_t i = 0; i < pair_count; ++i) a.push_back(fcl_box(pairs.a[i])), b.push_back(fcl_box(pairs.b[i]));
  std::size_t wrong = 0;
  for (std::size_t i = 0; i < pair_count; ++i) {
    wrong += fcl::overlap(pairs.b_in_a.rotation, pairs.b_in_a.translation, a[i], b[i]) != pairs.meet[i];
  }
  if (wrong > pair_count / 100) return state.SkipWithError("answers differ: the inputs are not the same");
  for (auto _ : state) {
    for (std::size_t i = 0; i < pair_count; ++i) {
      benchmark::DoNotOptimize(fcl::overlap(pairs.b_in_a.rotation, pairs.b_in_a.translation, a[i], b[i]));
    }
  }
  state.SetItemsProcessed(state.iterations() * static_cast<std::int64_t>(pair_count));
}

bool fcl_overlap(const Triangle& a, const Triangle& b) {
  return fcl::detail::Intersect<double>::intersect_Triangle(a.v[0], a.v[1], a.v[2], b.v[0], b.v[1], b.v[2]);
}

void triangles(benchmark::State& state, const TrianglePairs& pairs) {
  std::size_t wrong = 0;
  for (std::size_t i = 0; i < pairs.a.size(); ++i) wrong += fcl_overlap(pairs.a[i], pairs.b[i]) != overlap(pairs.a[i], pairs.b[i]);
  if (wrong > pairs.a.size() / 100) return state.SkipWithError("answers differ: the inputs are not the same");
  for (auto _ : state) {
    for (std::size_t i = 0; i < pairs.a.size(); ++i) benchmark::DoNotOptimize(fcl_overlap(pairs.a[i], pairs.b[i]));
  }
  state.SetItemsProcessed(state.iterations() * static_cast<std::int64_t>(pairs.a.size()));
}

}  // namespace

void register_fcl_benchmarks() {
  for (const BoxPairs& pairs : box_pairs()) {
    benchmark::RegisterBenchmark((std::string("overlap/box_box/") + pairs.name + "/fcl").c_str(),
                                 [&pairs](benchmark::State& state) { boxes(state, pairs); });
  }
  for (const TrianglePairs& pairs : triangle_pairs()) {
    benchmark::RegisterBenchmark((std::string("overlap/triangle_triangle/") + pairs.name + "/fcl").c_str(),
                                 [&pairs](benchmark::State& state) { triangles(state, pairs); });
  }
}

}  // namespace graze::bench
