/// The edge-interval test against the fifteen axes in exact integers, and cutting step by step against computing afresh.

#include <cmath>
#include <limits>

#include <gtest/gtest.h>

#include "box/margin.h"
#include "numbers/tolerance.h"
#include "oracle/effort.h"
#include "tree/nodes/box_tree.h"
#include "tree/nodes/tree_meshes.h"
#include "tree/walk/box_tree_edges.h"

namespace graze {
namespace {

using test::below;
using test::Engine;
using tree::EdgeParts;
using tree::edges_in_box;
using tree::FrameMap;

Obb as_obb(const Aabb& box) { return {0.5 * (box.min + box.max), world_frame(), 0.5 * (box.max - box.min)}; }

Aabb grid_box(Engine& random, int reach) {
  Aabb box;
  for (int k = 0; k < 3; ++k) {
    const double x = below(random, 2 * reach + 1) - reach, y = below(random, 2 * reach + 1) - reach;
    box.min[k] = std::min(x, y);
    box.max[k] = std::max(x, y);
  }
  return box;
}

bool is_zero_or_power_of_two(double x) {
  int exponent = 0;
  return x == 0 || std::abs(std::frexp(x, &exponent)) == 0.5;
}

Mat3 inverse_of(const Mat3& m) {
  return m.inverse().unaryExpr([](double x) { return std::round(x); });
}

/// Of determinant 1 or -1; its entries and those of its inverse are zero or powers of two, so that no step of the test rounds.
Mat3 exact_map(Engine& random) {
  while (true) {
    Mat3 m;
    for (int i = 0; i < 9; ++i) m(i / 3, i % 3) = below(random, 4) == 0 ? 2 * below(random, 3) - 2 : below(random, 3) - 1;
    if (std::abs(std::abs(m.determinant()) - 1) > 0.25) continue;
    const Mat3 inverse = inverse_of(m);
    if (m * inverse == Mat3::Identity() && m.unaryExpr(&is_zero_or_power_of_two).all() &&
        inverse.unaryExpr(&is_zero_or_power_of_two).all())
      return m;
  }
}

/// Two boxes, the first placed by a map that need not be a rotation: the argument about edges holds for parallelepipeds.
struct MappedBoxes {
  Aabb a, b;
  FrameMap a_to_b, b_to_a;

