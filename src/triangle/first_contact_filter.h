#pragma once
/// The first contact of two triangles in relative translation, where rounded numbers can tell how it comes about: a corner of one
/// meets the inside of the other, or an edge of each. Nearly every first contact of meshes is of these kinds, and then exact
/// arithmetic is not needed: doubles prove the kind, double-doubles find time, point and normal to the last bit.

#include <cstdint>
#include <optional>

#include <graze/answers.h>

#include "polytope/contact/sweep.h"
#include "triangle/overlap.h"

namespace graze::sat {

enum class FirstContactKind : std::uint8_t {
  at_start,     ///< they pass through each other at time 0
  corner_of_a,  ///< corner i of a meets b
  corner_of_b,  ///< corner j of b meets a
  edges         ///< edge i of a, from corner i to the next, meets edge j of b
};

struct FirstContact {
  FirstContactKind kind = FirstContactKind::at_start;
  std::int32_t i = 0;
  std::int32_t j = 0;
  double low = 0;   ///< bound of the first time
  double high = 0;  ///< likewise
};

/// Nothing where rounding leaves any of this undecided, also whether there is a contact in [0, infinity) at all.
[[nodiscard]] std::optional<FirstContact> first_contact_filter(const PosedTriangle& a, const PosedTriangle& b,
                                                               const Velocities& velocities);

/// The same bits as sweep(), but without the last time; nothing for contacts at time 0, or where double-doubles leave a rounding
/// open.
[[nodiscard]] std::optional<Impact> impact_of(const FirstContact& contact, const PosedTriangle& a, const PosedTriangle& b,
                                              const Velocities& velocities);

}  // namespace graze::sat
