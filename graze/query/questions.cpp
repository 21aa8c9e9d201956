#include <graze/query/questions.h>

#include <cmath>
#include <string>
#include <variant>

#include <graze/query/mesh_mesh.h>
#include <graze/sat/contact_set.h>
#include <graze/sat/gap.h>
#include <graze/sat/overlap.h>
#include <graze/sat/penetration.h>
#include <graze/sat/sweep.h>
#include <graze/sat/triangle_triangle.h>

namespace graze {
namespace {

using query::PlacedMesh;
using sat::Convex;

/// The word of the query format for every kind of shape, in the order of Shape::Variant.
constexpr const char* kind_names[] = {"point",       "line",     "ray",    "segment",   "plane", "halfspace", "sphere",
                                      "capsule",     "cylinder", "cone",   "ellipsoid", "aabb",  "obb",       "triangle",
                                      "tetrahedron", "polygon",  "convex", "points",    "mesh"};
static_assert(std::size(kind_names) == std::variant_size_v<Shape::Variant>);

std::string kind_of(const Body& body) { return kind_names[body.geometry.shape().value.index()]; }

tl::unexpected<Error> unsupported(const char* question, const Body& a, const Body& b) {
  return fail(ErrorCode::unsupported_pair, std::string(question) + ": not answered yet for " + kind_of(a) + " and " + kind_of(b));
}

std::optional<Convex> convex(const Body& body) { return sat::as_convex(body.geometry.shape(), body.pose); }

std::optional<PlacedMesh> mesh(const Body& body) {
  if (body.geometry.tree() == nullptr) return std::nullopt;
  return PlacedMesh{body.geometry.tree(), body.pose, body.motion.velocity};
}

/// Asks the first method that knows both bodies, after the bodies themselves have been checked.
template <class Answer, class OnConvex, class OnMeshes>
Result<Answer> dispatch(const char* question, const Body& a, const Body& b, OnConvex on_convex, OnMeshes on_meshes) {
  if (const auto ok = check_body(a); !ok) return tl::make_unexpected(at("a", ok.error()));
  if (const auto ok = check_body(b); !ok) return tl::make_unexpected(at("b", ok.error()));
  if (const auto mesh_a = mesh(a), mesh_b = mesh(b); mesh_a && mesh_b) return on_meshes(*mesh_a, *mesh_b);
  if (const auto convex_a = convex(a), convex_b = convex(b); convex_a && convex_b) return on_convex(*convex_a, *convex_b);
  return unsupported(question, a, b);
}

SeparatingAxis described(const sat::ConvexPair& pair, const sat::AxisId& id) {
  const sat::Gap gap = sat::gap_along(pair, id);
  return {sat::name_of(id.kind), id.i, id.j, gap.direction, gap.width};
}

}  // namespace

Result<bool> overlap(const Body& a, const Body& b) {
  return dispatch<bool>(
      "overlap", a, b, [](const Convex& x, const Convex& y) { return sat::overlap(x, y).intersect; },
      [](const PlacedMesh& x, const PlacedMesh& y) { return query::surfaces_meet(x, y); });
}

Result<OverlapReport> explain_overlap(const Body& a, const Body& b) {
  return dispatch<OverlapReport>(
      "overlap", a, b,
      [](const Convex& x, const Convex& y) {
        const sat::ConvexPair pair(x, y);
        const sat::Overlap found = sat::overlap(pair);
        OverlapReport report{found.intersect, {}, found.axes_tested};
        if (found.separating) report.separating = described(pair, *found.separating);
        return report;
      },
      [](const PlacedMesh& x, const PlacedMesh& y) { return OverlapReport{query::surfaces_meet(x, y), {}, {}}; });
}

Result<Intersection> intersection(const Body& a, const Body& b, const IntersectionOptions& options) {
  return dispatch<Intersection>(
      "intersection", a, b,
      [&](const Convex& x, const Convex& y) -> Result<Intersection> {
        const sat::ConvexPair pair(x, y);
        Intersection result{.intersect = sat::overlap(pair).intersect, .set = {}, .pair_count = {}, .pairs = {}};
        result.set = sat::flat_intersection(pair);
        if (!result.set) return unsupported("intersection", a, b);
        return result;
      },
      [&](const PlacedMesh& x, const PlacedMesh& y) { return query::meeting_triangles(x, y, options); });
}

Result<std::optional<Impact>> sweep(const Body& a, const Body& b, const SweepOptions& options) {
  if (std::isnan(options.t_max) || options.t_max < 0) return fail(ErrorCode::bad_option, "t_max: must be >= 0");
  if (a.motion.rotates() || b.motion.rotates()) return unsupported("sweep with rotation", a, b);
  return dispatch<std::optional<Impact>>(
      "sweep", a, b,
      [&](const Convex& x, const Convex& y) { return sat::sweep(x, y, {a.motion.velocity, b.motion.velocity}, options.t_max); },
      [&](const PlacedMesh& x, const PlacedMesh& y) { return query::first_contact(x, y, options); });
}

Result<std::optional<Penetration>> penetration(const Body& a, const Body& b) {
  const auto world = a.geometry.is_planar() ? sat::World::plane : sat::World::space;
  return dispatch<std::optional<Penetration>>(
      "penetration", a, b, [&](const Convex& x, const Convex& y) { return sat::penetration(x, y, world); },
      [&](const PlacedMesh&, const PlacedMesh&) -> Result<std::optional<Penetration>> { return unsupported("penetration", a, b); });
}

}  // namespace graze
