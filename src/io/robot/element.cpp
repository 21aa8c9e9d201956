/// Numbers are read as those of meshes are: decimal, finite, all of the word.

#include "io/robot/element.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include <fmt/format.h>

#include "io/mesh/text.h"

namespace graze::io {

tl::unexpected<Error> element_failure(const std::filesystem::path& path, const XmlNode& element, std::string_view reason) {
  return tl::make_unexpected(error_at_line(path, element.line, fmt::format("<{}>: {}", printable(element.name), reason)));
}

void ElementReader::report(std::string reason) {
  if (reason_.empty()) reason_ = std::move(reason);
}

std::string ElementReader::text(std::string_view name) {
  const std::string* value = element_.attribute(name);
  if (value == nullptr) report(fmt::format("{}: missing", name));
  if (value != nullptr && value->empty()) report(fmt::format("{}: empty", name));
  return value == nullptr ? std::string{} : *value;
}

std::vector<double> ElementReader::numbers(std::string_view name) {
  std::vector<double> found;
  const std::string* value = element_.attribute(name);
  if (value == nullptr) {
    report(fmt::format("{}: missing", name));
    return found;
  }
  TextCursor cursor(*value);
  for (std::string_view word = cursor.word_across_lines(); !word.empty(); word = cursor.word_across_lines()) {
    const auto number = to_number(word);
    if (!number) report(fmt::format("{}: \"{}\" is not a finite number", name, printable(word)));
    found.push_back(number.value_or(0));
  }
  return found;
}

void ElementReader::read(std::string_view name, std::span<double> wanted) {
  const std::vector<double> found = numbers(name);
  if (found.size() == wanted.size()) std::ranges::copy(found, wanted.begin());
  if (found.size() != wanted.size())
    report(fmt::format("{}: expected {} number{}, found {}", name, wanted.size(), wanted.size() == 1 ? "" : "s", found.size()));
}

double ElementReader::number(std::string_view name) {
  double value = 0;
  read(name, {&value, 1});
  return value;
}

double ElementReader::size(std::string_view name) {
  const double value = number(name);
  if (value < 0) report(fmt::format("{}: negative, {}", name, value));
  return value;
}

Vec3 ElementReader::vec(std::string_view name) {
  Vec3 value = Vec3::Zero();
  read(name, {value.data(), 3});
  return value;
}

Mat3 rotation_of(const Vec3& roll_pitch_yaw) {
  const auto [cr, cp, cy] = std::array{std::cos(roll_pitch_yaw[0]), std::cos(roll_pitch_yaw[1]), std::cos(roll_pitch_yaw[2])};
  const auto [sr, sp, sy] = std::array{std::sin(roll_pitch_yaw[0]), std::sin(roll_pitch_yaw[1]), std::sin(roll_pitch_yaw[2])};
  Mat3 rotation;
  rotation << cy * cp, cy * sp * sr - sy * cr, cy * sp * cr + sy * sr,  //
      sy * cp, sy * sp * sr + cy * cr, sy * sp * cr - cy * sr,          //
      -sp, cp * sr, cp * cr;
  return rotation;
}

Result<Pose> origin_of(const std::filesystem::path& path, const XmlNode& element) {
  const XmlNode* origin = element.child("origin");
  if (origin == nullptr) return Pose{};
  ElementReader reader(path, *origin);
  const Pose pose{rotation_of(reader.vec("rpy", Vec3::Zero())), reader.vec("xyz", Vec3::Zero())};
  if (reader.failed()) return reader.failure();
  return pose;
}

Trouble no_macros(const XmlElement& element) {
  constexpr std::string_view advice = "expand it first: xacro FILE > robot.urdf";
  const std::string_view name = element.name();
  if (name.starts_with("xacro:")) return {fmt::format("<{}>: a macro of xacro; {}", printable(name), advice)};
  for (const char* const* at = element.attributes(); *at != nullptr; at += 2) {
    const std::string_view value = at[1];
    if (value.find("${") != std::string_view::npos || value.find("$(") != std::string_view::npos)
      return {fmt::format("<{}>: {}: \"{}\" is an expression of xacro; {}", printable(name), printable(at[0]), printable(value),
                          advice)};
  }
  return {};
}

}  // namespace graze::io
