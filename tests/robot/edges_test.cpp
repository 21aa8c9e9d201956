/// Edges of roadmaps: the same answers as trajectories, for any number of threads; poses, touching pairs, ignore lists, words.

#include <gtest/gtest.h>

#include "robot/arms.h"

namespace graze {
namespace {

using namespace arms;

struct Roadmap {
  RobotCell cell;
  std::vector<JointEdge> edges;
};

Roadmap roadmap(unsigned seed, std::size_t count) {
  Random random(seed);
  const Robot robot = Robot::make(random_robot(random, 5)).value();
  std::vector<WorldObject> world;
  for (std::size_t k = 0; k < 4; ++k)
    world.push_back({"object" + std::to_string(k), {{random_shape(random), random.pose(0.9), {}, false}}});
  Roadmap made{RobotCell::make(robot, world).value(), {}};
  for (std::size_t k = 0; k < count; ++k) {
    JointEdge edge;
    for (const Driver& driver : robot.drivers()) {
      const double reach = driver.is_angle ? 1 : 0.2;
      edge.from.push_back(random.within(-reach, reach));
      edge.to.push_back(edge.from.back() + 0.5 * random.within(-reach, reach));
    }
    made.edges.push_back(edge);
  }
  return made;
}

JointTrajectory as_trajectory(const Robot& robot, const JointEdge& edge) {
  JointTrajectory made;
  for (const Driver& driver : robot.drivers()) made.joints.push_back(driver.name);
  made.times = {0, 1};
  made.positions = {edge.from, edge.to};
  return made;
}

TEST(RobotEdges, AnswerAsTrajectoriesDo) {
  std::size_t valid = 0, invalid = 0;
  for (unsigned seed = 0; seed < 12; ++seed) {
    const Roadmap map = roadmap(seed, 12);
    for (const JointEdge& edge : map.edges) {
      const RobotImpact impact = map.cell.first_contact(as_trajectory(map.cell.robot(), edge)).value();
      const EdgeAnswer any = map.cell.check_edge(edge.from, edge.to).value();
      const EdgeAnswer first = map.cell.check_edge(edge.from, edge.to, {.want_fraction = true}).value();
      EXPECT_EQ(any.valid(), impact.status == TurningStatus::clear) << seed;
      EXPECT_EQ(first.valid(), any.valid());
      (any.valid() ? valid : invalid)++;
      if (any.valid()) continue;
      EXPECT_NEAR(first.fraction, impact.first->t_lo, 1e-7);
      EXPECT_LE(any.fraction, first.fraction);
    }
  }
  EXPECT_GT(valid, 10U);
  EXPECT_GT(invalid, 10U);
}

TEST(RobotEdges, AreTheSameForAnyNumberOfThreads) {
  const Roadmap map = roadmap(3, 60);
  const auto one = map.cell.check_edges(map.edges, {.want_fraction = true, .threads = 1}).value();
  for (const std::size_t threads : {2, 3}) {
    const auto many = map.cell.check_edges(map.edges, {.want_fraction = true, .threads = threads}).value();
    ASSERT_EQ(many.size(), one.size());
    for (std::size_t k = 0; k < one.size(); ++k) {
      EXPECT_EQ(many[k].status, one[k].status);
      EXPECT_EQ(many[k].fraction, one[k].fraction);
      EXPECT_EQ(many[k].a, one[k].a);
      EXPECT_EQ(many[k].b, one[k].b);
    }
  }
}

TEST(RobotEdges, NameTheEdgeThatIsWrong) {
  Roadmap map = roadmap(1, 3);
  map.edges[1].to.pop_back();
  const std::string message = map.cell.check_edges(map.edges).error().message;
  EXPECT_EQ(message.rfind("edges[1]", 0), 0U) << message;
  EXPECT_FALSE(map.cell.check_edges(map.edges, {.clearance = -1}));
  EXPECT_FALSE(map.cell.check_edges(map.edges, {.tolerance = 0}));
}

TEST(RobotEdges, EndAtTheLimitOfEvaluations) {
  const Roadmap map = roadmap(0, 40);
  std::size_t unfinished = 0;
  for (const JointEdge& edge : map.edges) {
    const EdgeAnswer few = map.cell.check_edge(edge.from, edge.to, {.want_fraction = true, .max_evaluations = 30}).value();
    const EdgeAnswer all = map.cell.check_edge(edge.from, edge.to, {.want_fraction = true}).value();
    if (few.status == TurningStatus::unfinished) {
      ++unfinished;
      EXPECT_LE(few.fraction, all.fraction);
    } else {
      EXPECT_EQ(few.fraction, all.fraction);
    }
  }
  EXPECT_GT(unfinished, 0U);
}

TEST(RobotEdges, SayWhetherPosesAreFree) {
  const Roadmap map = roadmap(5, 40);
  std::size_t free = 0;
  for (const JointEdge& edge : map.edges) {
    const bool is_free = map.cell.is_free(edge.from).value();
    EXPECT_EQ(is_free, map.cell.check_edge(edge.from, edge.from).value().valid());
    EXPECT_EQ(is_free, map.cell.touching(edge.from).value().empty());
    free += is_free ? 1 : 0;
    if (is_free) continue;
    EXPECT_FALSE(map.cell.is_free(edge.from, 0.01).value());
  }
  EXPECT_GT(free, 0U);
  EXPECT_LT(free, 40U);
}

/// Three boxes in a row: the first and the last always in contact, through the hole of nothing between them.
TEST(IgnoreList, SaysWhyPairsNeedNoCheck) {
  RobotModel model;
  model.links = {{"base", {{box(0.5, 0.5, 0.1), {}}}},
                 {"disc", {{box(0.1, 0.1, 0.3), {}}}},
                 {"tip", {{ball(0.45), at(0, 0, 0.2)}}},
                 {"far", {{ball(0.1), at(0, 0, 3)}}}};
  model.joints = {joint("j1", JointKind::continuous, 0, 1, {}, Vec3::UnitZ()),
                  joint("j2", JointKind::continuous, 1, 2, {}, Vec3::UnitZ()),
                  joint("j3", JointKind::continuous, 2, 3, {}, Vec3::UnitZ())};
  const IgnoreList list = default_ignore_list(Robot::make(model).value(), {.samples = 50, .threads = 1}).value();
  std::vector<std::string> lines;
  for (const IgnoredPair& pair : list.pairs) lines.push_back(pair.a + "-" + pair.b + ": " + pair.reason);
  EXPECT_EQ(lines, (std::vector<std::string>{"base-disc: adjacent", "base-tip: always in contact (50 of 50 samples)",
                                             "base-far: never in contact in 50 samples", "disc-tip: adjacent",
                                             "disc-far: never in contact in 50 samples", "tip-far: adjacent"}));
}

TEST(RobotCell, NamesWhatIsWrongWithItsWorldAndItsLists) {
  const Robot robot = Robot::make(turntable(ball(0.1), at(1, 0, 0))).value();
  const Body still{ball(1), {}, {}, false};
  const auto message = [&](std::vector<WorldObject> world, const RobotCellOptions& options = {}) {
    const auto cell = RobotCell::make(robot, std::move(world), options);
    return cell ? std::string() : cell.error().message;
  };
  EXPECT_EQ(message({{"x", {still}}, {"x", {still}}}), "world: x is the name of two objects");
  EXPECT_EQ(message({{"arm", {still}}}), "");
  Body moving = still;
  moving.motion.velocity = Vec3::UnitX();
  EXPECT_EQ(message({{"x", {moving}}}), "object x: it moves; what stands around a robot is still");
  RobotCellOptions options;
  options.ignored = {{"arm", "nobody", ""}};
  EXPECT_EQ(message({}, options), "ignored pair arm, nobody: there is no nobody");
}

TEST(RobotCell, ChecksTrajectoriesAndReportsLimitsAndAssumptions) {
  RobotModel model;
  model.links = {{"a", {}}, {"b", {}}, {"c", {{ball(0.1), {}}}}};
  model.joints = {joint("ab", JointKind::revolute, 0, 1, {}, Vec3::UnitZ()),
                  joint("bc", JointKind::prismatic, 1, 2, {}, Vec3::UnitX())};
  model.joints[0].limits = JointLimits{-1, 1};
  model.joints[1].limits = JointLimits{0.5, 2};
  const RobotCell cell = RobotCell::make(Robot::make(model).value()).value();
  JointTrajectory trajectory{{"ab"}, {0, 2}, {{0}, {0}}, {{8}, {8}}};  // cubic: out and back beyond the limits between its ends
  const RobotImpact impact = cell.first_contact(trajectory).value();
  ASSERT_EQ(impact.limits.size(), 1U);
  EXPECT_EQ(impact.limits[0].joint, "ab");
  EXPECT_GT(std::abs(impact.limits[0].value), 1.5);
  ASSERT_EQ(impact.assumed.size(), 1U);
  EXPECT_EQ(impact.assumed[0].driver, "bc");
  EXPECT_EQ(impact.assumed[0].position, 0.5);
  const auto message = [&](const JointTrajectory& wrong) { return cell.first_contact(wrong).error().message; };
  EXPECT_EQ(message({{"xy"}, {0}, {{0}}, {}}), "joints[0]: xy is not a joint of the robot");
  EXPECT_EQ(message({{"ab"}, {0, 0}, {{0}, {0}}, {}}), "times[1]: 0 is not after 0");
  EXPECT_EQ(message({{"ab"}, {0, 1}, {{0}}, {}}), "positions: 1 rows for 2 times");
  EXPECT_EQ(message({{"ab"}, {0}, {{0, 1}}, {}}), "positions[0]: 2 numbers for 1 joints");
  EXPECT_EQ(message({{"ab", "ab"}, {0}, {{0, 1}}, {}}), "joints[1]: ab is there twice");
  EXPECT_EQ(message({{}, {}, {}, {}}), "times: none");
}

TEST(RobotCell, TellsHowFarAndWhenAJointGoesBeyondEitherOfItsLimits) {
  RobotModel model;
  model.links = {{"a", {}}, {"b", {{ball(0.1), {}}}}};
  model.joints = {joint("ab", JointKind::revolute, 0, 1, {}, Vec3::UnitZ())};
  model.joints[0].limits = JointLimits{-1, 2};
  const RobotCell cell = RobotCell::make(Robot::make(model).value()).value();
  const auto limits = [&](const std::vector<std::vector<double>>& positions, const std::vector<std::vector<double>>& slopes = {}) {
    JointTrajectory trajectory{{"ab"}, {}, positions, slopes};
    for (std::size_t k = 0; k < positions.size(); ++k) trajectory.times.push_back(static_cast<double>(k));
    return cell.first_contact(trajectory).value().limits;
  };
  EXPECT_TRUE(limits({{0}, {2}, {-1}, {1.5}}).empty()) << "up to both limits";
  struct Beyond {
    std::vector<std::vector<double>> positions, slopes;
    double value, time;
  };
  const Beyond cases[] = {{{{0}, {3}, {0}}, {}, 3, 1},
                          {{{0}, {-1.5}, {0}}, {}, -1.5, 1},
                          {{{0}, {2.5}, {-1.75}}, {}, -1.75, 2},
                          {{{0}, {2.75}, {-1.5}}, {}, 2.75, 1},
                          {{{0}, {0}, {0}}, {{27}, {0}, {0}}, 4, 1.0 / 3},  // 27 u (1 - u)^2 is greatest at a third
                          {{{0}, {0}, {0}}, {{-27}, {0}, {0}}, -4, 1.0 / 3}};
  for (const Beyond& beyond : cases) {
    const auto found = limits(beyond.positions, beyond.slopes);
    ASSERT_EQ(found.size(), 1U) << beyond.value;
    EXPECT_NEAR(found[0].value, beyond.value, 1e-12);
    EXPECT_NEAR(found[0].at, beyond.time, 1e-12);
  }
}

}  // namespace
}  // namespace graze
