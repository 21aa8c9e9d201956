/// First contacts of robots along trajectories: against closed forms, dense sampling at poses found another way, and the sweep of
/// turning bodies.

#include <gtest/gtest.h>

#include <algorithm>
#include <numbers>

#include <graze/distance.h>
#include <graze/generate.h>
#include <graze/sweep.h>

#include "robot/arms.h"

namespace graze {
namespace {

using namespace arms;

JointTrajectory straight(std::vector<std::string> joints, std::vector<std::vector<double>> positions) {
  JointTrajectory made;
  made.joints = std::move(joints);
  for (std::size_t k = 0; k < positions.size(); ++k) made.times.push_back(static_cast<double>(k));
  made.positions = std::move(positions);
  return made;
}

RobotCell cell_of(RobotModel model, std::vector<WorldObject> world = {}, const RobotCellOptions& options = {}) {
  Result<Robot> robot = Robot::make(std::move(model));
  EXPECT_TRUE(robot) << robot.error().message;
  Result<RobotCell> cell = RobotCell::make(*robot, std::move(world), options);
  EXPECT_TRUE(cell) << cell.error().message;
  return *cell;
}

RobotImpact contact_of(const RobotCell& cell, const JointTrajectory& trajectory, const RobotCheckOptions& options = {}) {
  const Result<RobotImpact> impact = cell.first_contact(trajectory, options);
  EXPECT_TRUE(impact) << impact.error().message;
  return *impact;
}

TEST(RobotCell, FindsABallOnTheCircleOfAnotherAtTheAngleOfTheClosedForm) {
  // Balls of radius 0.1 on a circle of radius 1 touch when their angle is 2 asin(0.1).
  const RobotCell cell = cell_of(turntable(ball(0.1), at(1, 0, 0)), {{"obstacle", {{ball(0.1), at(0, 1, 0), {}, false}}}});
  const RobotImpact impact = contact_of(cell, straight({"turn"}, {{0}, {3}}));
  ASSERT_EQ(impact.status, TurningStatus::contact);
  const double angle = std::numbers::pi / 2 - 2 * std::asin(0.1);
  EXPECT_LE(impact.first->t_lo, angle / 3);
  EXPECT_NEAR(impact.first->t_lo, angle / 3, 1e-9);
  ASSERT_TRUE(impact.first->t_hi);
  EXPECT_NEAR(*impact.first->t_hi, angle / 3, 1e-8);
  EXPECT_EQ(impact.first->a, "arm");
  EXPECT_EQ(impact.first->b, "obstacle");
  EXPECT_TRUE(impact.first->b_is_object);
  EXPECT_FALSE(impact.first->initial);
}

TEST(RobotCell, SaysThatAJointMovesFartherThanDoublesReach) {
  const RobotCell cell = cell_of(turntable(ball(0.1), at(1, 0, 0)), {{"obstacle", {{ball(0.1), at(0, 1, 0), {}, false}}}});
  const Result<RobotImpact> impact = cell.first_contact(straight({"turn"}, {{1e308}, {-1e308}}));
  ASSERT_FALSE(impact);
  EXPECT_NE(impact.error().message.find("turn moves farther than doubles reach"), std::string::npos) << impact.error().message;
}

/// Links and objects have numbers of their own: the arm is link 1.
TEST(RobotCell, PointsBelongToTheLinkAndTheObjectWhateverTheirNumbers) {
  for (std::size_t before = 0; before < 3; ++before) {
    std::vector<WorldObject> world(before, {"far", {{ball(0.1), at(9, 9, 9), {}, false}}});
    for (std::size_t k = 0; k < before; ++k) world[k].name += std::to_string(k);
    world.push_back({"obstacle", {{ball(0.2), at(0, 1, 0), {}, false}}});
    const RobotCell cell = cell_of(turntable(ball(0.1), at(1, 0, 0)), world);
    const RobotImpact impact = contact_of(cell, straight({"turn"}, {{0}, {3}}), {.tolerance = 1e-6});
    ASSERT_EQ(impact.status, TurningStatus::contact) << before;
    const Vec3 middle(0, 1, 0);
    EXPECT_EQ(impact.first->b, "obstacle");
    EXPECT_NEAR((impact.first->closest.points[1] - middle).norm(), 0.2, 1e-12) << before;
    EXPECT_GT((impact.first->closest.points[0] - middle).norm(), 0.2 + 1e-9) << before;
    ASSERT_TRUE(impact.first->normal) << before;
    EXPECT_GT(impact.first->normal->dot(middle - impact.first->closest.points[0]), 0) << before;
  }
}

TEST(RobotCell, SeesASwingThroughAThinPlateThatNoSampleSees) {
  const RobotCell cell = cell_of(turntable(box_mesh(0.2, 0.01, 0.1), at(1, 0, 0)),
                                 {{"plate", {{box_mesh(0.3, 0.0005, 0.3), at(0, 1, 0), {}, false}}}});
  const RobotImpact impact = contact_of(cell, straight({"turn"}, {{0}, {6}}));
  EXPECT_EQ(impact.status, TurningStatus::contact);
}

TEST(RobotCell, IsClearWithTheClearanceOfTheClosedForm) {
  // The ball's centre stays on the unit circle; the obstacle's is at 1.5 from the origin, on the way: 0.5 - 0.3 apart.
  const RobotCell cell = cell_of(turntable(ball(0.1), at(1, 0, 0)), {{"obstacle", {{ball(0.2), at(0, 1.5, 0), {}, false}}}});
  const RobotImpact impact = contact_of(cell, straight({"turn"}, {{0}, {3}}), {.want_clearance = true});
  ASSERT_EQ(impact.status, TurningStatus::clear);
  ASSERT_TRUE(impact.clearance);
  EXPECT_LE(impact.clearance->distance, 0.2);
  EXPECT_NEAR(impact.clearance->distance, 0.2, 2 * impact.clearance->tolerance);
  EXPECT_NEAR(impact.clearance->at, std::numbers::pi / 6, 1e-3);
}

TEST(RobotCell, TakesAClearanceAsAMargin) {
  const RobotCell cell = cell_of(turntable(ball(0.1), at(1, 0, 0)), {{"obstacle", {{ball(0.2), at(0, 1.5, 0), {}, false}}}});
  const JointTrajectory trajectory = straight({"turn"}, {{0}, {3}});
  EXPECT_EQ(contact_of(cell, trajectory, {.clearance = 0.1999}).status, TurningStatus::clear);
  EXPECT_EQ(contact_of(cell, trajectory, {.clearance = 0.2001}).status, TurningStatus::contact);
}

/// The first sample in contact of the pairs that are not ignored, by the library's exact overlap at independent poses.
struct Sampled {
  double first = std::numeric_limits<double>::infinity();
  std::string a, b;
};

Sampled first_sample_in_contact(const RobotModel& model, const RobotCell& cell, const JointTrajectory& trajectory,
                                std::size_t count) {
  const double from = trajectory.times.front(), to = trajectory.times.back();
  const auto is_ignored = [&](const std::string& a, const std::string& b) {
    return std::any_of(cell.ignored().begin(), cell.ignored().end(), [&](const IgnoredPair& p) { return p.a == a && p.b == b; });
  };
  for (std::size_t s = 0; s <= count; ++s) {
    const double t = from + (to - from) * static_cast<double>(s) / static_cast<double>(count);
    const std::vector<Pose> poses = poses_by_products(model, joint_positions(model, positions_at(trajectory, t)));
    const auto meets = [&](std::size_t i, const LinkShape& x, const Body& other) {
      return overlap({x.geometry, poses[i] * x.pose, {}, false}, other).value();
    };
    for (std::size_t i = 0; i < model.links.size(); ++i) {
      for (const LinkShape& x : model.links[i].shapes) {
        for (std::size_t j = i + 1; j < model.links.size(); ++j) {
          if (is_ignored(model.links[i].name, model.links[j].name)) continue;
          for (const LinkShape& y : model.links[j].shapes) {
            if (meets(i, x, {y.geometry, poses[j] * y.pose, {}, false})) return {t, model.links[i].name, model.links[j].name};
          }
        }
        for (const WorldObject& object : cell.world()) {
          for (const Body& part : object.parts) {
            if (meets(i, x, part)) return {t, model.links[i].name, object.name};
          }
        }
      }
    }
  }
  return {};
}

JointTrajectory random_trajectory(Random& random, const Robot& robot, bool cubic) {
  JointTrajectory made;
  for (const Driver& driver : robot.drivers()) made.joints.push_back(driver.name);
  double t = random.within(-1, 1);
  for (std::size_t i = 0; i < 3; ++i) {
    made.times.push_back(t);
    t += random.within(0.5, 2);
    made.positions.emplace_back();
    if (cubic) made.velocities.emplace_back();
    for (const Driver& driver : robot.drivers()) {
      const double reach = driver.is_angle ? 1.2 : 0.2;
      made.positions.back().push_back(random.within(-reach, reach));
      if (cubic) made.velocities.back().push_back(random.within(-reach, reach));
    }
  }
  return made;
}

TEST(RobotCell, NeverReportsAContactLate) {
  std::size_t contacts = 0, clears = 0;
  for (unsigned seed = 0; seed < 160; ++seed) {
    SCOPED_TRACE(seed);
    Random random(seed);
    const RobotModel model = random_robot(random, 3 + random.below(4));
    std::vector<WorldObject> world;
    for (std::size_t k = 0; k < 3; ++k) {
      Pose pose = random.pose(0.6);
      pose.translation += 0.3 * pose.translation.normalized();
      world.push_back({"object" + std::to_string(k), {{random_shape(random), pose, {}, false}}});
    }
    const RobotCell cell = cell_of(model, world);
    const JointTrajectory trajectory = random_trajectory(random, cell.robot(), seed % 2 == 1);
    const RobotImpact impact = contact_of(cell, trajectory, {.tolerance = 1e-8});
    const Sampled sampled = first_sample_in_contact(model, cell, trajectory, 1500);
    ASSERT_NE(impact.status, TurningStatus::unfinished);
    if (impact.status == TurningStatus::clear) {
      EXPECT_TRUE(std::isinf(sampled.first)) << sampled.a << " and " << sampled.b << " meet at " << sampled.first;
      ++clears;
      continue;
    }
    ++contacts;
    EXPECT_LE(impact.first->t_lo, sampled.first) << sampled.a << " and " << sampled.b;
    if (impact.first->t_hi) {
      EXPECT_LE(impact.first->t_lo, *impact.first->t_hi);
    }
    // What is said to touch is that near, at an independent pose.
    EXPECT_LE(impact.first->closest.distance, 1e-8);
  }
  EXPECT_GT(contacts, 20U);
  EXPECT_GT(clears, 10U);
}

TEST(RobotCell, AgreesWithTheSweepOfATurningBody) {
  for (unsigned seed = 0; seed < 60; ++seed) {
    SCOPED_TRACE(seed);
    Random random(1000 + seed);
    const Geometry arm = random_shape(random), obstacle = random_shape(random);
    const Pose pose{random.pose(0).rotation, Vec3(1, 0, random.within(-0.1, 0.1))};
    Pose place = random.pose(0.2);
    place.translation += Vec3(0, 1, 0);
    const RobotCell cell = cell_of(turntable(arm, pose), {{"obstacle", {{obstacle, place, {}, false}}}});
    const RobotImpact impact = contact_of(cell, straight({"turn"}, {{0}, {2.5}}), {.tolerance = 1e-8});
    const Body turning{arm, pose, {Vec3::Zero(), Vec3(0, 0, 2.5), Vec3::Zero()}, false};
    const TurningImpact expected = sweep_turning(turning, {obstacle, place, {}, false}, {.t_max = 1, .tolerance = 1e-8}).value();
    ASSERT_EQ(impact.status, expected.status);
    if (impact.first) {
      EXPECT_NEAR(impact.first->t_lo, expected.t_lo, 1e-6);
    }
  }
}

TEST(RobotCell, AnswersAlikeWhenASegmentIsCutInTwo) {
  for (unsigned seed = 0; seed < 40; ++seed) {
    SCOPED_TRACE(seed);
    Random random(2000 + seed);
    const RobotModel model = random_robot(random, 5);
    const RobotCell cell = cell_of(model, {{"object", {{random_shape(random), random.pose(0.8), {}, false}}}});
    JointTrajectory whole = random_trajectory(random, cell.robot(), false);
    JointTrajectory cut = whole;
    const double t = random.within(whole.times[0], whole.times[1]);
    cut.times.push_back(t);
    std::sort(cut.times.begin(), cut.times.end());
    cut.positions.clear();
    for (const double time : cut.times) cut.positions.push_back(positions_at(whole, time));
    const RobotImpact one = contact_of(cell, whole), two = contact_of(cell, cut);
    ASSERT_EQ(one.status, two.status);
    if (one.first) {
      EXPECT_NEAR(one.first->t_lo, two.first->t_lo, 1e-6);
    }
  }
}

/// Two jaws slide towards each other in a common plane: no product of edges separates their faces.
TEST(RobotCell, FollowsJawsInACommonPlane) {
  RobotModel model;
  model.links = {{"hand", {}},
                 {"left", {{box_mesh(0.1, 0.01, 0.02), at(0, 0.1, 0)}}},
                 {"right", {{box_mesh(0.1, 0.01, 0.02), at(0, -0.1, 0)}}}};
  model.joints = {joint("l", JointKind::prismatic, 0, 1, {}, -Vec3::UnitY()),
                  joint("r", JointKind::prismatic, 0, 2, {}, Vec3::UnitY())};
  model.joints[1].mimic = Mimic{0, 1, 0};
  const RobotCell cell = cell_of(model);
  const RobotImpact open = contact_of(cell, straight({"l"}, {{0}, {0.0899}}));
  EXPECT_EQ(open.status, TurningStatus::clear);
  EXPECT_LT(open.evaluations, 20000U);
  const RobotImpact closed = contact_of(cell, straight({"l"}, {{0}, {0.1}}));
  ASSERT_EQ(closed.status, TurningStatus::contact);
  EXPECT_NEAR(closed.first->t_lo, 0.9, 1e-7);
  EXPECT_LE(closed.first->t_lo, 0.9);
  ASSERT_TRUE(closed.first->normal);
  EXPECT_NEAR(closed.first->normal->y(), -1, 1e-6);
}

/// Turning about the normal of a plate moves nothing along it, to any order: bounds that say so take 64 looks at either gap;
/// without them 359 and 935.
TEST(RobotCell, AThinGapCostsFewLooksMore) {
  const auto looks = [](double gap) {
    const Robot robot =
        Robot::make(turntable(Geometry::make(Shape{make_bumpy_sphere_mesh(0.2, 0, 2)}).value(), at(0.8, 0, 0))).value();
    const Geometry plate = box_mesh(2, 2, 0.1);
    const RobotCell cell = RobotCell::make(robot, {{"plate", {{plate, at(0, 0, -0.3 - gap), {}, false}}}}).value();
    const RobotImpact impact = cell.first_contact({{"turn"}, {0, 1}, {{0}, {1.5}}, {}}).value();
    EXPECT_EQ(impact.status, TurningStatus::clear) << gap;
    return impact.evaluations;
  };
  EXPECT_LE(looks(1e-5), 80U);
  EXPECT_LE(looks(1e-7), 80U);
}

/// Where nothing is so simple, triangles that are near sleep through the windows in which they cannot be free: without that 282
/// looks.
TEST(RobotCell, TrianglesNearEachOtherSleepThroughLongWindows) {
  RobotModel model = turntable(Geometry::make(Shape{make_bumpy_sphere_mesh(0.2, 0, 2)}).value(), {});
  model.links.insert(model.links.begin() + 1, {"tilt", {}});
  model.joints = {joint("tilt", JointKind::continuous, 0, 1, {}, Vec3::UnitX()),
                  joint("turn", JointKind::continuous, 1, 2, at(0.8, 0, 0), Vec3::UnitZ())};
  const Geometry plate = box_mesh(2, 2, 0.1);
  const double gap = 1e-5;
  const RobotCell cell = cell_of(model, {{"plate", {{plate, at(0, 0, -0.3 - gap), {}, false}}}});
  const RobotImpact impact = cell.first_contact({{"tilt", "turn"}, {0, 1}, {{0, 0}, {1e-4, 1.5}}, {}}).value();
  EXPECT_EQ(impact.status, TurningStatus::clear);
  EXPECT_LE(impact.evaluations, 240U);
}

/// A mistyped way-point took a minute, since what is nearer than coordinates are known to is never free.
TEST(RobotCell, RefusesPositionsSoFarThatCoordinatesAreNotKnown) {
  RobotModel model = turntable(ball(0.1), at(1, 0, 0));
  model.links.push_back({"slide", {{ball(0.1), at(0, 0, 1)}}});
  model.joints.push_back(joint("slide", JointKind::prismatic, 0, 2, {}, Vec3::UnitY()));
  model.joints.back().limits = JointLimits{0, 0.04};
  const RobotCell cell = cell_of(model, {{"obstacle", {{ball(0.1), at(-1.1, 1, 0), {}, false}}}});
  const auto far = cell.first_contact({{"turn", "slide"}, {0, 1, 2}, {{0, 0}, {1, 0}, {1, 4.3e9}}, {}});
  ASSERT_FALSE(far);
  EXPECT_EQ(far.error().code, ErrorCode::limit);
  EXPECT_TRUE(far.error().message.starts_with("t = 1 to 2: slide goes to 4.3e+09 (allowed 0 to 0.04), ")) << far.error().message;
  const std::vector<double> start{0, 0}, end{-4.3e9, 0};
  const auto spin = cell.check_edge(start, end);
  ASSERT_FALSE(spin);
  EXPECT_TRUE(spin.error().message.starts_with("turn goes to -4.3e+09, ")) << spin.error().message;
  // What swings far between way-points is not refused for it.
  EXPECT_TRUE(cell.first_contact({{"turn", "slide"}, {0, 1}, {{0, 0}, {1, 0}}, {{900, 0}, {-800, 20}}}));
  // Asked for coarsely it is answered, and a finer tolerance than there can be becomes what there can be.
  EXPECT_EQ(cell.check_edge(start, std::vector<double>{0, 4.3e9}, {.tolerance = 0.1}).value().status, TurningStatus::clear);
  const RobotImpact fine =
      cell.first_contact({{"turn"}, {0, 1}, {{0}, {1e3}}, {}}, {.tolerance = 1e-300, .max_evaluations = 100'000}).value();
  EXPECT_EQ(fine.status, TurningStatus::clear);
}

/// What is known to a metre only is no contact of a robot of that size.
TEST(RobotCell, RefusesSurroundingsThatAreTooLarge) {
  const auto about = [](double top, std::optional<double> tolerance) {
    const Geometry pillar = Geometry::make(Shape{Cylinder{{Vec3(0, 5, 0), Vec3(0, 5, top)}, 0.1}}).value();
    const RobotCell cell = cell_of(turntable(ball(0.1), at(1, 0, 0)), {{"pillar", {{pillar, {}, {}, false}}}});
    return cell.first_contact(straight({"turn"}, {{0}, {3}}), {.tolerance = tolerance});
  };
  EXPECT_EQ(about(1e6, {}).value().status, TurningStatus::clear);
  for (const double top : {1e12, 1e160}) {
    const auto refused = about(top, {});
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().code, ErrorCode::limit);
    EXPECT_TRUE(refused.error().message.starts_with("pillar reaches ")) << refused.error().message;
  }
  EXPECT_EQ(about(1e12, 3).value().status, TurningStatus::clear);
}

TEST(RobotCell, ReportsPairsThatTouchAtTheStartAndCanLeaveThemOut) {
  // The ball starts inside a shell, whose surface it does not touch, and in another ball.
  const Geometry shell = Geometry::make(Shape{make_sphere_mesh(0.5, 2)}).value();
  const std::vector<WorldObject> world{{"shell", {{shell, at(1, 0, 0), {}, true}}},
                                       {"near", {{ball(0.1), at(1, 0.1, 0), {}, false}}}};
  const RobotCell cell = cell_of(turntable(ball(0.1), at(1, 0, 0)), world);
  const JointTrajectory trajectory = straight({"turn"}, {{0}, {3}});
  const RobotImpact first = contact_of(cell, trajectory);
  ASSERT_EQ(first.status, TurningStatus::contact);
  EXPECT_TRUE(first.first->initial);
  EXPECT_EQ(first.first->t_lo, 0);
  EXPECT_EQ(first.initial.size(), 1U);
  const RobotImpact all = contact_of(cell, trajectory, {.all = true});
  EXPECT_EQ(all.pairs.size(), 2U);
  const RobotImpact left_out = contact_of(cell, trajectory, {.ignore_initial = true});
  EXPECT_EQ(left_out.status, TurningStatus::clear);
  EXPECT_EQ(left_out.initial.size(), 2U);
}

TEST(RobotCell, StandsOnAHalfSpace) {
  const Geometry floor = Geometry::make(Shape{HalfSpace{Vec3::UnitZ(), 0}}).value();
  RobotModel model;
  model.links = {{"base", {}}, {"arm", {{ball(0.1), at(1, 0, 0)}}}};
  model.joints = {joint("swing", JointKind::continuous, 0, 1, at(0, 0, 0.5), Vec3::UnitY())};
  const RobotCell cell = cell_of(model, {{"floor", {{floor, {}, {}, false}}}});
  const RobotImpact impact = contact_of(cell, straight({"swing"}, {{0}, {1}}));  // down by sin(t), from 0.5
  ASSERT_EQ(impact.status, TurningStatus::contact);
  EXPECT_NEAR(impact.first->t_lo, std::asin(0.4), 1e-8);
  EXPECT_LE(impact.first->t_lo, std::asin(0.4));
}

/// Time runs backward: what is clear stays clear, with the same clearance.
TEST(RobotCell, IsAsClearBackward) {
  for (unsigned seed = 0; seed < 30; ++seed) {
    SCOPED_TRACE(seed);
    Random random(3000 + seed);
    const RobotModel model = random_robot(random, 4);
    const RobotCell cell = cell_of(model, {{"object", {{random_shape(random), random.pose(0.8), {}, false}}}});
    const JointTrajectory forth = random_trajectory(random, cell.robot(), seed % 2 == 1);
    JointTrajectory back = forth;
    for (std::size_t i = 0, n = forth.times.size(); i < n; ++i) {
      back.times[i] = -forth.times[n - 1 - i];
      back.positions[i] = forth.positions[n - 1 - i];
      for (std::size_t k = 0; !forth.velocities.empty() && k < forth.joints.size(); ++k)
        back.velocities[i][k] = -forth.velocities[n - 1 - i][k];
    }
    const RobotCheckOptions options{.want_clearance = true, .clearance_tolerance = 1e-5};
    const RobotImpact one = contact_of(cell, forth, options), two = contact_of(cell, back, options);
    ASSERT_EQ(one.status, two.status);
    if (one.clearance) {
      EXPECT_NEAR(one.clearance->distance, two.clearance->distance, 2e-5);
    }
  }
}

/// The certified clearance is not above any sampled distance, and near the least of them.
TEST(RobotCell, BoundsEveryDistanceByItsClearance) {
  std::size_t clears = 0;
  for (unsigned seed = 0; seed < 40; ++seed) {
    SCOPED_TRACE(seed);
    Random random(4000 + seed);
    const RobotModel model = random_robot(random, 4);
    const RobotCell cell = cell_of(model, {{"object", {{random_shape(random), random.pose(0.8), {}, false}}}}, {.self = false});
    const JointTrajectory trajectory = random_trajectory(random, cell.robot(), false);
    const RobotImpact impact = contact_of(cell, trajectory, {.want_clearance = true, .clearance_tolerance = 1e-5});
    if (impact.status != TurningStatus::clear) continue;
    ++clears;
    double least = std::numeric_limits<double>::infinity();
    const double from = trajectory.times.front(), to = trajectory.times.back();
    for (double u = 0; u <= 1; u += 1.0 / 400) {
      const std::vector<Pose> poses =
          poses_by_products(model, joint_positions(model, positions_at(trajectory, from + u * (to - from))));
      for (std::size_t i = 0; i < model.links.size(); ++i) {
        for (const LinkShape& x : model.links[i].shapes)
          least = std::min(least,
                           closest_points({x.geometry, poses[i] * x.pose, {}, false}, cell.world()[0].parts[0]).value().distance);
      }
    }
    ASSERT_TRUE(impact.clearance);
    EXPECT_LE(impact.clearance->distance, least);
    EXPECT_GE(impact.clearance->distance + impact.clearance->tolerance, least - 0.01);
  }
  EXPECT_GT(clears, 10U);
}

/// A wall that turns around a post, nearest to an edge of it all the time: no direction that stands still keeps far corners of the
/// wall apart for longer than it takes them to move by the slack.
TEST(RobotCell, MeasuresWhatTurnsPastAnEdgeToAnySlackWithoutShortWindows) {
  const RobotCell cell =
      cell_of(turntable(box_mesh(0.05, 0.5, 0.3), at(0.4, 0, 0)), {{"post", {{box_mesh(0.2, 0.2, 0.5), {}, {}, false}}}});
  const JointTrajectory trajectory = straight({"turn"}, {{0.3}, {1.3}});
  const double truth = 0.35 - std::sqrt(0.08);  // at an eighth of a turn
  std::size_t looks = 0;
  for (const double slack : {1e-4, 1e-8}) {
    const RobotImpact impact = contact_of(cell, trajectory, {.want_clearance = true, .clearance_tolerance = slack});
    ASSERT_TRUE(impact.clearance);
    EXPECT_LE(impact.clearance->distance, truth);
    EXPECT_GE(impact.clearance->distance, truth - slack * (1 + 1e-9));
    looks = impact.evaluations;
  }
  EXPECT_LE(looks, 900U);
}

/// Most of the way keeps an even distance from a plate, the end comes nearer to a ball.
TEST(RobotCell, DoesNotMeasureToTheSlackWhatIsFartherThanTheLeastDistance) {
  const Geometry bumps = Geometry::make(Shape{make_bumpy_sphere_mesh(0.2, 0, 2)}).value();
  const RobotCell cell = cell_of(turntable(bumps, at(0.8, 0, 0)),
                                 {{"plate", {{box_mesh(2, 2, 0.1), at(0, 0, -0.35), {}, false}}},
                                  {"ball", {{ball(0.1), at(0.8 * std::cos(3.2), 0.8 * std::sin(3.2), 0.31), {}, false}}}});
  const RobotImpact impact = contact_of(cell, straight({"turn"}, {{0}, {3}, {3.4}}), {.want_clearance = true});
  ASSERT_TRUE(impact.clearance);
  EXPECT_EQ(impact.clearance->b, "ball");
  EXPECT_LE(impact.evaluations, 450U);
}

}  // namespace
}  // namespace graze
