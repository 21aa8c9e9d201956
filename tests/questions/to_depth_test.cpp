/// Searches to a depth: boxes by the limit, triangles without, every pair of nodes once.

#include <algorithm>
#include <map>
#include <set>

#include <gtest/gtest.h>
#include <oracle/effort.h>
#include <oracle/linear_program.h>
#include <oracle/random.h>

#include <graze/answers.h>
#include <graze/contains.h>
#include <graze/generate.h>
#include <graze/intersection.h>
#include <graze/overlap.h>
#include <graze/pairs.h>
#include <graze/sweep.h>

#include "polytope/contact/sweep.h"
#include "tree/walk/traverse_to_depth.h"

namespace graze {
namespace {

using testing::Random;

Body sliding(const TriangleMesh& mesh, const Pose& pose = {}, const Vec3& velocity = Vec3::Zero()) {
  return {*Geometry::make(Shape{mesh}), pose, {.velocity = velocity}};
}

std::vector<DepthContact> contacts_of(const Body& a, const Body& b, const DepthOptions& options) {
  std::vector<DepthContact> found;
  const auto finished = contacts_to_depth(a, b, options, [&](const DepthContact& c) {
    found.push_back(c);
    return true;
  });
  EXPECT_TRUE(finished && *finished);
  return found;
}

std::uint32_t number_of(tree::BoxRef box) { return 8 * box.node() + box.lane(); }

/// Boxes at which a walk of one tree ends.
std::size_t count_ends(const tree::WideTree& wide, tree::BoxRef box, std::uint32_t levels) {
  const tree::Slot slot = tree::slot_of(wide, box);
  if (slot.is_leaf() || levels == 0) return 1;
  std::size_t ends = 0;
  for (int lane = 0; lane < 8; ++lane) {
    const tree::BoxRef child(slot.node(), lane);
    if (!tree::slot_of(wide, child).is_empty()) ends += count_ends(wide, child, levels - 1);
  }
  return ends;
}

TEST(ToDepth, VisitsEveryPairOfBoxesOnce) {
  const auto a = MeshTree::build(make_sphere_mesh(1, 2)), b = MeshTree::build(make_torus_mesh(2, 0.5, 9, 6));
  for (const auto limits : {std::array{tree::any_depth, tree::any_depth}, std::array{2U, tree::any_depth}, std::array{0U, 1U}}) {
    std::set<std::pair<std::uint32_t, std::uint32_t>> visited;
    std::size_t visits = 0, ends = 0;
    tree::for_each_pair_to_depth(
        *a, *b, limits,
        [&](tree::BoxRef i, tree::BoxRef j) {
          visited.insert({number_of(i), number_of(j)});
          ++visits;
          return true;
        },
        [&](const tree::DepthPair&) {
          ++ends;
          return true;
        });
    EXPECT_EQ(visited.size(), visits);
    EXPECT_EQ(ends, count_ends(a->wide(), {}, limits[0]) * count_ends(b->wide(), {}, limits[1]));
  }
}

TEST(ToDepth, EndsWhereTheLimitIsOrAtLeaves) {
  const auto a = MeshTree::build(make_sphere_mesh(1, 2)), b = MeshTree::build(make_torus_mesh(2, 0.5, 9, 6));
  std::size_t deepest = 0;
  tree::for_each_pair_to_depth(
      *a, *b, {2, 1}, [](tree::BoxRef, tree::BoxRef) { return true; },
      [&](const tree::DepthPair& pair) {
        EXPECT_TRUE(pair.a.depth == 2 || tree::slot_of(a->wide(), pair.a.box).is_leaf());
        EXPECT_TRUE(pair.b.depth == 1 || tree::slot_of(b->wide(), pair.b.box).is_leaf());
        deepest = std::max<std::size_t>(deepest, pair.a.depth);
        return true;
      });
  EXPECT_EQ(deepest, 2U);
}

TEST(ToDepth, WithoutLimitsListsTheTrianglesThatMeetAndWhen) {
  const TriangleMesh torus = make_torus_mesh(2, 0.75, 10, 6), ball = make_bumpy_sphere_mesh(1, 0.2, 1);
  Random random(31);
  for (int k = 0; k < testing::effort(6); ++k) {
    const bool moving = k % 2 == 1;
    const Vec3 velocity = moving ? random.vector(3) : Vec3::Zero();
    const double t_max = moving ? 1.5 : 0;
    const Pose pose_a = random.pose(0.5), pose_b = random.pose(2);
    std::map<TrianglePair, double> truth;
    for (std::uint32_t i = 0; i < torus.triangles.size(); ++i) {
      for (std::uint32_t j = 0; j < ball.triangles.size(); ++j) {
        const auto impact = sat::sweep(sat::as_convex(torus.triangle(i), pose_a), sat::as_convex(ball.triangle(j), pose_b),
                                       {Vec3::Zero(), velocity}, t_max);
        if (impact) truth[{i, j}] = impact->first;
      }
    }
    std::map<TrianglePair, double> found;
    const Body a = sliding(torus, pose_a), b = sliding(ball, pose_b, velocity);
    for (const DepthContact& c : contacts_of(a, b, {.t_max = t_max})) {
      const TrianglePair pair{static_cast<std::uint32_t>(c.parts[0].triangle), static_cast<std::uint32_t>(c.parts[1].triangle)};
      EXPECT_FALSE(found.contains(pair));
      found[pair] = c.time;
    }
    ASSERT_EQ(found, truth) << k;
    EXPECT_EQ(*overlap_to_depth(a, b, {.t_max = t_max}), !truth.empty());
  }
}

std::vector<Vec3> corners_of(const DepthPart& part, const TriangleMesh& mesh, const Pose& pose) {
  std::vector<Vec3> corners;
  if (part.triangle >= 0) {
    for (const Vec3& v : mesh.triangle(static_cast<std::size_t>(part.triangle)).v) corners.push_back(pose.to_world(v));
    return corners;
  }
  for (unsigned k = 0; k < 8; ++k) {
    Vec3 p = part.box.center;
    for (unsigned i = 0; i < 3; ++i) p += ((k >> i & 1U) != 0 ? 1 : -1) * part.box.half_extents[i] * part.box.axes[i];
    corners.push_back(p);
  }
  return corners;
}

bool holds(const Obb& box, const Vec3& p, double slack) {
  for (std::size_t i = 0; i < 3; ++i) {
    if (std::abs(box.axes[i].dot(p - box.center)) > box.half_extents[static_cast<Eigen::Index>(i)] + slack) return false;
  }
  return true;
}

TEST(ToDepth, WithLimitsMissesNoTriangleAndReportsOnlyBoxesThatMeet) {
  const TriangleMesh torus = make_torus_mesh(2, 0.75, 10, 6), ball = make_bumpy_sphere_mesh(1, 0.2, 1);
  Random random(32);
  std::size_t boxes = 0;
  for (int k = 0; k < testing::effort(6); ++k) {
    const Pose pose_a{Mat3::Identity(), random.vector(0.5)}, pose_b{Mat3::Identity(), random.vector(1.5)};
    const Body a = sliding(torus, pose_a), b = sliding(ball, pose_b);
    const auto found = contacts_of(a, b, {.max_depths = {k % 3, std::nullopt}});
    for (const DepthContact& c : found) {
      EXPECT_EQ(c.time, 0);
      boxes += c.parts[0].triangle < 0 ? 1 : 0;
      for (const DepthPart& part : c.parts) {
        EXPECT_TRUE(holds(part.box, c.point, 1e-9));
        EXPECT_NEAR(part.normal.norm(), 1, 1e-12);
      }
      // Boxes in the world are rounded: grow one a little, so that touching cannot be lost.
      DepthPart grown = c.parts[0];
      grown.box.half_extents.array() += 1e-12;
      const auto p = oracle::exact_points(corners_of(grown, torus, pose_a)),
                 q = oracle::exact_points(corners_of(c.parts[1], ball, pose_b));
      if (boxes < 40 && grown.triangle < 0) {
        EXPECT_TRUE(oracle::meet(p, q));
      }
    }
    const auto pairs = intersection(a, b, {.max_pairs = 100000})->pairs;
    for (const auto& [i, j] : pairs) {
      const Triangle in_a = torus.triangle(i);
      EXPECT_TRUE(std::ranges::any_of(found,
                                      [&](const DepthContact& c) {
                                        return c.parts[1].triangle == static_cast<std::int32_t>(j) &&
                                               std::ranges::all_of(in_a.v, [&](const Vec3& v) {
                                                 return holds(c.parts[0].box, pose_a.to_world(v), 1e-9);
                                               });
                                      }))
          << i << " " << j;
    }
    EXPECT_TRUE(!found.empty() || pairs.empty());
  }
  EXPECT_GT(boxes, 0U);
}

TEST(ToDepth, AnswersOnRootBoxesAtDepthZero) {
  const TriangleMesh ball = make_sphere_mesh(1, 2);
  // The balls are apart, and the boxes around them meet: along a diagonal of the boxes.
  const Body a = sliding(ball), b = sliding(ball, {.translation = Vec3(1.5, 1.5, 1.5)});
  EXPECT_FALSE(*overlap(a, b));
  EXPECT_FALSE(*overlap_to_depth(a, b));
  const auto found = contacts_of(a, b, {.max_depths = {0, 0}});
  ASSERT_EQ(found.size(), *overlap_to_depth(a, b, {.max_depths = {0, 0}}) ? 1U : 0U);
  for (const DepthContact& c : found) EXPECT_EQ(c.parts[0].triangle, -1);
}

TEST(ToDepth, TellsTimePointAndNormalsOfAMovingBox) {
  const TriangleMesh box = make_box_mesh(Vec3(1, 1, 1));
  const Body a = sliding(box), b = sliding(box, {.translation = Vec3(5, 0, 0)}, Vec3(-2, 0, 0));
  EXPECT_FALSE(*overlap_to_depth(a, b, {.t_max = 1}));
  const auto found = contacts_of(a, b, {.t_max = 2, .max_depths = {0, 0}});
  ASSERT_EQ(found.size(), 1U);
  // Boxes of the tree are larger than what they hold by some roundings of single precision.
  EXPECT_LE(found[0].time, 1.5);
  EXPECT_GE(found[0].time, 1.5 - 1e-5);
  EXPECT_NEAR((found[0].point - Vec3(1, 0, 0)).norm(), 0, 1e-5);
  EXPECT_NEAR((found[0].parts[0].normal - Vec3(1, 0, 0)).norm(), 0, 1e-9);
  EXPECT_NEAR((found[0].parts[1].normal - Vec3(-1, 0, 0)).norm(), 0, 1e-9);
  EXPECT_NEAR((found[0].parts[1].box.center - Vec3(2, 0, 0)).norm(), 0, 1e-5);
  for (const DepthContact& c : contacts_of(a, b, {.t_max = 1.5})) {
    EXPECT_EQ(c.time, 1.5);
    EXPECT_EQ(c.point.x(), 1);
    EXPECT_NEAR(c.parts[0].normal.norm(), 1, 1e-15);
  }
}

TEST(ToDepth, StopsWhenToldTo) {
  const TriangleMesh ball = make_sphere_mesh(1, 2);
  int calls = 0;
  const auto finished = contacts_to_depth(sliding(ball), sliding(ball), {}, [&](const DepthContact&) { return ++calls < 3; });
  ASSERT_TRUE(finished);
  EXPECT_FALSE(*finished);
  EXPECT_EQ(calls, 3);
}

TEST(ToDepth, SmoothsNormalsOfBoxesAsOfAnEllipsoid) {
  const Obb box{Vec3(1, 2, 3), world_frame(), Vec3(2, 1, 0.5)};
  EXPECT_EQ(smoothed_normal(box, Vec3(3, 2, 3)), Vec3(1, 0, 0));
  EXPECT_EQ(smoothed_normal(box, Vec3(1, 2, 2.5)), Vec3(0, 0, -1));
  EXPECT_EQ(smoothed_normal(box, box.center), Vec3(0, 0, 1));
  const Vec3 gradient(1 / 4.0, -1 / 1.0, 1 / 0.25);
  EXPECT_NEAR((smoothed_normal(box, box.center + Vec3(1, -1, 1)) - gradient.normalized()).norm(), 0, 1e-15);
  const Obb plate{Vec3::Zero(), world_frame(), Vec3(2, 0, 1)};
  EXPECT_EQ(smoothed_normal(plate, Vec3(1, 0, 1)), Vec3(0, 1, 0));
  EXPECT_EQ(smoothed_normal(plate, Vec3(1, -3, 1)), Vec3(0, -1, 0));
}

TEST(ToDepth, RefusesTurningBodiesAndOtherShapes) {
  Body turning = sliding(make_box_mesh(Vec3(1, 1, 1)));
  turning.motion.angular_velocity = Vec3(0, 0, 1);
  EXPECT_FALSE(overlap_to_depth(turning, turning, {.t_max = 1}));
  EXPECT_TRUE(overlap_to_depth(turning, turning));
  const Body ball{*Geometry::make(Shape{Sphere{Vec3::Zero(), 1}}), {}, {}};
  EXPECT_EQ(overlap_to_depth(turning, ball).error().code, ErrorCode::unsupported_pair);
  EXPECT_FALSE(*overlap_to_depth(sliding({}), sliding({})));
}

}  // namespace
}  // namespace graze
