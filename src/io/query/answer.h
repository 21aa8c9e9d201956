#pragma once
/// What queries answer, as JSON. Points have two numbers when both bodies are in the plane. Internal to the sources of io.

#include <graze/answers.h>
#include <graze/closest_approach.h>
#include <graze/fit.h>
#include <graze/integrate.h>
#include <graze/pairs.h>
#include <graze/penetration.h>

#include "io/json/line.h"

namespace graze {

[[nodiscard]] OrderedJson to_json(const Vec3& v, bool is_planar);
[[nodiscard]] OrderedJson to_json(const Feature& feature);
/// {"type": "empty" | "point" | "segment" | "polygon", "points": […]}
[[nodiscard]] OrderedJson to_json(const ContactSet& set, bool is_planar);
[[nodiscard]] OrderedJson to_json(const OverlapReport& report, bool is_planar);
/// [{"closed", "points", "pairs"}, …] and [{"pair", "points"}, …], added to the answer.
void add_curves(OrderedJson& answer, const IntersectionCurves& found);
[[nodiscard]] OrderedJson to_json(const Intersection& found, bool is_planar);
/// Of lists of pairs, here and below: "truncated": true where not all are listed.
[[nodiscard]] OrderedJson to_json(const TrianglePairs& found);
[[nodiscard]] OrderedJson to_json(const Closest& closest, bool is_planar);
[[nodiscard]] OrderedJson to_json(const Raycast& found, bool is_planar);
[[nodiscard]] OrderedJson to_json(const StatusReport& report);
[[nodiscard]] OrderedJson to_json(const std::optional<Impact>& impact, bool is_planar);
/// As of an impact, with "pair_count" and "pairs": [{"triangles", "set", "normal", "features"}, …] instead of one set.
[[nodiscard]] OrderedJson to_json(const std::optional<FirstContacts>& found);
/// {"time", "point", "parts": [{"triangle": 3, "normal"} or {"box": {"c", "axes", "h"}, "normal"}, …]}
[[nodiscard]] OrderedJson to_json(const DepthContact& contact);
[[nodiscard]] OrderedJson to_json(const TurningImpact& impact, bool is_planar);
[[nodiscard]] OrderedJson to_json(const ClosestApproach& found, bool is_planar);
/// What integrating a motion cost, and how far off it may be; not the path.
[[nodiscard]] OrderedJson to_json(const IntegratedMotion& motion);
[[nodiscard]] OrderedJson to_json(const std::optional<Penetration>& penetration, bool is_planar);
/// With "at_least".
[[nodiscard]] OrderedJson to_json(const SolidPenetration& penetration);
/// {"box": {"c", "axes", "h"}, …} or {"sphere": {"c", "r"}, …}, with "volume" and "area".
[[nodiscard]] OrderedJson to_json(const BoundingVolume& fitted);
/// {"box": {"c", "axes", "h"}, …} or {"circle": {"c", "r"}, …}, with "area".
[[nodiscard]] OrderedJson to_json(const BoundingArea& fitted);

}  // namespace graze
