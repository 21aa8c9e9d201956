#include <cmath>

#include <graze/generate.h>

#include "accuracy_making.h"
#include "accuracy_truth.h"

namespace graze::bench {
namespace {

using Kind = HardShape::Kind;

/// Closer to a graze than this nobody is asked, in sizes: what counts is who looks at the whole way.
constexpr Real clear = 1e-4L;

/// A small box that flies through a thin plate, or past its rim.
HardCase through_a_plate(Random& random, bool meshes) {
  HardCase c;
  c.question = HardCase::Question::hit;
  c.a = box_of({1, 1, 1e-3});
  c.b = box_of({0.01, 0.01, 0.01});
  c.pose_a.rotation = rotation_of(random);
  c.pose_b.rotation = rotation_of(random);
  const Vec3 aim = c.pose_a.rotation * Vec3(uniform(random, -1.3, 1.3), uniform(random, -1.3, 1.3), 0);
  const Vec3 way = c.pose_a.rotation * Vec3(uniform(random, -1, 1), uniform(random, -1, 1), 20);
  c.pose_b.translation = aim - 0.37 * way;
  c.velocity = way;
  c.yes = hit_exactly(c);
  if (meshes) {
    for (HardShape* shape : {&c.a, &c.b}) *shape = {Kind::mesh, Vec3::Zero(), make_box_mesh(shape->half)};
  }
  return c;
}

/// A ball that flies by, or into, a coin or a cone.
std::optional<HardCase> ball_flies(Random& random, Kind kind) {
  HardCase c;
  c.question = HardCase::Question::hit;
  c.a = kind == Kind::cylinder ? round_of(kind, 1, 1e-3) : round_of(kind, 0.5, 1);
  c.b = ball_of(0.02);
  c.pose_a = {rotation_of(random), vector_of(random)};
  const Vec3 aim = c.pose_a.translation + 1.2 * vector_of(random), way = 20 * direction_of(random);
  c.pose_b.translation = aim - 0.37 * way;
  c.velocity = way;
  const Real least = distance_of_segment(c.pose_b.translation, c.pose_b.translation + way, c.a, c.pose_a);
  c.yes = least <= c.b.half.x();
  return std::abs(least - c.b.half.x()) > clear ? std::optional(c) : std::nullopt;
}

/// Least distance of the ball from the blade on its way: what may be missed between two looks is less than half an arc.
std::optional<bool> blade_hits(const HardCase& c) {
  constexpr int looks = 4000;
  const double angle = c.angular_velocity.norm();
  const Vec3 axis = c.angular_velocity / angle;
  const Real arc = (c.pose_a.translation - c.pose_b.translation).norm() * angle / looks;
  Real least = 1e9L;
  for (int i = 0; i <= looks; ++i) {
    const Pose pose{turn(angle * i / looks, axis) * c.pose_b.rotation, c.pose_b.translation};
    least = std::min(least, distance_of_point(c.pose_a.translation, c.b, pose));
  }
  const Real radius = c.a.half.x();
  if (least < radius - clear) return true;
  return least - arc / 2 > radius + clear ? std::optional(false) : std::nullopt;
}

/// A long thin blade that turns about its middle, and a ball in its plane or beside it, in its reach or not.
std::optional<HardCase> blade(Random& random) {
  HardCase c;
  c.question = HardCase::Question::hit;
  c.a = ball_of(uniform(random, 0.02, 0.1));
  c.b = box_of({2, 0.02, 0.02});
  c.pose_b = {rotation_of(random), vector_of(random)};
  c.angular_velocity = uniform(random, 0.5, 3) * c.pose_b.rotation.col(2);
  const double angle = uniform(random, 0, 6.28), reach = uniform(random, 0.5, 2.3);
  c.pose_a.translation = c.pose_b.to_world({reach * std::cos(angle), reach * std::sin(angle), uniform(random, -0.12, 0.12)});
  if (distance_of_point(c.pose_a.translation, c.b, c.pose_b) < c.a.half.x() + 0.05) return std::nullopt;  // not from the start
  const auto hits = blade_hits(c);
  c.yes = hits.value_or(false);
  return hits ? std::optional(c) : std::nullopt;
}

}  // namespace

std::vector<HardCases> hard_motions() {
  const std::string fcl = "https://github.com/flexible-collision-library/fcl/issues/";
  const std::string python = "https://github.com/BerkeleyAutomation/python-fcl/issues/";
  return {
      two_hundred("a small box through a thin plate, or past it: does it hit?",
                  "https://github.com/bulletphysics/bullet3/issues/2228",
                  [](Random& r) { return std::optional(through_a_plate(r, false)); }),
      two_hundred("a small mesh through a thin one, or past it: does it hit?", fcl + "555 " + python + "38",
                  [](Random& r) { return std::optional(through_a_plate(r, true)); }),
      two_hundred("a small ball through a coin, or past it: does it hit?", "https://github.com/bulletphysics/bullet3/issues/596",
                  [](Random& r) { return ball_flies(r, Kind::cylinder); }),
      two_hundred("a small ball through a cone, or past it: does it hit?", python + "11",
                  [](Random& r) { return ball_flies(r, Kind::cone); }),
      two_hundred("a blade that turns, and a ball in its way or not: does it hit?",
                  "https://github.com/moveit/moveit/issues/2889 https://github.com/godot-jolt/godot-jolt/issues/389", blade)};
}

}  // namespace graze::bench
