/// Looks at the contents of two leaves throughout a window: axes first, distances where these do not decide.

#include "motion/windows/leaf.h"

#include <algorithm>

#include <graze/distance.h>

#include "geometry/mirrored.h"
#include "mesh/distance.h"
#include "mesh/triangle_against_shape.h"
#include "motion/windows/support_window.h"
#include "motion/windows/triangle_window.h"
#include "triangle/closest.h"
#include "triangle/within.h"

namespace graze::windows {
namespace {

/// A clearance counts for more by this, so that its roundings do no harm. No unit.
constexpr double clearance_up = 1 + 0x1p-44;
/// What distances of curved shapes may be off by, relative, rounded up. No unit.
constexpr double curved_distance_error = 0x1p-19;

Triangle in_world(const PlacedShape& placed, std::uint32_t i) {
  const Triangle local = placed.shape->mesh->view().triangle(i);
  const auto in_place = [&](const Vec3& v) { return Vec3(turned(placed.pose.rotation, v) + placed.pose.translation); };
  return {{in_place(local.v[0]), in_place(local.v[1]), in_place(local.v[2])}};
}

PosedTriangle posed(const PlacedShape& placed, std::uint32_t i) {
  return place(placed.shape->mesh->view().triangle(i), placed.pose);
}

/// What gaps have to exceed.
double lift_of(const Margins& margins) { return 4 * margins.error + margins.clearance * clearance_up; }

/// They are not apart, or not known to be: near when this window is to end in an answer.
LeafAnswer end_of(const Margins& margins, double motion, double distance, const LeafTask& task) {
  const bool is_small = motion <= margins.tolerance / 2;
  if (task.is_last || (is_small && distance <= margins.clearance + margins.tolerance)) return {LeafStatus::near, distance};
  return {LeafStatus::open, distance};
}

/// Two triangles, exactly.
LeafAnswer look_at_triangles(const PairWindow& window, std::uint32_t i, std::uint32_t j, const LeafTask& task) {
  const Margins& margins = window.margins;
  TriangleWindow triangles(in_world(*window.a, i), in_world(*window.b, j), *window.motion, lift_of(margins));
  if (triangles.stay_apart()) return {LeafStatus::free};
  if (task.measures && triangles.were_apart() && triangles.separates_turning(triangles.widest())) return {LeafStatus::free};
  const double motion = triangles.motion();
  const bool ends = task.is_last || motion <= margins.tolerance / 2;
  if (triangles.were_apart() && !ends && !task.measures && margins.clearance == 0) return {.sleeps = triangles.sleeps()};
  const distance::PlacedSimplex a{posed(*window.a, i), 3}, b{posed(*window.b, j), 3};
  const Closest closest = distance::closest(a, b);
  if (closest.distance == 0 || (margins.clearance > 0 && closest.distance <= margins.clearance))
    return {LeafStatus::meeting, closest.distance};
  const Vec3 between = closest.points[1] - closest.points[0];
  if (triangles.separates(between)) return {LeafStatus::free, closest.distance};
  if (task.measures && triangles.separates_turning(between.normalized())) return {LeafStatus::free, closest.distance};
  return end_of(margins, motion, closest.distance, task);
}

/// At least one of them convex and not a triangle.
LeafAnswer look_at_convex(const PairWindow& window, std::uint32_t i, std::uint32_t j, const LeafTask& task) {
  const Margins& margins = window.margins;
  Triangle triangle_a, triangle_b;
  ConvexPart a{nullptr, window.a}, b{nullptr, window.b};
  if (window.a->shape->mesh != nullptr) {
    triangle_a = in_world(*window.a, i);
    a.triangle = &triangle_a;
  }
  if (window.b->shape->mesh != nullptr) {
    triangle_b = in_world(*window.b, j);
    b.triangle = &triangle_b;
  }
  const double radius = window.b->shape->radius, lift = lift_of(margins);
  const auto separates = [&](const Vec3& direction) {
    const double length = direction.norm();
    return length > 0 && gap_throughout(a, b, *window.motion, radius, direction / length) > lift;
  };
  const auto middle = [](const ConvexPart& part) {
    return part.triangle != nullptr ? Vec3((part.triangle->v[0] + part.triangle->v[1] + part.triangle->v[2]) / 3)
                                    : part.placed->center;
  };
  if (separates(middle(b) - middle(a))) return {LeafStatus::free};
  const Closest closest = closest_at_middle(window, i, j);
  if (closest.distance == 0 || closest.distance * (1 + curved_distance_error) <= margins.clearance)
    return {LeafStatus::meeting, closest.distance};
  if (separates(closest.points[1] - closest.points[0])) return {LeafStatus::free, closest.distance};
  return end_of(margins, greatest_motion(*window.motion, radius), closest.distance, task);
}

}  // namespace

Closest closest_at_middle(const PairWindow& window, std::uint32_t i, std::uint32_t j) {
  const WindowShape &a = *window.a->shape, &b = *window.b->shape;
  const auto index = [](std::uint32_t k) { return static_cast<std::int32_t>(k); };
  if (a.mesh != nullptr && b.mesh != nullptr) {
    const distance::PlacedSimplex in_a{posed(*window.a, i), 3}, in_b{posed(*window.b, j), 3};
    return query::named(distance::closest(in_a, in_b), index(i), index(j));
  }
  if (a.mesh != nullptr) {
    const query::TriangleAgainstShape shape(b.body.geometry.shape(), window.b->pose);
    return query::named(mirrored(shape.closest(posed(*window.a, i))), index(i), -1);
  }
  if (b.mesh != nullptr) {
    const query::TriangleAgainstShape shape(a.body.geometry.shape(), window.a->pose);
    return query::named(shape.closest(posed(*window.b, j)), -1, index(j));
  }
  Body in_a = a.body, in_b = b.body;
  in_a.pose = window.a->pose;
  in_b.pose = window.b->pose;
  const Result<Closest> closest = closest_points(in_a, in_b);
  return closest ? *closest : Closest{};  // two convex shapes in valid poses have nearest points
}

LeafAnswer look_at(const PairWindow& window, std::uint32_t i, std::uint32_t j, const LeafTask& task) {
  const bool triangles = window.a->shape->mesh != nullptr && window.b->shape->mesh != nullptr;
  return triangles ? look_at_triangles(window, i, j, task) : look_at_convex(window, i, j, task);
}

}  // namespace graze::windows
