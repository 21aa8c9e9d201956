/// The first contact from a time on: what a walk of the trees finds is what all pairs of triangles say.

#include <algorithm>
#include <limits>
#include <optional>

#include <gtest/gtest.h>
#include <oracle/effort.h>
#include <oracle/random.h>

#include "mesh/later_contact.h"
#include "mesh/overlap.h"
#include "methods/shape_sweep.h"
#include "polytope/contact/sweep.h"

namespace graze::query {
namespace {

using testing::Random;

constexpr double never = std::numeric_limits<double>::infinity();

TriangleMesh triangles_on_a_grid(Random& random, std::uint32_t count) {
  TriangleMesh mesh;
  for (std::uint32_t i = 0; i < count; ++i) {
    const Vec3 at = random.grid(3);
    for (int k = 0; k < 3; ++k) mesh.vertices.push_back(at + random.grid(1));
    mesh.triangles.push_back({3 * i, 3 * i + 1, 3 * i + 2});
  }
  return mesh;
}

/// Two bodies that move by a few steps of a grid; in half of the cases so fast together, and from so far away, that where they are
/// at a time is rounded by more than what boxes in single precision leave around their triangles.
struct Flight {
  std::array<Pose, 2> poses;
  std::array<Vec3, 2> velocities;
  double after = 0, t_max = 0;
};

Vec3 whole(const Vec3& v) { return v.array().round(); }

Flight random_flight(Random& random, int number) {
  Flight flight;
  const bool far = number % 2 == 0;
  flight.after = far ? random.real(1e6, 2e6) : (number % 5 == 0 ? 0 : 0.5 * std::abs(random.whole(9)));
  const Vec3 together = far ? Vec3(whole(random.vector(1e7)) / 16) : Vec3(Vec3::Zero());
  const Vec3 place = -whole(flight.after * together);
  for (std::size_t k = 0; k < 2; ++k) {
    if (number % 3 == 0) flight.poses[k].rotation = random.pose(1).rotation;
    const Vec3 steps = 0.5 * random.grid(number % 5 < 2 ? 0 : 2);
    flight.poses[k].translation = place - (far ? whole(flight.after * steps) : Vec3(Vec3::Zero())) + random.grid(4);
    flight.velocities[k] = together + steps;
  }
  flight.t_max = number % 4 == 0 ? never : flight.after + 0.25 * std::abs(random.whole(16));
  return flight;
}

/// Of pieces in contact from `first` to `last`, if ever.
void add(std::optional<double>& next, const Flight& flight, double first, bool is_over) {
  if (!is_over) next = std::min(next.value_or(never), std::max(first, flight.after));
}

std::optional<double> of_all_pairs(const PlacedMesh& a, const PlacedMesh& b, const Flight& flight) {
  std::optional<double> next;
  for (std::uint32_t i = 0; i < a.tree->mesh().triangles.size(); ++i) {
    for (std::uint32_t j = 0; j < b.tree->mesh().triangles.size(); ++j) {
      const auto contact =
          sat::contact_interval({placed_triangle(a, i), placed_triangle(b, j)}, {a.velocity, b.velocity}, flight.t_max);
      if (!contact) continue;
      const bool is_over = contact->last && *contact->last < sat::ExactTime{Dyadic(flight.after), 1};
      add(next, flight, quotient_down(contact->first.numerator, contact->first.denominator), is_over);
    }
  }
  return next;
}

TEST(LaterContact, OfMeshesIsThatOfAllPairsOfTriangles) {
  Random random(21);
  const int count = testing::effort(400);
  int later = 0, at_once = 0, none = 0;
  for (int n = 0; n < count; ++n) {
    const Flight flight = random_flight(random, n);
    const MeshTree tree_a = *MeshTree::build(triangles_on_a_grid(random, 6)),
                   tree_b = *MeshTree::build(triangles_on_a_grid(random, 6));
    const PlacedMesh a{&tree_a, flight.poses[0], flight.velocities[0]}, b{&tree_b, flight.poses[1], flight.velocities[1]};
    const auto expected = of_all_pairs(a, b, flight);
    ASSERT_EQ(contact_after(a, b, flight.after, flight.t_max), expected) << n;
    ASSERT_EQ(contact_after(b, a, flight.after, flight.t_max), expected) << n;
    ++(!expected ? none : *expected == flight.after ? at_once : later);
  }
  for (const int cases : {later, at_once, none}) EXPECT_GT(cases, count / 30);
}

TEST(LaterContact, OfAMeshAndAShapeIsThatOfAllItsTriangles) {
  Random random(22);
  const int count = testing::effort(400);
  int later = 0, at_once = 0, none = 0;
  for (int n = 0; n < count; ++n) {
    const Flight flight = random_flight(random, n);
    const MeshTree tree = *MeshTree::build(triangles_on_a_grid(random, 8));
    const Shape shapes[] = {Shape{Sphere{random.grid(1), 1}}, Shape{Obb{random.grid(1), world_frame(), Vec3(1, 1, 2)}},
                            Shape{Capsule{random.grid(1), random.grid(1), 0.5}}, Shape{Point{random.grid(1)}}};
    const Shape& shape = shapes[n % 4];
    const PlacedMesh mesh{&tree, flight.poses[0], flight.velocities[0]};
    const Body other{*Geometry::make(shape), flight.poses[1], {.velocity = flight.velocities[1]}};
    std::optional<double> expected;
    for (std::uint32_t i = 0; i < tree.mesh().triangles.size(); ++i) {
      const auto impact = shape_sweep({Shape{tree.mesh().triangle(i)}, mesh.pose}, {shape, other.pose},
                                      {mesh.velocity, flight.velocities[1]}, flight.t_max);
      if (impact) add(expected, flight, impact->first, impact->last && *impact->last < flight.after);
    }
    ASSERT_EQ(contact_after(mesh, other, flight.after, flight.t_max), expected) << n;
    ++(!expected ? none : *expected == flight.after ? at_once : later);
  }
  for (const int cases : {later, at_once, none}) EXPECT_GT(cases, count / 30);
}

}  // namespace
}  // namespace graze::query
