#pragma once
/// What the answers to all questions have in common: checking the bodies, finding out what they are, exchanging a and b in an
/// answer.

#include <array>
#include <optional>
#include <string>

#include <graze/answers.h>
#include <graze/geometry.h>

#include "body/placed_mesh.h"

namespace graze::query {

/// The first error in either body, named "a.…" or "b.…", or with the two together: a body of the plane and one of space.
[[nodiscard]] Result<void> check_bodies(const Body& a, const Body& b);

/// Both in the plane, or both in space.
[[nodiscard]] Result<void> check_same_space(const Geometry& a, const Geometry& b);

[[nodiscard]] tl::unexpected<Error> unsupported(const char* question, const Body& a, const Body& b);

/// Whether as_mesh() returns a mesh.
[[nodiscard]] inline bool is_mesh(const Body& body) { return body.geometry.is_mesh(); }

/// A mesh or a point cloud; nothing for other shapes.
[[nodiscard]] std::optional<PlacedMesh> as_mesh(const Body& body);

/// The name of a part of a body that lies in the plane. Boxes of the plane are stored as boxes of space without height: corner x +
/// 2y of a rectangle has the upper end along x for x = 1, along y for y = 1; its sides 0 to 3 are the lower and upper ones along x,
/// then along y. Other bodies keep their names.
[[nodiscard]] Feature named_in_plane(const Feature& feature, const Body& body);

/// The names of parts of both bodies.
[[nodiscard]] inline std::array<Feature, 2> named_in_plane(const std::array<Feature, 2>& features, const Body& a, const Body& b) {
  return {named_in_plane(features[0], a), named_in_plane(features[1], b)};
}

}  // namespace graze::query
