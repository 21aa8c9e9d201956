/// How long all pairs of a scene of meshes take beside FCL's manager, and the first contact of a scene beside its pairs asked one
/// by one. With --growth=COUNT instead: steps of 100, 1000, … up to so many moving boxes, beside FCL's manager and Bullet's world,
/// and threads. With --threads=COUNT: questions about so many boxes by one thread and by two.

#include <array>
#include <cmath>
#include <cstdio>
#include <list>
#include <memory>
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

/// Those boxes as a scene: they are set to new places a step, or fly.
struct BoxScene {
  Scene scene;
  std::vector<BodyId> ids;
  MovingBoxes boxes;

  explicit BoxScene(std::size_t count, bool moving = false) : boxes(count) {
    for (std::size_t i = 0; i < count; ++i) {
      const Geometry box = Geometry::make(Shape{Aabb{-boxes.half[i], boxes.half[i]}}).value();
      const Motion motion{.velocity = moving ? boxes.way[i] : Vec3(Vec3::Zero())};
      ids.push_back(scene.add({.parts = {{box}}, .pose = {.translation = boxes.place[i]}, .motion = motion}).value());
    }
  }

  void move(int step) {
    for (std::size_t i = 0; i < ids.size(); ++i) static_cast<void>(scene.set_pose(ids[i], {.translation = boxes.at(i, step)}));
  }

  std::size_t step(int number, unsigned threads) {
    move(number);
    return overlapping_pairs(scene, {.threads = threads}).value().size();
  }
};

/// Questions about boxes that fly, or are set to other poses before each.
void compare_threads_of_scene(std::size_t count) {
  std::array<BoxScene, 2> set{BoxScene(count), BoxScene(count)}, flying{BoxScene(count, true), BoxScene(count, true)};
  const auto nothing = [](unsigned) {};
  int moved = 0;
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

StepOfBoxes our_boxes(std::size_t count, unsigned threads) {
  const auto scene = std::make_shared<BoxScene>(count);
  return [scene, threads](int step) { return scene->step(step, threads); };
}

bool finds_our_pairs(const StepOfBoxes& theirs, std::size_t count) {
  const StepOfBoxes ours = our_boxes(count, 1);
  for (const int step : {0, 1, 2}) {
    const auto found = static_cast<double>(theirs(step)), right = static_cast<double>(ours(step));
    if (std::abs(found - right) > 1e-3 * right) return false;
  }
  return true;
}

void register_growth(std::size_t count) {
  constexpr std::size_t most_of_others = 100000;
  add_steps_of_boxes("graze", count, [](std::size_t n) { return our_boxes(n, 1); });
  if (count > most_of_others) return;  // minutes
#if defined(GRAZE_BENCH_WITH_FCL)
  register_fcl_boxes(count);
#endif
#if defined(GRAZE_BENCH_WITH_BULLET)
  register_bullet_boxes(count);
#endif
}

/// By the clock on the wall.
void register_threads(std::size_t count, unsigned threads) {
  const auto made = std::make_shared<StepOfBoxes>();
  const std::string name = "scene_threads/" + std::to_string(count) + "_boxes/graze_threads_" + std::to_string(threads);
  benchmark::RegisterBenchmark(name.c_str(), [made, count, threads](benchmark::State& state) {
    if (!*made) *made = our_boxes(count, threads);
    int number = 0;
    time_all(state, 1, 1, [&](std::size_t) { return (*made)(number++); });
  })->UseRealTime();
}

void register_crowd(const MeshScene& scene) {
  add("scene_pairs/300_bodies_96k_triangles/graze", [&scene](benchmark::State& state) {
    OurScene ours(scene);
    time_all(state, scene.steps.size(), 1, [&](std::size_t i) { return ours.step(scene.steps[i]); });
  });
}

}  // namespace

MovingBoxes::MovingBoxes(std::size_t count) {
  Engine engine(6);
  const double side = 1.25 * std::cbrt(static_cast<double>(count));
  std::uniform_real_distribution<double> number(0, side), reach(0.1, 0.5);
  const auto vector = [&](auto& coordinate) {
    const double x = coordinate(engine), y = coordinate(engine), z = coordinate(engine);
    return Vec3(x, y, z);
  };
  for (std::size_t i = 0; i < count; ++i) {
    half.push_back(vector(reach));
    place.push_back(vector(number));
    way.push_back(0.01 * vector_of(engine));
  }
}

Vec3 MovingBoxes::at(std::size_t i, int step) const {
  const int phase = step % 16;
  return place[i] + (phase < 8 ? phase : 16 - phase) * way[i];
}

void add_steps_of_boxes(const std::string& who, std::size_t count, std::function<StepOfBoxes(std::size_t count)> make) {
  const auto made = std::make_shared<StepOfBoxes>();
  const auto run = [made, count, is_peer = who != "graze", make = std::move(make)](benchmark::State& state) {
    if (!*made) {
      StepOfBoxes first = make(count);
      if (is_peer && !finds_our_pairs(first, count)) return state.SkipWithError("other pairs than ours");
      *made = std::move(first);
    }
    int number = 0;
    time_all(state, 1, 1, [&](std::size_t) { return (*made)(number++); });
  };
  add("scene_growth/" + std::to_string(count) + "_boxes/" + who, run);
}

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
    for (const unsigned threads : thread_counts()) register_threads(std::min<std::size_t>(most_bodies, 100000), threads);
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
