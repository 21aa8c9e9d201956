/// Collects the facing parts of triangles near another body.

#include "mesh/facing_region.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "mesh/convex.h"
#include "tree/walk/nearest_pair.h"
#include "tree/walk/traverse.h"
#include "views/bound.h"

namespace graze::query {
namespace {

/// Pairs of triangles that one contact is joined from: a bound of the work, some milliseconds.
constexpr std::size_t most_pairs = 4096;

/// What of a triangle lies in the plane of the contact, up to the band.
FacingPart part_of(const Triangle& triangle, const Pose& pose, const ContactPlane& plane, const Frame& frame, bool is_of_a) {
  const double level_of_body = is_of_a ? 0 : plane.gap;
  PlaneCorners level;
  for (const Vec3& corner : triangle.v) {
    const Vec3 from = pose.to_world(corner) - plane.point;
    if (std::abs(plane.normal.dot(from) - level_of_body) <= plane.band) level.emplace_back(frame[1].dot(from), frame[2].dot(from));
  }
  if (level.empty()) return {};
  return hull_of(std::move(level), plane.band);
}

/// Parts of the triangles of a mesh that were looked at last: a triangle is in many pairs.
class LastParts {
 public:
  LastParts(const PlacedMesh& mesh, const ContactPlane& plane, const Frame& frame, bool is_of_a)
      : mesh_(mesh), plane_(plane), frame_(frame), is_of_a_(is_of_a) {}

  const FacingPart& of(std::uint32_t i) {
    Entry& entry = entries_[i % entries_.size()];
    if (entry.triangle != i) entry = {i, part_of(mesh_.tree->view().triangle(i), mesh_.pose, plane_, frame_, is_of_a_)};
    return entry.part;
  }

 private:
  struct Entry {
    std::uint32_t triangle = 0xffffffff;  // meshes have fewer
    FacingPart part;
  };

  const PlacedMesh& mesh_;
  const ContactPlane& plane_;
  const Frame& frame_;
  bool is_of_a_;
  std::array<Entry, 16> entries_;
};

/// An empty list that is kept with the thread, so that asking again allocates nothing.
std::vector<PlaneCut>& kept_pieces() {
  thread_local std::vector<PlaneCut> pieces;
  pieces.clear();
  return pieces;
}

std::optional<ContactSet> joined(const std::vector<PlaneCut>& pieces, const ContactPlane& plane) {
  const auto whole = joined_in_plane(pieces, plane.band);
  return whole ? std::optional(in_space(*whole, plane)) : std::nullopt;
}

}  // namespace

std::optional<ContactSet> facing_region(const PlacedMesh& mesh, const Body& other, const ContactPlane& plane, bool mesh_is_a) {
  const auto facing = facing_part(other.geometry.shape(), other.pose, plane, mesh_is_a ? -1 : 1);
  if (!facing) return std::nullopt;
  const Frame frame = plane.frame();
  const double within = plane.gap + plane.band;
  std::vector<PlaneCut>& pieces = kept_pieces();
  const auto on_triangle = [&](std::uint32_t i, const auto&) {
    const FacingPart part = part_of(mesh.tree->view().triangle(i), mesh.pose, plane, frame, mesh_is_a);
    if (part.corners.empty() || pieces.size() >= most_pairs) return within;
    if (auto cut = common_part(part, *facing, plane.band)) pieces.push_back(std::move(*cut));
    return within;
  };
  const Shape& shape = other.geometry.shape();
  if (const auto box = box_around(shape, other.pose)) {
    for_each_triangle_near(mesh, *box, within, on_triangle);
  } else {
    for_each_triangle_near(
        mesh, [&](const Obb& of_mesh) { return unbounded_distance_bound(shape, other.pose, of_mesh); }, within, on_triangle);
  }
  return joined(pieces, plane);
}

std::optional<ContactSet> facing_region(const PlacedMesh& a, const PlacedMesh& b, const ContactPlane& plane) {
  const Frame frame = plane.frame();
  std::vector<PlaneCut>& pieces = kept_pieces();
  LastParts parts_a(a, plane, frame, true), parts_b(b, plane, frame, false);
  std::size_t pairs = 0;
  const auto add_pair = [&](std::uint32_t i, std::uint32_t j) {
    if (++pairs > most_pairs) return false;
    const FacingPart& part_a = parts_a.of(i);
    if (part_a.corners.empty()) return true;
    const FacingPart& part_b = parts_b.of(j);
    if (part_b.corners.empty()) return true;
    if (auto cut = common_part(part_a, part_b, plane.band)) pieces.push_back(std::move(*cut));
    return true;
  };
  const double within = plane.gap + plane.band;
  if (tree::for_each_near_pair(*a.tree, a.pose, *b.tree, b.pose, within, add_pair)) return joined(pieces, plane);
  // Too many: the nearest of them, in an order that costs three times as much.
  pieces.clear();
  pairs = 0;
  constexpr double nothing_more = -1;
  tree::for_each_pair_by_distance(*a.tree, a.pose, *b.tree, b.pose, within,
                                  [&](std::uint32_t i, std::uint32_t j) { return add_pair(i, j) ? within : nothing_more; });
  return joined(pieces, plane);
}

}  // namespace graze::query
