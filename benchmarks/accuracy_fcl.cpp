#include <fcl/math/motion/translation_motion.h>
#include <fcl/narrowphase/collision.h>
#include <fcl/narrowphase/continuous_collision.h>
#include <fcl/narrowphase/distance.h>

#include "accuracy.h"

namespace graze::bench {
namespace {

using Transform = fcl::Transform3<double>;

Transform transform_of(const Pose& pose) {
  Transform t = Transform::Identity();
  t.linear() = pose.rotation;
  t.translation() = pose.translation;
  return t;
}

fcl::CollisionObject<double> object_of(const Vec3& half, const Pose& pose) {
  return {std::make_shared<fcl::Box<double>>(Vec3(2 * half)), transform_of(pose)};
}

/// Its usual settings; of motion conservative advancement, which is what it has for exact times.
Opinion ask_fcl(const HardCase& c) {
  const auto a = object_of(c.half_a, c.pose_a), b = object_of(c.half_b, c.pose_b);
  if (c.asked == HardCase::Asked::overlap) {
    fcl::CollisionResult<double> result;
    fcl::collide(&a, &b, fcl::CollisionRequest<double>(), result);
    return {false, result.isCollision(), 0};
  }
  if (c.asked == HardCase::Asked::distance) {
    fcl::DistanceResult<double> result;
    fcl::distance(&a, &b, fcl::DistanceRequest<double>(), result);
    return {false, result.min_distance <= 0, result.min_distance};
  }
  Transform end = b.getTransform();
  end.translation() += c.velocity;
  const auto still = std::make_shared<fcl::TranslationMotion<double>>(a.getTransform(), a.getTransform());
  const auto moving = std::make_shared<fcl::TranslationMotion<double>>(b.getTransform(), end);
  fcl::ContinuousCollisionRequest<double> request;
  request.ccd_motion_type = fcl::CCDM_TRANS;
  request.ccd_solver_type = fcl::CCDC_CONSERVATIVE_ADVANCEMENT;
  request.gjk_solver_type = fcl::GST_LIBCCD;
  fcl::ContinuousCollisionResult<double> result;
  fcl::continuousCollide(a.collisionGeometry().get(), still.get(), b.collisionGeometry().get(), moving.get(), request, result);
  return {false, result.is_collide, 0};
}

}  // namespace

Asked asked_fcl() {
  return {"fcl", [](HardCase::Asked) { return true; }, ask_fcl};
}

}  // namespace graze::bench
