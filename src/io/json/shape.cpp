/// Reads shapes by a table of types and their fields, in space and in the plane.

#include "io/json/shape.h"

#include <algorithm>
#include <array>

#include <fmt/format.h>

#include <graze/generate.h>

#include "io/json/fields.h"

namespace graze {
namespace {

using Read = AnyShape (*)(JsonFields&);

/// One row a type. A type that exists in the plane and in space has two readers; the number of coordinates of the field `probe`
/// decides.
struct ShapeKind {
  std::string_view name;
  std::array<std::string_view, 6> fields;
  Read in_space;
  Read in_plane;
  std::string_view probe = {};
};

template <class T>
AnyShape solid(T shape) {
  return Shape{std::move(shape)};
}
template <class T>
AnyShape planar(T shape) {
  return Shape2{std::move(shape)};
}

AnyShape read_convex(JsonFields& f) {
  const std::vector<Vec3> vertices = f.points<3>("v");
  if (f.has("f")) return solid(polyhedron_with_faces(vertices, f.index_lists("f", vertices.size())));
  if (f.error()) return solid(ConvexPolyhedron{});
  Result<ConvexPolyhedron> hull = convex_hull(vertices);
  if (!hull) f.report(hull.error().code, hull.error().message);
  return solid(hull ? std::move(*hull) : ConvexPolyhedron{});
}

AnyShape read_mesh(JsonFields& f) {
  TriangleMesh mesh{f.points<3>("v"), {}};
  const auto faces = f.index_lists("f", mesh.vertices.size());
  for (std::size_t i = 0; i < faces.size() && !f.error(); ++i) {
    if (faces[i].size() != 3)
      f.report(ErrorCode::bad_shape, fmt::format("f[{}]: expected 3 indices, found {}", i, faces[i].size()));
    else
      mesh.triangles.push_back({static_cast<std::uint32_t>(faces[i][0]), static_cast<std::uint32_t>(faces[i][1]),
                                static_cast<std::uint32_t>(faces[i][2])});
  }
  return solid(std::move(mesh));
}

AnyShape read_triangle2(JsonFields& f) {
  const auto v = f.corners<2, 3>("v");
  return planar(ConvexPolygon2{{v.begin(), v.end()}});
}

/// By a point and a direction, or by n.x = d.
AnyShape read_line2(JsonFields& f) {
  if (!f.has("n")) return planar(Line2{f.vec<2>("o"), f.vec<2>("d")});
  if (f.has("o")) f.report(ErrorCode::bad_shape, "o: not together with n");
  return planar(ImplicitLine2{f.vec<2>("n"), f.number("d")});
}

AnyShape read_torus(JsonFields& f) { return solid(Torus{f.vec<3>("c"), f.vec<3>("n"), f.number("major"), f.number("minor")}); }

AnyShape read_cone(JsonFields& f) {
  const auto v = f.corners<3, 2>("v");
  return solid(Cone{v[0], v[1], f.number("r")});
}

// clang-format off
const std::array shape_kinds{
    ShapeKind{"point", {"p"}, [](JsonFields& f) { return solid(Point{f.vec<3>("p")}); },
                              [](JsonFields& f) { return planar(Point2{f.vec<2>("p")}); }, "p"},
    ShapeKind{"line", {"o", "d", "n"}, [](JsonFields& f) { return solid(Line{f.vec<3>("o"), f.vec<3>("d")}); }, read_line2, "o"},
    ShapeKind{"halfplane", {"n", "d"}, nullptr, [](JsonFields& f) { return planar(HalfPlane{f.vec<2>("n"), f.number("d")}); }},
    ShapeKind{"ray", {"o", "d"}, [](JsonFields& f) { return solid(Ray{f.vec<3>("o"), f.vec<3>("d")}); },
                                 [](JsonFields& f) { return planar(Ray2{f.vec<2>("o"), f.vec<2>("d")}); }, "o"},
    ShapeKind{"segment", {"v"}, [](JsonFields& f) { return solid(Segment{f.corners<3, 2>("v")}); },
                                [](JsonFields& f) { return planar(Segment2{f.corners<2, 2>("v")}); }, "v"},
    ShapeKind{"plane", {"n", "d"}, [](JsonFields& f) { return solid(Plane{f.vec<3>("n"), f.number("d")}); }, nullptr},
    ShapeKind{"halfspace", {"n", "d"}, [](JsonFields& f) { return solid(HalfSpace{f.vec<3>("n"), f.number("d")}); }, nullptr},
    ShapeKind{"sphere", {"c", "r"}, [](JsonFields& f) { return solid(Sphere{f.vec<3>("c"), f.number("r")}); }, nullptr},
    ShapeKind{"capsule", {"v", "r"}, [](JsonFields& f) { return solid(Capsule{f.corners<3, 2>("v"), f.number("r")}); },
                                         [](JsonFields& f) { return planar(Capsule2{f.corners<2, 2>("v"), f.number("r")}); }, "v"},
    ShapeKind{"cylinder", {"v", "r"}, [](JsonFields& f) { return solid(Cylinder{f.corners<3, 2>("v"), f.number("r")}); }, nullptr},
    ShapeKind{"cone", {"v", "r"}, read_cone, nullptr},
    ShapeKind{"ellipsoid", {"c", "axes", "h"}, [](JsonFields& f) { return solid(Ellipsoid{f.vec<3>("c"), f.corners<3, 3>("axes"), f.vec<3>("h")}); }, nullptr},
    ShapeKind{"torus", {"c", "n", "major", "minor"}, read_torus, nullptr},
    ShapeKind{"aabb", {"min", "max"}, [](JsonFields& f) { return solid(Aabb{f.vec<3>("min"), f.vec<3>("max")}); }, nullptr},
    ShapeKind{"obb", {"c", "axes", "h"}, [](JsonFields& f) { return solid(Obb{f.vec<3>("c"), f.corners<3, 3>("axes"), f.vec<3>("h")}); }, nullptr},
    ShapeKind{"triangle", {"v"}, [](JsonFields& f) { return solid(Triangle{f.corners<3, 3>("v")}); }, nullptr},
    ShapeKind{"tetrahedron", {"v"}, [](JsonFields& f) { return solid(Tetrahedron{f.corners<3, 4>("v")}); }, nullptr},
    ShapeKind{"polygon", {"v"}, [](JsonFields& f) { return solid(ConvexPolygon{f.points<3>("v")}); }, nullptr},
    ShapeKind{"convex", {"v", "f"}, read_convex, nullptr},
    ShapeKind{"points", {"p", "tree", "refit"}, [](JsonFields& f) { return solid(PointCloud{f.points<3>("p")}); },
                                               [](JsonFields& f) { return planar(PointCloud2{f.points<2>("p")}); }, "p"},
    ShapeKind{"mesh", {"v", "f", "scale", "solid", "tree", "refit"}, read_mesh, nullptr},
    ShapeKind{"circle", {"c", "r"}, nullptr, [](JsonFields& f) { return planar(Circle{f.vec<2>("c"), f.number("r")}); }},
    ShapeKind{"ellipse", {"c", "axes", "h"}, nullptr, [](JsonFields& f) { return planar(Ellipse{f.vec<2>("c"), f.corners<2, 2>("axes"), f.vec<2>("h")}); }},
    ShapeKind{"aabb2", {"min", "max"}, nullptr, [](JsonFields& f) { return planar(Aabb2{f.vec<2>("min"), f.vec<2>("max")}); }},
    ShapeKind{"obb2", {"c", "axes", "h"}, nullptr, [](JsonFields& f) { return planar(Obb2{f.vec<2>("c"), f.corners<2, 2>("axes"), f.vec<2>("h")}); }},
    ShapeKind{"triangle2", {"v"}, nullptr, read_triangle2},
    ShapeKind{"polygon2", {"v"}, nullptr, [](JsonFields& f) { return planar(ConvexPolygon2{f.points<2>("v")}); }},
};
// clang-format on

constexpr std::array body_fields =
    std::to_array<std::string_view>({"type", "R", "t", "vel", "omega", "center", "keyframes", "repair", "integrate"});

template <class Names>
bool is_among(const Names& names, std::string_view name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

/// "c, r"; unused elements are empty.
template <class Names>
std::string listed(const Names& names) {
  std::string list;
  for (const std::string_view name : names)
    if (!name.empty()) list.append(list.empty() ? "" : ", ").append(name);
  return list;
}

std::string names_of_shapes() {
  std::vector<std::string_view> names;
  for (const ShapeKind& kind : shape_kinds) names.push_back(kind.name);
  return listed(names);
}

template <class Names>
Result<void> no_unknown_field(const Json& object, std::string_view type, const Names& allowed) {
  for (const auto& [name, value] : object.items())
    if (name.empty() || (!is_among(body_fields, name) && !is_among(allowed, name)))  // unused elements of `allowed` are empty
      return fail(ErrorCode::bad_shape,
                  fmt::format("{}: unknown field of a {}, which has {}", name.empty() ? "\"\"" : name, type, listed(allowed)));
  return {};
}

/// Lines by n.x = d are of the plane: in space that is a plane.
bool is_implicit_line(const ShapeKind& kind, const Json& object) { return kind.name == "line" && object.contains("n"); }

/// Points of the plane have two numbers.
bool has_two_coordinates(const Json& object, std::string_view probe) {
  const auto field = object.find(probe);
  if (field == object.end() || !field->is_array() || field->empty()) return false;
  const Json& first = field->front().is_array() ? field->front() : *field;
  return first.size() == 2;
}

Read reader_of(const ShapeKind& kind, const Json& object) {
  if (!kind.in_plane || !kind.in_space) return kind.in_space ? kind.in_space : kind.in_plane;
  return is_implicit_line(kind, object) || has_two_coordinates(object, kind.probe) ? kind.in_plane : kind.in_space;
}

Result<std::string> type_of(const Json& object) {
  if (!object.is_object()) return fail(ErrorCode::bad_shape, fmt::format("expected a shape, found {}", kind_of(object)));
  JsonFields fields(object, ErrorCode::bad_shape);
  std::string type = fields.string("type");
  if (fields.error()) return tl::make_unexpected(*fields.error());
  return type;
}

}  // namespace

Result<AnyShape> shape_from_json(const Json& object) {
  const Result<std::string> type = type_of(object);
  if (!type) return tl::make_unexpected(type.error());
  const auto kind = std::find_if(shape_kinds.begin(), shape_kinds.end(), [&](const ShapeKind& k) { return k.name == *type; });
  if (kind == shape_kinds.end())
    return fail(ErrorCode::bad_shape, fmt::format("type: unknown shape {}; there are {}", Json(*type).dump(), names_of_shapes()));
  if (const Result<void> known = no_unknown_field(object, *type, kind->fields); !known) return tl::make_unexpected(known.error());
  JsonFields fields(object, ErrorCode::bad_shape);
  AnyShape shape = reader_of(*kind, object)(fields);
  if (fields.error()) return tl::make_unexpected(*fields.error());
  return shape;
}

bool is_mesh_file(const Json& object) {
  const Result<std::string> type = type_of(object);
  return type && *type == "mesh" && object.contains("file");
}

Result<std::string> mesh_file_from_json(const Json& object) {
  const std::array<std::string_view, 5> allowed{"file", "scale", "solid", "tree", "refit"};
  if (const Result<void> known = no_unknown_field(object, "mesh with a file", allowed); !known)
    return tl::make_unexpected(known.error());
  JsonFields fields(object, ErrorCode::bad_shape);
  std::string file = fields.string("file");
  if (fields.error()) return tl::make_unexpected(*fields.error());
  return file;
}

Result<Vec3> scale_from_json(const Json& object) {
  if (!object.contains("scale")) return Vec3(Vec3::Ones());
  JsonFields fields(object, ErrorCode::bad_shape);
  const bool is_list = object["scale"].is_array();
  const Vec3 scale = is_list ? fields.vec<3>("scale") : Vec3(Vec3::Constant(fields.number("scale")));
  if (fields.error()) return tl::make_unexpected(*fields.error());
  if ((scale.array() == 0).any()) return fail(ErrorCode::bad_shape, "scale: a factor is 0");  // nothing is left of a mesh
  return scale;
}

}  // namespace graze
