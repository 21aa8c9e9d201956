/// Answers what bodies have in common as JSON: sets of every kind, triangles of a mesh, sections.

#include <fmt/format.h>

#include <graze/intersection.h>

#include "io/query/answer.h"
#include "io/query/tool_questions.h"

namespace graze {
namespace {

bool is_triangle_mesh(const Body& body) { return std::holds_alternative<TriangleMesh>(body.geometry.shape().value); }
bool is_cloud_or_mesh(const Body& body) { return body.geometry.tree() != nullptr; }
bool is_plane_body(const Body& body) { return std::holds_alternative<Plane>(body.geometry.shape().value); }

struct RegionJson {
  bool is_planar;

  [[nodiscard]] OrderedJson of(const Vec3& v) const { return graze::to_json(v, is_planar); }
  [[nodiscard]] static OrderedJson of(const CircleInSpace& circle) {
    return {{"c", graze::to_json(circle.center, false)}, {"n", graze::to_json(circle.normal, false)}, {"r", circle.radius}};
  }

  OrderedJson operator()(const ContactSet& set) const { return graze::to_json(set, is_planar); }
  OrderedJson operator()(const Line& s) const { return {{"type", "line"}, {"o", of(s.origin)}, {"d", of(s.direction)}}; }
  OrderedJson operator()(const Ray& s) const { return {{"type", "ray"}, {"o", of(s.origin)}, {"d", of(s.direction)}}; }
  OrderedJson operator()(const Plane& s) const { return {{"type", "plane"}, {"n", of(s.normal)}, {"d", s.offset}}; }
  OrderedJson operator()(const Sphere& s) const {
    return {{"type", is_planar ? "circle" : "sphere"}, {"c", of(s.center)}, {"r", s.radius}};
  }
  OrderedJson operator()(const CircleInSpace& s) const {
    OrderedJson json{{"type", "circle"}};
    json.update(of(s));
    return json;
  }
  OrderedJson operator()(const Lens& s) const {
    if (s.circle) return {{"type", "lens"}, {"circle", of(*s.circle)}};
    return {{"type", "lens"}, {"points", OrderedJson::array({of(s.corners[0]), of(s.corners[1])})}};
  }
  OrderedJson operator()(const CommonPolytope& s) const {
    OrderedJson json{{"type", "polyhedron"}, {"points", OrderedJson::array()}, {"faces", s.polyhedron.faces}};
    for (const Vec3& v : s.polyhedron.vertices) json["points"].push_back(of(v));
    json["volume"] = s.volume;
    return json;
  }
};

bool is_empty_set(const Region& region) {
  const auto* set = std::get_if<ContactSet>(&region);
  return set != nullptr && set->points.empty();
}

OrderedJson to_region_json(const Region& region, bool is_planar) { return std::visit(RegionJson{is_planar}, region); }

Result<OrderedJson> answer_of_bodies(const Question& q) {
  return common_region(q.bodies).map([&](const std::optional<Region>& region) {
    OrderedJson json{{"intersect", !region || !is_empty_set(*region)}};
    if (region) json["set"] = to_region_json(*region, q.bodies.front().geometry.is_planar());
    return json;
  });
}

/// The numbers of triangles in place of pairs.
OrderedJson section_json(const IntersectionCurves& found) {
  OrderedJson curves = OrderedJson::array(), patches = OrderedJson::array();
  const auto points_json = [](const std::vector<Vec3>& points) {
    OrderedJson json = OrderedJson::array();
    for (const Vec3& p : points) json.push_back(graze::to_json(p, false));
    return json;
  };
  for (const IntersectionCurve& c : found.curves) {
    OrderedJson curve{{"closed", c.closed}, {"points", points_json(c.points)}, {"triangles", OrderedJson::array()}};
    for (const TrianglePair& pair : c.pairs) curve["triangles"].push_back(pair[0]);
    curves.push_back(std::move(curve));
  }
  for (const IntersectionPatch& p : found.patches) patches.push_back({{"triangle", p.pair[0]}, {"points", points_json(p.points)}});
  return {{"curves", std::move(curves)}, {"patches", std::move(patches)}};
}

Result<void> add_triangles(const Question& q, OrderedJson& json) {
  const bool is_a = is_triangle_mesh(*q.a);
  if (!is_a && !is_triangle_mesh(*q.b)) return fail(ErrorCode::bad_option, "triangles: of no mesh");
  const auto list = triangles_meeting(is_a ? *q.a : *q.b, is_a ? *q.b : *q.a, q.options.max_triangles);
  if (!list) return tl::make_unexpected(list.error());
  json["triangle_count"] = list->count;
  json["triangles"] = list->triangles;
  if (list->truncated()) json["truncated"] = true;
  return {};
}

/// Of a mesh and a plane; those of two meshes are there already.
Result<void> add_section(const Question& q, OrderedJson& json) {
  if (is_cloud_or_mesh(*q.a) && is_cloud_or_mesh(*q.b)) return {};
  const bool is_a = is_triangle_mesh(*q.a);
  const Body& mesh = is_a ? *q.a : *q.b;
  const Body& plane = is_a ? *q.b : *q.a;
  if (!is_triangle_mesh(mesh) || !is_plane_body(plane))
    return fail(ErrorCode::bad_option, "curves: of two meshes, or of a mesh and a plane");
  return section(mesh, plane).map([&](const IntersectionCurves& found) { json.update(section_json(found)); });
}

}  // namespace

Result<OrderedJson> answer_intersection(const Question& q) {
  if (!q.bodies.empty()) {
    if (q.options.curves || q.options.triangles) return fail(ErrorCode::bad_option, "bodies: without curves and triangles");
    return answer_of_bodies(q);
  }
  const IntersectionOptions options{q.options.max_pairs, q.options.curves};
  const auto found = intersection(*q.a, *q.b, options);
  if (!found) return tl::make_unexpected(found.error());
  OrderedJson json = to_json(*found, q.a->geometry.is_planar());
  if (q.options.curves) {
    if (const auto ok = add_section(q, json); !ok) return tl::make_unexpected(ok.error());
  }
  if (q.options.triangles) {
    if (const auto ok = add_triangles(q, json); !ok) return tl::make_unexpected(ok.error());
  }
  const bool is_open = found->intersect && !found->set && !is_cloud_or_mesh(*q.a) && !is_cloud_or_mesh(*q.b);
  if (!is_open) return json;
  return common_region(std::array{*q.a, *q.b}).map([&](const std::optional<Region>& region) {
    if (region) json["set"] = to_region_json(*region, q.a->geometry.is_planar());
    return json;
  });
}

}  // namespace graze
