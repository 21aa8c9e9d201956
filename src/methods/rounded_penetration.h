#pragma once
/// How far linear and rounded shapes are in each other: where the cores are apart the radii less the distance, otherwise the depth
/// of the cores and the radii on top.

#include <optional>

#include <graze/answers.h>

#include "polytope/contact/penetration.h"
#include "views/rounded_body.h"

namespace graze::distance {

/// Nothing when the bodies are apart. The depth is infinite where no translation parts them: a line that runs into a half-space.
[[nodiscard]] std::optional<Penetration> penetration(const Rounded& a, const Rounded& b, sat::World world = sat::World::space,
                                                     sat::Manifold manifold = sat::Manifold::wanted);

}  // namespace graze::distance
