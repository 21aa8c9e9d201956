#include <algorithm>
#include <memory>

#include <BulletCollision/CollisionDispatch/btCollisionObjectWrapper.h>
#include <BulletCollision/CollisionDispatch/btSphereBoxCollisionAlgorithm.h>
#include <BulletCollision/NarrowPhaseCollision/btGjkEpaPenetrationDepthSolver.h>
#include <BulletCollision/NarrowPhaseCollision/btGjkPairDetector.h>
#include <BulletCollision/NarrowPhaseCollision/btPointCollector.h>
#include <btBulletCollisionCommon.h>

#include "bullet_transform.h"
#include "distance_peers.h"
#include "shape_pairs.h"
#include "timing.h"

namespace graze::bench {
namespace {

std::unique_ptr<btConvexShape> bullet_shape(const Shape& shape) {
  if (const auto* sphere = std::get_if<Sphere>(&shape.value)) return std::make_unique<btSphereShape>(sphere->radius);
  if (const auto* capsule = std::get_if<Capsule>(&shape.value)) {
    return std::make_unique<btCapsuleShapeZ>(capsule->radius, 2 * capsule->v[1].z());
  }
  auto box = std::make_unique<btBoxShape>(bullet_vector(std::get<Aabb>(shape.value).max));
  box->setMargin(0);  // else its corners are rounded
  return box;
}

struct BulletBody {
  std::unique_ptr<btConvexShape> shape;
  btCollisionObject object;
  btCollisionObjectWrapper wrapper;

  BulletBody(const Shape& s, const Pose& pose)
      : shape(bullet_shape(s)), wrapper(nullptr, shape.get(), &object, object.getWorldTransform(), -1, -1) {
    object.setCollisionShape(shape.get());
    object.setWorldTransform(bullet_transform(pose));
  }
};

struct BulletPairs {
  std::vector<std::unique_ptr<BulletBody>> a, b;

