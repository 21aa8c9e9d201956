/// graze demo: sweeps a bumpy ball against a ring and reports the first contact with timings.

#include <chrono>
#include <filesystem>
#include <limits>
#include <memory>

#include <fmt/format.h>

#include <graze/answers.h>
#include <graze/generate.h>
#include <graze/mesh_file.h>
#include <graze/sweep.h>

#include "answer/answer.h"
#include "answer/progress.h"
#include "commands/commands.h"
#include "gallery/gallery.h"
#include "grammar/bindings.h"

namespace graze::cli {
namespace {

using Clock = std::chrono::steady_clock;

struct DemoArguments {
  std::string out;      ///< folder for the meshes at the moment of contact
  std::string gallery;  ///< folder for reports and pictures of several scenes, instead of the one
  OutputOptions output;
};

double milliseconds_since(Clock::time_point start) {
  return std::chrono::duration<double, std::milli>(Clock::now() - start).count();
}

/// A ring at rest and a bumpy ball that flies at it, off its axis so that the contact is at no special point.
struct DemoScene {
  TriangleMesh ring = make_torus_mesh(2.0, 0.5, 192, 64);
  TriangleMesh ball = make_bumpy_sphere_mesh(0.8, 0.15, 5);
  Pose ball_pose{Mat3::Identity(), Vec3(1.1, 0.7, 5.0)};
  Vec3 ball_velocity{0.05, 0.1, -1.0};
  double t_max = 10;
};

struct Timing {
  double build_ms = 0;
  double sweep_ms = 0;
};

std::string report(const DemoScene& scene, const std::optional<Impact>& impact, const Timing& timing, const Wording& wording) {
  std::string text = fmt::format("A ring of {} triangles rests; a bumpy ball of {} triangles flies at it.\n",
                                 scene.ring.triangles.size(), scene.ball.triangles.size());
  if (!impact) return text + "They do not touch.\n";
  text += fmt::format("They first touch at t = {} (exact).\n", floor_text(impact->first, wording));
  for (const Vec3& p : impact->set.points) text += fmt::format("  at {}\n", point_text(p, wording));
  if (impact->normal) text += fmt::format("  normal {}, from the ring to the ball\n", point_text(*impact->normal, wording));
  text += fmt::format("  triangle {} of the ring, triangle {} of the ball\n", impact->features[0].triangle,
                      impact->features[1].triangle);
  return text + fmt::format("Trees built in {:.1f} ms, question answered in {:.3f} ms.\n", timing.build_ms, timing.sweep_ms);
}

TriangleMesh moved(TriangleMesh mesh, const Pose& pose, const Vec3& shift) {
  for (Vec3& v : mesh.vertices) v = pose.to_world(v) + shift;
  return mesh;
}

Result<void> write_scene(const DemoScene& scene, const std::string& directory, double t) {
  std::error_code problem;
  std::filesystem::create_directories(directory, problem);
  if (problem) return fail(ErrorCode::file, fmt::format("{}: {}", directory, problem.message()));
  const std::filesystem::path folder(directory);
  if (const Result<void> ring = write_mesh(folder / "ring.ply", scene.ring); !ring) return ring;
  return write_mesh(folder / "ball.ply", moved(scene.ball, scene.ball_pose, t * scene.ball_velocity));
}

struct Flight {
  std::optional<Impact> impact;
  Timing timing;
};

Result<Flight> fly(const DemoScene& scene, const OutputOptions& output) {
  const Progress progress("building trees", output);
  const Clock::time_point start = Clock::now();
  const Result<Geometry> ring = Geometry::make(Shape{scene.ring}), ball = Geometry::make(Shape{scene.ball});
  if (!ring) return tl::make_unexpected(ring.error());
  if (!ball) return tl::make_unexpected(ball.error());
  const double build_ms = milliseconds_since(start);
  const Clock::time_point asked = Clock::now();
  Result<std::optional<Impact>> impact =
      sweep({*ring, {}, {}}, {*ball, scene.ball_pose, {.velocity = scene.ball_velocity}}, {.t_max = scene.t_max});
  if (!impact) return tl::make_unexpected(impact.error());
  return Flight{std::move(*impact), {build_ms, milliseconds_since(asked)}};
}

Json demo_json(const Flight& flight) {
  Json json = json_head("demo");
  json["contact"] = flight.impact.has_value();
  if (flight.impact) {
    json["first"] = flight.impact->first;
    json["points"] = Json::array();
    for (const Vec3& p : flight.impact->set.points) json["points"].push_back(json_of(p));
  }
  json["build_ms"] = flight.timing.build_ms;
  json["sweep_ms"] = flight.timing.sweep_ms;
  return json;
}

ExitCode run_gallery(const DemoArguments& arguments) {
  const Progress progress("drawing the gallery", arguments.output);
  const Result<std::vector<std::string>> files = write_gallery(arguments.gallery);
  if (!files) return fail_with(files.error());
  AnswerForms answer{.json = json_head("demo")};
  answer.json["files"] = *files;
  for (const std::string& file : *files) answer.text += fmt::format("Wrote {}\n", shown(file));
  return deliver(arguments.output, answer);
}

ExitCode run_demo(const DemoArguments& arguments) {
  if (!arguments.gallery.empty()) return run_gallery(arguments);
  const DemoScene scene;
  const Result<Flight> flight = fly(scene, arguments.output);
  if (!flight) return fail_with("demo", flight.error().message);
  const bool writes = !arguments.out.empty() && flight->impact;
  if (writes)
    if (const Result<void> written = write_scene(scene, arguments.out, flight->impact->first); !written)
      return fail_with(written.error());
  AnswerForms answer{.json = demo_json(*flight),
                     .text = report(scene, flight->impact, flight->timing, wording_for(arguments.output))};
  if (writes) answer.text += fmt::format("Wrote both at that moment to {}.\n", shown(arguments.out));
  return deliver(arguments.output, answer);
}

}  // namespace

Command demo_command() {
  const auto own = std::make_shared<DemoArguments>();
  DemoArguments& all = *own;
  Option out = text("--out", "FOLDER", "Write the meshes at the moment of contact to this folder", all.out);
  out.short_name = "-o";
  out.completes = Completes::folders;
  Option gallery = text("--gallery", "FOLDER",
                        "Instead write a report (HTML) and a picture (PNG) of each of four scenes to this folder", all.gallery);
  gallery.completes = Completes::folders;
  return {.name = "demo",
          .summary = "two meshes made by graze, one flying into the other",
          .description = "A ring rests, a bumpy ball flies at it: when and where do they touch?",
          .groups = {{"What is written", {out, gallery}}, without(output_options_without_out(all.output), {"--units"})},
          .examples = {{"graze demo", "The answer"},
                       {"graze demo --out demo", "And both meshes at that moment"},
                       {"graze demo --gallery gallery", "Gears that bind, an arm that hits a post, a plate in a slot, the ball"}},
          .exits = {{0, "shown"}, {2, "an error, told in one line on standard error"}},
          .run = [own] { return run_demo(*own); }};
}

}  // namespace graze::cli
