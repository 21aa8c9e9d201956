#pragma once
/// The part of a line that lies in a convex body: an interval of its parameter, found by folding over the body's conditions.

#include <optional>

#include "views/implicit_form.h"

namespace graze::distance {

/// The points origin + t * direction.
template <class N>
struct ProbeLine {
  Vector3<N> origin;
  Vector3<N> direction;
};

/// What ends the interval.
enum class EndKind : std::uint8_t {
  range,    ///< the range of parameters that was asked for, or nothing at all
  slab,     ///< a plane of the body
  quadric,  ///< its curved side
};

struct LineEnd {
  double t = 0;  ///< perhaps infinite
  EndKind kind = EndKind::range;
  std::int32_t slab = 0;  ///< which one
  bool upper = false;     ///< at its upper plane
  std::int32_t piece = 0;
};

struct LineInterval {
  LineEnd first;
  LineEnd last;
  bool is_point = false;  ///< the line meets the body in one point
};

/// A decided answer: the line meets the body in an interval, or not at all.
using Clipped = std::optional<LineInterval>;

/// The parameters in [t_min, t_max] (ends perhaps infinite) whose points lie in the body. Booleans are exact, and the parameters
/// are within a few roundings of the exact ones. Nothing when number type N cannot tell, never for Dyadic.
template <class N>
[[nodiscard]] std::optional<Clipped> clipped(const ProbeLine<N>& line, const Conditions<N>& body, double t_min, double t_max);

extern template std::optional<Clipped> clipped<Bounded>(const ProbeLine<Bounded>&, const Conditions<Bounded>&, double, double);
extern template std::optional<Clipped> clipped<Dyadic>(const ProbeLine<Dyadic>&, const Conditions<Dyadic>&, double, double);

}  // namespace graze::distance
