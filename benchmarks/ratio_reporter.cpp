#include "ratio_reporter.h"

#include <algorithm>
#include <cstdio>
#include <string_view>

namespace graze::bench {
namespace {

constexpr std::string_view peers[] = {"fcl", "bullet", "ode", "cgal", "embree"};

bool is_peer(std::string_view who) {
  return std::any_of(std::begin(peers), std::end(peers), [&](std::string_view peer) { return who.substr(0, peer.size()) == peer; });
}

std::string two_digits(double ratio) {
  char text[32];
  std::snprintf(text, sizeof text, "%.2f", ratio);
  return text;
}

}  // namespace

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

std::optional<RatioReporter::Peer> RatioReporter::fastest_peer(const std::string& question) const {
  std::optional<Peer> fastest;
  for (auto at = least_.lower_bound(question + "/"); at != least_.end() && at->first.rfind(question + "/", 0) == 0; ++at) {
    const std::string who = at->first.substr(question.size() + 1);
    if (is_peer(who) && (!fastest || at->second < fastest->time)) fastest = Peer{who, at->second};
  }
  return fastest;
}

std::string RatioReporter::ratio_to_own(const std::string& question, double time) const {
  const auto own = least_.find(own_begin_ + question.substr(question.rfind('/') + 1) + own_end_);
  return own == least_.end() ? "-" : two_digits(time / own->second);
}

void RatioReporter::Finalize() {
  const bool has_own = !own_begin_.empty();
  std::printf("%-58s %12s %10s%s\n", "least of all repetitions", "ns/item", "/ peer", has_own ? "  / overlap" : "  (fastest peer)");
  for (const auto& [name, time] : least_) {
    const std::string question = name.substr(0, name.rfind('/'));
    const auto peer = fastest_peer(question);
    const std::string last = has_own ? ratio_to_own(question, time) : peer ? peer->name : "-";
    std::printf("%-58s %12.2f %10s %10s\n", name.c_str(), time, peer ? two_digits(time / peer->time).c_str() : "-", last.c_str());
  }
}

}  // namespace graze::bench
