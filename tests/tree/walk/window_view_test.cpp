/// Boxes that are called apart throughout a window of time do not meet at any instant of it.

#include <gtest/gtest.h>

#include <cmath>
#include <random>

#include <Eigen/Geometry>

#include <graze/generate.h>
#include <graze/geometry.h>
#include <graze/overlap.h>

#include "tree/nodes/box_ref.h"
#include "tree/walk/window_view.h"

namespace graze::tree {
namespace {

class Random {
 public:
  explicit Random(unsigned seed) : engine_(seed) {}
  double within(double lo, double hi) { return std::uniform_real_distribution<double>(lo, hi)(engine_); }
  Vec3 vector(double size) { return {within(-size, size), within(-size, size), within(-size, size)}; }
  Mat3 rotation() { return turn_by(vector(3)); }
  static Mat3 turn_by(const Vec3& v) {
    return v.norm() > 0 ? Eigen::AngleAxisd(v.norm(), v.normalized()).toRotationMatrix() : Mat3::Identity();
  }

 private:
  std::mt19937 engine_;
};

/// The reference is at  r + s V + s^2 B, the body turned about it by  s W + s^2 A, for s from -1 to 1: the half window is 1.
struct Course {
  Vec3 shift, bend, turn, bend_turn;

  [[nodiscard]] Vec3 moved(const Vec3& reference, const Vec3& point, double s) const {
    return reference + s * shift + s * s * bend + rotation(s) * (point - reference);
  }
  [[nodiscard]] Mat3 rotation(double s) const { return Random::turn_by(s * turn + s * s * bend_turn); }

  /// Derivatives of the turned arm, as lengths of products: those of an exponential.
  [[nodiscard]] WindowMotion motion(const Vec3& reference) const {
    WindowMotion made;
    made.reference = reference;
    made.shift = shift;
    made.turn = turn;
    made.bend = bend;
    made.bend_turn = bend_turn;
    const double first = turn.norm() + 2 * bend_turn.norm(), second = 2 * bend_turn.norm();
    made.most[0] = bend.norm();
    made.most[1] = (first * first + second) / 2;
    made.rest[1] = (first * first * first + 3 * first * second) / 6;
    if (bend_turn.cross(turn).norm() <= 0x1p-40 * turn.norm()) {  // about one axis: third derivatives are across it
      std::swap(made.rest[1], made.flat[1]);
      made.normal = turn.normalized();
    }
    return made;
  }
};

Obb moved(Obb box, const Vec3& reference, const Course& course, double s) {
  box.center = course.moved(reference, box.center, s);
  for (Vec3& axis : box.axes) axis = course.rotation(s) * axis;
  return box;
}

Obb placed(Obb box, const Pose& pose) {
  box.center = pose.to_world(box.center);
  for (Vec3& axis : box.axes) axis = pose.rotation * axis;
  return box;
}

bool meet(const Obb& a, const Obb& b) {
  return overlap({Geometry::make(Shape{a}).value(), {}, {}, false}, {Geometry::make(Shape{b}).value(), {}, {}, false}).value();
}

struct Counts {
  std::size_t apart = 0, met = 0;
};

/// One box of `from` against eight of `to`, at 17 instants.
struct Trial {
  const WideTree &from, &to;
  Pose pose_from, pose_to;
  Course course;
  Vec3 reference;
  bool from_moves;
  double clearance;

