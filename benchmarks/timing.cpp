#include "timing.h"

#include <algorithm>
#include <array>
#include <cstdio>
#include <ctime>
#include <thread>

namespace graze::bench {
namespace {

double milliseconds(clockid_t clock) {
  timespec now{};
  clock_gettime(clock, &now);
  return 1e3 * static_cast<double>(now.tv_sec) + 1e-6 * static_cast<double>(now.tv_nsec);
}

double median(std::vector<double> values) {
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::nth_element(values.begin(), middle, values.end());
  return *middle;
}

}  // namespace

std::vector<unsigned> thread_counts() {
  const unsigned most = std::max(2U, std::thread::hardware_concurrency());
  std::vector<unsigned> counts;
  for (unsigned threads = 1; threads < most; threads *= 2) counts.push_back(threads);
  counts.push_back(most);
  return counts;
}

void compare_threads(const std::string& name, const std::function<void(unsigned threads)>& prepare,
                     const std::function<void(unsigned threads)>& step) {
  constexpr int warm_rounds = 4, rounds = 21;
  std::array<std::vector<double>, 2> wall, processor;
  for (int round = 0; round < warm_rounds + rounds; ++round) {
    for (const int turn : {0, 1}) {
      const auto k = static_cast<std::size_t>((round + turn) % 2);
      prepare(static_cast<unsigned>(k) + 1);
      const double wall_before = milliseconds(CLOCK_MONOTONIC), processor_before = milliseconds(CLOCK_PROCESS_CPUTIME_ID);
      step(static_cast<unsigned>(k) + 1);
      if (round < warm_rounds) continue;
      wall[k].push_back(milliseconds(CLOCK_MONOTONIC) - wall_before);
      processor[k].push_back(milliseconds(CLOCK_PROCESS_CPUTIME_ID) - processor_before);
    }
  }
  const double one = median(wall[0]), two = median(wall[1]);
  std::printf("%-32s wall %8.2f -> %8.2f ms, %.2f times; processor %8.2f -> %8.2f ms\n", name.c_str(), one, two, one / two,
              median(processor[0]), median(processor[1]));
}

int run_registered(int argc, char** argv, RatioReporter reporter) {
  std::string repetitions = "--benchmark_repetitions=10", interleaved = "--benchmark_enable_random_interleaving=true",
              least = "--benchmark_min_time=0.02";
  std::vector<char*> arguments{argv[0], repetitions.data(), interleaved.data(), least.data()};
  arguments.insert(arguments.end(), argv + 1, argv + argc);
  int count = static_cast<int>(arguments.size());
  benchmark::Initialize(&count, arguments.data());
  if (benchmark::ReportUnrecognizedArguments(count, arguments.data())) return 2;
  benchmark::RunSpecifiedBenchmarks(&reporter);
  benchmark::Shutdown();
  return 0;
}

}  // namespace graze::bench
