/// How long the closest approach of moving meshes takes beside their first contact, depth along a direction beside distance, and an
/// integrated motion beside the same path as keyframes.

#include <cmath>
#include <random>
#include <vector>

#include <Eigen/Geometry>

#include <graze/closest_approach.h>
#include <graze/distance.h>
#include <graze/generate.h>
#include <graze/integrate.h>
#include <graze/penetration.h>
#include <graze/sweep.h>

#include "timing.h"

namespace graze::bench {
namespace {

constexpr int questions = 50;

struct BodyPair {
  Body a, b;
};

class RandomVectors {
 public:
  Vec3 vector() { return {normal_(engine_), normal_(engine_), normal_(engine_)}; }
  Vec3 unit() { return vector().normalized(); }
  Mat3 rotation() {
    return Eigen::Quaterniond(normal_(engine_), normal_(engine_), normal_(engine_), normal_(engine_))
        .normalized()
        .toRotationMatrix();
  }

 private:
  std::mt19937_64 engine_{7};
  std::normal_distribution<double> normal_;
};

/// b starts about 1.3 sizes away and flies past or into a, as in graze_bench_motion.
std::vector<BodyPair> flights(const Geometry& a, const Geometry& b) {
  RandomVectors random;
  std::vector<BodyPair> pairs;
  for (int n = 0; n < questions; ++n) {
    const Vec3 start = 1.3 * random.unit(), velocity = -1.5 * start + 0.5 * random.vector();
    pairs.push_back({{a, {}, {}}, {b, {random.rotation(), start}, {velocity, Vec3::Zero(), {}}}});
  }
  return pairs;
}

/// Apart for distances, in each other for depths; the direction is the motion of b.
std::vector<BodyPair> poses(const Geometry& a, const Geometry& b, double apart) {
  RandomVectors random;
  std::vector<BodyPair> pairs;
  for (int n = 0; n < questions; ++n)
    pairs.push_back({{a, {}, {}}, {b, {random.rotation(), apart * random.unit()}, {random.unit(), Vec3::Zero(), {}}}});
  return pairs;
}

template <class Answer>
void add_all(const std::string& name, std::vector<BodyPair> pairs, Answer answer) {
  add(name, [pairs = std::move(pairs), answer](benchmark::State& state) {
    time_all(state, pairs.size(), 1, [&](std::size_t i) { return answer(pairs[i]); });
  });
}

void add_meshes(const std::string& name, const Geometry& a, const Geometry& b) {
  add_all("first_contact/" + name + "/graze", flights(a, b),
          [](const BodyPair& p) { return sweep(p.a, p.b, {.t_max = 1}).value(); });
  add_all("closest_approach/" + name + "/graze", flights(a, b),
          [](const BodyPair& p) { return closest_approach(p.a, p.b, {.t_max = 1}).value(); });
  add_all("distance/" + name + "/graze", poses(a, b, 1.3), [](const BodyPair& p) { return closest_points(p.a, p.b).value(); });
  add_all("depth_along/" + name + "/graze", poses(a, b, 0.4),
          [](const BodyPair& p) { return penetration(p.a, p.b, p.b.motion.velocity).value(); });
}

/// A body that is thrown, tumbling, in a hundred steps; and the same path given as keyframes.
void add_integrated(const std::string& name, const Geometry& a, const Geometry& b) {
  const TwistField thrown = [](double t, const Pose&) { return Twist{Vec3(-1, 0.2, 1 - 2 * t), Vec3(0.5, t, 0.2)}; };
  const Pose start{Mat3::Identity(), Vec3(1.3, -0.1, -0.2)};
  const IntegrateOptions options{.t_max = 1, .step = 0.01, .bounds = TwistBounds{3, 0}};
  const Path rest(Pose{}, Motion{});
  add("integrated/" + name + "/graze", [=](benchmark::State& state) {
    time_all(state, 1, 1, [&](std::size_t) {
      const IntegratedMotion motion = integrate(b, start, thrown, options).value();
      return sweep_along(a, rest, b, motion.path, {.t_max = 1, .margin = *motion.bound}).value();
    });
  });
  add("keyframes/" + name + "/graze", [=](benchmark::State& state) {
    const IntegratedMotion motion = integrate(b, start, thrown, options).value();
    time_all(state, 1, 1,
             [&](std::size_t) { return sweep_along(a, rest, b, motion.path, {.t_max = 1, .margin = *motion.bound}).value(); });
  });
}

}  // namespace
}  // namespace graze::bench

int main(int argc, char** argv) {
  using namespace graze;
  using namespace graze::bench;
  const Geometry bumpy = Geometry::make({make_bumpy_sphere_mesh(0.5, 0.2, 6)}).value();
  const Geometry torus = Geometry::make({make_torus_mesh(0.35, 0.14, 265, 132)}).value();
  add_meshes("bumpy_bumpy", bumpy, bumpy);
  add_meshes("bumpy_torus", bumpy, torus);
  add_integrated("bumpy_torus", bumpy, torus);
  return run_registered(argc, argv, RatioReporter());
}
