#pragma once
/// The same mesh twice at the same place: parts that were inserted twice are common, and exact comparisons of all they share take
/// minutes.

#include <algorithm>

#include <graze/geometry.h>

namespace graze::query {

/// The same triangles of the same vertices in the same order, placed alike, bit for bit.
[[nodiscard]] inline bool are_same_mesh(const Body& a, const Body& b) {
  if (!a.geometry.is_mesh() || !b.geometry.is_mesh()) return false;
  if (a.pose.rotation != b.pose.rotation || a.pose.translation != b.pose.translation) return false;
  const auto vertices_a = a.geometry.vertices(), vertices_b = b.geometry.vertices();
  const auto triangles_a = a.geometry.triangles(), triangles_b = b.geometry.triangles();
  if (triangles_a.data() == triangles_b.data() && vertices_a.data() == vertices_b.data()) return true;
  return std::ranges::equal(triangles_a, triangles_b) && std::ranges::equal(vertices_a, vertices_b);
}

}  // namespace graze::query
