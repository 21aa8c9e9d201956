#pragma once
/// The questions of the geometer's tools: extents, separating directions, sides. Internal to the sources of io.

#include <graze/query_format.h>

#include "io/json/line.h"

namespace graze {

/// {"direction", "min", "max", "products", "points", "features"} or {"empty": true}; ends at infinity are null.
[[nodiscard]] Result<OrderedJson> answer_extent(const Question& question);
/// {"separates", "touches", "gap" or "overlap", "normal"}
[[nodiscard]] Result<OrderedJson> answer_separates(const Question& question);
/// {"side", "front", "back", "heights"}
[[nodiscard]] Result<OrderedJson> answer_side(const Question& question);

/// {"relation", "intersect", "distance", "parameters", "closest", "common"}
[[nodiscard]] Result<OrderedJson> answer_lines(const Question& question);
/// {"signed_distance", "inside", "closest", "normal"}
[[nodiscard]] Result<OrderedJson> answer_signed_distance(const Question& question);
/// As of an intersection, with the sets of common_region(), "triangle_count" and "triangles", "curves" of sections.
[[nodiscard]] Result<OrderedJson> answer_intersection(const Question& question);
/// As of a raycast, with the "barycentric" weights of hits on triangles.
[[nodiscard]] Result<OrderedJson> answer_raycast(const Question& question);

}  // namespace graze
