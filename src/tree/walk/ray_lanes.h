#pragma once
/// A line from box to box of a tree in single precision, and past the triangles of leaves in single precision and, where that
/// cannot tell, in double: what it leaves out is certain not to be met.

#include <bit>
#include <cstdint>

#include "simd/force_inline.h"
#include "tree/nodes/axis_tree.h"
#include "triangle/line_sides.h"

namespace graze::tree {

/// What hangs below a box, and a parameter not after the line meets it. As one number they are ordered by the parameter, which is
/// not negative. Inlined by force where registers for floats are involved: linked code must not depend on who was compiled for
/// what.
class RayEntry {
 public:
  RayEntry() = default;
  GRAZE_FORCE_INLINE RayEntry(float enter, Slot slot)
      : bits_(std::uint64_t{std::bit_cast<std::uint32_t>(enter)} << 32U | std::bit_cast<std::uint32_t>(slot)) {}

  [[nodiscard]] GRAZE_FORCE_INLINE float enter() const { return std::bit_cast<float>(static_cast<std::uint32_t>(bits_ >> 32U)); }
  [[nodiscard]] Slot slot() const { return std::bit_cast<Slot>(static_cast<std::uint32_t>(bits_)); }
  [[nodiscard]] bool is_before(RayEntry other) const { return bits_ < other.bits_; }

  /// Exchanges the two unless they are in order, without a branch: nobody can predict it.
  friend void put_in_order(RayEntry& first, RayEntry& second) {
    const std::uint64_t least = first.bits_ < second.bits_ ? first.bits_ : second.bits_;
    second.bits_ = first.bits_ < second.bits_ ? second.bits_ : first.bits_;
    first.bits_ = least;
  }

 private:
  std::uint64_t bits_;
};

/// One or two triangles of a leaf that the line comes to.
struct TrianglesAhead {
  std::uint32_t numbers[2];
  distance::TwoSides sides;
};

/// A mesh that has triangles, as plain numbers.
struct MeshInTree {
  const AxisTree* tree;
  const std::uint32_t* triangles;  ///< three vertices each
  const double* vertices;          ///< three coordinates each

  [[nodiscard]] GRAZE_FORCE_INLINE const double* corner(std::uint32_t triangle, std::uint32_t k) const {
    return vertices + std::size_t{3} * triangles[std::size_t{3} * triangle + k];
  }
};

/// The part of a line that is meant, in the frame of the mesh.
struct LinePart {
  distance::LineNumbers line;
  double least, greatest;  ///< parameters
};

enum class RayReach { misses, passes, unknown };  ///< unknown: so far away that doubles cannot tell

/// Sees triangles that may be met, about nearest first; returns up to which parameter more are of interest.
using SeeTriangles = double (*)(void* context, const TrianglesAhead& ahead);

/// Shows a line all triangles that it may meet, unless it is unknown where it passes.
using WalkAlong = RayReach (*)(const MeshInTree& mesh, const LinePart& part, SeeTriangles see, void* context);

}  // namespace graze::tree
