/// Parses rotations in all the ways people write them.

#include "input/pose_text.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <utility>

#include <fmt/format.h>
#include <Eigen/Geometry>

#include "grammar/bindings.h"

namespace graze::cli {
namespace {

tl::unexpected<Error> not_as_expected(const std::string& option, std::string_view expected) {
  return fail(ErrorCode::bad_option, fmt::format("{}: expected {}", option, expected));
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
Mat3 rotation_by(const Vec3& unit_axis, const std::pair<double, double>& cos_and_sin) {
  const auto [c, s] = cos_and_sin;
  Mat3 cross;
  cross << 0, -unit_axis.z(), unit_axis.y(), unit_axis.z(), 0, -unit_axis.x(), -unit_axis.y(), unit_axis.x(), 0;
  return c * Mat3::Identity() + s * cross + (1 - c) * unit_axis * unit_axis.transpose();
}

Result<Mat3> rotation_in(std::string text, const std::string& option) {
  if (text.size() > 1 && text[1] == ',' && text[0] >= 'x' && text[0] <= 'z') {
    const std::string_view axis = text[0] == 'x' ? "1,0,0" : text[0] == 'y' ? "0,1,0" : "0,0,1";
    text = std::string(axis) + text.substr(1);
  }
  const auto values = numbers_in(text);
  if (!values || values->size() != 4) return not_as_expected(option, "an axis and degrees, as in z,45 or 0,0,1,45");
  const Vec3 axis((*values)[0], (*values)[1], (*values)[2]);
  const double length = axis.stableNorm();
  if (length == 0) return not_as_expected(option, "an axis that is not zero");
  return rotation_by(axis / length, cos_sin((*values)[3]));
}

/// Quaternions are written with few digits; one that is far from unit is a mistake (another order, or degrees).
constexpr double quaternion_slack = 0.01;

Result<Mat3> quaternion_in(const std::string& text, const std::string& option) {
  const auto values = numbers_in(text);
  if (!values || values->size() != 4) return not_as_expected(option, "a quaternion w,x,y,z");
  const Eigen::Quaterniond q((*values)[0], (*values)[1], (*values)[2], (*values)[3]);
  const double norm = q.coeffs().stableNorm();
  if (std::abs(norm - 1) > quaternion_slack)
    return not_as_expected(option, fmt::format("a unit quaternion w,x,y,z; the length of this one is {:.6g}", norm));
  return q.normalized().toRotationMatrix();
}

Result<Mat3> rpy_in(std::string text, const std::string& option) {
  const bool is_degrees = text.ends_with("deg");
  if (is_degrees) text.resize(text.size() - 3);
  const auto values = numbers_in(text);
  if (!values || values->size() != 3)
    return not_as_expected(option, "roll,pitch,yaw in radians, or with deg behind them in degrees");
  Mat3 rotation = Mat3::Identity();
  for (const int axis : {2, 1, 0}) {
    const double angle = (*values)[static_cast<std::size_t>(axis)];
    rotation = rotation * rotation_by(Vec3::Unit(axis), is_degrees ? cos_sin(angle) : std::pair(std::cos(angle), std::sin(angle)));
  }
  return rotation;
}

Result<Pose> matrix_in(const std::string& text, const std::string& option) {
  const auto values = numbers_in(text);
  if (!values || (values->size() != 12 && values->size() != 16))
    return not_as_expected(option, "12 numbers, the rows of [R | t], or the 16 of a 4x4 matrix");
  const bool has_last_row = values->size() == 16;
  if (has_last_row && !((*values)[12] == 0 && (*values)[13] == 0 && (*values)[14] == 0 && (*values)[15] == 1))
    return not_as_expected(option, "0,0,0,1 as the last row of a 4x4 matrix (rows first)");
  Pose pose;
  for (int i = 0; i < 3; ++i) {
    for (int j = 0; j < 3; ++j) pose.rotation(i, j) = (*values)[static_cast<std::size_t>(4 * i + j)];
    pose.translation[i] = (*values)[static_cast<std::size_t>(4 * i + 3)];
  }
  return pose;
}

Result<Mat3> rotation_of(const PoseText& text, const std::string& prefix) {
  if (!text.rotate.empty()) return rotation_in(text.rotate, prefix + "-rotate");
  if (!text.quat.empty()) return quaternion_in(text.quat, prefix + "-quat");
  if (!text.rpy.empty()) return rpy_in(text.rpy, prefix + "-rpy");
  return Mat3(Mat3::Identity());
}

}  // namespace

Result<Vec3> vector_in(const std::string& text, const std::string& option) {
  const auto values = numbers_in(text);
  if (!values || values->size() != 3) return not_as_expected(option, "x,y,z");
  return Vec3((*values)[0], (*values)[1], (*values)[2]);
}

Result<Vec3> scale_in(const std::string& text, const std::string& option) {
  const auto values = numbers_in(text);
  if (!values || (values->size() != 1 && values->size() != 3)) return not_as_expected(option, "a number or sx,sy,sz");
  if (std::ranges::find(*values, 0.0) != values->end()) return not_as_expected(option, "factors that are not 0");
  return values->size() == 1 ? Vec3(Vec3::Constant(values->front())) : Vec3((*values)[0], (*values)[1], (*values)[2]);
}

Result<Pose> pose_in(const PoseText& text, const std::string& prefix) {
  if (!text.pose.empty()) return matrix_in(text.pose, prefix + "-pose");
  Pose pose;
  const Result<Mat3> rotation = rotation_of(text, prefix);
  if (!rotation) return tl::make_unexpected(rotation.error());
  pose.rotation = *rotation;
  if (!text.translate.empty()) {
    const Result<Vec3> translation = vector_in(text.translate, prefix + "-translate");
    if (!translation) return tl::make_unexpected(translation.error());
    pose.translation = *translation;
  }
  return pose;
}

Result<Keyframe> keyframe_in(const std::string& text, const std::string& option) {
  constexpr std::string_view expected = "TIME:X,Y,Z or TIME:X,Y,Z:ROTATION, as in 2:0,0,5:z,90";
  const std::size_t first = text.find(':');
  const auto time = number_in(std::string_view(text).substr(0, first));
  if (!time || first == std::string::npos) return not_as_expected(option, expected);
  const std::size_t second = text.find(':', first + 1);
  const auto place = numbers_in(std::string_view(text).substr(first + 1, second - first - 1));
  if (!place || place->size() != 3) return not_as_expected(option, expected);
  Keyframe keyframe{*time, {}};
  keyframe.pose.translation = Vec3((*place)[0], (*place)[1], (*place)[2]);
  if (second == std::string::npos) return keyframe;
  const std::string turn = text.substr(second + 1);
  const Result<Mat3> rotation = turn.starts_with("q=")     ? quaternion_in(turn.substr(2), option)
                                : turn.starts_with("rpy=") ? rpy_in(turn.substr(4), option)
                                                           : rotation_in(turn, option);
  if (!rotation) return tl::make_unexpected(rotation.error());
  keyframe.pose.rotation = *rotation;
  return keyframe;
}

}  // namespace graze::cli
