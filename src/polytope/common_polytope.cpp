/// Clips the edges of each solid by the planes of the other, keeps the corners of what is left, and orders its faces.

#include "polytope/common_polytope.h"

#include <algorithm>
#include <array>

#include <graze/generate.h>

#include "numbers/bounded.h"
#include "polytope/axes.h"

namespace graze::sat {
namespace {

using ExactVec = Vector3<Dyadic>;

/// Height above the plane, times the point's denominator.
Dyadic height_of(const FlatPoint& p, const ExactHalfSpace& plane) { return dot(plane.normal, p.x) - plane.offset * p.w; }

/// A number in doubles with what rounding did to it.
Bounded filtered(const Dyadic& x) {
  const double value = x.to_double();
  return {value, 2 * tolerance::rounding * std::fabs(value) + detail::underflow_bound};
}
Bounded filtered_quotient(const Dyadic& x, const Dyadic& w) {
  const double value = quotient_nearest(x, w);
  return {value, 2 * tolerance::rounding * std::fabs(value) + detail::underflow_bound};
}

/// A corner with its filtered coordinates.
struct FilteredCorner {
  FlatPoint exact;
  Vector3<Bounded> near;
};

FilteredCorner filtered_corner(FlatPoint p) {
  const Vector3<Bounded> near{filtered_quotient(p.x.x, p.w), filtered_quotient(p.x.y, p.w), filtered_quotient(p.x.z, p.w)};
  return {std::move(p), near};
}

struct Side {
  const ExactHalfSpace* exact;
  Vector3<Bounded> normal;
  Bounded offset;
};

std::vector<Side> sides_of(const std::vector<ExactHalfSpace>& planes) {
  std::vector<Side> sides;
  for (const ExactHalfSpace& p : planes)
    sides.push_back({&p, {filtered(p.normal.x), filtered(p.normal.y), filtered(p.normal.z)}, filtered(p.offset)});
  return sides;
}

/// Sign of the height above the plane: filtered numbers first.
int sign_above(const FilteredCorner& p, const Side& side) {
  const Sign quick = sign_of(dot(side.normal, p.near) - side.offset);
  return quick == Sign::unknown ? height_of(p.exact, *side.exact).sign() : static_cast<int>(quick);
}

std::vector<FilteredCorner> filtered_corners(const ExactPolytope& solid) {
  std::vector<FilteredCorner> corners;
  for (const FlatPoint& p : solid.corners) corners.push_back(filtered_corner(p));
  return corners;
}

/// How far along an edge a plane cuts it: the point between the ends with these weights.
struct Cut {
  Dyadic weight_start = 1, weight_end = 0;

