/// Decides inside or outside of a closed mesh by counting how often a line crosses its surface.

#include "mesh/inside.h"

#include <algorithm>
#include <bit>
#include <cmath>

#include <Eigen/Geometry>

#include "body/infinity.h"
#include "mesh/convex.h"
#include "mesh/line_crossings.h"
#include "numbers/tolerance.h"
#include "polytope/contact/contact_set.h"
#include "polytope/overlap.h"
#include "triangle/closest_exact.h"
#include "views/bound.h"

namespace graze::query {
namespace {

using Vector = Vector3<Dyadic>;

/// How far chords of a disc reach, in its radii, so that their ends are not beyond its rim. No unit. The ends are
/// off by three roundings at most, so eight are ample. MeshContains.DiscsThatTouchTheirWallsAtAnyAngle
constexpr double short_of_rim = 1 - 8 * tolerance::rounding;

bool is_zero(const Vector& v) { return v.x.is_zero() && v.y.is_zero() && v.z.is_zero(); }

bool goes_around(const SolidMesh& solid, const CrossingCount& crossed) {
  return solid.is_oriented ? crossed.net != 0 : crossed.count % 2 != 0;
}

/// Coordinates of a point between three corners, rounded: those of the second and third.
Eigen::Vector2d weights_in(const Vec3& a, const Vec3& b, const Vec3& c, const Vec3& point) {
  const double size = std::max((b - a).cwiseAbs().maxCoeff(), (c - a).cwiseAbs().maxCoeff());
  if (!(size > 0)) return {-infinity, -infinity};
  const Vec3 e = (b - a) / size, f = (c - a) / size, r = (point - a) / size;
  const double ee = e.squaredNorm(), ff = f.squaredNorm(), ef = e.dot(f), er = e.dot(r), fr = f.dot(r);
  const double determinant = ee * ff - ef * ef;
  if (!(determinant > 0)) return {-infinity, -infinity};
  return {(ff * er - ef * fr) / determinant, (ee * fr - ef * er) / determinant};
}

/// The vector times a power of two that makes its largest coordinate nearly 1: products of many coordinates may be beyond all
/// doubles.
Vector of_unit_size(Vector v) {
  constexpr int bits_a_limb = 64, most = 960;  // 2^-960 and 2^960 are doubles
  const Dyadic& largest = std::max({abs(v.x), abs(v.y), abs(v.z)});
  int exponent = bits_a_limb * (largest.limb_exponent() + static_cast<int>(largest.limbs().size()));
  while (exponent != 0) {
    const int step = std::clamp(exponent, -most, most);
    v = Dyadic(std::ldexp(1.0, -step)) * v;
    exponent -= step;
  }
  return v;
}

/// A line in the plane of a flat body, from one of its corners across the middle of a segment in which it meets the surface.
struct LineAcross {
  Vector corner, direction;
  bool goes_on;  ///< beyond the segment there is more of the flat body
};

/// Exact, so that it cannot miss a segment however short. Nothing where all corners lie along the segment.
std::optional<LineAcross> line_across(const sat::Vectors<Dyadic>& corners, const sat::FlatPoint& x, const sat::FlatPoint& y) {
  const Vector along = x.w * y.x - y.w * x.x;
  const auto side = [&](const Vector& corner) { return cross(along, x.w * corner - x.x); };
  for (const Vector& corner : corners) {
    const Vector here = side(corner);
    if (is_zero(here)) continue;
    const bool goes_on =
        std::any_of(corners.begin(), corners.end(), [&](const Vector& c) { return dot(here, side(c)).sign() < 0; });
    const Vector to_middle = y.w * x.x + x.w * y.x - Dyadic(2) * x.w * y.w * corner;
    return LineAcross{corner, of_unit_size(to_middle), goes_on};
  }
  return std::nullopt;
}

/// Whether there is no outside next to where the line crosses a triangle of the surface, on the side that it comes from and, where
/// the flat body goes on, beyond. On a side where the line runs along the surface there is none.
bool stays_inside_beside(const SolidMesh& solid, const LineAcross& line, std::uint32_t triangle) {
  using End = LineCrossings::End;
  const LineCrossings line_crossings(distance::ExactLine{line.corner, line.direction, -infinity, infinity}, solid.surface);
  TriangleContacts contacts = line_crossings.contacts(LineCrossings::Wanted::all);
  line_crossings.sort(contacts);
  CrossingCount before;
  for (std::size_t begin = 0, end = 0; begin < contacts.size(); begin = end) {
    end = line_crossings.end_of_piece(contacts, begin);
    const std::span<const TriangleContact> piece = std::span(contacts).subspan(begin, end - begin);
    const CrossingCount here = crossing_count(piece);
    const CrossingCount after{before.net + here.net, before.count + here.count};
    const auto crossed = std::find_if(piece.begin(), piece.end(), [&](const auto& c) { return c.triangle == triangle; });
    if (crossed != piece.end()) {
      const auto is_same = [&](const TriangleContact& x, End of_x, End of_crossed) {
        return x.triangle == triangle ? !x.contact.in_plane || of_x == of_crossed
                                      : line_crossings.compare(x, of_x, *crossed, of_crossed) == 0;
      };
      const bool comes_free = is_same(piece.front(), End::first, End::first);
      const bool goes_free = is_same(line_crossings.last_of(piece), End::last, End::first);
      return (!comes_free || goes_around(solid, before)) && (!line.goes_on || !goes_free || goes_around(solid, after));
    }
    before = after;
  }
  return true;
}

/// The point of a segment in the middle of what the unit circle contains of it.
std::optional<Eigen::Vector2d> middle_in_unit_circle(const Eigen::Vector2d& from, const Eigen::Vector2d& to) {
  const double length = (to - from).norm();
  if (!(length > 0)) return std::nullopt;
  const Eigen::Vector2d along = (to - from) / length;
  const double middle = -from.dot(along);
  const double reach = 1 - (from + middle * along).squaredNorm();
  if (!(reach > 0)) return std::nullopt;
  const double first = std::max(0.0, middle - std::sqrt(reach)), last = std::min(length, middle + std::sqrt(reach));
  if (!(first < last)) return std::nullopt;
  return from + (first + last) / 2 * along;
}

Vector point_of(const Disc& disc, const Eigen::Vector2d& weights) {
  return disc.center + Dyadic(weights[0]) * disc.half_axes[0] + Dyadic(weights[1]) * disc.half_axes[1];
}

}  // namespace

int dimension_of(const sat::Vectors<Dyadic>& points) {
  Vector edge, normal;
  int dimension = 0;
  for (const Vector& p : points) {  // three passes in one: an edge is needed before a normal, a normal before a height
    if (dimension == 0 && !is_zero(p - points[0])) edge = p - points[0], dimension = 1;
  }
  for (const Vector& p : points) {
    if (dimension == 1 && !is_zero(cross(edge, p - points[0]))) normal = cross(edge, p - points[0]), dimension = 2;
  }
  for (const Vector& p : points) {
    if (dimension == 2 && !dot(normal, p - points[0]).is_zero()) dimension = 3;
  }
  return dimension;
}

Vector inner_point(const sat::Vectors<Dyadic>& points) {
  const std::size_t whole = std::bit_ceil(points.size());
  Vector sum = Dyadic(static_cast<int>(whole - points.size() + 1)) * points.back();
  for (std::size_t i = 0; i + 1 < points.size(); ++i) sum = sum + points[i];
  return Dyadic(1 / static_cast<double>(whole)) * sum;
}

namespace {

/// `on_surface` judges the triangles that hold the point.
template <class OnSurface>
PointLocation location_of(const SolidMesh& solid, const Vector& point, const OnSurface& on_surface) {
  // Short numbers, in no plane that is common in models: exact arithmetic is fast where it is needed, and seldom needed.
  const Vector direction{Dyadic(23), Dyadic(11), Dyadic(7)};
  const LineCrossings line_crossings(distance::ExactLine{point, direction, 0, infinity}, solid.surface);
  const TriangleContacts contacts = line_crossings.contacts(LineCrossings::Wanted::all);
  const auto holds_point = [&](const TriangleContact& c) {
    return line_crossings.compare(c, LineCrossings::End::first, 0) <= 0 && on_surface(line_crossings.triangle(c.triangle));
  };
  if (std::any_of(contacts.begin(), contacts.end(), holds_point)) return PointLocation::surface;
  return goes_around(solid, crossing_count(contacts)) ? PointLocation::inside : PointLocation::outside;
}

}  // namespace

PointLocation location_of(const SolidMesh& solid, const Vector& point) {
  return location_of(solid, point, [](const Triangle&) { return true; });
}

bool is_enclosed(const SolidMesh& solid, const Vector& point) {
  const auto has_area = [](const Triangle& t) {
    const Vector a = lifted<Dyadic>(t.v[0]);
    return !is_zero(cross(lifted<Dyadic>(t.v[1]) - a, lifted<Dyadic>(t.v[2]) - a));
  };
  return location_of(solid, point, has_area) != PointLocation::outside;
}

/// Follows the whole line from infinity, where it is outside, so that the gaps between pieces are known to be inside or outside
/// even when an end of the segment is on the surface.
bool stays_inside(const SolidMesh& solid, const Vector& from, const Vector& to) {
  if (is_zero(to - from)) return location_of(solid, from) != PointLocation::outside;
  const LineCrossings line_crossings(distance::ExactLine{from, to - from, -infinity, infinity}, solid.surface);
  TriangleContacts contacts = line_crossings.contacts(LineCrossings::Wanted::all);
  line_crossings.sort(contacts);
  CrossingCount before;
  for (std::size_t begin = 0, end = 0; begin < contacts.size(); begin = end) {
    end = line_crossings.end_of_piece(contacts, begin);
    const std::span<const TriangleContact> piece = std::span(contacts).subspan(begin, end - begin);
    if (line_crossings.compare(piece.front(), LineCrossings::End::first, 0) > 0 && !goes_around(solid, before)) return false;
    const CrossingCount here = crossing_count(piece);
    before = {before.net + here.net, before.count + here.count};
    if (line_crossings.compare(line_crossings.last_of(piece), LineCrossings::End::last, 1) >= 0) return true;
  }
  return false;
}

bool flat_stays_inside(const SolidMesh& solid, const sat::Convex& flat, std::span<const std::uint32_t> meeting) {
  const sat::Vectors<Dyadic> corners = sat::all_corners(sat::corners_in<Dyadic>(flat, Vec3::Zero()));
  if (corners.size() == 1) return location_of(solid, corners[0]) != PointLocation::outside;
  for (std::size_t i = 0; i < corners.size(); ++i) {
    for (std::size_t j = i + 1; j < corners.size(); ++j) {
      if (!stays_inside(solid, corners[i], corners[j])) return false;
    }
  }
  const MeshView& mesh = solid.surface.tree->view();
  for (const std::uint32_t i : meeting) {
    const sat::Convex triangle = sat::as_convex(mesh.triangle(i), solid.surface.pose);
    const sat::FlatPoints common = sat::common_part_at({flat, triangle}, {}, {});
    if (common.size() != 2) continue;  // what shares a point or an area changes sides along other triangles
    const std::optional<LineAcross> line = line_across(corners, common[0], common[1]);
    if (line && !stays_inside_beside(solid, *line, i)) return false;
  }
  return true;
}

namespace {

/// Is what two triangles share along a side of the first, as far as rounded points show?
bool is_along_side(const ContactSet& shared, const PosedTriangle& triangle) {
  constexpr double on_side = 64 * tolerance::rounding;  // of the coordinates, for points that were rounded once or twice
  for (int k = 0; k < 3; ++k) {
    const Vec3 start = triangle.pose->to_world(triangle.local.v[k]), end = triangle.pose->to_world(triangle.local.v[(k + 1) % 3]);
    const Vec3 along = (end - start).stableNormalized();
    const double size = start.cwiseAbs().maxCoeff() + end.cwiseAbs().maxCoeff();
    const auto is_on = [&](const Vec3& p) { return ((p - start) - (p - start).dot(along) * along).stableNorm() <= on_side * size; };
    if (std::all_of(shared.points.begin(), shared.points.end(), is_on)) return true;
  }
  return false;
}

bool have_equal_corners(const PosedTriangle& a, const PosedTriangle& b) {
  return std::is_permutation(a.local.v.begin(), a.local.v.end(), b.local.v.begin());
}

/// Does another triangle of the surface run through this one, or end on it, so that it may be interior to the solid here and on its
/// boundary there?
bool is_cut_by_others(const SolidMesh& solid, const PosedTriangle& triangle) {
  const sat::Convex convex = sat::as_convex(triangle.local, *triangle.pose);
  return any_triangle(solid.surface, box_around(convex), [&](const PosedTriangle& other) {
    if (have_equal_corners(triangle, other)) return false;
    const auto shared = sat::flat_intersection({convex, sat::as_convex(other.local, *other.pose)});
    return shared && shared->points.size() > 1 && !is_along_side(*shared, triangle);
  });
}

}  // namespace

bool shows_outside(const SolidMesh& solid, const PosedTriangle& triangle, const Vec3& position, double size,
                   const std::function<bool(const Vec3&)>& contains) {
  constexpr int shortest = 40, longest = 4;  // steps, as negative powers of two of the size
  const auto [a, b, c] = distance::exact_corners(triangle);
  const Vector across = cross(b - a, c - a);
  if (is_zero(across)) return false;  // degenerate: separates nothing
  const Vec3 normal = sat::length_along(across, 0).direction;
  const sat::Convex face = sat::as_convex(triangle.local, *triangle.pose);
  for (int k = longest; k <= shortest; k += longest) {
    const Vec3 step = std::ldexp(size, -k) * normal;
    const Vec3 from = position - step, to = position + step;
    const Vector start = lifted<Dyadic>(from), end = lifted<Dyadic>(to);
    const bool is_crossed = dot(across, start - a).sign() * dot(across, end - a).sign() < 0 &&
                            sat::overlap(sat::as_convex(Shape{Segment{{from, to}}}, {}).value(), face).intersect;
    if (is_crossed && contains(from) && contains(to)) return !stays_inside(solid, start, end) || is_cut_by_others(solid, triangle);
  }
  return true;
}

bool stays_inside_across(const SolidMesh& solid, const Disc& disc, const Vec3& x, const Vec3& y) {
  const Vec3 center = distance::approximate(disc.center);
  const Vec3 u = distance::approximate(disc.half_axes[0]), v = distance::approximate(disc.half_axes[1]);
  const auto in_disc = [&](const Vec3& p) { return weights_in(Vec3::Zero(), u, v, p - center); };
  const Eigen::Vector2d from = in_disc(x), to = in_disc(y);
  const std::optional<Eigen::Vector2d> middle = middle_in_unit_circle(from, to);
  if (!middle) return true;
  const Eigen::Vector2d across = Eigen::Vector2d(from.y() - to.y(), to.x() - from.x()).normalized();
  const Eigen::Vector2d aside = *middle - middle->dot(across) * across;
  const Eigen::Vector2d half = std::sqrt(std::max(0.0, 1 - aside.squaredNorm())) * across;
  return stays_inside(solid, point_of(disc, short_of_rim * (aside - half)), point_of(disc, short_of_rim * (aside + half)));
}

}  // namespace graze::query
