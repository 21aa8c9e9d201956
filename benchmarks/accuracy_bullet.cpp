#include <algorithm>
#include <memory>

#include <BulletCollision/NarrowPhaseCollision/btContinuousConvexCollision.h>
#include <BulletCollision/NarrowPhaseCollision/btGjkEpaPenetrationDepthSolver.h>
#include <btBulletCollisionCommon.h>
#include <Eigen/Geometry>

#include "accuracy.h"
#include "bullet_transform.h"

namespace graze::bench {
namespace {

/// Sharp shapes: with the usual margin edges would be round.
template <class Sharp>
std::unique_ptr<btConvexShape> sharp(Sharp shape) {
  shape->setMargin(0);
  return shape;
}

std::unique_ptr<btConvexShape> convex_of(const HardShape& shape) {
  const double radius = shape.half.x(), height = 2 * shape.half.z();
  switch (shape.kind) {
    case HardShape::Kind::box: return sharp(std::make_unique<btBoxShape>(bullet_vector(shape.half)));
    case HardShape::Kind::ball: return std::make_unique<btSphereShape>(radius);
    case HardShape::Kind::capsule: return std::make_unique<btCapsuleShapeZ>(radius, height);
    case HardShape::Kind::cylinder: return sharp(std::make_unique<btCylinderShapeZ>(bullet_vector(shape.half)));
    case HardShape::Kind::cone: return sharp(std::make_unique<btConeShapeZ>(radius, height));
    case HardShape::Kind::mesh: break;
  }
  return nullptr;
}

/// A world, for users ask worlds.
class BulletWorld {
 public:
  BulletWorld() : dispatcher_(&configuration_), world(&dispatcher_, &broad_, &configuration_) {}

 private:
  btDefaultCollisionConfiguration configuration_;
  btCollisionDispatcher dispatcher_;
  btDbvtBroadphase broad_;

 public:
  btCollisionWorld world;
};

/// A body of a convex shape, or of a mesh that stands still.
struct BulletBody {
  btTriangleMesh triangles;
  std::unique_ptr<btCollisionShape> shape;
  btCollisionObject object;

  BulletBody(const HardShape& hard, const Pose& pose) : shape(convex_of(hard)) {
    if (!shape) {
      for (std::size_t i = 0; i < hard.mesh.triangles.size(); ++i) {
        const Triangle t = hard.mesh.triangle(i);
        triangles.addTriangle(bullet_vector(t.v[0]), bullet_vector(t.v[1]), bullet_vector(t.v[2]));
      }
      shape = std::make_unique<btBvhTriangleMeshShape>(&triangles, true);
      shape->setMargin(0);
    }
    object.setCollisionShape(shape.get());
    object.setWorldTransform(bullet_transform(pose));
  }
};

struct Least : btCollisionWorld::ContactResultCallback {
  explicit Least(double threshold) { m_closestDistanceThreshold = threshold; }
  btScalar addSingleResult(btManifoldPoint& point, const btCollisionObjectWrapper*, int, int, const btCollisionObjectWrapper*, int,
                           int) override {
    distance = std::min(distance, double(point.getDistance()));
    return 0;
  }
  double distance = 1e9;  ///< none was found
};

Opinion ask_pair(const HardCase& c) {
  BulletWorld bullet;
  BulletBody a(c.a, c.pose_a), b(c.b, c.pose_b);
  Least found(c.question == HardCase::Question::distance ? 1e3 : 0);
  bullet.world.contactPairTest(&a.object, &b.object, found);
  return {false, found.distance <= 0, c.question == HardCase::Question::depth ? -found.distance : found.distance};
}

Opinion ask_hit(const HardCase& c) {
  const auto a = convex_of(c.a), b = convex_of(c.b);
  btVoronoiSimplexSolver simplex;
  btGjkEpaPenetrationDepthSolver penetration;
  btContinuousConvexCollision cast(b.get(), a.get(), &simplex, &penetration);
  btConvexCast::CastResult result;
  result.m_fraction = 1;
  Pose end = c.pose_b;
  end.translation += c.velocity;
  const double angle = c.angular_velocity.norm();
  if (angle > 0) end.rotation = Eigen::AngleAxisd(angle, c.angular_velocity / angle).toRotationMatrix() * end.rotation;
  const btTransform still = bullet_transform(c.pose_a);
  return {false, cast.calcTimeOfImpact(bullet_transform(c.pose_b), bullet_transform(end), still, still, result), 0};
}

Opinion ask_ray(const HardCase& c) {
  BulletWorld bullet;
  BulletBody a(c.a, c.pose_a);
  bullet.world.addCollisionObject(&a.object);
  btCollisionWorld::ClosestRayResultCallback hit(bullet_vector(c.from), bullet_vector(c.to));
  bullet.world.rayTest(hit.m_rayFromWorld, hit.m_rayToWorld, hit);
  bullet.world.removeCollisionObject(&a.object);
  return {false, hit.hasHit(), hit.m_closestHitFraction};
}

Opinion ask_bullet(const HardCase& c) {
  if (c.question == HardCase::Question::ray) return ask_ray(c);
  return c.question == HardCase::Question::hit ? ask_hit(c) : ask_pair(c);
}

/// Two meshes do not collide in its world, and none can be cast.
bool knows(const HardCase& c) { return c.question == HardCase::Question::ray || c.b.kind != HardShape::Kind::mesh; }

}  // namespace

Asked asked_bullet() { return {"bullet", knows, ask_bullet}; }

}  // namespace graze::bench
