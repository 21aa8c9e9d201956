/// How long all pairs of a scene of meshes take beside FCL's manager, and the first contact of a scene beside its pairs asked one
/// by one. With --growth=COUNT instead: 100, 1000, … up to so many moving boxes, and threads. With --threads=COUNT: questions about
/// so many boxes by one thread and by two.

#include <array>
#include <cmath>
#include <cstdio>
#include <list>
#include <memory>
#include <random>
#include <thread>

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

/// As many boxes as asked for, 0.85 pairs a box, all of which move a little a step; by the clock on the wall where threads are
/// many.
struct BoxScene {
  Scene scene;
  std::vector<BodyId> ids;
  std::vector<Vec3> places, steps;

  explicit BoxScene(std::size_t count, bool moving = false) {
    Engine engine(6);
    const double side = 1.25 * std::cbrt(static_cast<double>(count));
    std::uniform_real_distribution<double> number(0, side), half(0.1, 0.5);
    for (std::size_t i = 0; i < count; ++i) {
      const Vec3 reach(half(engine), half(engine), half(engine));
      const Geometry box = Geometry::make(Shape{Aabb{-reach, reach}}).value();
      places.push_back({number(engine), number(engine), number(engine)});
      steps.push_back(0.01 * vector_of(engine));
      const Motion motion{.velocity = moving ? steps.back() : Vec3(Vec3::Zero())};
      ids.push_back(scene.add({.parts = {{box}}, .pose = {.translation = places.back()}, .motion = motion}).value());
    }
  }

  void move(double by) {
    for (std::size_t i = 0; i < ids.size(); ++i)
      static_cast<void>(scene.set_pose(ids[i], {.translation = places[i] + by * steps[i]}));
  }

  std::size_t step(int number, unsigned threads) {
    move(number % 16 < 8 ? number % 8 : 8 - number % 8);
    return overlapping_pairs(scene, {.threads = threads}).value().size();
  }
};

/// Questions about boxes that fly, or are set to other poses before each.
void compare_threads_of_scene(std::size_t count) {
  std::array<BoxScene, 2> set{BoxScene(count), BoxScene(count)}, flying{BoxScene(count, true), BoxScene(count, true)};
  const auto nothing = [](unsigned) {};
  double moved = 0;
  compare_threads(
      "pairs, new boxes in the old order", [&](unsigned threads) { set[threads - 1].move(moved += 3); },
      [&](unsigned threads) { benchmark::DoNotOptimize(overlapping_pairs(set[threads - 1].scene, {.threads = threads})); });
  double at = 0;
  compare_threads("pairs, sorted anew", nothing, [&](unsigned threads) {
    benchmark::DoNotOptimize(overlapping_pairs(flying[threads - 1].scene, {.at = at += 0.1, .threads = threads}));
  });
  compare_threads("statuses within 0.2", nothing, [&](unsigned threads) {
    benchmark::DoNotOptimize(statuses(flying[threads - 1].scene, {.clearance = 0.2}, {.threads = threads}));
  });
  compare_threads("first contact of the scene", nothing, [&](unsigned threads) {
    benchmark::DoNotOptimize(first_contact(flying[threads - 1].scene, {.t_max = 10}, {.threads = threads, .ignore_initial = true}));
  });
  compare_threads("first contact of each pair", nothing, [&](unsigned threads) {
    benchmark::DoNotOptimize(
        first_contacts(flying[threads - 1].scene, {.t_max = 10}, {.threads = threads, .ignore_initial = true}));
  });
}

void register_growth(std::size_t count) {
  const auto made = std::make_shared<std::unique_ptr<BoxScene>>();
  add("scene_growth/" + std::to_string(count) + "_boxes/graze", [made, count](benchmark::State& state) {
    if (!*made) *made = std::make_unique<BoxScene>(count);
    int number = 0;
    time_all(state, 1, 1, [&](std::size_t) { return (*made)->step(number++, 1); });
  });
}

void register_threads(std::size_t count, unsigned threads) {
  const auto made = std::make_shared<std::unique_ptr<BoxScene>>();
  const std::string name = "scene_threads/" + std::to_string(count) + "_boxes/graze_" + std::to_string(threads);
  benchmark::RegisterBenchmark(name.c_str(), [made, count, threads](benchmark::State& state) {
    if (!*made) *made = std::make_unique<BoxScene>(count);
    int number = 0;
    time_all(state, 1, 1, [&](std::size_t) { return (*made)->step(number++, threads); });
  })->UseRealTime();
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
  std::size_t most_bodies = 0;
  if (argc > 1 && std::sscanf(argv[1], "--growth=%zu", &most_bodies) == 1) {
    for (std::size_t count = 100; count <= most_bodies; count *= 10) register_growth(count);
    for (unsigned threads = 1; threads <= std::max(2U, std::thread::hardware_concurrency()); threads *= 2)
      register_threads(std::min<std::size_t>(most_bodies, 100000), threads);
    return run_registered(argc - 1, (argv[1] = argv[0], argv + 1), RatioReporter());
  }
  if (argc > 1 && std::sscanf(argv[1], "--threads=%zu", &most_bodies) == 1) return compare_threads_of_scene(most_bodies), 0;
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
