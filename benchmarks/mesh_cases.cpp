#include "mesh_cases.h"

#include <cmath>
#include <limits>
#include <random>

#include <Eigen/Geometry>

#include <graze/distance.h>
#include <graze/generate.h>
#include <graze/intersection.h>
#include <graze/sweep.h>

#include "mesh/distance.h"
#include "mesh/ray.h"

namespace graze::bench {
namespace {

using Random = std::mt19937_64;

constexpr std::size_t point_count = 1000, ray_count = 1000, poses_per_class = 50, path_steps = 200;

double uniform(Random& random, double lo, double hi) { return std::uniform_real_distribution<double>(lo, hi)(random); }

Vec3 random_vector(Random& random) { return {uniform(random, -1, 1), uniform(random, -1, 1), uniform(random, -1, 1)}; }

Vec3 random_direction(Random& random) {
  std::normal_distribution<double> normal;
  const double x = normal(random), y = normal(random), z = normal(random);
  return Vec3(x, y, z).normalized();
}

Mat3 random_rotation(Random& random) {
  std::normal_distribution<double> normal;
  return Eigen::Quaterniond(normal(random), normal(random), normal(random), normal(random)).normalized().toRotationMatrix();
}

struct Bounds {
  Vec3 center, half;
};

Bounds bounds_of(const TriangleMesh& mesh) {
  Vec3 low = mesh.vertices.at(0), high = low;
  for (const Vec3& v : mesh.vertices) low = low.cwiseMin(v), high = high.cwiseMax(v);
  return {0.5 * (low + high), 0.5 * (high - low)};
}

void add_points(MeshCase& m, const Bounds& box, Random& random) {
  const query::PlacedMesh placed{m.geometry.tree(), Pose{}};
  for (std::size_t i = 0; i < point_count; ++i) {
    const std::size_t triangle = std::uniform_int_distribution<std::size_t>(0, m.mesh.triangles.size() - 1)(random);
    const Vec3 near = m.mesh.triangle(triangle).v[0] + uniform(random, 0, 0.05) * m.size * random_direction(random);
    const Vec3 far = box.center + 2 * box.half.cwiseProduct(random_vector(random));
    m.points.push_back(i % 2 == 0 ? near : far);
    m.point_distance.push_back(query::closest_points(distance::placed_point(m.points.back(), Pose{}), placed)->distance);
  }
}

void add_rays(MeshCase& m, const Bounds& box, Random& random) {
  const query::PlacedMesh placed{m.geometry.tree(), Pose{}};
  for (std::size_t i = 0; i < ray_count; ++i) {
    const Vec3 from = box.center + 2 * m.size * random_direction(random);
    const Vec3 to = box.center + box.half.cwiseProduct(random_vector(random));
    m.rays.push_back({from, (to - from).normalized()});
    const auto hit = query::first_crossing(distance::as_probe(m.rays.back()), placed);
    m.hit.push_back(hit ? hit->t : std::numeric_limits<double>::infinity());
  }
}

/// On the way from outside to the middle of a, `past` sizes of the way after the first contact.
Pose at_contact(const Body& a, Body b, const Vec3& middle, const Vec3& direction, double size, double past) {
  b.pose.translation = middle + 3 * size * direction;
  b.motion.velocity = -size * direction;
  const auto impact = sweep(a, b, {3, false});
  const double time = impact && *impact ? (*impact)->first : 3;
  b.pose.translation += (time + past) * b.motion.velocity;
  return b.pose;
}

/// The pose of b that puts the middle of its box there.
Pose around(const Mat3& rotation, const Vec3& middle_of_b, const Vec3& place) { return {rotation, place - rotation * middle_of_b}; }

}  // namespace

TriangleMesh bumpy_ring(double triangles) {
  const int across = static_cast<int>(std::lround(std::sqrt(triangles / 4)));
  TriangleMesh mesh = make_torus_mesh(1, 0.4, 2 * across, across);
  for (Vec3& v : mesh.vertices) v *= 1 + 0.1 * std::sin(5 * v.x()) * std::sin(4 * v.y() + 3 * v.z());
  return mesh;
}

MeshCase make_mesh_case(std::string name, TriangleMesh mesh) {
  Random random(2024);
  const Bounds box = bounds_of(mesh);
  MeshCase m{std::move(name), mesh, Geometry::make(Shape{std::move(mesh)}).value(), 2 * box.half.maxCoeff(), {}, {}, {}, {}};
  add_points(m, box, random);
  add_rays(m, box, random);
  return m;
}

std::vector<Pose> random_poses(const MeshCase& a, const MeshCase& b) {
  Random random(2024);
  std::vector<Pose> poses;
  const double size = 0.5 * (a.size + b.size);
  const Vec3 middle_a = bounds_of(a.mesh).center, middle_b = bounds_of(b.mesh).center;
  for (std::size_t i = 0; i < poses_per_class; ++i) {
    const Mat3 rotation = random_rotation(random);
    const Vec3 direction = random_direction(random);
    const double past = std::pow(10, uniform(random, -5, -2));
    const Body body_a{a.geometry, Pose{}, {}};
    const Body body_b{b.geometry, {rotation, Vec3::Zero()}, {}};
    const Vec3 start = middle_a - rotation * middle_b;
    poses.push_back(at_contact(body_a, body_b, start, direction, size, -past));
    poses.push_back(at_contact(body_a, body_b, start, direction, size, past));
    poses.push_back(around(rotation, middle_b, middle_a + uniform(random, 1.5, 2.5) * size * direction));
    poses.push_back(around(rotation, middle_b, middle_a + uniform(random, 0, 0.4) * size * direction));
  }
  return poses;
}

std::vector<Pose> poses_along_a_path(const MeshCase& a, const MeshCase& b) {
  Random random(2025);
  const double size = 0.5 * (a.size + b.size);
  const Mat3 rotation = random_rotation(random);
  const Vec3 start = bounds_of(a.mesh).center - rotation * bounds_of(b.mesh).center;
  const Body body_a{a.geometry, Pose{}, {}}, body_b{b.geometry, {rotation, Vec3::Zero()}, {}};
  const Pose near = at_contact(body_a, body_b, start, random_direction(random), size, -0.01);
  const Vec3 along = random_direction(random);
  std::vector<Pose> poses;
  for (std::size_t i = 0; i < path_steps; ++i) {
    const double way = 1e-3 * size * static_cast<double>(i);
    poses.push_back({Eigen::AngleAxisd(1e-3 * static_cast<double>(i), along) * near.rotation, near.translation + way * along});
  }
  return poses;
}

MeshPairCase make_pair_case(std::string name, const MeshCase& a, const MeshCase& b, std::vector<Pose> poses) {
  MeshPairCase p{std::move(name), &a, &b, std::move(poses), {}, {}};
  for (const Pose& pose : p.poses) {
    if (p.is_huge()) break;
    const Body body_a{a.geometry, Pose{}, {}}, body_b{b.geometry, pose, {}};
    p.pair_count.push_back(intersection(body_a, body_b)->pair_count.value());
    p.distance.push_back(closest_points(body_a, body_b)->distance);
  }
  return p;
}

}  // namespace graze::bench
