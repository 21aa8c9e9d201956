/// Counts, of cases on which collision libraries are known to fail, how many each of them answers wrongly, refuses or does not
/// survive. Writes one JSON object a line: who, kind of cases, threads it was seen in, cases, wrong, refused, crashed, hung.

#include "accuracy.h"

#include <sys/wait.h>
#include <unistd.h>
#include <cmath>
#include <csignal>
#include <cstdio>
#include <exception>

#include <graze/distance.h>
#include <graze/overlap.h>
#include <graze/penetration.h>
#include <graze/raycast.h>
#include <graze/sweep.h>

namespace graze::bench {
namespace {

constexpr unsigned patience = 2;  // seconds; a question takes less than a millisecond

enum class Verdict { right, wrong, refused, crashed, hung };

Shape::Variant shape_of(const HardShape& shape) {
  const Vec3 end(0, 0, shape.half.z());
  switch (shape.kind) {
    case HardShape::Kind::box: return Aabb{-shape.half, shape.half};
    case HardShape::Kind::ball: return Sphere{.radius = shape.half.x()};
    case HardShape::Kind::capsule: return Capsule{{-end, end}, shape.half.x()};
    case HardShape::Kind::cylinder: return Cylinder{{-end, end}, shape.half.x()};
    case HardShape::Kind::cone: return Cone{-end, end, shape.half.x()};
    case HardShape::Kind::mesh: break;
  }
  return shape.mesh;
}

Body body_of(const HardShape& shape, const Pose& pose, const Motion& motion = {}) {
  return {Geometry::make(Shape{shape_of(shape)}).value(), pose, motion};
}

template <class Answer, class Read>
Opinion read(const Answer& answer, Read&& says) {
  return answer ? says(*answer) : Opinion{true, false, 0};
}

Opinion asked_graze(const HardCase& c) {
  using Question = HardCase::Question;
  const Body a = body_of(c.a, c.pose_a);
  if (c.question == Question::ray) {
    return read(raycast(Segment{{c.from, c.to}}, a, {.first_only = true}),
                [](const Raycast& r) { return Opinion{false, r.intersect, r.t}; });
  }
  const Body b = body_of(c.b, c.pose_b, {.velocity = c.velocity, .angular_velocity = c.angular_velocity});
  if (c.question == Question::overlap) return read(overlap(a, b), [](bool met) { return Opinion{false, met, 0}; });
  if (c.question == Question::distance) {
    return read(closest_points(a, b),
                [](const Closest& closest) { return Opinion{false, closest.distance == 0, closest.distance}; });
  }
  if (c.question == Question::depth) {
    return read(penetration(a, b), [](const auto& found) { return Opinion{false, found.has_value(), found ? found->depth : 0}; });
  }
  return read(sweep(a, b, {.t_max = 1}), [](const auto& impact) { return Opinion{false, impact.has_value(), 0}; });
}

Verdict judged(const HardCase& c, const Opinion& opinion) {
  using Question = HardCase::Question;
  if (opinion.refused) return Verdict::refused;
  const bool is_measured =
      c.question == Question::distance || c.question == Question::depth || (c.question == Question::ray && c.yes);
  const bool is_yes_or_no = c.question == Question::overlap || c.question == Question::hit || c.question == Question::ray;
  const bool is_right = (!is_yes_or_no || opinion.yes == c.yes) && (!is_measured || std::abs(opinion.value - c.value) <= c.allowed);
  return is_right ? Verdict::right : Verdict::wrong;
}

/// What a library throws at its caller has not answered: it counts as refused.
Verdict answered(const Asked& who, const HardCase& c) {
  try {
    return judged(c, who.ask(c));
  } catch (const std::exception&) {
    return Verdict::refused;
  }
}

/// In a process of its own, which may crash or never end.
Verdict tried(const Asked& who, const HardCase& c) {
  const pid_t child = ::fork();
  if (child == 0) {
    ::alarm(patience);
    if (std::freopen("/dev/null", "w", stderr) == nullptr) ::_exit(static_cast<int>(Verdict::crashed));
    ::_exit(static_cast<int>(answered(who, c)));
  }
  int status = 0;
  if (child < 0 || ::waitpid(child, &status, 0) != child) return Verdict::crashed;
  if (WIFSIGNALED(status)) return WTERMSIG(status) == SIGALRM ? Verdict::hung : Verdict::crashed;
  return static_cast<Verdict>(WEXITSTATUS(status));
}

void count(const Asked& who, const HardCases& kind) {
  int counts[5] = {}, asked = 0;
  for (const HardCase& c : kind.cases) {
    if (!who.knows(c)) continue;
    ++asked;
    ++counts[static_cast<int>(tried(who, c))];
  }
  std::printf(
      "{\"who\": \"%s\", \"kind\": \"%s\", \"seen\": \"%s\", \"cases\": %d, \"wrong\": %d, \"refused\": %d, \"crashed\": %d, "
      "\"hung\": %d}\n",
      who.name, kind.name.c_str(), kind.seen.c_str(), asked, counts[1], counts[2], counts[3], counts[4]);
  std::fflush(stdout);
}

std::vector<Asked> everybody() {
  std::vector<Asked> all{{"graze", [](const HardCase&) { return true; }, asked_graze}};
#if defined(GRAZE_BENCH_WITH_FCL)
  for (const Asked& who : asked_fcl()) all.push_back(who);
#endif
#if defined(GRAZE_BENCH_WITH_BULLET)
  all.push_back(asked_bullet());
#endif
#if defined(GRAZE_BENCH_WITH_ODE)
  all.push_back(asked_ode());
#endif
#if defined(GRAZE_BENCH_WITH_CGAL)
  all.push_back(asked_cgal());
#endif
#if defined(GRAZE_BENCH_WITH_EMBREE)
  all.push_back(asked_embree());
#endif
  return all;
}

}  // namespace
}  // namespace graze::bench

int main() {
  using namespace graze::bench;
  for (const auto make : {hard_boxes, hard_round_shapes, hard_meshes, hard_motions, hard_rays}) {
    for (const HardCases& kind : make()) {
      for (const Asked& who : everybody()) count(who, kind);
    }
  }
}
