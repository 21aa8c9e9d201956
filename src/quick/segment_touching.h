#pragma once
/// Two segments that nearly touch: their nearest points lie between doubles, however these are found.
///
/// The offset x between points that are doubles can still be measured (segment_lanes.h). Its part x' across those segments whose
/// parameters are between their ends belongs to parameters a little aside of these; if they are still between their ends, and the
/// others at the right end along x', it is the shortest offset: see (2) of segment_pair.h.

#include "quick/segment_pair.h"

namespace graze::distance {

/// Of two segments with parameters between their ends: squared sine of their angle. No unit. Steps are then no longer than 8
/// offsets. SegmentPairs.AgreeWithRationalsForEveryGap
inline constexpr double wide_spread = 0x1p-6;

/// |x'|^2 is at least this part of |x|^2: roundings of x', 40 of |x|, are then less than 2^-44 of its length. No unit.
/// SegmentPairs.AgreeWithRationalsForEveryGap
inline constexpr double large_part = 0x1p-6;

/// Of coordinates that a pose has rotated, squared, beside the squared length of their segment: as x' is 5 roundings of them times
/// 8 offsets off, this keeps it within 2^-42 of its length. No unit. SegmentPairs.AgreeWithRationalsWherePosesPlaceThem
inline constexpr double most_beside_length = 16;

/// What a step or a product may be off by, relative to its terms. No unit. SegmentPairs.AgreeWithRationalsForEveryGap
inline constexpr double step_error = 0x1p-20;

/// Parameters are left where they are by no more than this part of the segments, squared. No unit: a quarter of the 2^-45 by which
/// witnesses may be off. SegmentPairs.AgreeWithRationalsForEveryGap
inline constexpr double longest_step = 0x1p-94;

/// How far a parameter is from the nearest one, in parts of its segment.
struct Step {
  double by = 0;
  double error = 0;
};

[[nodiscard]] inline bool stays_between(double parameter, const Step& step) {
  return parameter + step.by > step.error && (1 - parameter) - step.by > step.error;
}

/// Of both parameters; parameters at an end stay there. Nothing where the segments are too nearly parallel.
[[nodiscard]] inline std::optional<std::array<Step, 2>> steps_to_nearest(const SegmentPair& p, bool s_is_free, bool t_is_free,
                                                                         const Two& gain) {
  const auto quotient = [](double a, double b, double by) {
    return Step{(a + b) / by, step_error * (std::fabs(a) + std::fabs(b)) / by};
  };
  if (s_is_free && t_is_free) {
    const double spread = p.spread();
    if (!(spread >= wide_spread * (p.ee() * p.ff()))) return std::nullopt;
    return std::array{quotient(gain[0] * p.ff(), gain[1] * p.ef, spread), quotient(gain[1] * p.ee(), gain[0] * p.ef, spread)};
  }
  return std::array{s_is_free ? quotient(gain[0], 0, p.ee()) : Step{}, t_is_free ? quotient(gain[1], 0, p.ff()) : Step{}};
}

/// |x'|^2, or 0 where roundings could matter. Seldom, hence by value: a reference would keep the numbers of other answers in
/// memory. `turned` are the squared sizes of the coordinates that poses have rotated.
[[nodiscard, gnu::noinline]] inline double squared_part_across(SegmentPair p, Two parameters, SegmentOffset w, Two turned) {
  const bool is_free[2] = {is_between(parameters[0]), is_between(parameters[1])};
  const auto steps = steps_to_nearest(p, is_free[0], is_free[1], w.gain);
  if (!steps) return 0;
  const auto& [s, t] = *steps;
  const V aside = difference(times(s.by, first(p.along)), times(t.by, second(p.along)));
  const V x = difference(w.x, aside);
  const SegmentOffset across(two(x, times(-1, x)), p);
  for (int k = 0; k < 2; ++k) {
    const double outward = parameters[k] > 0 ? across.gain[k] : -across.gain[k];
    const double least = step_error * step_error * across.xx * p.squares[k];
    const bool is_right = is_free[k] ? stays_between(parameters[k], k == 0 ? s : t) : outward > 0 && outward * outward > least;
    if (!is_right || turned[k] > most_beside_length * p.squares[k]) return 0;
  }
  const bool is_near = product(aside, aside) <= longest_step * (p.ee() + p.ff());
  return is_near && across.xx >= large_part * w.xx ? across.xx : 0;
}

}  // namespace graze::distance
