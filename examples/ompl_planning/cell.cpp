/// Makes the robot and its surroundings.

#include "cell.h"

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <string>

#include <graze/robot_file.h>

namespace planning {
namespace {

template <class T>
T or_end(graze::Result<T> result) {
  if (result) return std::move(*result);
  std::fprintf(stderr, "%s\n", result.error().message.c_str());
  std::exit(2);
}

graze::Geometry geometry(const graze::Shape& shape) { return or_end(graze::Geometry::make(shape)); }

/// Six joints, links of capsules.
graze::RobotModel arm() {
  using graze::Vec3;
  const double lengths[] = {0.3, 0.4, 0.35, 0.15, 0.1, 0.1};
  const Vec3 axes[] = {Vec3::UnitZ(), Vec3::UnitY(), Vec3::UnitY(), Vec3::UnitZ(), Vec3::UnitY(), Vec3::UnitZ()};
  graze::RobotModel model;
  model.name = "arm";
  model.links.push_back({"base", {{geometry({graze::Cylinder{{Vec3(0, 0, -0.05), Vec3(0, 0, 0.05)}, 0.1}})}}});
  double end = 0.1;
  for (std::size_t k = 0; k < std::size(lengths); ++k) {
    const double radius = 0.05 - 0.005 * static_cast<double>(k);
    const graze::Shape shape{graze::Capsule{{Vec3(0, 0, radius), Vec3(0, 0, lengths[k] - radius)}, radius}};
    model.links.push_back({"link" + std::to_string(k + 1), {{geometry(shape)}}});
    graze::RobotJoint joint;
    joint.name = "joint" + std::to_string(k + 1);
    joint.kind = graze::JointKind::revolute;
    joint.parent = k;
    joint.child = k + 1;
    joint.origin.translation = Vec3(0, 0, end);
    joint.axis = axes[k];
    joint.limits = graze::JointLimits{-2.6, 2.6};
    model.joints.push_back(joint);
    end = lengths[k];
  }
  return model;
}

/// How far the robot reaches, roughly: the sum of all offsets.
double reach_of(const graze::RobotModel& model) {
  double reach = 0;
  for (const graze::RobotJoint& joint : model.joints) reach += joint.origin.translation.norm();
  return std::min(reach, 1.5);
}

/// A fence of rods of a few millimetres around the robot: what samples fall between.
std::vector<graze::WorldObject> fence(double reach) {
  std::vector<graze::WorldObject> world;
  constexpr int rods = 7;
  for (int k = 0; k < rods; ++k) {
    const double angle = 2 * 3.14159265358979 * k / rods, radius = 0.55 * reach;
    const graze::Vec3 foot(radius * std::cos(angle), radius * std::sin(angle), -0.2 * reach), up(0, 0, 1.1 * reach);
    const graze::Shape rod{graze::Cylinder{{foot, foot + up}, 0.002}};
    world.push_back({"rod" + std::to_string(k), {{geometry(rod), {}, {}, false}}});
  }
  return world;
}

}  // namespace

graze::RobotCell cell_from(int argc, char** argv) {
  graze::RobotModel model;
  if (argc > 1) {
    graze::UrdfOptions options;
    for (int k = 2; k < argc; ++k) options.packages.emplace_back(argv[k]);
    model = or_end(graze::read_urdf(argv[1], options));
  } else {
    model = arm();
  }
  const double reach = reach_of(model);
  const graze::Robot robot = or_end(graze::Robot::make(std::move(model)));
  graze::RobotCellOptions options;
  options.ignored = or_end(or_end(graze::RobotCell::make(robot)).touching(robot.rest(), 1e-6));
  return or_end(graze::RobotCell::make(robot, fence(reach), options));
}

}  // namespace planning
