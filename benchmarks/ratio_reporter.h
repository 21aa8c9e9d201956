#pragma once
/// Shows the least time an item over all repetitions, and at the end how these compare.

#include <map>
#include <string>

#include <benchmark/benchmark.h>

namespace graze::bench {

class RatioReporter : public benchmark::ConsoleReporter {
 public:
  RatioReporter() : ConsoleReporter(OO_None) {}
  void ReportRuns(const std::vector<Run>& runs) override;
  void Finalize() override;

 private:
  std::map<std::string, double> least_;  ///< nanoseconds an item, by name without repetitions
};

}  // namespace graze::bench
