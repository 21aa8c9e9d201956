#pragma once
/// The contents of the leaves of two turning trees, and how long they certainly stay apart.

#include <optional>

#include <Eigen/Geometry>

#include "body/pair.h"
#include "box/margin.h"
#include "geometry/frame.h"
#include "geometry/mirrored.h"
#include "mesh/distance.h"
#include "mesh/shape.h"
#include "motion/pose_at.h"
#include "motion/turning/search.h"
#include "motion/turning/tree.h"
#include "tree/nodes/box_ref.h"
#include "triangle/closest.h"

namespace graze::query {

/// What distances of curved shapes may be off by where they are smallest, relative, rounded up. No unit.
/// SweepTurningMeshAndShape.IsNeverLate
inline constexpr double leaf_distance_error = 0x1p-19;

/// Ratio of two sizes, as an exponent of two, beyond which products in the units of the smaller tree may overflow.
/// SweepTurningMeshes.AnswerFarFromTheOriginAndForVeryDifferentSizes
inline constexpr int most_different = 20;

/// The time at which leaves of two trees are examined, and the margins.
struct Moment {
  const TurningTree& a;
  const TurningTree& b;
  double time;
  double tolerance;
  double error;  ///< of coordinates, length
  LeafMargins margins;
};

/// How long a pair is certainly free or, when it is not even now, where it meets.
struct LeafAnswer {
  double free = 0;
  std::optional<Closest> contact;
};

/// Distances cost more than axes, so only what is close along all axes is measured.
template <class Free, class Measure>
LeafAnswer answer(Free& free, const Moment& now, const Measure& measure) {
  if (!(free.gap() > now.tolerance)) {
    const Closest closest = measure();
    if (closest.distance <= now.margins.clearance + now.tolerance) return {0, closest};
    free.try_axis(closest.points[1] - closest.points[0]);
    free.try_distance(closest.distance * (1 - leaf_distance_error));
  }
  return {free.time(), std::nullopt};
}

/// What is in the leaves of two meshes.
class TwoMeshes {
 public:
  TwoMeshes(const TurningMesh& a, const TurningMesh& b) : a_(a), b_(b) {}

  [[nodiscard]] const tree::WideTree& wide_a() const { return a_.tree->wide(); }
  [[nodiscard]] const tree::WideTree& wide_b() const { return b_.tree->wide(); }
  [[nodiscard]] TurningTree tree_a() const { return {a_.tree->wide(), a_.pose, a_.motion, a_.reach}; }
  [[nodiscard]] TurningTree tree_b() const { return {b_.tree->wide(), b_.pose, b_.motion, b_.reach}; }
  [[nodiscard]] double shear() const { return sat::relative_pose_with_errors(a_.pose, b_.pose).shear; }

  template <class Look>
  void each_pair(tree::Slot slot_a, tree::Slot slot_b, Look&& look) const {
    tree::each_triangle_pair(*a_.tree, slot_a, *b_.tree, slot_b, look);
  }

  /// Nothing but boxes bounds them before their triangles do.
  static constexpr bool knows_more_than_boxes = false;

  [[nodiscard]] LeafAnswer look(const Moment& now, std::uint32_t i, std::uint32_t j) const {
    const MovingTriangle& a = moving_a(now, i);
    const MovingTriangle b = now.b.triangle(b_.tree->view().triangle(j), now.error);
    FreeTriangles free(a, b, now.margins);
    free.try_best_axes();
    if (!(free.gap() > now.tolerance)) free.try_all_axes();  // before their distance is measured
    return answer(free, now, [&] {
      const Pose pose_a = pose_at(a_.pose, a_.motion, now.time), pose_b = pose_at(b_.pose, b_.motion, now.time);
      return named(distance::closest(distance::placed_triangle(a_.tree->view().triangle(i), pose_a),
                                     distance::placed_triangle(b_.tree->view().triangle(j), pose_b)),
                   static_cast<std::int32_t>(i), static_cast<std::int32_t>(j));
    });
  }

