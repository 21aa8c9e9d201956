#pragma once
/// Everything a search looks at in one window: shapes placed at its middle and how they move, made when first asked for.

#include <vector>

#include "motion/windows/movement.h"
#include "motion/windows/pair_window.h"

namespace graze::windows {

/// Refers to the scene. Keeps its room from window to window.
class WindowFrames {
 public:
  void start(const WindowScene& scene, Movement& movement);
  /// A window around t. With a half length of 0 it is an instant.
  void go_to(double t, double half_window);

  [[nodiscard]] const PlacedShape& placed(std::size_t shape);
  [[nodiscard]] const tree::WindowMotion& motion(std::size_t sight);
  /// Of the shape that moves.
  [[nodiscard]] double greatest_motion_of(std::size_t sight);
  [[nodiscard]] double error() const { return movement_->error(); }

 private:
  struct Seen {
    tree::WindowMotion motion;
    double greatest = 0;
    std::uint64_t stamp = 0;
  };
  struct Placed {
    PlacedShape shape;
    std::uint64_t stamp = 0;
  };
  void look(const Sight& sight, Seen& seen);

  const WindowScene* scene_ = nullptr;
  Movement* movement_ = nullptr;
  std::vector<Placed> placed_;
  std::vector<Seen> seen_;
  std::uint64_t stamp_ = 0;
  double half_ = 0;
};

}  // namespace graze::windows
