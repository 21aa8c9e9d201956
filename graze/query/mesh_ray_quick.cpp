#include <graze/query/mesh_ray_quick.h>

#include <limits>

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
  double see(std::uint32_t i) {
    using Kind = distance::FilteredContact::Kind;
    const auto& [a, b, c] = mesh_.triangles[i];
    const distance::FilteredContact contact =
        distance::filtered_contact(line_, range_, mesh_.vertices[a], mesh_.vertices[b], mesh_.vertices[c]);
    if (contact.kind == Kind::apart) return limit_;
    if (contact.kind == Kind::unsure) return give_up();
    if (contact.at.low > limit_) return limit_;
    if (contact.at.high >= first_.at.low) return give_up();
    first_ = {QuickHit::Kind::one, contact.crossing > 0, i, contact.at};
    return limit_ = contact.at.high;
  }

  [[nodiscard]] const QuickHit& found() const { return first_; }

 private:
  double give_up() {
    first_.kind = QuickHit::Kind::unsure;
    return limit_ = -infinity;
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
  tree::for_each_triangle_along(mesh, line, range, infinity, [&](std::uint32_t i) { return first.see(i); });
  return first.found();
}

}  // namespace graze::query
