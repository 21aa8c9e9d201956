#pragma once
/// The time window of two moving boxes in the widest registers of the processor.

#include "box/kernels.h"

namespace graze::sat {

[[nodiscard]] inline MayOverlapDuring may_overlap_during_of_processor() { return box_kernels().may_overlap_during; }

}  // namespace graze::sat
