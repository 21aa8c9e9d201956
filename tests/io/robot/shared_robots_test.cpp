/// Real robots from elsewhere, where they are: all of their shapes are loaded, and their links stand where they should.

#include <cmath>
#include <fstream>
#include <map>

#include <gtest/gtest.h>
#include <oracle/folders.h>
#include <Eigen/Geometry>
#include <nlohmann/json.hpp>

#include <graze/robot_file.h>

#include "io/mesh/temp.h"

namespace graze {
namespace {

using nlohmann::json;

json load_json(const std::filesystem::path& path) {
  std::ifstream file(path);
  return json::parse(file, nullptr, false);
}

double position_of(const RobotModel& model, std::size_t joint, const std::map<std::string, double>& positions) {
  const RobotJoint& j = model.joints[joint];
  if (j.mimic) return j.mimic->multiplier * position_of(model, j.mimic->driver, positions) + j.mimic->offset;
  const auto given = positions.find(j.name);
  return given == positions.end() ? 0 : given->second;
}

/// In the frame of the root, by climbing up from the link.
Pose pose_of(const RobotModel& model, std::size_t link, const std::map<std::string, double>& positions) {
  for (std::size_t j = 0; j < model.joints.size(); ++j) {
    const RobotJoint& joint = model.joints[j];
    if (joint.child != link) continue;
    const double q = position_of(model, j, positions);
    Pose moved;
    if (joint.kind == JointKind::revolute || joint.kind == JointKind::continuous)
      moved.rotation = Eigen::AngleAxisd(q, joint.axis).toRotationMatrix();
    if (joint.kind == JointKind::prismatic) moved.translation = q * joint.axis;
    return pose_of(model, joint.parent, positions) * joint.origin * moved;
  }
  return {};
}

std::map<std::string, double> positions_at(const json& trajectory, double t) {
  const auto times = trajectory["times"].get<std::vector<double>>();
  std::size_t leg = 0;
  while (leg + 2 < times.size() && times[leg + 1] <= t) ++leg;
  const double part = (t - times[leg]) / (times[leg + 1] - times[leg]);
  std::map<std::string, double> positions;
  for (std::size_t k = 0; k < trajectory["joints"].size(); ++k) {
    const double from = trajectory["positions"][leg][k];
    const double to = trajectory["positions"][leg + 1][k];
    positions[trajectory["joints"][k]] = from + part * (to - from);
  }
  return positions;
}

UrdfOptions options_of(const std::filesystem::path& folder, const json& robot) {
  UrdfOptions options;
  for (const json& package : robot["packages"]) options.packages.push_back(folder / package.get<std::string>());
  return options;
}

void expect_shapes(const RobotModel& model, const json& robot) {
  std::size_t with_shapes = 0;
  for (const RobotLink& link : model.links) {
    if (link.shapes.empty()) continue;
    ++with_shapes;
    std::size_t triangles = 0;
    for (const LinkShape& shape : link.shapes)
      triangles += shape.geometry.mesh() != nullptr ? shape.geometry.mesh()->triangles.size() : 0;
    const auto expected = robot["triangles"].get<std::map<std::string, std::size_t>>();
    EXPECT_EQ(triangles, expected.contains(link.name) ? expected.at(link.name) : 0U) << link.name;
  }
  EXPECT_EQ(with_shapes, robot["links_with_collision"].size());
}

TEST(SharedRobots, StandWhereTheirTruthSays) {
  const auto robots = testing::shared_folder() / "robots";
  if (!std::filesystem::exists(robots)) GTEST_SKIP() << "no robots at " << robots;
  for (const char* name : {"ur5e", "panda", "go2", "robotiq_2f_85", "quirks"}) {
    SCOPED_TRACE(name);
    const auto folder = robots / name;
    const json robot = load_json(folder / "robot.json");
    const auto model = read_urdf(folder / robot["urdf"].get<std::string>(), options_of(folder, robot));
    ASSERT_TRUE(model) << model.error().message;
    expect_shapes(*model, robot);
    const json truth = load_json(folder / "clear.truth.json");
    const json trajectory = load_json(folder / "clear.trajectory.json");
    for (const json& moment : truth["fk"]) {
      const auto positions = positions_at(trajectory, moment["t"]);
      for (std::size_t link = 0; link < model->links.size(); ++link) {
        const auto expected = moment["poses"].find(model->links[link].name);
        if (expected == moment["poses"].end()) continue;
        const Pose found = pose_of(*model, link, positions);
        for (int row = 0; row < 3; ++row) {
          for (int column = 0; column < 4; ++column) {
            const double entry = column < 3 ? found.rotation(row, column) : found.translation[row];
            EXPECT_NEAR(entry, (*expected)[row][column].get<double>(), 1e-12) << model->links[link].name;
          }
        }
      }
    }
  }
}

TEST(SharedRobots, AreLoadedWithoutAnswersToo) {
  const auto packages = testing::shared_folder() / "robots" / "packages";
  if (!std::filesystem::exists(packages)) GTEST_SKIP() << "no packages at " << packages;
  std::size_t count = 0;
  for (const auto& file : std::filesystem::recursive_directory_iterator(packages)) {
    if (file.path().extension() != ".urdf") continue;
    const auto model = read_urdf(file.path(), {.packages = {packages}});
    EXPECT_TRUE(model) << model.error().message;
    const auto found_above = read_urdf(file.path());
    EXPECT_TRUE(found_above) << found_above.error().message;
    ++count;
  }
  EXPECT_GE(count, 7U);
}

}  // namespace
}  // namespace graze
