#pragma once
/// The Gauss map of a convex hull: its edges as arcs on the sphere of directions, and its farthest corner along a direction.
/// Internal to fit.

#include <cstdint>
#include <span>
#include <vector>

#include <graze/shapes.h>

namespace graze {

/// Directions in which an edge is farthest: between the outward normals of its two faces, or one of equal parts of that arc where
/// it is long, so that chords stay near the sphere and cones around arcs narrow.
struct GaussArc {
  Vec3 from = Vec3::UnitX();  ///< unit
  Vec3 to = Vec3::UnitX();    ///< unit
  Vec3 edge = Vec3::UnitX();  ///< unit, along the edge
  std::int32_t vertex = 0;    ///< an end of the edge
};

/// The arcs of a solid hull with vertices of size about 1.
[[nodiscard]] std::vector<GaussArc> gauss_arcs(const ConvexPolyhedron& hull);

/// Finds the farthest vertex by walking uphill along edges, from the better of two starts: where the caller was last, and what
/// a table by directions says. (Around a base with many corners the walk from the former may be long.)
class HullClimber {
 public:
  explicit HullClimber(const ConvexPolyhedron& hull);

  /// A vertex that none of its neighbours beats along the direction, which up to rounding is the farthest of all.
  [[nodiscard]] std::int32_t farthest(const Vec3& direction, std::int32_t start) const;

 private:
  /// Directions around an axis in which a vertex is certainly the farthest: none when the cosine is above 1.
  struct Crown {
    Vec3 axis = Vec3::UnitX();
    double cosine = 2;
  };

  [[nodiscard]] double height(const Vec3& direction, std::int32_t vertex) const;
  [[nodiscard]] std::span<const std::int32_t> neighbours(std::int32_t vertex) const;
  [[nodiscard]] Crown crown(std::int32_t vertex) const;
  [[nodiscard]] std::int32_t climbed(const Vec3& direction, std::int32_t start) const;
  [[nodiscard]] std::size_t cell(const Vec3& direction) const;
  void fill_table();

  std::span<const Vec3> vertices_;
  std::vector<std::int32_t> first_;       ///< of the neighbours of each vertex, and the end
  std::vector<std::int32_t> neighbours_;  ///< of all vertices
  std::vector<Crown> crowns_;             ///< of each vertex, so that one with many neighbours need not look at them all
  int resolution_ = 1;                    ///< cells along the side of a cube of directions
  std::vector<std::int32_t> table_;       ///< the farthest vertex along the middle of each cell
};

}  // namespace graze
