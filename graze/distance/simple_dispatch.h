#pragma once
/// From shapes whose kind is known when they are asked about to the questions of simple_shapes.h, and back where these give up.

#include <array>
#include <optional>
#include <tuple>
#include <utility>
#include <variant>

#include <graze/core/pose.h>
#include <graze/distance/simple_shapes.h>

namespace graze::distance {

/// The general questions where doubles do not settle it at once; nothing for shapes that as_rounded() does not know.
[[nodiscard]] std::optional<Closest> searched_closest(const Shape& a, const Pose& pose_a, const Shape& b, const Pose& pose_b);
[[nodiscard]] std::optional<bool> searched_overlap(const Shape& a, const Pose& pose_a, const Shape& b, const Pose& pose_b);

/// The questions of simple_shapes.h, chosen by the kinds; only of pairs of simple shapes.
[[nodiscard]] std::optional<Closest> simple_closest(const Shape& a, const Pose& pose_a, const Shape& b, const Pose& pose_b);
[[nodiscard]] bool simple_overlap(const Shape& a, const Pose& pose_a, const Shape& b, const Pose& pose_b);

using SimpleShapes = std::tuple<Point, Segment, Sphere, Capsule, Aabb, Obb>;
inline constexpr std::size_t simple_count = std::tuple_size_v<SimpleShapes>;

namespace detail {

template <class Kind, std::size_t... k>
constexpr std::size_t place_among(std::index_sequence<k...>) {
  std::size_t place = simple_count;
  ((std::is_same_v<Kind, std::tuple_element_t<k, SimpleShapes>> ? void(place = k) : void()), ...);
  return place;
}

template <std::size_t... i>
constexpr auto places_of_kinds(std::index_sequence<i...>) {
  return std::array{place_among<std::variant_alternative_t<i, Shape::Variant>>(std::make_index_sequence<simple_count>{})...};
}

}  // namespace detail

/// For each kind of shape its place among the simple ones; simple_count for the others.
inline constexpr auto simple_places = detail::places_of_kinds(std::make_index_sequence<std::variant_size_v<Shape::Variant>>{});

[[nodiscard]] inline std::size_t simple_place(const Shape& shape) { return simple_places[shape.value.index()]; }

[[nodiscard]] inline bool are_simple(const Shape& a, const Shape& b) {
  return simple_place(a) < simple_count && simple_place(b) < simple_count;
}

/// The function of the pair of kinds: one lookup, where two visits would take as long as a distance. Of<A, B>::ask has the type.
template <template <class, class> class Of>
struct SimpleTable {
  using Ask = decltype(&Of<Point, Point>::ask);

  template <std::size_t... k>
  static constexpr auto made(std::index_sequence<k...>) {
    return std::array<Ask, sizeof...(k)>{
        &Of<std::tuple_element_t<k / simple_count, SimpleShapes>, std::tuple_element_t<k % simple_count, SimpleShapes>>::ask...};
  }

  static constexpr std::array<Ask, simple_count * simple_count> of_pair =
      made(std::make_index_sequence<simple_count * simple_count>{});

  [[nodiscard]] static Ask find(const Shape& a, const Shape& b) {
    return of_pair[simple_count * simple_place(a) + simple_place(b)];
  }
};

}  // namespace graze::distance
