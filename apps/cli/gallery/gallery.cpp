/// Sets the scenes, asks the questions, words the answers.

#include "gallery/gallery.h"

#include <cmath>
#include <filesystem>
#include <functional>
#include <numbers>

#include <fmt/format.h>
#include <Eigen/Geometry>

#include <graze/distance.h>
#include <graze/generate.h>
#include <graze/overlap.h>
#include <graze/sweep.h>

#include "gallery/shapes.h"

namespace graze::cli {
namespace {

Mat3 turned(double angle, const Vec3& axis) { return Eigen::AngleAxisd(angle, axis.normalized()).toRotationMatrix(); }

template <class Shaped>
Result<NamedBody> body_of(const std::string& name, Shaped shape, const Pose& pose = {}, const Motion& motion = {}) {
  return Geometry::make(Shape{std::move(shape)}).map([&](Geometry geometry) {
    return NamedBody{name, {std::move(geometry), pose, motion}};
  });
}

}  // namespace

Result<GalleryPiece> binding_gears() {
  const GearShape driver{.teeth = 20, .pitch_radius = 1}, wheel{.teeth = 30, .pitch_radius = 1.5, .bore_radius = 0.45};
  constexpr double speed = 1;          // radians per second
  constexpr double worn_ratio = 0.98;  // the wheel turns that much of what its teeth ask for
  const double pitch = 2 * std::numbers::pi / wheel.teeth;
  // The centres stand so far apart that teeth and gaps have a little play; the wheel has a gap where the driver has a tooth.
  const double apart = driver.pitch_radius + wheel.pitch_radius + 0.01;
  const Pose wheel_pose{turned(std::numbers::pi + 0.5 * pitch, Vec3::UnitZ()), Vec3(apart, 0, 0)};
  const Result<NamedBody> a = body_of("driver, 20 teeth", gear_mesh(driver), {}, {.angular_velocity = speed * Vec3::UnitZ()});
  const double wheel_speed = -speed * driver.teeth / wheel.teeth * worn_ratio;
  const Result<NamedBody> b =
      body_of("wheel, 30 teeth", gear_mesh(wheel), wheel_pose, {.angular_velocity = wheel_speed * Vec3::UnitZ()});
  if (!a) return tl::make_unexpected(a.error());
  if (!b) return tl::make_unexpected(b.error());
  constexpr double t_max = 4;
  const Result<TurningImpact> impact = sweep_turning(a->body, b->body, {.t_max = t_max});
  if (!impact) return tl::make_unexpected(impact.error());
  GalleryPiece piece{"gears", report_of(*a, *b, *impact, t_max), {.view_from = Vec3(0.25, -0.75, 1.2), .trail = false}};
  piece.report.title = "Two gears turn and bind";
  piece.report.notes.push_back(
      fmt::format("The wheel turns at {} of the speed its teeth ask for, so play is used up and they bind.", worn_ratio));
  return piece;
}

Result<GalleryPiece> ball_on_torus() {
  const Result<NamedBody> ring = body_of("ring", make_torus_mesh(2.0, 0.5, 192, 64));
  const Result<NamedBody> ball = body_of("bumpy ball", make_bumpy_sphere_mesh(0.8, 0.15, 5),
                                         {Mat3::Identity(), Vec3(1.1, 0.7, 5.0)}, {.velocity = Vec3(0.05, 0.1, -1.0)});
  if (!ring) return tl::make_unexpected(ring.error());
  if (!ball) return tl::make_unexpected(ball.error());
  constexpr double t_max = 6;
  const Result<std::optional<Impact>> impact = sweep(ring->body, ball->body, {.t_max = t_max});
  if (!impact) return tl::make_unexpected(impact.error());
  GalleryPiece piece{"ball", report_of(*ring, *ball, *impact, t_max)};
  piece.report.title = "A bumpy ball flies at a torus";
  return piece;
}

Result<GalleryPiece> plate_through_slot() {
  const SlottedWall wall{.slot_width = 0.62, .slot_height = 0.16};
  const Vec3 half(0.45, 0.5, 0.03);
  constexpr double t_max = 2;
  // It pitches by a fifth of a turn and is level when it is in the slot.
  const double tilt = 0.4 * std::numbers::pi;
  const Pose start{turned(-0.5 * tilt, Vec3::UnitY()), Vec3(-2, 0, 0)};
  const Motion flight{.velocity = Vec3(2, 0, 0), .angular_velocity = Vec3(0, tilt / t_max, 0)};
  const Result<NamedBody> slot = body_of("wall with a slot", slotted_wall_mesh(wall));
  const Result<NamedBody> plate = body_of("plate", make_box_mesh(half), start, flight);
  if (!slot) return tl::make_unexpected(slot.error());
  if (!plate) return tl::make_unexpected(plate.error());
  const Result<TurningImpact> impact = sweep_turning(slot->body, plate->body, {.t_max = t_max});
  if (!impact) return tl::make_unexpected(impact.error());
  GalleryPiece piece{"slot", report_of(*slot, *plate, *impact, t_max), {.time = 0.8 * t_max, .view_from = Vec3(1.3, -1.5, 0.8)}};
  piece.report.title = "A plate tumbles through a slot";
  piece.report.notes.emplace_back(impact->status == TurningStatus::clear
                                      ? "Certified: there is no contact at any time, not only at the times that were looked at."
                                      : "They meet.");
  return piece;
}

Result<std::vector<std::string>> write_gallery(const std::string& folder) {
  std::error_code problem;
  std::filesystem::create_directories(folder, problem);
  if (problem) return fail(ErrorCode::file, fmt::format("{}: {}", folder, problem.message()));
  std::vector<std::string> files;
  for (const auto& make : {binding_gears, swinging_arm, plate_through_slot, ball_on_torus}) {
    const Result<GalleryPiece> piece = make();
    if (!piece) return tl::make_unexpected(piece.error());
    const std::filesystem::path base = std::filesystem::path(folder) / piece->name;
    for (const char* ending : {".html", ".png"}) {
      const std::string file = base.string() + ending;
      const Result<void> written =
          std::string_view(ending) == ".html" ? write_report(file, piece->report) : write_image(file, piece->report, piece->image);
      if (!written) return tl::make_unexpected(written.error());
      files.push_back(file);
    }
  }
  return files;
}

}  // namespace graze::cli
