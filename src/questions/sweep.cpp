#include <cmath>

#include "mesh/shape_sweep.h"
#include "body/pair.h"
#include <graze/questions.h>
#include "methods/shape_sweep.h"
#include <graze/warm_start.h>

namespace graze {
namespace {

using namespace query;

/// The memory may be null.
std::optional<Impact> remembered_contact(const PlacedMesh& a, const PlacedMesh& b, const SweepOptions& options, WarmStart* memory) {
  const auto found = first_contact(a, b, options, memory != nullptr ? memory->pair : std::nullopt);
  if (memory == nullptr || !found) return found;
  const auto triangle = [&](int k) { return static_cast<std::uint32_t>(found->features[k].triangle); };
  memory->pair = {triangle(0), triangle(1)};
  return found;
}

template <class... Kinds>
bool is_one_of(const Shape& shape) {
  return (std::holds_alternative<Kinds>(shape.value) || ...);
}

bool is_thin(const Body& body) {
  return body.geometry.is_planar() || is_one_of<Point, Segment, Line, Ray, Plane, Triangle, ConvexPolygon>(body.geometry.shape());
}

/// Where bodies meet at time 0 of which one has no inside, or both lie in the plane, as far as the sweep has not told it. Empty
/// where the set is solid, round or without end.
ContactSet thin_part(const Body& a, const Body& b) {
  if (!is_thin(a) && !is_thin(b)) return {};
  const auto found = intersection({a.geometry, a.pose, {}}, {b.geometry, b.pose, {}});
  return found && found->set ? *found->set : ContactSet{};
}

Result<std::optional<Impact>> answer(const Body& a, const Body& b, const SweepOptions& options, WarmStart* memory) {
  if (std::isnan(options.t_max) || options.t_max < 0) return fail(ErrorCode::bad_option, "t_max: must be >= 0");
  if (const auto ok = check_bodies(a, b); !ok) return tl::make_unexpected(ok.error());
  if (a.motion.rotates() || b.motion.rotates())
    return fail(ErrorCode::bad_option, "omega: bodies that turn are for sweep_turning()");
  const auto mesh_a = as_mesh(a);
  const auto mesh_b = as_mesh(b);
  if (mesh_a && mesh_b) return remembered_contact(*mesh_a, *mesh_b, options, memory);
  if (mesh_a) return first_contact(*mesh_a, b, options);
  if (mesh_b) {
    auto impact = first_contact(*mesh_b, a, options);
    if (impact) impact = turned(*impact);
    return impact;
  }
  auto impact = shape_sweep({a.geometry.shape(), a.pose}, {b.geometry.shape(), b.pose}, {a.motion.velocity, b.motion.velocity},
                            options.t_max);
  if (impact) impact->features = named_in_plane(impact->features, a, b);
  if (impact && impact->initial && impact->set.points.empty()) impact->set = thin_part(a, b);
  return impact;
}

}  // namespace

Result<std::optional<Impact>> sweep(const Body& a, const Body& b, const SweepOptions& options) {
  return answer(a, b, options, nullptr);
}

Result<std::optional<Impact>> sweep(const Body& a, const Body& b, WarmStart& memory, const SweepOptions& options) {
  return answer(a, b, options, &memory);
}

}  // namespace graze
