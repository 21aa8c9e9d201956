#pragma once
/// The orientation of the least box so far, and how to improve it. Internal to fit.

#include <cstddef>
#include <limits>
#include <optional>
#include <span>

#include <graze/shapes.h>

namespace graze {

/// A frame with the same axis of the given number as its first, the others along the least rectangle of the projected points.
[[nodiscard]] std::optional<Frame> turned_to_least_rectangle(const Frame& frame, std::size_t axis, std::span<const Vec3> points);

/// Of points of size about 1. All volumes are of boxes around all points, so a wrong guess does no harm.
class LeastFrame {
 public:
  /// At least one point, which must outlive this.
  explicit LeastFrame(std::span<const Vec3> points);

  /// Keeps the frame if its box is smaller.
  bool consider(const Frame& frame);
  /// Turns the best frame about each of its axes to the rectangle of least area, until nothing gets smaller.
  void polish();

  [[nodiscard]] const Frame& frame() const { return frame_; }
  [[nodiscard]] double volume() const { return volume_; }
  /// A volume that is not worth a search to get below: smaller by what rounding blurs.
  [[nodiscard]] double target() const { return target_; }

 private:
  std::span<const Vec3> points_;
  Frame frame_ = world_frame();
  double volume_ = std::numeric_limits<double>::infinity();
  double target_ = std::numeric_limits<double>::infinity();
};

}  // namespace graze
