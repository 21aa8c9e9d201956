/// Writes the reports that browser_test.py opens: make_reports FOLDER. Exits with 77 where graze was built without the 3D view.

#include <cstdio>
#include <filesystem>
#include <string>

#include <graze/generate.h>
#include <graze/report.h>
#include <graze/scene.h>
#include <graze/sweep.h>

namespace {

using namespace graze;

template <class Any>
Geometry geometry_of(Any shape) {
  return Geometry::make(Shape{std::move(shape)}).value();
}

/// A row of boxes and balls: some overlap, some are near, the last is far away.
Result<ReportData> assembly() {
  Scene scene;
  const Geometry box = geometry_of(make_box_mesh(Vec3(1, 1, 1))), ball = geometry_of(make_sphere_mesh(1, 3));
  const double places[] = {0, 1.7, 3.8, 5.5, 7.7, 9.3, 11.6, 20};
  for (std::size_t i = 0; i < std::size(places); ++i) {
    const std::string name = (i % 2 == 0 ? "plate " : "knob ") + std::to_string(i + 1);
    const Result<BodyId> id = scene.add({.parts = {{i % 2 == 0 ? box : ball}},
                                         .pose = {Mat3::Identity(), Vec3(places[i], 0.2 * static_cast<double>(i % 3), 0)},
                                         .name = name});
    if (!id) return tl::make_unexpected(id.error());
  }
  const Result<SceneStatuses> found = statuses(scene, {.clearance = 0.5});
  if (!found) return tl::make_unexpected(found.error());
  return report_of(scene, *found).map([](ReportData data) {
    data.title = "A row of plates and knobs";
    data.units = "mm";
    data.ignored = {{"plate 1", "knob 8", "asked for"}};
    return data;
  });
}

Result<ReportData> moving() {
  const NamedBody ring{"ring", {geometry_of(make_torus_mesh(2, 0.5, 48, 24)), {}, {}}};
  const NamedBody ball{
      "ball",
      {geometry_of(make_bumpy_sphere_mesh(0.8, 0.15, 3)), {Mat3::Identity(), Vec3(1.1, 0.7, 5)}, {.velocity = Vec3(0, 0, -1)}}};
  return sweep(ring.body, ball.body, {.t_max = 6}).map([&](const auto& impact) { return report_of(ring, ball, impact, 6); });
}

/// An arm of two links that swings through a post after half of its way, or stops before it.
Result<ReportData> robot(double until) {
  RobotModel model{.name = "arm", .links = {{"base"}, {"upper arm"}, {"forearm"}}, .joints = {}};
  model.links[1].shapes.push_back({geometry_of(Capsule{{Vec3::Zero(), Vec3(1, 0, 0)}, 0.1})});
  model.links[2].shapes.push_back({geometry_of(Capsule{{Vec3::Zero(), Vec3(0.8, 0, 0)}, 0.07})});
  for (std::size_t k = 0; k < 2; ++k) {
    RobotJoint joint{.name = k == 0 ? "shoulder" : "elbow", .kind = JointKind::continuous, .parent = k, .child = k + 1};
    joint.axis = Vec3::UnitZ();
    if (k == 1) joint.origin.translation = Vec3(1, 0, 0);
    model.joints.push_back(joint);
  }
  const WorldObject post{"post", {{geometry_of(Cylinder{{Vec3(0, 1.4, -0.5), Vec3(0, 1.4, 0.5)}, 0.05}), {}, {}}}};
  const JointTrajectory swing{{"shoulder", "elbow"}, {0, 1, 2}, {{0, 0.3}, {until / 2, 0.2}, {until, 0}}, {}};
  return Robot::make(model)
      .and_then([&](const Robot& made) { return RobotCell::make(made, {post}); })
      .and_then([&](const RobotCell& cell) {
        return cell.first_contact(swing, {.want_clearance = true}).and_then([&](const RobotImpact& impact) {
          return report_of(cell, swing, impact);
        });
      });
}

/// Every foreign text is an attempt to run a script; a script that runs sets window.hacked.
Result<ReportData> evil() {
  const std::string text =
      R"(</script><script>window.hacked=1</script><img src=x onerror="window.hacked=2">" onmouseover="window.hacked=3)"
      "\xE2\x80\xA8'`${window.hacked=4}`\\u003cscript>";
  Result<ReportData> data = assembly();
  if (!data) return data;
  for (ReportBody& body : data->bodies) body.name = text + body.name;
  for (Finding& finding : data->findings) {
    finding.parts = {text, text};
    finding.note = text;
  }
  data->title = data->units = text;
  data->notes = {text};
  data->totals.push_back({text, text});
  data->ignored = {{text, text, text}};
  return data;
}

bool written(const std::filesystem::path& path, const Result<ReportData>& data) {
  const Result<void> outcome = data ? write_report(path, *data) : tl::make_unexpected(data.error());
  if (!outcome) std::fprintf(stderr, "%s\n", outcome.error().message.c_str());
  return outcome.has_value();
}

}  // namespace

int main(int argc, char** argv) {
  constexpr int skipped = 77;
  if (argc != 2) return 2;
  if (!has_report_view()) return skipped;
  const std::filesystem::path folder(argv[1]);
  const bool fine = written(folder / "assembly.html", assembly()) && written(folder / "moving.html", moving()) &&
                    written(folder / "evil.html", evil()) && written(folder / "robot.html", robot(3)) &&
                    written(folder / "robot_clear.html", robot(1));
  return fine ? 0 : 1;
}
