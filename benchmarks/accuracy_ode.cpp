#include <ode/ode.h>

#include "accuracy.h"

namespace graze::bench {
namespace {

dGeomID ode_box(const Vec3& half, const Pose& pose) {
  const dGeomID box = dCreateBox(nullptr, 2 * half.x(), 2 * half.y(), 2 * half.z());
  dMatrix3 rotation = {};
  for (int i = 0; i < 3; ++i) {
    for (int j = 0; j < 3; ++j) rotation[4 * i + j] = pose.rotation(i, j);
  }
  dGeomSetRotation(box, rotation);
  dGeomSetPosition(box, pose.translation.x(), pose.translation.y(), pose.translation.z());
  return box;
}

Opinion ask_ode(const HardCase& c) {
  dInitODE2(0);
  dContactGeom contact;
  return {false, dCollide(ode_box(c.half_a, c.pose_a), ode_box(c.half_b, c.pose_b), 1, &contact, sizeof contact) > 0, 0};
}

}  // namespace

Asked asked_ode() {
  return {"ode", [](HardCase::Asked asked) { return asked == HardCase::Asked::overlap; }, ask_ode};
}

}  // namespace graze::bench
