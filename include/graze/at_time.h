#pragma once
/// Bodies at a time other than 0: every question may be asked about them there.

#include <graze/export.h>
#include <graze/geometry.h>
#include <graze/path.h>

namespace graze {

/// The body as it is at time t, going on as it does then: what a question answers about it at time 0 is about time t, and its times
/// count from there. The pose is that of pose_at(), rounded.
[[nodiscard]] GRAZE_API Body at_time(const Body& body, double t);

/// The same of a body on a path, as it moves on the leg of that time. Path::from_time() has the rest of the path.
[[nodiscard]] GRAZE_API Body at_time(const Geometry& geometry, const Path& path, double t, bool solid = false);

}  // namespace graze
