/// Builds the tree of cones over arcs of directions and tests cones for right angles.

#include "fit/arc_tree.h"

#include <utility>

#include <Eigen/Geometry>

namespace graze {
namespace {

/// Where testing arcs one by one is quicker than testing cones. Arcs. Measured.
constexpr std::size_t leaf_size = 8;
/// Added to the sine of every cone's angle. No unit. Its cosine is wrong by up to 2^-50, which of a narrow cone's angle is the
/// square root of 2^-49. MinVolume.AgreesWithAllPairsOfEdges
constexpr double sine_rounding = 0x1p-24;

Vec3 twice_middle(const GaussArc& arc) { return arc.from + arc.to; }

void sort_along_widest(std::span<GaussArc> arcs) {
  Vec3 low = twice_middle(arcs.front()), high = low;
  for (const GaussArc& arc : arcs) low = low.cwiseMin(twice_middle(arc)), high = high.cwiseMax(twice_middle(arc));
  Eigen::Index widest = 0;
  (high - low).maxCoeff(&widest);
  std::stable_sort(arcs.begin(), arcs.end(),
                   [&](const GaussArc& a, const GaussArc& b) { return twice_middle(a)[widest] < twice_middle(b)[widest]; });
}

DirectionCone cone_around(std::span<const GaussArc> arcs) {
  Vec3 sum = Vec3::Zero();
  for (const GaussArc& arc : arcs) sum += twice_middle(arc);
  DirectionCone cone;
  if (sum.squaredNorm() > 0) cone.axis = sum.normalized();
  for (const GaussArc& arc : arcs) cone.cosine = std::min({cone.cosine, cone.axis.dot(arc.from), cone.axis.dot(arc.to)});
  cone.sine = cone.cosine > 0 ? std::min(1.0, std::sqrt((1 - cone.cosine) * (1 + cone.cosine)) + sine_rounding) : 1;
  return cone;
}

/// Where the other ends of the arcs are in the plane that touches the sphere at the apex; nothing when one does not end there.
std::optional<std::vector<Vec3>> seen_from(const Vec3& apex, std::span<const GaussArc> arcs) {
  std::vector<Vec3> ends;
  for (const GaussArc& arc : arcs) {
    if (arc.from != apex && arc.to != apex) return std::nullopt;
    const Vec3& end = arc.from == apex ? arc.to : arc.from;
    ends.emplace_back(end / end.dot(apex) - apex);
  }
  return ends;
}

std::optional<Fan> fan_around(const Vec3& apex, std::span<const Vec3> ends) {
  Vec3 sum = Vec3::Zero();
  for (const Vec3& end : ends) sum += end;
  const Vec3 middle = sum.stableNormalized(), across = apex.cross(middle);
  double farthest = 0, slope = 0;
  for (const Vec3& end : ends) {
    const double forward = middle.dot(end), sideways = std::abs(across.dot(end));
    if (!(sideways <= forward)) return std::nullopt;
    farthest = std::max(farthest, forward);
    slope = std::max(slope, sideways / forward);
  }
  return Fan{apex, apex + farthest * (middle - slope * across), apex + farthest * (middle + slope * across)};
}

std::optional<Fan> fan_around(std::span<const GaussArc> arcs) {
  for (const Vec3& apex : {arcs.front().from, arcs.front().to})
    if (const auto ends = seen_from(apex, arcs)) return fan_around(apex, *ends);
  return std::nullopt;
}

}  // namespace

/// The part of such a direction in the plane of both axes has a product with each that is no larger than its cone's sine.
DirectionCone perpendicular_cone(const DirectionCone& a, const DirectionCone& b) {
  const Vec3 across = a.axis.cross(b.axis);
  const double sine2_between = across.squaredNorm(), product = std::abs(a.axis.dot(b.axis));
  const double in_plane2 = a.sine * a.sine + b.sine * b.sine + 2 * product * a.sine * b.sine;
  if (!(in_plane2 < sine2_between)) return {Vec3::UnitX(), 1, 0};
  const double sine2 = in_plane2 / sine2_between;
  return {across / std::sqrt(sine2_between), std::sqrt(sine2), std::sqrt(1 - sine2)};
}

ArcTree::ArcTree(std::vector<GaussArc> arcs) : arcs_(std::move(arcs)) {
  if (!arcs_.empty()) build(0, arcs_.size());
}

void ArcTree::build(std::size_t begin, std::size_t end) {
  const std::size_t self = nodes_.size();
  const std::span<GaussArc> mine = std::span(arcs_).subspan(begin, end - begin);
  nodes_.push_back({cone_around(mine), fan_around(mine), begin, end, 0});
  if (mine.size() <= leaf_size) return;
  const std::size_t middle = begin + mine.size() / 2;
  sort_along_widest(mine);
  build(begin, middle);
  nodes_[self].second_child = nodes_.size();
  build(middle, end);
}

bool ArcTree::may_be_perpendicular(const DirectionCone& a, const DirectionCone& b) {
  if (a.cosine * b.cosine <= a.sine * b.sine) return true;  // the angles add up to a right angle at least
  return std::abs(a.axis.dot(b.axis)) <= a.sine * b.cosine + a.cosine * b.sine;
}

}  // namespace graze
