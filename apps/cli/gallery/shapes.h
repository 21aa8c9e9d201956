#pragma once
/// Meshes of the gallery, made by formula.

#include <graze/shapes.h>

namespace graze::cli {

/// A spur gear around the z axis with a bore, its teeth as trapezoids with their middle at `pitch_radius`; a tooth points along x.
struct GearShape {
  int teeth = 16;
  double pitch_radius = 1;
  double tooth_height = 0.2;
  double bore_radius = 0.3;
  double thickness = 0.3;
  double tooth_share = 0.4;  ///< of the pitch that a tooth takes at half its height
};
[[nodiscard]] TriangleMesh gear_mesh(const GearShape& shape);

/// A wall in the plane x = 0 with a rectangular slot around the origin; all are half extents.
struct SlottedWall {
  double thickness = 0.05;
  double width = 1.2, height = 1;  ///< along y and z
  double slot_width = 0.5, slot_height = 0.1;
};
[[nodiscard]] TriangleMesh slotted_wall_mesh(const SlottedWall& wall);

}  // namespace graze::cli
