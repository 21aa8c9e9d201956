/// Walks down pairs of trees in one window of time, as far as the motion within it is worth it.

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>

#include <Eigen/Geometry>

#include "motion/windows/search.h"
#include "tree/nodes/wide_box.h"

namespace graze::windows {
namespace {

using tree::BoxRef;
using tree::NodesView;
using tree::Slot;

/// Boxes are opened when the sum of their half extents is more than this times the motion within the window: below it halving the
/// time settles more than opening does. No unit. Measured with benchmarks/robot_bench.cpp: 2 to 4 are alike, 8 costs 15 % more.
constexpr double worth_opening = 3;

/// The same of the motion across the faces of the other box. No unit. Measured likewise.
constexpr double worth_across = 16;

/// Whole shapes are left to their balls until the motion is below this many times the larger radius. No unit. Measured likewise.
constexpr double worth_boxes = 2;

/// In the coordinates of the tree.
Obb stored_box(const PlacedShape& placed, BoxRef box) {
  sat::EightBoxes buffer;
  return tree::stored_box(NodesView(placed.shape->wide()).open(box, buffer), box.lane());
}

/// The least motion of the one that moves along a face normal of a box, about: what slides along a face hardly moves across it, and
/// smaller boxes are apart along that normal throughout the window.
double motion_across(const PlacedShape& shape_with_faces, BoxRef faces, const PlacedShape& moving_shape, BoxRef moving,
                     const tree::WindowMotion& motion) {
  const Obb box = stored_box(moving_shape, moving);
  const double unit = moving_shape.shape->unit, radius = unit * box.half_extents.norm();
  const Vec3 center = moving_shape.center + turned(moving_shape.pose.rotation, unit * box.center);
  const Vec3 arm = center - motion.reference, turned_arm = motion.turn.cross(arm);
  const Vec3 shift = motion.shift + turned_arm;
  const Vec3 bend = motion.bend + motion.bend_turn.cross(arm) + 0.5 * motion.turn.cross(turned_arm);
  const double reach = arm.norm() + radius;
  const double most = motion.most[0] + motion.most[1] * reach, rest = motion.rest[0] + motion.rest[1] * reach;
  const double flat = motion.flat[0] + motion.flat[1] * reach;
  double least = std::numeric_limits<double>::infinity();
  for (const Vec3& axis : stored_box(shape_with_faces, faces).axes) {
    const Vec3 n = turned(shape_with_faces.pose.rotation, axis);
    const double spread = n.cross(motion.turn).norm() * radius;
    const double along = n.dot(motion.normal), third = flat > 0 ? rest + flat * std::sqrt(std::max(0.0, 1 - along * along)) : rest;
    least = std::min(least, std::abs(n.dot(shift)) + spread + std::min(most, std::abs(n.dot(bend)) + third));
  }
  return least;
}

}  // namespace

void WindowSearch::enter(std::uint32_t k) {
  const ShapePair& pair = scene_.pairs()[k];
  entered_ = k;
  has_entered_ = true;
  pair_.pair = &pair;
  pair_.a = &room_.frames.placed(pair.a);
  pair_.b = &room_.frames.placed(pair.b);
  pair_.motion = &room_.frames.motion(pair.sight);
  pair_.margins = {task_.clearance, task_.tolerance, room_.frames.error()};
  if (least_ != nullptr) pair_.margins.clearance = std::max(0.0, least_->distance - slack_);
  motion_ = room_.frames.greatest_motion_of(pair.sight);
  is_final_ = is_last_ || motion_ <= (least_ != nullptr ? slack_ : task_.tolerance) / 2;
  a_in_b_.reset();
  b_in_a_.reset();
}

WindowSearch::Outcome WindowSearch::look(const Item& item) {
  std::vector<Item>& todo = room_.todo;
  todo.clear();
  todo.push_back(item);
  while (!todo.empty()) {
    const Item next = todo.back();
    todo.pop_back();
    if (next.kind == Item::Kind::leaves) {
      const Outcome outcome = look_at_leaves(next);
      if (outcome != Outcome::done) return outcome;
    } else if (next.kind == Item::Kind::whole) {
      look_at_whole(next);
    } else {
      look_at_boxes(next);
    }
  }
  return Outcome::done;
}

WindowSearch::Outcome WindowSearch::look_at_leaves(const Item& item) {
  ++looks_;
  const LeafAnswer answer = look_at(pair_, item.first, item.second, {is_last_ && least_ == nullptr, least_ != nullptr});
  if (least_ != nullptr) {
    if (answer.distance >= 0 && answer.distance < least_->distance) {
      *least_ = {answer.distance, entered_, time_};
      pair_.margins.clearance = std::max(0.0, least_->distance - slack_);
    }
    if (answer.status != LeafStatus::free) room_.items.push_back(item);
    return Outcome::done;
  }
  meeting_ = {item.first, item.second};
  switch (answer.status) {
    case LeafStatus::free: return Outcome::done;
    case LeafStatus::meeting: return Outcome::meeting;
    case LeafStatus::near: return is_instant_ ? Outcome::done : Outcome::near;
    case LeafStatus::open: break;
  }
  room_.items.push_back(item);
  room_.items.back().sleeps = answer.sleeps;
  return Outcome::done;
}

void WindowSearch::look_at_whole(const Item& item) {
  ++looks_;
  if (balls_stay_apart(pair_, motion_)) return;
  const double larger = std::max(pair_.a->shape->radius, pair_.b->shape->radius);
  if (motion_ > worth_boxes * larger && !is_final_) {
    room_.items.push_back(item);
    return;
  }
  room_.todo.push_back({item.pair, 0, 0, Item::Kind::eight_of_b, 1});
}

/// Bit k is set unless box k is free of the one throughout.
unsigned WindowSearch::test(const Item& item) {
  ++looks_;
  const bool eight_of_a = item.kind == Item::Kind::eight_of_a;
  std::optional<tree::WindowView>& view = eight_of_a ? b_in_a_ : a_in_b_;
  const PlacedShape &from = eight_of_a ? *pair_.b : *pair_.a, &to = eight_of_a ? *pair_.a : *pair_.b;
  if (!view) {
    const ShapePair& pair = *pair_.pair;
    view.emplace(eight_of_a ? pair.b_in_a : pair.a_in_b, from.frame(), to.frame(), *pair_.motion, eight_of_a, pair_.margins.error,
                 pair_.margins.clearance);
  }
  const BoxRef one = BoxRef::of_number(item.first);
  sat::EightBoxes buffer_one, buffer_eight;
  const sat::EightBoxes& boxes = NodesView(from.shape->wide()).open(one, buffer_one);
  const sat::EightBoxes& eight = NodesView(to.shape->wide()).open(item.second, buffer_eight);
  return view->test(boxes, one.lane(), eight) & item.lanes;
}

void WindowSearch::look_at_boxes(Item item) {
  unsigned left = 0;
  for (unsigned rest = test(item); rest != 0; rest &= rest - 1) {
    const auto lane = static_cast<std::uint32_t>(std::countr_zero(rest));
    if (!open(item, lane)) left |= 1U << lane;
  }
  item.lanes = static_cast<std::uint8_t>(left);
  if (left != 0) room_.items.push_back(item);
}

/// Opens the larger of the one box and the one in the lane, if that is worth it.
bool WindowSearch::open(const Item& item, std::uint32_t lane) {
  const bool eight_of_a = item.kind == Item::Kind::eight_of_a;
  const PlacedShape &from_shape = *(eight_of_a ? pair_.b : pair_.a), &to_shape = *(eight_of_a ? pair_.a : pair_.b);
  const NodesView from_nodes(from_shape.shape->wide()), to_nodes(to_shape.shape->wide());
  const BoxRef one = BoxRef::of_number(item.first), other(item.second, static_cast<int>(lane));
  const double size_one = from_shape.shape->unit * from_nodes.size(one), size_other = to_shape.shape->unit * to_nodes.size(other);
  const Slot slot_one = from_nodes.slot(one), slot_other = to_nodes.slot(other);
  const bool are_leaves = slot_one.is_leaf() && slot_other.is_leaf();
  const bool opens_other = slot_one.is_leaf() || (!slot_other.is_leaf() && size_other > size_one);
  const double opened = are_leaves ? std::min(size_one, size_other) : opens_other ? size_other : size_one;
  if (!is_final_ && opened < worth_opening * motion_) {
    const PlacedShape& moving_shape = eight_of_a ? from_shape : to_shape;
    const BoxRef moving = eight_of_a ? one : other;
    const bool by_one = are_leaves ? size_one > size_other : opens_other;
    const double across = by_one ? motion_across(from_shape, one, moving_shape, moving, *pair_.motion)
                                 : motion_across(to_shape, other, moving_shape, moving, *pair_.motion);
    if (opened < worth_across * across) return false;
  }
  if (are_leaves) {
    open_leaves(eight_of_a ? slot_other : slot_one, eight_of_a ? slot_one : slot_other);
  } else if (opens_other) {
    room_.todo.push_back({item.pair, item.first, slot_other.node(), item.kind, 0xff});
  } else {
    const auto kind = eight_of_a ? Item::Kind::eight_of_b : Item::Kind::eight_of_a;
    room_.todo.push_back({item.pair, item.second * 8 + lane, slot_one.node(), kind, 0xff});
  }
  return true;
}

void WindowSearch::open_leaves(Slot slot_a, Slot slot_b) {
  const auto triangles = [](const WindowShape& shape, Slot slot) {
    static constexpr std::uint32_t only[1] = {0};
    return shape.mesh != nullptr ? shape.mesh->order().subspan(slot.first(), slot.count()) : std::span<const std::uint32_t>(only);
  };
  for (const std::uint32_t i : triangles(*pair_.a->shape, slot_a)) {
    for (const std::uint32_t j : triangles(*pair_.b->shape, slot_b)) room_.todo.push_back({entered_, i, j, Item::Kind::leaves, 0});
  }
}

}  // namespace graze::windows
