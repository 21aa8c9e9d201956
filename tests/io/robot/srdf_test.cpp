/// SRDF: pairs and poses in, an ignore list out.

#include <gtest/gtest.h>

#include <graze/robot_file.h>

#include "io/mesh/temp.h"

namespace graze {
namespace {

RobotModel three_links() {
  RobotModel model{"r", {{"a", {}}, {"b & c", {}}, {"d", {}}}, {}};
  model.joints.push_back({.name = "j", .kind = JointKind::revolute, .parent = 0, .child = 1});
  model.joints.push_back({.name = "k", .kind = JointKind::revolute, .parent = 1, .child = 2});
  return model;
}

class SrdfFile : public test::TempFiles {
 protected:
  std::string why_not(const std::string& inside) const {
    const auto srdf = read_srdf(write("r.srdf", "<robot name=\"r\">\n" + inside + "\n</robot>"), three_links());
    return srdf ? "accepted" : srdf.error().message.substr(path("").string().size());
  }
};

TEST_F(SrdfFile, ReadsPairsOnceAndPosesByName) {
  const auto srdf = read_srdf(
      write("r.srdf",
            "<robot name=\"r\"><group name=\"arm\"><joint name=\"j\"/></group><virtual_joint name=\"world\" type=\"planar\"/>"
            "<disable_collisions link1=\"d\" link2=\"a\" reason=\"Never\"/><disable_collisions link1=\"a\" link2=\"d\"/>"
            "<disable_collisions link1=\"a\" link2=\"b &amp; c\"/>"
            "<group_state name=\"home\" group=\"arm\"><joint name=\"j\" value=\"-1.5\"/><joint name=\"world\" value=\"0 0 "
            "0\"/></group_state></robot>"),
      three_links());
  ASSERT_TRUE(srdf) << srdf.error().message;
  ASSERT_EQ(srdf->ignored.size(), 2U);
  EXPECT_EQ(srdf->ignored[0].b, "b & c");
  EXPECT_EQ(srdf->ignored[0].reason, "srdf");
  EXPECT_EQ(srdf->ignored[1].a, "a");
  EXPECT_EQ(srdf->ignored[1].b, "d");
  EXPECT_EQ(srdf->ignored[1].reason, "srdf: Never");
  ASSERT_EQ(srdf->poses.size(), 1U);
  EXPECT_EQ(srdf->poses[0].positions.at("j"), std::vector<double>{-1.5});
  EXPECT_FALSE(srdf->poses[0].positions.contains("world"));
}

TEST_F(SrdfFile, DisablesAllPairsOfALinkButThoseEnabledAgain) {
  const auto srdf = read_srdf(
      write("r.srdf", "<robot><enable_collisions link1=\"d\" link2=\"a\"/><disable_default_collisions link=\"a\"/></robot>"),
      three_links());
  ASSERT_TRUE(srdf) << srdf.error().message;
  ASSERT_EQ(srdf->ignored.size(), 1U);
  EXPECT_EQ(srdf->ignored[0].b, "b & c");
}

TEST_F(SrdfFile, RefusesUnknownLinksAndJoints) {
  EXPECT_EQ(why_not("<disable_collisions link1=\"a\" link2=\"x\"/>"),
            "r.srdf:2: <disable_collisions>: link2: there is no link \"x\"");
  EXPECT_EQ(why_not("<disable_collisions link1=\"a\"/>"), "r.srdf:2: <disable_collisions>: link2: missing");
  EXPECT_EQ(why_not("<disable_collisions link1=\"a\" link2=\"a\"/>"),
            "r.srdf:2: <disable_collisions>: link1 and link2 are the same");
  EXPECT_EQ(why_not("<group_state name=\"n\" group=\"g\"><joint name=\"x\" value=\"0\"/></group_state>"),
            "r.srdf:2: <joint>: there is no joint \"x\"");
  EXPECT_EQ(why_not("<group_state name=\"n\" group=\"g\"><joint name=\"j\" value=\"nan\"/></group_state>"),
            "r.srdf:2: <joint>: value: \"nan\" is not a finite number");
  EXPECT_EQ(why_not("<xacro:include filename=\"x\"/>"),
            "r.srdf:2: <xacro:include>: a macro of xacro; expand it first: xacro FILE > robot.urdf");
}

TEST_F(SrdfFile, WritesAListThatReadsBackAndReplacesOnlyItsOwnFiles) {
  const std::vector<IgnoredPair> pairs = {{"a", "b & c", "adjacent"}, {"a", "d", "never in contact in 10 samples"}};
  ASSERT_TRUE(write_srdf(path("out.srdf"), "r <\"1\">", pairs));
  ASSERT_TRUE(write_srdf(path("out.srdf"), "r", pairs));
  const auto srdf = read_srdf(path("out.srdf"), three_links());
  ASSERT_TRUE(srdf) << srdf.error().message;
  ASSERT_EQ(srdf->ignored.size(), 2U);
  EXPECT_EQ(srdf->ignored[0].b, "b & c");
  EXPECT_EQ(srdf->ignored[1].reason, "srdf: never in contact in 10 samples");
  write("mine.srdf", "<robot name=\"r\"><group name=\"precious\"/></robot>");
  EXPECT_FALSE(write_srdf(path("mine.srdf"), "r", pairs));
  EXPECT_NE(contents("mine.srdf").find("precious"), std::string::npos);
}

}  // namespace
}  // namespace graze
