#pragma once
/// Two triangles throughout a window of time, along axes that can separate them.

#include <array>

#include <graze/shapes.h>

#include "tree/walk/window_view.h"

namespace graze::windows {

/// Both in the world at the middle of the window; b moves.
class TriangleWindow {
 public:
  /// `lift` is what their gap has to exceed, for roundings and clearance: length.
  TriangleWindow(const Triangle& a, const Triangle& b, const tree::WindowMotion& motion, double lift);

  /// Whether they certainly stay apart, by the line between their middles, normals and products of edges, and the normals of edges
  /// in a common plane where they lie in one, or nearly.
  [[nodiscard]] bool stay_apart();
  /// Any direction is valid; it need not be unit.
  [[nodiscard]] bool separates(const Vec3& direction);

  /// Whether any direction has separated them at the middle of the window.
  [[nodiscard]] bool were_apart() const { return were_apart_; }
  /// Bounds how far corners of b move.
  [[nodiscard]] double motion() const;

 private:
  [[nodiscard]] bool by_products();
  [[nodiscard]] bool in_common_plane();

  std::array<Vec3, 3> a_, b_, shift_, bend_;
  double most_, rest_, lift_;
  bool were_apart_ = false;
};

}  // namespace graze::windows