 private:
  /// The last one is kept: those of b's leaf come one after the other.
  [[nodiscard]] const MovingTriangle& moving_a(const Moment& now, std::uint32_t i) const {
    if (i != last_a_ || now.time != last_time_) {
      last_moving_a_ = now.a.triangle(a_.tree->view().triangle(i), now.error);
      last_a_ = i;
      last_time_ = now.time;
    }
    return last_moving_a_;
  }

  const TurningMesh& a_;
  const TurningMesh& b_;
  mutable MovingTriangle last_moving_a_;
  mutable std::uint32_t last_a_ = 0xffffffff;  ///< meshes have fewer
  mutable double last_time_ = 0;
};

/// A rotation that is off from orthonormal by its defect changes lengths by less than this times the defect. No unit.
/// SweepTurningMeshAndShape.MakesRoomForRotationsOfSinglePrecision
inline constexpr double shear_factor = 4;

[[nodiscard]] inline Frame columns_of(const Mat3& m) { return {m.col(0), m.col(1), m.col(2)}; }

/// A mesh, and a convex shape in the one leaf of its tree.
class MeshAndConvex {
 public:
  MeshAndConvex(const TurningMesh& a, const TurningConvex& b)
      : a_(a),
        b_(b),
        support_(SupportSum::of(*b.shape)),
        blur_(shear_factor * orthonormality_defect(columns_of(b.pose.rotation)) * support_->roundness()),
        box_(one_box_around(*support_, blur_, a.tree->wide().exponent + most_different)) {}

  [[nodiscard]] const tree::WideTree& wide_a() const { return a_.tree->wide(); }
  [[nodiscard]] const tree::WideTree& wide_b() const { return box_; }
  [[nodiscard]] TurningTree tree_a() const { return {a_.tree->wide(), a_.pose, a_.motion, a_.reach}; }
  [[nodiscard]] TurningTree tree_b() const { return {box_, b_.pose, b_.motion, b_.reach.center}; }
  [[nodiscard]] double shear() const { return sat::relative_pose_with_errors(a_.pose, b_.pose).shear; }

  template <class Look>
  void each_pair(tree::Slot slot_a, tree::Slot /*the only one*/, Look&& look) const {
    for (const std::uint32_t i : a_.tree->order().subspan(slot_a.first(), slot_a.count())) {
      if (!look(i, 0)) return;
    }
  }

  static constexpr bool knows_more_than_boxes = true;
  /// The shape is smaller than its box: for how long it certainly is apart from a box of the mesh.
  [[nodiscard]] double free_time(const Moment& now, tree::BoxRef box_a) const {
    if (support_->is_box()) return 0;
    const MovingCell cell = now.a.cell(box_a.node(), box_a.lane(), now.error);
    const MovingConvex convex = now.b.convex(*support_, b_.reach.axis, blur_, now.error);
    FreeConvex free(cell, convex, now.margins);
    free.try_likely_axes();
    return free.time();
  }

  [[nodiscard]] LeafAnswer look(const Moment& now, std::uint32_t i, std::uint32_t /*the only one*/) const {
    const Triangle triangle = a_.tree->view().triangle(i);
    const MovingTriangle a = now.a.triangle(triangle, now.error);
    const MovingConvex b = now.b.convex(*support_, b_.reach.axis, blur_, now.error);
    FreeConvex free(a, b, now.margins);
    free.try_likely_axes();
    return answer(free, now, [&] {
      const Pose pose_a = pose_at(a_.pose, a_.motion, now.time);
      const Pose pose_b = pose_at(b_.body->pose, b_.body->motion, now.time);
      const TriangleAgainstShape leaf(b_.body->geometry.shape(), pose_b);
      return named(mirrored(leaf.closest(place(triangle, pose_a))), static_cast<std::int32_t>(i), -1);
    });
  }

 private:
  const TurningMesh& a_;
  const TurningConvex& b_;
  std::optional<SupportSum> support_;
  double blur_;
  const tree::WideTree& box_;
};

}  // namespace graze::query
