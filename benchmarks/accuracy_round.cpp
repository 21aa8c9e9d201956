#include <cmath>

#include "accuracy_making.h"
#include "accuracy_truth.h"

namespace graze::bench {
namespace {

using Kind = HardShape::Kind;
using Question = HardCase::Question;

constexpr double off_by = 1e-4;  ///< of sizes near 1, for all whose question is a distance

HardShape shape_of(Random& random, Kind kind) {
  if (kind == Kind::box) return box_of({uniform(random, 0.2, 1), uniform(random, 0.2, 1), uniform(random, 0.2, 1)});
  return round_of(kind, uniform(random, 0.2, 0.8), uniform(random, 0.2, 1));
}

/// A ball `gap` from a point of the surface, whatever that point is on: face, side, rim or corner.
HardCase beside(Random& random, const HardShape& shape, double radius, double gap) {
  HardCase c;
  c.a = shape;
  c.b = ball_of(radius);
  c.pose_a = {rotation_of(random), vector_of(random)};
  c.pose_b = {rotation_of(random), Vec3::Zero()};
  const Vec3 out = direction_of(random);
  double lo = 0, hi = 10;  // along a line from the middle, the distance grows from radius + gap on
  for (int i = 0; i < 80; ++i) {
    const double middle = (lo + hi) / 2;
    (distance_of_point(c.pose_a.translation + middle * out, c.a, c.pose_a) < radius + gap ? lo : hi) = middle;
  }
  c.pose_b.translation = c.pose_a.translation + lo * out;
  return c;
}

void measure_ball(HardCase& c) {
  const Real gap = distance_of_point(c.pose_b.translation, c.a, c.pose_a) - c.b.half.x();
  c.yes = gap <= 0;
  c.value = static_cast<double>(gap);
}

HardCase ball_from(Random& random, Kind kind) {
  HardCase c = beside(random, shape_of(random, kind), uniform(random, 0.1, 1), power_of_ten(random, -3, 0.5));
  c.question = Question::distance;
  c.allowed = off_by;
  measure_ball(c);
  return c;
}

HardCase ball_touches(Random& random, Kind kind, double scale, double least, double greatest) {
  HardCase c;
  HardShape shape = shape_of(random, kind);
  shape.half *= scale;
  c = beside(random, shape, scale * uniform(random, 0.2, 1), scale * gap_of(random, least, greatest));
  measure_ball(c);
  return c;
}

std::optional<HardCase> capsule_from_box(Random& random) {
  HardCase c;
  c.question = Question::distance;
  c.allowed = off_by;
  c.a = shape_of(random, Kind::box);
  c.b = shape_of(random, Kind::capsule);
  c.pose_a = {rotation_of(random), vector_of(random)};
  c.pose_b = {rotation_of(random), c.pose_a.translation + uniform(random, 0.5, 4) * direction_of(random)};
  const Vec3 along = c.b.half.z() * c.pose_b.rotation.col(2);
  c.value = static_cast<double>(distance_of_segment(c.pose_b.translation - along, c.pose_b.translation + along, c.a, c.pose_a)) -
            c.b.half.x();
  return c.value > 1e-3 ? std::optional(c) : std::nullopt;
}

/// The lowest point of a cylinder, which may lie, stand or be tilted, above the face of a box.
HardCase above_a_face(Random& random, Question question, double gap) {
  HardCase c;
  c.question = question;
  c.allowed = off_by;
  c.a = box_of({3, 3, uniform(random, 0.2, 1)});
  c.b = shape_of(random, Kind::cylinder);
  const Mat3 both = rotation_of(random);
  const double tilts[] = {0, std::asin(1.0), uniform(random, 0, 1.5), uniform(random, 0, 0.01)};
  const double tilt = tilts[random() % 4];
  const Mat3 tilted = turn(uniform(random, 0, 6), Vec3::UnitZ()) * turn(tilt, Vec3::UnitX());
  const double reach = std::abs(std::cos(tilt)) * c.b.half.z() + std::sin(tilt) * c.b.half.x();
  c.pose_a = {both, Vec3::Zero()};
  c.pose_b = {both * tilted, both * Vec3(uniform(random, -1, 1), uniform(random, -1, 1), c.a.half.z() + reach + gap)};
  c.value = gap;
  c.yes = gap <= 0;
  return c;
}

/// Side beside side, by the middles of the axes, which cross at a small or a large angle.
HardCase side_by_side(Random& random, Question question, double gap) {
  HardCase c;
  c.question = question;
  c.allowed = off_by;
  c.a = round_of(Kind::cylinder, uniform(random, 0.05, 0.2), 1);
  c.b = round_of(Kind::cylinder, uniform(random, 0.05, 0.2), 1);
  const Mat3 both = rotation_of(random);
  c.pose_a = {both, vector_of(random)};
  c.pose_b = {both * turn(power_of_ten(random, -2, 0), Vec3::UnitX()),
              c.pose_a.translation + (c.a.half.x() + c.b.half.x() + gap) * both.col(0)};
  c.value = gap;
  c.yes = gap <= 0;
  return c;
}

template <class Make>
HardCases always(std::string name, std::string seen, Make make) {
  return two_hundred(std::move(name), std::move(seen), [&](Random& random) { return std::optional(make(random)); });
}

}  // namespace

std::vector<HardCases> hard_round_shapes() {
  const std::string fcl = "https://github.com/flexible-collision-library/fcl/issues/";
  const std::string bullet = "https://github.com/bulletphysics/bullet3/issues/", webots = "https://github.com/cyberbotics/webots/";
  return {always("distance of a ball from a cylinder", fcl + "391 https://github.com/coal-library/coal/issues/339",
                 [](Random& r) { return ball_from(r, Kind::cylinder); }),
          always("distance of a ball from a cone", bullet + "1375", [](Random& r) { return ball_from(r, Kind::cone); }),
          always("a ball and a cylinder, 1e-7 to 1e-3 apart or in each other", bullet + "53",
                 [](Random& r) { return ball_touches(r, Kind::cylinder, 1, -7, -3); }),
          always("a ball and a box of a hundredth of the usual size, apart or in each other by a thousandth to a third of that",
                 bullet + "2579 https://github.com/jsk-ros-pkg/jsk_roseus/issues/616",
                 [](Random& r) { return ball_touches(r, Kind::box, 0.01, -3, -0.5); }),
          two_hundred("distance of a capsule from a box", fcl + "31", capsule_from_box),
          always("distance of a cylinder from a face of a box", fcl + "319 " + fcl + "407 " + fcl + "570",
                 [](Random& r) { return above_a_face(r, Question::distance, power_of_ten(r, -3, 0.3)); }),
          always("a cylinder and a face of a box, 1e-7 to 1e-3 apart or in each other", webots + "issues/2290",
                 [](Random& r) { return above_a_face(r, Question::overlap, gap_of(r, -7, -3)); }),
          always("distance of thin cylinders, side by side and tilted", fcl + "122",
                 [](Random& r) { return side_by_side(r, Question::distance, power_of_ten(r, -3, 0)); }),
          always("thin cylinders, side by side and tilted, 1e-7 to 1e-3 apart or in each other", webots + "pull/2282",
                 [](Random& r) { return side_by_side(r, Question::overlap, gap_of(r, -7, -3)); })};
}

}  // namespace graze::bench