  /// Sign of this - other along the edge. Weights are >= 0 and not both zero.
  [[nodiscard]] int compare(const Cut& other) const {
    return (weight_end * other.weight_start - other.weight_end * weight_start).sign();
  }
};

FlatPoint point_at(const Cut& cut, const FlatPoint& start, const FlatPoint& end) {
  return {cut.weight_start * start.x + cut.weight_end * end.x, cut.weight_start * start.w + cut.weight_end * end.w};
}

/// Where the edge enters and leaves the planes' common side, added to `out`; its own ends are not.
void add_cuts(const FilteredCorner& start, const FilteredCorner& end, const std::vector<Side>& sides,
              std::vector<FilteredCorner>& out) {
  std::optional<Cut> enter, leave;
  for (const Side& side : sides) {
    const int at_start = sign_above(start, side), at_end = sign_above(end, side);
    if (at_start > 0 && at_end > 0) return;
    if (at_start * at_end >= 0) continue;
    const Cut cut{abs(height_of(end.exact, *side.exact)), abs(height_of(start.exact, *side.exact))};
    if (at_start > 0 && (!enter || cut.compare(*enter) > 0)) enter = cut;
    if (at_end > 0 && (!leave || cut.compare(*leave) < 0)) leave = cut;
  }
  if (enter && leave && enter->compare(*leave) > 0) return;
  for (const auto& cut : {enter, leave}) {
    if (!cut) continue;
    const FilteredCorner corner = filtered_corner(point_at(*cut, start.exact, end.exact));
    const auto is_outside = [&](const Side& side) { return sign_above(corner, side) > 0; };
    if (std::none_of(sides.begin(), sides.end(), is_outside)) out.push_back(corner);
  }
}

void add_corners_inside(const std::vector<FilteredCorner>& corners, const std::vector<Side>& sides,
                        std::vector<FilteredCorner>& out) {
  for (const FilteredCorner& corner : corners) {
    const auto is_outside = [&](const Side& side) { return sign_above(corner, side) > 0; };
    if (std::none_of(sides.begin(), sides.end(), is_outside)) out.push_back(corner);
  }
}

/// Rounding to nearest keeps the order of numbers, so different doubles settle every comparison.
int compare(const FilteredCorner& p, const FilteredCorner& q) {
  const auto coordinate = [&](const Bounded& near_p, const Bounded& near_q, const Dyadic& x, const Dyadic& y) {
    if (near_p.value != near_q.value) return near_p.value < near_q.value ? -1 : 1;
    return (x * q.exact.w - y * p.exact.w).sign();
  };
  const int x = coordinate(p.near.x, q.near.x, p.exact.x.x, q.exact.x.x);
  if (x != 0) return x;
  const int y = coordinate(p.near.y, q.near.y, p.exact.x.y, q.exact.x.y);
  return y != 0 ? y : coordinate(p.near.z, q.near.z, p.exact.x.z, q.exact.x.z);
}

void keep_each_once(std::vector<FilteredCorner>& corners) {
  std::sort(corners.begin(), corners.end(), [](const FilteredCorner& p, const FilteredCorner& q) { return compare(p, q) < 0; });
  const auto same = [](const FilteredCorner& p, const FilteredCorner& q) { return compare(p, q) == 0; };
  corners.erase(std::unique(corners.begin(), corners.end(), same), corners.end());
}

bool vanishes(const ExactVec& v) { return zeroness(v) == Sign::zero; }

/// Do the normals span space? Then a point on all these planes is a corner of what they bound.
bool spans_space(const std::vector<const ExactHalfSpace*>& planes) {
  ExactVec across;
  for (const ExactHalfSpace* plane : planes) {
    if (vanishes(across)) {
      across = cross(planes.front()->normal, plane->normal);
    } else if (!dot(across, plane->normal).is_zero()) {
      return true;
    }
  }
  return false;
}

using Loop3 = std::vector<std::int32_t>;

/// The corners on each plane that holds at least three, each set once, and the planes.
struct Faces {
  std::vector<Loop3> corners;
  std::vector<ExactHalfSpace> planes;
};

Faces faces_of(const std::vector<FilteredCorner>& corners, const std::vector<Side>& sides) {
  Faces faces;
  for (const Side& side : sides) {
    Loop3 on_plane;
    for (std::size_t i = 0; i < corners.size(); ++i) {
      if (sign_above(corners[i], side) == 0) on_plane.push_back(static_cast<std::int32_t>(i));
    }
    if (on_plane.size() < 3 || std::find(faces.corners.begin(), faces.corners.end(), on_plane) != faces.corners.end()) continue;
    faces.corners.push_back(std::move(on_plane));
    faces.planes.push_back(*side.exact);
  }
  return faces;
}

/// The difference of two points, times both denominators.
ExactVec difference_of(const FlatPoint& to, const FlatPoint& from) { return from.w * to.x - to.w * from.x; }

/// Corners of a convex polygon, all of them true ones: around the first, counter-clockwise about the normal.
void put_in_order(Loop3& loop, const std::vector<FlatPoint>& corners, const ExactVec& normal) {
  const FlatPoint& first = corners[loop.front()];
  std::sort(loop.begin() + 1, loop.end(), [&](std::int32_t i, std::int32_t j) {
    return dot(normal, cross(difference_of(corners[i], first), difference_of(corners[j], first))).sign() > 0;
  });
}

/// What is left of points whose hull is the common part: true corners, and the edges of faces.
CommonPart part_of(std::vector<FilteredCorner> corners, const std::vector<ExactHalfSpace>& planes) {
  keep_each_once(corners);
  FlatPoints points;
  for (const FilteredCorner& corner : corners) points.push_back(corner.exact);
  if (points.size() < 4 || is_flat(points)) return {std::nullopt, std::move(points)};
  const std::vector<Side> sides = sides_of(planes);
  std::erase_if(corners, [&](const FilteredCorner& corner) {
    std::vector<const ExactHalfSpace*> holding;
    for (const Side& side : sides) {
      if (sign_above(corner, side) == 0) holding.push_back(side.exact);
    }
    return !spans_space(holding);
  });
  ExactPolytope solid;
  for (const FilteredCorner& corner : corners) solid.corners.push_back(corner.exact);
  Faces faces = faces_of(corners, sides);
  solid.planes = faces.planes;
  for (std::size_t f = 0; f < faces.corners.size(); ++f) {
    Loop3& loop = faces.corners[f];
    put_in_order(loop, solid.corners, faces.planes[f].normal);
    for (std::size_t i = 0; i < loop.size(); ++i) {
      const std::int32_t j = loop[(i + 1) % loop.size()];
      if (loop[i] < j) solid.edges.push_back({loop[i], j});
    }
  }
  return {std::move(solid), {}};
}

void add_both_sides(const ExactVec& normal, const Vectors<Dyadic>& corners, std::vector<ExactHalfSpace>& planes) {
  for (const ExactVec& n : {normal, -normal}) {
    Dyadic farthest = dot(n, corners[0]);
    for (const ExactVec& c : corners) farthest = std::max(farthest, dot(n, c));
    planes.push_back({n, farthest});
  }
}

/// A plane through three corners bounds the body where all others are on one side.
void add_if_bounding(const ExactVec& normal, const ExactVec& through, const std::vector<FilteredCorner>& corners,
                     std::vector<ExactHalfSpace>& planes) {
  const ExactHalfSpace above{normal, dot(normal, through)};
  const Side side = sides_of({above}).front();
  const Side exact_side{&above, side.normal, side.offset};
  bool reaches_up = false, reaches_down = false;
  for (const FilteredCorner& corner : corners) {
    const int sign = sign_above(corner, exact_side);
    reaches_up = reaches_up || sign > 0;
    reaches_down = reaches_down || sign < 0;
    if (reaches_up && reaches_down) return;
  }
  planes.push_back(reaches_up ? ExactHalfSpace{-normal, -above.offset} : above);
}

KeptList<Chord> box_edges() {
  KeptList<Chord> edges;
  for (std::int32_t k = 0; k < 8; ++k) {
    for (const std::int32_t bit : {1, 2, 4}) {
      if ((k & bit) == 0) edges.push_back({k, k | bit});
    }
  }
  return edges;
}

}  // namespace

std::optional<ExactPolytope> exact_polytope(const Convex& body) {
  const Corners<Dyadic> numbers = corners_in<Dyadic>(body, Vec3::Zero());
  const Vectors<Dyadic> corners = all_corners(numbers);
  FlatPoints points;
  for (const ExactVec& c : corners) points.push_back({c});
  if (is_flat(points)) return std::nullopt;
  ExactPolytope solid{{points.begin(), points.end()}, {}, {}};
  const bool is_box = has_box_corners(body);
  solid.edges = is_box ? box_edges() : KeptList<Chord>(body.edges.begin(), body.edges.end());
  const std::vector<FilteredCorner> known = filtered_corners(solid);
  for (std::size_t i = 0; i < numbers.normals.size(); ++i) {
    if (vanishes(numbers.normals[i])) continue;
    if (is_box) {
      add_both_sides(numbers.normals[i], corners, solid.planes);
    } else {
      add_if_bounding(numbers.normals[i], corners[body.planes[i][0]], known, solid.planes);
    }
  }
  return solid;
}

CommonPart common_part(const ExactPolytope& a, const ExactPolytope& b) {
  const std::vector<FilteredCorner> corners_a = filtered_corners(a), corners_b = filtered_corners(b);
  const std::vector<Side> sides_a = sides_of(a.planes), sides_b = sides_of(b.planes);
  std::vector<FilteredCorner> found;
  add_corners_inside(corners_a, sides_b, found);
  add_corners_inside(corners_b, sides_a, found);
  for (const auto& [i, j] : a.edges) add_cuts(corners_a[i], corners_a[j], sides_b, found);
  for (const auto& [i, j] : b.edges) add_cuts(corners_b[i], corners_b[j], sides_a, found);
  std::vector<ExactHalfSpace> planes = a.planes;
  planes.insert(planes.end(), b.planes.begin(), b.planes.end());
  return part_of(std::move(found), planes);
}

CommonPart common_part(const ExactPolytope& a, const ExactHalfSpace& b) { return common_part(a, ExactPolytope{{}, {}, {b}}); }

RoundedPolytope rounded(const ExactPolytope& solid) {
  RoundedPolytope result;
  const std::vector<FilteredCorner> corners = filtered_corners(solid);
  Loop3 number;  // of each corner among the rounded ones
  for (const FilteredCorner& corner : corners) {
    const Vec3 at(corner.near.x.value, corner.near.y.value, corner.near.z.value);
    auto& vertices = result.polyhedron.vertices;
    const auto known = std::find(vertices.begin(), vertices.end(), at);
    number.push_back(static_cast<std::int32_t>(known - vertices.begin()));
    if (known == vertices.end()) vertices.push_back(at);
  }
  Faces faces = faces_of(corners, sides_of(solid.planes));
  const FlatPoint& apex = solid.corners.front();
  double sixths = 0;
  for (std::size_t f = 0; f < faces.corners.size(); ++f) {
    Loop3& loop = faces.corners[f];
    put_in_order(loop, solid.corners, faces.planes[f].normal);
    for (std::size_t i = 2; i < loop.size(); ++i) {
      const FlatPoint &p = solid.corners[loop[0]], &q = solid.corners[loop[i - 1]], &r = solid.corners[loop[i]];
      const Dyadic box = dot(difference_of(p, apex), cross(difference_of(q, apex), difference_of(r, apex)));
      sixths += quotient_nearest(box, apex.w * apex.w * apex.w * p.w * q.w * r.w);  // none is negative: nothing cancels
    }
    Loop3 named;
    for (const std::int32_t i : loop) {
      if (named.empty() || named.back() != number[i]) named.push_back(number[i]);
    }
    while (named.size() > 1 && named.front() == named.back()) named.pop_back();
    if (named.size() > 2) result.polyhedron.faces.push_back(std::move(named));
  }
  result.polyhedron.edges = edges_of(result.polyhedron.faces);
  result.volume = sixths / 6;
  return result;
}

}  // namespace graze::sat
