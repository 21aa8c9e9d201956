/// Parses the options of a mesh and loads it as a body.

#include "mesh_argument.h"

#include <charconv>
#include <cmath>
#include <numbers>
#include <vector>

#include <fmt/format.h>

#include <graze/mesh.h>
#include <graze/mesh_file.h>
#include <graze/repair.h>

namespace graze::cli {
namespace {

tl::unexpected<Error> bad_option(const std::string& option, std::string_view expected) {
  return fail(ErrorCode::bad_option, fmt::format("{}: expected {}", option, expected));
}

/// Numbers with a comma between each two; nothing when a part is not a finite number.
std::optional<std::vector<double>> numbers(std::string_view text) {
  std::vector<double> result;
  const char* next = text.data();
  const char* const end = text.data() + text.size();
  while (true) {
    double value = 0;
    const auto [stop, problem] = std::from_chars(next, end, value);
    if (problem != std::errc() || !std::isfinite(value)) return std::nullopt;
    result.push_back(value);
    if (stop == end) return result;
    if (*stop != ',') return std::nullopt;
    next = stop + 1;
  }
}

Result<Vec3> vector_of(const std::string& text, const std::string& option) {
  const auto values = numbers(text);
  if (!values || values->size() != 3) return bad_option(option, "x,y,z");
  return Vec3((*values)[0], (*values)[1], (*values)[2]);
}

Result<Vec3> scale_of(const std::string& text, const std::string& option) {
  const auto values = numbers(text);
  if (!values || (values->size() != 1 && values->size() != 3)) return bad_option(option, "a number or sx,sy,sz");
  return values->size() == 1 ? Vec3(Vec3::Constant(values->front())) : Vec3((*values)[0], (*values)[1], (*values)[2]);
}

/// Quarter turns come out exact, so that a box turned by 90 degrees touches what it should touch.
std::pair<double, double> cos_sin(double degrees) {
  const double reduced = std::remainder(degrees, 360.0);
  if (reduced == 0) return {1, 0};
  if (reduced == 90) return {0, 1};
  if (reduced == -90) return {0, -1};
  if (std::abs(reduced) == 180) return {-1, 0};
  const double radians = reduced * std::numbers::pi / 180;
  return {std::cos(radians), std::sin(radians)};
}

/// Rodrigues' formula.
Mat3 rotation_about(const Vec3& unit_axis, double degrees) {
  const auto [c, s] = cos_sin(degrees);
  Mat3 cross;
  cross << 0, -unit_axis.z(), unit_axis.y(), unit_axis.z(), 0, -unit_axis.x(), -unit_axis.y(), unit_axis.x(), 0;
  return c * Mat3::Identity() + s * cross + (1 - c) * unit_axis * unit_axis.transpose();
}

Result<Mat3> rotation_of(std::string text, const std::string& option) {
  constexpr std::string_view expected = "an axis and degrees, as in z,45 or 0,0,1,45";
  if (text.size() > 1 && text[1] == ',' && text[0] >= 'x' && text[0] <= 'z') {
    const std::string_view axis = text[0] == 'x' ? "1,0,0" : text[0] == 'y' ? "0,1,0" : "0,0,1";
    text = std::string(axis) + text.substr(1);
  }
  const auto values = numbers(text);
  if (!values || values->size() != 4) return bad_option(option, expected);
  const Vec3 axis((*values)[0], (*values)[1], (*values)[2]);
  const double length = axis.stableNorm();
  if (length == 0) return bad_option(option, "an axis that is not zero");
  return rotation_about(axis / length, (*values)[3]);
}

Result<Pose> pose_of(const MeshArgument& argument, const std::string& prefix) {
  Pose pose;
  if (!argument.pose.empty()) {
    const auto values = numbers(argument.pose);
    if (!values || values->size() != 12) return bad_option("--" + prefix + "-pose", "12 numbers, the rows of [R | t]");
    for (int i = 0; i < 3; ++i) {
      for (int j = 0; j < 3; ++j) pose.rotation(i, j) = (*values)[4 * i + j];
      pose.translation[i] = (*values)[4 * i + 3];
    }
    if (!argument.repair) return pose;
    return repaired_pose(pose).map([](const RepairedPose& repaired) { return repaired.pose; }).map_error([&](const Error& error) {
      return Error{error.code, fmt::format("--{}-pose: {}", prefix, error.message)};
    });
  }
  if (!argument.rotate.empty()) {
    const Result<Mat3> rotation = rotation_of(argument.rotate, "--" + prefix + "-rotate");
    if (!rotation) return tl::make_unexpected(rotation.error());
    pose.rotation = *rotation;
  }
  if (!argument.translate.empty()) {
    const Result<Vec3> translation = vector_of(argument.translate, "--" + prefix + "-translate");
    if (!translation) return tl::make_unexpected(translation.error());
    pose.translation = *translation;
  }
  return pose;
}

Result<Motion> motion_of(const MeshArgument& argument, const std::string& prefix) {
  Motion motion;
  const auto read = [&](const std::string& text, const char* option, auto& into) -> Result<void> {
    if (text.empty()) return {};
    return vector_of(text, "--" + prefix + option).map([&](const Vec3& v) { into = v; });
  };
  const Result<void> all = read(argument.velocity, "-vel", motion.velocity)
                               .and_then([&] { return read(argument.omega, "-omega", motion.angular_velocity); })
                               .and_then([&] { return read(argument.center, "-center", motion.center); });
  if (!all) return tl::make_unexpected(all.error());
  return motion;
}

}  // namespace

std::optional<std::vector<double>> numbers_of(std::string_view text) { return numbers(text); }

Result<Geometry> load_geometry(const std::string& file, const std::string& refit, const TreeArgument& tree, const Vec3& scale) {
  const Result<std::optional<BuildOptions>> options = build_options(tree);
  if (!options) return tl::make_unexpected(options.error());
  Result<Geometry> geometry = read_geometry(file, scale, *options);
  if (!geometry || refit.empty()) return geometry;
  Result<TriangleMesh> moved = read_mesh(refit);
  if (!moved) return tl::make_unexpected(moved.error());
  for (Vec3& v : moved->vertices) v = v.cwiseProduct(scale);
  return geometry->refitted(moved->vertices).map_error([&](const Error& error) {
    return Error{error.code, fmt::format("{}: {}", refit, error.message)};
  });
}

Result<Body> load_body(const MeshArgument& argument, const std::string& prefix) {
  const Result<Pose> pose = pose_of(argument, prefix);
  if (!pose) return tl::make_unexpected(pose.error());
  const Result<Vec3> scale = argument.scale.empty() ? Vec3(Vec3::Ones()) : scale_of(argument.scale, "--" + prefix + "-scale");
  if (!scale) return tl::make_unexpected(scale.error());
  const Result<Motion> motion = motion_of(argument, prefix);
  if (!motion) return tl::make_unexpected(motion.error());
  Result<Geometry> geometry = load_geometry(argument.file, argument.refit, argument.tree, *scale);
  if (!geometry) return tl::make_unexpected(geometry.error());
  if (mesh_of(*geometry->tree()).triangles.empty())
    return fail(ErrorCode::file, fmt::format("{}: has no triangles", argument.file));
  Body body{std::move(*geometry), *pose, *motion};
  if (const Result<void> right = check_body(body); !right)
    return fail(right.error().code, fmt::format("--{}-pose: {}", prefix, right.error().message));
  return body;
}

std::optional<double> repaired(const MeshArgument& argument) {
  MeshArgument as_given = argument;
  as_given.repair = false;
  if (!argument.repair || argument.pose.empty()) return std::nullopt;
  const auto repair = pose_of(as_given, "").and_then([](const Pose& pose) { return repaired_pose(pose); });
  return repair ? std::optional(repair->deviation) : std::nullopt;
}

std::string repairs_text(const MeshArgument& a, const MeshArgument& b) {
  std::string text;
  for (const MeshArgument* argument : {&a, &b}) {
    if (const std::optional<double> by = repaired(*argument))
      text += fmt::format("  rotation of {} repaired by {}\n", argument->file, *by);
  }
  return text;
}

Result<BodyPair> load_bodies(const MeshArgument& argument_a, const MeshArgument& argument_b) {
  if ((argument_a.repair || argument_b.repair) && argument_a.pose.empty() && argument_b.pose.empty())
    return fail(ErrorCode::bad_option, "--repair: there is no --a-pose or --b-pose to repair");
  Result<Body> a = load_body(argument_a, "a");
  if (!a) return tl::make_unexpected(a.error());
  Result<Body> b = load_body(argument_b, "b");
  if (!b) return tl::make_unexpected(b.error());
  return BodyPair{*std::move(a), *std::move(b)};
}

}  // namespace graze::cli
