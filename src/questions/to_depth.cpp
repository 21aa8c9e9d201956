/// Overlap and contacts of two meshes down to a given depth of their trees.

#include <cmath>
#include <vector>

#include <Eigen/Geometry>

#include <graze/pairs.h>

#include "body/pair.h"
#include "box/kernels.h"
#include "box/margin.h"
#include "geometry/interrupted.h"
#include "mesh/leaf_parts.h"
#include "methods/rounded_closest.h"
#include "polytope/contact/sweep.h"
#include "tree/walk/traverse_to_depth.h"

namespace graze {
namespace {

using namespace query;

Obb box_of(const MeshTree& tree, tree::BoxRef box) { return tree::box_in_mesh(tree.wide(), box.node(), box.lane()); }

sat::BoxBounds bounds_of(const Obb& box) { return {orthonormality_defect(box.axes), box.center.lpNorm<1>()}; }

Obb placed_box(const Obb& box, const Pose& pose, const Vec3& moved) {
  Obb result{pose.to_world(box.center) + moved, {}, box.half_extents};
  for (std::size_t i = 0; i < 3; ++i) result.axes[i] = pose.rotation * box.axes[i];
  return result;
}

DepthPart described_part(const LeafPart& part, const PlacedMesh& mesh, double time, const Vec3& point) {
  DepthPart result{part.triangle, placed_box(part.box, mesh.pose, time * mesh.velocity), Vec3::Zero()};
  if (part.triangle < 0) {
    result.normal = smoothed_normal(result.box, point);
  } else {
    const auto& v = std::get<Triangle>(part.shape.value).v;
    result.normal = mesh.pose.rotation * (v[1] - v[0]).stableNormalized().cross((v[2] - v[0]).stableNormalized());
    result.normal.stableNormalize();
  }
  return result;
}

Vec3 middle_of(const ContactSet& set) {
  Vec3 sum = Vec3::Zero();
  for (const Vec3& p : set.points) sum += p;
  return sum / static_cast<double>(set.points.size());
}

class DepthSearch {
 public:
  DepthSearch(const PlacedMesh& a, const PlacedMesh& b, const DepthOptions& options)
      : a_(a),
        b_(b),
        t_max_(options.t_max),
        max_{options.max_depths[0].value_or(tree::any_depth), options.max_depths[1].value_or(tree::any_depth)} {}

  /// on_parts(const LeafPart&, const LeafPart&) -> bool for parts whose boxes, all the way up, may meet.
  template <class OnParts>
  bool for_each_pair(OnParts&& on_parts) const {
    const sat::RelativePose b_in_a = sat::relative_pose_with_errors(a_.pose, b_.pose);
    const sat::PairMotion motion = sat::pair_motion(b_.velocity - a_.velocity, b_in_a);
    const sat::MayOverlapDuring may_overlap_during = sat::box_kernels().may_overlap_during;
    const auto may_meet = [&](tree::BoxRef i, tree::BoxRef j) {
      const Obb box_a = box_of(*a_.tree, i), box_b = box_of(*b_.tree, j);
      const sat::PairMargin margin = sat::margin_of(bounds_of(box_a), bounds_of(box_b), b_in_a);
      return may_overlap_during(box_a, box_b, b_in_a, margin, motion, t_max_).has_value();
    };
    return tree::for_each_pair_to_depth(*a_.tree, *b_.tree, max_, may_meet, [&](const tree::DepthPair& pair) {
      const std::vector<LeafPart> parts_b = parts_at(*b_.tree, pair.b.box);
      for (const LeafPart& part_a : parts_at(*a_.tree, pair.a.box)) {
        for (const LeafPart& part_b : parts_b) {
          if (!on_parts(part_a, part_b)) return false;
        }
      }
      return true;
    });
  }

  [[nodiscard]] bool meet(const LeafPart& a, const LeafPart& b) const {
    const auto convex_a = *sat::as_convex(a.shape, a_.pose), convex_b = *sat::as_convex(b.shape, b_.pose);
    return sat::contact_interval({convex_a, convex_b}, {a_.velocity, b_.velocity}, t_max_).has_value();
  }

  [[nodiscard]] std::optional<DepthContact> contact(const LeafPart& a, const LeafPart& b) const {
    const auto convex_a = *sat::as_convex(a.shape, a_.pose), convex_b = *sat::as_convex(b.shape, b_.pose);
    const auto impact = sat::sweep(convex_a, convex_b, {a_.velocity, b_.velocity}, t_max_);
    if (!impact) return std::nullopt;
    // Only boxes that overlap at the start have no set of at most two dimensions.
    const Vec3 point = impact->set.points.empty() ? distance::closest_points(a.shape, a_.pose, b.shape, b_.pose)->points[0]
                                                  : middle_of(impact->set);
    return DepthContact{
        impact->first, point, {described_part(a, a_, impact->first, point), described_part(b, b_, impact->first, point)}};
  }

 private:
  PlacedMesh a_;
  PlacedMesh b_;
  double t_max_;
  std::array<std::uint32_t, 2> max_;
};

Result<DepthSearch> search_of(const Body& a, const Body& b, const DepthOptions& options) {
  if (!(options.t_max >= 0)) return fail(ErrorCode::bad_option, "t_max: must be >= 0");
  if (const auto ok = check_bodies(a, b); !ok) return tl::make_unexpected(ok.error());
  if (options.t_max > 0 && (a.motion.rotates() || b.motion.rotates()))
    return fail(ErrorCode::bad_option, "omega: bodies that turn are for sweep_turning()");
  const auto mesh_a = as_mesh(a), mesh_b = as_mesh(b);
  if (!mesh_a || !mesh_b) return unsupported("search to a depth", a, b);
  return DepthSearch(*mesh_a, *mesh_b, options);
}

}  // namespace

Result<bool> overlap_to_depth(const Body& a, const Body& b, const DepthOptions& options) {
  return unless_interrupted(search_of(a, b, options).map([](const DepthSearch& search) {
    return !search.for_each_pair([&](const LeafPart& part_a, const LeafPart& part_b) { return !search.meet(part_a, part_b); });
  }));
}

Result<bool> contacts_to_depth(const Body& a, const Body& b, const DepthOptions& options,
                               const std::function<bool(const DepthContact&)>& on_contact) {
  return unless_interrupted(search_of(a, b, options).map([&](const DepthSearch& search) {
    return search.for_each_pair([&](const LeafPart& part_a, const LeafPart& part_b) {
      const std::optional<DepthContact> contact = search.contact(part_a, part_b);
      return !contact || on_contact(*contact);
    });
  }));
}

Vec3 smoothed_normal(const Obb& box, const Vec3& point) {
  Eigen::Index shortest = 0;
  const double least = box.half_extents.minCoeff(&shortest);
  const Vec3 offset = point - box.center;
  Vec3 normal = Vec3::Zero();
  for (Eigen::Index i = 0; least > 0 && i < 3; ++i) {
    const Vec3& axis = box.axes[static_cast<std::size_t>(i)];
    const double steepness = least / box.half_extents[i];  // the gradient, times the square of the least extent
    normal += steepness * steepness * axis.dot(offset) * axis;
  }
  if (normal != Vec3::Zero()) return normal.stableNormalized();
  const Vec3& axis = box.axes[static_cast<std::size_t>(shortest)];
  return axis.dot(offset) < 0 ? Vec3(-axis) : axis;
}

}  // namespace graze
