/// Chooses the sweep that knows both shapes: polytopes, rounded or curved bodies.

#include "methods/shape_sweep.h"

#include "curved/sweep.h"
#include "methods/round_rest.h"
#include "methods/rounded_sweep.h"
#include "rounded/polytope_sweep.h"

namespace graze::query {

std::optional<Impact> shape_sweep(const PosedShape& a, const PosedShape& b, const sat::Velocities& velocities, double t_max) {
  const auto convex_a = sat::as_outline(a.shape, a.pose);
  const auto convex_b = sat::as_outline(b.shape, b.pose);
  if (convex_a && convex_b) return distance::sweep(*convex_a, *convex_b, velocities, t_max);
  const auto rounded_a = distance::as_rounded(a.shape, a.pose);
  const auto rounded_b = distance::as_rounded(b.shape, b.pose);
  if (rounded_a && rounded_b) return distance::sweep(*rounded_a, *rounded_b, velocities, t_max);
  auto impact = distance::sweep(*distance::as_curved(a.shape, a.pose), *distance::as_curved(b.shape, b.pose), velocities, t_max);
  if (impact) describe_round_rest(*impact, a, b, velocities);
  return impact;
}

}  // namespace graze::query
