#pragma once
/// Shows the least time an item over all repetitions, and at the end how these compare.

#include <map>
#include <optional>
#include <string>

#include <benchmark/benchmark.h>

namespace graze::bench {

/// Names end in who answers: "distance/box_box/near/fcl". The ratio is to the fastest of other people's libraries for the same
/// question in the same run; what they are called begins with fcl, bullet, ode, cgal or embree.
class RatioReporter : public benchmark::ConsoleReporter {
 public:
  /// With the beginning and the end of the name of one of our own times, a second ratio is to that; between the two stands what
  /// the name has before who answers.
  explicit RatioReporter(std::string own_begin = {}, std::string own_end = {})
      : ConsoleReporter(OO_None), own_begin_(std::move(own_begin)), own_end_(std::move(own_end)) {}
  void ReportRuns(const std::vector<Run>& runs) override;
  void Finalize() override;

 private:
  struct Peer {
    std::string name;
    double time = 0;
  };
  [[nodiscard]] std::optional<Peer> fastest_peer(const std::string& question) const;
  [[nodiscard]] std::string ratio_to_own(const std::string& question, double time) const;

  std::string own_begin_, own_end_;
  std::map<std::string, double> least_;  ///< nanoseconds an item, by name without repetitions
};

}  // namespace graze::bench
