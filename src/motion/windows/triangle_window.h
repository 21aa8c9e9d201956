#pragma once
/// Two triangles throughout a window of time, along axes that can separate them.

#include <array>
#include <cstdint>

#include <graze/shapes.h>

#include "tree/walk/window_view.h"

namespace graze::windows {

/// Both in the world at the middle of the window; b moves.
class TriangleWindow {
 public:
  /// `lift` is what their gap has to exceed, for roundings and clearance: length.
  TriangleWindow(const Triangle& a, const Triangle& b, const tree::WindowMotion& motion, double lift);

  /// Whether they certainly stay apart, by their normals, the line between their middles and products of edges, and the normals of
  /// edges in a common plane where they lie in one, or nearly.
  [[nodiscard]] bool stay_apart();
  /// Any direction is valid; it need not be unit.
  [[nodiscard]] bool separates(const Vec3& direction);

  /// Whether any direction has separated them at the middle of the window.
  [[nodiscard]] bool were_apart() const { return were_apart_; }
  /// How often the window can be halved without any direction separating them in its parts: a guess by those directions along which
  /// hardly anything moves at the middle, so that what hinders are bounds, which shrink with the third power of time.
  [[nodiscard]] std::uint8_t sleeps() const { return sleeps_ == unknown ? 0 : sleeps_; }
  /// Bounds how far corners of b move.
  [[nodiscard]] double motion() const;

 private:
  [[nodiscard]] bool by_products(const std::array<Vec3, 3>& of_a, const std::array<Vec3, 3>& of_b);
  [[nodiscard]] bool in_common_plane(const std::array<Vec3, 3>& of_a, const std::array<Vec3, 3>& of_b, const Vec3& normal_a,
                                     const Vec3& normal_b);
  void guess_sleep(double gap, double moves, double rest);
  static constexpr std::uint8_t unknown = 0xff;

  std::array<Vec3, 3> a_, b_, shift_, bend_;
  Vec3 normal_;
  double most_, rest_, flat_, lift_;
  bool were_apart_ = false;
  std::uint8_t sleeps_ = unknown;
};

}  // namespace graze::windows
