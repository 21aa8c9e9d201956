/// Places shapes at the middle of a window and finds how they move as others see them.

#include "motion/windows/frame.h"

#include <Eigen/Geometry>

namespace graze::windows {
namespace {

/// Of a point that moves with a group.
struct PointMotion {
  Vec3 velocity, acceleration;
};

PointMotion motion_of(const GroupState& group, const Vec3& point) {
  const Vec3 arm = point - group.pose.translation;
  const Vec3 turned = group.turn.cross(arm);
  return {group.velocity + turned, group.acceleration + group.turn_acceleration.cross(arm) + group.turn.cross(turned)};
}

}  // namespace

void WindowFrames::start(const WindowScene& scene, Movement& movement) {
  scene_ = &scene;
  movement_ = &movement;
  placed_.resize(scene.shapes().size());
  seen_.resize(scene.sights().size());
  ++stamp_;
}

void WindowFrames::go_to(double t, double half_window) {
  movement_->go_to(t);
  half_ = half_window;
  ++stamp_;
}

const PlacedShape& WindowFrames::placed(std::size_t k) {
  Placed& entry = placed_[k];
  if (entry.stamp == stamp_) return entry.shape;
  entry.stamp = stamp_;
  const WindowShape& shape = scene_->shapes()[k];
  entry.shape.shape = &shape;
  entry.shape.pose = movement_->state(shape.group).pose * shape.body.pose;
  entry.shape.center = entry.shape.pose.to_world(shape.center);
  return entry.shape;
}

const tree::WindowMotion& WindowFrames::motion(std::size_t k) {
  Seen& seen = seen_[k];
  if (seen.stamp != stamp_) look(scene_->sights()[k], seen);
  return seen.motion;
}

double WindowFrames::greatest_motion_of(std::size_t sight) {
  static_cast<void>(motion(sight));
  return seen_[sight].greatest;
}

/// The derivatives of b's points in the frame of a: those of the world, less a's own, and what a's turning makes of them.
void WindowFrames::look(const Sight& sight, Seen& seen) {
  seen.stamp = stamp_;
  const GroupState &a = movement_->state(sight.from), &b = movement_->state(scene_->shapes()[sight.shape].group);
  tree::WindowMotion& motion = seen.motion;
  motion = {};
  motion.reference = placed(sight.shape).center;
  if (half_ > 0) {
    const PointMotion of_b = motion_of(b, motion.reference), of_a = motion_of(a, motion.reference);
    const Vec3 velocity = of_b.velocity - of_a.velocity, turn = b.turn - a.turn;
    const double square = half_ * half_ / 2, cube = half_ * half_ * half_ / 6;
    motion.shift = half_ * velocity;
    motion.turn = half_ * turn;
    motion.bend = square * (of_b.acceleration - of_a.acceleration - 2 * a.turn.cross(velocity));
    motion.bend_turn = square * (b.turn_acceleration - a.turn_acceleration - a.turn.cross(turn));
    const DerivativeBounds bounds = movement_->bounds(sight.chain, motion.reference, half_);
    for (int k = 0; k < 2; ++k) {
      motion.most[k] = square * bounds.second[k];
      motion.rest[k] = cube * bounds.third[k];
      motion.flat[k] = cube * bounds.flat[k];
    }
    motion.normal = bounds.normal;
  }
  seen.greatest = greatest_motion(motion, scene_->shapes()[sight.shape].radius);
}

}  // namespace graze::windows
