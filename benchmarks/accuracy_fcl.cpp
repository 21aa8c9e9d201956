#include <memory>

#include <fcl/geometry/bvh/BVH_model.h>
#include <fcl/geometry/shape/box.h>
#include <fcl/geometry/shape/capsule.h>
#include <fcl/geometry/shape/cone.h>
#include <fcl/geometry/shape/cylinder.h>
#include <fcl/geometry/shape/sphere.h>
#include <fcl/math/motion/interp_motion.h>
#include <fcl/math/motion/translation_motion.h>
#include <fcl/narrowphase/collision.h>
#include <fcl/narrowphase/continuous_collision.h>
#include <fcl/narrowphase/distance.h>

#include "accuracy.h"

namespace graze::bench {
namespace {

using Transform = fcl::Transform3<double>;
using Object = fcl::CollisionObject<double>;
using Motion = fcl::MotionBase<double>;

Transform transform_of(const Pose& pose) {
  Transform t = Transform::Identity();
  t.linear() = pose.rotation;
  t.translation() = pose.translation;
  return t;
}

std::shared_ptr<fcl::CollisionGeometry<double>> model_of(const TriangleMesh& mesh) {
  auto model = std::make_shared<fcl::BVHModel<fcl::OBBRSS<double>>>();
  std::vector<fcl::Triangle> triangles;
  for (const auto& t : mesh.triangles) triangles.emplace_back(t[0], t[1], t[2]);
  model->beginModel();
  model->addSubModel(mesh.vertices, triangles);
  model->endModel();
  return model;
}

std::shared_ptr<fcl::CollisionGeometry<double>> geometry_of(const HardShape& shape) {
  const double radius = shape.half.x(), height = 2 * shape.half.z();
  switch (shape.kind) {
    case HardShape::Kind::box: return std::make_shared<fcl::Box<double>>(Vec3(2 * shape.half));
    case HardShape::Kind::ball: return std::make_shared<fcl::Sphere<double>>(radius);
    case HardShape::Kind::capsule: return std::make_shared<fcl::Capsule<double>>(radius, height);
    case HardShape::Kind::cylinder: return std::make_shared<fcl::Cylinder<double>>(radius, height);
    case HardShape::Kind::cone: return std::make_shared<fcl::Cone<double>>(radius, height);
    case HardShape::Kind::mesh: break;
  }
  return model_of(shape.mesh);
}

Opinion ask_overlap(const Object& a, const Object& b, fcl::GJKSolverType solver) {
  fcl::CollisionRequest<double> request;
  request.gjk_solver_type = solver;
  fcl::CollisionResult<double> result;
  fcl::collide(&a, &b, request, result);
  return {false, result.isCollision(), 0};
}

/// Signed where depths are asked for: less than 0 inside.
Opinion ask_distance(const Object& a, const Object& b, fcl::GJKSolverType solver, bool depth) {
  fcl::DistanceRequest<double> request;
  request.gjk_solver_type = solver;
  request.enable_signed_distance = depth;
  fcl::DistanceResult<double> result;
  fcl::distance(&a, &b, request, result);
  return {false, result.min_distance <= 0, depth ? -result.min_distance : result.min_distance};
}

/// By conservative advancement, which is what it has for exact times; its default looks at ten poses.
Opinion ask_hit(const HardCase& c, const Object& a, const Object& b, fcl::GJKSolverType solver) {
  Transform end = b.getTransform();
  end.translation() += c.velocity;
  const double angle = c.angular_velocity.norm();
  if (angle > 0) end.linear() = Eigen::AngleAxisd(angle, c.angular_velocity / angle).toRotationMatrix() * end.linear();
  const fcl::TranslationMotion<double> still(a.getTransform(), a.getTransform()), flying(b.getTransform(), end);
  const fcl::InterpMotion<double> resting(a.getTransform(), a.getTransform()), turning(b.getTransform(), end);
  const Motion& of_a = angle > 0 ? static_cast<const Motion&>(resting) : still;
  const Motion& of_b = angle > 0 ? static_cast<const Motion&>(turning) : flying;
  fcl::ContinuousCollisionRequest<double> request;
  request.ccd_motion_type = angle > 0 ? fcl::CCDM_LINEAR : fcl::CCDM_TRANS;
  request.ccd_solver_type = fcl::CCDC_CONSERVATIVE_ADVANCEMENT;
  request.gjk_solver_type = solver;
  fcl::ContinuousCollisionResult<double> result;
  fcl::continuousCollide(a.collisionGeometry().get(), &of_a, b.collisionGeometry().get(), &of_b, request, result);
  return {false, result.is_collide, 0};
}

/// Its usual settings but for the solver.
template <fcl::GJKSolverType solver>
Opinion ask(const HardCase& c) {
  const Object a(geometry_of(c.a), transform_of(c.pose_a)), b(geometry_of(c.b), transform_of(c.pose_b));
  if (c.question == HardCase::Question::overlap) return ask_overlap(a, b, solver);
  if (c.question == HardCase::Question::hit) return ask_hit(c, a, b, solver);
  return ask_distance(a, b, solver, c.question == HardCase::Question::depth);
}

bool knows(const HardCase& c) { return c.question != HardCase::Question::ray; }

}  // namespace

/// With libccd, as it comes, and with the search of its own.
std::vector<Asked> asked_fcl() { return {{"fcl", knows, ask<fcl::GST_LIBCCD>}, {"fcl, own GJK", knows, ask<fcl::GST_INDEP>}}; }

}  // namespace graze::bench
