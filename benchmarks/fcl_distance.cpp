#include <fcl/geometry/shape/box.h>
#include <fcl/geometry/shape/capsule.h>
#include <fcl/geometry/shape/sphere.h>
#include <fcl/narrowphase/collision.h>
#include <fcl/narrowphase/detail/gjk_solver_indep.h>
#include <fcl/narrowphase/detail/gjk_solver_libccd.h>
#include <fcl/narrowphase/detail/primitive_shape_algorithm/triangle_distance.h>
#include <fcl/narrowphase/distance.h>

#include "distance_peers.h"
#include "shape_pairs.h"
#include "timing.h"

namespace graze::bench {
namespace {

using Ccd = fcl::detail::GJKSolver_libccd<double>;
using Own = fcl::detail::GJKSolver_indep<double>;
using FclBox = fcl::Box<double>;
using FclCapsule = fcl::Capsule<double>;
using FclSphere = fcl::Sphere<double>;
using Transform = fcl::Transform3<double>;

template <class FclShape>
FclShape fcl_shape(const Shape& shape);

template <>
FclSphere fcl_shape(const Shape& shape) {
  return FclSphere(std::get<Sphere>(shape.value).radius);
}
template <>
FclCapsule fcl_shape(const Shape& shape) {
  const auto& capsule = std::get<Capsule>(shape.value);
  return {capsule.radius, 2 * capsule.v[1].z()};
}
template <>
FclBox fcl_shape(const Shape& shape) {
  return FclBox(Vec3(2 * std::get<Aabb>(shape.value).max));
}

template <class A, class B>
struct FclPairs {
  std::vector<A> a;
  std::vector<B> b;
  std::vector<Transform> pose_a, pose_b;

