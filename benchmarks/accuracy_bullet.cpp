#include <BulletCollision/NarrowPhaseCollision/btContinuousConvexCollision.h>
#include <BulletCollision/NarrowPhaseCollision/btGjkEpaPenetrationDepthSolver.h>
#include <BulletCollision/NarrowPhaseCollision/btGjkPairDetector.h>
#include <BulletCollision/NarrowPhaseCollision/btPointCollector.h>
#include <btBulletCollisionCommon.h>

#include "accuracy.h"
#include "bullet_transform.h"

namespace graze::bench {
namespace {

/// Sharp boxes: with its usual margin corners would be round.
struct BulletBox : btBoxShape {
  explicit BulletBox(const Vec3& half) : btBoxShape(bullet_vector(half)) { setMargin(0); }
};

double signed_distance_of(const BulletBox& a, const BulletBox& b, const HardCase& c) {
  btVoronoiSimplexSolver simplex;
  btGjkEpaPenetrationDepthSolver penetration;
  btGjkPairDetector detector(&a, &b, &simplex, &penetration);
  btGjkPairDetector::ClosestPointInput input;
  input.m_transformA = bullet_transform(c.pose_a);
  input.m_transformB = bullet_transform(c.pose_b);
  btPointCollector found;
  detector.getClosestPoints(input, found, nullptr);
  return found.m_hasResult ? found.m_distance : 0;
}

Opinion ask_bullet(const HardCase& c) {
  const BulletBox a(c.half_a), b(c.half_b);
  if (c.asked != HardCase::Asked::hit) {
    const double distance = signed_distance_of(a, b, c);
    return {false, distance <= 0, distance};
  }
  btVoronoiSimplexSolver simplex;
  btGjkEpaPenetrationDepthSolver penetration;
  btContinuousConvexCollision cast(&b, &a, &simplex, &penetration);
  btConvexCast::CastResult result;
  result.m_fraction = 1;
  Pose end = c.pose_b;
  end.translation += c.velocity;
  const btTransform still = bullet_transform(c.pose_a);
  return {false, cast.calcTimeOfImpact(bullet_transform(c.pose_b), bullet_transform(end), still, still, result), 0};
}

}  // namespace

Asked asked_bullet() {
  return {"bullet", [](HardCase::Asked) { return true; }, ask_bullet};
}

}  // namespace graze::bench
