/// Free times of boxes of turning trees: against a plain scalar form of the same bound, and against boxes at sampled times.

#include <algorithm>
#include <cmath>

#include <gtest/gtest.h>
#include <oracle/constants.h>
#include <oracle/effort.h>
#include <oracle/random.h>

#include "box/lane_boxes.h"
#include "box/may_overlap.h"
#include "simd/processor.h"
#include "tree/walk/kernels.h"
#include "tree/walk/turning_view.h"

namespace graze {
namespace {

using testing::effort;
using testing::Random;
using tree::TreeState;
using tree::WideTree;

using testing::infinity;

/// A body that turns about an axis through `center`; its tree has one node of eight boxes.
struct TurningBoxes {
  WideTree tree;
  std::array<Obb, 8> boxes;  ///< in the frame of the body, as stored
  Mat3 rotation;
  Vec3 place, center, velocity, turn;

  [[nodiscard]] Mat3 turned(double t) const {
    return turn == Vec3::Zero() ? Mat3(Mat3::Identity()) : Mat3(Eigen::AngleAxisd(turn.norm() * t, turn.normalized()));
  }
  [[nodiscard]] TreeState at(double t) const {
    const Mat3 by = turned(t);
    const Vec3 arm = by * (place + rotation * tree.origin - center);
    return {by * rotation, center + t * velocity + arm, velocity + turn.cross(arm), turn.cross(arm)};
  }
  [[nodiscard]] Pose pose(double t) const { return {turned(t) * rotation, center + t * velocity + turned(t) * (place - center)}; }
  [[nodiscard]] Obb world(std::size_t lane, double t) const {
    Obb box = boxes[lane];
    const Pose p = pose(t);
    box.center = p.to_world(box.center);
    for (Vec3& axis : box.axes) axis = p.rotation * axis;
    return box;
  }
  [[nodiscard]] double reach() const {
    double far = 0;
    for (const Obb& box : boxes) far = std::max(far, (rotation * box.center + place - center).norm() + box.half_extents.norm());
    return far;
  }
};

void store(tree::WideNode& node, std::size_t lane, const Obb& box) {
  for (int k = 0; k < 3; ++k) {
    node.boxes.center[k][lane] = static_cast<float>(box.center[k]);
    node.boxes.half_extents[k][lane] = static_cast<float>(box.half_extents[k]);
    for (int j = 0; j < 3; ++j) node.boxes.axes[j][k][lane] = static_cast<float>(box.axes[static_cast<std::size_t>(j)][k]);
  }
  node.slots[lane] = tree::Slot::of_triangles(0, 1);
}

TurningBoxes random_boxes(Random& random, int exponent, double far, bool turns) {
  TurningBoxes body;
  body.tree.exponent = exponent;
  body.tree.origin = random.vector(2);
  body.tree.nodes.emplace_back();
  const double size = std::ldexp(1.0, -exponent);
  for (std::size_t lane = 0; lane < 8; ++lane) {
    const Mat3 axes = random.pose(0).rotation;
    Obb stored{random.vector(1), {axes.col(0), axes.col(1), axes.col(2)}, random.vector(0.5).cwiseAbs()};
    if (random.below(5) == 0) stored.half_extents[random.below(3)] = 0;
    stored = test::in_single_precision(stored);
    store(body.tree.nodes[0], lane, stored);
    body.tree.reach = std::max(body.tree.reach, stored.center.lpNorm<1>());
    body.boxes[lane] = {body.tree.origin + size * stored.center, stored.axes, size * stored.half_extents};
  }
  const Pose pose = random.pose(far);
  body.rotation = pose.rotation;
  body.place = pose.translation - pose.rotation * body.tree.origin;
  body.center = random.vector(3);
  body.velocity = random.vector(1);
  body.turn = turns ? random.vector(2) : Vec3(Vec3::Zero());
  return body;
}

struct Looked {
  unsigned left = 0;
  std::array<double, 8> free{};  ///< time
};

Looked look(const TurningBoxes& a, std::size_t lane, const TurningBoxes& b, double t, double horizon) {
  tree::TurningBounds bounds;
  bounds.shear = 1e-15;
  bounds.speed = a.velocity.lpNorm<1>() + b.velocity.lpNorm<1>() + a.turn.norm() * a.reach() + b.turn.norm() * b.reach();
  bounds.tick = std::ldexp(1.0, -std::ilogb(bounds.speed) - b.tree.exponent);
  tree::TurningView view(a.tree, b.tree, b.at(0), a.turn, b.turn, bounds);
  view.look(a.at(t), b.at(t), 1e-14 * (a.reach() + b.reach() + 10));
  float free[8];
  Looked looked;
  looked.left = view.test(a.tree.nodes[0].boxes, lane, b.tree.nodes[0].boxes, static_cast<float>(horizon / bounds.tick), free);
  for (std::size_t k = 0; k < 8; ++k) looked.free[k] = static_cast<double>(free[k]) * bounds.tick;
  return looked;
}

/// Boxes that are a hair smaller may_overlap only if these do.
bool certainly_meet(Obb a, const Obb& b) {
  a.half_extents *= 1 - 1e-10;
  a.half_extents.array() -= 1e-11;
  return a.half_extents.minCoeff() >= 0 && sat::may_overlap(a, b, Pose{});
}

TEST(TurningView, NeverExceedsTheTrueFreeTime) {
  Random random(5);
  int positive = 0, contacts = 0;
  double sum_of_ratios = 0;
  for (int n = 0; n < effort(600); ++n) {
    const TurningBoxes a = random_boxes(random, n % 3, 3, n % 4 != 0), b = random_boxes(random, -(n % 2), 3, n % 5 != 0);
    const double t = random.real(0, 2);
    const std::size_t lane = random.below(8);
    const Looked looked = look(a, lane, b, t, infinity);
    for (std::size_t k = 0; k < 8; ++k) {
      const double until = std::min(looked.free[k], 3.0);
      if (!(until > 0)) continue;
      ++positive;
      for (int s = 0; s <= 20; ++s) {
        const double now = t + until * s / 20;
        ASSERT_FALSE(certainly_meet(a.world(lane, now), b.world(k, now))) << "bodies " << n << " lane " << k << " at step " << s;
      }
      double first = until;
      for (int s = 0; s < 60 && !certainly_meet(a.world(lane, t + first), b.world(k, t + first)); ++s)
        first = until + (3 - until) * s / 60;
      if (!certainly_meet(a.world(lane, t + first), b.world(k, t + first))) continue;
      ++contacts;
      sum_of_ratios += until / first;
    }
  }
  EXPECT_GT(positive, effort(600));
  EXPECT_GT(contacts, effort(600) / 10);
  EXPECT_GT(sum_of_ratios / contacts, 0.4) << "the bound is sound but of little use";
}

/// The same bound, axis by axis, with vectors of the world.
double plain_free_time(const TurningBoxes& a, std::size_t lane_a, const TurningBoxes& b, std::size_t lane_b, double t) {
  const Obb box_a = a.world(lane_a, t), box_b = b.world(lane_b, t);
  const Vec3 arm_a = box_a.center - a.center - t * a.velocity, arm_b = box_b.center - b.center - t * b.velocity;
  const double rim_a = a.turn.cross(arm_a).norm() + a.turn.norm() * box_a.half_extents.norm();
  const double rim_b = b.turn.cross(arm_b).norm() + b.turn.norm() * box_b.half_extents.norm();
  const Vec3 rate = b.velocity + b.turn.cross(arm_b) - a.velocity - a.turn.cross(arm_a);
  double best = 0;
  const auto try_axis = [&](const Vec3& n) {
    const double offset = n.dot(box_b.center - box_a.center);
    double gap = std::abs(offset), linear = offset > 0 ? n.dot(rate) : -n.dot(rate);
    for (std::size_t i = 0; i < 3; ++i) {
      gap -= std::abs(n.dot(box_a.axes[i])) * box_a.half_extents[i] + std::abs(n.dot(box_b.axes[i])) * box_b.half_extents[i];
      linear -= std::abs(n.dot(a.turn.cross(box_a.axes[i]))) * box_a.half_extents[i] +
                std::abs(n.dot(b.turn.cross(box_b.axes[i]))) * box_b.half_extents[i];
    }
    if (!(gap > 0)) return;
    const double k = n.cross(a.turn).norm() * rim_a + n.cross(b.turn).norm() * rim_b;
    const double root = std::sqrt(linear * linear + 2 * k * gap);
    best = std::max(best, linear > 0 ? (linear + root) / k : 2 * gap / (root - linear));
  };
  for (std::size_t i = 0; i < 3; ++i) {
    try_axis(box_a.axes[i]);
    try_axis(box_b.axes[i]);
    for (std::size_t j = 0; j < 3; ++j) try_axis(box_a.axes[i].cross(box_b.axes[j]));
  }
  return best;
}

TEST(TurningView, AgreesWithThePlainFormOfItsBound) {
  Random random(6);
  int compared = 0, close = 0;
  for (int n = 0; n < effort(1000); ++n) {
    const TurningBoxes a = random_boxes(random, n % 3, 3, n % 4 != 0), b = random_boxes(random, -(n % 2), 3, n % 5 != 0);
    const double t = random.real(0, 2);
    const std::size_t lane = random.below(8);
    const Looked looked = look(a, lane, b, t, infinity);
    for (std::size_t k = 0; k < 8; ++k) {
      const double plain = plain_free_time(a, lane, b, k, t);
      EXPECT_LE(looked.free[k], plain * (1 + 1e-12) + 1e-30) << "bodies " << n << " lane " << k;
      if (!(plain > 0.01) || plain > 100) continue;
      // Along the axis of turning the room for sines is all the curvature there is.
      EXPECT_GE(looked.free[k], 0.9 * plain) << "bodies " << n << " lane " << k;
      ++compared;
      close += looked.free[k] > 0.998 * plain ? 1 : 0;
    }
  }
  EXPECT_GT(compared, effort(1000));
  EXPECT_GT(close, 0.98 * compared);
}

TEST(TurningView, LeavesOutLanesThatAreFreeForTheWholeHorizonAndNoOthers) {
  Random random(7);
  int out = 0, in = 0;
  for (int n = 0; n < effort(300); ++n) {
    const TurningBoxes a = random_boxes(random, 0, 1.2, true), b = random_boxes(random, 0, 1.2, true);
    const Looked all = look(a, 0, b, 0.5, infinity), some = look(a, 0, b, 0.5, 0.3);
    EXPECT_EQ(all.left, 0xffU);
    for (std::size_t k = 0; k < 8; ++k) {
      const bool is_left = (some.left >> k & 1U) != 0;
      EXPECT_TRUE(!is_left || some.free[k] <= 0.3 * (1 + 1e-6));
      EXPECT_TRUE(is_left || all.free[k] >= 0.3 * (1 - 1e-6));
      EXPECT_TRUE(!is_left || all.free[k] <= 0.3 * (1 + 1e-6));
      (is_left ? in : out) += 1;
    }
  }
  EXPECT_GT(in, effort(300) / 10);
  EXPECT_GT(out, effort(300));
}

TEST(TurningView, LeavesOutEmptySlots) {
  Random random(8);
  TurningBoxes a = random_boxes(random, 0, 0.1, true), b = random_boxes(random, 0, 0.1, true);
  for (auto& row : b.tree.nodes[0].boxes.half_extents) row[3] = -1e30F;
  EXPECT_EQ(look(a, 0, b, 0, infinity).left, 0xffU & ~(1U << 3U));
}

/// Turning about a far axis, the velocity nearly cancels what turning does: the room must be that of the terms, not of their sum.
TEST(TurningView, KeepsRoomForRatesThatCancel) {
  Random random(9);
  for (int n = 0; n < effort(300); ++n) {
    TurningBoxes a = random_boxes(random, 0, 1.5, false), b = random_boxes(random, 0, 1.5, true);
    a.velocity = Vec3::Zero();
    b.center = 1e4 * random.unit();
    b.velocity = -b.turn.cross(b.place + b.rotation * b.tree.origin - b.center);
    const Looked looked = look(a, 0, b, 0, infinity);
    for (std::size_t k = 0; k < 8; ++k) {
      EXPECT_LE(looked.free[k], plain_free_time(a, 0, b, k, 0) * (1 + 1e-9) + 1e-30);
      for (int s = 0; s <= 20; ++s) {
        const double now = std::min(looked.free[k], 1.0) * s / 20;
        ASSERT_FALSE(looked.free[k] > 0 && certainly_meet(a.world(0, now), b.world(k, now)));
      }
    }
  }
}

/// Two boxes on the z axis, one above the other by `gap`; the upper rises at `rate` but its turning brings it down again.
tree::MovingBox unit_box() {
  tree::MovingBox one;
  one.box = {{0, 0, 0}, {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}, {0, 0, 0}};
  return one;
}

/// One form of the root cancels when the gap opens first, and then overestimates: 10^22 instead of 0.6.
TEST(TurningLanes, TakeTheFormOfTheRootThatDoesNotCancel) {
  sat::EightBoxes eight{};
  for (int lane = 0; lane < 8; ++lane) {
    eight.center[2][lane] = 1e-8F;
    for (int k = 0; k < 3; ++k) eight.axes[k][k][lane] = 1;
  }
  tree::MovingBox one = unit_box();
  one.velocity[2] = -0.3F;
  one.turn[0] = 1;
  one.rim_speed = 1;
  float free[8];
  const tree::FreeTimes free_times = tree::walk_kernels().free_times;
  EXPECT_EQ(free_times(one, {}, eight, {}, std::numeric_limits<float>::infinity(), free), 0xffU);
  for (const float f : free) {
    EXPECT_LE(f, 0.6F * (1 + 1e-6F));
    EXPECT_GE(f, 0.59F);
  }
}

TEST(TurningLanes, AreTheSameForEveryInstructionSet) {
  if (!simd::has_avx2()) GTEST_SKIP() << "no AVX2 here";
  Random random(10);
  for (int n = 0; n < effort(2000); ++n) {
    const TurningBoxes boxes = random_boxes(random, 0, 1, false);
    const auto f = [&](double reach) { return static_cast<float>(random.real(reach)); };
    tree::MovingBox one = unit_box();
    const Mat3 axes = random.pose(0).rotation;
    for (int k = 0; k < 3; ++k) {
      one.box.center[k] = f(3), one.box.half_extents[k] = std::abs(f(1)), one.velocity[k] = f(1);
      for (int j = 0; j < 3; ++j) one.box.axes[j][k] = static_cast<float>(axes(k, j));
    }
    tree::TurningFrame frame;
    if (n % 2 == 0) {
      for (int k = 0; k < 3; ++k) one.turn[k] = f(1);
      one.rim_speed = 2;
    }
    if (n % 3 == 0) {
      for (int k = 0; k < 3; ++k) frame.turn[k] = f(1), frame.origin_speed[k] = f(1);
      frame.speed = 2;
    }
    const tree::TurningMargin margin{{1e-6F, 1e-6F, 1e-6F}, 1e-6F, 1e-6F, 1e-6F};
    const float horizon = n % 5 == 0 ? std::numeric_limits<float>::infinity() : 1.0F;
    float wide[8], narrow[8];
    const auto& eight = boxes.tree.nodes[0].boxes;
    const unsigned left = tree::walk_kernels_avx2.free_times(one, frame, eight, margin, horizon, wide);
    ASSERT_EQ(left, tree::walk_kernels_baseline.free_times(one, frame, eight, margin, horizon, narrow));
    for (unsigned k = 0; k < 8; ++k) {
      ASSERT_TRUE((left >> k & 1U) == 0 || wide[k] == narrow[k]) << "case " << n << " lane " << k;
    }
  }
}

}  // namespace
}  // namespace graze
