/// Cuts a line, ray or segment to the part inside a convex body, by casting it from both ends.

#include "questions/common_part.h"

#include <cmath>
#include <utility>

#include <graze/overlap.h>

#include "body/pair.h"
#include "questions/ring.h"
#include "ray/convex.h"

namespace graze::query {
namespace {

using distance::Probe;

Probe reversed(Probe probe) {
  if (probe.end) {
    std::swap(probe.origin, *probe.end);
    probe.direction = -probe.direction;
    return probe;
  }
  return {probe.origin, -probe.direction, std::nullopt, -probe.t_max, -probe.t_min, probe.pose};
}

/// Does the common part begin at the first point of the cast, not at infinity?
bool has_beginning(const Probe& probe, const Raycast& cast) {
  if (std::isfinite(probe.t_min) || probe.direction == Vec3::Zero()) return true;
  return !cast.crossings.empty() && cast.crossings.front().entering;
}

/// In this direction the boundary is not crossed again after the first common point.
bool ends_where_it_begins(const Raycast& cast) { return !cast.crossings.empty() && cast.crossings.back().t == cast.t; }

Intersection part_of_line(const Probe& line, const Body& body) {
  const auto cast_along = [&](const Probe& probe) { return *distance::raycast(probe, body.geometry.shape(), body.pose); };
  const Raycast forward = cast_along(line);
  Intersection found{.intersect = forward.intersect, .set = ContactSet{}, .pair_count = {}, .pairs = {}};
  if (!forward.intersect) return found;
  const Probe backward = reversed(line);
  const Raycast from_end = cast_along(backward);
  if (!has_beginning(line, forward) || !has_beginning(backward, from_end)) {
    found.set.reset();
    return found;
  }
  found.set->points = {forward.point};
  const bool is_point = forward.point == from_end.point || (ends_where_it_begins(forward) && ends_where_it_begins(from_end));
  if (!is_point) found.set->points.push_back(from_end.point);
  return found;
}

/// The position of a point, or of a ball without radius.
std::optional<Vec3> as_point(const Body& body) {
  const auto& shape = body.geometry.shape().value;
  if (const auto* point = std::get_if<Point>(&shape)) return body.pose.to_world(point->p);
  const auto* ball = std::get_if<Sphere>(&shape);
  return ball != nullptr && ball->radius == 0 ? std::optional(body.pose.to_world(ball->center)) : std::nullopt;
}

Intersection part_of_point(const Vec3& position, const Body& point, const Body& body) {
  Intersection found{.intersect = *overlap(point, body), .set = ContactSet{}, .pair_count = {}, .pairs = {}};
  if (found.intersect) found.set->points = {position};
  return found;
}

std::optional<Probe> as_line(const Body& body) { return distance::as_probe(body.geometry.shape(), body.pose); }

std::optional<Region> endless_part_of(const Probe& line, const Body& body) {
  const auto cast_along = [&](const Probe& probe) { return *distance::raycast(probe, body.geometry.shape(), body.pose); };
  const Raycast forward = cast_along(line);
  if (!forward.intersect || line.end) return std::nullopt;
  const Probe backward = reversed(line);
  const Raycast from_end = cast_along(backward);
  const bool begins = has_beginning(line, forward), ends = has_beginning(backward, from_end);
  const Vec3 along = line.pose.rotation * line.direction;
  if (begins && ends) return std::nullopt;
  if (begins) return Region{Ray{forward.point, along}};
  if (ends) return Region{Ray{from_end.point, Vec3(Vec3::Zero() - along)}};
  return Region{Line{line.pose.to_world(line.origin), along}};
}

}  // namespace

std::optional<Region> endless_part(const Body& a, const Body& b) {
  if (is_mesh(a) || is_mesh(b) || any_is_ring(a, b)) return std::nullopt;
  if (const auto line = as_line(a)) return endless_part_of(*line, b);
  if (const auto line = as_line(b)) return endless_part_of(*line, a);
  return std::nullopt;
}

std::optional<Intersection> common_part(const Body& a, const Body& b) {
  if (is_mesh(a) || is_mesh(b)) return std::nullopt;
  if (const auto position = as_point(a)) return part_of_point(*position, a, b);
  if (const auto position = as_point(b)) return part_of_point(*position, b, a);
  if (any_is_ring(a, b)) return std::nullopt;  // a line may pass through it twice
  if (const auto line = as_line(a)) return part_of_line(*line, b);
  if (const auto line = as_line(b)) return part_of_line(*line, a);
  return std::nullopt;
}

}  // namespace graze::query
