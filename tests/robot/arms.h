#pragma once
/// Robots made by hand or at random, and poses of their links by another way than the library's.

#include <cmath>
#include <random>
#include <string>
#include <vector>

#include <Eigen/Geometry>

#include <graze/generate.h>
#include <graze/overlap.h>
#include <graze/robot.h>

namespace graze::arms {

inline Geometry box(double x, double y, double z) { return Geometry::make(Shape{Aabb{Vec3(-x, -y, -z), Vec3(x, y, z)}}).value(); }
inline Geometry ball(double r) { return Geometry::make(Shape{Sphere{Vec3::Zero(), r}}).value(); }
inline Geometry rod(double length, double r) {
  return Geometry::make(Shape{Cylinder{{Vec3(-length / 2, 0, 0), Vec3(length / 2, 0, 0)}, r}}).value();
}

/// A box as a mesh.
inline Geometry box_mesh(double x, double y, double z) {
  TriangleMesh mesh;
  for (int k = 0; k < 8; ++k) mesh.vertices.emplace_back((k & 1) != 0 ? x : -x, (k & 2) != 0 ? y : -y, (k & 4) != 0 ? z : -z);
  mesh.triangles = {{0, 2, 1}, {1, 2, 3}, {4, 5, 6}, {5, 7, 6}, {0, 1, 4}, {1, 5, 4},
                    {2, 6, 3}, {3, 6, 7}, {0, 4, 2}, {2, 4, 6}, {1, 3, 5}, {3, 7, 5}};
  return Geometry::make(Shape{mesh}).value();
}

inline Pose at(double x, double y, double z) { return {Mat3::Identity(), Vec3(x, y, z)}; }

inline RobotJoint joint(std::string name, JointKind kind, std::size_t parent, std::size_t child, const Pose& origin,
                        const Vec3& axis) {
  RobotJoint made;
  made.name = std::move(name);
  made.kind = kind;
  made.parent = parent;
  made.child = child;
  made.origin = origin;
  made.axis = axis;
  return made;
}

/// One link of the given shape that turns about z at the origin, its shape at a distance.
inline RobotModel turntable(const Geometry& shape, const Pose& pose) {
  RobotModel model;
  model.name = "turntable";
  model.links = {{"base", {}}, {"arm", {{shape, pose}}}};
  model.joints = {joint("turn", JointKind::continuous, 0, 1, {}, Vec3::UnitZ())};
  return model;
}

class Random {
 public:
  explicit Random(unsigned seed) : engine_(seed) {}
  double within(double lo, double hi) { return std::uniform_real_distribution<double>(lo, hi)(engine_); }
  std::size_t below(std::size_t n) { return std::uniform_int_distribution<std::size_t>(0, n - 1)(engine_); }
  Vec3 direction() { return Vec3(within(-1, 1), within(-1, 1), within(-1, 1)).normalized(); }
  Pose pose(double reach) {
    const Eigen::AngleAxisd turn(within(-3, 3), direction());
    return {turn.toRotationMatrix(), Vec3(within(-reach, reach), within(-reach, reach), within(-reach, reach))};
  }

 private:
  std::mt19937 engine_;
};

inline Geometry random_shape(Random& random) {
  const double a = random.within(0.03, 0.1), b = random.within(0.03, 0.1), c = random.within(0.05, 0.25);
  switch (random.below(5)) {
    case 0: return box(a, b, c);
    case 1: return box_mesh(a, b, c);
    case 2: return ball(a);
    case 3: return rod(2 * c, a / 2);
    default: return Geometry::make(Shape{Capsule{{Vec3(0, 0, -c), Vec3(0, 0, c)}, a / 2}}).value();
  }
}

/// A tree of links with turning and sliding joints, some of which follow others.
inline RobotModel random_robot(Random& random, std::size_t links) {
  RobotModel model;
  model.name = "random";
  model.links.push_back({"link0", {{random_shape(random), random.pose(0.05)}}});
  for (std::size_t k = 1; k < links; ++k) {
    model.links.push_back({"link" + std::to_string(k), {{random_shape(random), random.pose(0.1)}}});
    if (random.below(4) == 0) model.links.back().shapes.push_back({random_shape(random), random.pose(0.1)});
    const JointKind kind = random.below(3) == 0 ? JointKind::prismatic : JointKind::revolute;
    const std::size_t parent = random.below(3) == 0 ? random.below(k) : k - 1;
    model.joints.push_back(joint("joint" + std::to_string(k), kind, parent, k, random.pose(0.35), random.direction()));
    if (k > 2 && random.below(5) == 0) model.joints.back().mimic = Mimic{0, random.within(-2, 2), random.within(-0.2, 0.2)};
  }
  return model;
}

/// By products of transformations, joint after joint, without the library.
inline std::vector<Pose> poses_by_products(const RobotModel& model, const std::vector<double>& of_joints) {
  std::vector<Pose> poses(model.links.size());
  for (std::size_t k = 0; k < model.joints.size(); ++k) {
    const RobotJoint& j = model.joints[k];
    Pose own;
    if (j.kind == JointKind::prismatic) own.translation = of_joints[k] * j.axis;
    if (j.kind == JointKind::revolute || j.kind == JointKind::continuous)
      own.rotation = Eigen::AngleAxisd(of_joints[k], j.axis).toRotationMatrix();
    poses[j.child] = poses[j.parent] * (j.origin * own);
  }
  return poses;
}

/// Positions of all joints, from those of the drivers.
inline std::vector<double> joint_positions(const RobotModel& model, const std::vector<double>& drivers) {
  std::vector<double> all(model.joints.size(), 0);
  std::size_t next = 0;
  for (std::size_t k = 0; k < all.size(); ++k) {
    if (model.joints[k].kind != JointKind::fixed && !model.joints[k].mimic) all[k] = drivers[next++];
  }
  for (std::size_t k = 0; k < all.size(); ++k) {
    if (const auto& mimic = model.joints[k].mimic) all[k] = mimic->multiplier * all[mimic->driver] + mimic->offset;
  }
  return all;
}

/// Where a trajectory is at a time, by its definition.
inline std::vector<double> positions_at(const JointTrajectory& trajectory, double t) {
  std::size_t i = 0;
  while (i + 2 < trajectory.times.size() && t > trajectory.times[i + 1]) ++i;
  const double duration = trajectory.times[i + 1] - trajectory.times[i], u = (t - trajectory.times[i]) / duration;
  std::vector<double> positions;
  for (std::size_t k = 0; k < trajectory.joints.size(); ++k) {
    const double p = trajectory.positions[i][k], q = trajectory.positions[i + 1][k];
    if (trajectory.velocities.empty()) {
      positions.push_back(p + u * (q - p));
      continue;
    }
    const double v = duration * trajectory.velocities[i][k], w = duration * trajectory.velocities[i + 1][k];
    const double u2 = u * u, u3 = u2 * u;
    positions.push_back((2 * u3 - 3 * u2 + 1) * p + (u3 - 2 * u2 + u) * v + (3 * u2 - 2 * u3) * q + (u3 - u2) * w);
  }
  return positions;
}

}  // namespace graze::arms
