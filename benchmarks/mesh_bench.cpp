/// How long queries on meshes take: nearest points, first hits of rays, mesh against mesh, building the tree; beside CGAL, Embree
/// and FCL. Mesh files may be given: each is asked about by itself, the first with the second, the third with the fourth, …. Of a
/// file of questions (.jsonl), all about the same two meshes, the poses of the second are taken; the first must stand at the
/// origin. With --growth=COUNT the same of meshes of 100, 1000, 10,000, … up to so many triangles.

#include <cmath>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <list>

#include <graze/batch.h>
#include <graze/distance.h>
#include <graze/generate.h>
#include <graze/intersection.h>
#include <graze/mesh.h>
#include <graze/mesh_file.h>
#include <graze/options.h>
#include <graze/overlap.h>
#include <graze/raycast.h>

#include "mesh_peers.h"
#include "question_file.h"
#include "timing.h"
#include "tree/nodes/mesh_tree.h"

namespace graze::bench {
namespace {

/// nearest_point() and first_hit() are what compares with others: points and rays in the frame of one mesh. Bodies have any pose.
void register_own_mesh(const MeshCase& m) {
  add("point/" + m.name + "/graze", [&m](benchmark::State& state) {
    time_all(state, m.points.size(), 1, [&](std::size_t i) { return nearest_point(*m.geometry.tree(), m.points[i]); });
  });
  add("ray/" + m.name + "/graze", [&m](benchmark::State& state) {
    time_all(state, m.rays.size(), 1, [&](std::size_t i) { return first_hit(*m.geometry.tree(), m.rays[i]); });
  });
  add("build/" + m.name + "/graze", [&m](benchmark::State& state) {
    time_all(state, 1, m.mesh.triangles.size(), [&](std::size_t) { return MeshTree::build(m.mesh, {.threads = 1}).value(); });
  });
}

void register_bodies(const MeshCase& m) {
  add("point/" + m.name + "/graze_bodies", [&m](benchmark::State& state) {
    const Body mesh{m.geometry, {}, {}};
    std::vector<Body> points;
    for (const Vec3& p : m.points) points.push_back({Geometry::make(Shape{Point{p}}).value(), {}, {}});
    time_all(state, points.size(), 1, [&](std::size_t i) { return closest_points(points[i], mesh); });
  });
  add("ray/" + m.name + "/graze_body", [&m](benchmark::State& state) {
    const Body mesh{m.geometry, {}, {}};
    time_all(state, m.rays.size(), 1, [&](std::size_t i) { return raycast(m.rays[i], mesh, {.first_only = true}); });
  });
}

template <class Question>
void time_poses(benchmark::State& state, const MeshPairCase& p, bool only_apart, Question&& question) {
  const Body a{p.a->geometry, Pose{}, {}};
  std::vector<Body> b;
  for (std::size_t i = 0; i < p.poses.size(); ++i) {
    if (!only_apart || p.distance[i] > 0) b.push_back({p.b->geometry, p.poses[i], {}});
  }
  time_all(state, b.size(), 1, [&](std::size_t i) { return question(a, b[i]); });
}

void register_own_pair(const MeshPairCase& p) {
  const IntersectionOptions all{std::size_t(-1)};
  const auto nearest = [](const Body& a, const Body& b) { return closest_points(a, b); };
  add("mesh_boolean/" + p.name + "/all_poses/graze",
      [&p](benchmark::State& state) { time_poses(state, p, false, [](const Body& a, const Body& b) { return overlap(a, b); }); });
  add("mesh_distance/" + p.name + "/all_poses/graze",
      [&p, nearest](benchmark::State& state) { time_poses(state, p, false, nearest); });
  if (p.is_huge()) return;
  add("mesh_pairs/" + p.name + "/all_poses/graze", [&p, all](benchmark::State& state) {
    time_poses(state, p, false, [&](const Body& a, const Body& b) { return intersection(a, b, all); });
  });
  add("mesh_distance/" + p.name + "/apart/graze", [&p, nearest](benchmark::State& state) { time_poses(state, p, true, nearest); });
}

/// All poses as one batch. Time passes for all threads at once: processor time would count them together.
void register_batch(const MeshPairCase& p, unsigned threads) {
  benchmark::RegisterBenchmark(
      ("mesh_batch/" + p.name + "/distance/graze_threads_" + std::to_string(threads)).c_str(),
      [&p, threads](benchmark::State& state) {
        const Body a{p.a->geometry, Pose{}, {}}, b{p.b->geometry, Pose{}, {}};
        const auto pairs = in_poses(a, b, p.poses);
        const auto nearest = [](const Body& first, const Body& second) { return closest_points(first, second); };
        time_all(state, 1, pairs.size(), [&](std::size_t) { return answer_each(std::span(pairs), nearest, {threads}).size(); });
      })
      ->UseRealTime();
}

/// The same steps of one path with and without the memory of the last step.
void register_path(const MeshPairCase& p) {
  add("mesh_distance/" + p.name + "/graze", [&p](benchmark::State& state) {
    time_poses(state, p, false, [](const Body& a, const Body& b) { return closest_points(a, b); });
  });
  add("mesh_distance/" + p.name + "/graze_warm", [&p](benchmark::State& state) {
    WarmStart memory;
    time_poses(state, p, false, [&](const Body& a, const Body& b) { return closest_points(a, b, memory); });
  });
}

void register_mesh(const MeshCase& m) {
  register_own_mesh(m);
  if (m.is_huge()) return;  // the trees of others would not fit into the memory of most machines
  register_bodies(m);
#if defined(GRAZE_BENCH_WITH_CGAL)
  register_cgal_mesh(m);
#endif
#if defined(GRAZE_BENCH_WITH_EMBREE)
  register_embree_mesh(m);
#endif
#if defined(GRAZE_BENCH_WITH_FCL)
  register_fcl_mesh(m);
#endif
}

void register_pair(const MeshPairCase& p) {
  register_own_pair(p);
  if (p.is_huge()) return;
  for (const unsigned threads : thread_counts()) register_batch(p, threads);
#if defined(GRAZE_BENCH_WITH_FCL)
  register_fcl_pair(p);
#endif
}

struct Cases {
  std::list<MeshCase> meshes;  ///< lists: pairs and benchmarks keep pointers
  std::list<MeshPairCase> pairs;
  std::list<MeshPairCase> paths;
};

void add_pair(Cases& cases, const MeshCase& a, const MeshCase& b) {
  const std::string name = a.name + "_" + b.name;
  cases.pairs.push_back(make_pair_case(name, a, b, random_poses(a, b)));
  cases.paths.push_back(make_pair_case(name + "/along_a_path", a, b, poses_along_a_path(a, b)));
}

void add_generated(Cases& cases) {
  cases.meshes.push_back(make_mesh_case("bumpy", make_bumpy_sphere_mesh(1, 0.2, 6)));
  cases.meshes.push_back(make_mesh_case("torus", make_torus_mesh(1, 0.4, 200, 100)));
  add_pair(cases, cases.meshes.front(), cases.meshes.front());
  add_pair(cases, cases.meshes.front(), cases.meshes.back());
}

/// What is free, or else no limit.
double bytes_available() {
  std::ifstream memory("/proc/meminfo");
  for (std::string line; std::getline(memory, line);) {
    double kilobytes = 0;
    if (std::sscanf(line.c_str(), "MemAvailable: %lf", &kilobytes) == 1) return 1024 * kilobytes;
  }
  return INFINITY;
}

/// Rings with bumps of 100, 1000, … triangles and half of the most, each against itself.
void add_growing(Cases& cases, double most) {
  constexpr double bytes_a_huge_triangle = 300, bytes_a_triangle = 1500;  // measured: 240, and 1200 with the trees of others
  std::vector<double> counts;
  for (double count = 100; count <= most; count *= 10) counts.push_back(count);
  if (most > huge_mesh) counts.push_back(most / 2);
  for (const double count : counts) {
    if (count * (count > huge_mesh ? bytes_a_huge_triangle : bytes_a_triangle) > bytes_available()) {
      std::fprintf(stderr, "%.0f triangles are left out: too little memory\n", count);
      continue;
    }
    const std::string name = "growth_" + std::to_string(std::lround(count));
    const MeshCase& made = cases.meshes.emplace_back(make_mesh_case(name, bumpy_ring(count)));
    cases.pairs.push_back(make_pair_case(name, made, made, random_poses(made, made)));
  }
}

bool add_questions(Cases& cases, const std::filesystem::path& file) {
  const auto questions = read_questions(file);
  if (!questions) return false;
  const std::string name = file.stem().string();
  const TriangleMesh &mesh_a = questions->front().a->geometry.tree()->mesh(),
                     &mesh_b = questions->front().b->geometry.tree()->mesh();
  const MeshCase& a = cases.meshes.emplace_back(make_mesh_case(name + "_a", mesh_a));
  const MeshCase& b = cases.meshes.emplace_back(make_mesh_case(name + "_b", mesh_b));
  std::vector<Pose> poses;
  for (const Question& question : *questions) poses.push_back(question.b->pose);
  cases.pairs.push_back(make_pair_case(name, a, b, std::move(poses)));
  return true;
}

const MeshCase* add_mesh(Cases& cases, const std::filesystem::path& file) {
  auto mesh = read_mesh(file);
  if (!mesh || mesh->triangles.empty()) {
    std::fprintf(stderr, "%s\n", mesh ? (file.string() + ": no triangles").c_str() : mesh.error().message.c_str());
    return nullptr;
  }
  return &cases.meshes.emplace_back(make_mesh_case(file.stem().string(), *std::move(mesh)));
}

bool add_files(Cases& cases, const std::vector<std::filesystem::path>& files) {
  const MeshCase* waiting = nullptr;
  for (const std::filesystem::path& file : files) {
    if (file.extension() == ".jsonl") {
      if (!add_questions(cases, file)) return false;
      continue;
    }
    const MeshCase* mesh = add_mesh(cases, file);
    if (mesh == nullptr) return false;
    if (waiting != nullptr) add_pair(cases, *waiting, *mesh);
    waiting = waiting != nullptr ? nullptr : mesh;
  }
  if (waiting != nullptr) add_pair(cases, *waiting, *waiting);
  return true;
}

}  // namespace
}  // namespace graze::bench

int main(int argc, char** argv) {
  using namespace graze::bench;
  std::vector<std::filesystem::path> files;
  std::vector<char*> options;
  double most_triangles = 0;
  for (int i = 0; i < argc; ++i) {
    if (std::sscanf(argv[i], "--growth=%lf", &most_triangles) == 1) continue;
    if (i > 0 && argv[i][0] != '-')
      files.emplace_back(argv[i]);
    else
      options.push_back(argv[i]);
  }
  Cases cases;
  if (most_triangles > 0)
    add_growing(cases, most_triangles);
  else if (files.empty())
    add_generated(cases);
  else if (!add_files(cases, files))
    return 2;
  for (const MeshCase& mesh : cases.meshes) register_mesh(mesh);
  for (const MeshPairCase& pair : cases.pairs) register_pair(pair);
  for (const MeshPairCase& path : cases.paths) register_path(path);
  return run_registered(static_cast<int>(options.size()), options.data(), RatioReporter());
}
