/// Trajectories: three spellings of the same motion, and what is refused.

#include <gtest/gtest.h>

#include <graze/robot_file.h>

#include "io/mesh/temp.h"

namespace graze {
namespace {

class TrajectoryFile : public test::TempFiles {
 protected:
  std::string why_not(const std::string& name, std::string_view text) const {
    const auto trajectory = read_trajectory(write(name, text));
    if (trajectory) return "accepted";
    EXPECT_TRUE(trajectory.error().message.starts_with(path(name).string() + ":")) << trajectory.error().message;
    return trajectory.error().message.substr(path(name).string().size());
  }
};

bool same(const JointTrajectory& a, const JointTrajectory& b) {
  return a.joints == b.joints && a.times == b.times && a.positions == b.positions && a.velocities == b.velocities;
}

TEST_F(TrajectoryFile, ReadsTheSameMotionFromAllForms) {
  const JointTrajectory expected{{"j 1", "k,2"}, {0, 0.5}, {{1, 2}, {3, -4.25}}, {}};
  const auto read = [&](const char* name, std::string_view text) {
    const auto trajectory = read_trajectory(write(name, text));
    EXPECT_TRUE(trajectory) << trajectory.error().message;
    return trajectory ? *trajectory : JointTrajectory{};
  };
  EXPECT_TRUE(
      same(read("a.json", R"({"joints": ["j 1", "k,2"], "times": [0, 0.5], "positions": [[1, 2], [3, -4.25]]})"), expected));
  EXPECT_TRUE(same(read("a.csv", "time, j 1, \"k,2\"\r\n0,1,2\r\n\r\n0.5,3,-4.25\r\n"), expected));
  EXPECT_TRUE(same(read("ros1.json", R"({"header": {}, "joint_names": ["j 1", "k,2"], "points": [
    {"positions": [1, 2], "velocities": [], "time_from_start": {"secs": 0, "nsecs": 0}},
    {"positions": [3, -4.25], "time_from_start": {"secs": 0, "nsecs": 500000000}}]})"),
                   expected));
  JointTrajectory cubic = expected;
  cubic.velocities = {{0, 1}, {0, 0}};
  EXPECT_TRUE(same(read("ros2.json", R"({"joint_names": ["j 1", "k,2"], "points": [
    {"positions": [1, 2], "velocities": [0, 1], "accelerations": [], "effort": [], "time_from_start": 0},
    {"positions": [3, -4.25], "velocities": [0, 0], "time_from_start": {"sec": 0, "nanosec": 500000000}}]})"),
                   cubic));
}

TEST_F(TrajectoryFile, WritesWhatReadsBackTheSame) {
  const JointTrajectory linear{{"a", "b \"x\", c"}, {0.1, 1.0 / 3}, {{1e-300, 2}, {3.3333333333333335, -0.0}}, {}};
  JointTrajectory cubic = linear;
  cubic.velocities = {{0.1, 0}, {0, 1e17}};
  for (const char* name : {"a.csv", "a.json"}) {
    ASSERT_TRUE(write_trajectory(path(name), linear));
    EXPECT_TRUE(same(*read_trajectory(path(name)), linear)) << name;
  }
  ASSERT_TRUE(write_trajectory(path("a.json"), cubic));
  EXPECT_TRUE(same(*read_trajectory(path("a.json")), cubic));
  EXPECT_EQ(write_trajectory(path("b.csv"), cubic).error().message, "velocities: CSV holds none; write a JSON file");
}

TEST_F(TrajectoryFile, SaysWhatIsWrongInJson) {
  const auto json = [&](std::string_view text) { return why_not("t.json", text); };
  EXPECT_EQ(json(R"({"joints": ["a"], "times": [0, 1], "positions": [[0]]})"), ": positions: 1 rows for 2 times");
  EXPECT_EQ(json(R"({"joints": ["a"], "times": [0, 1], "positions": [[0], [1, 2]]})"),
            ": positions[1]: expected 1 numbers, found 2");
  EXPECT_EQ(json(R"({"joints": ["a"], "times": [0, 0], "positions": [[0], [1]]})"), ": times[1]: not after 0");
  EXPECT_EQ(json(R"({"joints": ["a", "a"], "times": [0], "positions": [[0, 0]]})"), ": joints[1]: \"a\" is there twice");
  EXPECT_EQ(json(R"({"joints": ["a"], "times": [], "positions": []})"), ": times: no way-points");
  EXPECT_EQ(json(R"({"joints": ["a"], "times": [0], "positions": [[NaN]]})"), ": positions[0][0]: not finite");
  EXPECT_EQ(json(R"({"joints": ["a"], "times": [0], "positions": [["x"]]})"),
            ": positions[0][0]: expected a number, found a string");
  EXPECT_EQ(json(R"({"joints": ["a"], "times": [0], "position": [[0]]})"), ": position: unknown field");
  EXPECT_EQ(json(R"({"joints": ["a"], "times": [0]})"), ": positions: missing");
  EXPECT_EQ(json(R"({"joints": ["a"], "times": [0], "positions": [[0]], "velocities": []})"),
            ": velocities: an empty list; leave it out where there are none");
  EXPECT_EQ(json(R"({"joint_names": ["a"], "points": [{"positions": [0]}]})"), ": points[0].time_from_start: missing");
  EXPECT_EQ(json(R"({"joint_names": ["a"], "points": [{"positions": [0], "time_from_start": {"sec": 0.5}}]})"),
            ": points[0].time_from_start.sec: expected a whole number, found a number");
  EXPECT_EQ(json(R"({"joint_names": ["a"], "points": [{"positions": [0], "velocities": [1], "time_from_start": 0},
                                                      {"positions": [0], "time_from_start": 1}]})"),
            ": points[1].velocities: some way-points have them and others have not");
  EXPECT_EQ(json(R"({"joints": )"), ": not JSON, at byte 12");
}

TEST_F(TrajectoryFile, SaysWhatIsWrongInCsv) {
  const auto csv = [&](std::string_view text) { return why_not("t.csv", text); };
  EXPECT_EQ(csv("a,b\n0,1\n"), ":1: the header must begin with time, this one with \"a\"");
  EXPECT_EQ(csv("time,a\n0,1\n1\n"), ":3: expected 2 numbers, found 1");
  EXPECT_EQ(csv("time,a\n0,1\n1,2,3\n"), ":3: expected 2 numbers, found 3");
  EXPECT_EQ(csv("time,a\n0,1\n0,2\n"), ":3: time 0 is not after 0");
  EXPECT_EQ(csv("time,a\n0,nan\n"), ":2: \"nan\" is not a finite number");
  EXPECT_EQ(csv("time,a\n0,\n"), ":2: \"\" is not a finite number");
  EXPECT_EQ(csv("time,\"a\n0,1\n"), ":1: a quote is not closed");
  EXPECT_EQ(csv("time,a\n"), ": times: no way-points");
  EXPECT_EQ(csv("time,a,a\n0,1,2\n"), ": joints[1]: \"a\" is there twice");
  EXPECT_EQ(csv("\n\n"), ": holds no header");
}

}  // namespace
}  // namespace graze
