#pragma once
/// How far must one convex polytope be pushed, and in which direction, to end an overlap? The least over the axes of the overlap
/// of projections by length: the nearest facet of the Minkowski difference. Unbiased: edges and faces compete on depth alone.

#include <optional>

#include <graze/answers.h>

#include "polytope/convex_pair.h"

namespace graze::sat {

enum class World : bool { space, plane };

/// Who asks for the depth alone gets no points, which take time and heap.
enum class Manifold : bool { unwanted, wanted };

/// Nothing when the bodies are apart; depth 0 when they touch. In the plane only axes with z = 0 count.
[[nodiscard]] std::optional<Penetration> penetration(const Convex& a, const Convex& b, World world = World::space,
                                                     Manifold manifold = Manifold::wanted);

}  // namespace graze::sat
