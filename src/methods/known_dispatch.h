#pragma once
/// From shapes whose kind is known when they are asked about to the questions of closed_form.h, and back where these give up.

#include <array>
#include <optional>
#include <utility>
#include <variant>

#include <graze/known_shapes.h>
#include <graze/pose.h>

#include "simd/force_inline.h"

namespace graze::distance {

/// The general questions where doubles do not certify it at once; nothing for shapes that as_rounded() does not know.
[[nodiscard]] std::optional<Closest> searched_closest(const Shape& a, const Pose& pose_a, const Shape& b, const Pose& pose_b);
[[nodiscard]] std::optional<bool> searched_overlap(const Shape& a, const Pose& pose_a, const Shape& b, const Pose& pose_b);

inline constexpr std::size_t kind_count = std::variant_size_v<Shape::Variant>;

/// The shape, if it is known to be of this kind.
template <class S>
[[nodiscard]] GRAZE_FORCE_INLINE const S& known(const Shape& shape) {
  const S* found = std::get_if<S>(&shape.value);
  if (found == nullptr) __builtin_unreachable();
  return *found;
}

/// The function of the pair of kinds: one lookup, where two visits would take as long as a distance. Of<A, B>::ask of simple
/// shapes, `searched` of all others.
template <template <class, class> class Of, auto searched>
struct PairTable {
  using Ask = decltype(searched);

  template <std::size_t k>
  static constexpr Ask of() {
    using A = std::variant_alternative_t<k / kind_count, Shape::Variant>;
    using B = std::variant_alternative_t<k % kind_count, Shape::Variant>;
    if constexpr (SimpleShape<A> && SimpleShape<B>) {
      return &Of<A, B>::ask;
    } else {
      return searched;
    }
  }

  template <std::size_t... k>
  static constexpr auto made(std::index_sequence<k...>) {
    return std::array<Ask, sizeof...(k)>{of<k>()...};
  }

  static constexpr std::array<Ask, kind_count * kind_count> of_pair = made(std::make_index_sequence<kind_count * kind_count>{});

  [[nodiscard]] static Ask find(const Shape& a, const Shape& b) { return of_pair[kind_count * a.value.index() + b.value.index()]; }
};

}  // namespace graze::distance
