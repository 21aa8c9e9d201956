/// All pairs of triangles that touch first, against exact programs over rationals for every pair.

#include <algorithm>
#include <cmath>
#include <map>

#include <gtest/gtest.h>
#include <oracle/effort.h>
#include <oracle/linear_program.h>
#include <oracle/random.h>

#include <graze/answers.h>
#include <graze/generate.h>
#include <graze/pairs.h>
#include <graze/sweep.h>

#include "tree/nodes/mesh_tree.h"

namespace graze {
namespace {

using testing::Random;

Body thrown(const TriangleMesh& mesh, const Vec3& place = Vec3::Zero(), const Vec3& velocity = Vec3::Zero()) {
  return {*Geometry::make(Shape{mesh}), {.translation = place}, {.velocity = velocity}};
}

struct Truth {
  std::optional<mpq_class> first;
  std::vector<TrianglePair> pairs;
};

Truth truth_about(const Body& a, const Body& b, double t_max) {
  Truth truth;
  const TriangleMesh &mesh_a = a.geometry.tree()->mesh(), &mesh_b = b.geometry.tree()->mesh();
  const oracle::RationalVec3 way = oracle::exact(b.motion.velocity) - oracle::exact(a.motion.velocity);
  for (std::uint32_t i = 0; i < mesh_a.triangles.size(); ++i) {
    const auto in_a = oracle::posed(mesh_a.triangle(i), a.pose);
    for (std::uint32_t j = 0; j < mesh_b.triangles.size(); ++j) {
      const auto in_b = oracle::posed(mesh_b.triangle(j), b.pose);
      const oracle::RationalPoints p(in_a.begin(), in_a.end()), q(in_b.begin(), in_b.end());
      const auto contact = oracle::contact(p, q, way, mpq_class(t_max));
      if (!contact) continue;
      if (!truth.first || contact->first < *truth.first) truth = Truth{contact->first, {}};
      if (contact->first == *truth.first) truth.pairs.push_back({i, j});
    }
  }
  return truth;
}

std::vector<TrianglePair> triangles_of(const FirstContacts& found) {
  std::vector<TrianglePair> pairs;
  for (const TouchingPair& pair : found.pairs) pairs.push_back(pair.triangles);
  return pairs;
}

/// A few triangles on a small grid: many touch at the same instant.
TriangleMesh grid_mesh(Random& random) {
  TriangleMesh mesh;
  for (int v = 0; v < 6; ++v) mesh.vertices.push_back(random.grid(2));
  for (int t = 0; t < 4; ++t) {
    const auto corner = [&] { return static_cast<std::uint32_t>(random.below(6)); };
    mesh.triangles.push_back({corner(), corner(), corner()});
  }
  return mesh;
}

TEST(FirstContacts, AreAllPairsOfTheExactFirstInstant) {
  Random random(51);
  int several = 0, initial = 0;
  for (int k = 0; k < testing::effort(120); ++k) {
    const Body a = thrown(grid_mesh(random), random.grid(1), random.grid(1));
    const Body b = thrown(grid_mesh(random), random.grid(4), random.grid(3));
    const Truth truth = truth_about(a, b, 4);
    const auto found = first_contacts(a, b, {.t_max = 4});
    ASSERT_TRUE(found);
    ASSERT_EQ(found->has_value(), truth.first.has_value()) << k;
    if (!truth.first) continue;
    ASSERT_EQ(triangles_of(**found), truth.pairs) << k;
    EXPECT_LE(mpq_class((*found)->first), *truth.first);
    EXPECT_EQ((*found)->first, (*sweep(a, b, {.t_max = 4}))->first);
    EXPECT_EQ((*found)->initial, *truth.first == 0);
    several += truth.pairs.size() > 1 ? 1 : 0;
    initial += (*found)->initial ? 1 : 0;
    for (const TouchingPair& pair : (*found)->pairs) EXPECT_FALSE(pair.set.points.empty()) << k;
  }
  EXPECT_GT(several, 10);
  EXPECT_GT(initial, 3);
}

TriangleMesh random_tetrahedron(Random& random) {
  return {random.on_ball(4, Vec3::Zero()), {{0, 1, 2}, {0, 1, 3}, {0, 2, 3}, {1, 2, 3}}};
}

/// Where all triangles around a corner, or beside an edge, touch the other mesh by it, although no two numbers agree.
TEST(FirstContacts, AreAllPairsOfTheExactFirstInstantInGeneralPosition) {
  Random random(53);
  std::map<std::size_t, int> with_pairs;
  for (int k = 0; k < testing::effort(80); ++k) {
    const Vec3 along = random.vector(1), from = (k % 4 == 0 ? 0.5 : 3) * random.unit();
    Body a = thrown(random_tetrahedron(random), Vec3::Zero(), along);
    Body b = thrown(random_tetrahedron(random), Vec3::Zero(), along - from + random.vector(0.5));
    a.pose = random.pose(1);
    b.pose = {random.pose(0).rotation, a.pose.translation + from};
    const Truth truth = truth_about(a, b, 2);
    const auto found = first_contacts(a, b, {.t_max = 2});
    const auto one = sweep(a, b, {.t_max = 2});
    ASSERT_EQ(found->has_value(), truth.first.has_value()) << k;
    ASSERT_EQ(one->has_value(), truth.first.has_value()) << k;
    if (!truth.first) continue;
    ASSERT_EQ(triangles_of(**found), truth.pairs) << k;
    EXPECT_LE(mpq_class((*found)->first), *truth.first);
    EXPECT_GT(mpq_class(std::nextafter((*found)->first, 3)), *truth.first);
    EXPECT_EQ((*one)->first, (*found)->first);
    EXPECT_EQ((*one)->features, (*found)->pairs.front().features);
    EXPECT_EQ((*one)->set, (*found)->pairs.front().set);
    if (*truth.first > 0) ++with_pairs[truth.pairs.size()];
  }
  EXPECT_GT(with_pairs[3], 3);  // a corner of a tetrahedron meets a face
  EXPECT_GT(with_pairs[4], 3);  // two edges meet
}

TEST(FirstContacts, AreTheFacesOfBoxesThatMeetFlat) {
  const TriangleMesh box = make_box_mesh(Vec3(1, 1, 1));
  const Body a = thrown(box), b = thrown(box, Vec3(5, 0.5, 0.25), Vec3(-2, 0, 0));
  const auto found = first_contacts(a, b);
  ASSERT_TRUE(found && *found);
  EXPECT_EQ((*found)->first, 1.5);
  EXPECT_FALSE((*found)->last);
  EXPECT_EQ((*found)->pair_count, truth_about(a, b, 10).pairs.size());
  double area = 0;
  for (const TouchingPair& pair : (*found)->pairs) {
    ASSERT_TRUE(pair.normal);
    for (const Vec3& p : pair.set.points) EXPECT_EQ(p.x(), 1);
    EXPECT_EQ(pair.features[0].triangle, static_cast<std::int32_t>(pair.triangles[0]));
    if (pair.set.points.size() < 3) continue;
    EXPECT_EQ(*pair.normal, Vec3(1, 0, 0));
    Vec3 sum = Vec3::Zero();
    for (std::size_t k = 2; k < pair.set.points.size(); ++k)
      sum += (pair.set.points[k - 1] - pair.set.points[0]).cross(pair.set.points[k] - pair.set.points[0]);
    area += sum.norm() / 2;
  }
  EXPECT_DOUBLE_EQ(area, 1.5 * 1.75);
}

TEST(FirstContacts, TellTheLastTimeOnRequest) {
  const TriangleMesh box = make_box_mesh(Vec3(1, 1, 1));
  const Body a = thrown(box), b = thrown(box, Vec3(5, 0.25, 0.125), Vec3(-1, 0, 0));
  EXPECT_EQ((*first_contacts(a, b, {.want_last = true}))->last, 7);
  EXPECT_EQ((*first_contacts(a, b, {.t_max = 4, .want_last = true}))->last, 4);
}

TEST(FirstContacts, AreTheSameWithTheBodiesExchangedScaledOrTurned) {
  Random random(52);
  for (int k = 0; k < testing::effort(20); ++k) {
    const TriangleMesh mesh_a = grid_mesh(random), mesh_b = grid_mesh(random);
    const Vec3 place = random.grid(4), way = random.grid(3);
    const auto plain = first_contacts(thrown(mesh_a), thrown(mesh_b, place, way), {.t_max = 4});
    const auto swapped = first_contacts(thrown(mesh_b, place, way), thrown(mesh_a), {.t_max = 4});
    ASSERT_EQ(plain->has_value(), swapped->has_value());
    if (!*plain) continue;
    auto expected = triangles_of(**plain);
    for (auto& [i, j] : expected) std::swap(i, j);
    std::ranges::sort(expected);
    EXPECT_EQ(triangles_of(**swapped), expected);
    const auto changed = [&](const Mat3& by) {
      const auto of = [&](TriangleMesh mesh) {
        for (Vec3& v : mesh.vertices) v = by * v;
        return mesh;
      };
      return first_contacts(thrown(of(mesh_a)), thrown(of(mesh_b), by * place, by * way), {.t_max = 4});
    };
    Mat3 quarter;
    quarter << 0, -1, 0, 1, 0, 0, 0, 0, 1;
    for (const Mat3& by : {Mat3(0x1p-70 * Mat3::Identity()), quarter}) {
      const auto other = changed(by);
      ASSERT_TRUE(other && *other);
      EXPECT_EQ(triangles_of(**other), triangles_of(**plain)) << k;
      EXPECT_EQ((*other)->first, (*plain)->first);
    }
  }
}

TEST(FirstContacts, CountAllAndDescribeTheFirst) {
  const TriangleMesh box = make_box_mesh(Vec3(1, 1, 1));
  const auto all = first_contacts(thrown(box), thrown(box));
  const auto two = first_contacts(thrown(box), thrown(box), {.max_pairs = 2}),
             none = first_contacts(thrown(box), thrown(box), {.max_pairs = 0});
  EXPECT_EQ((*two)->pair_count, (*all)->pair_count);
  EXPECT_EQ((*two)->pairs.size(), 2U);
  EXPECT_TRUE((*two)->initial);
  EXPECT_TRUE((*none)->pairs.empty());
  EXPECT_EQ((*none)->pair_count, (*all)->pair_count);
}

TEST(FirstContacts, RefuseWhatTheyCannotAnswer) {
  const TriangleMesh box = make_box_mesh(Vec3(1, 1, 1));
  Body turning = thrown(box);
  turning.motion.angular_velocity = Vec3(1, 0, 0);
  EXPECT_EQ(first_contacts(thrown(box), turning).error().code, ErrorCode::bad_option);
  EXPECT_EQ(first_contacts(thrown(box), thrown(box), {.t_max = -1}).error().code, ErrorCode::bad_option);
  const Body ball{*Geometry::make(Shape{Sphere{Vec3::Zero(), 1}}), {}, {}};
  EXPECT_EQ(first_contacts(ball, ball).error().code, ErrorCode::unsupported_pair);
  EXPECT_FALSE(*first_contacts(thrown(box), thrown({})));
}

}  // namespace
}  // namespace graze
