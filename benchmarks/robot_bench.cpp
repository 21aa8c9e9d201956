/// How long it takes to certify trajectories and edges of a robot, beside sampling the same with overlap().

#include <cmath>
#include <cstdio>

#include <graze/generate.h>

#include "robot_cases.h"
#include "timing.h"

namespace graze::bench {
namespace {

struct Cases {
  Robot robot = Robot::make(arm_model()).value();
  RobotCellOptions options = without_touching_at_rest(robot);
  RobotCell cell = RobotCell::make(robot, cluttered_world(), options).value();
  SamplingChecker sampling{cell, options};
  std::vector<JointTrajectory> trajectories = clear_trajectories(cell, 10);
  std::vector<JointEdge> edges = roadmap_edges(cell, 300);
  std::vector<JointEdge> roadmap = roadmap_edges(cell, 10'000);
};

void add_trajectories(const Cases& c) {
  add("robot/trajectory/certified", [&](benchmark::State& state) {
    time_all(state, c.trajectories.size(), 1,
             [&](std::size_t i) { return c.cell.first_contact(c.trajectories[i]).value().status; });
  });
  add("robot/trajectory/certified_with_clearance", [&](benchmark::State& state) {
    time_all(state, c.trajectories.size(), 1, [&](std::size_t i) {
      return c.cell.first_contact(c.trajectories[i], {.want_clearance = true, .clearance_tolerance = 1e-4}).value().status;
    });
  });
  for (const std::size_t samples : {10, 20, 50}) {
    add("robot/trajectory/sampled_" + std::to_string(samples), [&, samples](benchmark::State& state) {
      time_all(state, c.trajectories.size(), 1, [&](std::size_t i) { return c.sampling.is_free(c.trajectories[i], samples); });
    });
  }
}

void add_edges(const Cases& c) {
  add("robot/edge/certified", [&](benchmark::State& state) {
    time_all(state, c.edges.size(), 1,
             [&](std::size_t i) { return c.cell.check_edge(c.edges[i].from, c.edges[i].to).value().status; });
  });
  add("robot/edge/certified_with_fraction", [&](benchmark::State& state) {
    time_all(state, c.edges.size(), 1, [&](std::size_t i) {
      return c.cell.check_edge(c.edges[i].from, c.edges[i].to, {.want_fraction = true}).value().status;
    });
  });
  for (const std::size_t samples : {5, 10, 20, 50}) {
    add("robot/edge/sampled_" + std::to_string(samples), [&, samples](benchmark::State& state) {
      time_all(state, c.edges.size(), 1, [&](std::size_t i) { return c.sampling.is_free(c.edges[i], samples); });
    });
  }
  for (const unsigned threads : thread_counts()) {  // by the clock on the wall
    benchmark::RegisterBenchmark(("robot_threads/10000_edges/graze_threads_" + std::to_string(threads)).c_str(),
                                 [&, threads](benchmark::State& state) {
                                   time_all(state, 1, c.roadmap.size(), [&](std::size_t) {
                                     return c.cell.check_edges(c.roadmap, {.threads = threads}).value().size();
                                   });
                                 })
        ->UseRealTime();
  }
}

/// Robots as files give them: fine meshes that repeat every vertex and count as solids.
void add_robots_of_files() {
  std::vector<RobotModel> models = shared_models();
  models.push_back(solid_arm_model());
  models.back().name = "solid_arm";
  for (RobotModel& model : models) {
    const std::string name = model.name;
    const Robot robot = Robot::make(std::move(model)).value();
    const RobotCell cell = RobotCell::make(robot, cluttered_world(), without_touching_at_rest(robot)).value();
    const std::vector<JointEdge> edges = roadmap_edges(cell, 100);
    add("robot/file/" + name, [cell, edges](benchmark::State& state) {
      time_all(state, edges.size(), 1, [&](std::size_t i) { return cell.check_edge(edges[i].from, edges[i].to).value().status; });
    });
  }
}

/// How far the corner of a link that goes farthest goes along an edge.
double longest_way(const Robot& robot, const JointEdge& edge) {
  constexpr int steps = 64;
  std::vector<std::vector<Pose>> rows;
  for (int i = 0; i <= steps; ++i) {
    std::vector<double> positions;
    for (std::size_t k = 0; k < edge.from.size(); ++k)
      positions.push_back(edge.from[k] + (edge.to[k] - edge.from[k]) * static_cast<double>(i) / steps);
    rows.push_back(robot.link_poses(positions).value());
  }
  double longest = 0;
  for (std::size_t link = 0; link < robot.model().links.size(); ++link) {
    for (const LinkShape& shape : robot.model().links[link].shapes) {
      if (shape.geometry.mesh() == nullptr) continue;
      for (const Vec3& v : shape.geometry.mesh()->vertices) {
        double way = 0;
        for (std::size_t i = 0; i + 1 < rows.size(); ++i)
          way += (rows[i + 1][link].to_world(shape.pose.to_world(v)) - rows[i][link].to_world(shape.pose.to_world(v))).norm();
        longest = std::max(longest, way);
      }
    }
  }
  return longest;
}

/// Edges that pass a rod of 1 mm: a sampler sees it for certain only where nothing moves farther than that between two samples.
void add_rod(const Cases& c) {
  constexpr double thickness = 0.001;
  std::vector<WorldObject> world = cluttered_world();
  const Cylinder rod{{Vec3(0.6, 0.6, -1), Vec3(0.6, 0.6, 2)}, thickness / 2};
  world.push_back({"rod", {{Geometry::make(Shape{rod}).value(), {}, {}, false}}});
  const RobotCell cell = RobotCell::make(c.robot, world, c.options).value();
  std::vector<JointEdge> edges;
  std::vector<std::size_t> samples;
  for (const JointEdge& edge : c.edges) {
    if (edges.size() == 20) break;
    if (!cell.check_edge(edge.from, edge.to).value().valid()) continue;
    edges.push_back(edge);
    samples.push_back(static_cast<std::size_t>(std::ceil(longest_way(c.robot, edge) / thickness)) + 1);
  }
  add("robot/rod/certified", [cell, edges](benchmark::State& state) {
    time_all(state, edges.size(), 1, [&](std::size_t i) { return cell.check_edge(edges[i].from, edges[i].to).value().status; });
  });
  add("robot/rod/sampled_every_mm", [cell, edges, samples, options = c.options](benchmark::State& state) {
    const SamplingChecker sampling(cell, options);
    time_all(state, edges.size(), 1, [&](std::size_t i) { return sampling.is_free(edges[i], samples[i]); });
  });
}

/// The hand slides along a plate at a constant gap, or the arm swings past it.
void add_gaps(const Cases& c) {
  for (const double gap : {0.1, 0.01, 0.001, 0.0001, 0.00001}) {
    // Turning the first joint alone moves everything around the z axis: a plate below keeps its distance.
    TriangleMesh plate = make_box_mesh(Vec3(2, 2, 0.01));
    JointEdge edge{c.robot.rest(), c.robot.rest()};
    edge.from[1] = edge.to[1] = 1.9;
    edge.to[0] = 1.5;
    const std::vector<Pose> poses = c.robot.link_poses(edge.from).value();
    double lowest = 10;
    for (std::size_t k = 2; k < poses.size(); ++k) {
      for (const LinkShape& shape : c.robot.model().links[k].shapes) {
        if (shape.geometry.mesh() == nullptr) continue;
        for (const Vec3& v : shape.geometry.mesh()->vertices) lowest = std::min(lowest, (poses[k] * shape.pose).to_world(v).z());
      }
    }
    const Pose below{Mat3::Identity(), Vec3(0, 0, lowest - gap - 0.01)};
    RobotCellOptions options = c.options;
    for (const char* name : {"base", "link1", "left", "right"}) options.ignored.push_back({name, "plate", "not the question"});
    const RobotCell cell =
        RobotCell::make(c.robot, {{"plate", {{Geometry::make(Shape{plate}).value(), below, {}, false}}}}, options).value();
    add("robot/gap/" + std::to_string(static_cast<int>(std::lround(gap * 1e6))) + "_um", [cell, edge](benchmark::State& state) {
      if (!cell.check_edge(edge.from, edge.to).value().valid()) return state.SkipWithError("not clear");
      time_all(state, 1, 1, [&](std::size_t) { return cell.check_edge(edge.from, edge.to).value().status; });
    });
  }
}

/// What sampling misses of the contacts of edges: counted, not timed.
void print_missed(const Cases& c) {
  std::size_t hits = 0;
  for (const JointEdge& edge : c.edges) hits += c.cell.check_edge(edge.from, edge.to).value().valid() ? 0 : 1;
  std::printf("edges: %zu of %zu in contact; missed by sampling:", hits, c.edges.size());
  for (const std::size_t samples : {5, 10, 20, 50}) {
    std::size_t missed = 0, wrong = 0;
    for (const JointEdge& edge : c.edges) {
      const bool certified = c.cell.check_edge(edge.from, edge.to).value().valid();
      const bool sampled = c.sampling.is_free(edge, samples);
      missed += !certified && sampled ? 1 : 0;
      wrong += certified && !sampled ? 1 : 0;
    }
    std::printf(" %zu samples %zu%s", samples, missed, wrong > 0 ? " (CERTIFIED EDGES IN CONTACT)" : "");
  }
  std::printf("\n");
}

}  // namespace
}  // namespace graze::bench

int main(int argc, char** argv) {
  const graze::bench::Cases cases;
  std::printf("%zu pairs\n", cases.cell.pair_count());
  graze::bench::print_missed(cases);
  graze::bench::add_trajectories(cases);
  graze::bench::add_edges(cases);
  graze::bench::add_robots_of_files();
  graze::bench::add_rod(cases);
  graze::bench::add_gaps(cases);
  return graze::bench::run_registered(argc, argv, graze::bench::RatioReporter("robot/"));
}
