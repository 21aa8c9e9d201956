/// Bounds of second and third derivatives along chains of axes, against finite differences of kinematics in long double; and the
/// velocities and accelerations of groups.

#include <gtest/gtest.h>

#include "motion/windows/frame.h"
#include "robot/arms.h"
#include "robot/segment.h"

namespace graze::robots {
namespace {

using Real = long double;
using Vector = Eigen::Matrix<Real, 3, 1>;
using Matrix = Eigen::Matrix<Real, 3, 3>;

struct Placed {
  Matrix rotation = Matrix::Identity();
  Vector translation = Vector::Zero();
};

/// Kinematics in long double, by Rodrigues' formula.
std::vector<Placed> groups_at(const Robot::Data& robot, const std::vector<Cubic>& drivers, Real u) {
  std::vector<Placed> groups(robot.group_count());
  for (std::size_t k = 0; k < robot.axes.size(); ++k) {
    const Axis& axis = robot.axes[k];
    const Cubic& c = drivers[axis.driver];
    const Real q = axis.multiplier * (c[0] + u * (c[1] + u * (c[2] + u * static_cast<Real>(c[3])))) + axis.offset;
    const Placed& parent = groups[axis.parent];
    const Matrix at = parent.rotation * axis.origin.rotation.cast<Real>();
    const Vector direction = axis.direction.cast<Real>();
    Placed& own = groups[k + 1];
    own.translation = parent.translation + parent.rotation * axis.origin.translation.cast<Real>();
    own.rotation = at;
    if (axis.turns)
      own.rotation = at * Eigen::AngleAxis<Real>(q, direction).toRotationMatrix();
    else
      own.translation += at * (q * direction);
  }
  return groups;
}

/// A point of group b in the frame of group a.
Vector seen(const std::vector<Placed>& groups, std::size_t a, std::size_t b, const Vec3& local) {
  const Vector world = groups[b].translation + groups[b].rotation * local.cast<Real>();
  return groups[a].rotation.transpose() * (world - groups[a].translation);
}

struct Case {
  explicit Case(unsigned seed) : random(seed), robot(Robot::make(arms::random_robot(random, 4 + random.below(4))).value()) {
    for (const Driver& driver : robot.drivers()) {
      const double reach = driver.is_angle ? 2 : 0.4;
      const auto next = [&] { return random.within(-reach, reach); };
      drivers.push_back(seed % 2 == 0 ? line(next(), next()) : hermite(next(), next(), next(), next()));
    }
  }
  arms::Random random;
  Robot robot;
  std::vector<Cubic> drivers;
};

TEST(SegmentMovement, BoundsSecondAndThirdDerivativesInEveryWindow) {
  double tightest_second = 0, tightest_third = 0;
  for (unsigned seed = 0; seed < 300; ++seed) {
    SCOPED_TRACE(seed);
    Case test(seed);
    const Robot::Data& data = test.robot.data();
    std::size_t a = test.random.below(data.group_count()), b = test.random.below(data.group_count());
    if (a == b) continue;
    const std::vector<Chain> chains{chain_between(data, a, b)};
    SegmentMovement movement(data, {}, chains, 10);
    movement.set(test.drivers);
    const double half = std::pow(2.0, test.random.within(-8, -1)), middle = test.random.within(half, 1 - half);
    const Vec3 local = 0.3 * test.random.direction();
    const double r = test.random.within(0, 0.3);
    const Vec3 point = local + r * test.random.direction();
    movement.go_to(middle);
    const windows::DerivativeBounds bounds = movement.bounds(0, movement.state(b).pose.to_world(local), half);
    const Real d = 1e-4L;
    for (int k = 0; k <= 10; ++k) {
      const Real u = middle + half * (static_cast<Real>(k) / 5 - 1);
      const auto at = [&](int n) { return seen(groups_at(data, test.drivers, u + n * d), a, b, point); };
      const Real second = (at(1) - 2 * at(0) + at(-1)).norm() / (d * d);
      const Real third = (at(2) - 2 * at(1) + 2 * at(-1) - at(-2)).norm() / (2 * d * d * d);
      const double most = bounds.second[0] + bounds.second[1] * r;
      const double rest = bounds.third[0] + bounds.flat[0] + (bounds.third[1] + bounds.flat[1]) * r;
      // Differences look a little beyond the window, and are off by the next derivatives times d squared.
      EXPECT_LE(second, most * 1.003 + 1e-5);
      EXPECT_LE(third, rest * 1.003 + 1e-3);
      if (most > 1e-3) tightest_second = std::max(tightest_second, static_cast<double>(second) / most);
      if (rest > 1e-3) tightest_third = std::max(tightest_third, static_cast<double>(third) / rest);
    }
  }
  EXPECT_GT(tightest_second, 0.9);  // bounds that are never near would hide mistakes
  EXPECT_GT(tightest_third, 0.9);
}

/// A chain whose first axes are parallel and the only ones that turn, or turn much faster than the others.
Robot parallel_chain(arms::Random& random, std::size_t parallel, std::size_t links) {
  RobotModel model{"parallel", {{"link0"}}, {}};
  for (std::size_t k = 1; k < links; ++k) {
    model.links.push_back({"link" + std::to_string(k)});
    const bool is_parallel = k <= parallel && (k > 1 || parallel == 1);  // the first of several stands nearly still
    const Pose origin = is_parallel ? Pose{Eigen::AngleAxisd(random.within(-3, 3), Vec3::UnitZ()).toRotationMatrix(),
                                           Vec3(random.within(-1, 1), random.within(-1, 1), random.within(-1, 1))}
                                    : random.pose(0.3);
    const Vec3 axis = is_parallel ? (random.below(2) == 0 ? Vec3::UnitZ() : Vec3(-Vec3::UnitZ())) : random.direction();
    model.joints.push_back(arms::joint("joint" + std::to_string(k), JointKind::revolute, k - 1, k, origin, axis));
  }
  return Robot::make(model).value();
}

TEST(SegmentMovement, KnowsThatWhatTurnsStaysInPlanesAcrossTheFirstAxis) {
  std::size_t flat = 0;
  double tightest = 0;
  for (unsigned seed = 0; seed < 300; ++seed) {
    SCOPED_TRACE(seed);
    arms::Random random(seed);
    const std::size_t parallel = 1 + random.below(3), links = parallel + 1 + random.below(3);
    const Robot robot = parallel_chain(random, parallel, links);
    std::vector<Cubic> drivers;
    for (std::size_t k = 1; k < links; ++k) {
      const double still = seed % 5 == 0 ? 1e-9 : 0, fast = k == 1 && parallel > 1 ? still
                                                            : k <= parallel        ? 2
                                                            : seed % 3 == 0        ? 0
                                                                                   : 0.2;
      const auto next = [&] { return fast * random.within(-1, 1); };
      drivers.push_back(seed % 2 == 0 ? line(next(), next()) : hermite(next(), next(), next(), next()));
    }
    const std::vector<Chain> chains{chain_between(robot.data(), 0, links - 1)};
    SegmentMovement movement(robot.data(), {}, chains, 10);
    movement.set(drivers);
    const double half = std::pow(2.0, random.within(-8, -1)), middle = random.within(half, 1 - half);
    movement.go_to(middle);
    const Vec3 point = 0.3 * random.direction();
    const windows::DerivativeBounds bounds = movement.bounds(0, movement.state(links - 1).pose.to_world(point), half);
    flat += bounds.flat[0] > 0 ? 1 : 0;
    const Vec3 n = random.below(3) == 0 ? random.direction() : Vec3::UnitZ();
    const double most = bounds.third[0] + bounds.flat[0] * n.cross(bounds.normal).norm();
    const Real d = 1e-4L;
    for (int k = 0; k <= 10; ++k) {
      const Real u = middle + half * (static_cast<Real>(k) / 5 - 1);
      const auto at = [&](int i) {
        return n.cast<Real>().dot(seen(groups_at(robot.data(), drivers, u + i * d), 0, links - 1, point));
      };
      const auto third = static_cast<double>(std::abs(at(2) - 2 * at(1) + 2 * at(-1) - at(-2)) / (2 * d * d * d));
      EXPECT_LE(third, most * 1.003 + 1e-3);  // as above
      if (bounds.flat[0] > 0 && most > 1e-2) tightest = std::max(tightest, third / most);
    }
  }
  EXPECT_GT(flat, 100U);
  EXPECT_GT(tightest, 0.9);
}

TEST(SegmentMovement, KnowsVelocitiesAndAccelerationsOfItsGroups) {
  for (unsigned seed = 0; seed < 100; ++seed) {
    SCOPED_TRACE(seed);
    Case test(seed);
    const Robot::Data& data = test.robot.data();
    const std::vector<Chain> chains;
    SegmentMovement movement(data, {}, chains, 10);
    movement.set(test.drivers);
    const double u = test.random.within(0.1, 0.9);
    movement.go_to(u);
    const Real d = 1e-5L;
    const auto now = groups_at(data, test.drivers, u), next = groups_at(data, test.drivers, u + d),
               before = groups_at(data, test.drivers, u - d);
    for (std::size_t k = 0; k < data.group_count(); ++k) {
      const windows::GroupState& state = movement.state(k);
      const Vector velocity = (next[k].translation - before[k].translation) / (2 * d);
      const Vector acceleration = (next[k].translation - 2 * now[k].translation + before[k].translation) / (d * d);
      EXPECT_LT((velocity.cast<double>() - state.velocity).norm(), 1e-7);
      EXPECT_LT((acceleration.cast<double>() - state.acceleration).norm(), 1e-5);
      const Vec3 arm = test.random.direction();
      const auto turned = [&](const std::vector<Placed>& groups) { return Vector(groups[k].rotation * arm.cast<Real>()); };
      const Vec3 world = state.pose.rotation * arm;
      const Vec3 bent = state.turn_acceleration.cross(world) + state.turn.cross(state.turn.cross(world));
      EXPECT_LT((Vector((turned(next) - turned(before)) / (2 * d)).cast<double>() - state.turn.cross(world)).norm(), 1e-7);
      EXPECT_LT((Vector((turned(next) - 2 * turned(now) + turned(before)) / (d * d)).cast<double>() - bent).norm(), 1e-5);
    }
  }
}

/// A world that holds one still shape for each group, so that frames can be asked for.
TEST(WindowFrames, SeeMotionFromAnotherGroupAsThatGroupDoes) {
  for (unsigned seed = 0; seed < 100; ++seed) {
    SCOPED_TRACE(seed);
    Case test(seed);
    const Robot::Data& data = test.robot.data();
    const std::size_t a = test.random.below(data.group_count()), b = test.random.below(data.group_count());
    if (a == b) continue;
    windows::WindowScene scene;
    const Vec3 local = 0.3 * test.random.direction();
    const std::size_t shape_a = scene.add_shape({arms::ball(0.1), {}, {}, false}, a).value();
    const std::size_t shape_b = scene.add_shape({arms::ball(0.1), {Mat3::Identity(), local}, {}, false}, b).value();
    scene.add_pair(shape_a, shape_b, 0, 0);
    const std::vector<Chain> chains{chain_between(data, a, b)};
    SegmentMovement movement(data, {}, chains, 10);
    movement.set(test.drivers);
    windows::WindowFrames frames;
    frames.start(scene, movement);
    const double u = test.random.within(0.1, 0.9), half = 0.01;
    frames.go_to(u, half);
    const tree::WindowMotion& motion = frames.motion(0);
    const Real d = 1e-5L;
    const auto at = [&](Real t) {
      return Vector(groups_at(data, test.drivers, u)[a].rotation * seen(groups_at(data, test.drivers, t), a, b, local));
    };
    const Vector velocity = (at(u + d) - at(u - d)) / (2 * d), acceleration = (at(u + d) - 2 * at(u) + at(u - d)) / (d * d);
    EXPECT_LT((velocity.cast<double>() * half - motion.shift).norm(), 1e-7 * half);
    EXPECT_LT((acceleration.cast<double>() * (half * half / 2) - motion.bend).norm(), 1e-5 * half * half);
  }
}

}  // namespace
}  // namespace graze::robots
