#pragma once
/// Two meshes by their trees of boxes, only so deep as one likes: the collision system of [Eberly00 §7].
///
/// A search ends at the triangles of a leaf or, where the limit of its tree stops it, at a box, whichever comes first, and answers
/// on what it ended at: with a limit, "they meet" says that boxes do, which hold all triangles and more; "they do not" is certain.
/// Which boxes there are follows from how trees are built, and may change with it. Without limits the answers are those about
/// triangles, exact.

#include <array>
#include <cstdint>
#include <functional>
#include <optional>

#include <graze/answers.h>
#include <graze/geometry.h>

namespace graze {

struct DepthOptions {
  double t_max = 0;  ///< >= 0: the bodies move with their velocities over [0, t_max]; none may turn unless this is 0
  std::array<std::optional<std::uint32_t>, 2> max_depths{};  ///< of a's and b's tree; the root box is at depth 0
};

/// What the search ended at in one of the trees.
struct DepthPart {
  std::int32_t triangle = -1;  ///< -1: at a box
  Obb box;  ///< of the tree, around the triangle or where the limit was; in the world, at the time of the contact
  /// Unit, in the world. Of a triangle by the order of its corners, zero where it has no area; of a box as of the ellipsoid with
  /// its axes, so that it turns smoothly from side to side.
  Vec3 normal = Vec3::Zero();
};

struct DepthContact {
  double time = 0;            ///< exact first time of contact of the two parts, rounded down
  Vec3 point = Vec3::Zero();  ///< common to both at that time
  std::array<DepthPart, 2> parts;
};

/// Does anything meet in [0, t_max]? Two meshes only, else unsupported_pair.
[[nodiscard]] GRAZE_API Result<bool> overlap_to_depth(const Body& a, const Body& b, const DepthOptions& options = {});

/// Calls on_contact(contact) -> bool, "go on?", for all parts that meet in [0, t_max] and whose boxes all the way up do, each pair
/// of parts once; in the order of the trees, not of time. False if on_contact ended the search.
[[nodiscard]] GRAZE_API Result<bool> contacts_to_depth(const Body& a, const Body& b, const DepthOptions& options,
                                                       const std::function<bool(const DepthContact&)>& on_contact);

/// The outward normal, at the point or straight below it, of the ellipsoid with the box' axes and half extents: unit. Of a flat box
/// that of its flat side; at the centre the shortest axis.
[[nodiscard]] GRAZE_API Vec3 smoothed_normal(const Obb& box, const Vec3& point);

}  // namespace graze
