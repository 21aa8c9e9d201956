/// Makes an arm, its surroundings and its motions by formula.

#include "robot_cases.h"

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <functional>
#include <random>
#include <string>

#include <Eigen/Geometry>

#include <graze/generate.h>
#include <graze/overlap.h>
#include <graze/robot_file.h>

namespace graze::bench {
namespace {

Geometry mesh(TriangleMesh m) { return Geometry::make(Shape{std::move(m)}).value(); }

/// From z = 0 to z = length; 320 triangles, each level more has four times as many.
TriangleMesh link_mesh(double radius, double length, unsigned levels) {
  TriangleMesh m = make_bumpy_sphere_mesh(1, 0.1, levels);
  for (Vec3& v : m.vertices) v = Vec3(radius * v.x(), radius * v.y(), length * (0.5 + 0.5 * v.z()));
  return m;
}

TriangleMesh as_soup(const TriangleMesh& m) {
  TriangleMesh soup;
  for (std::uint32_t i = 0; i < m.triangles.size(); ++i) {
    const Triangle t = m.triangle(i);
    soup.vertices.insert(soup.vertices.end(), t.v.begin(), t.v.end());
    soup.triangles.push_back({3 * i, 3 * i + 1, 3 * i + 2});
  }
  return soup;
}

Pose moved(double x, double y, double z) { return {Mat3::Identity(), Vec3(x, y, z)}; }

struct Step {
  Vec3 origin, axis;
  double length, radius;
};

/// Near the proportions of arms of seven joints that people have.
const Step steps[] = {{{0, 0, 0.1}, Vec3::UnitZ(), 0.23, 0.07},     {{0, 0, 0.23}, Vec3::UnitY(), 0.2, 0.065},
                      {{0, 0, 0.2}, Vec3::UnitZ(), 0.2, 0.06},      {{0.08, 0, 0.2}, -Vec3::UnitY(), 0.2, 0.06},
                      {{-0.08, 0, 0.2}, Vec3::UnitZ(), 0.18, 0.05}, {{0, 0, 0.2}, -Vec3::UnitY(), 0.1, 0.05},
                      {{0.06, 0, 0.1}, Vec3::UnitZ(), 0.1, 0.04}};

RobotJoint finger(const char* name, double side, std::size_t parent, std::size_t child) {
  RobotJoint joint;
  joint.name = name;
  joint.kind = JointKind::prismatic;
  joint.parent = parent;
  joint.child = child;
  joint.origin = moved(0, 0, 0.12);
  joint.axis = Vec3(0, side, 0);
  joint.limits = JointLimits{0, 0.04};
  return joint;
}

double within(std::mt19937& random, double lo, double hi) { return std::uniform_real_distribution<double>(lo, hi)(random); }

std::vector<double> random_pose(std::mt19937& random, const Robot& robot) {
  std::vector<double> pose;
  for (const Driver& driver : robot.drivers()) pose.push_back(within(random, driver.limits->lower, driver.limits->upper));
  return pose;
}

std::vector<double> free_pose(std::mt19937& random, const RobotCell& cell) {
  for (;;) {
    std::vector<double> pose = random_pose(random, cell.robot());
    if (cell.is_free(pose).value()) return pose;
  }
}

RobotModel arm_of(const std::function<LinkShape(double radius, double length)>& link) {
  RobotModel model;
  model.name = "arm";
  model.links.push_back({"base", {link(0.09, 0.12)}});
  for (std::size_t k = 0; k < std::size(steps); ++k) {
    RobotJoint joint;
    joint.name = "joint" + std::to_string(k + 1);
    joint.kind = JointKind::revolute;
    joint.parent = k;
    joint.child = k + 1;
    joint.origin = {Mat3::Identity(), steps[k].origin};
    joint.axis = steps[k].axis;
    joint.limits = JointLimits{-2.2, 2.2};
    model.joints.push_back(joint);
    LinkShape shape = link(steps[k].radius, steps[k].length);
    shape.pose = moved(0, 0, 0.01);
    model.links.push_back({"link" + std::to_string(k + 1), {shape}});
  }
  const Geometry jaw = Geometry::make(Shape{Aabb{Vec3(-0.01, 0, 0), Vec3(0.01, 0.015, 0.05)}}).value();
  const Geometry mirrored = Geometry::make(Shape{Aabb{Vec3(-0.01, -0.015, 0), Vec3(0.01, 0, 0.05)}}).value();
  model.links.push_back({"left", {{jaw, moved(0, 0.001, 0)}}});
  model.links.push_back({"right", {{mirrored, moved(0, -0.001, 0)}}});
  model.joints.push_back(finger("left_finger", 1, 7, 8));
  model.joints.push_back(finger("right_finger", -1, 7, 9));
  model.joints.back().mimic = Mimic{7, 1, 0};
  return model;
}

}  // namespace

RobotModel arm_model() {
  return arm_of([](double radius, double length) { return LinkShape{mesh(link_mesh(radius, length, 2)), {}}; });
}

RobotModel solid_arm_model() {
  return arm_of([](double radius, double length) { return LinkShape{mesh(as_soup(link_mesh(radius, length, 3))), {}, true}; });
}

std::vector<RobotModel> shared_models() {
  const char* shared = std::getenv("GRAZE_SHARED");
  const std::filesystem::path packages = std::filesystem::path(shared != nullptr ? shared : "../shared") / "robots" / "packages";
  std::vector<RobotModel> models;
  for (const char* file : {"ur_description/urdf/ur5e.urdf", "example-robot-data/robots/panda_description/urdf/panda.urdf"}) {
    if (!std::filesystem::exists(packages / file)) continue;
    UrdfOptions options;
    options.packages.push_back(packages);
    auto model = read_urdf(packages / file, options);
    if (model) models.push_back(*std::move(model));
  }
  return models;
}

RobotCellOptions without_touching_at_rest(const Robot& robot) {
  RobotCellOptions made;
  made.ignored = RobotCell::make(robot).value().touching(robot.rest(), 1e-6).value();
  return made;
}

std::vector<WorldObject> cluttered_world() {
  std::mt19937 random(7);
  std::vector<WorldObject> world;
  TriangleMesh floor = make_box_mesh(Vec3(1.5, 1.5, 0.02));
  world.push_back({"floor", {{mesh(floor), moved(0, 0, -0.05), {}, false}}});
  for (std::size_t k = 1; k < 20; ++k) {
    TriangleMesh m = k % 3 == 0   ? make_torus_mesh(within(random, 0.05, 0.12), 0.02, 24, 12)
                     : k % 3 == 1 ? make_bumpy_sphere_mesh(within(random, 0.05, 0.12), 0.2, 2)
                                  : make_box_mesh(Vec3(within(random, 0.03, 0.15), 0.04, within(random, 0.05, 0.3)));
    const double angle = within(random, -3.14, 3.14), reach = within(random, 0.45, 1.0);
    const Pose pose{Eigen::AngleAxisd(angle, Vec3(within(random, -1, 1), 1, 1).normalized()).toRotationMatrix(),
                    Vec3(reach * std::cos(angle), reach * std::sin(angle), within(random, 0.05, 1.0))};
    world.push_back({"object" + std::to_string(k), {{mesh(std::move(m)), pose, {}, false}}});
  }
  return world;
}

std::vector<JointTrajectory> clear_trajectories(const RobotCell& cell, std::size_t count) {
  std::mt19937 random(11);
  std::vector<JointTrajectory> made;
  while (made.size() < count) {
    JointTrajectory trajectory;
    for (const Driver& driver : cell.robot().drivers()) trajectory.joints.push_back(driver.name);
    trajectory.times = {0};
    trajectory.positions = {free_pose(random, cell)};
    while (trajectory.times.size() < 10) {
      const std::vector<double>& from = trajectory.positions.back();
      std::vector<double> to = from;
      for (std::size_t k = 0; k < to.size(); ++k) {
        const Driver& driver = cell.robot().drivers()[k];
        const double reach = driver.is_angle ? 0.8 : 0.02;
        to[k] = std::clamp(to[k] + within(random, -reach, reach), driver.limits->lower, driver.limits->upper);
      }
      if (!cell.check_edge(from, to).value().valid()) continue;
      trajectory.times.push_back(trajectory.times.back() + 1);
      trajectory.positions.push_back(to);
    }
    made.push_back(std::move(trajectory));
  }
  return made;
}

std::vector<JointEdge> roadmap_edges(const RobotCell& cell, std::size_t count) {
  std::mt19937 random(13);
  std::vector<JointEdge> edges;
  while (edges.size() < count) {
    JointEdge edge{free_pose(random, cell), {}};
    for (std::size_t k = 0; k < edge.from.size(); ++k) {
      const double reach = cell.robot().drivers()[k].is_angle ? 0.7 : 0.02;
      edge.to.push_back(edge.from[k] + within(random, -reach, reach));
    }
    edges.push_back(std::move(edge));
  }
  return edges;
}

SamplingChecker::SamplingChecker(const RobotCell& cell, const RobotCellOptions&)
    : robot_(cell.robot()), world_(cell.world().begin(), cell.world().end()) {
  const auto& links = robot_.model().links;
  const auto is_ignored = [&](const std::string& a, const std::string& b) {
    return std::any_of(cell.ignored().begin(), cell.ignored().end(), [&](const IgnoredPair& p) { return p.a == a && p.b == b; });
  };
  for (std::size_t i = 0; i < links.size(); ++i) {
    for (std::size_t x = 0; x < links[i].shapes.size(); ++x) {
      for (std::size_t j = i + 1; j < links.size(); ++j) {
        for (std::size_t y = 0; y < links[j].shapes.size(); ++y) {
          if (!is_ignored(links[i].name, links[j].name)) pairs_.push_back({i, x, j, y, nullptr});
        }
      }
      for (const WorldObject& object : world_) {
        for (const Body& part : object.parts) {
          if (!is_ignored(links[i].name, object.name)) pairs_.push_back({i, x, 0, 0, &part});
        }
      }
    }
  }
}

bool SamplingChecker::is_free(std::span<const double> positions) const {
  const std::vector<Pose> poses = robot_.link_poses(positions).value();
  const auto body = [&](std::size_t link, std::size_t shape) {
    const LinkShape& s = robot_.model().links[link].shapes[shape];
    return Body{s.geometry, poses[link] * s.pose, {}, false};
  };
  return std::none_of(pairs_.begin(), pairs_.end(), [&](const Pair& pair) {
    return overlap(body(pair.link, pair.shape), pair.object != nullptr ? *pair.object : body(pair.other_link, pair.other_shape))
        .value();
  });
}

bool SamplingChecker::is_free(const JointEdge& edge, std::size_t samples) const {
  std::vector<double> positions(edge.from.size());
  for (std::size_t s = 0; s < samples; ++s) {
    const double u = static_cast<double>(s + 1) / static_cast<double>(samples);
    for (std::size_t k = 0; k < positions.size(); ++k) positions[k] = edge.from[k] + u * (edge.to[k] - edge.from[k]);
    if (!is_free(positions)) return false;
  }
  return true;
}

bool SamplingChecker::is_free(const JointTrajectory& trajectory, std::size_t samples_a_segment) const {
  for (std::size_t i = 0; i + 1 < trajectory.positions.size(); ++i) {
    if (!is_free(JointEdge{trajectory.positions[i], trajectory.positions[i + 1]}, samples_a_segment)) return false;
  }
  return true;
}

}  // namespace graze::bench
