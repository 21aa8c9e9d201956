#include "broad_cases.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <random>

#include "broad/broad_phase.h"
#include "broad/crew.h"
#include "broad/order.h"

namespace graze::bench {
namespace {

/// Until trees that keep fat boxes have as many to mend as they will have from then on.
constexpr int steps_before = 8;
constexpr int timed_steps = 8;

double on_grid(double x) { return std::ldexp(std::round(std::ldexp(x, 10)), -10); }

Vec3 on_grid(const Vec3& p) { return {on_grid(p[0]), on_grid(p[1]), on_grid(p[2])}; }

using Engine = std::mt19937_64;

Vec3 vector_in(Engine& engine, double lo, double hi) {
  std::uniform_real_distribution<double> number(lo, hi);
  return {number(engine), number(engine), number(engine)};
}

/// Both on the grid.
Aabb around(const Vec3& center, const Vec3& half) { return {on_grid(center) - on_grid(half), on_grid(center) + on_grid(half)}; }

std::vector<IndexPair> pairs_of(const Boxes& boxes) {
  broad::BroadPhase fresh;
  std::vector<IndexPair> pairs;
  fresh.assign(boxes);
  fresh.pairs(pairs);
  return pairs;
}

BroadCase moving(std::string name, Boxes boxes, double speed, Engine& engine) {
  BroadCase c{std::move(name), std::move(boxes), {}, false};
  for (const Aabb& box : c.first) c.velocities.push_back((box.max - box.min).cwiseProduct(vector_in(engine, -speed, speed)));
  return c;
}

Boxes sorted_along_curve(const Boxes& boxes) {
  std::vector<broad::Box32> rounded(boxes.size());
  broad::broad_kernels().round_boxes(boxes[0].min.data(), boxes.size(), rounded.data());
  broad::OrderRoom room;
  broad::Crew crew(1);
  std::vector<std::uint32_t> order(boxes.size());
  broad::sort_along_curve(rounded, room, crew, order);
  Boxes sorted;
  for (const std::uint32_t body : order) sorted.push_back(boxes[body]);
  return sorted;
}

}  // namespace

/// About 1.7 neighbours a box: as many pairs as boxes, nearly.
BroadCase uniform_boxes(std::size_t n, Ids ids, double speed) {
  Engine engine(1);
  const double side = std::cbrt(static_cast<double>(n));
  Boxes boxes;
  for (std::size_t i = 0; i < n; ++i) boxes.push_back(around(vector_in(engine, 0, side), vector_in(engine, 0.1, 0.5)));
  if (ids == Ids::along_curve) boxes = sorted_along_curve(boxes);
  const std::string pace = speed < 0.5 ? "" : "_fast";
  return moving((ids == Ids::random ? "uniform_random_ids" : "uniform_ids_along_curve") + pace, std::move(boxes), speed, engine);
}

BroadCase clustered_boxes(std::size_t n, double speed) {
  Engine engine(2);
  std::normal_distribution<double> normal;
  std::vector<Vec3> centers;
  for (int i = 0; i < 20; ++i) centers.push_back(vector_in(engine, 0, 1000));
  const double spread = 0.25 * std::cbrt(static_cast<double>(n));
  Boxes boxes;
  for (std::size_t i = 0; i < n; ++i) {
    const Vec3 offset(normal(engine), normal(engine), normal(engine));
    boxes.push_back(around(centers[engine() % centers.size()] + spread * offset, vector_in(engine, 0.1, 0.5)));
  }
  return moving("clusters_random_ids", std::move(boxes), speed, engine);
}

/// Over three decades; the volume is that of the uniform boxes.
BroadCase boxes_of_mixed_sizes(std::size_t n, double speed) {
  Engine engine(3);
  std::uniform_real_distribution<double> exponent(-2, 1);
  const double side = 3 * std::cbrt(static_cast<double>(n));
  Boxes boxes;
  for (std::size_t i = 0; i < n; ++i) {
    boxes.push_back(around(vector_in(engine, 0, side), 0.5 * std::pow(10, exponent(engine)) * vector_in(engine, 0.2, 1)));
  }
  return moving("mixed_sizes_random_ids", std::move(boxes), speed, engine);
}

BroadCase trembling(BroadCase c) {
  c.name += "_trembling";
  c.trembles = true;
  return c;
}

void place(const BroadCase& c, int step, Boxes& boxes) {
  Engine engine(static_cast<std::uint64_t>(step));
  std::uniform_real_distribution<double> tremor(-1, 1);
  boxes.resize(c.first.size());
  for (std::size_t i = 0; i < boxes.size(); ++i) {
    const double steps = c.trembles ? tremor(engine) : step;
    const Vec3 by = on_grid(Vec3(steps * c.velocities[i]));
    boxes[i] = {c.first[i].min + by, c.first[i].max + by};
  }
}

void time_steps(benchmark::State& state, const BroadCase& c, const BroadStep& step) {
  std::vector<IndexPair> pairs;
  Boxes boxes;
  for (const int i : {step_count, 1, 0}) {
    place(c, i, boxes);
    pairs.clear();
    step(boxes, pairs);
    std::sort(pairs.begin(), pairs.end());
    if (pairs != pairs_of(boxes)) return state.SkipWithError("other pairs than ours");
  }
  int at = 0, direction = 1;
  const auto go_on = [&] {
    at += direction;
    if (at == 0 || at == step_count) direction = -direction;
    place(c, at, boxes);
    pairs.clear();
  };
  for (int i = 0; i < steps_before; ++i) {
    go_on();
    step(boxes, pairs);
  }
  for (auto _ : state) {
    state.PauseTiming();
    go_on();
    state.ResumeTiming();
    step(boxes, pairs);
    benchmark::DoNotOptimize(pairs.data());
  }
  state.SetItemsProcessed(state.iterations());
}

void add_steps(const std::string& name, const std::function<void(benchmark::State&)>& run) {
  benchmark::RegisterBenchmark(name.c_str(), run)->Iterations(timed_steps);
}

}  // namespace graze::bench
