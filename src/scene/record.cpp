/// Checks bodies, and places their parts.

#include "scene/record.h"

#include <cmath>
#include <string>

#include <fmt/format.h>

#include "motion/pose_at.h"
#include "scene/course.h"

namespace graze::scenes {
namespace {

std::string part_name(std::size_t k) { return "parts[" + std::to_string(k) + "]"; }

Result<void> check_solid(const BodyPart& part) {
  if (!part.solid || !std::holds_alternative<TriangleMesh>(part.geometry.shape().value)) return {};
  const Topology& topology = part.geometry.topology();
  if (topology.is_closed()) return {};
  return fail(ErrorCode::bad_shape, fmt::format("solid: the mesh has {} open edges and no inside", topology.open_edges));
}

Result<void> check_part(const BodyPart& part, bool is_planar) {
  if (part.geometry.is_planar() != is_planar) return fail(ErrorCode::bad_shape, "geometry: 2D and 3D shapes in one body");
  if (const auto ok = check_body({part.geometry, part.pose, {}}); !ok) return tl::make_unexpected(at("pose", ok.error()));
  return check_solid(part);
}

/// Of the part in a pose of the body: the rounded product of two rotations may be less of a rotation than both.
Result<void> check_place(const Record& record, std::size_t k, const Pose& pose, const Motion& motion) {
  return check_body({record.shapes[k]->geometry, part_pose(record, k, pose), motion});
}

Result<void> check_leg(const Record& record, const Leg& leg) {
  for (std::size_t k = 0; k < record.shapes.size(); ++k) {
    if (const auto ok = check_body({record.shapes[k]->geometry, leg.start, leg.motion}); !ok) return ok;
    if (record.in_body[k].is_identity()) continue;
    if (const auto ok = check_place(record, k, leg.start, leg.motion); !ok)
      return tl::make_unexpected(at(part_name(k), ok.error()));
  }
  return {};
}

Result<void> check_path(const Record& record, const Path& path) {
  std::size_t i = 0;
  for (double t = -std::numeric_limits<double>::infinity();; ++i) {
    const Leg& leg = path.leg_at(t);
    if (const auto ok = check_leg(record, leg); !ok) return tl::make_unexpected(at(fmt::format("path.legs[{}]", i), ok.error()));
    if (!std::isfinite(leg.to)) return {};
    t = leg.to;
  }
}

/// The motion of a part: of the body it belongs to, about the same centre.
Motion motion_of_part(const Record& record) {
  const Motion* motion = constant_motion(record.given);
  if (motion == nullptr) return {};
  Motion result = *motion;
  if (result.rotates()) result.center = center_of(record.given.pose, *motion);
  return result;
}

}  // namespace

Pose part_pose(const Record& record, std::size_t k, const Pose& pose) {
  return record.in_body[k].is_identity() ? pose : pose * record.in_body[k];
}

void place(const Record& record, const Pose& pose, std::vector<PlacedPart>& placed) {
  placed.clear();
  placed.reserve(record.shapes.size());
  for (std::size_t k = 0; k < record.shapes.size(); ++k) {
    const SharedShape& shape = *record.shapes[k];
    const Pose world = part_pose(record, k, pose);
    placed.push_back({{shape.geometry, world, {}, record.given.parts[k].solid}, world_box(shape.bound, shape.geometry, world)});
  }
}

const std::vector<PlacedPart>& parts_at(const Record& record, double t, std::vector<PlacedPart>& room) {
  if (t == 0 || !may_move(record.given)) return record.placed;
  place(record, pose_at(record.given, t), room);
  return room;
}

Aabb box_around(const std::vector<PlacedPart>& placed) {
  Aabb box = empty_box();
  for (const PlacedPart& part : placed) {
    if (!is_empty(part.box)) box = united(box, part.box);
  }
  return box;
}

Result<void> check_place_at_start(const Record& record, const Pose& start) {
  const Motion* constant = constant_motion(record.given);
  if (const auto ok = check_leg(record, {0, 0, start, {}}); !ok)
    return tl::make_unexpected(at(constant != nullptr ? "pose" : "motion.pose_at(0)", ok.error()));
  if (constant == nullptr || !constant->moves()) return {};
  const auto ok = check_leg(record, {0, 0, start, *constant});
  return ok ? ok : tl::make_unexpected(at("motion", ok.error()));
}

void move_to(Record& record, const Pose& start) {
  record.given.pose = start;
  const Motion motion = motion_of_part(record);
  for (std::size_t k = 0; k < record.placed.size(); ++k) {
    PlacedPart& part = record.placed[k];
    part.body.pose = part_pose(record, k, start);
    part.body.motion = motion;
    part.box = world_box(record.shapes[k]->bound, part.body.geometry, part.body.pose);
  }
  record.box = box_around(record.placed);
}

Result<void> place_at_start(Record& record) {
  if (const auto ok = check_motion(record.given); !ok) return tl::make_unexpected(at("motion", ok.error()));
  if (const Path* path = std::get_if<Path>(&record.given.motion)) {
    if (const auto ok = check_path(record, *path); !ok) return tl::make_unexpected(at("motion", ok.error()));
  }
  const Pose start = constant_motion(record.given) != nullptr ? record.given.pose : pose_at(record.given, 0);
  if (const auto ok = check_place_at_start(record, start); !ok) return ok;
  if (record.placed.empty()) place(record, start, record.placed);
  move_to(record, start);
  return {};
}

Result<Record> record_of(SceneBody body, SharedShapes& shapes) {
  if (body.parts.empty()) return fail(ErrorCode::bad_shape, "parts: none");
  if (!(body.scale > 0 && std::isfinite(body.scale))) return fail(ErrorCode::bad_option, "scale: must be finite and > 0");
  Record record;
  for (std::size_t k = 0; k < body.parts.size(); ++k) {
    const BodyPart& part = body.parts[k];
    if (const auto ok = check_part(part, body.parts[0].geometry.is_planar()); !ok)
      return tl::make_unexpected(at(part_name(k), ok.error()));
    auto shape = shapes.get(part.geometry, body.scale);
    if (!shape) return tl::make_unexpected(at(part_name(k), shape.error()));
    record.shapes.push_back(*std::move(shape));
    record.in_body.push_back({part.pose.rotation, part.pose.translation * body.scale});
  }
  record.given = std::move(body);
  if (const auto ok = place_at_start(record); !ok) return tl::make_unexpected(ok.error());
  return record;
}

}  // namespace graze::scenes
