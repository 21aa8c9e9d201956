/// How long the first contact of meshes that move, and of meshes that also turn, takes, beside FCL. Files of questions may be
/// given: all `sweep`s of a file must be about the same two meshes. Without any, motions past meshes made by formula.

#include <filesystem>
#include <list>
#include <random>

#include <Eigen/Geometry>

#include <graze/generate.h>
#include <graze/sweep.h>

#include "motion_cases.h"
#include "question_file.h"
#include "timing.h"
#include "tree/nodes/mesh_tree.h"

namespace graze::bench {
namespace {

/// Of the size of the meshes.
constexpr double relative_tolerance = 1e-6;
constexpr int motions = 50;

TurningImpact certified(const MotionCase& c, std::size_t i) {
  return sweep_turning(c.a[i], c.b[i], {.t_max = c.t_max[i], .tolerance = c.tolerance}).value();
}

auto exact(const MotionCase& c, std::size_t i) { return sweep(c.a[i], c.b[i], {.t_max = c.t_max[i]}).value(); }

TurningImpact as_bracket(const std::optional<Impact>& impact, double t_max) {
  TurningImpact bracket;
  bracket.status = impact ? TurningStatus::contact : TurningStatus::clear;
  bracket.t_lo = impact ? impact->first : t_max;
  if (impact) bracket.t_hi = impact->first;
  return bracket;
}

void answer_all(MotionCase& c) {
  for (std::size_t i = 0; i < c.a.size(); ++i) c.answer.push_back(c.turns ? certified(c, i) : as_bracket(exact(c, i), c.t_max[i]));
}

/// b starts about 1.3 sizes away and flies past or into a; a turning one turns by about a radian.
MotionCase generated(std::string name, TriangleMesh a, TriangleMesh b, double size, bool turns) {
  std::mt19937_64 engine(7);
  std::normal_distribution<double> normal;
  const auto vector = [&] { return Vec3(normal(engine), normal(engine), normal(engine)); };
  MotionCase result{std::move(name), a, b, {}, {}, {}, turns, relative_tolerance * size, {}};
  const Geometry geometry_a = Geometry::make({std::move(a)}).value(), geometry_b = Geometry::make({std::move(b)}).value();
  for (int n = 0; n < motions; ++n) {
    const Eigen::Quaterniond turned =
        Eigen::Quaterniond(normal(engine), normal(engine), normal(engine), normal(engine)).normalized();
    const Vec3 start = 1.3 * size * vector().normalized();
    const Vec3 velocity = -1.5 * start + 0.5 * size * vector(), omega = turns ? Vec3(0.6 * vector()) : Vec3::Zero();
    result.a.push_back({geometry_a, {}, {}});
    result.b.push_back({geometry_b, {turned.toRotationMatrix(), start}, {velocity, omega, {}}});
    result.t_max.push_back(1);
  }
  return result;
}

std::optional<MotionCase> read(const std::filesystem::path& file) {
  const auto questions = read_questions(file);
  if (!questions) return std::nullopt;
  MotionCase result{file.stem().string(), {}, {}, {}, {}, {}, false, 0, {}};
  for (const Question& question : *questions) {
    result.a.push_back(*question.a);
    result.b.push_back(*question.b);
    result.t_max.push_back(question.options.t_max);
    result.turns = result.turns || question.a->motion.rotates() || question.b->motion.rotates();
    result.tolerance = question.options.tolerance.value_or(relative_tolerance);
  }
  result.mesh_a = result.a.front().geometry.tree()->mesh();
  result.mesh_b = result.b.front().geometry.tree()->mesh();
  return result;
}

void register_case(MotionCase& c) {
  answer_all(c);
  add(question_of(c) + "/graze", [&c](benchmark::State& state) {
    if (c.turns)
      time_all(state, c.a.size(), 1, [&](std::size_t i) { return certified(c, i); });
    else
      time_all(state, c.a.size(), 1, [&](std::size_t i) { return exact(c, i); });
  });
#if defined(GRAZE_BENCH_WITH_FCL)
  register_fcl_motion(c);
#endif
}

void add_generated(std::list<MotionCase>& cases) {
  const TriangleMesh bumpy = make_bumpy_sphere_mesh(0.5, 0.2, 5), torus = make_torus_mesh(0.35, 0.14, 100, 50);
  for (const bool turning : {false, true}) {
    cases.push_back(generated("bumpy_bumpy", bumpy, bumpy, 1, turning));
    cases.push_back(generated("bumpy_torus", bumpy, torus, 1, turning));
  }
}

}  // namespace
}  // namespace graze::bench

int main(int argc, char** argv) {
  using namespace graze::bench;
  std::list<MotionCase> cases;  // benchmarks keep pointers
  std::vector<char*> options;
  for (int i = 0; i < argc; ++i) {
    if (i == 0 || argv[i][0] == '-') {
      options.push_back(argv[i]);
    } else if (auto read_case = read(argv[i])) {
      cases.push_back(*std::move(read_case));
    } else {
      return 2;
    }
  }
  if (cases.empty()) add_generated(cases);
  for (MotionCase& motion : cases) register_case(motion);
  return run_registered(static_cast<int>(options.size()), options.data(), RatioReporter());
}
