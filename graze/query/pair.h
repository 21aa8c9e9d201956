#pragma once
/// What the answers to all questions have in common: checking the bodies, finding out what they are, turning an answer around.

#include <optional>
#include <string>

#include <graze/core/contact.h>
#include <graze/query/body.h>
#include <graze/query/mesh_mesh.h>
#include <graze/query/questions.h>

namespace graze::query {

/// The first thing wrong with either body, named "a.…" or "b.…".
[[nodiscard]] Result<void> check_bodies(const Body& a, const Body& b);

[[nodiscard]] tl::unexpected<Error> unsupported(const char* question, const Body& a, const Body& b);

/// Whether as_mesh() has something to say.
[[nodiscard]] inline bool is_mesh(const Body& body) { return body.geometry.tree() != nullptr; }

/// A mesh or a point cloud; nothing for other shapes.
[[nodiscard]] std::optional<PlacedMesh> as_mesh(const Body& body);

/// The answer to the question with a and b exchanged.
[[nodiscard]] Closest turned(Closest answer);
[[nodiscard]] Impact turned(Impact answer);

}  // namespace graze::query
