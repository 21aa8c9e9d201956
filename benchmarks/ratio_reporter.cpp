#include "ratio_reporter.h"

#include <algorithm>
#include <cstdio>

namespace graze::bench {

void RatioReporter::ReportRuns(const std::vector<Run>& runs) {
  for (const Run& run : runs) {
    if (run.error_occurred) std::printf("%s: %s\n", run.run_name.function_name.c_str(), run.error_message.c_str());
    const auto items = run.counters.find("items_per_second");
    if (run.run_type != Run::RT_Iteration || items == run.counters.end()) continue;
    const double nanoseconds = 1e9 / items->second;
    const auto [known, is_new] = least_.emplace(run.run_name.function_name, nanoseconds);
    if (!is_new) known->second = std::min(known->second, nanoseconds);
  }
}

/// Names end in who answers, before that stands what share of the pairs meets.
void RatioReporter::Finalize() {
  std::printf("%-52s %10s %10s %10s\n", "least of all repetitions", "ns/item", "/ fcl", "/ overlap");
  const auto ratio = [&](double time, const std::string& name) {
    const auto other = least_.find(name);
    if (other == least_.end()) return std::string("-");
    char text[32];
    std::snprintf(text, sizeof text, "%.2f", time / other->second);
    return std::string(text);
  };
  for (const auto& [name, time] : least_) {
    const std::string question = name.substr(0, name.rfind('/'));
    const std::string share = question.substr(question.rfind('/') + 1);
    std::printf("%-52s %10.2f %10s %10s\n", name.c_str(), time, ratio(time, question + "/fcl").c_str(),
                ratio(time, "overlap/box_box/" + share + "/graze").c_str());
  }
}

}  // namespace graze::bench
