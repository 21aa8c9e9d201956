/// Quickhull with exact signs for the corners of one face, which are coplanar only up to rounding.

#include "geometry/rounded_face_hull.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <optional>

#include <Eigen/Geometry>

#include "geometry/drop_coordinate.h"
#include "geometry/growing_hull.h"
#include "numbers/orient.h"

namespace graze::sat {
namespace {

using CornerTriple = std::array<std::int32_t, 3>;
using Numbers = std::vector<std::int32_t>;
using Facet = GrowingHull::Facet;
using FacetIndex = GrowingHull::FacetIndex;

bool comes_before(const Vec3& p, const Vec3& q) { return std::lexicographical_compare(p.begin(), p.end(), q.begin(), q.end()); }

/// Quickhull [Barber96] with exact signs: every facet keeps the corners that it sees and that no facet before it did; one of them
/// is added, and what the facets it replaces have kept is handed on to the new ones.
class ExactQuickhull {
 public:
  ExactQuickhull(std::span<const Vec3> vertices, std::span<const std::int32_t> corners)
      : vertices_(vertices), corners_(corners.begin(), corners.end()) {
    std::sort(corners_.begin(), corners_.end(), [&](auto i, auto j) { return comes_before(at(i), at(j)); });
    corners_.erase(std::unique(corners_.begin(), corners_.end(), [&](auto i, auto j) { return at(i) == at(j); }), corners_.end());
  }

  [[nodiscard]] RoundedFaceHull wrapped() const {
    if (corners_.size() < 2) return {};
    const auto plane = spanning_plane();
    if (!plane) return {{}, {ascending(corners_.front(), corners_.back())}};
    const auto top = outermost(corners_, [&](std::int32_t i) { return side_of(*plane, i) != 0; }, *plane);
    return top ? of_solid(*plane, *top) : of_polygon(*plane);
  }

 private:
  [[nodiscard]] const Vec3& at(std::int32_t i) const { return vertices_[i]; }

  [[nodiscard]] static std::array<std::int32_t, 2> ascending(std::int32_t i, std::int32_t j) {
    return {std::min(i, j), std::max(i, j)};
  }

  [[nodiscard]] int turn(std::int32_t i, std::int32_t j, std::int32_t k, int dropped) const {
    return orient2d(drop_coordinate(at(i), dropped), drop_coordinate(at(j), dropped), drop_coordinate(at(k), dropped));
  }

  /// A coordinate that may be dropped and leaves the three an area; nothing for corners in a line.
  [[nodiscard]] std::optional<int> droppable(const CornerTriple& t) const {
    for (int c = 0; c < 3; ++c) {
      if (turn(t[0], t[1], t[2], c) != 0) return c;
    }
    return std::nullopt;
  }

  [[nodiscard]] int side_of(const CornerTriple& plane, std::int32_t i) const {
    return orient3d(at(plane[0]), at(plane[1]), at(plane[2]), at(i));
  }

  [[nodiscard]] bool sees(const Facet& facet, std::int32_t i) const { return side_of(facet.corners, i) > 0; }

  /// Of the corners that will do one that is far from the plane. Which one is a matter of speed, so doubles choose.
  template <class Will>
  [[nodiscard]] std::optional<std::int32_t> outermost(const Numbers& corners, Will&& will, const CornerTriple& plane) const {
    const Vec3 normal = (at(plane[1]) - at(plane[0])).cross(at(plane[2]) - at(plane[0]));
    std::optional<std::int32_t> best;
    double farthest = -1;
    for (const std::int32_t i : corners) {
      const double height = std::fabs(normal.dot(at(i) - at(plane[0])));
      if (!(height <= farthest) && will(i)) {  // one that overflowed will do as well
        best = i;
        farthest = height;
      }
    }
    return best;
  }

  /// The first and the last corner in lexicographic order and one beside their line, far from it; nothing for corners in a line.
  [[nodiscard]] std::optional<CornerTriple> spanning_plane() const {
    const Vec3 along = at(corners_.back()) - at(corners_.front());
    std::optional<CornerTriple> best;
    double farthest = -1;
    for (const std::int32_t i : corners_) {
      const CornerTriple plane{corners_.front(), corners_.back(), i};
      const double area = along.cross(at(i) - at(corners_.front())).squaredNorm();
      if (!(area <= farthest) && droppable(plane)) {
        best = plane;
        farthest = area;
      }
    }
    return best;
  }

