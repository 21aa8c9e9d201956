/// Moves bodies to where they are at a time.

#include <graze/path.h>

#include "motion/pose_at.h"

namespace graze {

Body at_time(const Body& body, double t) {
  if (t == 0 || !body.motion.moves()) return body;
  Motion rest = body.motion;
  if (rest.center) *rest.center += t * rest.velocity;
  return {body.geometry, pose_at(body.pose, body.motion, t), rest, body.solid};
}

Body at_time(const Geometry& geometry, const Path& path, double t, bool solid) {
  const Leg leg = path.leg_at(t).from_time(t);
  return {geometry, leg.start, leg.motion, solid};
}

}  // namespace graze
