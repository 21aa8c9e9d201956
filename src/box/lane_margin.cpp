/// The margin that one box against eight needs in single precision.

#include "box/lane_margin.h"

namespace graze::sat {
namespace {

/// Half the distance from 1 to the next float.
constexpr double u = 0x1p-24;

/// Underflow loses at most half of the smallest float, 2^-149, in each of the few dozen operations behind a projection.
constexpr double underflow = 256 * 0x1p-149;

/// What rounding to float may take away from a bound.
float rounded_up(double x) { return static_cast<float>(x * (1 + 2 * u)); }

}  // namespace

LaneMargin lane_margin_of(const PairMargin& exact, double reach) { return lane_margin_of(exact, reach, OneBoxRounding{}); }

/// As derived for LaneMargin, with the rounding of the one box in place of the first u of each.
LaneMargin lane_margin_of(const PairMargin& exact, double reach, const OneBoxRounding& rounding) {
  const double relative = 6 * 4 + 3 * (rounding.axes + 3) + 8;
  const double offset = 2 * (1 + rounding.axes + 3) + 4;
  return {rounded_up(exact.relative + relative * u), rounded_up(offset * u),
          rounded_up(exact.absolute + 2 * u * rounding.center * reach + underflow)};
}

}  // namespace graze::sat
