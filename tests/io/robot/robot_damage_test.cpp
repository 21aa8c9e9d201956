/// Robots and trajectories that were cut, misspelt or written by others: read to the same, or refused with a place, never half.

#include <array>
#include <cmath>
#include <limits>

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <oracle/effort.h>
#include <oracle/random.h>

#include <graze/robot_file.h>

#include "io/mesh/temp.h"

namespace graze {
namespace {

using testing::effort;

/// Every number of it decides where something is.
constexpr std::string_view arm =
    "<robot name=\"arm\">\n"
    "<link name=\"base\"><collision><origin xyz=\"0 0 1\" rpy=\"0 0 0\"/><geometry><box size=\"1 2 "
    "3\"/></geometry></collision></link>\n"
    "<link name=\"hand\"><collision><geometry><cylinder radius=\"0.5\" length=\"2\"/></geometry></collision></link>\n"
    "<joint name=\"j\" type=\"revolute\"><parent link=\"base\"/><child link=\"hand\"/><origin xyz=\"1 0 0\"/><axis xyz=\"0 0 1\"/>"
    "<limit lower=\"-1\" upper=\"1\" effort=\"1\" velocity=\"1\"/></joint>\n"
    "</robot>\n";

class RobotDamage : public test::TempFiles {
 protected:
  std::string why_no_robot(std::string_view text) const {
    const auto read = read_urdf(write("r.urdf", text));
    return read ? "accepted" : read.error().message.substr(path("").string().size());
  }
};

std::string with(std::string_view text, std::string_view part, std::string_view other) {
  std::string changed(text);
  const std::size_t at = changed.find(part);
  EXPECT_NE(at, std::string::npos) << part;
  return changed.replace(at, part.size(), other);
}

TEST_F(RobotDamage, NoBeginningOfAUrdfFileIsAWholeOne) {
  ASSERT_EQ(why_no_robot(arm), "accepted");
  for (std::size_t size = 0; size + 1 < arm.size(); ++size) {
    const std::string why = why_no_robot(arm.substr(0, size));
    EXPECT_TRUE(why.starts_with("r.urdf")) << size << ": " << why;
    EXPECT_EQ(why.find('\n'), std::string::npos) << "one line";
  }
}

TEST_F(RobotDamage, NoBeginningOfAnSrdfFileIsAWholeOne) {
  const auto model = read_urdf(write("r.urdf", arm));
  ASSERT_TRUE(model) << model.error().message;
  const std::string list = R"(<robot name="arm"><disable_collisions link1="base" link2="hand" reason="Adjacent"/></robot>)";
  const auto whole = read_srdf(write("r.srdf", list), *model);
  ASSERT_TRUE(whole) << whole.error().message;
  ASSERT_EQ(whole->ignored.size(), 1U);
  for (std::size_t size = 0; size < list.size(); ++size) {
    const auto read = read_srdf(write("r.srdf", std::string_view(list).substr(0, size)), *model);
    ASSERT_FALSE(read) << size;
    EXPECT_TRUE(read.error().message.starts_with(path("r.srdf").string())) << read.error().message;
  }
}

TEST_F(RobotDamage, WordsThatAreNoNumbersAreRefusedWhereverANumberDecides) {
  constexpr auto words = std::to_array<std::string_view>(
      {"", "nan", "inf", "-inf", "1e999", "0x10", "1,5", "--1", "1..5", "1e", "one", "${w}", "1 2 3 4", "1;2"});
  constexpr auto places = std::to_array<std::string_view>(
      {"xyz=\"0 0 1\"", "rpy=\"0 0 0\"", "size=\"1 2 3\"", "radius=\"0.5\"", "length=\"2\"", "lower=\"-1\"", "upper=\"1\""});
  for (const std::string_view place : places) {
    for (const std::string_view word : words) {
      const std::string attribute(place.substr(0, place.find('"') + 1));
      const std::string why = why_no_robot(with(arm, place, attribute + std::string(word) + "\""));
      EXPECT_TRUE(why.starts_with("r.urdf:")) << place << " as \"" << word << "\": " << why;
    }
  }
}

TEST_F(RobotDamage, SizesBelowZeroAreRefusedAndZeroIsLegal) {
  for (const std::string_view size : {"-1 2 3", "1 -2 3", "1 2 -3"})
    EXPECT_NE(why_no_robot(with(arm, "1 2 3", size)), "accepted") << size;
  EXPECT_NE(why_no_robot(with(arm, "radius=\"0.5\"", "radius=\"-0.5\"")), "accepted");
  EXPECT_NE(why_no_robot(with(arm, "length=\"2\"", "length=\"-2\"")), "accepted");
  EXPECT_EQ(why_no_robot(with(arm, "1 2 3", "1 2 0")), "accepted") << "a plate";
}

TEST_F(RobotDamage, SpacesLineEndsAndTheMarkOfABeginningChangeNothing) {
  const auto plain = read_urdf(write("plain.urdf", arm));
  ASSERT_TRUE(plain) << plain.error().message;
  std::string windows;
  for (const char c : arm) windows += c == '\n' ? std::string("\r\n") : std::string(1, c);
  const std::array<std::string, 5> spellings{windows, "\xEF\xBB\xBF" + std::string(arm), with(arm, "0 0 1", "\t 0\n0   1 "),
                                             with(arm, "1 2 3", "+1 2.0 3e0"),
                                             "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n" + std::string(arm)};
  for (const std::string& text : spellings) {
    const auto read = read_urdf(write("other.urdf", text));
    ASSERT_TRUE(read) << read.error().message;
    const LinkShape &a = plain->links[0].shapes[0], &b = read->links[0].shapes[0];
    EXPECT_EQ(a.pose.translation, b.pose.translation);
    EXPECT_EQ(std::get<Aabb>(a.geometry.shape().value).max, std::get<Aabb>(b.geometry.shape().value).max);
    EXPECT_EQ(read->joints[0].limits->lower, -1);
  }
}

TEST_F(RobotDamage, FilesAreReadUpToTheSizeThatIsAllowed) {
  const auto file = write("r.urdf", arm);
  EXPECT_TRUE(read_urdf(file, {.max_file_bytes = arm.size()}));
  const auto refused = read_urdf(file, {.max_file_bytes = arm.size() - 1});
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().code, ErrorCode::limit);
  const std::string json = R"({"joints": ["j"], "times": [0], "positions": [[1]]})";
  const auto trajectory = write("t.json", json);
  EXPECT_TRUE(read_trajectory(trajectory, json.size()));
  EXPECT_FALSE(read_trajectory(trajectory, json.size() - 1));
}

/// Numbers of all sizes, with signs of zero and the smallest ones.
double odd_number(testing::Random& random) {
  constexpr std::array special{0.0,
                               -0.0,
                               0.1,
                               -1.0 / 3,
                               std::numeric_limits<double>::denorm_min(),
                               std::numeric_limits<double>::max(),
                               -std::numeric_limits<double>::min()};
  if (random.below(3) == 0) return special[random.below(special.size())];
  return std::ldexp(random.real(1), static_cast<int>(random.below(600)) - 300);
}

std::vector<std::vector<double>> odd_rows(testing::Random& random, std::size_t rows, std::size_t columns) {
  std::vector<std::vector<double>> all(rows, std::vector<double>(columns));
  for (auto& row : all)
    for (double& x : row) x = odd_number(random);
  return all;
}

TEST_F(RobotDamage, TrajectoriesReadBackToTheSameNumbersInBothForms) {
  testing::Random random(81);
  for (int i = 0; i < effort(60); ++i) {
    JointTrajectory written;
    const std::size_t joints = 1 + random.below(5), rows = 1 + random.below(8);
    for (std::size_t k = 0; k < joints; ++k) written.joints.push_back(fmt::format("joint \"{}\", é\\{}", k, random.below(9)));
    double time = random.real(1);
    for (std::size_t k = 0; k < rows; ++k) written.times.push_back(time += 1e-9 + std::abs(random.real(1)));
    written.positions = odd_rows(random, rows, joints);
    const bool is_cubic = i % 2 == 0;
    if (is_cubic) written.velocities = odd_rows(random, rows, joints);
    for (const char* name : {"t.json", "t.csv"}) {
      const auto done = write_trajectory(path(name), written);
      ASSERT_EQ(done.has_value(), !is_cubic || std::string_view(name) == "t.json");
      if (!done) continue;
      const auto read = read_trajectory(path(name));
      ASSERT_TRUE(read) << read.error().message;
      EXPECT_EQ(read->joints, written.joints);
      EXPECT_EQ(read->times, written.times);
      EXPECT_EQ(read->positions, written.positions);
      EXPECT_EQ(read->velocities, written.velocities);
      for (std::size_t r = 0; r < rows; ++r)
        for (std::size_t k = 0; k < joints; ++k)
          EXPECT_EQ(std::signbit(read->positions[r][k]), std::signbit(written.positions[r][k])) << "-0 is not 0";
    }
  }
}

/// A cut CSV file may end after a whole line, and is then a shorter motion; nothing else of it is.
TEST_F(RobotDamage, ACutTrajectoryIsRefusedOrHasWholeWayPoints) {
  const std::string json = R"({"joints": ["j", "k"], "times": [0, 1.5], "positions": [[1, 2], [3, 4]]})";
  for (std::size_t size = 0; size < json.size(); ++size)
    EXPECT_FALSE(read_trajectory(write("t.json", std::string_view(json).substr(0, size)))) << size;
  const std::string csv = "time,j,k\n0,1,2\n1.5,3,4\n2.5,5,6\n";
  const JointTrajectory whole = *read_trajectory(write("t.csv", csv));
  for (std::size_t size = 0; size < csv.size(); ++size) {
    const auto read = read_trajectory(write("t.csv", std::string_view(csv).substr(0, size)));
    if (!read) continue;
    const std::size_t rows = read->times.size();
    ASSERT_LE(rows, whole.times.size());
    for (std::size_t r = 0; r < rows; ++r) EXPECT_EQ(read->positions[r].size(), 2U) << size;
    for (std::size_t r = 0; r + 1 < rows; ++r) EXPECT_EQ(read->positions[r], whole.positions[r]) << size;
  }
}

}  // namespace
}  // namespace graze
