/// How long the first contact of meshes that move and turn takes, beside FCL. Files of questions may be given: all `sweep`s of a
/// file must be about the same two meshes. Without any, motions past meshes made by formula.

#include <cstdio>
#include <filesystem>
#include <fstream>
#include <list>
#include <random>

#include <Eigen/Geometry>

#include <graze/io/question.h>
#include <graze/shapes/generate.h>
#include <graze/tree/mesh_tree.h>

#include "timing.h"
#include "turning_cases.h"

namespace graze::bench {
namespace {

/// Of the size of the meshes.
constexpr double relative_tolerance = 1e-6;
constexpr int motions = 50;

TurningImpact ask(const TurningCase& c, std::size_t i) {
  return sweep_turning(c.a[i], c.b[i], {.t_max = c.t_max[i], .tolerance = c.tolerance}).value();
}

/// b starts about 1.3 sizes away and flies past or into a, turning by about a radian.
TurningCase generated(std::string name, TriangleMesh a, TriangleMesh b, double size) {
  std::mt19937_64 engine(7);
  std::normal_distribution<double> normal;
  const auto vector = [&] { return Vec3(normal(engine), normal(engine), normal(engine)); };
  TurningCase result{std::move(name), a, b, {}, {}, {}, relative_tolerance * size, {}};
  const Geometry geometry_a = Geometry::make({std::move(a)}).value(), geometry_b = Geometry::make({std::move(b)}).value();
  for (int n = 0; n < motions; ++n) {
    const Eigen::Quaterniond turned =
        Eigen::Quaterniond(normal(engine), normal(engine), normal(engine), normal(engine)).normalized();
    const Vec3 start = 1.3 * size * vector().normalized();
    result.a.push_back({geometry_a, {}, {}});
    result.b.push_back(
        {geometry_b, {turned.toRotationMatrix(), start}, {-1.5 * start + 0.5 * size * vector(), 0.6 * vector(), {}}});
    result.t_max.push_back(1);
  }
  return result;
}

std::optional<TurningCase> read(const std::filesystem::path& file) {
  std::ifstream in(file);
  const QuestionReader reader(file.parent_path());
  TurningCase result{file.stem().string(), {}, {}, {}, {}, {}, 0, {}};
  for (std::string line; std::getline(in, line);) {
    const QuestionLine read = reader.read(line);
    if (!read.question || !read.question->b || !read.question->a->geometry.tree() || !read.question->b->geometry.tree()) {
      std::fprintf(stderr, "%s: not a question about two meshes\n", file.c_str());
      return std::nullopt;
    }
    result.a.push_back(*read.question->a);
    result.b.push_back(*read.question->b);
    result.t_max.push_back(read.question->options.t_max);
    result.tolerance = read.question->options.tol.value_or(relative_tolerance);
  }
  if (result.a.empty()) return std::nullopt;
  result.mesh_a = result.a.front().geometry.tree()->mesh();
  result.mesh_b = result.b.front().geometry.tree()->mesh();
  return result;
}

void register_case(TurningCase& c) {
  for (std::size_t i = 0; i < c.a.size(); ++i) c.answer.push_back(ask(c, i));
  add("turning/" + c.name + "/graze",
      [&c](benchmark::State& state) { time_all(state, c.a.size(), 1, [&](std::size_t i) { return ask(c, i); }); });
#if defined(GRAZE_BENCH_WITH_FCL)
  register_fcl_turning(c);
#endif
}

void add_generated(std::list<TurningCase>& cases) {
  const TriangleMesh bumpy = make_bumpy_sphere_mesh(0.5, 0.2, 5), torus = make_torus_mesh(0.35, 0.14, 100, 50);
  cases.push_back(generated("bumpy_bumpy", bumpy, bumpy, 1));
  cases.push_back(generated("bumpy_torus", bumpy, torus, 1));
}

}  // namespace
}  // namespace graze::bench

int main(int argc, char** argv) {
  using namespace graze::bench;
  std::list<TurningCase> cases;  // benchmarks keep pointers
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
  for (TurningCase& turning : cases) register_case(turning);
  return run_registered(static_cast<int>(options.size()), options.data(), RatioReporter());
}
