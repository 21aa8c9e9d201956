#pragma once
/// Which parts of the twelve edges of a box lie in another box of another frame, kept up to date while either box is cut.
/// [Zachmann, appendix]
///
/// Two boxes meet iff an edge of one meets the other: their common part, if any, has an extreme point, and the smallest faces of
/// the two boxes around it meet in nothing else, so their dimensions add up to three at most and one of them is an edge or a
/// corner.
///
/// Unlike the paper, the parameter of an edge is the coordinate along it in its own box's frame: cutting then shifts nothing, what
/// is copied stays exact, and the interval after any number of cuts has the bits that computing it afresh would give. Planes are
/// moved outward by `FrameMap::margin`, so that no part is lost to rounding. An edge parallel to a plane needs no case of its own:
/// the quotient is infinite with the sign that keeps the whole edge or none of it, or 0/0, which no comparison prefers.

#include <array>

#include <graze/pose.h>
#include <graze/shapes.h>

namespace graze::tree {

/// From the frame of one tree, whose edges are clipped, to that of another, which has the planes: x -> rotation * x +
/// translation.
struct FrameMap {
  Mat3 rotation = Mat3::Identity();
  Vec3 translation = Vec3::Zero();
  double margin = 0;  ///< planes are moved outward by this, length
};

/// Includes the margin that points within `from` and planes of boxes within `to` need.
[[nodiscard]] FrameMap frame_map(const Pose& pose_from, const Aabb& from, const Pose& pose_to, const Aabb& to);

/// Coordinates along an edge; none when low > high.
struct EdgePart {
  double low = 0, high = 0;

  [[nodiscard]] bool is_empty() const { return low > high; }
  friend bool operator==(const EdgePart&, const EdgePart&) = default;
};

/// [k][i]: of the edges along axis k, i = 0..3. With p < q the other two axes, edge i is at the high end of p when bit 0 of i is
/// set, and at the high end of q when bit 1 is.
struct EdgeParts {
  std::array<std::array<EdgePart, 4>, 3> along;

  [[nodiscard]] bool any() const;
  friend bool operator==(const EdgeParts&, const EdgeParts&) = default;
};

[[nodiscard]] EdgeParts edges_in_box(const FrameMap& map, const Aabb& box, const Aabb& other);

/// For the two parts of a box that was cut.
struct CutEdgeParts {
  EdgeParts low, high;
};

/// The other box is cut: one new plane for every edge.
[[nodiscard]] CutEdgeParts after_cut_of_other(const EdgeParts& parts, const FrameMap& map, const Aabb& box, int axis, double at);

/// The box itself is cut: four edges become shorter, four are kept by either half, and both get the four new ones in the plane.
[[nodiscard]] CutEdgeParts after_cut_of_own(const EdgeParts& parts, const FrameMap& map, const Aabb& box, const Aabb& other,
                                            int axis, double at);

}  // namespace graze::tree
