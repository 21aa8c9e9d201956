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

double in_world(double stored, const tree::WideTree& tree) { return std::ldexp(stored, -tree.exponent); }

/// A box of a tree, in the world.
struct PlacedBox {
  Vec3 center;
  std::array<Vec3, 3> axes;
  double radius;
};

PlacedBox placed_box(const PlacedShape& placed, BoxRef box) {
  const tree::WideTree& tree = placed.shape->wide();
  sat::EightBoxes buffer;
  const Obb stored = tree::stored_box(NodesView(tree).open(box, buffer), box.lane());
  const Mat3& rotation = placed.pose.rotation;
  return {placed.center + turned(rotation, std::ldexp(1.0, -tree.exponent) * stored.center),
          {turned(rotation, stored.axes[0]), turned(rotation, stored.axes[1]), turned(rotation, stored.axes[2])},
          in_world(stored.half_extents.norm(), tree)};
}

/// The least motion of the one that moves along a face normal of a box, about: what slides along a face hardly moves across it, and
/// smaller boxes are apart along that normal throughout the window.
double motion_across(const PlacedBox& faces, const PlacedBox& moving, const tree::WindowMotion& motion) {
  const Vec3 arm = moving.center - motion.reference, turned = motion.turn.cross(arm);
  const Vec3 shift = motion.shift + turned;
  const Vec3 bend = motion.bend + motion.bend_turn.cross(arm) + 0.5 * motion.turn.cross(turned);
  const double reach = arm.norm() + moving.radius;
  const double most = motion.most[0] + motion.most[1] * reach, rest = motion.rest[0] + motion.rest[1] * reach;
  double least = std::numeric_limits<double>::infinity();
  for (const Vec3& n : faces.axes) {
    const double spread = n.cross(motion.turn).norm() * moving.radius;
    least = std::min(least, std::abs(n.dot(shift)) + spread + std::min(most, std::abs(n.dot(bend)) + rest));
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
  const tree::WideTree &from = (eight_of_a ? pair_.b : pair_.a)->shape->wide(),
                       &to = (eight_of_a ? pair_.a : pair_.b)->shape->wide();
  const NodesView from_nodes(from), to_nodes(to);
  const BoxRef one = BoxRef::of_number(item.first), other(item.second, static_cast<int>(lane));
  const double size_one = in_world(from_nodes.size(one), from), size_other = in_world(to_nodes.size(other), to);
  const Slot slot_one = from_nodes.slot(one), slot_other = to_nodes.slot(other);
  const bool are_leaves = slot_one.is_leaf() && slot_other.is_leaf();
  const bool opens_other = slot_one.is_leaf() || (!slot_other.is_leaf() && size_other > size_one);
  const double opened = are_leaves ? std::min(size_one, size_other) : opens_other ? size_other : size_one;
  if (!is_final_ && opened < worth_opening * motion_) {
    const PlacedBox box_one = placed_box(*(eight_of_a ? pair_.b : pair_.a), one);
    const PlacedBox box_other = placed_box(*(eight_of_a ? pair_.a : pair_.b), other);
    const PlacedBox& moving = eight_of_a ? box_one : box_other;
    const bool by_one = are_leaves ? size_one > size_other : opens_other;
    if (opened < worth_across * motion_across(by_one ? box_one : box_other, moving, *pair_.motion)) return false;
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
