/// Fits oriented boxes to the slots of a wide tree, from the leaves up, on several threads.

#include "tree/build/boxes.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "fit/covariance.h"
#include "fit/dito_search.h"
#include "geometry/orthonormal_frame.h"
#include "tree/build/node_axes.h"
#include "tree/nodes/kernels.h"

namespace graze::tree {
namespace {

using Point = Eigen::Vector3f;
using Directions = FrameDirections<float>;

/// Up to this many triangles the principal axes of the surface do not pay for themselves. Measured.
constexpr std::uint32_t most_without_principal_axes = 8;

/// The lanes of nodes before this one are shared among threads: levels come one after another, so these are the top ones.
constexpr std::uint32_t shared_nodes = 256;

/// What fitting a box needs of the boxes below it.
struct SubtreeSummary {
  std::uint32_t first = 0, count = 0;  ///< triangles
  ExtremalPoints<float> extremal;
  SurfaceIntegrals integrals;
  double reach = 0;  ///< of the centres of all boxes below

  void add(const SubtreeSummary& other) {
    if (count == 0) first = other.first;
    count += other.count;
    extremal.add(other.extremal);
    integrals.add(other.integrals);
    reach = std::max(reach, other.reach);
  }
};

/// Orthonormal to the precision of double, from directions that may be roughly so or missing.
Frame frame_along(const Directions& directions) {
  const Vec3 first = directions.first.cast<double>(), second = directions.second.cast<double>();
  const double squared = first.squaredNorm();
  if (!(squared > 0)) return world_frame();
  const Vec3 x = first / std::sqrt(squared);
  const Vec3 across = second - x.dot(second) * x;
  const double height = across.squaredNorm();
  /// Squared sine of the angle between the directions, below which the second is nothing but rounding. No unit.
  constexpr double parallel = 0x1p-60;
  if (!(height > parallel * second.squaredNorm())) return orthonormal_frame(x, Vec3::Zero()).value_or(world_frame());
  Vec3 y = across / std::sqrt(height);
  y -= x.dot(y) * x;  // a short difference is not at a right angle yet
  y.normalize();
  return {x, y, x.cross(y)};
}

/// The least rectangle around a triangle lies along its longest edge.
Directions longest_edge(const std::array<Point, 3>& t) {
  std::size_t longest = 0;
  float length = -1;
  for (std::size_t i = 0; i < 3; ++i) {
    const float candidate = (t[(i + 1) % 3] - t[i]).squaredNorm();
    if (candidate > length) length = candidate, longest = i;
  }
  return {t[(longest + 1) % 3] - t[longest], t[(longest + 2) % 3] - t[longest]};
}

Directions directions_of(const ExtremalPoints<float>& extremal) {
  return dito_directions<float>(extremal.points, longest_pair(extremal));
}

/// The best frame along an edge of one of two triangles.
Directions best_edge(const std::array<Point, 6>& corners, const ExtremalPoints<float>& extremal) {
  FrameSearch<float, 8> search(corners);
  search.consider_triangle({corners[0], corners[1], corners[2]});
  search.consider_triangle({corners[3], corners[4], corners[5]});
  return search.has_found() ? Directions{search.first(), search.second()} : directions_of(extremal);
}

float surface_of(const ExtentInLanes& e) {
  const float d[3] = {e.hi[0] - e.lo[0], e.hi[1] - e.lo[1], e.hi[2] - e.lo[2]};
  return d[0] * d[1] + (d[0] + d[1]) * d[2];
}

/// The least that is symmetric about the centre and holds the extent.
ExtentInLanes centered(const ExtentInLanes& extent, const AxesInLanes& axes, const Vec3& center) {
  ExtentInLanes result = extent;
  for (int i = 0; i < 3; ++i) {
    double middle = 0;
    for (int k = 0; k < 3; ++k)
      middle += static_cast<double>(axes.axes[i][k]) * (center[k] - static_cast<double>(axes.reference[k]));
    const double reach = std::max(static_cast<double>(extent.hi[i]) - middle, middle - static_cast<double>(extent.lo[i]));
    result.lo[i] = std::min(extent.lo[i], static_cast<float>(middle - reach));
    result.hi[i] = std::max(extent.hi[i], static_cast<float>(middle + reach));
  }
  return result;
}

AxesInLanes axes_from(const Frame& frame, const Point& reference) {
  AxesInLanes axes;
  for (int i = 0; i < 3; ++i) {
    axes.reference[i] = reference[i];
    for (int k = 0; k < 3; ++k) axes.axes[i][k] = static_cast<float>(frame[static_cast<std::size_t>(i)][k]);
  }
  return axes;
}

/// Of up to eight points.
template <std::size_t count>
ExtentInLanes extent_of_few(const std::array<Point, count>& points, const AxesInLanes& axes, ExtentAlong extent_along) {
  float x[8], y[8], z[8];
  for (std::size_t k = 0; k < 8; ++k) {
    const Point& p = points[k < count ? k : 0];
    x[k] = p.x(), y[k] = p.y(), z[k] = p.z();
  }
  return extent_along({x, y, z, 8}, axes);
}

class BoxFitter {
 public:
  BoxFitter(WideTree& tree, const CornerRows& corners, NodeFit fit, Crew& crew, BuildProgress& progress)
      : tree_(tree), corners_(corners), fit_(fit), crew_(crew), progress_(progress), extent_along_(node_kernels().extent_along) {}

