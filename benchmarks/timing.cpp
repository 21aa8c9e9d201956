#include "timing.h"

#include <vector>

namespace graze::bench {

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
