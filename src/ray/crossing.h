#pragma once
/// The normal and the feature where a line passes through the boundary of a convex body.

#include <optional>

#include <graze/answers.h>

#include "ray/line_interval.h"

namespace graze::distance {

/// The outward unit normal at an end of the interval, against the line where the body has none; zero only for a line without
/// direction. Nothing when number type N is not sure of its digits.
template <class N>
[[nodiscard]] std::optional<Vec3> outward_normal(const ProbeLine<N>& line, const Conditions<N>& body, const LineEnd& end,
                                                 bool entering);

/// The part of the shape's boundary that the line passes through. The filter names a vertex or an edge also where it is only within
/// its error of one.
template <class N>
[[nodiscard]] Feature crossed_feature(const ProbeLine<N>& line, const Conditions<N>& body, const LineEnd& end,
                                      const PlacedShape& shape, const Vec3& from);

extern template std::optional<Vec3> outward_normal<Bounded>(const ProbeLine<Bounded>&, const Conditions<Bounded>&, const LineEnd&,
                                                            bool);
extern template std::optional<Vec3> outward_normal<Dyadic>(const ProbeLine<Dyadic>&, const Conditions<Dyadic>&, const LineEnd&,
                                                           bool);
extern template Feature crossed_feature<Bounded>(const ProbeLine<Bounded>&, const Conditions<Bounded>&, const LineEnd&,
                                                 const PlacedShape&, const Vec3&);
extern template Feature crossed_feature<Dyadic>(const ProbeLine<Dyadic>&, const Conditions<Dyadic>&, const LineEnd&,
                                                const PlacedShape&, const Vec3&);

}  // namespace graze::distance
