#pragma once
/// The tree of a mesh, for callers who ask one mesh many things: first hits of rays, nearest points, reports.
///
/// A MeshTree belongs to a Geometry (Geometry::tree()) and never changes. It is opaque: how it is built is BuildOptions' business,
/// and answers do not depend on it.

#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <vector>

#include <graze/answers.h>
#include <graze/error.h>
#include <graze/export.h>
#include <graze/geometry.h>
#include <graze/options.h>
#include <graze/shapes.h>

namespace graze {

/// Where the ray, given in the frame of the mesh, first meets the surface at a parameter up to t_max; t counts in lengths of the
/// direction, which may be any. Whether it does is exact, and t right to twelve digits: rays through edges and corners never slip
/// through. The triangle is in `feature`, the normal that of its corners' order, and `entering` says that the ray comes from the
/// side it points to. All numbers must be finite, except t_max, which must not be negative. A ray without direction is a point.
[[nodiscard]] GRAZE_API std::optional<Crossing> first_hit(const MeshTree& mesh, const Ray& ray,
                                                          double t_max = std::numeric_limits<double>::infinity());

/// The shortest distance of the point, given in the frame of the mesh, to the surface: what closest_points() answers about the two.
/// Index 0 of the answer is the point, and features[1] names the triangle, of several that are equally near the one with the
/// smallest number. Nothing is near a mesh without triangles. All coordinates must be finite.
[[nodiscard]] GRAZE_API std::optional<Closest> nearest_point(const MeshTree& mesh, const Vec3& point);

/// The triangles under the tree, as they were given.
[[nodiscard]] GRAZE_API const TriangleMesh& mesh_of(const MeshTree& tree);

/// Around all triangles, in the frame of the mesh; a mesh that has none is a bug of the caller.
[[nodiscard]] GRAZE_API const Obb& root_box(const MeshTree& tree);

/// Counts, connectivity and defects of a valid mesh.
[[nodiscard]] GRAZE_API MeshReport report_on(const TriangleMesh& mesh);

/// Size and expected cost of a tree.
[[nodiscard]] GRAZE_API TreeReport report_on(const MeshTree& tree);
/// Of the tree that the geometry of a mesh or point cloud was made with, a box tree too.
[[nodiscard]] GRAZE_API TreeReport report_on(const Geometry& mesh);

/// The boxes of one level, in the frame of the mesh, level 0 being the root; boxes of triangles that are farther up are among them,
/// so that every level holds the whole mesh. Slightly larger than those stored, so that rounding leaves nothing outside.
[[nodiscard]] GRAZE_API std::vector<Obb> boxes_of_level(const MeshTree& tree, std::size_t level);

/// The same of the tree that the geometry was made with; the boxes of a box tree are the cells it is cut into.
[[nodiscard]] GRAZE_API std::vector<Obb> boxes_of_level(const Geometry& mesh, std::size_t level);

/// A bound of the memory that building the tree takes beside the mesh itself, on its way there; what it holds then is half of that
/// or less. Of trees of oriented boxes without BuildOptions::keep_binary. Bytes.
[[nodiscard]] GRAZE_API std::uint64_t bytes_to_build(std::uint64_t vertices, std::uint64_t triangles);

/// Twelve triangles a box, facing outward, for viewers.
[[nodiscard]] GRAZE_API TriangleMesh mesh_of_boxes(std::span<const Obb> boxes);

}  // namespace graze
