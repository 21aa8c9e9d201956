/// Walks the trees of two parts, whatever their motions are, by boxes around the ways of their boxes.

#include "scene/leaf_search.h"

#include <algorithm>

#include <Eigen/Geometry>

#include <graze/overlap.h>
#include <graze/pairs.h>

#include "body/view_of.h"
#include "mesh/leaf_parts.h"
#include "scene/course.h"
#include "scene/pair_sweep.h"
#include "scene/swept.h"
#include "tree/walk/traverse_to_depth.h"

namespace graze::scenes {
namespace {

/// Part k of a body alone, perhaps with another geometry in its place, and as a surface unless it is to be solid.
Record part_alone(const Record& whole, std::size_t k, std::shared_ptr<const SharedShape> shape, bool solid = false) {
  Record record;
  record.given.pose = whole.given.pose;
  record.given.motion = whole.given.motion;
  record.given.parts.push_back({shape->geometry, {}, solid, {}});
  record.in_body.push_back(whole.in_body[k]);
  record.shapes.push_back(std::move(shape));
  place(record, record.given.pose, record.placed);
  move_to(record, record.given.pose);
  return record;
}

std::shared_ptr<const SharedShape> shape_of(const Geometry& geometry) {
  return std::shared_ptr<const SharedShape>(new SharedShape{geometry, geometry, bound_of(geometry)});
}

/// What a walk ends at in a cloud of the plane is of the plane too: a point, or a box around the one of the tree.
Result<Geometry> geometry_at(const query::LeafPart& part, bool is_planar) {
  if (!is_planar) return Geometry::make(part.shape);
  if (const auto* point = std::get_if<Triangle>(&part.shape.value)) return Geometry::make(Shape2{Point2{point->v[0].head<2>()}});
  Vec2 reach = Vec2::Zero();
  for (std::size_t k = 0; k < 3; ++k)
    reach += part.box.half_extents[static_cast<Eigen::Index>(k)] * part.box.axes[k].head<2>().cwiseAbs();
  constexpr double up = 1 + 0x1p-48;  // a few roundings
  const Vec2 center = part.box.center.head<2>(), outward = (up - 1) * center.cwiseAbs() + up * reach;
  return Geometry::make(Shape2{Aabb2{center - outward, center + outward}});
}

/// A tree without boxes to open, for what is no mesh.
const MeshTree& tree_of_one() {
  static const Geometry point = *Geometry::make(Shape{PointCloud{{Vec3::Zero()}}});
  return *point.tree();
}

/// One part of a body, with what a walk needs of it.
class WalkedPart {
 public:
  WalkedPart(const Record& whole, std::size_t k, double t_max)
      : whole_(whole), k_(k), t_max_(t_max), in_boxes_(part_alone(whole, k, whole.shapes[k])) {
    if (!is_mesh()) way_ = swept_box(in_boxes_, 0, t_max);
  }

  [[nodiscard]] const Geometry& geometry() const { return whole_.shapes[k_]->geometry; }
  [[nodiscard]] bool is_mesh() const { return geometry().is_mesh(); }
  [[nodiscard]] const MeshTree& tree() const { return is_mesh() ? *geometry().tree() : tree_of_one(); }

  /// Holds what is in the box of the tree, throughout.
  [[nodiscard]] const Aabb& way_of(tree::BoxRef box) {
    if (!is_mesh() || (is_known_ && box.node() == last_.node() && box.lane() == last_.lane())) return way_;
    PartBound bound;
    bound.box = tree::box_in_mesh(tree().wide(), box.node(), box.lane());
    bound.ball = endless;
    in_boxes_.shapes[0] = std::shared_ptr<const SharedShape>(new SharedShape{geometry(), geometry(), bound});
    way_ = swept_box(in_boxes_, 0, t_max_);
    last_ = box;
    is_known_ = true;
    return way_;
  }

  struct End {
    Record record;
    std::int32_t triangle = -1;
    Obb box;  ///< of the tree or around the shape, in the frame of the part
    bool is_box = false;
  };
  [[nodiscard]] bool is_solid() const { return whole_.given.parts[k_].solid; }
  /// As the solid that it is, described by the box around it.
  [[nodiscard]] End whole() const {
    return {part_alone(whole_, k_, whole_.shapes[k_], is_solid()), -1, whole_.shapes[k_]->bound.box, true};
  }
  /// Where it is at a time.
  [[nodiscard]] Body body_at(double t, bool solid) const {
    return {geometry(), part_pose(whole_, k_, pose_at(whole_.given, t)), {}, solid};
  }

  /// What the walk ends at in this box.
  [[nodiscard]] std::vector<End> ends_at(tree::BoxRef box) const {
    std::vector<End> ends;
    if (!is_mesh()) {
      ends.push_back({part_alone(whole_, k_, whole_.shapes[k_]), -1, whole_.shapes[k_]->bound.box, false});
      return ends;
    }
    for (const query::LeafPart& part : query::parts_at(tree(), box)) {
      const auto shape = geometry_at(part, geometry().is_planar());
      if (shape) ends.push_back({part_alone(whole_, k_, shape_of(*shape)), part.triangle, part.box, part.triangle < 0});
    }
    return ends;
  }

