#include <graze/distance/box_doubts.h>

#include <bit>
#include <cmath>
#include <variant>

#include <graze/distance/simple_boxes.h>
#include <graze/exact/bounded_double_double.h>

namespace graze::distance {
namespace {

using Number = BoundedDoubleDouble;
using Vector = Vector3<Number>;

/// A box as its numbers mean it: its axes need not be at right angles.
struct FineBox {
  Vector center;
  Vector axis[3];
  Number half[3];
  bool has_stored_axes = true;  ///< without error
};

FineBox stored(const Aabb& s) {
  FineBox box;
  const Number low[3] = {s.min.x(), s.min.y(), s.min.z()};
  const Number high[3] = {s.max.x(), s.max.y(), s.max.z()};
  const Number one_half = 0.5;
  for (int k = 0; k < 3; ++k) box.half[k] = one_half * (high[k] - low[k]);
  box.center = {one_half * (low[0] + high[0]), one_half * (low[1] + high[1]), one_half * (low[2] + high[2])};
  box.axis[0].x = box.axis[1].y = box.axis[2].z = 1.0;
  return box;
}

FineBox stored(const Obb& s) {
  FineBox box;
  box.center = lifted<Number>(s.center);
  for (int k = 0; k < 3; ++k) box.axis[k] = lifted<Number>(s.axes[static_cast<std::size_t>(k)]), box.half[k] = s.half_extents[k];
  return box;
}

Vector column(const Mat3& rotation, int k) { return lifted<Number>(rotation.col(k)); }

Vector turned(const Mat3& rotation, const Vector& v) {
  return v.x * column(rotation, 0) + v.y * column(rotation, 1) + v.z * column(rotation, 2);
}

template <class Box>
FineBox fine_box(const Box& s, const Pose& pose) {
  FineBox box = stored(s);
  if (is_unmoved(pose)) return box;
  box.center = turned(pose.rotation, box.center) + lifted<Number>(pose.translation);
  if constexpr (std::is_same_v<Box, Aabb>) {
    for (int k = 0; k < 3; ++k) box.axis[k] = column(pose.rotation, k);
  } else {
    for (Vector& axis : box.axis) axis = turned(pose.rotation, axis);
    box.has_stored_axes = false;
  }
  return box;
}

Number size_of(const Number& a) { return {abs(a.value), a.error}; }

/// Axes that doubles cannot decide, a bit for each in the order of any_axis(); where they see a gap it is certain.
struct Doubts {
  const sat::BoxPair<double>& boxes;
  AxisRoom room;
  unsigned open = 0;
  unsigned seen = 0;

  template <class Axis>
  bool operator()(const Axis& axis) {
    const double gap = std::fabs(axis.along(boxes.translation)) - axis.reach();
    if (!(gap < -room.doubt)) open |= 1U << seen;
    ++seen;
    return gap > room.gap;
  }
};

class FinePair {
 public:
  FinePair(const FineBox& a, const FineBox& b) : a_(a), b_(b), way_(b.center - a.center) {}

  /// Of the exact normal of a face or product of edges, numbered as any_axis() visits them.
  [[nodiscard]] Sign gap_sign(int number) const {
    if (number < 6) {
      const FineBox& box = number < 3 ? a_ : b_;
      const int k = number % 3, next = (k + 1) % 3, last = (k + 2) % 3;
      const Vector normal = cross(box.axis[next], box.axis[last]);
      const Number reach = of_edge(normal, box, k) + all_edges(normal, number < 3 ? b_ : a_);
      return sign_of(size_of(dot(normal, way_)) - reach);
    }
    const int i = (number - 6) / 3, j = (number - 6) % 3;
    if (a_.has_stored_axes && b_.has_stored_axes && are_parallel(a_.axis[i], b_.axis[j])) return Sign::zero;
    const Vector axis = cross(a_.axis[i], b_.axis[j]);
    const Number reach = other_edges(axis, a_, i) + other_edges(axis, b_, j);
    return sign_of(size_of(dot(axis, way_)) - reach);
  }

 private:
  [[nodiscard]] static Number of_edge(const Vector& axis, const FineBox& box, int k) {
    return box.half[k] * size_of(dot(axis, box.axis[k]));
  }
  /// Along an axis that is across edge k.
  [[nodiscard]] static Number other_edges(const Vector& axis, const FineBox& box, int k) {
    return of_edge(axis, box, (k + 1) % 3) + of_edge(axis, box, (k + 2) % 3);
  }
  [[nodiscard]] static Number all_edges(const Vector& axis, const FineBox& box) {
    return of_edge(axis, box, 0) + other_edges(axis, box, 0);
  }

  /// Of vectors of doubles, exactly.
  [[nodiscard]] static bool are_parallel(const Vector& u, const Vector& v) {
    const auto same = [](const Number& p, const Number& q, const Number& r, const Number& s) {
      return exact_product(p.value.hi, q.value.hi) == exact_product(r.value.hi, s.value.hi);
    };
    return same(u.y, v.z, u.z, v.y) && same(u.z, v.x, u.x, v.z) && same(u.x, v.y, u.y, v.x);
  }

  const FineBox& a_;
  const FineBox& b_;
  Vector way_;
};

template <class A, class B>
std::optional<bool> decided(const A& a, const Pose& pose_a, const B& b, const Pose& pose_b) {
  const PlacedBox at_a = placed_box(a, pose_a);
  const PlacedBox at_b = placed_box(b, pose_b);
  const PlacedPair pair(at_a, at_b);
  if (!pair.keeps_products()) return std::nullopt;
  Doubts doubts{pair.boxes, pair.room(shear_of(at_a) + shear_of(at_b))};
  if (sat::any_axis(pair.boxes, doubts, sat::CompleteRows{})) return false;
  const FineBox fine_a = fine_box(a, pose_a);
  const FineBox fine_b = fine_box(b, pose_b);
  const FinePair fine(fine_a, fine_b);
  bool is_certain = true;
  for (unsigned open = doubts.open; open != 0; open &= open - 1) {
    const Sign sign = fine.gap_sign(std::countr_zero(open));
    if (sign == Sign::positive) return false;
    is_certain = is_certain && sign != Sign::unknown;
  }
  return is_certain ? std::optional(true) : std::nullopt;
}

}  // namespace

std::optional<bool> boxes_meet_by_doubts(const Shape& a, const Pose& pose_a, const Shape& b, const Pose& pose_b) {
  const auto with_b = [&](const auto& box_a) -> std::optional<bool> {
    if (const auto* box = std::get_if<Obb>(&b.value)) return decided(box_a, pose_a, *box, pose_b);
    if (const auto* box = std::get_if<Aabb>(&b.value)) return decided(box_a, pose_a, *box, pose_b);
    return std::nullopt;
  };
  if (const auto* box = std::get_if<Obb>(&a.value)) return with_b(*box);
  if (const auto* box = std::get_if<Aabb>(&a.value)) return with_b(*box);
  return std::nullopt;
}

}  // namespace graze::distance
