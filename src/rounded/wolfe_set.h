#pragma once
/// Up to four generators (points and directions) of a convex set, and the point nearest to the origin of what they span.
/// One text for three kinds of number: double to guess, Bounded to prove, Dyadic to decide.

#include <array>
#include <bit>
#include <cstdint>
#include <optional>

#include <boost/container/static_vector.hpp>

#include "numbers/bounded.h"
#include "numbers/dyadic.h"
#include "numbers/vector.h"

namespace graze::distance {

/// A generator of the difference a - b of two bodies: the difference of corner a and corner b or, when b is -1, ray number a.
struct Generator {
  std::int32_t a = 0;
  std::int32_t b = 0;

  [[nodiscard]] bool is_ray() const { return b < 0; }
  friend bool operator==(const Generator&, const Generator&) = default;
};

template <class N>
struct Member {
  Generator id;
  Vector3<N> at;
};

/// Points come before rays, and there is at least one point.
template <class N>
using Corral = boost::container::static_vector<Member<N>, 4>;

/// The point nearest to the origin of the flat that a corral spans (its points affinely, its rays linearly).
template <class N>
struct Foot {
  Vector3<N> normal;        ///< along the nearest point, of any length; zero when the flat is all of space
  N height{};               ///< normal times the nearest point, >= 0: the distance is height / |normal|
  N w{};                    ///< > 0, denominator of the weights
  std::array<N, 4> weight;  ///< of the members, times w: the nearest point is their weighted sum; those of points sum to w
};

[[nodiscard]] inline Sign sign_of(double x) { return static_cast<Sign>((x > 0) - (x < 0)); }

namespace detail {

/// Fills in the weight of the first point from those of the others.
template <class N>
void complete_weights(const Corral<N>& corral, Foot<N>& foot) {
  foot.weight[0] = foot.w;
  for (std::size_t k = 1; k < corral.size(); ++k) {
    if (!corral[k].id.is_ray()) foot.weight[0] = foot.weight[0] - foot.weight[k];
  }
}

/// A point p and a direction d: the part of p across d.
template <class N>
std::optional<Foot<N>> foot_on_line(const Vector3<N>& p, const Vector3<N>& d) {
  Foot<N> foot;
  foot.w = dot(d, d);
  if (sign_of(foot.w) != Sign::positive) return std::nullopt;
  const Vector3<N> moment = cross(p, d);
  foot.normal = cross(d, moment);
  foot.height = dot(moment, moment);
  foot.weight[1] = -dot(p, d);
  return foot;
}

/// A point p and directions d, e: p + m1 d + m2 e is along n = d x e when m1 = -n.(p x e) / n.n and m2 = -n.(d x p) / n.n.
template <class N>
std::optional<Foot<N>> foot_on_plane(const Vector3<N>& p, const Vector3<N>& d, const Vector3<N>& e) {
  Foot<N> foot;
  const Vector3<N> n = cross(d, e);
  foot.w = dot(n, n);
  if (sign_of(foot.w) != Sign::positive) return std::nullopt;
  const N height = dot(p, n);
  const bool below = sign_of(height) == Sign::negative;
  foot.normal = below ? -n : n;
  foot.height = below ? -height : height;
  foot.weight[1] = -dot(n, cross(p, e));
  foot.weight[2] = -dot(n, cross(d, p));
  return foot;
}

/// Three directions span space, the origin included.
template <class N>
std::optional<Foot<N>> foot_in_space(const Vector3<N>& p, const Vector3<N>& d, const Vector3<N>& e, const Vector3<N>& f) {
  Foot<N> foot;
  const N volume = dot(d, cross(e, f));
  const Sign sign = sign_of(volume);
  if (sign != Sign::positive && sign != Sign::negative) return std::nullopt;
  const Vector3<N> towards = sign == Sign::positive ? -p : p;
  foot.w = sign == Sign::positive ? volume : -volume;
  foot.normal = {N(0), N(0), N(0)};
  foot.height = N(0);
  foot.weight[1] = dot(towards, cross(e, f));
  foot.weight[2] = dot(towards, cross(f, d));
  foot.weight[3] = dot(towards, cross(d, e));
  return foot;
}

}  // namespace detail

/// Nothing when the members are dependent, or when N cannot tell that they are not.
template <class N>
[[nodiscard]] std::optional<Foot<N>> foot_of(const Corral<N>& corral) {
  const Vector3<N>& p = corral[0].at;
  const auto direction = [&](std::size_t k) { return corral[k].id.is_ray() ? corral[k].at : corral[k].at - p; };
  std::optional<Foot<N>> foot;
  switch (corral.size()) {
    case 1: foot = Foot<N>{p, dot(p, p), N(1), {}}; break;
    case 2: foot = detail::foot_on_line(p, direction(1)); break;
    case 3: foot = detail::foot_on_plane(p, direction(1), direction(2)); break;
    default: foot = detail::foot_in_space(p, direction(1), direction(2), direction(3)); break;
  }
  if (foot) detail::complete_weights(corral, *foot);
  return foot;
}

/// Whether the foot lies in the hull of the corral itself: no weight is negative, or might be.
template <class N>
[[nodiscard]] bool is_inside(const Corral<N>& corral, const Foot<N>& foot) {
  for (std::size_t k = 0; k < corral.size(); ++k) {
    const Sign sign = sign_of(foot.weight[k]);
    if (sign != Sign::positive && sign != Sign::zero) return false;
  }
  return true;
}

/// The members whose bits are set.
template <class N>
[[nodiscard]] Corral<N> chosen(const Corral<N>& corral, unsigned mask) {
  Corral<N> part;
  for (std::size_t k = 0; k < corral.size(); ++k) {
    if ((mask >> k & 1) != 0) part.push_back(corral[k]);
  }
  return part;
}

/// Adds a member in its place; where that is.
template <class N>
std::size_t add(Corral<N>& corral, const Member<N>& member) {
  const auto place = member.id.is_ray() ? corral.end() : corral.begin();
  const auto index = static_cast<std::size_t>(place - corral.begin());
  corral.insert(place, member);
  return index;
}

template <class N>
[[nodiscard]] bool holds(const Corral<N>& corral, const Generator& id) {
  for (const Member<N>& m : corral) {
    if (m.id == id) return true;
  }
  return false;
}

/// In place of a member that parts of a corral must hold: any part will do.
inline constexpr std::size_t no_member = 4;

/// Calls visit(mask) for the parts of a corral that hold a certain member and at least one point, the whole first, until it answers
/// false.
template <class N, class Visit>
void for_each_part(const Corral<N>& corral, std::size_t newest, Visit&& visit) {
  for (unsigned mask = (1U << corral.size()) - 1; mask > 0; --mask) {
    if (newest != no_member && (mask >> newest & 1) == 0) continue;
    if (corral[static_cast<std::size_t>(std::countr_zero(mask))].id.is_ray()) continue;
    if (!visit(mask)) return;
  }
}

}  // namespace graze::distance
