/// Repairs what a body says of directions, and remembers by how much.

#include "io/json/repair.h"

#include <algorithm>
#include <array>

#include <graze/validate.h>

#include "geometry/embed.h"
#include "io/json/fields.h"

namespace graze {
namespace {

/// The axes of the plane with the third one.
Frame frame_of(const std::array<Vec2, 2>& axes) { return {embedded(axes[0]), embedded(axes[1]), Vec3::UnitZ()}; }

}  // namespace

Result<Repair> Repair::asked_by(const Json& body) {
  Repair repair;
  if (!body.is_object() || !body.contains("repair")) return repair;
  JsonFields fields(body, ErrorCode::bad_shape);
  if (fields.boolean("repair")) repair.amount_ = 0;
  if (fields.error()) return tl::make_unexpected(*fields.error());
  return repair;
}

void Repair::note(double deviation) { amount_ = std::max(amount_.value_or(0), deviation); }

Result<void> Repair::rotation_of(Pose& pose) {
  if (!amount_) return {};
  return repaired_pose(pose).map([&](const RepairedPose& repaired) {
    pose = repaired.pose;
    note(repaired.deviation);
  });
}

Result<void> Repair::axes_of(AnyShape& any) {
  if (!amount_) return {};
  const auto repair = [&](Frame& axes) {
    return repaired_frame(axes).map([&](const RepairedFrame& repaired) {
      axes = repaired.axes;
      note(repaired.deviation);
    });
  };
  if (Shape* shape = std::get_if<Shape>(&any)) {
    if (Obb* box = std::get_if<Obb>(&shape->value)) return repair(box->axes);
    if (Ellipsoid* ellipsoid = std::get_if<Ellipsoid>(&shape->value)) return repair(ellipsoid->axes);
    return {};
  }
  const auto repair_in_plane = [&](std::array<Vec2, 2>& axes) {
    Frame frame = frame_of(axes);
    return repair(frame).map([&] { axes = {frame[0].head<2>(), frame[1].head<2>()}; });
  };
  Shape2::Variant& planar = std::get<Shape2>(any).value;
  if (Obb2* box = std::get_if<Obb2>(&planar)) return repair_in_plane(box->axes);
  if (Ellipse* ellipse = std::get_if<Ellipse>(&planar)) return repair_in_plane(ellipse->axes);
  return {};
}

}  // namespace graze
