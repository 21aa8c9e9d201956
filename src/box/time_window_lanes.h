#pragma once
/// The time window of two moving boxes in the widest registers of the processor: three axes at a time instead of one.

#include "box/time_window.h"

namespace graze::sat {

using MayOverlapDuring = std::optional<TimeWindow> (*)(const Obb& a, const Obb& b, const RelativePose& b_in_a,
                                                       const PairMargin& margin, const PairMotion& motion, double t_max);

/// The fastest of them here. All promise what may_overlap_during() does; within the margin their answers may differ.
[[nodiscard]] MayOverlapDuring may_overlap_during_of_processor();

/// The variants it chooses from.
[[nodiscard]] std::optional<TimeWindow> may_overlap_during_baseline(const Obb& a, const Obb& b, const RelativePose& b_in_a,
                                                                    const PairMargin& margin, const PairMotion& motion,
                                                                    double t_max);
[[nodiscard]] std::optional<TimeWindow> may_overlap_during_avx2(const Obb& a, const Obb& b, const RelativePose& b_in_a,
                                                                const PairMargin& margin, const PairMotion& motion, double t_max);

}  // namespace graze::sat
