#pragma once
/// Questions about two meshes that are asked again and again while the meshes move a little.
///
/// The caller holds one WarmStart for each pair of bodies. It remembers the triangles that decided the last answer, which are tried
/// first: an answer may come sooner, and is never a different one. A WarmStart belongs to one thread at a time; one that has seen
/// other bodies is useless and does no harm.

#include <optional>

#include <graze/answers.h>
#include <graze/error.h>
#include <graze/export.h>
#include <graze/geometry.h>
#include <graze/options.h>

namespace graze {

struct WarmStart {
  std::optional<TrianglePair> pair;  ///< met, were nearest or touched first
};

/// The answers of the functions without `memory`, which takes part only between meshes.
[[nodiscard]] GRAZE_API Result<bool> overlap(const Body& a, const Body& b, WarmStart& memory);
[[nodiscard]] GRAZE_API Result<Closest> closest_points(const Body& a, const Body& b, WarmStart& memory,
                                                       const DistanceOptions& options = {});
[[nodiscard]] GRAZE_API Result<std::optional<Impact>> sweep(const Body& a, const Body& b, WarmStart& memory,
                                                            const SweepOptions& options = {});

}  // namespace graze