  /// Nothing useful once the work is called off.
  SubtreeSummary fit_node(std::uint32_t n) {
    std::array<SubtreeSummary, 8> parts;
    const auto fit_lane = [&](std::size_t lane) { parts[lane] = fit_slot(tree_.nodes[n], lane); };
    if (n < shared_nodes) {
      crew_.each(0, 8, fit_lane);
    } else {
      for (std::size_t lane = 0; lane < 8; ++lane) fit_lane(lane);
    }
    SubtreeSummary whole;
    std::uint32_t listed = 0;
    for (std::size_t lane = 0; lane < 8; ++lane) {
      if (parts[lane].count == 0) continue;
      whole.add(parts[lane]);
      if (tree_.nodes[n].slots[lane].is_leaf()) listed += parts[lane].count;
    }
    progress_.add(listed);
    return whole;
  }

 private:
  SubtreeSummary fit_slot(WideNode& node, std::size_t lane) {
    const Slot slot = node.slots[lane];
    if (slot.is_empty() || progress_.is_called_off()) {
      store_nothing(node.boxes, lane);
      return {};
    }
    SubtreeSummary summary = slot.is_leaf() ? summary_of(slot) : fit_node(slot.node());
    if (summary.count > 0) summary.reach = std::max(summary.reach, store_box_around(summary, node.boxes, lane));
    return summary;
  }

  [[nodiscard]] Point corner(std::size_t i) const { return {corners_.x[i], corners_.y[i], corners_.z[i]}; }

  template <std::size_t count>
  [[nodiscard]] std::array<Point, count> corners_from(std::uint32_t triangle) const {
    std::array<Point, count> result;
    for (std::size_t k = 0; k < count; ++k) result[k] = corner(3 * std::size_t{triangle} + k);
    return result;
  }

  [[nodiscard]] SubtreeSummary summary_of(Slot leaf) const {
    SubtreeSummary summary;
    summary.first = leaf.first();
    summary.count = leaf.count();
    for (std::uint32_t i = 0; i < summary.count; ++i) {
      const std::array<Point, 3> t = corners_from<3>(summary.first + i);
      for (const Point& p : t) summary.extremal.add(p);
      summary.integrals.add(t[0].cast<double>(), t[1].cast<double>(), t[2].cast<double>());
    }
    return summary;
  }

