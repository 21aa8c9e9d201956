/// Which closed form or search a pair of zonotopes takes, by the number of their generators.

#include "quick/zonotope.h"

#include "geometry/mirrored.h"
#include "quick/box_box_fine.h"
#include "quick/flush_boxes.h"
#include "quick/zonotope_question.h"

namespace graze::distance {
namespace {

/// Within these, closed forms need no other unit. Unit of the input. RoundedDistance.IsNeutralToPowersOfTwo
constexpr double least_plain = 0x1p-50;
constexpr double greatest_plain = 0x1p50;

/// A power of two in which bodies of this size are neither large nor small.
double unit_for(double size) { return size > least_plain && size < greatest_plain ? 1 : std::ldexp(1.0, std::ilogb(size)); }

/// In which bodies placed like this are counted; nothing where they cannot be.
template <std::size_t na, std::size_t nb>
std::optional<double> unit_of(const PlacedZonotope<na>& a, double radius_a, const PlacedZonotope<nb>& b, double radius_b) {
  const double size = size_of(difference(b.anchor, a.anchor)) + a.size + b.size + (radius_a + radius_b);
  return can_be_placed(size) ? std::optional(unit_for(size)) : std::nullopt;
}

template <std::size_t na, std::size_t nb>
[[nodiscard, gnu::noinline]] std::optional<Closest> closest(const Zonotope& a, const Zonotope& b) {
  const PlacedZonotope<na> at_a = placed<na>(a);
  const PlacedZonotope<nb> at_b = placed<nb>(b);
  const std::optional<double> unit = unit_of(at_a, a.radius, at_b, b.radius);
  if (na < 3 && unit) {  // two boxes have no closed form
    if (auto found = certified_closest(a, b, *unit)) return found;
  }
  ZonotopeQuestion<na, nb> question(at_a, a.radius, at_b, b.radius);
  if constexpr (na == 3) {
    // Asked twice where the first parameters that are tried lead nowhere.
    std::optional<bool> meeting;
    std::optional<FlushBoxes> lying;
    const auto meet = [&] {
      if (!meeting) meeting = unit && boxes_meet_by_undecided_axes(a, b, *unit) == std::optional(true);
      return *meeting;
    };
    const auto flush = [&] {
      if (!lying) lying = unit ? flush_boxes(a, b, *unit) : FlushBoxes();
      return *lying;
    };
    return question.closest_of_boxes(a, b, meet, flush);
  } else {
    return question.closest(a, b);
  }
}

template <std::size_t na, std::size_t nb>
[[nodiscard, gnu::noinline]] std::optional<bool> meet(const Zonotope& a, const Zonotope& b) {
  const PlacedZonotope<na> at_a = placed<na>(a);
  const PlacedZonotope<nb> at_b = placed<nb>(b);
  ZonotopeQuestion<na, nb> question(at_a, a.radius, at_b, b.radius);
  const Known known = question.quick_relation();
  if (known != Known::nothing) return known == Known::overlapping;
  if constexpr (na == 3) {
    const std::optional<double> unit = unit_of(at_a, a.radius, at_b, b.radius);
    if (const auto meet = unit ? boxes_meet_by_undecided_axes(a, b, *unit) : std::nullopt) return meet;
  }
  return question.overlap(a, b);
}

template <std::size_t na, std::size_t nb>
[[nodiscard]] std::optional<Closest> closest_mirrored(const Zonotope& a, const Zonotope& b) {
  std::optional<Closest> out = closest<na, nb>(b, a);
  if (out) mirror(*out);
  return out;
}

int count_of(const Zonotope& z) { return z.kind == Zonotope::Kind::point ? 0 : z.kind == Zonotope::Kind::segment ? 1 : 3; }

}  // namespace

std::optional<Zonotope> as_zonotope(const BodyView& c) {
  using Kind = Zonotope::Kind;
  if (!c.rays.empty()) return std::nullopt;
  if (c.box_axes != nullptr)
    return Zonotope{Kind::oriented_box, &c.vertices[0], nullptr, c.box_axes, &c.half_extents, c.radius, c.pose};
  if (c.is_aligned_box) return Zonotope{Kind::aligned_box, &c.vertices[0], &c.vertices[7], nullptr, nullptr, c.radius, c.pose};
  if (c.vertices.size() == 2) return Zonotope{Kind::segment, &c.vertices[0], &c.vertices[1], nullptr, nullptr, c.radius, c.pose};
  if (c.vertices.size() == 1) return Zonotope{Kind::point, &c.vertices[0], nullptr, nullptr, nullptr, c.radius, c.pose};
  return std::nullopt;
}

std::optional<Closest> closest_points(const Zonotope& a, const Zonotope& b) {
  switch (4 * count_of(a) + count_of(b)) {
    case 0: return closest<0, 0>(a, b);
    case 1: return closest<0, 1>(a, b);
    case 3: return closest<0, 3>(a, b);
    case 4: return closest_mirrored<0, 1>(a, b);
    case 5: return closest<1, 1>(a, b);
    case 7: return closest<1, 3>(a, b);
    case 12: return closest_mirrored<0, 3>(a, b);
    case 13: return closest_mirrored<1, 3>(a, b);
    default: return closest<3, 3>(a, b);
  }
}

std::optional<bool> overlap(const Zonotope& a, const Zonotope& b) {
  switch (4 * count_of(a) + count_of(b)) {
    case 0: return meet<0, 0>(a, b);
    case 1: return meet<0, 1>(a, b);
    case 3: return meet<0, 3>(a, b);
    case 4: return meet<0, 1>(b, a);
    case 5: return meet<1, 1>(a, b);
    case 7: return meet<1, 3>(a, b);
    case 12: return meet<0, 3>(b, a);
    case 13: return meet<1, 3>(b, a);
    default: return meet<3, 3>(a, b);
  }
}

}  // namespace graze::distance
