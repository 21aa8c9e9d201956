/// Counts, of cases on which collision libraries are known to fail, how many each of them answers wrongly, refuses or does not
/// survive. Writes one JSON object a line: who, kind of cases, cases, wrong, refused, crashed.

#include "accuracy.h"

#include <sys/wait.h>
#include <unistd.h>
#include <cmath>
#include <csignal>
#include <cstdio>

#include <graze/distance.h>
#include <graze/overlap.h>
#include <graze/sweep.h>

namespace graze::bench {
namespace {

constexpr double wanted_precision = 1e-6;  // of distances, relative
constexpr unsigned patience = 10;          // seconds

enum class Verdict { right, wrong, refused, crashed };

Body box_body(const Vec3& half, const Pose& pose, const Vec3& velocity = Vec3::Zero()) {
  return {Geometry::make(Shape{Aabb{-half, half}}).value(), pose, {.velocity = velocity}};
}

Opinion asked_graze(const HardCase& c) {
  const Body a = box_body(c.half_a, c.pose_a), b = box_body(c.half_b, c.pose_b, c.velocity);
  if (c.asked == HardCase::Asked::overlap) {
    const auto met = overlap(a, b);
    return met ? Opinion{false, *met, 0} : Opinion{true, false, 0};
  }
  if (c.asked == HardCase::Asked::hit) {
    const auto impact = sweep(a, b, {.t_max = 1});
    return impact ? Opinion{false, impact->has_value(), 0} : Opinion{true, false, 0};
  }
  const auto closest = closest_points(a, b);
  return closest ? Opinion{false, closest->distance == 0, closest->distance} : Opinion{true, false, 0};
}

Verdict judged(const HardCase& c, const Opinion& opinion) {
  if (opinion.refused) return Verdict::refused;
  const bool is_right = c.asked == HardCase::Asked::distance
                            ? std::abs(opinion.distance - c.distance) <= wanted_precision * c.distance
                            : opinion.yes == c.yes;
  return is_right ? Verdict::right : Verdict::wrong;
}

/// In a process of its own, which may crash, throw or never end.
Verdict tried(const Asked& who, const HardCase& c) {
  const pid_t child = ::fork();
  if (child == 0) {
    ::alarm(patience);
    if (std::freopen("/dev/null", "w", stderr) == nullptr) ::_exit(static_cast<int>(Verdict::crashed));
    ::_exit(static_cast<int>(judged(c, who.ask(c))));
  }
  int status = 0;
  if (child < 0 || ::waitpid(child, &status, 0) != child || !WIFEXITED(status)) return Verdict::crashed;
  return static_cast<Verdict>(WEXITSTATUS(status));
}

void count(const Asked& who, const HardCases& kind) {
  int counts[4] = {};
  for (const HardCase& c : kind.cases) {
    const Verdict verdict = who.knows(c.asked) ? tried(who, c) : Verdict::refused;
    ++counts[static_cast<int>(verdict)];
  }
  std::printf("{\"who\": \"%s\", \"kind\": \"%s\", \"cases\": %zu, \"wrong\": %d, \"refused\": %d, \"crashed\": %d}\n", who.name,
              kind.name.c_str(), kind.cases.size(), counts[1], counts[2], counts[3]);
  std::fflush(stdout);
}

}  // namespace
}  // namespace graze::bench

int main() {
  using namespace graze::bench;
  std::vector<Asked> all{{"graze", [](HardCase::Asked) { return true; }, asked_graze}};
#if defined(GRAZE_BENCH_WITH_FCL)
  all.push_back(asked_fcl());
#endif
#if defined(GRAZE_BENCH_WITH_BULLET)
  all.push_back(asked_bullet());
#endif
#if defined(GRAZE_BENCH_WITH_ODE)
  all.push_back(asked_ode());
#endif
  for (const HardCases& kind : all_hard_cases()) {
    for (const Asked& who : all) count(who, kind);
  }
}
