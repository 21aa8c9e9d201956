#pragma once
/// What all benchmark programs share: timing one answer after the other, and running what was registered.

#include <functional>
#include <string>
#include <vector>

#include <benchmark/benchmark.h>

#include "ratio_reporter.h"

namespace graze::bench {

/// Times answer(i) for all i < count, `items` answers each.
template <class Answer>
void time_all(benchmark::State& state, std::size_t count, std::size_t items, Answer&& answer) {
  for (auto _ : state) {
    for (std::size_t i = 0; i < count; ++i) benchmark::DoNotOptimize(answer(i));
  }
  state.SetItemsProcessed(state.iterations() * static_cast<std::int64_t>(count * items));
}

/// Asks every question once before the clock starts, and does not start it when more than one answer of a hundred is wrong.
template <class IsRight, class Answer>
void time_checked(benchmark::State& state, std::size_t count, IsRight&& is_right, Answer&& answer) {
  std::size_t wrong = 0;
  for (std::size_t i = 0; i < count; ++i) wrong += is_right(i, answer(i)) ? 0 : 1;
  if (wrong > count / 100) return state.SkipWithError((std::to_string(wrong) + " of the answers differ from ours").c_str());
  time_all(state, count, 1, answer);
}

template <class Run>
void add(const std::string& name, Run run) {
  benchmark::RegisterBenchmark(name.c_str(), run);
}

/// 1, 2, 4, … up to the threads of the machine, which come last; at least 1 and 2.
[[nodiscard]] std::vector<unsigned> thread_counts();

/// Prints wall and processor time of step(1) and step(2), the medians of rounds that take turns, and what the second thread gains.
/// prepare(threads) comes before each and is not counted.
void compare_threads(const std::string& name, const std::function<void(unsigned threads)>& prepare,
                     const std::function<void(unsigned threads)>& step);

/// Every argument of Google Benchmark works; without any, ten repetitions in random order, so that other work on the machine hits
/// all alike. What it does not know must have been taken from the arguments before. The exit code of the program.
int run_registered(int argc, char** argv, RatioReporter reporter);

}  // namespace graze::bench
