#include <cmath>

#include <graze/generate.h>

#include "accuracy_making.h"
#include "accuracy_truth.h"

namespace graze::bench {
namespace {

using Kind = HardShape::Kind;

constexpr double off_by = 1e-4;  ///< of the length of the ray

/// From afar through, or past, a box or a cylinder.
std::optional<HardCase> at_a_shape(Random& random, Kind kind) {
  HardCase c;
  c.question = HardCase::Question::ray;
  c.allowed = off_by;
  c.a = kind == Kind::box ? box_of({uniform(random, 0.2, 1), uniform(random, 0.2, 1), uniform(random, 0.01, 1)})
                          : round_of(kind, uniform(random, 0.2, 1), uniform(random, 0.01, 1));
  c.pose_a = {rotation_of(random), vector_of(random)};
  const Vec3 way = power_of_ten(random, 1, 3) * direction_of(random);
  c.from = c.pose_a.translation + 1.2 * vector_of(random) - uniform(random, 0.3, 0.7) * way;
  c.to = c.from + way;
  const auto chord = chord_in(c.from, c.to, c.a, c.pose_a);
  c.yes = chord.has_value();
  if (chord) c.value = static_cast<double>(chord->enters);
  const bool is_close = chord ? chord->length < 1e-5L : distance_of_segment(c.from, c.to, c.a, c.pose_a) < 1e-5L;
  return is_close ? std::nullopt : std::optional(c);
}

/// From outside a closed convex mesh to its middle: there is a way in, at the corner or the middle of the edge that was aimed at.
HardCase at_an_edge(Random& random, const TriangleMesh& ball) {
  HardCase c;
  c.question = HardCase::Question::ray;
  c.allowed = off_by;
  c.a = {Kind::mesh, Vec3::Zero(), ball};
  const Triangle t = ball.triangle(random() % ball.triangles.size());
  const Vec3 at = random() % 2 == 0 ? t.v[0] : Vec3((t.v[0] + t.v[1]) / 2);
  const Vec3 middle = 0.3 * vector_of(random), way = (at - middle) * uniform(random, 2, 20);
  c.from = middle + way;
  c.to = middle;
  c.yes = true;
  c.value = 1 - (at - middle).norm() / way.norm();
  return c;
}

}  // namespace

std::vector<HardCases> hard_rays() {
  const std::string bullet = "https://github.com/bulletphysics/bullet3/issues/";
  const TriangleMesh ball = make_sphere_mesh(1, 3);
  return {
      two_hundred("a ray at a box: does it hit, and where?", bullet + "2949 https://github.com/RobotLocomotion/drake/issues/1712",
                  [](Random& r) { return at_a_shape(r, Kind::box); }),
      two_hundred("a ray at a cylinder: does it hit, and where?", "https://github.com/gazebosim/gazebo-classic/issues/636",
                  [](Random& r) { return at_a_shape(r, Kind::cylinder); }),
      two_hundred("a ray at a corner or an edge of a closed mesh: it goes in",
                  "https://github.com/RenderKit/embree/issues/174 https://github.com/RenderKit/embree/issues/181",
                  [&](Random& r) { return std::optional(at_an_edge(r, ball)); })};
}

}  // namespace graze::bench
