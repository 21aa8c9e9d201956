/// Walks the trees where they are at the time, up to roundings, and asks the triangles from where they were placed.

#include "mesh/later_contact.h"

#include <algorithm>
#include <cmath>

#include "mesh/placed_triangles.h"
#include "mesh/triangles_in_time.h"
#include "methods/shape_sweep.h"
#include "polytope/contact/sweep.h"
#include "rounded/polytope_sweep.h"
#include "tree/walk/traverse_moving.h"
#include "triangle/kernels.h"

namespace graze::query {
namespace {

/// The roundings of a product and a sum, for each of two bodies and three axes, relative to the sum of the numbers. No unit.
/// SceneTimeline.FindsEveryLaterContactOfBodiesThatBrushEachOther
constexpr double pose_roundings = 0x1p-49;

Pose moved(const Pose& pose, const Vec3& velocity, double t) { return {pose.rotation, pose.translation + t * velocity}; }

double numbers_of(const Pose& pose, const Vec3& velocity, double t) {
  return pose.translation.lpNorm<1>() + t * velocity.lpNorm<1>();
}

double rounded_up(double t) { return std::nextafter(t, std::numeric_limits<double>::infinity()); }

/// What has been found: walks tell times after `after`, questions about triangles those after 0.
class NextContact {
 public:
  NextContact(double after, double t_max) : after_(after), end_(t_max) {}

  /// A contact of two pieces, since this time, that lasts until `after` at least.
  void add(double first) {
    end_ = std::max(first, after_);
    is_found_ = true;
  }
  /// Later ones are of no interest: in the time of walks, and in that of triangles.
  [[nodiscard]] double rest() const { return is_found_ && end_ <= after_ ? -1 : rounded_up(end_ - after_); }
  [[nodiscard]] double end() const { return end_; }
  [[nodiscard]] std::optional<double> time() const { return is_found_ ? std::optional(end_) : std::nullopt; }

 private:
  double after_;
  double end_;
  bool is_found_ = false;
};

}  // namespace

std::optional<double> contact_after(const PlacedMesh& a, const PlacedMesh& b, double after, double t_max) {
  const PlacedMesh then_a{a.tree, moved(a.pose, a.velocity, after), a.velocity};
  const PlacedMesh then_b{b.tree, moved(b.pose, b.velocity, after), b.velocity};
  const double off_by = pose_roundings * (numbers_of(a.pose, a.velocity, after) + numbers_of(b.pose, b.velocity, after));
  PlacedTriangles triangles_a(then_a), triangles_b(then_b);
  const sat::EarliestMeeting earliest_meeting = sat::triangle_kernels().earliest_meeting;
  const Vec3 velocity = b.velocity - a.velocity;
  NextContact next(after, t_max);
  const auto on_pair = [&](std::uint32_t i, std::uint32_t j, double) {
    const PosedTriangle &tri_a = triangles_a[i].triangle, &tri_b = triangles_b[j].triangle;
    if (earliest_meeting({tri_a.world.v, tri_b.world.v, velocity, std::max(tri_a.error, tri_b.error) + off_by}) > next.rest())
      return next.rest();
    const auto contact =
        sat::contact_interval({placed_triangle(a, i), placed_triangle(b, j)}, {a.velocity, b.velocity}, next.end());
    if (contact && !(contact->last && *contact->last < sat::ExactTime{Dyadic(after), 1}))
      next.add(quotient_down(contact->first.numerator, contact->first.denominator));
    return next.rest();
  };
  tree::for_each_pair_by_time(*a.tree, then_a.pose, *b.tree, then_b.pose, velocity, next.rest(), on_pair, off_by);
  return next.time();
}

std::optional<double> contact_after(const PlacedMesh& mesh, const Body& other, double after, double t_max) {
  const PlacedMesh then_mesh{mesh.tree, moved(mesh.pose, mesh.velocity, after), mesh.velocity};
  const Vec3& velocity = other.motion.velocity;
  const Body then_other{other.geometry, moved(other.pose, velocity, after), other.motion};
  const double off_by = pose_roundings * (numbers_of(mesh.pose, mesh.velocity, after) + numbers_of(other.pose, velocity, after));
  const sat::Velocities velocities{mesh.velocity, velocity};
  const auto convex = sat::as_outline(other.geometry.shape(), other.pose);
  NextContact next(after, t_max);
  const auto on_triangle = [&](std::uint32_t i) {
    const Triangle triangle = mesh.tree->view().triangle(i);
    const auto impact =
        convex ? distance::times_of_contact(sat::as_convex(triangle, mesh.pose), *convex, velocities, next.end())
               : shape_sweep({Shape{triangle}, mesh.pose}, {other.geometry.shape(), other.pose}, velocities, next.end());
    if (impact && !(impact->last && *impact->last < after)) next.add(impact->first);
    return next.rest();
  };
  for_each_triangle_in_time(then_mesh, then_other, next.rest(), on_triangle, off_by);
  return next.time();
}

}  // namespace graze::query
