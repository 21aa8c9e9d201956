/// Leaves that answer by their boxes: what is asked is what brute force over the boxes says, and nothing is missed.

#include <limits>

#include <gtest/gtest.h>

#include <graze/closest_approach.h>
#include <graze/generate.h>
#include <graze/mesh.h>
#include <graze/overlap.h>
#include <graze/pairs.h>
#include <graze/penetration.h>
#include <graze/sweep.h>

#include "oracle/effort.h"
#include "tree/nodes/box_ref.h"
#include "tree/nodes/mesh_tree.h"
#include "tree/nodes/tree_meshes.h"

namespace graze {
namespace {

/// The highest boxes with at most so many triangles below them, or the triangle where that is one.
std::size_t collect(const MeshTree& tree, tree::BoxRef at, std::uint32_t most, std::vector<Shape>& parts) {
  const tree::Slot slot = tree::slot_of(tree.wide(), at);
  std::vector<Shape> below;
  std::size_t count = slot.is_leaf() ? slot.count() : 0;
  for (int lane = 0; !slot.is_leaf() && lane < 8; ++lane) {
    const tree::BoxRef child(slot.node(), lane);
    if (!tree::slot_of(tree.wide(), child).is_empty()) count += collect(tree, child, most, below);
  }
  if (slot.is_leaf() && slot.count() == 1) {
    parts.push_back(Shape{tree.mesh().triangle(tree.order()[slot.first()])});
  } else if (slot.is_leaf() || count <= most) {
    parts.push_back(Shape{tree::box_in_mesh(tree.wide(), at.node(), at.lane())});
  } else {
    parts.insert(parts.end(), below.begin(), below.end());
  }
  return count;
}

struct Case {
  Body exact, boxes;
  std::vector<Body> parts;  ///< of the body with box leaves
};

Case placed(const TriangleMesh& mesh, std::uint32_t leaf, NodeFit fit, const Pose& pose, const Vec3& velocity,
            NodeLayout layout = NodeLayout::wide) {
  const auto boxes = Geometry::make(Shape{mesh}, {.layout = layout, .max_leaf_triangles = leaf, .fit = fit, .box_leaves = true});
  EXPECT_TRUE(boxes && boxes->has_box_leaves());
  Case result{{*Geometry::make(Shape{mesh}), pose, {.velocity = velocity}}, {*boxes, pose, {.velocity = velocity}}, {}};
  std::vector<Shape> parts;
  collect(*boxes->tree(), {}, leaf, parts);
  for (const Shape& part : parts) result.parts.push_back({*Geometry::make(part), pose, {.velocity = velocity}});
  return result;
}

/// on_case(a, b) for meshes, sizes of leaves and poses.
template <class OnCase>
void for_each_case(int rounds, OnCase&& on_case) {
  test::Engine random(31);
  const std::vector<TriangleMesh> meshes{test::random_soup(random, 60, 0.3), make_bumpy_sphere_mesh(1, 0.2, 2),
                                         make_torus_mesh(1, 0.4, 16, 8)};
  const std::uint32_t leaves[] = {1, 2, 7, 16, 60, 5000};
  const NodeFit fits[] = {NodeFit::best, NodeFit::aabb, NodeFit::mean_points};
  for (int i = 0; i < testing::effort(rounds); ++i) {
    const auto one = [&](double spread) {
      return placed(meshes[random() % 3], leaves[random() % 6], fits[random() % 3], test::random_pose(random, spread),
                    test::random_vector(random, 1), random() % 3 == 0 ? NodeLayout::compact : NodeLayout::wide);
    };
    const Case a = one(0.5), b = one(2.5);
    on_case(a, b);
  }
}

TEST(BoxLeaves, MeetJustWhereBoxesOrTrianglesDo) {
  int met = 0, boxes_alone = 0;
  for_each_case(150, [&](const Case& a, const Case& b) {
    bool expected = false;
    for (const Body& x : a.parts)
      for (const Body& y : b.parts) expected = expected || *overlap(x, y);
    EXPECT_EQ(*overlap(a.boxes, b.boxes), expected);
    EXPECT_EQ(*overlap(b.boxes, a.boxes), expected);
    EXPECT_EQ(*overlap_to_depth(a.boxes, b.boxes), expected);
    const bool exact = *overlap(a.exact, b.exact);
    EXPECT_LE(exact, expected) << "missed";
    EXPECT_LE(exact, *overlap(a.boxes, b.exact)) << "missed";
    EXPECT_LE(*overlap(a.boxes, b.exact), expected);
    met += expected ? 1 : 0;
    boxes_alone += expected && !exact ? 1 : 0;
  });
  EXPECT_GT(met, 20);
  EXPECT_GT(boxes_alone, 3);
}

TEST(BoxLeaves, FirstMeetWhenBoxesOrTrianglesDo) {
  int met = 0, earlier = 0;
  for_each_case(60, [&](const Case& a, const Case& b) {
    constexpr double never = std::numeric_limits<double>::infinity();
    double expected = never, last = 0;
    for (const Body& x : a.parts) {
      for (const Body& y : b.parts) {
        const auto impact = *sweep(x, y, {.t_max = 4});
        if (!impact) continue;
        expected = std::min(expected, impact->first);
        last = std::max(last, impact->last.value());
      }
    }
    const auto found = *sweep(a.boxes, b.boxes, {.t_max = 4, .want_last = true});
    ASSERT_EQ(found.has_value(), expected < never);
    const auto exact = *sweep(a.exact, b.exact, {.t_max = 4});
    if (exact) {
      ASSERT_TRUE(found) << "missed";
      EXPECT_LE(found->first, exact->first);
    }
    if (!found) return;
    EXPECT_EQ(found->first, expected);
    EXPECT_EQ(found->last, last);
    EXPECT_EQ(found->certainty, Certainty::bound);
    const auto first_only = *sweep(a.boxes, b.boxes, {.t_max = 4});
    EXPECT_EQ(first_only->first, expected);
    EXPECT_FALSE(first_only->last);
    EXPECT_EQ((*sweep(b.boxes, a.boxes, {.t_max = 4}))->first, expected);
    ++met;
    earlier += !exact || exact->first > found->first ? 1 : 0;
  });
  EXPECT_GT(met, 10);
  EXPECT_GT(earlier, 5);
}

TEST(BoxLeaves, OfOneTriangleAreExact) {
  test::Engine random(8);
  const TriangleMesh mesh = test::random_soup(random, 50, 0.3);
  for (int i = 0; i < 50; ++i) {
    const Case a = placed(mesh, 1, NodeFit::best, test::random_pose(random, 1), test::random_vector(random, 1));
    const Case b = placed(mesh, 1, NodeFit::best, test::random_pose(random, 1), Vec3::Zero());
    EXPECT_EQ(*overlap(a.boxes, b.boxes), *overlap(a.exact, b.exact));
    const auto boxes = *sweep(a.boxes, b.boxes), exact = *sweep(a.exact, b.exact);
    ASSERT_EQ(boxes.has_value(), exact.has_value());
    EXPECT_TRUE(!exact || boxes->first == exact->first);
  }
}

TEST(BoxLeaves, ScaleByPowersOfTwo) {
  test::Engine random(9);
  const TriangleMesh mesh = test::random_soup(random, 50, 0.3);
  for (int i = 0; i < 40; ++i) {
    const Pose pose_a = test::random_pose(random, 1), pose_b = test::random_pose(random, 2);
    const Vec3 velocity = test::random_vector(random, 1);
    std::vector<std::optional<double>> first;
    std::vector<bool> meet;
    for (const double scale : {1.0, 0x1p40, 0x1p-300}) {
      TriangleMesh scaled = mesh;
      for (Vec3& v : scaled.vertices) v *= scale;
      const Case a = placed(scaled, 9, NodeFit::best, {pose_a.rotation, scale * pose_a.translation}, scale * velocity);
      const Case b = placed(scaled, 9, NodeFit::best, {pose_b.rotation, scale * pose_b.translation}, Vec3::Zero());
      meet.push_back(*overlap(a.boxes, b.boxes));
      const auto impact = *sweep(a.boxes, b.boxes);
      first.push_back(impact ? std::optional(impact->first) : std::nullopt);
    }
    EXPECT_TRUE(meet[0] == meet[1] && meet[0] == meet[2]);
    EXPECT_TRUE(first[0] == first[1] && first[0] == first[2]);
  }
}

TEST(BoxLeaves, HoldTheMovedMeshAfterARefit) {
  test::Engine random(10);
  const TriangleMesh mesh = make_torus_mesh(1, 0.4, 16, 8);
  std::vector<Vec3> moved = mesh.vertices;
  for (Vec3& v : moved) v = Vec3(2 * v.x(), v.z(), -v.y());
  const auto boxes = Geometry::make(Shape{mesh}, {.max_leaf_triangles = 20, .box_leaves = true});
  const auto refitted = boxes->refitted(moved);
  ASSERT_TRUE(refitted && refitted->has_box_leaves());
  const Geometry exact = *Geometry::make(Shape{TriangleMesh{moved, mesh.triangles}});
  int met = 0;
  for (int i = 0; i < 100; ++i) {
    const Body other{*Geometry::make(Shape{mesh}), test::random_pose(random, 2), {}};
    if (!*overlap(Body{exact, {}, {}}, other)) continue;
    EXPECT_TRUE(*overlap(Body{*refitted, {}, {}}, other));
    ++met;
  }
  EXPECT_GT(met, 10);
}

/// Depth and closest approach look at the triangles, whatever the leaves answer by.
TEST(BoxLeaves, LeaveDepthAndClosestApproachAlone) {
  const TriangleMesh ball = make_bumpy_sphere_mesh(1, 0.2, 2);
  const Body still{*Geometry::make(Shape{ball}), {}, {}};
  for (const double gap : {0.5, 1.5, 2.25, 2.45, 4.0}) {
    const Pose pose{.translation = {gap, 0.1, 0.2}};
    const Motion motion{.velocity = {0, 1, 0}};
    const auto boxes = Geometry::make(Shape{ball}, {.max_leaf_triangles = 32, .box_leaves = true});
    ASSERT_TRUE(boxes);
    const Body exact{still.geometry, pose, motion}, coarse{*boxes, pose, motion};
    const auto depth = penetration(still, exact, Vec3(1, 0, 0)), depth_of_boxes = penetration(still, coarse, Vec3(1, 0, 0));
    ASSERT_TRUE(depth && depth_of_boxes);
    ASSERT_EQ(depth->has_value(), depth_of_boxes->has_value()) << gap;
    if (*depth) {
      EXPECT_EQ((*depth)->depth, (*depth_of_boxes)->depth) << gap;
    }
    const auto least = penetration(still, exact), least_of_boxes = penetration(still, coarse);
    ASSERT_TRUE(least && least_of_boxes);
    ASSERT_EQ(least->has_value(), least_of_boxes->has_value()) << gap;
    if (*least) {
      EXPECT_EQ((*least)->depth, (*least_of_boxes)->depth) << gap;
    }
    const auto near = closest_approach(still, exact, {.t_max = 2}), near_of_boxes = closest_approach(still, coarse, {.t_max = 2});
    ASSERT_TRUE(near && near_of_boxes);
    EXPECT_NEAR(near->closest.distance, near_of_boxes->closest.distance, 1e-9) << gap;
  }
}

TEST(BoxLeaves, TakeEmptyMeshes) {
  const Body empty{*Geometry::make(Shape{TriangleMesh{}}, {.box_leaves = true}), {}, {}};
  const Body ball{*Geometry::make(Shape{make_sphere_mesh(1, 1)}, {.box_leaves = true}), {}, {.velocity = Vec3::UnitX()}};
  EXPECT_FALSE(*overlap(empty, ball));
  EXPECT_FALSE(*sweep(empty, ball));
  EXPECT_FALSE(*overlap_to_depth(ball, empty));
}

}  // namespace
}  // namespace graze
