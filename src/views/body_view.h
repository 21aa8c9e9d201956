#pragma once
/// The points, directions and radius of a body by reference: what the nearest-point search works on, without allocating.

#include <array>
#include <optional>
#include <span>

#include "views/rounded_body.h"

namespace graze::distance {

struct BodyView {
  std::span<const Vec3> vertices;   ///< body frame; of a box its centre alone
  const Frame* box_axes = nullptr;  ///< of an oriented box, with `half_extents`
  Vec3 half_extents = Vec3::Zero();
  bool is_aligned_box = false;  ///< its eight vertices are numbered like those of an oriented box, in the body's own axes
  std::span<const Vec3> rays;   ///< body frame, nonzero
  double radius = 0;
  const Pose* pose = nullptr;

  [[nodiscard]] std::int32_t corner_count() const { return box_axes != nullptr ? 8 : static_cast<std::int32_t>(vertices.size()); }
};

/// Of a body that is not a plane or half-space.
[[nodiscard]] BodyView body_view(const Rounded& body);
[[nodiscard]] BodyView body_view(const sat::Convex& body);

/// Storage for what a shape does not store itself: the corners of an AABB, the two directions of a line.
struct BodyViewStorage {
  std::array<Vec3, 8> corners;
  std::array<Vec3, 2> rays;
};

/// Refers to the shape, the pose and the storage. Nothing for planes, half-spaces and what as_rounded() does not know.
[[nodiscard]] std::optional<BodyView> body_view(const Shape& shape, const Pose& pose, BodyViewStorage& storage);

/// Corner i in the world, seen from `origin`; those of boxes are numbered by their signs along the axes.
template <class N>
[[nodiscard]] Vector3<N> corner(const BodyView& body, std::int32_t i, const Vec3& origin) {
  const Vector3<N> shift = lifted<N>(body.pose->translation) - lifted<N>(origin);
  if (body.box_axes == nullptr) return sat::rotated<N>(*body.pose, lifted<N>(body.vertices[i])) + shift;
  Vector3<N> at = lifted<N>(body.vertices[0]);
  for (int k = 0; k < 3; ++k) {
    const Vector3<N> half = N(body.half_extents[k]) * lifted<N>((*body.box_axes)[k]);
    at = (i >> k & 1) != 0 ? at + half : at - half;
  }
  return sat::rotated<N>(*body.pose, at) + shift;
}

}  // namespace graze::distance
