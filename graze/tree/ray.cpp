#include <graze/tree/ray.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include <graze/core/tolerance.h>
#include <graze/sat/obb_obb_margin.h>

namespace graze::tree {
namespace {

constexpr double u = tolerance::rounding;
constexpr double float_u = tolerance::float_rounding;

/// Half the diagonal of the root box, whose half extents are below 1 and a rounding, in units of the tree; from above.
constexpr double tree_radius = 1.75;

/// Errors of the origin beyond this, in units of the tree, make pruning pointless. Unit: the size of the tree.
constexpr double largest_error = 0x1p-6;

/// A point of the world in the frame of the mesh, with its errors; there are none where the mesh has not been moved.
sat::RelativePose in_frame_of(const Pose& mesh, const Vec3& point) {
  if (!mesh.is_identity()) return sat::relative_pose_with_errors(mesh, {Mat3::Identity(), point});
  sat::RelativePose relative;
  relative.translation = point;
  return relative;
}

}  // namespace

RayInTree::RayInTree(const WideTree& tree, const Pose& pose, const WorldLine& line) {
  const double unit = std::ldexp(1.0, tree.exponent);
  const sat::RelativePose relative = in_frame_of(pose, line.origin);
  const Vec3 origin = (relative.translation - tree.origin) * unit;
  const Vec3 way = relative.to_a * line.direction * unit;
  const double speed = way.lpNorm<Eigen::Infinity>();
  if (!std::isnormal(speed) || !std::isnormal(1 / speed)) return;
  tick_ = std::ldexp(1.0, -std::ilogb(speed));
  const Vec3 direction = way * tick_;
  const double nearest = -origin.dot(direction) / direction.squaredNorm();
  const double lengths = (relative.translation.lpNorm<1>() + tree.origin.lpNorm<1>()) * unit + std::fabs(nearest) * 6;
  const double error = (relative.translation_error + 2 * line.error) * unit + 32 * u * lengths;
  if (!(error < largest_error)) return;
  const double reach = tree_radius + 2 * error;
  const double least = line.least / tick_, greatest = line.greatest / tick_;
  const double from = std::max(least - 2 * error, nearest - reach), to = std::min(greatest + 2 * error, nearest + reach);
  const Vec3 begin = origin + from * direction;
  reach_ = from > to || (origin + nearest * direction).norm() > reach ? Reach::misses : Reach::passes;
  start_ = from * tick_;
  for (int k = 0; k < 3; ++k) {
    lanes_.origin[k] = static_cast<float>(begin[k]);
    lanes_.direction[k] = static_cast<float>(direction[k]);
  }
  // The direction's rounding, to single precision and along three axes, over a way of twice the reach.
  const double way_error = 8 * float_u * direction.lpNorm<1>() * 2 * reach;
  lanes_.absolute = static_cast<float>((2 * error + 4 * float_u * begin.lpNorm<1>() + way_error) * (1 + 4 * float_u));
}

float RayInTree::limit(double t) const {
  if (std::isinf(t)) return t > 0 ? std::numeric_limits<float>::infinity() : 0;
  constexpr double up = 1 + 8 * float_u;
  const double ticks = (t - start_) / tick_;
  const double room = 8 * u * (std::fabs(t) + std::fabs(start_)) / tick_ + static_cast<double>(lanes_.absolute) * 4 + float_u;
  const double above = ticks > 0 ? ticks * up + room : ticks + room;
  return above < static_cast<double>(std::numeric_limits<float>::max()) ? static_cast<float>(above)
                                                                        : std::numeric_limits<float>::infinity();
}

}  // namespace graze::tree
