#include <array>
#include <cmath>

#include <graze/generate.h>

#include "accuracy_making.h"
#include "accuracy_truth.h"

namespace graze::bench {
namespace {

using Kind = HardShape::Kind;

HardShape mesh_of(TriangleMesh mesh) { return {Kind::mesh, Vec3::Zero(), std::move(mesh)}; }
/// The triangle twice: ODE does not survive meshes of one.
HardShape mesh_of(const Triangle& t) { return mesh_of(TriangleMesh{{t.v[0], t.v[1], t.v[2]}, {{0, 1, 2}, {0, 1, 2}}}); }

/// Whole numbers, so that nobody rounds.
Vec3 whole(Random& random) {
  const auto one = [&] { return static_cast<double>(std::uniform_int_distribution<int>(-64, 64)(random)); };
  const double x = one(), y = one(), z = one();
  return {x, y, z};
}

enum class Touch { corner_on_face, corner_on_edge, edge_on_edge, in_one_plane };

/// A triangle that touches another in a point of it that is given by quarters of its sides.
Triangle touching(Random& random, const Triangle& a, Touch touch) {
  const Vec3 ab = (a.v[1] - a.v[0]) / 4, ac = (a.v[2] - a.v[0]) / 4;
  const Vec3 at = touch == Touch::corner_on_face ? Vec3(a.v[0] + ab + 2 * ac) : Vec3(a.v[0] + 2 * ab);
  const Vec3 normal = ab.cross(ac);
  Vec3 second = whole(random), third = whole(random);
  if (touch == Touch::in_one_plane) second = at + 2 * ab - ac, third = at - 3 * ab - 2 * ac;
  if (touch == Touch::edge_on_edge) return {{at + (second - at), at - (second - at), third}};
  if (touch != Touch::in_one_plane) {  // the others on one side of the plane of a
    if (normal.dot(second - at) < 0) second = 2 * at - second;
    if (normal.dot(third - at) < 0) third = 2 * at - third;
  }
  return {{at, second, third}};
}

/// Exactly touching, or then moved apart by a small part of their size.
std::optional<HardCase> two_triangles(Random& random) {
  const Triangle a{{whole(random), whole(random), whole(random)}};
  const Vec3 normal = (a.v[1] - a.v[0]).cross(a.v[2] - a.v[0]);
  if (normal.norm() < 100) return std::nullopt;
  Triangle b = touching(random, a, static_cast<Touch>(random() % 4));
  if ((b.v[1] - b.v[0]).cross(b.v[2] - b.v[0]).norm() < 100) return std::nullopt;
  if (random() % 4 == 0) {
    for (Vec3& v : b.v) v += std::ldexp(1.0, -36) * normal;
  }
  HardCase c;
  c.a = mesh_of(a);
  c.b = mesh_of(b);
  c.yes = meet_exactly(c);
  return c;
}

HardCase ball_on_a_face(Random& random) {
  const Vec3 half(uniform(random, 0.5, 1), uniform(random, 0.5, 1), uniform(random, 0.5, 1));
  const double radius = uniform(random, 0.1, 1), gap = gap_of(random, -7, -2);
  HardCase c;
  c.a = mesh_of(make_box_mesh(half));
  c.b = ball_of(radius);
  c.pose_a = {rotation_of(random), vector_of(random)};
  c.pose_b.translation = c.pose_a.to_world(
      {0.8 * half.x() * uniform(random, -1, 1), 0.8 * half.y() * uniform(random, -1, 1), half.z() + radius + gap});
  c.yes = distance_of_point(c.pose_b.translation, box_of(half), c.pose_a) <= radius;
  return c;
}

/// Boxes as meshes, an edge of one across a face of the other: the nearest points are in no corner of a triangle.
HardCase above(Random& random) {
  const Vec3 half(1, 1, uniform(random, 0.2, 1)), wedge(0.5, 0.5, 0.5);
  const double quarter = std::atan(1.0);
  HardCase c;
  c.question = HardCase::Question::distance;
  c.value = power_of_ten(random, -4, 0);
  c.allowed = 1e-6;
  c.a = mesh_of(make_box_mesh(half));
  c.b = mesh_of(make_box_mesh(wedge));
  c.pose_a = {rotation_of(random), vector_of(random)};
  c.pose_b.rotation = c.pose_a.rotation * turn(uniform(random, 0, 3), Vec3::UnitZ()) * turn(quarter, Vec3::UnitX());
  c.pose_b.translation =
      c.pose_a.to_world({uniform(random, -0.4, 0.4), uniform(random, -0.4, 0.4), half.z() + c.value + wedge.y() * std::sqrt(2.0)});
  return c;
}

}  // namespace

std::vector<HardCases> hard_meshes() {
  const std::string fcl = "https://github.com/flexible-collision-library/fcl/issues/";
  return {two_hundred("triangles that touch in a corner, an edge or a plane, or are 1e-7 of their size apart",
                      fcl + "106 https://github.com/coal-library/coal/pull/49", two_triangles),
          two_hundred("a ball on a face of a mesh, 1e-7 to 1e-2 apart or in it", "https://github.com/coal-library/coal/issues/440",
                      [](Random& r) { return std::optional(ball_on_a_face(r)); }),
          two_hundred("distance of meshes of boxes, an edge above a face", "https://github.com/coal-library/coal/issues/257",
                      [](Random& r) { return std::optional(above(r)); })};
}

}  // namespace graze::bench