  [[nodiscard]] EdgeParts a_in_b() const { return edges_in_box(a_to_b, a, b); }
  [[nodiscard]] EdgeParts b_in_a() const { return edges_in_box(b_to_a, b, a); }
  [[nodiscard]] bool truly_meet() const {
    return !oracle::disjoint(as_obb(a), {a_to_b.rotation, a_to_b.translation}, as_obb(b), {});
  }
};

MappedBoxes random_boxes_on_a_grid(Engine& random) {
  MappedBoxes boxes{grid_box(random, 2), grid_box(random, 2), {}, {}};
  boxes.a_to_b = {exact_map(random), Vec3(below(random, 5) - 2, below(random, 5) - 2, below(random, 5) - 2), 0};
  boxes.b_to_a.rotation = inverse_of(boxes.a_to_b.rotation);
  boxes.b_to_a.translation = -(boxes.b_to_a.rotation * boxes.a_to_b.translation);
  return boxes;
}

TEST(BoxTreeEdges, AgreeWithFifteenAxesOnTouchingNestedAndFlatBoxes) {
  Engine random(7);
  int meeting = 0, apart = 0, flat = 0, seen_by_a_only = 0, seen_by_b_only = 0;
  const int cases = testing::effort(10'000);
  for (int n = 0; n < cases; ++n) {
    const MappedBoxes boxes = random_boxes_on_a_grid(random);
    const bool of_a = boxes.a_in_b().any(), of_b = boxes.b_in_a().any();
    ASSERT_EQ(of_a || of_b, boxes.truly_meet()) << "case " << n;
    meeting += of_a || of_b;
    apart += !(of_a || of_b);
    flat += (boxes.a.min.array() == boxes.a.max.array()).any() && (of_a || of_b);
    seen_by_a_only += of_a && !of_b;
    seen_by_b_only += of_b && !of_a;
  }
  for (const int count : {meeting, apart, flat}) EXPECT_GT(count, cases / 10);
  for (const int count : {seen_by_a_only, seen_by_b_only}) EXPECT_GT(count, cases / 400);  // both families are needed
}

TEST(BoxTreeEdges, SeeAGapOfOneBitBetweenBoxesThatWouldTouch) {
  // Cubes face to face, edge to edge across, corner to corner: one unit in the last place decides.
  const Aabb cube{Vec3::Constant(-1), Vec3::Constant(1)};
  const double just_more = std::nextafter(2, 3);
  const auto meet = [&](const Vec3& t) {
    const FrameMap there{Mat3::Identity(), t, 0}, back{Mat3::Identity(), -t, 0};
    return edges_in_box(there, cube, cube).any() || edges_in_box(back, cube, cube).any();
  };
  for (const Vec3& t : {Vec3(2, 0, 0), Vec3(2, -2, 0), Vec3(2, 2, -2)}) {
    EXPECT_TRUE(meet(t)) << t.transpose();
    EXPECT_FALSE(meet(t * (just_more / 2))) << t.transpose();
  }
}

/// Two axis-parallel boxes with random poses, shifted to about touching.
struct PlacedBoxes {
  Aabb a, b;
  Pose pose_a, pose_b;

  [[nodiscard]] bool may_meet() const {
    return edges_in_box(tree::frame_map(pose_a, a, pose_b, b), a, b).any() ||
           edges_in_box(tree::frame_map(pose_b, b, pose_a, a), b, a).any();
  }
  [[nodiscard]] bool truly_meet() const { return !oracle::disjoint(as_obb(a), pose_a, as_obb(b), pose_b); }
};

/// Whose centre and half extents are exact: the oracle wants those.
Aabb dyadic_box(Engine& random, double far) {
  const auto rounded = [](const Vec3& v) {
    return Vec3(v.unaryExpr([](double x) { return std::round(std::ldexp(x, 30)) / 0x1p30; }));
  };
  const Vec3 center = rounded(test::random_vector(random, far)), half = rounded(test::random_half_extents(random));
  return {center - half, center + half};
}

PlacedBoxes random_placed_boxes(Engine& random, double parting_factor) {
  const double far = below(random, 4) == 0 ? 1000 : 1;
  test::BoxCase boxes;
  PlacedBoxes result{dyadic_box(random, far), dyadic_box(random, far), {}, {}};
  boxes.a = as_obb(result.a);
  boxes.b = as_obb(result.b);
  const Mat3 turn = test::any_rotation(random);
  boxes.pose_a = {test::as_stored(random, turn), test::random_vector(random, far)};
  const Mat3 relative = below(random, 3) == 0 ? test::small_rotation(random) : test::any_rotation(random);
  boxes.pose_b = {test::as_stored(random, turn * relative), test::random_vector(random, far)};
  const Vec3 direction = test::random_direction(random, boxes);
  test::put_b_at(boxes, parting_factor * test::parting_distance(boxes, direction) * direction);
  result.pose_a = boxes.pose_a;
  result.pose_b = boxes.pose_b;
  return result;
}

TEST(BoxTreeEdges, NeverMissBoxesThatMeet) {
  Engine random(11);
  int meeting = 0, near_misses = 0;
  const int cases = testing::effort(6'000);
  for (int n = 0; n < cases; ++n) {
    const double factor = n % 3 == 0 ? 1 : 1 + test::uniform(random, -1, 1) * std::pow(10.0, test::uniform(random, -17, -2));
    const PlacedBoxes boxes = random_placed_boxes(random, factor);
    const bool truth = boxes.truly_meet();
    meeting += truth;
    near_misses += !truth;
    if (truth) {
      ASSERT_TRUE(boxes.may_meet()) << "case " << n;
    }
  }
  EXPECT_GT(meeting, cases / 6);
  EXPECT_GT(near_misses, cases / 6);
}

/// A power of two that is twice the room or more, and large enough to add to half extents exactly.
double twice(double room) { return std::max(std::ldexp(1, std::ilogb(room) + 2), 0x1p-48); }

Obb grown(const Aabb& box, double by) {
  Obb result = as_obb(box);
  result.half_extents.array() += by;
  return result;
}

TEST(BoxTreeEdges, SeeEveryGapWiderThanTwiceTheRoom) {
  Engine random(13);
  int apart = 0;
  const int cases = testing::effort(5'000);
  for (int n = 0; n < cases; ++n) {
    const PlacedBoxes boxes = random_placed_boxes(random, 1 + std::pow(10.0, test::uniform(random, -12, -1)));
    const double margin_in_b = tree::frame_map(boxes.pose_a, boxes.a, boxes.pose_b, boxes.b).margin;
    const double margin_in_a = tree::frame_map(boxes.pose_b, boxes.b, boxes.pose_a, boxes.a).margin;
    if (!oracle::disjoint(grown(boxes.a, twice(margin_in_a)), boxes.pose_a, grown(boxes.b, twice(margin_in_b)), boxes.pose_b))
      continue;
    ++apart;
    ASSERT_FALSE(boxes.may_meet()) << "case " << n;
    ASSERT_LT(margin_in_a + margin_in_b, 1e-9);
  }
  EXPECT_GT(apart, cases / 2);
}

/// What relative_pose_with_errors() leaves open, and the roundings that the comment above frame_map() counts; each size in turn so
/// large that no other one hides it.
TEST(BoxTreeEdges, HaveRoomForAllThatPlacingAndRoundingMayLose) {
  Engine random(19);
  constexpr double u = tolerance::rounding;
  for (int n = 0; n < testing::effort(2'000); ++n) {
    const auto size = [&] { return std::ldexp(1.0, 3 * below(random, 20) - 30); };
    const auto box = [&] {
      const Vec3 one = test::random_vector(random, size()), other = 0x1p-20 * test::random_vector(random, 1).cwiseProduct(one);
      return below(random, 2) == 0 ? Aabb{one.cwiseMin(other), one.cwiseMax(other)}
                                   : Aabb{(-one).cwiseMin(other), (-one).cwiseMax(other)};
    };
    const Aabb from = box(), to = box();
    const Pose pose_from{test::random_rotation(random), test::random_vector(random, size())};
    const Pose pose_to{test::random_rotation(random), pose_from.translation + test::random_vector(random, size())};
    const sat::RelativePose pose = sat::relative_pose_with_errors(pose_to, pose_from);
    const auto reach_of = [](const Aabb& b) { return b.min.cwiseAbs().cwiseMax(b.max.cwiseAbs()).sum(); };
    const double reach = reach_of(from), plane = reach_of(to), placed = reach + pose.translation.lpNorm<1>();
    const double needed = pose.rotation_error * reach + pose.translation_error + 6 * u * placed + 4 * u * plane;
    const double margin = tree::frame_map(pose_from, from, pose_to, to).margin;
    ASSERT_GE(margin, needed) << "case " << n;
    ASSERT_LE(margin, 20 * needed) << "case " << n;
    const double twice_placing = 2 * (pose.rotation_error * reach + pose.translation_error);
    ASSERT_GE(margin, (twice_placing + 16 * u * (placed + plane)) * (1 - 0x1p-40)) << "case " << n;
  }
  const Aabb least{Vec3::Zero(), Vec3::Constant(std::numeric_limits<double>::denorm_min())};
  EXPECT_GE(tree::frame_map({}, least, {}, least).margin, 64 * std::numeric_limits<double>::denorm_min());
}

TEST(BoxTreeEdges, HaveTheBitsOfAFreshComputationAfterAnyCuts) {
  Engine random(17);
  for (int n = 0; n < testing::effort(500); ++n) {
    const PlacedBoxes placed = random_placed_boxes(random, test::uniform(random, 0, 1));
    Aabb a = placed.a, b = placed.b;
    const FrameMap a_to_b = tree::frame_map(placed.pose_a, a, placed.pose_b, b);
    const FrameMap b_to_a = tree::frame_map(placed.pose_b, b, placed.pose_a, a);
    EdgeParts a_in_b = edges_in_box(a_to_b, a, b), b_in_a = edges_in_box(b_to_a, b, a);
    for (int step = 0; step < 12; ++step) {
      const int axis = below(random, 3);
      const bool cuts_a = below(random, 2) == 0, keeps_low = below(random, 2) == 0;
      Aabb& box = cuts_a ? a : b;
      const double at = box.min[axis] + test::uniform(random, 0, 1) * (box.max[axis] - box.min[axis]);
      const auto own =
          cuts_a ? tree::after_cut_of_own(a_in_b, a_to_b, a, b, axis, at) : tree::after_cut_of_own(b_in_a, b_to_a, b, a, axis, at);
      const auto other =
          cuts_a ? tree::after_cut_of_other(b_in_a, b_to_a, b, axis, at) : tree::after_cut_of_other(a_in_b, a_to_b, a, axis, at);
      box = keeps_low ? cut(box, axis, at).low : cut(box, axis, at).high;
      (cuts_a ? a_in_b : b_in_a) = keeps_low ? own.low : own.high;
      (cuts_a ? b_in_a : a_in_b) = keeps_low ? other.low : other.high;
      ASSERT_EQ(a_in_b, edges_in_box(a_to_b, a, b)) << "case " << n << " step " << step;
      ASSERT_EQ(b_in_a, edges_in_box(b_to_a, b, a)) << "case " << n << " step " << step;
    }
  }
}

TEST(BoxTreeEdges, KeepEverythingWhereNumbersOverflow) {
  const double huge = std::numeric_limits<double>::max();
  const Aabb all{Vec3::Constant(-huge), Vec3::Constant(huge)}, corner{Vec3::Constant(0.75 * huge), Vec3::Constant(huge)};
  const Pose turned{Eigen::AngleAxisd(0.5, Vec3(1, 2, 3).normalized()).toRotationMatrix(), Vec3(huge, -huge, huge)};
  EXPECT_TRUE(edges_in_box(tree::frame_map(turned, all, {}, corner), all, corner).any());
  EXPECT_TRUE(edges_in_box(tree::frame_map({}, corner, turned, all), corner, all).any());
}

}  // namespace
}  // namespace graze
