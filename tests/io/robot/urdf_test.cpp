/// URDF: what a model says, in which order and spelling it may say so, and what is refused with file, line and element.

#include <cmath>
#include <numbers>

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <Eigen/Geometry>

#include <graze/robot_file.h>

#include "io/mesh/temp.h"

namespace graze {
namespace {

constexpr std::string_view tetrahedron_obj = "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 2 3 4\nf 3 1 4\n";

class Urdf : public test::TempFiles {
 protected:
  Result<RobotModel> model(const std::string& inside, const UrdfOptions& options = {}) const {
    return read_urdf(write("r.urdf", "<robot name=\"r\">\n" + inside + "\n</robot>"), options);
  }
  /// Without the folder, or "accepted".
  std::string why_not(const std::string& inside, const UrdfOptions& options = {}) const {
    const auto read = model(inside, options);
    if (read) return "accepted";
    std::string message = read.error().message;
    const std::string prefix = path("").string();
    for (std::size_t at = message.find(prefix); at != std::string::npos; at = message.find(prefix))
      message.erase(at, prefix.size());
    return message;
  }
  static std::string with_geometry(const std::string& geometry) {
    return "<link name=\"a\">\n<collision><geometry>\n" + geometry + "\n</geometry></collision></link>";
  }
  static std::string joint(const std::string& name, const std::string& parent, const std::string& child,
                           const std::string& more = {}, const std::string& type = "revolute") {
    return fmt::format("<joint name=\"{}\" type=\"{}\"><parent link=\"{}\"/><child link=\"{}\"/>{}</joint>\n", name, type, parent,
                       child, more);
  }
};

constexpr std::string_view links_abc = "<link name=\"a\"/><link name=\"b\"/><link name=\"c\"/>\n";

TEST_F(Urdf, ReadsPrimitivesAroundTheirOriginAlongZ) {
  const auto read = model(
      "<link name=\"a\">"
      "<collision name=\"lid\"><origin xyz=\"1 2 3\"/><geometry><box size=\"2 4 6\"/></geometry></collision>"
      "<collision><geometry><cylinder radius=\"0.5\" length=\"3\"/></geometry></collision>"
      "<collision><geometry><sphere radius=\"+.25\"/></geometry></collision>"
      "<collision><geometry><capsule radius=\"1e-1\" length=\"2\"/></geometry></collision></link>");
  ASSERT_TRUE(read) << read.error().message;
  const auto& shapes = read->links.at(0).shapes;
  ASSERT_EQ(shapes.size(), 4U);
  EXPECT_EQ(shapes[0].name, "lid");
  EXPECT_EQ(shapes[0].pose.translation, Vec3(1, 2, 3));
  EXPECT_EQ(std::get<Aabb>(shapes[0].geometry.shape().value).max, Vec3(1, 2, 3));
  EXPECT_EQ(std::get<Aabb>(shapes[0].geometry.shape().value).min, Vec3(-1, -2, -3));
  const auto& cylinder = std::get<Cylinder>(shapes[1].geometry.shape().value);
  EXPECT_EQ(cylinder.v[0], Vec3(0, 0, -1.5));
  EXPECT_EQ(cylinder.v[1], Vec3(0, 0, 1.5));
  EXPECT_EQ(cylinder.radius, 0.5);
  EXPECT_EQ(std::get<Sphere>(shapes[2].geometry.shape().value).radius, 0.25);
  EXPECT_EQ(std::get<Capsule>(shapes[3].geometry.shape().value).v[1], Vec3(0, 0, 1));
}

TEST_F(Urdf, TurnsByRollThenPitchThenYawAboutFixedAxes) {
  const std::string origin = fmt::format("<origin rpy=\"{0} {0} 0\" xyz=\"  1   0\t-2 \"/>", std::numbers::pi / 2);
  const auto read = model("<link name=\"a\"/><link name=\"b\"/>" + joint("j", "a", "b", origin));
  ASSERT_TRUE(read) << read.error().message;
  // Roll takes y to z, then pitch takes z to x.
  const Vec3 turned = read->joints[0].origin.rotation * Vec3::UnitY();
  EXPECT_LT((turned - Vec3::UnitX()).norm(), 1e-15);
  EXPECT_EQ(read->joints[0].origin.translation, Vec3(1, 0, -2));
}

TEST_F(Urdf, ReadsJointsInAnyOrderWithTheirDefaults) {
  const auto read =
      model(joint("follower", "b", "c", "<mimic joint=\"leader\"/>", "prismatic") +
            joint("leader", "a", "b", "<axis xyz=\"0 0 2\"/><limit lower=\"-1\" upper=\"2\" effort=\"1\" velocity=\"1\"/>") +
            "<link name=\"c\"/><link name=\"b\"/><link name=\"a &amp; base\"/><link name=\"a\"/>" +
            joint("weld", "a &amp; base", "a", "<axis xyz=\"0 0 0\"/>", "fixed"));
  ASSERT_TRUE(read) << read.error().message;
  ASSERT_EQ(read->joints.size(), 3U);
  const RobotJoint& follower = read->joints[0];
  EXPECT_EQ(follower.axis, Vec3::UnitX());
  ASSERT_TRUE(follower.mimic);
  EXPECT_EQ(follower.mimic->driver, 1U);
  EXPECT_EQ(follower.mimic->multiplier, 1);
  EXPECT_EQ(follower.mimic->offset, 0);
  EXPECT_FALSE(follower.limits);
  const RobotJoint& leader = read->joints[1];
  EXPECT_EQ(leader.axis, Vec3::UnitZ());
  EXPECT_EQ(leader.limits->lower, -1);
  EXPECT_EQ(leader.limits->upper, 2);
  EXPECT_EQ(read->links[leader.parent].name, "a");
  EXPECT_EQ(read->links[read->joints[2].parent].name, "a & base");
}

TEST_F(Urdf, KeepsTheDirectionOfAnyAxisThatHasOne) {
  for (const char* axis : {"0 0 2", "0 0 1e-320", "0 0 1e300", "0 0 1e308"}) {
    const auto read = model("<link name=\"a\"/><link name=\"b\"/>" + joint("j", "a", "b", fmt::format("<axis xyz=\"{}\"/>", axis)));
    ASSERT_TRUE(read) << read.error().message;
    EXPECT_EQ(read->joints[0].axis, Vec3::UnitZ()) << axis;
  }
}

TEST_F(Urdf, ReadsOverWhatSaysNothingAboutContacts) {
  const auto read = model(
      "<material name=\"m\"><color rgba=\"1 0 0 1\"/></material>"
      "<link name=\"a\" odd=\"yes\"><visual><geometry><mesh filename=\"package://nowhere/x.dae\"/></geometry></visual>"
      "<inertial><mass value=\"nan\"/></inertial></link>"
      "<gazebo reference=\"a\"><sensor:thing><link name=\"a\"/></sensor:thing></gazebo><transmission name=\"t\"><joint "
      "name=\"x\"/></transmission>");
  ASSERT_TRUE(read) << read.error().message;
  EXPECT_EQ(read->links.size(), 1U);
  EXPECT_TRUE(read->joints.empty());
  EXPECT_TRUE(read->links[0].shapes.empty());
}

TEST_F(Urdf, LoadsEachMeshOncePerScaleAndTurnsMirroredOnes) {
  write("tet.OBJ", tetrahedron_obj);
  const std::string mesh = "<collision><geometry><mesh filename=\"tet.OBJ\" scale=\"{}\"/></geometry></collision>";
  const auto part = [&](const char* scale) { return fmt::format(fmt::runtime(mesh), scale); };
  const auto read = model("<link name=\"a\">" + part("2 2 2") + part("2 2 2") + part("1 -1 1") + "</link>");
  ASSERT_TRUE(read) << read.error().message;
  const auto& shapes = read->links[0].shapes;
  EXPECT_EQ(shapes[0].geometry.mesh(), shapes[1].geometry.mesh());
  EXPECT_NE(shapes[0].geometry.mesh(), shapes[2].geometry.mesh());
  EXPECT_EQ(shapes[0].geometry.mesh()->vertices[1], Vec3(2, 0, 0));
  EXPECT_TRUE(shapes[0].solid);
  // Six times the volume, by the divergence theorem: positive while triangles face outward.
  for (const LinkShape& shape : shapes) {
    double volume = 0;
    for (std::size_t i = 0; i < 4; ++i) {
      const Triangle t = shape.geometry.mesh()->triangle(i);
      volume += t.v[0].dot(t.v[1].cross(t.v[2]));
    }
    EXPECT_GT(volume, 0.5);
  }
}

TEST_F(Urdf, FindsMeshesInPackagesAndSaysWhereItLooked) {
  std::filesystem::create_directories(path("elsewhere/arm_pkg/meshes"));
  std::filesystem::create_directories(path("near_pkg"));
  write("elsewhere/arm_pkg/meshes/t.obj", tetrahedron_obj);
  write("near_pkg/t.obj", tetrahedron_obj);
  const auto mesh = [](const std::string& name) { return with_geometry("<mesh filename=\"" + name + "\"/>"); };
  const UrdfOptions above{.packages = {path("elsewhere")}};
  const UrdfOptions itself{.packages = {path("elsewhere/arm_pkg/")}};
  EXPECT_EQ(why_not(mesh("package://arm_pkg/meshes/t.obj"), above), "accepted");
  EXPECT_EQ(why_not(mesh("package:///arm_pkg/meshes/t.obj"), above), "accepted");
  EXPECT_EQ(why_not(mesh("package://arm_pkg/meshes/t.obj"), itself), "accepted");
  EXPECT_EQ(why_not(mesh("package://near_pkg/t.obj")), "accepted");
  EXPECT_EQ(why_not(mesh("near_pkg/t.obj")), "accepted");
  EXPECT_EQ(why_not(mesh("meshes/t.obj"), itself), "accepted");
  EXPECT_EQ(why_not(mesh("file://" + path("near_pkg/t.obj").string())), "accepted");
  EXPECT_EQ(why_not(mesh("other.obj"), above), "r.urdf:4: <mesh>: other.obj: no such file; tried other.obj, elsewhere/other.obj");
  EXPECT_EQ(why_not(mesh("http://host/t.obj")),
            "r.urdf:4: <mesh>: http://host/t.obj: only package://, file:// and plain paths are read");
  const std::string missing = why_not(mesh("package://arm_pkg/meshes/t.obj"));
  EXPECT_TRUE(missing.starts_with("r.urdf:4: <mesh>: package://arm_pkg/meshes/t.obj: no such file; tried arm_pkg/meshes/t.obj, "))
      << missing;
}

TEST_F(Urdf, RefusesWhatWouldTouchNothingUnnoticed) {
  write("empty.obj", "v 0 0 0\n");
  write("bad.stl", "solid x\nfacet");
  const std::vector<std::pair<std::string, std::string>> table = {
      {"<ellipsoid radius=\"1\"/>", "r.urdf:4: <ellipsoid>: is not a shape that is known: box, cylinder, sphere, capsule, mesh"},
      {"<box size=\"1 2\"/>", "r.urdf:4: <box>: size: expected 3 numbers, found 2"},
      {"<box size=\"1,5 2 3\"/>", "r.urdf:4: <box>: size: \"1,5\" is not a finite number"},
      {"<box size=\"1 nan 3\"/>", "r.urdf:4: <box>: size: \"nan\" is not a finite number"},
      {"<box size=\"1 -2 3\"/>", "r.urdf:4: <box>: size: negative, -2"},
      {"<box/>", "r.urdf:4: <box>: size: missing"},
      {"<sphere radius=\"1e999\"/>", "r.urdf:4: <sphere>: radius: \"1e999\" is not a finite number"},
      {"<sphere radius=\"-1\"/>", "r.urdf:4: <sphere>: radius: negative, -1"},
      {"<cylinder radius=\"1\"/>", "r.urdf:4: <cylinder>: length: missing"},
      {"<sphere radius=\"${r}\"/>",
       "r.urdf:4: <sphere>: radius: \"${r}\" is an expression of xacro; expand it first: xacro FILE > robot.urdf"},
      {"<mesh filename=\"$(find x)/y.stl\"/>",
       "r.urdf:4: <mesh>: filename: \"$(find x)/y.stl\" is an expression of xacro; expand it first: xacro FILE > robot.urdf"},
      {"<xacro:ball/>", "r.urdf:4: <xacro:ball>: a macro of xacro; expand it first: xacro FILE > robot.urdf"},
      {"", "r.urdf:3: <geometry>: must hold one shape, holds 0"},
      {"<sphere radius=\"1\"/><sphere radius=\"1\"/>", "r.urdf:3: <geometry>: must hold one shape, holds 2"},
      {"<mesh/>", "r.urdf:4: <mesh>: filename: missing"},
      {"<mesh filename=\"\"/>", "r.urdf:4: <mesh>: filename: empty"},
      {"<mesh filename=\"empty.obj\"/>", "r.urdf:4: <mesh>: empty.obj: has no triangles"},
      {"<mesh filename=\"empty.obj\" scale=\"1 0 1\"/>", "r.urdf:4: <mesh>: scale: a factor is 0"},
      {"<mesh filename=\"empty.obj\" scale=\"1\"/>", "r.urdf:4: <mesh>: scale: expected 3 numbers, found 1"},
  };
  for (const auto& [geometry, expected] : table) EXPECT_EQ(why_not(with_geometry(geometry)), expected);
  EXPECT_TRUE(why_not(with_geometry("<mesh filename=\"bad.stl\"/>")).starts_with("r.urdf:4: <mesh>: file: bad.stl:2: "));
  EXPECT_EQ(why_not("<link name=\"a\"><collision/></link>"), "r.urdf:2: <collision>: has no <geometry>");
}

TEST_F(Urdf, RefusesLinksAndJointsThatMakeNoTree) {
  const std::string abc(links_abc);
  const std::vector<std::pair<std::string, std::string>> table = {
      {"", "r.urdf:1: <robot>: has no links"},
      {"<link/>", "r.urdf:2: <link>: name: missing"},
      {"<link name=\"a\"/>\n<link name=\"a\"/>", "r.urdf:3: <link>: a second link is called \"a\""},
      {abc, "r.urdf:1: <robot>: two links have no joint above them: \"a\" and \"b\""},
      {abc + joint("j", "a", "x"), "r.urdf:3: <child>: there is no link \"x\""},
      {abc + joint("j", "a", "b") + joint("j", "b", "c"), "r.urdf:4: <joint>: a second joint is called \"j\""},
      {abc + joint("j", "a", "b") + joint("k", "a", "b"), "r.urdf:4: <joint>: its child \"b\" is the child of joint \"j\" too"},
      {abc + joint("j", "a", "b") + joint("k", "b", "c") + joint("l", "c", "a"),
       "r.urdf:3: <joint>: closes a loop: \"b\" hangs on itself"},
      {"<link name=\"a\"/>\n" + joint("j", "a", "a"), "r.urdf:3: <joint>: closes a loop: \"a\" hangs on itself"},
      {abc + joint("j", "a", "b") + joint("k", "b", "c", "", "screw"), "r.urdf:4: <joint>: type: \"screw\" is not a kind of joint"},
      {abc + "<joint name=\"j\" type=\"fixed\"><parent link=\"a\"/></joint>", "r.urdf:3: <joint>: has no <child>"},
  };
  for (const auto& [inside, expected] : table) {
    const std::string found = why_not(inside);
    if (expected.find("loop") == std::string::npos) {
      EXPECT_EQ(found, expected);
    } else {
      EXPECT_NE(found.find("hangs on itself"), std::string::npos) << found;  // any joint of the loop may be named
    }
  }
}

TEST_F(Urdf, RefusesAxesLimitsAndMimicsThatMeanNothing) {
  const std::string ab = "<link name=\"a\"/><link name=\"b\"/>\n";
  const auto one = [&](const std::string& more, const std::string& type = "revolute") {
    return why_not(ab + joint("j", "a", "b", more, type));
  };
  EXPECT_EQ(one("<axis xyz=\"0 0 0\"/>"), "r.urdf:3: <axis>: xyz: has no direction, the joint cannot move");
  EXPECT_EQ(one("<axis xyz=\"0 0 0\"/>", "prismatic"), "r.urdf:3: <axis>: xyz: has no direction, the joint cannot move");
  EXPECT_EQ(one("<axis xyz=\"0 0 0\"/>", "fixed"), "accepted");
  EXPECT_EQ(one("<axis xyz=\"0 0 0\"/>", "floating"), "accepted");
  EXPECT_EQ(one("<limit lower=\"1\" upper=\"-1\"/>"), "r.urdf:3: <limit>: lower 1 is above upper -1");
  EXPECT_EQ(one("<limit lower=\"x\"/>"), "r.urdf:3: <limit>: lower: \"x\" is not a finite number");
  EXPECT_EQ(one("<limit effort=\"1\" velocity=\"1\"/>"), "accepted");
  EXPECT_EQ(one("<origin xyz=\"1 2\"/>"), "r.urdf:3: <origin>: xyz: expected 3 numbers, found 2");
  EXPECT_EQ(one("<mimic joint=\"x\"/>"), "r.urdf:3: <mimic>: there is no joint \"x\"");
  EXPECT_EQ(one("<mimic/>"), "r.urdf:3: <mimic>: joint: missing");
  EXPECT_EQ(one("<mimic joint=\"j\"/>"), "r.urdf:3: <joint>: mimics itself");
  EXPECT_EQ(one("<mimic joint=\"j\"/>", "floating"), "r.urdf:3: <mimic>: a planar or floating joint cannot mimic another");
  const std::string abc(links_abc);
  EXPECT_EQ(why_not(abc + joint("j", "a", "b", "<mimic joint=\"k\"/>") + joint("k", "b", "c", "<mimic joint=\"j\"/>")),
            "r.urdf:4: <joint>: mimics a joint that follows it in a circle");
  EXPECT_EQ(why_not(abc + joint("j", "a", "b", "", "fixed") + joint("k", "b", "c", "<mimic joint=\"j\"/>")),
            "r.urdf:4: <joint>: mimics \"j\", which has no position of its own");
}

TEST_F(Urdf, RefusesFilesThatAreSomethingElse) {
  const auto verdict = [&](std::string_view bytes) {
    const auto read = read_urdf(write("x.urdf", bytes));
    return read ? std::string("accepted") : read.error().message.substr(path("").string().size());
  };
  EXPECT_EQ(verdict(""), "x.urdf: is empty");
  EXPECT_EQ(verdict("<sdf/>"), "x.urdf:1: <sdf>: a URDF file begins with <robot>");
  EXPECT_EQ(verdict("<robot>\n<link name=\"a\">"), "x.urdf:2: not valid XML: no element found");
  EXPECT_EQ(verdict("<robot name=\"a\">\n<link name=\"a\"></joint></robot>"), "x.urdf:2: not valid XML: mismatched tag");
  EXPECT_EQ(verdict("<!DOCTYPE x [<!ENTITY a \"b\">]><robot/>"), "x.urdf:1: has a document type declaration, which is not allowed");
  EXPECT_EQ(verdict("<visual/>"), "x.urdf:1: holds nothing that is read");
  EXPECT_EQ(verdict(std::string("\0\1\2", 3)), "x.urdf:1: not valid XML: not well-formed (invalid token)");
  EXPECT_FALSE(read_urdf(path("nowhere.urdf")));
  EXPECT_FALSE(read_urdf(path("")));
}

TEST_F(Urdf, FollowsLongChainsInLinearTimeAndWithoutRecursion) {
  constexpr int count = 50'000;
  std::string text = "<link name=\"l0\"/>";
  for (int i = 1; i <= count; ++i) {
    text += fmt::format("<link name=\"l{}\"/>", i) + joint(fmt::format("j{}", i), fmt::format("l{}", i - 1), fmt::format("l{}", i),
                                                           i == 1 ? "" : fmt::format("<mimic joint=\"j{}\"/>", i - 1));
  }
  EXPECT_EQ(why_not(text), "accepted");
  EXPECT_EQ(why_not("<link name=\"a\"/>" +
                    [] {
                      std::string deep;
                      for (int i = 0; i < 100'000; ++i) deep += "<x>";
                      for (int i = 0; i < 100'000; ++i) deep += "</x>";
                      return deep;
                    }()),
            "accepted");
}

}  // namespace
}  // namespace graze
