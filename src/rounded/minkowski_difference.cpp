/// Places the corners of two bodies in doubles with one error bound, and in exact numbers on demand.

#include "rounded/minkowski_difference.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "numbers/magnitude.h"

namespace graze::distance {
namespace {

/// Every coordinate is a sum of at most seven terms, each rounded at most ten times (product with a half extent, product
/// with the rotation, sums): off by (1 + u)^11 - 1 times the sum of their sizes. No unit.
/// RoundedDistance.AgreesWithRationalsOnRandomPairs
constexpr double corner_rounding = 12 * tolerance::rounding;

/// A product with a row of the rotation is at most this many times the largest coordinate: sqrt(3), and a little more for rows that
/// are unit only up to rounding. No unit.
constexpr double row_growth = 2;

/// A body's corners in doubles, and the sum of the sizes of the terms in the worst coordinate.
struct PlacedCorners {
  sat::Vectors<double>& corners;
  double terms = 0;
  double reach = 0;
};

void place_box(const BodyView& body, const Vector3<double>& shift, PlacedCorners& out) {
  const Pose& pose = *body.pose;
  const Vector3<double> center = sat::rotated<double>(pose, lifted<double>(body.vertices[0])) + shift;
  std::array<Vector3<double>, 3> half;
  for (int k = 0; k < 3; ++k) half[k] = sat::rotated<double>(pose, body.half_extents[k] * lifted<double>((*body.box_axes)[k]));
  for (int i = 0; i < 8; ++i) {
    const Vector3<double> x = (i & 1) != 0 ? center + half[0] : center - half[0];
    const Vector3<double> y = (i & 2) != 0 ? x + half[1] : x - half[1];
    out.corners.push_back((i & 4) != 0 ? y + half[2] : y - half[2]);
  }
  out.terms =
      row_growth * (largest_component(lifted<double>(body.vertices[0])) + body.half_extents.sum()) + largest_component(shift);
}

void place_points(const BodyView& body, const Vector3<double>& shift, PlacedCorners& out) {
  double farthest = 0;
  for (const Vec3& v : body.vertices) {
    const Vector3<double> in_body = lifted<double>(v);
    farthest = std::max(farthest, largest_component(in_body));
    out.corners.push_back(sat::rotated<double>(*body.pose, in_body) + shift);
  }
  out.terms = row_growth * farthest + largest_component(shift);
}

/// An unmoved body is rounded once a coordinate, however far from the world's origin it is.
void place_unmoved(const BodyView& body, const Vec3& origin, PlacedCorners& out) {
  for (const Vec3& v : body.vertices) {
    out.corners.push_back(lifted<double>(v) - lifted<double>(origin));
    out.terms = std::max(out.terms, largest_component(out.corners.back()));
  }
}

PlacedCorners placed_corners(const BodyView& body, const Vec3& origin, sat::Vectors<double>& corners) {
  PlacedCorners out{corners};
  const bool unmoved = body.pose->is_identity();
  if (body.box_axes != nullptr) {
    if (unmoved) {
      BodyView centred = body;
      const Vec3 center = body.vertices[0] - origin;
      centred.vertices = {&center, 1};
      place_box(centred, {}, out);
    } else {
      place_box(body, lifted<double>(body.pose->translation) - lifted<double>(origin), out);
    }
  } else if (unmoved) {
    place_unmoved(body, origin, out);
  } else {
    place_points(body, lifted<double>(body.pose->translation) - lifted<double>(origin), out);
  }
  for (const auto& p : corners) out.reach = std::max(out.reach, largest_component(p));
  return out;
}

/// Coordinates relative to the first body keep the filter sharp far from the origin of the world.
Vec3 reference_point(const BodyView& body) { return body.pose->is_identity() ? body.vertices[0] : body.pose->translation; }

Vector3<double> normalised(const Vector3<Dyadic>& direction) {
  const Magnitude size = std::max({abs(direction.x), abs(direction.y), abs(direction.z)});
  const auto component = [&](const Dyadic& c) { return (Magnitude(c) / size).to_double(); };
  return {component(direction.x), component(direction.y), component(direction.z)};
}

Vector3<double> normalised(const Pose& pose, const Vec3& direction) {
  if (!can_be_placed(direction.cwiseAbs().maxCoeff())) return normalised(sat::rotated<Dyadic>(pose, lifted<Dyadic>(direction)));
  const Vector3<double> rotated = sat::rotated<double>(pose, lifted<double>(direction));
  const double size = largest_component(rotated);
  return {rotated.x / size, rotated.y / size, rotated.z / size};
}

}  // namespace

MinkowskiDifference::MinkowskiDifference(const BodyView& body_a, const BodyView& body_b)
    : core_a(&body_a), core_b(&body_b), origin(reference_point(body_a)) {
  const PlacedCorners at_a = placed_corners(body_a, origin, a);
  const PlacedCorners at_b = placed_corners(body_b, origin, b);
  error = corner_rounding * std::max(at_a.terms, at_b.terms);
  reach = std::max(at_a.reach, at_b.reach);
  choose_unit();
  for (const Vec3& d : body_a.rays) rays.push_back({normalised(*body_a.pose, d), false});
  for (const Vec3& d : body_b.rays) rays.push_back({-normalised(*body_b.pose, d), true});
}

/// Scaling by a power of two commutes with every rounding of the search, so that the answers scale bit by bit.
void MinkowskiDifference::choose_unit() {
  if (keeps_products(reach)) return;
  if (!can_be_placed(reach)) {
    error = std::numeric_limits<double>::infinity();
    return;
  }
  const int exponent = std::ilogb(reach);
  const double factor = std::ldexp(1.0, -exponent);
  unit *= std::ldexp(1.0, exponent);
  for (auto* corners : {&a, &b}) {
    for (auto& p : *corners) p = factor * p;
  }
  error *= factor;
  reach *= factor;
}

MinkowskiDifference MinkowskiDifference::moved(double time, const Vector3<Dyadic>& velocity) const {
  MinkowskiDifference later = *this;
  const Vector3<Dyadic> shift = Dyadic(time) * velocity;
  const auto in_units = [&](const Dyadic& x) { return (Magnitude(x) / Magnitude(unit)).to_double(); };
  const Vector3<double> rounded_shift{in_units(shift.x), in_units(shift.y), in_units(shift.z)};
  later.shift_of_b_ = shift_of_b_ ? *shift_of_b_ + shift : shift;
  for (auto& corner : later.b) {
    corner = corner + rounded_shift;
    later.reach = std::max(later.reach, largest_component(corner));
  }
  later.error = error + corner_rounding * (later.reach + largest_component(rounded_shift));
  later.choose_unit();
  return later;
}

void MinkowskiDifference::sweep(const Vector3<Dyadic>& velocity) {
  swept_directions_.push_back(-velocity);
  rays.push_back({normalised(swept_directions_.back()), false, true});
}

Vector3<Dyadic> MinkowskiDifference::exact_b(std::int32_t j) const {
  const Vector3<Dyadic> at = corner<Dyadic>(*core_b, j, origin);
  return shift_of_b_ ? at + *shift_of_b_ : at;
}

Vector3<Dyadic> MinkowskiDifference::exact_ray(std::size_t k) const {
  const auto rotated_ray = [](const BodyView& body, std::size_t i) {
    return sat::rotated<Dyadic>(*body.pose, lifted<Dyadic>(body.rays[i]));
  };
  if (k < core_a->rays.size()) return rotated_ray(*core_a, k);
  k -= core_a->rays.size();
  if (k < core_b->rays.size()) return -rotated_ray(*core_b, k);
  return swept_directions_[k - core_b->rays.size()];
}

Vector3<Dyadic> MinkowskiDifference::exact(const Generator& g) const {
  return g.is_ray() ? exact_ray(g.a) : exact_a(g.a) - exact_b(g.b);
}

Extreme least_along(const sat::Vectors<double>& corners, const Vector3<double>& direction) {
  Extreme best{0, dot(corners[0], direction)};
  const auto n = static_cast<std::int32_t>(corners.size());
  for (std::int32_t i = 1; i < n; ++i) {
    const double value = dot(corners[i], direction);
    if (value < best.value) best = {i, value};
  }
  return best;
}

}  // namespace graze::distance
