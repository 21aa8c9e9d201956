/// Meshes against brute force over all pairs of triangles, still and moving.

#include <cmath>

#include <gtest/gtest.h>
#include <oracle/effort.h>
#include <oracle/random.h>

#include <graze/generate.h>
#include <graze/intersection.h>
#include <graze/overlap.h>
#include <graze/pairs.h>
#include <graze/penetration.h>
#include <graze/sweep.h>

#include "polytope/contact/sweep.h"
#include "questions/any_body.h"
#include "triangle/overlap.h"

namespace graze {
namespace {

using testing::body;

using testing::Random;

using Pairs = std::vector<std::array<std::uint32_t, 2>>;

Pairs all_meeting_pairs(const TriangleMesh& a, const Pose& pose_a, const TriangleMesh& b, const Pose& pose_b) {
  Pairs pairs;
  for (std::uint32_t i = 0; i < a.triangles.size(); ++i) {
    for (std::uint32_t j = 0; j < b.triangles.size(); ++j) {
      if (overlap(place(a.triangle(i), pose_a), place(b.triangle(j), pose_b))) pairs.push_back({i, j});
    }
  }
  return pairs;
}

TEST(MeshOverlap, ListsExactlyThePairsThatBruteForceFinds) {
  const TriangleMesh torus = make_torus_mesh(2, 0.75, 16, 8);
  const TriangleMesh ball = make_bumpy_sphere_mesh(1, 0.2, 2);
  Random random(1);
  int hits = 0;
  for (int i = 0; i < testing::effort(40); ++i) {
    const Pose pose_a = random.pose(1);
    const Pose pose_b = random.pose(2);
    const Pairs truth = all_meeting_pairs(torus, pose_a, ball, pose_b);
    const auto found = intersection(body(torus, pose_a), body(ball, pose_b), {.max_pairs = 100000});
    ASSERT_TRUE(found);
    ASSERT_EQ(found->pairs, truth) << "pose " << i;
    ASSERT_EQ(found->pair_count, truth.size());
    ASSERT_EQ(*overlap(body(torus, pose_a), body(ball, pose_b)), !truth.empty());
    hits += truth.empty() ? 0 : 1;
  }
  EXPECT_GT(hits, 0);
}

TEST(IntersectingPairs, ReplaceWhatWasInTheListByExactlyThePairsThatBruteForceFinds) {
  const TriangleMesh torus = make_torus_mesh(2, 0.75, 16, 8);
  const TriangleMesh ball = make_bumpy_sphere_mesh(1, 0.2, 2);
  Random random(2);
  Pairs list{{7, 7}, {3, 3}};
  std::size_t meeting = 0;
  for (int i = 0; i < testing::effort(20); ++i) {
    const Pose pose_a = i % 2 == 0 ? Pose{} : random.pose(1e3), pose_b = pose_a * random.pose(2);
    const auto count = intersecting_pairs(body(torus, pose_a), body(ball, pose_b), list);
    ASSERT_TRUE(count);
    ASSERT_EQ(list, all_meeting_pairs(torus, pose_a, ball, pose_b)) << "pose " << i;
    ASSERT_EQ(*count, list.size());
    meeting += list.size();
  }
  EXPECT_GT(meeting, 0U);
}

TEST(IntersectingPairs, OfTheSameMeshTwiceAreThoseThatTouch) {
  const TriangleMesh box = make_box_mesh(Vec3(1, 1, 1));
  Random random(3);
  Pairs list;
  for (const Vec3& way : {Vec3(0, 0, 0), Vec3(2, 0, 0), Vec3(2, 2, 0), Vec3(2, 2, 2), Vec3(1, 0.5, 0.25)}) {
    const Pose pose{random.pose(1).rotation, Vec3(1, 2, 3)};
    ASSERT_TRUE(intersecting_pairs(body(box), body(box, {.translation = way}), list));
    EXPECT_EQ(list, all_meeting_pairs(box, {}, box, {.translation = way}));
    EXPECT_FALSE(list.empty());
    ASSERT_TRUE(intersecting_pairs(body(box, pose), body(box, {pose.rotation, pose.to_world(way)}), list));
    EXPECT_EQ(list, all_meeting_pairs(box, pose, box, {pose.rotation, pose.to_world(way)}));
  }
}

TEST(IntersectingPairs, AreNoneOfEmptyMeshesAndAnErrorWithoutMeshes) {
  const Body ball = body(make_sphere_mesh(1, 1)), none = body(TriangleMesh{});
  Pairs list{{1, 2}};
  EXPECT_EQ(*intersecting_pairs(ball, none, list), 0U);
  EXPECT_TRUE(list.empty());
  EXPECT_EQ(*intersecting_pairs(none, ball, list), 0U);
  const Body round{*Geometry::make(Shape{Sphere{Vec3::Zero(), 1}}), {}, {}};
  EXPECT_EQ(intersecting_pairs(ball, round, list).error().code, ErrorCode::unsupported_pair);
  EXPECT_EQ(intersecting_pairs(ball, body(make_sphere_mesh(1, 1), {2 * Mat3::Identity(), Vec3::Zero()}), list).error().code,
            ErrorCode::bad_pose);
}

TEST(MeshOverlap, SeesBoxesThatTouchInOneCorner) {
  const TriangleMesh box = make_box_mesh(Vec3(1, 1, 1));
  EXPECT_TRUE(*overlap(body(box), body(box, {.translation = Vec3(2, 2, 2)})));
  EXPECT_FALSE(*overlap(body(box), body(box, {.translation = Vec3(2, 2, std::nextafter(2.0, 3.0))})));
}

TEST(MeshOverlap, DoesNotCountASurfaceInsideAnother) {
  const auto found = overlap(body(make_sphere_mesh(3, 2)), body(make_sphere_mesh(1, 2)));
  ASSERT_TRUE(found);
  EXPECT_FALSE(*found);
}

TEST(MeshSweep, HasTheEarliestContactOfAllPairsOfTriangles) {
  const TriangleMesh torus = make_torus_mesh(2, 0.75, 10, 6);
  const TriangleMesh ball = make_sphere_mesh(0.5, 1);
  Random random(2);
  int hits = 0;
  for (int i = 0; i < testing::effort(20); ++i) {
    const Pose pose_a = random.pose(0.5);
    const Pose pose_b{Mat3::Identity(), 6 * random.vector(1).normalized()};
    const Vec3 velocity = random.vector(2) - pose_b.translation;
    std::optional<double> first;
    for (std::size_t s = 0; s < torus.triangles.size(); ++s) {
      for (std::size_t t = 0; t < ball.triangles.size(); ++t) {
        const auto impact = sat::sweep(sat::as_convex(torus.triangle(s), pose_a), sat::as_convex(ball.triangle(t), pose_b),
                                       {Vec3::Zero(), velocity}, 2);
        if (impact) first = std::min(first.value_or(impact->first), impact->first);
      }
    }
    const auto found = sweep(body(torus, pose_a), body(ball, pose_b, {.velocity = velocity}), {.t_max = 2});
    ASSERT_TRUE(found);
    ASSERT_EQ(found->has_value(), first.has_value()) << "flight " << i;
    if (!first) continue;
    ++hits;
    ASSERT_EQ((*found)->first, *first) << "flight " << i;
    ASSERT_FALSE((*found)->set.points.empty());
  }
  EXPECT_GT(hits, 0);
}

TEST(MeshSweep, GivesTheLastTimeOnlyOnRequest) {
  const TriangleMesh box = make_box_mesh(Vec3(1, 1, 1));
  const Body flying = body(box, {.translation = Vec3(5, 0.25, 0.125)}, {.velocity = Vec3(-1, 0, 0)});
  EXPECT_FALSE((*sweep(body(box), flying))->last);
  EXPECT_EQ((*sweep(body(box), flying, {.want_last = true}))->last, 7);
}

TEST(Questions, NameThePairTheyCannotAnswer) {
  const Body ball{*Geometry::make(Shape{Sphere{Vec3::Zero(), 1}}), {}, {}};
  const auto answer = pairs_within(ball, ball, 1);
  ASSERT_FALSE(answer);
  EXPECT_EQ(answer.error().code, ErrorCode::unsupported_pair);
  EXPECT_NE(answer.error().message.find("sphere and sphere"), std::string::npos);
}

TEST(Questions, RefuseAPoseThatIsNoRotation) {
  const TriangleMesh box = make_box_mesh(Vec3(1, 1, 1));
  const auto sheared = overlap(body(box), body(box, {.rotation = 2 * Mat3::Identity()}));
  ASSERT_FALSE(sheared);
  EXPECT_EQ(sheared.error().code, ErrorCode::bad_pose);
  EXPECT_EQ(sheared.error().message.rfind("b.R: ", 0), 0U);
  const auto mirrored = overlap(body(box, {.rotation = Vec3(-1, 1, 1).asDiagonal()}), body(box));
  ASSERT_FALSE(mirrored);
  EXPECT_EQ(mirrored.error().code, ErrorCode::bad_pose);
}

TEST(Questions, ExplainWhatKeepsTwoBoxesApart) {
  const Body low{*Geometry::make(Shape{Aabb{Vec3(-1, -1, -1), Vec3(1, 1, 1)}}), {}, {}};
  const auto report = explain_overlap(low, Body{low.geometry, {.translation = Vec3(0, 0, 2.5)}, {}});
  ASSERT_TRUE(report);
  ASSERT_TRUE(report->separating);
  EXPECT_EQ(report->separating->kind, "face_of_a");
  EXPECT_EQ(report->separating->direction, Vec3(0, 0, 1));
  EXPECT_EQ(report->separating->gap, 0.5);
  EXPECT_GE(*report->axes_tested, 1);
}

}  // namespace
}  // namespace graze
