/// One row a form: how many numbers it has, and what they mean.

#include "input/shape_text.h"

#include <algorithm>
#include <filesystem>
#include <span>

#include <fmt/format.h>

#include "grammar/bindings.h"
#include "grammar/suggestion.h"

namespace graze::cli {
namespace {

using Values = std::span<const double>;

Vec3 vec(Values v, std::size_t i) { return {v[i], v[i + 1], v[i + 2]}; }

struct ShapeRow {
  std::string_view kind;
  std::size_t numbers;
  ShapeForm form;
  Shape (*make)(Values);
};

Shape centred_box(Values v) { return {Aabb{-0.5 * vec(v, 0), 0.5 * vec(v, 0)}}; }
Shape cornered_box(Values v) { return {Aabb{vec(v, 0), vec(v, 3)}}; }
std::array<Vec3, 2> upright(double length) { return {Vec3(0, 0, -0.5 * length), Vec3(0, 0, 0.5 * length)}; }

const std::vector<ShapeRow>& shape_rows() {
  static const std::vector<ShapeRow> rows{
      {"box", 3, {"box:SX,SY,SZ", "a box of these sizes around the origin"}, centred_box},
      {"box", 6, {"box:X0,Y0,Z0,X1,Y1,Z1", "a box between two corners"}, cornered_box},
      {"sphere", 1, {"sphere:R", "a ball around the origin"}, [](Values v) -> Shape { return {Sphere{Vec3::Zero(), v[0]}}; }},
      {"sphere", 4, {"sphere:X,Y,Z,R", "a ball"}, [](Values v) -> Shape { return {Sphere{vec(v, 0), v[3]}}; }},
      {"capsule",
       2,
       {"capsule:R,L", "all within R of a segment of length L along z around the origin"},
       [](Values v) -> Shape { return {Capsule{upright(v[1]), v[0]}}; }},
      {"capsule",
       7,
       {"capsule:X0,Y0,Z0,X1,Y1,Z1,R", "all within R of a segment"},
       [](Values v) -> Shape { return {Capsule{{vec(v, 0), vec(v, 3)}, v[6]}}; }},
      {"cylinder",
       2,
       {"cylinder:R,L", "a cylinder of length L along z around the origin"},
       [](Values v) -> Shape { return {Cylinder{upright(v[1]), v[0]}}; }},
      {"cylinder",
       7,
       {"cylinder:X0,Y0,Z0,X1,Y1,Z1,R", "a cylinder from one middle of its caps to the other"},
       [](Values v) -> Shape { return {Cylinder{{vec(v, 0), vec(v, 3)}, v[6]}}; }},
      {"cone",
       2,
       {"cone:R,H", "a cone with its base around the origin and its tip at z = H"},
       [](Values v) -> Shape { return {Cone{Vec3::Zero(), Vec3(0, 0, v[1]), v[0]}}; }},
      {"cone",
       7,
       {"cone:X0,Y0,Z0,X1,Y1,Z1,R", "a cone from the middle of its base to its tip"},
       [](Values v) -> Shape { return {Cone{vec(v, 0), vec(v, 3), v[6]}}; }},
      {"ellipsoid",
       3,
       {"ellipsoid:A,B,C", "an ellipsoid with these half axes around the origin"},
       [](Values v) -> Shape { return {Ellipsoid{Vec3::Zero(), world_frame(), vec(v, 0)}}; }},
      {"torus",
       2,
       {"torus:R,r", "a torus around z: R from the middle to that of the tube, whose radius is r"},
       [](Values v) -> Shape { return {Torus{Vec3::Zero(), Vec3::UnitZ(), v[0], v[1]}}; }},
      {"plane", 4, {"plane:NX,NY,NZ,D", "all points with n.x = D"}, [](Values v) -> Shape { return {Plane{vec(v, 0), v[3]}}; }},
      {"halfspace",
       4,
       {"halfspace:NX,NY,NZ,D", "all points with n.x <= D: the ground is halfspace:0,0,1,0"},
       [](Values v) -> Shape { return {HalfSpace{vec(v, 0), v[3]}}; }},
      {"point", 3, {"point:X,Y,Z", "a point"}, [](Values v) -> Shape { return {Point{vec(v, 0)}}; }},
      {"segment",
       6,
       {"segment:X0,Y0,Z0,X1,Y1,Z1", "a segment"},
       [](Values v) -> Shape { return {Segment{{vec(v, 0), vec(v, 3)}}}; }},
      {"line",
       6,
       {"line:OX,OY,OZ,DX,DY,DZ", "a line without ends"},
       [](Values v) -> Shape { return {Line{vec(v, 0), vec(v, 3)}}; }},
      {"ray", 6, {"ray:OX,OY,OZ,DX,DY,DZ", "a ray"}, [](Values v) -> Shape { return {Ray{vec(v, 0), vec(v, 3)}}; }},
      {"triangle",
       9,
       {"triangle:NINE", "a triangle, by its corners"},
       [](Values v) -> Shape { return {Triangle{{vec(v, 0), vec(v, 3), vec(v, 6)}}}; }},
      {"tetrahedron",
       12,
       {"tetrahedron:TWELVE", "a tetrahedron, by its corners"},
       [](Values v) -> Shape { return {Tetrahedron{{vec(v, 0), vec(v, 3), vec(v, 6), vec(v, 9)}}}; }},
  };
  return rows;
}

std::string forms_of(std::string_view kind) {
  std::string forms;
  for (const ShapeRow& row : shape_rows())
    if (row.kind == kind) forms.append(forms.empty() ? "" : " or ").append(row.form.form);
  return forms;
}

bool is_kind(std::string_view word) { return std::ranges::find(shape_rows(), word, &ShapeRow::kind) != shape_rows().end(); }

}  // namespace

const std::vector<ShapeForm>& shape_forms() {
  static const std::vector<ShapeForm> forms = [] {
    std::vector<ShapeForm> all;
    for (const ShapeRow& row : shape_rows()) all.push_back(row.form);
    return all;
  }();
  return forms;
}

std::optional<Result<Shape>> shape_in(const std::string& text) {
  const std::size_t colon = text.find(':');
  if (!is_kind(text.substr(0, colon))) return std::nullopt;
  if (colon == std::string::npos) {  // a file may be called box
    if (std::filesystem::exists(text)) return std::nullopt;
    return Result<Shape>(fail(ErrorCode::bad_option, fmt::format("{}: no such file; a shape is {}", text, forms_of(text))));
  }
  const std::string kind = text.substr(0, colon);
  const auto values = numbers_in(std::string_view(text).substr(colon + 1));
  for (const ShapeRow& row : shape_rows())
    if (values && row.kind == kind && row.numbers == values->size()) return Result<Shape>(row.make(*values));
  return Result<Shape>(fail(ErrorCode::bad_option, fmt::format("{}: expected {}", text, forms_of(kind))));
}

}  // namespace graze::cli