  [[nodiscard]] Directions directions_for(const SubtreeSummary& summary) const {
    if (summary.count == 1) return longest_edge(corners_from<3>(summary.first));
    if (summary.count == 2) return best_edge(corners_from<6>(summary.first), summary.extremal);
    return directions_of(summary.extremal);
  }

  /// By a fit that is not the default.
  double store_chosen_box(const SubtreeSummary& summary, sat::EightBoxes& boxes, std::size_t lane) const {
    std::vector<Vec3> corners;
    corners.reserve(3 * std::size_t{summary.count});
    for (std::size_t i = 0; i < 3 * std::size_t{summary.count}; ++i)
      corners.emplace_back(corner(3 * std::size_t{summary.first} + i).cast<double>());
    const NodeAxes chosen = node_axes(fit_, corners, summary.integrals);
    const AxesInLanes axes = axes_of(chosen.axes, summary);
    const ExtentInLanes extent = extent_of(summary, axes);
    return store_box(boxes, lane, axes, chosen.center ? centered(extent, axes, *chosen.center) : extent);
  }

  double store_box_around(const SubtreeSummary& summary, sat::EightBoxes& boxes, std::size_t lane) const {
    if (fit_ != NodeFit::best) [[unlikely]]
      return store_chosen_box(summary, boxes, lane);
    AxesInLanes axes = axes_of(frame_along(directions_for(summary)), summary);
    ExtentInLanes extent = extent_of(summary, axes);
    if (summary.count > most_without_principal_axes) {
      const std::optional<Moments> moments = summary.integrals.moments();
      const std::optional<Frame> principal = moments ? principal_frame(*moments) : std::nullopt;
      const AxesInLanes other = axes_of(principal.value_or(world_frame()), summary);
      const ExtentInLanes other_extent = extent_of(summary, other);
      if (surface_of(other_extent) < surface_of(extent)) axes = other, extent = other_extent;
    }
    return store_box(boxes, lane, axes, extent);
  }

  /// Seen from a corner of the first triangle.
  [[nodiscard]] AxesInLanes axes_of(const Frame& frame, const SubtreeSummary& summary) const {
    return axes_from(frame, corner(3 * std::size_t{summary.first}));
  }

  [[nodiscard]] ExtentInLanes extent_of(const SubtreeSummary& summary, const AxesInLanes& axes) const {
    const std::size_t first = 3 * std::size_t{summary.first}, count = 3 * std::size_t{summary.count};
    if (count >= 8) return extent_along_({&corners_.x[first], &corners_.y[first], &corners_.z[first], count}, axes);
    if (count == 3) return extent_of_few(corners_from<3>(summary.first), axes, extent_along_);
    return extent_of_few(corners_from<6>(summary.first), axes, extent_along_);
  }

  WideTree& tree_;
  const CornerRows& corners_;
  NodeFit fit_;
  Crew& crew_;
  BuildProgress& progress_;
  ExtentAlong extent_along_;
};

}  // namespace

void fit_boxes(WideTree& tree, const CornerRows& corners, NodeFit fit, Crew& crew, BuildProgress& progress) {
  BoxFitter fitter(tree, corners, fit, crew, progress);
  tree.reach = fitter.fit_node(0).reach;
}

void fit_each_triangle(const MeshTree& mesh, Slot leaf, sat::EightBoxes& boxes) {
  const ExtentAlong extent_along = node_kernels().extent_along;
  const double unit = std::ldexp(1.0, mesh.wide().exponent);
  for (std::uint32_t lane = 0; lane < leaf.count(); ++lane) {
    const Triangle triangle = mesh.view().triangle(mesh.order()[leaf.first() + lane]);
    std::array<Point, 3> t;
    for (std::size_t k = 0; k < 3; ++k) t[k] = in_tree(triangle.v[k], mesh.wide().origin, unit);
    const AxesInLanes axes = axes_from(frame_along(longest_edge(t)), t[0]);
    store_box(boxes, lane, axes, extent_of_few(t, axes, extent_along));
  }
}

}  // namespace graze::tree
