#pragma once
/// Overlap and sweep of what meshes are made of, for questions that are not about the boxes of leaves (BuildOptions::box_leaves).

#include <optional>

#include <graze/answers.h>
#include <graze/error.h>
#include <graze/geometry.h>
#include <graze/options.h>

namespace graze::query {

[[nodiscard]] Result<bool> overlap_of_triangles(const Body& a, const Body& b);

/// The features of two meshes always name triangles.
[[nodiscard]] Result<std::optional<Impact>> sweep_of_triangles(const Body& a, const Body& b, const SweepOptions& options = {});

}  // namespace graze::query