  /// Outward at a point of the world, at a time. `toward` is the normal of the touching plane away from this part, if there is one.
  [[nodiscard]] Vec3 normal_at(const End& end, double t, const Vec3& point, const std::optional<Vec3>& toward) const {
    const Pose pose = part_pose(whole_, k_, pose_at(whole_.given, t));
    if (end.triangle >= 0) {
      const auto v = view_of(geometry()).triangle(static_cast<std::size_t>(end.triangle)).v;
      Vec3 normal = pose.rotation * (v[1] - v[0]).stableNormalized().cross((v[2] - v[0]).stableNormalized());
      normal.stableNormalize();
      return normal;
    }
    if (!end.is_box && toward) return *toward;
    Obb placed = end.box;
    placed.center = pose.to_world(placed.center);
    for (Vec3& axis : placed.axes) axis = pose.rotation * axis;
    return smoothed_normal(placed, point);
  }

 private:
  const Record& whole_;
  std::size_t k_;
  double t_max_;
  Record in_boxes_;  ///< the part, with a box in place of its shape
  Aabb way_ = empty_box();
  tree::BoxRef last_{};
  bool is_known_ = false;
};

class PartSearch {
 public:
  PartSearch(const Record& a, std::size_t i, const Record& b, std::size_t j, const SceneSearchOptions& question)
      : parts_{WalkedPart(a, i, question.t_max), WalkedPart(b, j, question.t_max)},
        places_{PartPlace{static_cast<std::uint32_t>(i), -1}, PartPlace{static_cast<std::uint32_t>(j), -1}},
        question_(question) {
    sweep_.t_max = question.t_max;
    sweep_.tolerance = question.tolerance;
  }

  [[nodiscard]] Result<bool> run(const OnLeafContact& on_contact) {
    const std::uint32_t limit = question_.max_depth.value_or(tree::any_depth);
    Result<bool> result = tell_if_nested(on_contact);
    if (!result || !*result) return result;
    const auto may_meet = [&](tree::BoxRef i, tree::BoxRef j) { return meet(parts_[0].way_of(i), parts_[1].way_of(j)); };
    tree::for_each_pair_to_depth(parts_[0].tree(), parts_[1].tree(), {limit, limit}, may_meet, [&](const tree::DepthPair& pair) {
      result = at_ends(pair.a.box, pair.b.box, on_contact);
      return result && *result;
    });
    return result;
  }

 private:
  /// Of solids one may be inside the other, where no triangles meet: from the start, or after a jump.
  [[nodiscard]] Result<bool> tell_if_nested(const OnLeafContact& on_contact) const {
    if (!parts_[0].is_solid() && !parts_[1].is_solid()) return true;
    const WalkedPart::End a = parts_[0].whole(), b = parts_[1].whole();
    const auto found = sweep_pair(a.record, b.record, sweep_, question_.t_max);
    if (!found) return tl::make_unexpected(found.error());
    if (found->status != TurningStatus::contact) return true;
    const double t = found->t_lo;
    const auto meet = [&](bool solid) {
      return overlap(parts_[0].body_at(t, solid && parts_[0].is_solid()), parts_[1].body_at(t, solid && parts_[1].is_solid()));
    };
    const auto as_solids = meet(true), as_surfaces = meet(false);
    if (!as_solids) return as_solids;
    if (!as_surfaces) return as_surfaces;
    return !*as_solids || *as_surfaces || on_contact(described(*found, a, b));
  }

  [[nodiscard]] Result<bool> at_ends(tree::BoxRef i, tree::BoxRef j, const OnLeafContact& on_contact) const {
    const auto ends_b = parts_[1].ends_at(j);
    for (const WalkedPart::End& a : parts_[0].ends_at(i)) {
      for (const WalkedPart::End& b : ends_b) {
        const auto found = sweep_pair(a.record, b.record, sweep_, question_.t_max);
        if (!found) return tl::make_unexpected(found.error());
        if (found->status == TurningStatus::contact && !on_contact(described(*found, a, b))) return false;
      }
    }
    return true;
  }

  [[nodiscard]] LeafContact described(const PairContact& found, const WalkedPart::End& a, const WalkedPart::End& b) const {
    LeafContact contact{found.t_lo, found.points[0], found.set, {LeafEnd{places_[0], {}}, LeafEnd{places_[1], {}}}};
    if (contact.set.points.empty()) contact.set.points.push_back(contact.point);
    contact.ends[0].place.triangle = a.triangle;
    contact.ends[1].place.triangle = b.triangle;
    contact.ends[0].normal = parts_[0].normal_at(a, found.t_lo, contact.point, found.normal);
    const std::optional<Vec3> back = found.normal ? std::optional<Vec3>(-*found.normal) : std::nullopt;
    contact.ends[1].normal = parts_[1].normal_at(b, found.t_lo, contact.point, back);
    return contact;
  }

  std::array<WalkedPart, 2> parts_;
  std::array<PartPlace, 2> places_;
  const SceneSearchOptions& question_;
  SceneTimeOptions sweep_;
};

}  // namespace

Result<bool> for_each_leaf_contact(const Record& a, const Record& b, const SceneSearchOptions& question,
                                   const OnLeafContact& on_contact) {
  for (std::size_t i = 0; i < a.shapes.size(); ++i) {
    for (std::size_t j = 0; j < b.shapes.size(); ++j) {
      auto go_on = PartSearch(a, i, b, j, question).run(on_contact);
      if (!go_on || !*go_on) return go_on;
    }
  }
  return true;
}

}  // namespace graze::scenes