  [[nodiscard]] WindowView view() const {
    const FrameInWorld frame_from{pose_from.rotation, pose_from.to_world(from.origin)};
    const FrameInWorld frame_to{pose_to.rotation, pose_to.to_world(to.origin)};
    return {WindowUnits(from, to, 0x1p-44), frame_from, frame_to, course.motion(reference), from_moves, 0x1p-44, clearance};
  }
  void expect_right(std::uint32_t node_from, std::size_t lane, std::uint32_t node_to, Counts& counts) const {
    if (from.nodes[node_from].slots[lane].is_empty()) return;
    const unsigned left = view().test(from.nodes[node_from].boxes, lane, to.nodes[node_to].boxes);
    const Obb a = placed(box_in_mesh(from, node_from, lane), pose_from);
    for (std::size_t k = 0; k < 8; ++k) {
      if (to.nodes[node_to].slots[k].is_empty()) {
        EXPECT_EQ(left >> k & 1U, 0U);
        continue;
      }
      if ((left >> k & 1U) != 0) {
        ++counts.met;
        continue;
      }
      ++counts.apart;
      const Obb b = placed(box_in_mesh(to, node_to, k), pose_to);
      for (double s = -1; s <= 1; s += 0.125) {
        const Obb now_a = from_moves ? moved(a, reference, course, s) : a, now_b = from_moves ? b : moved(b, reference, course, s);
        ASSERT_FALSE(meet(now_a, now_b)) << "at " << s;
      }
    }
  }
};

TEST(WindowView, NeverCallsBoxesApartThatMeetWithinTheWindow) {
  const Geometry one = Geometry::make(Shape{make_torus_mesh(1, 0.3, 12, 6)}).value();
  const Geometry two = Geometry::make(Shape{make_bumpy_sphere_mesh(0.02, 0.3, 1)}).value();
  Counts counts;
  for (unsigned seed = 0; seed < 3000; ++seed) {
    SCOPED_TRACE(seed);
    Random random(seed);
    const bool swaps = seed % 2 == 1, from_moves = seed % 4 < 2;
    const WideTree &from = (swaps ? two : one).tree()->wide(), &to = (swaps ? one : two).tree()->wide();
    const Pose pose_from{random.rotation(), random.vector(1.2)}, pose_to{random.rotation(), random.vector(1.2)};
    const double size = std::pow(2.0, random.within(-8, 0));
    Course course{random.vector(size), random.vector(size * size), random.vector(size), random.vector(size * size)};
    if (seed % 5 < 2) course.bend_turn = random.within(-size, size) * course.turn;
    const Vec3 center = from_moves ? pose_from.to_world(from.origin) : pose_to.to_world(to.origin);
    const Vec3 reference = center + random.vector(0.1);
    const Trial trial{from, to, pose_from, pose_to, course, reference, from_moves, seed % 3 == 0 ? 0.01 : 0};
    const auto node_from = static_cast<std::uint32_t>(random.within(0, 0.999) * static_cast<double>(from.nodes.size()));
    const auto node_to = static_cast<std::uint32_t>(random.within(0, 0.999) * static_cast<double>(to.nodes.size()));
    for (std::size_t lane = 0; lane < 8; lane += 3) ASSERT_NO_FATAL_FAILURE(trial.expect_right(node_from, lane, node_to, counts));
  }
  EXPECT_GT(counts.apart, 1000U);
  EXPECT_GT(counts.met, 100U);
}

/// A cube at (1, 0, 0) turns faster and faster about z, so that it comes near a wall inside by its third derivative, along which
/// the first vanishes.
TEST(WindowView, CountsWhatGoesAcrossTheAxisThatTurns) {
  const Geometry cube = Geometry::make(Shape{make_box_mesh(Vec3(0.01, 0.01, 0.01))}).value();
  const Geometry wall = Geometry::make(Shape{make_box_mesh(Vec3(0.01, 4, 4))}).value();
  Counts counts;
  for (unsigned seed = 0; seed < 2000; ++seed) {
    SCOPED_TRACE(seed);
    Random random(seed);
    const bool from_moves = seed % 2 == 0;
    const Pose world{random.rotation(), random.vector(1)};
    const double turn = random.within(0.05, 0.6), more = random.within(-0.5, 0.5) * turn;
    const double face = std::cos(turn + std::abs(more)) + random.within(-0.2, 0.1) * turn;
    const Pose of_cube = world * Pose{Mat3::Identity(), Vec3(1, 0, 0)};
    const Pose of_wall = world * Pose{Mat3::Identity(), Vec3(face - 0.02, 0, 0)};
    const Course course{Vec3::Zero(), Vec3::Zero(), turn * world.rotation.col(2), more * world.rotation.col(2)};
    const Trial trial{(from_moves ? cube : wall).tree()->wide(),
                      (from_moves ? wall : cube).tree()->wide(),
                      from_moves ? of_cube : of_wall,
                      from_moves ? of_wall : of_cube,
                      course,
                      world.translation,
                      from_moves,
                      0};
    for (std::size_t lane = 0; lane < 8; ++lane) ASSERT_NO_FATAL_FAILURE(trial.expect_right(0, lane, 0, counts));
  }
  EXPECT_GT(counts.apart, 400U);
  EXPECT_GT(counts.met, 500U);
}

}  // namespace
}  // namespace graze::tree