  explicit BulletPairs(const ShapePairs& pairs) {
    for (std::size_t i = 0; i < pairs.size(); ++i) {
      a.push_back(std::make_unique<BulletBody>(pairs.a[i], pairs.pose_a[i]));
      b.push_back(std::make_unique<BulletBody>(pairs.b[i], pairs.pose_b[i]));
    }
  }
};

/// Keeps the point instead of entering it into a manifold.
struct Nearest : btManifoldResult {
  Nearest(const BulletBody& a, const BulletBody& b) : btManifoldResult(&a.wrapper, &b.wrapper) {
    m_closestPointDistanceThreshold = 1e6;
  }
  void addContactPoint(const btVector3& normal_on_b, const btVector3& on_b, btScalar depth) override {
    point = on_b, normal = normal_on_b, distance = depth;
  }
  btVector3 point, normal;
  double distance = 1e9;
};

void time_gjk(benchmark::State& state, const ShapePairs& pairs) {
  const BulletPairs bullet(pairs);
  btVoronoiSimplexSolver simplex;
  btGjkEpaPenetrationDepthSolver penetration;
  time_checked(
      state, pairs.size(), [&](std::size_t i, double d) { return is_distance(pairs, i, d); },
      [&](std::size_t i) {
        btGjkPairDetector detector(bullet.a[i]->shape.get(), bullet.b[i]->shape.get(), &simplex, &penetration);
        btGjkPairDetector::ClosestPointInput input;
        input.m_transformA = bullet.a[i]->object.getWorldTransform();
        input.m_transformB = bullet.b[i]->object.getWorldTransform();
        btPointCollector found;
        detector.getClosestPoints(input, found, nullptr);
        return double(found.m_distance);
      });
}

/// The algorithm that Bullet chooses for the pair when asked for closest points.
void time_chosen(benchmark::State& state, const ShapePairs& pairs) {
  const BulletPairs bullet(pairs);
  btDefaultCollisionConfiguration configuration;
  btCollisionDispatcher dispatcher(&configuration);
  btCollisionAlgorithm* algorithm =
      dispatcher.findAlgorithm(&bullet.a[0]->wrapper, &bullet.b[0]->wrapper, nullptr, BT_CLOSEST_POINT_ALGORITHMS);
  const btDispatcherInfo info;
  time_checked(
      state, pairs.size(), [&](std::size_t i, double d) { return is_distance(pairs, i, d); },
      [&](std::size_t i) {
        Nearest found(*bullet.a[i], *bullet.b[i]);
        algorithm->processCollision(&bullet.a[i]->wrapper, &bullet.b[i]->wrapper, info, &found);
        return found.distance;
      });
  algorithm->~btCollisionAlgorithm();
  dispatcher.freeCollisionAlgorithm(algorithm);
}

struct LeastContact : btCollisionWorld::ContactResultCallback {
  btScalar addSingleResult(btManifoldPoint& point, const btCollisionObjectWrapper*, int, int, const btCollisionObjectWrapper*, int,
                           int) override {
    distance = std::min(distance, double(point.getDistance()));
    return 0;
  }
  double distance = 1e9;
};

/// As its users ask: a world about two of its objects. A threshold of 0 is for those that meet.
template <class IsRight>
void time_bodies(benchmark::State& state, const ShapePairs& pairs, double threshold, IsRight&& is_right) {
  const BulletPairs bullet(pairs);
  btDefaultCollisionConfiguration configuration;
  btCollisionDispatcher dispatcher(&configuration);
  btDbvtBroadphase broad;
  btCollisionWorld world(&dispatcher, &broad, &configuration);
  time_checked(state, pairs.size(), is_right, [&](std::size_t i) {
    LeastContact found;
    found.m_closestDistanceThreshold = threshold;
    world.contactPairTest(&bullet.a[i]->object, &bullet.b[i]->object, found);
    return found.distance;
  });
}

/// A closed form that Bullet has but does not choose.
void time_sphere_box(benchmark::State& state, const ShapePairs& pairs) {
  const BulletPairs bullet(pairs);
  btDefaultCollisionConfiguration configuration;
  btCollisionDispatcher dispatcher(&configuration);
  const btCollisionAlgorithmConstructionInfo info(&dispatcher, 0);
  btSphereBoxCollisionAlgorithm algorithm(nullptr, info, &bullet.a[0]->wrapper, &bullet.b[0]->wrapper, false);
  time_checked(
      state, pairs.size(), [&](std::size_t i, double d) { return is_distance(pairs, i, d); },
      [&](std::size_t i) {
        btVector3 on_box, normal;
        btScalar depth = 0;
        const auto& sphere = static_cast<const btSphereShape&>(*bullet.a[i]->shape);
        algorithm.getSphereDistance(&bullet.b[i]->wrapper, on_box, normal, depth,
                                    bullet.a[i]->object.getWorldTransform().getOrigin(), sphere.getRadius(), 1e6);
        return double(depth);
      });
}

}  // namespace

void register_bullet_distances() {
  for (const ShapePairs& pairs : shape_pairs()) {
    if (pairs.kind == "segment_segment") continue;
    add("bodies_distance/" + pairs.name() + "/bullet", [&](benchmark::State& state) {
      time_bodies(state, pairs, 1e6, [&](std::size_t i, double d) { return is_distance(pairs, i, d); });
    });
    add("bodies_overlap/" + pairs.name() + "/bullet", [&](benchmark::State& state) {
      time_bodies(state, pairs, 0, [&](std::size_t i, double d) { return is_overlap(pairs, i, d <= 0); });
    });
    add("distance/" + pairs.name() + "/bullet", [&](benchmark::State& state) { time_chosen(state, pairs); });
    add("distance/" + pairs.name() + "/bullet_gjk", [&](benchmark::State& state) { time_gjk(state, pairs); });
    if (pairs.kind == "sphere_box") {
      add("distance/" + pairs.name() + "/bullet_closed", [&](benchmark::State& state) { time_sphere_box(state, pairs); });
    }
  }
}

}  // namespace graze::bench
