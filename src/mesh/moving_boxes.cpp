/// Gaps of moving boxes along directions.

#include "mesh/moving_boxes.h"

#include <algorithm>
#include <cmath>

#include "tree/nodes/wide_box.h"

namespace graze::query {
namespace {

/// Some thirty roundings of the coordinates. No unit. ClosestApproach.OfMeshesIsNeverUndercutAndProven
constexpr double gap_error = 0x1p-46;

}  // namespace

MovingBoxes::Side::Side(const PlacedMesh& mesh)
    : nodes(mesh.tree->wide()),
      rotation(mesh.pose.rotation),
      origin(mesh.pose.to_world(mesh.tree->wide().origin)),
      unit(std::ldexp(1.0, -mesh.tree->wide().exponent)) {
  const Obb& root = mesh.tree->root_box();
  size = mesh.pose.translation.lpNorm<1>() + 4 * (root.center.lpNorm<1>() + root.half_extents.lpNorm<1>());
}

MovingBoxes::Box::Box(const Side& side, tree::BoxRef ref) {
  sat::EightBoxes buffer;
  const Obb stored = tree::stored_box(side.nodes.open(ref, buffer), static_cast<std::size_t>(ref.lane()));
  center = side.origin + side.unit * (side.rotation * stored.center);
  for (int k = 0; k < 3; ++k)
    half_axes.col(k) = (side.unit * stored.half_extents[k]) * (side.rotation * stored.axes[static_cast<std::size_t>(k)]);
}

MovingBoxes::MovingBoxes(const PlacedMesh& a, const PlacedMesh& b, const Vec3& velocity, double end)
    : a_(a), b_(b), velocity_(velocity), end_(end), error_(gap_error * (a_.size + b_.size + end * velocity.lpNorm<1>())) {}

double MovingBoxes::gap_along(const Vec3& direction, const Vec3& apart, const Box& a, const Box& b) const {
  const double moved = std::min(0.0, end_ * direction.dot(velocity_));
  return direction.dot(apart) + moved - a.reach(direction) - b.reach(direction);
}

bool MovingBoxes::stay_beyond(double distance, tree::BoxRefPair boxes, const Vec3& direction) const {
  const Box a(a_, boxes.a), b(b_, boxes.b);
  const Vec3 apart = b.center - a.center;
  const double enough = distance + error_;
  if (gap_along(direction, apart, a, b) >= enough) return true;
  const double squared_speed = velocity_.squaredNorm();
  const double nearest = squared_speed > 0 ? std::clamp(-apart.dot(velocity_) / squared_speed, 0.0, end_) : 0;
  const Vec3 between = apart + nearest * velocity_;
  const double length = between.norm();
  return length > enough && gap_along(between / length, apart, a, b) >= enough;
}

}  // namespace graze::query
