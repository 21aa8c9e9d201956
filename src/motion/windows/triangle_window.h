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
  /// The same by a direction that turns with the corners that are nearest along it: what keeps its distance from a face or an edge
  /// that turns is apart along none that stands still. Unit, at the middle.
  [[nodiscard]] bool separates_turning(const Vec3& direction) const;

  /// Whether any direction has separated them at the middle of the window.
  [[nodiscard]] bool were_apart() const { return were_apart_; }
  /// Along which they were farthest apart then. Unit; zero if none was.
  [[nodiscard]] const Vec3& widest() const { return widest_; }
  /// How often the window can be halved without any direction separating them in its parts: a guess by those directions along which
  /// hardly anything moves at the middle, so that what hinders are bounds, which shrink with the third power of time.
  [[nodiscard]] std::uint8_t sleeps() const { return sleeps_ == unknown ? 0 : sleeps_; }
  /// Bounds how far corners of b move.
  [[nodiscard]] double motion() const;

 private:
  [[nodiscard]] bool by_products(const std::array<Vec3, 3>& of_a, const std::array<Vec3, 3>& of_b);
  [[nodiscard]] bool in_common_plane(const std::array<Vec3, 3>& of_a, const std::array<Vec3, 3>& of_b, const Vec3& normal_a,
                                     const Vec3& normal_b);
  [[nodiscard]] Vec3 turn_with_corners(const Vec3& n) const;
  void guess_sleep(double gap, double moves, double rest);
  static constexpr std::uint8_t unknown = 0xff;

  std::array<Vec3, 3> a_, b_, shift_, bend_;
  Vec3 normal_, turn_, widest_ = Vec3::Zero();
  double most_, rest_, flat_, lift_, widest_gap_ = 0;
  bool were_apart_ = false;
  std::uint8_t sleeps_ = unknown;
};

}  // namespace graze::windows
