#include "tree/walk/nearest_one.h"

#include "box/margin.h"
#include "geometry/frame.h"
#include "numbers/tolerance.h"

namespace graze::tree {
namespace {

constexpr double u = tolerance::rounding;
constexpr double float_u = tolerance::float_rounding;

/// Beyond this many units of a tree, whose size is about one, single precision would blur boxes into each other; well within it,
/// squares stay finite. Nearest.FindsTheNearestTriangleOfAPointFarAway
constexpr double farthest_center = 0x1p12;

/// Where a point of the mesh's frame is in the tree, with a bound of the error along each axis.
struct InTree {
  Vec3 place;
  double error;
};

InTree in_tree(const WideTree& tree, const Vec3& in_mesh, double error) {
  const double unit = unit_of(tree);
  const double lengths = in_mesh.lpNorm<1>() + tree.origin.lpNorm<1>();
  return {(in_mesh - tree.origin) * unit, (error + 4 * u * lengths) * unit};
}

}  // namespace

PointInMesh point_in_mesh(const Pose& pose, const Vec3& point) {
  if (pose.is_identity()) return {point, 0, 0};
  const sat::RelativePose relative = sat::relative_pose_with_errors(pose, {Mat3::Identity(), point});
  return {relative.translation, relative.translation_error, relative.shear};
}

PointInTree point_in_tree(const WideTree& tree, const PointInMesh& point) {
  const InTree found = in_tree(tree, point.place, point.error);
  PointInTree result;
  result.shear = point.shear;
  result.is_near = found.place.lpNorm<1>() < farthest_center;
  if (!result.is_near) return result;
  for (int k = 0; k < 3; ++k) result.point.p[k] = static_cast<float>(found.place[k]);
  result.point.absolute = static_cast<float>((2 * found.error + 2 * float_u * found.place.lpNorm<1>()) * (1 + 4 * float_u));
  return result;
}

BoxInTree box_in_tree(const WideTree& tree, const Pose& pose, const Obb& box) {
  const sat::RelativePose relative = sat::relative_pose_with_errors(pose, {Mat3::Identity(), box.center});
  const InTree found = in_tree(tree, relative.translation, relative.translation_error);
  const double unit = unit_of(tree);
  BoxInTree result;
  result.shear = relative.shear + 4 * orthonormality_defect(box.axes);
  result.is_near = found.place.lpNorm<1>() + box.half_extents.sum() * unit < farthest_center;
  if (!result.is_near) return result;
  // The box as seen through the inverse of the stored rotation: axes of the world turned into the mesh's frame.
  for (int i = 0; i < 3; ++i) {
    const Vec3 axis = relative.to_a * box.axes[static_cast<std::size_t>(i)];
    for (int k = 0; k < 3; ++k) result.box.axes[i][k] = static_cast<float>(axis[k]);
    result.box.center[i] = static_cast<float>(found.place[i]);
    result.box.half_extents[i] =
        std::nextafter(static_cast<float>(box.half_extents[i] * unit), std::numeric_limits<float>::infinity());
  }
  const sat::PairMargin exact{6 * result.shear + 8 * relative.rotation_error + 8 * u, 4 * found.error};
  result.margin = sat::lane_margin_of(exact, found.place.lpNorm<1>());
  return result;
}

}  // namespace graze::tree
