#pragma once
/// A picture in the making: colour, depth and owner of every sample.

#include <array>
#include <cstdint>
#include <vector>

#include "report/camera.h"
#include "report/png.h"

namespace graze::report {

/// Red, green, blue; 0 to 1.
struct Colour {
  float r = 0, g = 0, b = 0;

  friend Colour operator*(float s, const Colour& c) { return {s * c.r, s * c.g, s * c.b}; }
  friend Colour operator+(const Colour& c, const Colour& d) { return {c.r + d.r, c.g + d.g, c.b + d.b}; }
};

[[nodiscard]] inline Colour mixed(const Colour& c, const Colour& d, float share_of_d) {
  return (1 - share_of_d) * c + share_of_d * d;
}

struct ShadedCorner {
  Projected at;
  Colour colour;
};

/// Samples, several a pixel of the picture that comes out of it.
class Canvas {
 public:
  static constexpr int samples_per_pixel = 2;  ///< along each side

  /// In pixels, filled from top to bottom colour.
  Canvas(int width, int height, const Colour& top, const Colour& bottom);

  [[nodiscard]] int width() const { return width_; }    ///< samples
  [[nodiscard]] int height() const { return height_; }  ///< samples

  /// Where it is nearer than what is there.
  void triangle(const std::array<ShadedCorner, 3>& corners, std::uint32_t owner);
  /// A line of that width in samples; where something is before it, it shines through faintly.
  void line(const Projected& from, const Projected& to, float thickness, const Colour& colour);
  void disc(const Projected& at, float radius, const Colour& colour);
  /// Plain, over everything; corners in samples.
  void rectangle(int left, int top, int right, int bottom, const Colour& colour, float opacity);

  /// Lays the nearest samples of another canvas of the same size over these where they are in front.
  void overlay(const Canvas& veil, float opacity);
  /// Dark lines where owners change.
  void outline(const Colour& colour, float opacity);

  [[nodiscard]] Pixels pixels() const;

 private:
  void spot(int x, int y, float nearness, const Colour& colour);
  [[nodiscard]] std::size_t index(int x, int y) const {
    return static_cast<std::size_t>(y) * static_cast<std::size_t>(width_) + static_cast<std::size_t>(x);
  }

  int width_;
  int height_;
  std::vector<Colour> colours_;
  std::vector<float> nearness_;
  std::vector<std::uint32_t> owners_;  ///< 0: the background
};

}  // namespace graze::report
