#include <cmath>
#include <limits>
#include <map>

#include <fcl/geometry/bvh/BVH_model.h>
#include <fcl/narrowphase/collision.h>
#include <fcl/narrowphase/distance.h>

#include "mesh_peers.h"
#include "timing.h"

namespace graze::bench {
namespace {

using Transform = fcl::Transform3<double>;

template <class Bv>
fcl::BVHModel<Bv> fcl_model(const TriangleMesh& mesh) {
  std::vector<fcl::Triangle> triangles;
  for (const auto& t : mesh.triangles) triangles.emplace_back(t[0], t[1], t[2]);
  fcl::BVHModel<Bv> model;
  model.beginModel();
  model.addSubModel(mesh.vertices, triangles);
  model.endModel();
  return model;
}

/// Made once and kept: a model of a million triangles takes seconds.
template <class Bv>
const fcl::BVHModel<Bv>& kept_model(const MeshCase& m) {
  static std::map<const MeshCase*, fcl::BVHModel<Bv>> models;
  const auto known = models.find(&m);
  return known != models.end() ? known->second : models.emplace(&m, fcl_model<Bv>(m.mesh)).first->second;
}

/// `answer(a, b, pose of b)` for every pose, or for those that keep the meshes apart.
template <class Bv, class IsRight, class Answer>
void time_poses(benchmark::State& state, const MeshPairCase& p, bool only_apart, IsRight&& is_right, Answer&& answer) {
  const fcl::BVHModel<Bv>&a = kept_model<Bv>(*p.a), &b = kept_model<Bv>(*p.b);
  std::vector<std::size_t> asked;
  std::vector<Transform> poses;
  for (std::size_t i = 0; i < p.poses.size(); ++i) {
    if (only_apart && p.distance[i] == 0) continue;
    asked.push_back(i);
    poses.push_back(Transform::Identity());
    poses.back().linear() = p.poses[i].rotation;
    poses.back().translation() = p.poses[i].translation;
  }
  time_checked(
      state, asked.size(), [&](std::size_t i, const auto& given) { return is_right(asked[i], given); },
      [&](std::size_t i) { return answer(a, b, poses[i]); });
}

template <class Model>
std::size_t meeting(const Model& a, const Model& b, const Transform& pose, std::size_t limit) {
  const fcl::CollisionRequest<double> request(limit, false);
  fcl::CollisionResult<double> result;
  fcl::collide(&a, Transform::Identity(), &b, pose, request, result);
  return result.numContacts();
}

void time_boolean(benchmark::State& state, const MeshPairCase& p) {
  time_poses<fcl::OBB<double>>(
      state, p, false, [&](std::size_t i, std::size_t found) { return (found > 0) == (p.pair_count[i] > 0); },
      [](const auto& a, const auto& b, const Transform& pose) { return meeting(a, b, pose, 1); });
}

/// Its test of triangles is not exact: a few pairs more or less are not a different answer here.
void time_pairs(benchmark::State& state, const MeshPairCase& p) {
  const auto is_right = [&](std::size_t i, std::size_t found) {
    const double right = static_cast<double>(p.pair_count[i]);
    return std::abs(static_cast<double>(found) - right) <= 1 + 0.02 * right;
  };
  time_poses<fcl::OBB<double>>(state, p, false, is_right, [](const auto& a, const auto& b, const Transform& pose) {
    return meeting(a, b, pose, std::numeric_limits<std::size_t>::max());
  });
}

void time_distance(benchmark::State& state, const MeshPairCase& p, bool only_apart) {
  time_poses<fcl::OBBRSS<double>>(
      state, p, only_apart,
      [&](std::size_t i, double found) { return std::abs(std::max(0.0, found) - p.distance[i]) < 1e-9 * p.a->size; },
      [](const auto& a, const auto& b, const Transform& pose) {
        const fcl::DistanceRequest<double> request(true);
        fcl::DistanceResult<double> result;
        fcl::distance(&a, Transform::Identity(), &b, pose, request, result);
        return result.min_distance;
      });
}

}  // namespace

void register_fcl_mesh(const MeshCase& m) {
  add("build/" + m.name + "/fcl", [&m](benchmark::State& state) {
    time_all(state, 1, m.mesh.triangles.size(), [&](std::size_t) { return fcl_model<fcl::OBB<double>>(m.mesh).getNumBVs(); });
  });
}

void register_fcl_pair(const MeshPairCase& p) {
  add("mesh_boolean/" + p.name + "/all_poses/fcl", [&p](benchmark::State& state) { time_boolean(state, p); });
  add("mesh_distance/" + p.name + "/all_poses/fcl", [&p](benchmark::State& state) { time_distance(state, p, false); });
  add("mesh_distance/" + p.name + "/apart/fcl", [&p](benchmark::State& state) { time_distance(state, p, true); });
  constexpr std::size_t most_for_pairs = 200'000;  // of a million triangles they take tens of milliseconds a pose
  if (p.a->mesh.triangles.size() > most_for_pairs) return;
  add("mesh_pairs/" + p.name + "/all_poses/fcl", [&p](benchmark::State& state) { time_pairs(state, p); });
}

}  // namespace graze::bench
