/// How long all pairs of a scene of meshes take beside FCL's manager, and the first contact of a scene beside its pairs asked one
/// by one.

#include <cmath>
#include <list>
#include <random>

#include <Eigen/Geometry>

#include <graze/generate.h>
#include <graze/scene_motion.h>
#include <graze/sweep.h>

#include "scene_cases.h"
#include "timing.h"

namespace graze::bench {
namespace {

constexpr int step_count = 4;
constexpr std::size_t moving_meshes = 1000;
constexpr double t_max = 1;

using Engine = std::mt19937_64;

Vec3 vector_of(Engine& engine) {
  std::normal_distribution<double> normal;
  return {normal(engine), normal(engine), normal(engine)};
}

Mat3 rotation_of(Engine& engine) {
  std::normal_distribution<double> normal;
  return Eigen::Quaterniond(normal(engine), normal(engine), normal(engine), normal(engine)).normalized().toRotationMatrix();
}

TriangleMesh bumpy_ball() {
  TriangleMesh mesh = make_sphere_mesh(1, 2);
  for (Vec3& v : mesh.vertices) v *= 1 + 0.2 * std::sin(5 * v.x()) * std::sin(4 * v.y() + 3 * v.z());
  return mesh;
}

class OurScene {
 public:
  explicit OurScene(const MeshScene& scene) {
    const Geometry geometry = Geometry::make(Shape{scene.mesh}).value();
    for (const Pose& pose : scene.steps[0]) ids_.push_back(scene_.add({.parts = {{geometry}}, .pose = pose}).value());
  }

  IndexPairs step(const std::vector<Pose>& poses) {
    for (std::size_t i = 0; i < poses.size(); ++i) static_cast<void>(scene_.set_pose(ids_[i], poses[i]));
    IndexPairs pairs;
    const auto meeting = overlapping_pairs(scene_, {.threads = 1});
    for (const ScenePair& pair : meeting.value()) pairs.emplace_back(pair.a.index, pair.b.index);
    return pairs;
  }

 private:
  Scene scene_;
  std::vector<BodyId> ids_;
};

/// Meshes on a grid that fly off in all directions; neighbours meet.
struct MovingMeshes {
  std::vector<Body> bodies;
  Scene scene;
};

MovingMeshes moving_scene() {
  Engine engine(5);
  const Geometry geometry = Geometry::make(Shape{bumpy_ball()}).value();
  MovingMeshes all;
  const int side = 10;
  for (std::size_t i = 0; i < moving_meshes; ++i) {
    const auto k = static_cast<int>(i);
    const Vec3 cell(k % side, k / side % side, k / side / side);
    const Body body{geometry, {rotation_of(engine), 4 * cell}, {.velocity = 0.7 * vector_of(engine)}};
    all.bodies.push_back(body);
    static_cast<void>(all.scene.add({.parts = {{geometry}}, .pose = body.pose, .motion = body.motion}).value());
  }
  return all;
}

double first_of_pairs(const std::vector<Body>& bodies) {
  double first = t_max;
  for (std::size_t i = 0; i < bodies.size(); ++i) {
    for (std::size_t j = i + 1; j < bodies.size(); ++j) {
      const auto impact = sweep(bodies[i], bodies[j], {.t_max = t_max}).value();
      if (impact) first = std::min(first, impact->first);
    }
  }
  return first;
}

double first_of_scene(const Scene& scene) { return first_contact(scene, {.t_max = t_max}, {.threads = 1}).value().t_lo; }

void register_first_contact(const MovingMeshes& meshes) {
  const auto one_by_one = [&meshes](benchmark::State& state) {
    if (first_of_pairs(meshes.bodies) != first_of_scene(meshes.scene)) return state.SkipWithError("another first contact");
    time_all(state, 1, 1, [&](std::size_t) { return first_of_pairs(meshes.bodies); });
  };
  benchmark::RegisterBenchmark("scene_first_contact/1000_moving_meshes/graze_pair_by_pair", one_by_one)->Iterations(1);
  add("scene_first_contact/1000_moving_meshes/graze",
      [&meshes](benchmark::State& state) { time_all(state, 1, 1, [&](std::size_t) { return first_of_scene(meshes.scene); }); });
}

void register_crowd(const MeshScene& scene) {
  add("scene_pairs/300_bodies_96k_triangles/graze", [&scene](benchmark::State& state) {
    OurScene ours(scene);
    time_all(state, scene.steps.size(), 1, [&](std::size_t i) { return ours.step(scene.steps[i]); });
  });
}

}  // namespace

MeshScene crowd_of_meshes(std::size_t bodies) {
  Engine engine(4);
  MeshScene scene{bumpy_ball(), {}};
  const double side = 2.2 * std::cbrt(static_cast<double>(bodies));
  std::uniform_real_distribution<double> number(0, side);
  std::vector<Pose> poses;
  for (std::size_t i = 0; i < bodies; ++i) poses.push_back({rotation_of(engine), {number(engine), number(engine), number(engine)}});
  for (int step = 0; step < step_count; ++step) {
    scene.steps.push_back(poses);
    for (Pose& pose : poses) pose.translation += 0.02 * vector_of(engine);
  }
  return scene;
}

std::vector<IndexPairs> pairs_of_steps(const MeshScene& scene) {
  OurScene ours(scene);
  std::vector<IndexPairs> pairs;
  for (const auto& poses : scene.steps) pairs.push_back(ours.step(poses));
  return pairs;
}

}  // namespace graze::bench

int main(int argc, char** argv) {
  using namespace graze::bench;
  const MeshScene crowd = crowd_of_meshes(300);
  const auto answers = pairs_of_steps(crowd);
  const MovingMeshes meshes = moving_scene();
  register_crowd(crowd);
#if defined(GRAZE_BENCH_WITH_FCL)
  register_fcl_scene(crowd, answers);
#endif
  register_first_contact(meshes);
  return run_registered(argc, argv, RatioReporter());
}
