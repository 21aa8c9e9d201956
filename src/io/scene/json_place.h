#pragma once
/// Poses and motions of bodies in JSON scenes.

#include <string_view>

#include <graze/error.h>
#include <graze/scene.h>

#include "io/json/line.h"

namespace graze::io {

/// "R" (rows), "q" [w, x, y, z] or "rpy", at most one of them, and "t".
[[nodiscard]] Result<Pose> pose_from_json(const Json& object);

/// Pose and motion: "vel", "omega" and "center", or "keyframes", which stand for all others.
[[nodiscard]] Result<void> place_from_json(const Json& object, SceneBody& body);

/// Fields that a pose, or a body's place and motion, is made of.
[[nodiscard]] bool is_pose_field(std::string_view name);
[[nodiscard]] bool is_motion_field(std::string_view name);

/// A list that must be one, and an object that must be one; errors name what was found.
[[nodiscard]] Result<void> must_be_list(const Json& value);
[[nodiscard]] Result<void> must_be_object(const Json& value);

}  // namespace graze::io
