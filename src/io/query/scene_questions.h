#pragma once
/// The questions about whole scenes and about robots. Internal to the sources of io.

#include <graze/query_format.h>

#include "io/json/line.h"

namespace graze {

/// {"intersect", "pair_count", "pairs": [{"a", "b"}, …]}, of this and the following without "a" where that is a body outside.
[[nodiscard]] Result<OrderedJson> answer_scene_overlaps(const Question& question);
/// {"pair_count", "pairs": [{"a", "b", "status", "distance", "depth", "closest"}, …]}
[[nodiscard]] Result<OrderedJson> answer_scene_status(const Question& question);
/// {"pair_count", "pairs": [{"a", "b", "contacts": [{"set", "normal", "depth"}, …]}, …]}
[[nodiscard]] Result<OrderedJson> answer_scene_contacts(const Question& question);
/// {"pairs": [{"a", "b", "distance", "closest"}, …]}, the nearest first.
[[nodiscard]] Result<OrderedJson> answer_scene_closest_pairs(const Question& question);
/// {"contact", "status", "t_lo", "t_hi", "pairs": […]}: all that may be the first.
[[nodiscard]] Result<OrderedJson> answer_scene_first_contact(const Question& question);
/// {"contact", "pair_count", "pairs": […]}: when each pair meets.
[[nodiscard]] Result<OrderedJson> answer_scene_first_contacts(const Question& question);
/// {"a", "b", "distance", "least", "time", "closest"}
[[nodiscard]] Result<OrderedJson> answer_scene_closest_approach(const Question& question);
/// {"pair_count", "pairs": [{"a", "b", "spans": [{"begin", "end", "initial", "lasts"}, …]}, …]}
[[nodiscard]] Result<OrderedJson> answer_scene_timeline(const Question& question);
/// {"intersect", "hit_count", "hits": [{"body", "t", "point", "normal"}, …]}
[[nodiscard]] Result<OrderedJson> answer_scene_raycast(const Question& question);

/// {"edge_count", "valid_count", "edges": [{"valid", "status", "free", "a", "b"}, …]}
[[nodiscard]] Result<OrderedJson> answer_edges(const Question& question);
/// {"contact", "status", "t_lo", …, "clearance"}
[[nodiscard]] Result<OrderedJson> answer_trajectory(const Question& question);

}  // namespace graze
