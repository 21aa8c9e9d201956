#pragma once
/// The names of the parts of two bodies that carry their nearest points.

#include <graze/answers.h>

#include "rounded/core_separation.h"

namespace graze::distance {

/// What a name depends on: the core's corners, edges and faces, and whether the body is a line or a ray.
struct Naming {
  const sat::Convex* core = nullptr;
  std::size_t ray_count = 0;
};

[[nodiscard]] std::array<Feature, 2> features_of(const CoreSeparation& separation, const Naming& a, const Naming& b);

/// For a shape that body_view() knows. Refers to the storage or to something that stays.
[[nodiscard]] Naming naming_of(const Shape& shape, sat::Convex& storage);

/// What these corners of such a shape span; without corners, its ray.
[[nodiscard]] Feature feature_at(const Shape& shape, std::span<const std::int32_t> corners);

}  // namespace graze::distance
