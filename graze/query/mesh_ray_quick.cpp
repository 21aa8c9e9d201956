#include <graze/query/mesh_ray_quick.h>

#include <algorithm>
#include <limits>
#include <span>

#include <graze/tree/ray.h>

namespace graze::query {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

/// What the triangles seen so far say.
class FirstOf {
 public:
  FirstOf(const MeshTree& mesh, const distance::RoundedLine& line, const distance::ParameterRange& range)
      : mesh_(mesh.mesh()), line_(line), range_(range) {}

  /// Returns up to where the line is of interest from now on.
  double see(std::span<const std::uint32_t> triangles) {
    for (std::size_t k = 0; k < triangles.size(); k += 2) see_two(triangles[k], triangles[std::min(k + 1, triangles.size() - 1)]);
    return limit_;
  }

  [[nodiscard]] const QuickHit& found() const { return first_; }

 private:
  [[nodiscard]] distance::CornersOf corners_of(std::uint32_t i) const {
    const auto& [a, b, c] = mesh_.triangles[i];
    const Vec3* const v = mesh_.vertices.data();
    return {v + a, v + b, v + c};
  }

  /// The numbers may be the same.
  void see_two(std::uint32_t i, std::uint32_t j) {
    const distance::CornersOf first = corners_of(i), second = corners_of(j);
    const distance::TwoSides sides = distance::sides_of_triangles(line_, first, second);
    if (sides.may_meet == 0) return;
    if ((sides.may_meet & ~sides.within) != 0) return give_up();
    if ((sides.within & 1U) != 0) see(i, first, (sides.entered & 1U) != 0);
    if ((sides.within & 2U) != 0 && j != i) see(j, second, (sides.entered & 2U) != 0);
  }

  /// A triangle whose edges the line passes within.
  void see(std::uint32_t i, const distance::CornersOf& corners, bool entered) {
    using Kind = distance::FilteredContact::Kind;
    const distance::FilteredContact contact = distance::contact_within(line_, range_, corners, entered);
    if (contact.kind == Kind::apart || first_.kind == QuickHit::Kind::unsure) return;
    if (contact.kind == Kind::unsure) return give_up();
    if (contact.at.low > limit_) return;
    if (contact.at.high >= first_.at.low) return give_up();
    first_ = {QuickHit::Kind::one, entered, i, contact.at};
    limit_ = contact.at.high;
  }

  void give_up() {
    first_.kind = QuickHit::Kind::unsure;
    limit_ = -infinity;
  }

  const TriangleMesh& mesh_;
  const distance::RoundedLine& line_;
  const distance::ParameterRange& range_;
  QuickHit first_{QuickHit::Kind::none, false, 0, {infinity, infinity, infinity}};
  double limit_ = infinity;
};

}  // namespace

QuickHit quick_first_hit(const MeshTree& mesh, const distance::RoundedLine& line, const distance::ParameterRange& range) {
  FirstOf first(mesh, line, range);
  tree::for_each_leaf_along(mesh, line, range, infinity, [&](std::span<const std::uint32_t> leaf) { return first.see(leaf); });
  return first.found();
}

}  // namespace graze::query
