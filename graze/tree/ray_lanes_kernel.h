#pragma once
/// The body of next_leaf, compiled once for each instruction set.

#include <bit>
#include <limits>

#include <graze/simd/lanes.h>
#include <graze/tree/ray_lanes.h>

namespace graze::tree::GRAZE_SIMD_TARGET {

using simd::GRAZE_SIMD_TARGET::Float8;

/// Bit k is set unless the line certainly passes by box k or comes to it too late; enter[k] is then not after the line meets it.
/// Intersects the times within three slabs |p - t q| <= h. A line along a slab has q = 0: the times are then infinite or, on the
/// very rim, no numbers, which change nothing. One reciprocal and two products take half the time of two quotients.
GRAZE_FORCE_INLINE unsigned enter_boxes(const LaneRay& ray, const sat::EightBoxes& eight, const Float8& before, float (&enter)[8]) {
  Float8 offset[3], half[3];
#pragma GCC unroll 3
  for (int k = 0; k < 3; ++k) {
    offset[k] = Float8::load(eight.center[k]) - Float8::load(ray.origin[k]);
    half[k] = Float8::load(eight.half_extents[k]);
  }
  const Float8 room = Float8(slab_room) * (half[0] + half[1] + half[2]) + Float8::load(ray.room);
  const Float8 direction[3] = {Float8::load(ray.direction[0]), Float8::load(ray.direction[1]), Float8::load(ray.direction[2])};
  Float8 first(0.0F), last(std::numeric_limits<float>::max());
#pragma GCC unroll 3
  for (int j = 0; j < 3; ++j) {
    const Float8 axis[3] = {Float8::load(eight.axes[j][0]), Float8::load(eight.axes[j][1]), Float8::load(eight.axes[j][2])};
    const Float8 speed = axis[0] * direction[0] + axis[1] * direction[1] + axis[2] * direction[2];
    const Float8 place = times_sign(axis[0] * offset[0] + axis[1] * offset[1] + axis[2] * offset[2], speed);
    const Float8 reach = half[j] + room;
    const Float8 slowness = Float8(1.0F) / abs(speed);
    first = larger(first, (place - reach) * slowness);
    last = smaller(last, (place + reach) * slowness);
  }
  first = first * Float8(1 - quotient_room);
  const auto apart = first > last * Float8(1 + quotient_room);
  first.store(enter);
  return (before > first).bits() & ~apart.bits();
}

/// Has the numbers of the triangles in reach while the boxes around them are looked at: leaves of a node follow each other. Of a
/// slot that is no leaf it asks for any number at all, which is cheaper than to find out.
GRAZE_FORCE_INLINE void look_ahead(const RayWalk& walk, Slot slot) { __builtin_prefetch(walk.order + slot.first()); }

/// The slot of the box that the line comes to first, an empty one if it comes to none; the others wait, the next one on top.
GRAZE_FORCE_INLINE Slot nearest_slot(RayWalk& walk, const Float8& before, const sat::EightBoxes& boxes, const Slot* slots) {
  alignas(32) float enter[8];
  look_ahead(walk, slots[0]);
  unsigned left = enter_boxes(*walk.ray, boxes, before, enter);
  if (left == 0) return {};
  const auto next = [&] {
    const int lane = std::countr_zero(left);
    left &= left - 1;
    return RayEntry(enter[lane], slots[lane]);
  };
  RayEntry nearest = next();
  for (const std::size_t bottom = walk.height; left != 0;) {
    RayEntry other = next();
    put_in_order(nearest, other);
    std::size_t place = walk.height++;
    for (; place > bottom && walk.waiting[place - 1].is_before(other); --place) walk.waiting[place] = walk.waiting[place - 1];
    walk.waiting[place] = other;
  }
  return nearest.slot();
}

GRAZE_FORCE_INLINE Slot nearest_slot(RayWalk& walk, const Float8& before, std::uint32_t node) {
  if (walk.nodes == nullptr) [[unlikely]] {
    sat::EightBoxes room;
    unpack(walk.compact[node], room);
    return nearest_slot(walk, before, room, &walk.compact[node].slots[0]);
  }
  return nearest_slot(walk, before, walk.nodes[node].boxes, &walk.nodes[node].slots[0]);
}

GRAZE_FORCE_INLINE Slot next_leaf_lanes(RayWalk& walk) {
  const Float8 before(walk.before);
  while (walk.height != 0) {
    const RayEntry entry = walk.waiting[--walk.height];
    if (!(entry.enter() < walk.before)) continue;
    Slot slot = entry.slot();
    while (!slot.is_leaf() && !slot.is_empty()) slot = nearest_slot(walk, before, slot.node());
    if (slot.is_leaf()) return slot;
  }
  return {};
}

}  // namespace graze::tree::GRAZE_SIMD_TARGET
