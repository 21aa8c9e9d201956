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

TEST(WindowView, NeverCallsBoxesApartThatMeetWithinTheWindow) {
  const Geometry one = Geometry::make(Shape{make_torus_mesh(1, 0.3, 12, 6)}).value();
  const Geometry two = Geometry::make(Shape{make_bumpy_sphere_mesh(0.02, 0.3, 1)}).value();
  std::size_t apart = 0, met = 0;
  for (unsigned seed = 0; seed < 3000; ++seed) {
    Random random(seed);
    const bool swaps = seed % 2 == 1, from_moves = seed % 4 < 2;
    const WideTree &from = (swaps ? two : one).tree()->wide(), &to = (swaps ? one : two).tree()->wide();
    const Pose pose_from{random.rotation(), random.vector(1.2)}, pose_to{random.rotation(), random.vector(1.2)};
    const double size = std::pow(2.0, random.within(-8, 0));
    const Course course{random.vector(size), random.vector(size * size), random.vector(size), random.vector(size * size)};
    const FrameInWorld frame_from{pose_from.rotation, pose_from.to_world(from.origin)};
    const FrameInWorld frame_to{pose_to.rotation, pose_to.to_world(to.origin)};
    const Vec3 reference = (from_moves ? frame_from : frame_to).origin + random.vector(0.1);
    const WindowUnits units(from, to, 0x1p-44);
    const double clearance = seed % 3 == 0 ? 0.01 : 0;
    const WindowView view(units, frame_from, frame_to, course.motion(reference), from_moves, 0x1p-44, clearance);
    const auto node_from = static_cast<std::uint32_t>(random.within(0, 0.999) * static_cast<double>(from.nodes.size()));
    const auto node_to = static_cast<std::uint32_t>(random.within(0, 0.999) * static_cast<double>(to.nodes.size()));
    for (std::size_t lane = 0; lane < 8; lane += 3) {
      if (from.nodes[node_from].slots[lane].is_empty()) continue;
      const unsigned left = view.test(from.nodes[node_from].boxes, lane, to.nodes[node_to].boxes);
      const Obb a = placed(box_in_mesh(from, node_from, lane), pose_from);
      for (std::size_t k = 0; k < 8; ++k) {
        if (to.nodes[node_to].slots[k].is_empty()) {
          EXPECT_EQ(left >> k & 1U, 0U);
          continue;
        }
        if ((left >> k & 1U) != 0) {
          ++met;
          continue;
        }
        ++apart;
        const Obb b = placed(box_in_mesh(to, node_to, k), pose_to);
        for (double s = -1; s <= 1; s += 0.125) {
          const Obb now_a = from_moves ? moved(a, reference, course, s) : a,
                    now_b = from_moves ? b : moved(b, reference, course, s);
          ASSERT_FALSE(meet(now_a, now_b)) << "seed " << seed << " at " << s;
        }
      }
    }
  }
  EXPECT_GT(apart, 1000U);
  EXPECT_GT(met, 100U);
}

}  // namespace
}  // namespace graze::tree
