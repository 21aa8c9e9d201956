/// The shared robots: every pair that meets, when it first does, and how near the others come.

#include <gtest/gtest.h>

#include <cstdio>
#include <map>

#include "robot/shared_robots.h"

namespace graze {
namespace {

using namespace arms;

/// How times are judged, beside the tolerance of the file: seconds.
constexpr double late = 1e-9, early = 1e-7;

struct Judged {
  std::size_t runs = 0, contacts = 0, missed = 0, late = 0, wrong = 0;
};

using Names = std::pair<std::string, std::string>;
/// Objects may be called as links are.
Names names_of(const std::string& a, const std::string& b, bool b_is_object) {
  return std::minmax(a, b_is_object ? "object " + b : b);
}
Names names_of(const json& pair) { return names_of(pair["a"], pair["b"], pair["kind"] == "world"); }

void judge_contacts(const RobotImpact& impact, const json& truth, Judged& judged) {
  std::map<Names, const RobotContact*> found;
  for (const RobotContact& contact : impact.pairs) found[names_of(contact.a, contact.b, contact.b_is_object)] = &contact;
  for (const json& pair : truth["pairs"]) {
    const auto here = found.find(names_of(pair));
    ++judged.contacts;
    if (here == found.end()) {
      ++judged.missed;
      ADD_FAILURE() << "missed: " << pair.dump();
      continue;
    }
    const double first = pair["t_first"], allowed = std::max(pair["tol"].get<double>(), early);
    const RobotContact& contact = *here->second;
    if (contact.t_lo > first + late) ++judged.late;
    if (contact.t_lo < pair["t_lo"].get<double>() - allowed || contact.initial != pair["initial"].get<bool>()) ++judged.wrong;
    EXPECT_LE(contact.t_lo, first + late) << pair.dump();
    EXPECT_GE(contact.t_lo, pair["t_lo"].get<double>() - allowed) << pair.dump();
    EXPECT_EQ(contact.initial, pair["initial"].get<bool>()) << pair.dump();
    found.erase(here);
  }
  for (const json& pair : truth.value("borderline", json::array())) found.erase(names_of(pair));
  for (const auto& [names, contact] : found) {
    ++judged.wrong;
    ADD_FAILURE() << "no contact in truth: " << names.first << ", " << names.second << " at " << contact->t_lo;
  }
}

void judge_clearance(const RobotImpact& impact, const json& truth) {
  double at_least = std::numeric_limits<double>::infinity(), at_most = at_least;
  for (const char* kind : {"clearance_self", "clearance_world"}) {
    if (!truth.contains(kind) || truth[kind].is_null()) continue;
    at_least = std::min(at_least, truth[kind]["at_least"].get<double>());
    at_most = std::min(at_most, truth[kind]["at_most"].get<double>());
  }
  if (!std::isfinite(at_most)) return;
  ASSERT_TRUE(impact.clearance);
  EXPECT_LE(impact.clearance->distance, at_most + 1e-9);
  EXPECT_GE(impact.clearance->distance + impact.clearance->tolerance, at_least - 1e-9);
}

void judge_kinematics(const Robot& robot, const JointTrajectory& trajectory, const json& truth) {
  for (const json& instant : truth.value("fk", json::array())) {
    const double t = instant["t"];
    std::size_t i = 0;
    while (i + 2 < trajectory.times.size() && t > trajectory.times[i + 1]) ++i;
    const double u = (t - trajectory.times[i]) / (trajectory.times[i + 1] - trajectory.times[i]);
    std::vector<double> positions(robot.drivers().size(), 0);
    for (std::size_t k = 0; k < trajectory.joints.size(); ++k)
      positions[*robot.find_driver(trajectory.joints[k])] =
          trajectory.positions[i][k] + u * (trajectory.positions[i + 1][k] - trajectory.positions[i][k]);
    const std::vector<Pose> poses = taken(robot.link_poses(positions));
    for (std::size_t link = 0; link < poses.size(); ++link) {
      const std::string& name = robot.model().links[link].name;
      if (!instant["poses"].contains(name)) continue;
      for (Eigen::Index row = 0; row < 3; ++row) {
        for (Eigen::Index k = 0; k < 3; ++k)
          EXPECT_NEAR(poses[link].rotation(row, k), instant["poses"][name][row][k].get<double>(), 1e-12);
        EXPECT_NEAR(poses[link].translation[row], instant["poses"][name][row][3].get<double>(), 1e-12) << name;
      }
    }
  }
}

void judge_run(const std::filesystem::path& folder, const std::string& kind, const Robot& robot, Judged& judged) {
  SCOPED_TRACE((folder / kind).string());
  const json truth = json_of(folder / (kind + ".truth.json"));
  const JointTrajectory trajectory = shared_trajectory(folder / truth["trajectory"].get<std::string>());
  RobotCellOptions options;
  options.ignored = shared_ignored(folder);
  const RobotCell cell = taken(RobotCell::make(robot, shared_world(folder / truth["world"].get<std::string>()), options));
  const RobotImpact impact = taken(cell.first_contact(trajectory, {.all = true, .want_clearance = true}));
  ++judged.runs;
  EXPECT_EQ(impact.status == TurningStatus::clear, truth["status"] == "clear");
  judge_contacts(impact, truth, judged);
  if (truth["status"] == "clear") judge_clearance(impact, truth);
  judge_kinematics(robot, trajectory, truth);
  const RobotImpact first = taken(cell.first_contact(trajectory));
  ASSERT_EQ(first.status, impact.status);
  if (first.first) {
    EXPECT_NEAR(first.first->t_lo, impact.first->t_lo, early);
  }
}

TEST(SharedRobots, MeetWhatTheyShouldWhenTheyShould) {
  if (!std::filesystem::exists(shared_robots())) GTEST_SKIP() << "no shared robots";
  Judged judged;
  for (const auto& entry : std::filesystem::directory_iterator(shared_robots())) {
    if (!std::filesystem::exists(entry.path() / "robot.json")) continue;
    const Robot robot = shared_robot(entry.path());
    for (const char* kind : {"clear", "self", "swing", "graze", "near_miss", "start_in"}) {
      if (std::filesystem::exists(entry.path() / (std::string(kind) + ".truth.json"))) judge_run(entry.path(), kind, robot, judged);
    }
  }
  std::printf("%zu runs, %zu contacts: missed %zu, late %zu, wrong %zu\n", judged.runs, judged.contacts, judged.missed, judged.late,
              judged.wrong);
  EXPECT_GT(judged.runs, 10U);
}

}  // namespace
}  // namespace graze
