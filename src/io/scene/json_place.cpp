/// Where a body is and how it moves, by fields of JSON.

#include "io/scene/json_place.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

#include <fmt/format.h>
#include <Eigen/Geometry>

#include "io/files/source.h"
#include "io/json/fields.h"
#include "io/robot/element.h"

namespace graze::io {

namespace {

constexpr auto turn_fields = std::to_array<std::string_view>({"R", "q", "rpy"});
constexpr auto motion_fields = std::to_array<std::string_view>({"vel", "omega", "center", "keyframes"});

/// Three printed decimals are tolerated and corrected by normalizing. No unit. JsonScene.SaysWhatIsWrongWithPoses
constexpr double unit_quaternion = 0x1p-8;

Result<Mat3> quaternion_from_json(JsonFields& fields) {
  const Eigen::Vector4d q = fields.vec<4>("q");
  if (fields.error()) return tl::make_unexpected(*fields.error());
  if (!(std::abs(q.norm() - 1) <= unit_quaternion)) return fail(ErrorCode::bad_pose, "q: is not a unit quaternion");
  return Eigen::Quaterniond(q[0], q[1], q[2], q[3]).normalized().toRotationMatrix();
}

Result<Mat3> turn_from_json(const Json& object, JsonFields& fields) {
  std::string_view given;
  for (const std::string_view name : turn_fields) {
    if (!object.contains(name)) continue;
    if (!given.empty()) return fail(ErrorCode::bad_shape, fmt::format("{}: not together with {}", name, given));
    given = name;
  }
  if (given == "q") return quaternion_from_json(fields);
  if (given == "rpy") return rotation_of(fields.vec<3>("rpy"));
  return fields.matrix("R", false, Mat3::Identity());
}

Result<Keyframe> keyframe_from_json(const Json& object) {
  if (const auto ok = must_be_object(object); !ok) return tl::make_unexpected(ok.error());
  for (const auto& [name, value] : object.items()) {
    if (name != "at" && !is_pose_field(name)) return fail(ErrorCode::bad_shape, printable(name) + ": unknown field");
  }
  JsonFields fields(object, ErrorCode::bad_shape);
  const double time = fields.number("at");
  if (fields.error()) return tl::make_unexpected(*fields.error());
  return pose_from_json(object).map([&](const Pose& pose) { return Keyframe{time, pose}; });
}

Result<Path> path_from_json(const Json& list) {
  if (const auto ok = must_be_list(list); !ok) return tl::make_unexpected(at("keyframes", ok.error()));
  std::vector<Keyframe> frames;
  for (std::size_t i = 0; i < list.size(); ++i) {
    const std::string where = fmt::format("keyframes[{}]", i);
    const Result<Keyframe> frame = keyframe_from_json(list[i]);
    if (!frame) return tl::make_unexpected(at(where, frame.error()));
    if (i > 0 && !(frame->t > frames.back().t))
      return fail(ErrorCode::bad_shape, fmt::format("{}.at: not after {}", where, frames.back().t));
    frames.push_back(*frame);
  }
  return Path::through(frames);
}

}  // namespace

bool is_pose_field(std::string_view name) { return name == "t" || std::ranges::find(turn_fields, name) != turn_fields.end(); }

bool is_motion_field(std::string_view name) { return std::ranges::find(motion_fields, name) != motion_fields.end(); }

Result<void> must_be_list(const Json& value) {
  if (value.is_array()) return {};
  return fail(ErrorCode::bad_shape, fmt::format("expected a list, found {}", kind_of(value)));
}

Result<void> must_be_object(const Json& value) {
  if (value.is_object()) return {};
  return fail(ErrorCode::bad_shape, fmt::format("expected an object, found {}", kind_of(value)));
}

Result<Pose> pose_from_json(const Json& object) {
  JsonFields fields(object, ErrorCode::bad_shape);
  const Result<Mat3> turn = turn_from_json(object, fields);
  if (!turn) return tl::make_unexpected(turn.error());
  Pose pose{*turn, Vec3::Zero()};
  if (fields.has("t")) pose.translation = fields.vec<3>("t");
  if (fields.error()) return tl::make_unexpected(*fields.error());
  const Result<Geometry> point = Geometry::make(Shape{Point{}});
  return check_body({*point, pose, {}}).map([&] { return pose; });
}

Result<void> place_from_json(const Json& object, SceneBody& body) {
  if (object.contains("keyframes")) {
    for (const auto& [name, value] : object.items()) {
      if (is_pose_field(name) || (is_motion_field(name) && name != "keyframes"))
        return fail(ErrorCode::bad_shape, fmt::format("keyframes: not together with {}", name));
    }
    const Result<Path> path = path_from_json(object["keyframes"]);
    if (!path) return tl::make_unexpected(path.error());
    body.pose = path->pose_at(0);
    body.motion = *path;
    return {};
  }
  const Result<Pose> pose = pose_from_json(object);
  if (!pose) return tl::make_unexpected(pose.error());
  body.pose = *pose;
  JsonFields fields(object, ErrorCode::bad_shape);
  Motion motion;
  if (fields.has("vel")) motion.velocity = fields.vec<3>("vel");
  if (fields.has("omega")) motion.angular_velocity = fields.vec<3>("omega");
  if (fields.has("center")) motion.center = fields.vec<3>("center");
  if (fields.error()) return tl::make_unexpected(*fields.error());
  body.motion = motion;
  return {};
}

}  // namespace graze::io