  /// The strictly convex hull of corners that are all in one plane, once from either side.
  [[nodiscard]] RoundedFaceHull of_polygon(const CornerTriple& plane) const {
    const int dropped = *droppable(plane);
    Numbers flat = corners_;
    std::sort(flat.begin(), flat.end(),
              [&](auto i, auto j) { return comes_before2(drop_coordinate(at(i), dropped), drop_coordinate(at(j), dropped)); });
    Numbers loop;
    const auto extend = [&](std::int32_t i, std::size_t fixed) {
      while (loop.size() > fixed && turn(loop[loop.size() - 2], loop.back(), i, dropped) <= 0) loop.pop_back();
      loop.push_back(i);
    };
    for (const std::int32_t i : flat) extend(i, 1);
    const std::size_t lower = loop.size();
    for (auto i = flat.rbegin() + 1; i != flat.rend(); ++i) extend(*i, lower);
    loop.pop_back();
    RoundedFaceHull face{{{loop[0], loop[1], loop[2]}, {loop[1], loop[0], loop.back()}}, {}};
    for (std::size_t k = 0; k < loop.size(); ++k) face.edges.push_back(ascending(loop[k], loop[(k + 1) % loop.size()]));
    std::sort(face.edges.begin(), face.edges.end());
    return face;
  }

  [[nodiscard]] static bool comes_before2(const Vec2& p, const Vec2& q) {
    return std::lexicographical_compare(p.begin(), p.end(), q.begin(), q.end());
  }

  /// Hands each corner to the first of the facets from `first` on that sees it.
  void hand_out(const Numbers& corners, const GrowingHull& hull, FacetIndex first, std::vector<Numbers>& seen) const {
    seen.resize(hull.facets().size());
    for (const std::int32_t i : corners) {
      FacetIndex f = first;
      while (f < hull.facet_count() && !sees(hull.facets()[f], i)) ++f;
      if (f < hull.facet_count()) seen[f].push_back(i);
    }
  }

  [[nodiscard]] RoundedFaceHull of_solid(const CornerTriple& plane, std::int32_t top) const {
    const bool is_seen = side_of(plane, top) > 0;
    GrowingHull hull({plane[0], is_seen ? plane[2] : plane[1], is_seen ? plane[1] : plane[2], top});
    std::vector<Numbers> seen;
    hand_out(corners_, hull, 0, seen);
    for (FacetIndex f = 0; f < hull.facet_count(); ++f) {
      if (hull.facets()[f].is_gone || seen[f].empty()) continue;
      const auto next = *outermost(seen[f], [](std::int32_t) { return true; }, hull.facets()[f].corners);
      const FacetIndex first = hull.facet_count();
      const auto& gone = hull.add(next, f, [&](const Facet& facet) { return sees(facet, next); });
      Numbers open;
      for (const FacetIndex g : gone) open.insert(open.end(), seen[g].begin(), seen[g].end());
      hand_out(open, hull, first, seen);
    }
    return without_seams(hull);
  }

  /// Triangles in one plane become one facet, and the seams between them no edges.
  [[nodiscard]] RoundedFaceHull without_seams(const GrowingHull& hull) const {
    Numbers leader(hull.facets().size());
    std::iota(leader.begin(), leader.end(), 0);
    const auto leader_of = [&](FacetIndex f) {
      while (leader[f] != f) f = leader[f] = leader[leader[f]];
      return f;
    };
    RoundedFaceHull face;
    for (FacetIndex f = 0; f < hull.facet_count(); ++f) {
      const Facet& facet = hull.facets()[f];
      for (int k = 0; k < 3 && !facet.is_gone; ++k) {
        const FacetIndex g = facet.neighbours[k];
        if (g < f) continue;
        const auto& corners = hull.facets()[g].corners;
        const bool is_edge = std::any_of(corners.begin(), corners.end(), [&](auto i) { return side_of(facet.corners, i) != 0; });
        if (is_edge) face.edges.push_back(ascending(facet.corners[k], facet.corners[(k + 1) % 3]));
        if (!is_edge) leader[leader_of(g)] = leader_of(f);
      }
    }
    for (FacetIndex f = 0; f < hull.facet_count(); ++f) {
      if (!hull.facets()[f].is_gone && leader_of(f) == f) face.planes.push_back(hull.facets()[f].corners);
    }
    std::sort(face.edges.begin(), face.edges.end());
    return face;
  }

  std::span<const Vec3> vertices_;
  Numbers corners_;  ///< different points in lexicographic order
};

}  // namespace

RoundedFaceHull rounded_face_hull(std::span<const Vec3> vertices, std::span<const std::int32_t> corners) {
  return ExactQuickhull(vertices, corners).wrapped();
}

}  // namespace graze::sat
