#include <graze/query/to_depth.h>

#include <cmath>

#include <Eigen/Geometry>

#include <graze/distance/rounded_closest.h>
#include <graze/query/pair.h>
#include <graze/sat/obb_obb_window.h>
#include <graze/sat/sweep.h>
#include <graze/tree/traverse_to_depth.h>

namespace graze {
namespace {

using namespace query;

/// A triangle or box of one of the meshes, as the exact tests see it.
struct Part {
  Shape shape;
  std::int32_t triangle = -1;
  const TreeNode* node = nullptr;
};

Part part_of(const MeshTree& tree, std::uint32_t node, std::size_t k, bool is_box) {
  const TreeNode& at = tree.nodes()[node];
  if (is_box) return {Shape{at.box}, -1, &at};
  const std::uint32_t triangle = tree.triangles_of(at)[k];
  return {Shape{tree.mesh().triangle(triangle)}, static_cast<std::int32_t>(triangle), &at};
}

Obb placed(const Obb& box, const Pose& pose, const Vec3& moved) {
  Obb result{pose.to_world(box.center) + moved, {}, box.half_extents};
  for (std::size_t i = 0; i < 3; ++i) result.axes[i] = pose.rotation * box.axes[i];
  return result;
}

DepthPart described(const Part& part, const PlacedMesh& mesh, double time, const Vec3& point) {
  DepthPart result{part.triangle, placed(part.node->box, mesh.pose, time * mesh.velocity), Vec3::Zero()};
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

  /// on_parts(const Part&, const Part&) -> bool for parts whose boxes, all the way up, may meet.
  template <class OnParts>
  bool for_each_parts(OnParts&& on_parts) const {
    if (a_.tree->nodes().empty() || b_.tree->nodes().empty()) return true;
    const tree::Placement placement(*a_.tree, a_.pose, *b_.tree, b_.pose, 0);
    const sat::PairMotion motion = sat::pair_motion(b_.velocity - a_.velocity, placement.b_in_a);
    const auto may_meet = [&](std::uint32_t i, std::uint32_t j) {
      return sat::may_overlap_during(a_.tree->nodes()[i].box, b_.tree->nodes()[j].box, placement.b_in_a, placement.margin, motion,
                                     t_max_)
          .has_value();
    };
    return tree::for_each_pair_to_depth(*a_.tree, *b_.tree, max_, may_meet, [&](tree::DepthPair pair) {
      const TreeNode &node_a = a_.tree->nodes()[pair.a.node], &node_b = b_.tree->nodes()[pair.b.node];
      for (std::size_t i = 0; i < std::max(node_a.count, 1U); ++i) {
        const Part part_a = part_of(*a_.tree, pair.a.node, i, !node_a.is_leaf());
        for (std::size_t j = 0; j < std::max(node_b.count, 1U); ++j) {
          if (!on_parts(part_a, part_of(*b_.tree, pair.b.node, j, !node_b.is_leaf()))) return false;
        }
      }
      return true;
    });
  }

  [[nodiscard]] bool meet(const Part& a, const Part& b) const {
    const auto convex_a = *sat::as_convex(a.shape, a_.pose), convex_b = *sat::as_convex(b.shape, b_.pose);
    return sat::contact_interval({convex_a, convex_b}, {a_.velocity, b_.velocity}, t_max_).has_value();
  }

  [[nodiscard]] std::optional<DepthContact> contact(const Part& a, const Part& b) const {
    const auto convex_a = *sat::as_convex(a.shape, a_.pose), convex_b = *sat::as_convex(b.shape, b_.pose);
    const auto impact = sat::sweep(convex_a, convex_b, {a_.velocity, b_.velocity}, t_max_);
    if (!impact) return std::nullopt;
    // Only boxes that overlap at the start have no set of at most two dimensions.
    const Vec3 point = impact->set.points.empty() ? distance::closest_points(a.shape, a_.pose, b.shape, b_.pose)->points[0]
                                                  : middle_of(impact->set);
    return DepthContact{impact->first, point, {described(a, a_, impact->first, point), described(b, b_, impact->first, point)}};
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
  return search_of(a, b, options).map([](const DepthSearch& search) {
    return !search.for_each_parts([&](const Part& part_a, const Part& part_b) { return !search.meet(part_a, part_b); });
  });
}

Result<bool> contacts_to_depth(const Body& a, const Body& b, const DepthOptions& options,
                               const std::function<bool(const DepthContact&)>& on_contact) {
  return search_of(a, b, options).map([&](const DepthSearch& search) {
    return search.for_each_parts([&](const Part& part_a, const Part& part_b) {
      const std::optional<DepthContact> contact = search.contact(part_a, part_b);
      return !contact || on_contact(*contact);
    });
  });
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
