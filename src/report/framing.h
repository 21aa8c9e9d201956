#pragma once
/// What a picture looks at, from where, and when.

#include <optional>

#include "report/display.h"

namespace graze::report {

/// The two bodies that a picture is about.
struct ShownPair {
  std::size_t a = 0;
  std::size_t b = 0;
};

/// In the unit of the display.
struct Framing {
  Vec3 target = Vec3::Zero();
  double radius = 1;
  Vec3 from = Vec3::UnitX();  ///< where the camera is, seen from the target
  double time = 0;
  std::optional<ShownPair> pair{};  ///< of the finding that is looked at, or the only two there are
};

[[nodiscard]] Framing framed(const ReportData& data, const Display& display, const ImageOptions& options);

}  // namespace graze::report
