#pragma once
/// The conservative test of two oriented boxes in the widest registers of the processor: three axes at a time instead of one.

#include "box/may_overlap.h"

namespace graze::sat {

using MayOverlap = bool (*)(const Obb& a, const Obb& b, const RelativePose& b_in_a, const PairMargin& margin);

/// The fastest of them here. All promise what may_overlap() does; within the margin their answers may differ.
[[nodiscard]] MayOverlap may_overlap_of_processor();

/// The variants it chooses from.
[[nodiscard]] bool may_overlap_baseline(const Obb& a, const Obb& b, const RelativePose& b_in_a, const PairMargin& margin);
[[nodiscard]] bool may_overlap_avx2(const Obb& a, const Obb& b, const RelativePose& b_in_a, const PairMargin& margin);

}  // namespace graze::sat
