#pragma once
/// Conservative advancement on the distance of any two bodies that questions know: slower than turning_search.h, but for every
/// pair.

#include <graze/questions.h>
#include "motion/turning/reach.h"

namespace graze::query {

struct AdvanceTask {
  Times times;
  std::array<Reach, 2> reach;
  double tolerance = 0;  ///< length, >= 0
  std::size_t max_evaluations = 0;
};

/// Without t_hi. [Mirtich96, with the bound taken along the shortest way between convex bodies]
[[nodiscard]] Result<TurningImpact> advance_turning(const Body& a, const Body& b, const AdvanceTask& task);

}  // namespace graze::query