  explicit FclPairs(const ShapePairs& pairs) {
    const auto transform = [](const Pose& pose) {
      Transform t = Transform::Identity();
      t.linear() = pose.rotation;
      t.translation() = pose.translation;
      return t;
    };
    for (std::size_t i = 0; i < pairs.size(); ++i) {
      a.push_back(fcl_shape<A>(pairs.a[i]));
      b.push_back(fcl_shape<B>(pairs.b[i]));
      pose_a.push_back(transform(pairs.pose_a[i]));
      pose_b.push_back(transform(pairs.pose_b[i]));
    }
  }
};

struct NearestPoints {
  double distance = 0;
  Vec3 on_a = Vec3::Zero(), on_b = Vec3::Zero();
};

template <class Solver, class A, class B>
void time_distance(benchmark::State& state, const ShapePairs& pairs) {
  const FclPairs<A, B> f(pairs);
  const Solver solver;
  time_checked(
      state, pairs.size(), [&](std::size_t i, const NearestPoints& n) { return is_distance(pairs, i, n.distance); },
      [&](std::size_t i) {
        NearestPoints n;
        if (!solver.shapeDistance(f.a[i], f.pose_a[i], f.b[i], f.pose_b[i], &n.distance, &n.on_a, &n.on_b)) n.distance = 0;
        return n;
      });
}

template <class Solver, class A, class B>
void time_overlap(benchmark::State& state, const ShapePairs& pairs) {
  const FclPairs<A, B> f(pairs);
  const Solver solver;
  time_checked(
      state, pairs.size(), [&](std::size_t i, bool meet) { return is_overlap(pairs, i, meet); },
      [&](std::size_t i) { return solver.shapeIntersect(f.a[i], f.pose_a[i], f.b[i], f.pose_b[i], nullptr); });
}

template <class FclShape>
std::vector<fcl::CollisionObject<double>> objects_of(const std::vector<FclShape>& shapes, const std::vector<Transform>& poses) {
  std::vector<fcl::CollisionObject<double>> objects;
  for (std::size_t i = 0; i < shapes.size(); ++i) objects.emplace_back(std::make_shared<FclShape>(shapes[i]), poses[i]);
  return objects;
}

/// As its users ask: of objects, with the solver that comes or the other one.
template <class A, class B>
void add_bodies(const ShapePairs& pairs, const std::string& who, fcl::GJKSolverType solver) {
  add("bodies_distance/" + pairs.name() + "/" + who, [&pairs, solver](benchmark::State& state) {
    const FclPairs<A, B> f(pairs);
    const auto a = objects_of(f.a, f.pose_a), b = objects_of(f.b, f.pose_b);
    fcl::DistanceRequest<double> request(true);
    request.gjk_solver_type = solver;
    time_checked(
        state, pairs.size(), [&](std::size_t i, double d) { return is_distance(pairs, i, d); },
        [&](std::size_t i) {
          fcl::DistanceResult<double> result;
          fcl::distance(&a[i], &b[i], request, result);
          return result.min_distance;
        });
  });
  add("bodies_overlap/" + pairs.name() + "/" + who, [&pairs, solver](benchmark::State& state) {
    const FclPairs<A, B> f(pairs);
    const auto a = objects_of(f.a, f.pose_a), b = objects_of(f.b, f.pose_b);
    fcl::CollisionRequest<double> request;
    request.gjk_solver_type = solver;
    time_checked(
        state, pairs.size(), [&](std::size_t i, bool meet) { return is_overlap(pairs, i, meet); },
        [&](std::size_t i) {
          fcl::CollisionResult<double> result;
          return fcl::collide(&a[i], &b[i], request, result) > 0;
        });
  });
}

template <class A, class B>
void add_bodies(const ShapePairs& pairs) {
  add_bodies<A, B>(pairs, "fcl", fcl::GST_LIBCCD);
  add_bodies<A, B>(pairs, "fcl_gjk", fcl::GST_INDEP);
}

/// The routine inside its distance of triangles: FCL has no shape for a segment.
void time_segments(benchmark::State& state, const ShapePairs& pairs) {
  std::vector<Segment> a, b;
  for (const Shape& s : pairs.world_a) a.push_back(std::get<Segment>(s.value));
  for (const Shape& s : pairs.world_b) b.push_back(std::get<Segment>(s.value));
  time_checked(
      state, pairs.size(), [&](std::size_t i, const NearestPoints& n) { return is_distance(pairs, i, n.distance); },
      [&](std::size_t i) {
        NearestPoints n;
        Vec3 way;
        fcl::detail::TriangleDistance<double>::segPoints(a[i].v[0], a[i].v[1] - a[i].v[0], b[i].v[0], b[i].v[1] - b[i].v[0], way,
                                                         n.on_a, n.on_b);
        n.distance = (n.on_a - n.on_b).norm();
        return n;
      });
}

template <class Solver, class A, class B>
void add_both(const ShapePairs& pairs, const std::string& who) {
  add("distance/" + pairs.name() + "/" + who, [&](benchmark::State& state) { time_distance<Solver, A, B>(state, pairs); });
  add("overlap/" + pairs.name() + "/" + who, [&](benchmark::State& state) { time_overlap<Solver, A, B>(state, pairs); });
}

}  // namespace

/// Both solvers have the same closed forms; "ccd" searches with libccd, "gjk" with FCL's own method.
void register_fcl_distances() {
  for (const ShapePairs& pairs : shape_pairs()) {
    if (pairs.kind == "sphere_sphere") add_both<Ccd, FclSphere, FclSphere>(pairs, "fcl"), add_bodies<FclSphere, FclSphere>(pairs);
    if (pairs.kind == "sphere_box") add_both<Ccd, FclSphere, FclBox>(pairs, "fcl"), add_bodies<FclSphere, FclBox>(pairs);
    if (pairs.kind == "capsule_capsule") add_bodies<FclCapsule, FclCapsule>(pairs);
    if (pairs.kind == "box_box") add_bodies<FclBox, FclBox>(pairs);
    if (pairs.kind == "capsule_capsule") {
      add_both<Ccd, FclCapsule, FclCapsule>(pairs, "fcl_ccd");
      add_both<Own, FclCapsule, FclCapsule>(pairs, "fcl_gjk");
    }
    if (pairs.kind == "box_box") {
      add_both<Ccd, FclBox, FclBox>(pairs, "fcl_ccd");
      add_both<Own, FclBox, FclBox>(pairs, "fcl_gjk");
    }
    if (pairs.kind == "segment_segment") {
      add("distance/" + pairs.name() + "/fcl", [&](benchmark::State& state) { time_segments(state, pairs); });
    }
  }
}

}  // namespace graze::bench
