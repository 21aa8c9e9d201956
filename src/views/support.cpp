/// Places two bodies in one frame, and clips lines and rays to the part that the other body can be nearest to.

#include "views/support.h"

#include <algorithm>
#include <cassert>
#include <cmath>

namespace graze::distance::gjk {
namespace {

/// Where a body is, and of a line or ray the part that matters.
struct Seat {
  Vector3<DoubleDouble> position;
  std::array<Vector3<DoubleDouble>, 2> ends;  ///< of a clipped line or ray, from the position
};

/// Half the length that is kept of a line, by the reach of the other body. The nearest point of a line to a body is within one
/// reach of the foot of the body's anchor; the second lets the ends stay out of the question when the two overlap, because the
/// depth of a line in a body is at most one reach. CurvedPenetration.OfALineIsThatOfAnEndlessOne
constexpr double kept_reaches = 2;

Seat seat_of_line(const Curved& line, const Vector3<DoubleDouble>& position, const Vector3<DoubleDouble>& to_other,
                  double other_reach) {
  const std::array columns{lifted<DoubleDouble>(line.rotation.col(0)), lifted<DoubleDouble>(line.rotation.col(1)),
                           lifted<DoubleDouble>(line.rotation.col(2))};
  const Vec3& d = line.direction;
  const Vector3<DoubleDouble> along =
      DoubleDouble(d.x()) * columns[0] + DoubleDouble(d.y()) * columns[1] + DoubleDouble(d.z()) * columns[2];
  const Vector3<DoubleDouble> unit = (DoubleDouble(1) / length(along)) * along;
  const DoubleDouble foot = dot(unit, to_other);
  const DoubleDouble half(kept_reaches * other_reach);
  const DoubleDouble least = line.core == CurvedCore::ray ? DoubleDouble(0) : foot - half;
  const DoubleDouble middle = std::max(foot, least);
  return {position + middle * unit,
          {(std::max(foot - half, least) - middle) * unit, (std::max(foot + half, least) - middle) * unit}};
}

Seat seat(const Curved& body, const Vector3<DoubleDouble>& position, const Vector3<DoubleDouble>& to_other, double other_reach) {
  assert(!body.is_flat_unbounded());
  if (body.is_bounded()) return {position, {}};
  return seat_of_line(body, position, to_other, other_reach);
}

/// Least power of two above a length, kept where its inverse is a normal number.
double unit_above(double extent) {
  int exponent = 0;
  static_cast<void>(std::frexp(extent, &exponent));
  constexpr int limit = 1000;
  return std::ldexp(1.0, std::clamp(exponent, -limit, limit));
}

/// A vector times a power of two, so that its square neither overflows nor vanishes.
template <class N>
Vector3<N> about_unit(const Vector3<N>& v) {
  return N(1 / unit_above(rounded(v).cwiseAbs().maxCoeff())) * v;
}

template <class N>
std::array<Vector3<N>, 3> frame_about(const Vector3<N>& axis) {
  const Vector3<N> u = (N(1) / length(axis)) * axis;
  const Vec3 size = rounded(u).cwiseAbs();
  int least = 0;
  size.minCoeff(&least);
  const Vector3<N> across = cross(u, lifted<N>(Vec3::Unit(least)));
  const Vector3<N> e = (N(1) / length(across)) * across;
  return {u, e, cross(u, e)};
}

template <class N>
Placed<N> placed_at(const Curved& body, const Seat& seat, const Vector3<DoubleDouble>& center, double per_unit) {
  Placed<N> p;
  p.body = &body;
  p.core = body.is_bounded() ? body.core : CurvedCore::segment;
  p.center = narrowed<N>(center);
  p.per_unit = N(per_unit);
  p.radius = p.per_unit * N(body.radius);
  p.cap_radius = p.per_unit * N(body.cap_radius);
  for (int i = 0; i < 3; ++i) p.rotation[i] = lifted<N>(body.rotation.col(i));
  if (!body.is_bounded()) {
    p.ends = {narrowed<N>(DoubleDouble(per_unit) * seat.ends[0]), narrowed<N>(DoubleDouble(per_unit) * seat.ends[1])};
  } else if (body.core == CurvedCore::segment || body.core == CurvedCore::cylinder || body.core == CurvedCore::cone) {
    p.ends = {detail::from_anchor(p, body.points[0]), detail::from_anchor(p, body.points[1])};
  } else if (body.core == CurvedCore::box || body.core == CurvedCore::ellipsoid) {
    for (int i = 0; i < 3; ++i)
      p.frame[i] = detail::in_world_axes(p, p.per_unit * N(body.half_extents[i]) * lifted<N>(body.axes[i]));
  }
  if (body.core == CurvedCore::cylinder || body.core == CurvedCore::cone) {
    p.frame = frame_about(detail::in_world_axes(p, about_unit(lifted<N>(body.points[1]) - lifted<N>(body.points[0]))));
  }
  return p;
}

}  // namespace

template <class N>
Pair<N> placed(const Curved& a, const Curved& b, const Vector3<DoubleDouble>& shift) {
  assert(a.is_bounded() || b.is_bounded());
  const Vector3<DoubleDouble> b_position = b.position + shift;
  const Vector3<DoubleDouble> a_to_b = b_position - a.position;
  const Seat seat_a = seat(a, a.position, a_to_b, b.reach);
  const Seat seat_b = seat(b, b_position, -a_to_b, a.reach);
  const Vector3<DoubleDouble> offset = seat_b.position - seat_a.position;
  const double reach = a.reach + b.reach;
  const double unit = unit_above(std::max(reach, rounded(offset).cwiseAbs().maxCoeff()));
  const double per_unit = 1 / unit;
  return {placed_at<N>(a, seat_a, {}, per_unit), placed_at<N>(b, seat_b, DoubleDouble(per_unit) * offset, per_unit),
          seat_a.position, unit, reach * per_unit};
}

template Pair<double> placed<double>(const Curved&, const Curved&, const Vector3<DoubleDouble>&);
template Pair<DoubleDouble> placed<DoubleDouble>(const Curved&, const Curved&, const Vector3<DoubleDouble>&);

}  // namespace graze::distance::gjk
