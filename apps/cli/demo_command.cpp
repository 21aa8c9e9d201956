/// Sweeps a bumpy ball against a ring and reports the first contact with timings.

#include "demo_command.h"

#include <chrono>
#include <filesystem>
#include <limits>

#include <fmt/format.h>

#include <graze/answers.h>
#include <graze/generate.h>
#include <graze/mesh_file.h>
#include <graze/sweep.h>

#include "output.h"
#include "progress.h"

namespace graze::cli {
namespace {

using Clock = std::chrono::steady_clock;

double milliseconds_since(Clock::time_point start) {
  return std::chrono::duration<double, std::milli>(Clock::now() - start).count();
}

/// A ring at rest and a bumpy ball that flies at it, off its axis so that the contact is at no special point.
struct Scene {
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

std::string short_point_text(const Vec3& p) { return fmt::format("({:.6g}, {:.6g}, {:.6g})", p.x(), p.y(), p.z()); }

std::string report(const Scene& scene, const std::optional<Impact>& impact, const Timing& timing) {
  std::string text = fmt::format("A ring of {} triangles rests; a bumpy ball of {} triangles flies at it.\n",
                                 scene.ring.triangles.size(), scene.ball.triangles.size());
  if (!impact) return text + "They do not touch.\n";
  text += fmt::format("They first touch at t = {} (exact, rounded down).\n", impact->first);
  for (const Vec3& p : impact->set.points) text += fmt::format("  at {}\n", short_point_text(p));
  if (impact->normal) text += fmt::format("  normal {}, from the ring to the ball\n", short_point_text(*impact->normal));
  text += fmt::format("  triangle {} of the ring, triangle {} of the ball\n", impact->features[0].triangle,
                      impact->features[1].triangle);
  return text + fmt::format("Trees built in {:.1f} ms, question answered in {:.3f} ms.\n", timing.build_ms, timing.sweep_ms);
}

TriangleMesh moved(TriangleMesh mesh, const Pose& pose, const Vec3& shift) {
  for (Vec3& v : mesh.vertices) v = pose.to_world(v) + shift;
  return mesh;
}

Result<void> write_scene(const Scene& scene, const std::string& directory, double t) {
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

Result<Flight> fly(const Scene& scene) {
  const Progress progress("building trees");
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

}  // namespace

ExitCode run_demo(const DemoArguments& arguments) {
  const Scene scene;
  const Result<Flight> outcome = fly(scene);
  if (!outcome) return fail_with("demo", outcome.error().message);
  if (!arguments.out.empty() && outcome->impact)
    if (const Result<void> written = write_scene(scene, arguments.out, outcome->impact->first); !written)
      return fail_with(written.error());
  Output output;
  output.write(report(scene, outcome->impact, outcome->timing));
  if (!arguments.out.empty() && outcome->impact) output.write(fmt::format("Wrote both at that moment to {}.\n", arguments.out));
  return output.finished(clear);
}

}  // namespace graze::cli
