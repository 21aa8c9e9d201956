/// Places a point or a box in the frame of a wide tree, with bounds of the rounding errors.

#include "tree/walk/nearest_one.h"

#include "box/margin.h"
#include "geometry/frame.h"
#include "numbers/tolerance.h"

namespace graze::tree {
namespace {

/// Beyond this many units of a tree, whose size is about one, single precision would blur boxes into each other; well within it,
/// squares stay finite. Nearest.FindsTheNearestTriangleOfAPointFarAway
constexpr double max_offset = 0x1p12;

/// Where a point of the mesh's frame is in the tree, with a bound of the error along each axis.
struct PositionInTree {
  Vec3 position;
  double error;
};

PositionInTree in_tree(const WideTree& tree, const Vec3& in_mesh, double error) {
  const double unit = unit_of(tree);
  const double lengths = in_mesh.lpNorm<1>() + tree.origin.lpNorm<1>();
  return {(in_mesh - tree.origin) * unit, (error + 4 * tolerance::rounding * lengths) * unit};
}

}  // namespace

PointInMesh point_in_mesh(const Pose& pose, const Vec3& point) {
  if (pose.is_identity()) return {point, 0, 0};
  const sat::RelativePose relative = sat::relative_pose_with_errors(pose, {Mat3::Identity(), point});
  return {relative.translation, relative.translation_error, relative.shear};
}

PointInTree point_in_tree(const WideTree& tree, const PointInMesh& point) {
  const PositionInTree found = in_tree(tree, point.position, point.error);
  PointInTree result;
  result.shear = point.shear;
  result.is_near = found.position.lpNorm<1>() < max_offset;
  if (!result.is_near) return result;
  for (int k = 0; k < 3; ++k) result.point.p[k] = static_cast<float>(found.position[k]);
  result.point.absolute = static_cast<float>((2 * found.error + 2 * tolerance::float_rounding * found.position.lpNorm<1>()) *
                                             (1 + 4 * tolerance::float_rounding));
  return result;
}

BoxInTree box_in_tree(const WideTree& tree, const Pose& pose, const Obb& box) {
  const sat::RelativePose relative = sat::relative_pose_with_errors(pose, {Mat3::Identity(), box.center});
  const PositionInTree found = in_tree(tree, relative.translation, relative.translation_error);
  const double unit = unit_of(tree);
  BoxInTree result;
  result.shear = relative.shear + 4 * orthonormality_defect(box.axes);
  result.is_near = found.position.lpNorm<1>() + box.half_extents.sum() * unit < max_offset;
  if (!result.is_near) return result;
  // The box as seen through the inverse of the stored rotation: axes of the world turned into the mesh's frame.
  for (int i = 0; i < 3; ++i) {
    const Vec3 axis = relative.to_a * box.axes[static_cast<std::size_t>(i)];
    for (int k = 0; k < 3; ++k) result.box.axes[i][k] = static_cast<float>(axis[k]);
    result.box.center[i] = static_cast<float>(found.position[i]);
    result.box.half_extents[i] =
        std::nextafter(static_cast<float>(box.half_extents[i] * unit), std::numeric_limits<float>::infinity());
  }
  const sat::PairMargin exact{6 * result.shear + 8 * relative.rotation_error + 8 * tolerance::rounding, 4 * found.error};
  result.margin = sat::lane_margin_of(exact, found.position.lpNorm<1>());
  return result;
}

}  // namespace graze::tree
