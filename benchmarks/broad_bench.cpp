/// How long the pairs of many moving boxes take, a step, beside Bullet, FCL and Embree; how that grows with their number, and with
/// threads. Our pairs are sorted, those of others are not. `broad_rebuild`: everything sorted anew (Bullet and FCL do what they do
/// by themselves), and `graze_kept` what it does by itself; `broad_refit`: new boxes in the old order. With --threads instead: both
/// by one thread and by two.

#include <memory>
#include <string_view>

#include "broad/broad_phase.h"
#include "broad/crew.h"
#include "broad_cases.h"
#include "timing.h"

namespace graze::bench {
namespace {

BroadStep rebuilding(const std::shared_ptr<broad::BroadPhase>& broad) {
  return [broad](const Boxes& boxes, std::vector<IndexPair>& pairs) {
    broad->assign(boxes);
    broad->reorder();
    broad->pairs(pairs);
  };
}

/// What is decided by counts is left to it.
BroadStep stepping(const std::shared_ptr<broad::BroadPhase>& broad) {
  return [broad](const Boxes& boxes, std::vector<IndexPair>& pairs) {
    broad->assign(boxes);
    broad->pairs(pairs);
  };
}

void register_graze(const BroadCase& c) {
  const auto keeping = std::make_shared<broad::BroadPhase>();
  const auto broad = std::make_shared<broad::BroadPhase>(std::make_shared<broad::Crew>(1));  // keeps no pairs
  add_steps("broad_rebuild/" + c.name + "/graze",
            [&c, broad](benchmark::State& state) { time_steps(state, c, rebuilding(broad)); });
  add_steps("broad_rebuild/" + c.name + "/graze_kept",
            [&c, keeping](benchmark::State& state) { time_steps(state, c, stepping(keeping)); });
  add_steps("broad_refit/" + c.name + "/graze", [&c, broad](benchmark::State& state) { time_steps(state, c, stepping(broad)); });
}

void register_growth(const BroadCase& c) {
  const std::string name = "broad_growth/uniform_random_ids_" + std::to_string(c.first.size()) + "/graze";
  const auto broad = std::make_shared<broad::BroadPhase>();
  add_steps(name, [&c, broad](benchmark::State& state) { time_steps(state, c, rebuilding(broad)); });
}

/// By the clock on the wall.
void register_threads(const BroadCase& c, unsigned threads) {
  const auto broad = std::make_shared<broad::BroadPhase>(threads);
  const std::string name = "broad_threads/" + c.name + "/graze_" + std::to_string(threads);
  benchmark::RegisterBenchmark(name.c_str(), [&c, broad](benchmark::State& state) { time_steps(state, c, rebuilding(broad)); })
      ->Iterations(8)
      ->UseRealTime();
}

void compare_threads_of(const BroadCase& c) {
  std::vector<IndexPair> pairs;
  for (const bool is_rebuilt : {true, false}) {
    std::vector<std::shared_ptr<broad::BroadPhase>> broad;
    for (const unsigned threads : {1U, 2U})
      broad.push_back(std::make_shared<broad::BroadPhase>(std::make_shared<broad::Crew>(threads)));  // keeps no pairs
    Boxes boxes;
    int round = 0;
    compare_threads(
        is_rebuilt ? "rebuild" : "refit", [&](unsigned) { place(c, round++ / 2 % step_count, boxes); },
        [&](unsigned threads) {
          const auto step = is_rebuilt ? rebuilding(broad[threads - 1]) : stepping(broad[threads - 1]);
          step(boxes, pairs);
        });
  }
}

void register_all(const std::list<BroadCase>& cases, const std::list<BroadCase>& growing) {
  for (const BroadCase& c : cases) register_graze(c);
  for (const BroadCase& c : growing) register_growth(c);
  register_threads(cases.front(), 1);
  register_threads(cases.front(), 2);
#if defined(GRAZE_BENCH_WITH_BULLET)
  register_bullet_broad(cases);
#endif
#if defined(GRAZE_BENCH_WITH_FCL)
  register_fcl_broad(cases);
#endif
#if defined(GRAZE_BENCH_WITH_EMBREE)
  register_embree_broad(cases);
#endif
}

}  // namespace
}  // namespace graze::bench

int main(int argc, char** argv) {
  using namespace graze::bench;
  constexpr std::size_t bodies = 100000;
  constexpr double small_step = 0.01, large_step = 1;  // of a size
  if (argc > 1 && std::string_view(argv[1]) == "--threads") {
    compare_threads_of(uniform_boxes(bodies, Ids::random, small_step));
    return 0;
  }
  std::list<BroadCase> cases, growing;
  cases.push_back(uniform_boxes(bodies, Ids::random, small_step));
  cases.push_back(uniform_boxes(bodies, Ids::along_curve, small_step));
  cases.push_back(uniform_boxes(bodies, Ids::random, large_step));
  cases.push_back(trembling(uniform_boxes(bodies, Ids::random, small_step)));
  cases.push_back(clustered_boxes(bodies, small_step));
  cases.push_back(trembling(clustered_boxes(bodies, small_step)));
  cases.push_back(boxes_of_mixed_sizes(bodies, small_step));
  for (const std::size_t n : {1000U, 10000U, 100000U, 1000000U}) growing.push_back(uniform_boxes(n, Ids::random, small_step));
  register_all(cases, growing);
  return run_registered(argc, argv, RatioReporter());
}
