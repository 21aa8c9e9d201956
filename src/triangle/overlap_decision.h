#pragma once
/// The decisions that make up the triangle-triangle test, for any six points that can tell the signs of their orientations.
///
/// Points 0, 1, 2 are one triangle, 3, 4, 5 the other. The type Points answers, all by exact signs -1, 0, 1:
///   sides(f, g)       of points g, g+1, g+2 against the plane through f, f+1, f+2
///   side(i, j, k, l)  as orient3d
///   turn(axis, i, j, k)  as orient2d of the points without that coordinate
///   compare(axis, i, j)  of coordinate `axis` of point i against that of point j
/// The structure is that of [GuigueDevillers03]; the sign conditions are derived below, and flat cases are decided by separating
/// lines instead of the paper's tree, which is said to miss a case.

#include <algorithm>
#include <array>
#include <optional>

namespace graze::detail {

using Signs = std::array<int, 3>;

[[nodiscard]] inline bool strictly_one_side(const Signs& s) { return s[0] != 0 && s[0] == s[1] && s[0] == s[2]; }
[[nodiscard]] inline bool all_zero(const Signs& s) { return s[0] == 0 && s[1] == 0 && s[2] == 0; }

/// The vertex that a plane parts from the two others, and on which side it is. When it lies in the plane itself (the others being
/// strictly on one side) it counts as on the other side.
struct Apex {
  int vertex;
  bool above;
};

[[nodiscard]] inline Apex apex_of(const Signs& s) {
  for (int i = 0; i < 3; ++i) {
    const int most = std::max(s[(i + 1) % 3], s[(i + 2) % 3]);
    const int least = std::min(s[(i + 1) % 3], s[(i + 2) % 3]);
    if (s[i] >= 0 && most <= 0 && s[i] > most) return {i, true};
    if (s[i] <= 0 && least >= 0 && s[i] < least) return {i, false};
  }
  return {0, true};  // not reached: the signs are neither all zero nor strictly on one side
}

/// Two triangles in different planes, each reaching the plane of the other. Both cut the common line in a segment.
/// Put that line along x, the first triangle in the plane z = 0 with its normal along +z, and turn both triangles so that each
/// apex is above the plane of the other. Then the first cuts the line from edge a0a1 (left) to a0a2 (right), the second from b0b2
/// (left) to b0b1 (right), and side(a0, a1, b0, b1) is negative when b0b1 cuts to the right of a0a1.
template <class Points>
[[nodiscard]] bool segments_on_common_line_meet(const Points& points, const Signs& sides_of_a, const Signs& sides_of_b) {
  const Apex on_a = apex_of(sides_of_a);
  const Apex on_b = apex_of(sides_of_b);
  const int a0 = on_a.vertex;
  const int b0 = 3 + on_b.vertex;
  int a1 = (on_a.vertex + 1) % 3;
  int a2 = (on_a.vertex + 2) % 3;
  int b1 = 3 + (on_b.vertex + 1) % 3;
  int b2 = 3 + (on_b.vertex + 2) % 3;
  if (!on_b.above) std::swap(a1, a2);
  if (!on_a.above) std::swap(b1, b2);
  return points.side(a0, a1, b0, b1) <= 0 && points.side(a0, a2, b0, b2) >= 0;
}

/// What a triangle really is: three vertices with an area, the two ends of a segment, or a point.
struct ProperCorners {
  std::array<int, 3> vertex{};
  int count = 0;
};

/// A coordinate to leave out so that the three points keep an area; nothing when they are on a line.
template <class Points>
[[nodiscard]] std::optional<int> projection_of(const Points& points, int i, int j, int k) {
  for (int axis = 0; axis < 3; ++axis) {
    if (points.turn(axis, i, j, k) != 0) return axis;
  }
  return std::nullopt;
}

template <class Points>
[[nodiscard]] ProperCorners corners_on_a_line(const Points& points, int first) {
  const auto vertices = std::array{first, first + 1, first + 2};
  for (int axis = 0; axis < 3; ++axis) {
    const auto less = [&](int i, int j) { return points.compare(axis, i, j) < 0; };
    const auto [low, high] = std::minmax_element(vertices.begin(), vertices.end(), less);
    if (less(*low, *high)) return {{*low, *high}, 2};
  }
  return {{first}, 1};
}

template <class Points>
[[nodiscard]] ProperCorners corners_of(const Points& points, int first) {
  if (projection_of(points, first, first + 1, first + 2)) return {{first, first + 1, first + 2}, 3};
  return corners_on_a_line(points, first);
}

/// Is the line through a side of the polygon between the polygon and the other one? All in one plane, seen along `axis`.
template <class Points>
[[nodiscard]] bool side_separates(const Points& points, int axis, const ProperCorners& triangle, const ProperCorners& other) {
  const auto& t = triangle.vertex;
  const int inward = points.turn(axis, t[0], t[1], t[2]);
  for (int i = 0; i < 3; ++i) {
    const auto outside = [&](int q) { return points.turn(axis, t[i], t[(i + 1) % 3], q) * inward < 0; };
    if (std::all_of(other.vertex.begin(), other.vertex.begin() + other.count, outside)) return true;
  }
  return false;
}

template <class Points>
[[nodiscard]] bool line_misses(const Points& points, int axis, const ProperCorners& segment, const ProperCorners& triangle) {
  Signs turns;
  for (int i = 0; i < 3; ++i) turns[i] = points.turn(axis, segment.vertex[0], segment.vertex[1], triangle.vertex[i]);
  return strictly_one_side(turns);
}

/// A triangle and a triangle, segment or point in its plane. Two convex polygons are apart just when a side of one separates them.
template <class Points>
[[nodiscard]] bool meet_in_plane(const Points& points, const ProperCorners& triangle, const ProperCorners& other) {
  const int axis = *projection_of(points, triangle.vertex[0], triangle.vertex[1], triangle.vertex[2]);
  if (side_separates(points, axis, triangle, other)) return false;
  if (other.count == 3) return !side_separates(points, axis, other, triangle);
  return other.count == 1 || !line_misses(points, axis, other, triangle);
}

/// Segment pq crosses or touches the plane of the triangle in one point: is that point in the triangle?
template <class Points>
[[nodiscard]] bool line_hits(const Points& points, int p, int q, const ProperCorners& triangle) {
  const auto& t = triangle.vertex;
  Signs signs;
  for (int i = 0; i < 3; ++i) signs[i] = points.side(p, q, t[i], t[(i + 1) % 3]);
  const auto [least, most] = std::minmax({signs[0], signs[1], signs[2]});
  return least >= 0 || most <= 0;
}

template <class Points>
[[nodiscard]] bool triangle_meets_thin(const Points& points, const ProperCorners& triangle, const ProperCorners& thin) {
  const auto& t = triangle.vertex;
  const int p = thin.vertex[0];
  const int q = thin.vertex[thin.count - 1];
  const int at_p = points.side(t[0], t[1], t[2], p);
  const int at_q = thin.count == 1 ? at_p : points.side(t[0], t[1], t[2], q);
  if (at_p == 0 && at_q == 0) return meet_in_plane(points, triangle, thin);
  return at_p * at_q <= 0 && line_hits(points, p, q, triangle);
}

/// A coordinate to leave out so that two segments, which share a plane, stay different lines; nothing when all is on one line.
template <class Points>
[[nodiscard]] std::optional<int> projection_of_segments(const Points& points, int p, int q, int r, int s) {
  for (const auto& [i, j, k] : {std::array{p, q, r}, std::array{p, q, s}, std::array{r, s, p}, std::array{r, s, q}}) {
    if (const auto axis = projection_of(points, i, j, k)) return axis;
  }
  return std::nullopt;
}

/// Do the intervals between the coordinates of p, q and of r, s overlap along every axis? Decides for segments on one line.
template <class Points>
[[nodiscard]] bool intervals_meet(const Points& points, int p, int q, int r, int s) {
  for (int axis = 0; axis < 3; ++axis) {
    const Signs of_p{points.compare(axis, p, r), points.compare(axis, p, s), 0};
    const Signs of_q{points.compare(axis, q, r), points.compare(axis, q, s), 0};
    const auto [least, most] = std::minmax({of_p[0], of_p[1], of_q[0], of_q[1]});
    if (least > 0 || most < 0) return false;
  }
  return true;
}

template <class Points>
[[nodiscard]] bool thin_meets_thin(const Points& points, const ProperCorners& a, const ProperCorners& b) {
  const int p = a.vertex[0];
  const int q = a.vertex[a.count - 1];
  const int r = b.vertex[0];
  const int s = b.vertex[b.count - 1];
  if (points.side(p, q, r, s) != 0) return false;
  const auto axis = projection_of_segments(points, p, q, r, s);
  if (!axis) return intervals_meet(points, p, q, r, s);
  if (a.count == 1 || b.count == 1) return false;  // a point beside the line of the other
  return points.turn(*axis, p, q, r) * points.turn(*axis, p, q, s) <= 0 &&
         points.turn(*axis, r, s, p) * points.turn(*axis, r, s, q) <= 0;
}

/// Coplanar triangles, and whatever is not a proper triangle.
template <class Points>
[[nodiscard]] bool flat_or_thin_meet(const Points& points) {
  const ProperCorners a = corners_of(points, 0);
  const ProperCorners b = corners_of(points, 3);
  if (a.count == 3 && b.count == 3) return meet_in_plane(points, a, b);
  if (a.count == 3) return triangle_meets_thin(points, a, b);
  if (b.count == 3) return triangle_meets_thin(points, b, a);
  return thin_meets_thin(points, a, b);
}

template <class Points>
[[nodiscard]] bool triangles_meet(const Points& points) {
  const Signs sides_of_b = points.sides(0, 3);
  if (strictly_one_side(sides_of_b)) return false;
  const Signs sides_of_a = points.sides(3, 0);
  if (strictly_one_side(sides_of_a)) return false;
  if (all_zero(sides_of_a) || all_zero(sides_of_b)) return flat_or_thin_meet(points);
  return segments_on_common_line_meet(points, sides_of_a, sides_of_b);
}

}  // namespace graze::detail
