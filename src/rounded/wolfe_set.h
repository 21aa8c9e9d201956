#pragma once
/// Up to four generators (points and directions) of a convex set, and the point nearest to the origin of what they span.
/// One template for three kinds of number: double to guess, Bounded to prove, Dyadic to decide.

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

/// The active set of Wolfe's algorithm, which he calls a corral: points come before rays, and there is at least one point.
template <class N>
using WolfeSet = boost::container::static_vector<Member<N>, 4>;

/// The point of least norm of the flat that a set spans (its points affinely, its rays linearly).
template <class N>
struct MinNormPoint {
  Vector3<N> normal;        ///< along the nearest point, of any length; zero when the flat is all of space
  N height{};               ///< normal times the nearest point, >= 0: the distance is height / |normal|
  N w{};                    ///< > 0, denominator of the weights
  std::array<N, 4> weight;  ///< of the members, times w: the nearest point is their weighted sum; those of points sum to w
};

[[nodiscard]] inline Sign sign_of(double x) { return static_cast<Sign>((x > 0) - (x < 0)); }

namespace detail {

/// Fills in the weight of the first point from those of the others.
template <class N>
void complete_weights(const WolfeSet<N>& wolfe_set, MinNormPoint<N>& min_norm) {
  min_norm.weight[0] = min_norm.w;
  for (std::size_t k = 1; k < wolfe_set.size(); ++k) {
    if (!wolfe_set[k].id.is_ray()) min_norm.weight[0] = min_norm.weight[0] - min_norm.weight[k];
  }
}

/// A point p and a direction d: the part of p across d.
template <class N>
std::optional<MinNormPoint<N>> min_norm_on_line(const Vector3<N>& p, const Vector3<N>& d) {
  MinNormPoint<N> min_norm;
  min_norm.w = dot(d, d);
  if (sign_of(min_norm.w) != Sign::positive) return std::nullopt;
  const Vector3<N> moment = cross(p, d);
  min_norm.normal = cross(d, moment);
  min_norm.height = dot(moment, moment);
  min_norm.weight[1] = -dot(p, d);
  return min_norm;
}

/// A point p and directions d, e: p + m1 d + m2 e is along n = d x e when m1 = -n.(p x e) / n.n and m2 = -n.(d x p) / n.n.
template <class N>
std::optional<MinNormPoint<N>> min_norm_on_plane(const Vector3<N>& p, const Vector3<N>& d, const Vector3<N>& e) {
  MinNormPoint<N> min_norm;
  const Vector3<N> n = cross(d, e);
  min_norm.w = dot(n, n);
  if (sign_of(min_norm.w) != Sign::positive) return std::nullopt;
  const N height = dot(p, n);
  const bool below = sign_of(height) == Sign::negative;
  min_norm.normal = below ? -n : n;
  min_norm.height = below ? -height : height;
  min_norm.weight[1] = -dot(n, cross(p, e));
  min_norm.weight[2] = -dot(n, cross(d, p));
  return min_norm;
}

/// Three directions span space, the origin included.
template <class N>
std::optional<MinNormPoint<N>> min_norm_in_space(const Vector3<N>& p, const Vector3<N>& d, const Vector3<N>& e,
                                                 const Vector3<N>& f) {
  MinNormPoint<N> min_norm;
  const N volume = dot(d, cross(e, f));
  const Sign sign = sign_of(volume);
  if (sign != Sign::positive && sign != Sign::negative) return std::nullopt;
  const Vector3<N> towards = sign == Sign::positive ? -p : p;
  min_norm.w = sign == Sign::positive ? volume : -volume;
  min_norm.normal = {N(0), N(0), N(0)};
  min_norm.height = N(0);
  min_norm.weight[1] = dot(towards, cross(e, f));
  min_norm.weight[2] = dot(towards, cross(f, d));
  min_norm.weight[3] = dot(towards, cross(d, e));
  return min_norm;
}

}  // namespace detail

/// Nothing when the members are dependent, or when N cannot tell that they are not.
template <class N>
[[nodiscard]] std::optional<MinNormPoint<N>> min_norm_point(const WolfeSet<N>& wolfe_set) {
  const Vector3<N>& p = wolfe_set[0].at;
  const auto direction = [&](std::size_t k) { return wolfe_set[k].id.is_ray() ? wolfe_set[k].at : wolfe_set[k].at - p; };
  std::optional<MinNormPoint<N>> min_norm;
  switch (wolfe_set.size()) {
    case 1: min_norm = MinNormPoint<N>{p, dot(p, p), N(1), {}}; break;
    case 2: min_norm = detail::min_norm_on_line(p, direction(1)); break;
    case 3: min_norm = detail::min_norm_on_plane(p, direction(1), direction(2)); break;
    default: min_norm = detail::min_norm_in_space(p, direction(1), direction(2), direction(3)); break;
  }
  if (min_norm) detail::complete_weights(wolfe_set, *min_norm);
  return min_norm;
}

/// Whether the min-norm point lies in the hull of the set itself: no weight is negative, or might be.
template <class N>
[[nodiscard]] bool is_inside(const WolfeSet<N>& wolfe_set, const MinNormPoint<N>& min_norm) {
  for (std::size_t k = 0; k < wolfe_set.size(); ++k) {
    const Sign sign = sign_of(min_norm.weight[k]);
    if (sign != Sign::positive && sign != Sign::zero) return false;
  }
  return true;
}

/// The members whose bits are set.
template <class N>
[[nodiscard]] WolfeSet<N> chosen(const WolfeSet<N>& wolfe_set, unsigned mask) {
  WolfeSet<N> part;
  for (std::size_t k = 0; k < wolfe_set.size(); ++k) {
    if ((mask >> k & 1) != 0) part.push_back(wolfe_set[k]);
  }
  return part;
}

/// Adds a member, points in front; answers its index.
template <class N>
std::size_t add(WolfeSet<N>& wolfe_set, const Member<N>& member) {
  const auto position = member.id.is_ray() ? wolfe_set.end() : wolfe_set.begin();
  const auto index = static_cast<std::size_t>(position - wolfe_set.begin());
  wolfe_set.insert(position, member);
  return index;
}

template <class N>
[[nodiscard]] bool holds(const WolfeSet<N>& wolfe_set, const Generator& id) {
  for (const Member<N>& m : wolfe_set) {
    if (m.id == id) return true;
  }
  return false;
}

/// Stands for no particular member: any part will do.
inline constexpr std::size_t no_member = 4;

/// Calls visit(mask) for the parts of a set that hold a certain member and at least one point, the whole first, until it answers
/// false.
template <class N, class Visit>
void for_each_part(const WolfeSet<N>& wolfe_set, std::size_t newest, Visit&& visit) {
  for (unsigned mask = (1U << wolfe_set.size()) - 1; mask > 0; --mask) {
    if (newest != no_member && (mask >> newest & 1) == 0) continue;
    if (wolfe_set[static_cast<std::size_t>(std::countr_zero(mask))].id.is_ray()) continue;
    if (!visit(mask)) return;
  }
}

}  // namespace graze::distance
