/// Extrudes outlines with a hole.

#include "gallery/shapes.h"

#include <array>
#include <cmath>
#include <numbers>
#include <vector>

namespace graze::cli {
namespace {

using Outline = std::vector<Vec2>;

/// Between an outer and an inner outline with as many points, both counter-clockwise; (u, v) is placed by the columns of `axes`.
TriangleMesh extruded(const Outline& outer, const Outline& inner, double half_thickness, const Mat3& axes) {
  TriangleMesh mesh;
  const auto n = static_cast<std::uint32_t>(outer.size());
  for (const Outline* outline : {&outer, &inner})
    for (const double w : {-half_thickness, half_thickness})
      for (const Vec2& p : *outline) mesh.vertices.emplace_back(axes * Vec3(p.x(), p.y(), w));
  const auto quad = [&](std::uint32_t a, std::uint32_t b, std::uint32_t c, std::uint32_t d) {
    mesh.triangles.push_back({a, b, c});
    mesh.triangles.push_back({a, c, d});
  };
  for (std::uint32_t i = 0; i < n; ++i) {
    const std::uint32_t j = (i + 1) % n;
    quad(i, j, n + j, n + i);                          // outer side
    quad(2 * n + j, 2 * n + i, 3 * n + i, 3 * n + j);  // side of the hole
    quad(n + i, n + j, 3 * n + j, 3 * n + i);          // above
    quad(j, i, 2 * n + i, 2 * n + j);                  // below
  }
  return mesh;
}

Vec2 at_angle(double radius, double angle) { return {radius * std::cos(angle), radius * std::sin(angle)}; }

}  // namespace

TriangleMesh gear_mesh(const GearShape& shape) {
  constexpr int bows = 3;         // pieces of the arc between two teeth
  constexpr double slant = 0.22;  // of the width, at the foot wider and at the tip narrower
  Outline outer, inner;
  const double pitch = 2 * std::numbers::pi / shape.teeth, half = 0.5 * shape.tooth_share * pitch;
  const double foot = shape.pitch_radius - 0.55 * shape.tooth_height, tip = shape.pitch_radius + 0.45 * shape.tooth_height;
  const auto add = [&](double radius, double angle) {
    outer.push_back(at_angle(radius, angle));
    inner.push_back(at_angle(shape.bore_radius, angle));
  };
  for (int tooth = 0; tooth < shape.teeth; ++tooth) {
    const double middle = tooth * pitch, wide = half * (1 + slant), narrow = half * (1 - slant);
    add(foot, middle - wide);
    add(tip, middle - narrow);
    add(tip, middle + narrow);
    for (int i = 0; i < bows; ++i) add(foot, middle + wide + (pitch - 2 * wide) * i / bows);
  }
  return extruded(outer, inner, 0.5 * shape.thickness, Mat3::Identity());
}

TriangleMesh slotted_wall_mesh(const SlottedWall& wall) {
  const auto rectangle = [](double w, double h) { return Outline{{-w, -h}, {w, -h}, {w, h}, {-w, h}}; };
  Mat3 axes;  // u along y, v along z, w along x
  axes << 0, 0, 1, 1, 0, 0, 0, 1, 0;
  return extruded(rectangle(wall.width, wall.height), rectangle(wall.slot_width, wall.slot_height), wall.thickness, axes);
}

}  // namespace graze::cli
