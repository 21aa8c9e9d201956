#pragma once
/// Which oriented boxes a line may meet, and from which parameter on. Never misses one that it meets.

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <optional>

#include <graze/shapes.h>

#include "numbers/tolerance.h"
#include "triangle/line_filter.h"

namespace graze::tree {

/// As traverse_by_time.h asks for it, of a line in the frame of the mesh.
class LineThroughBoxes {
 public:
  LineThroughBoxes(const distance::RoundedLine& line, const distance::ParameterRange& range)
      : line_(line), range_(range), square_(line.direction.squaredNorm()) {}

  std::optional<double> operator()(const Obb& box, double t_max) const {
    const InBox in_box = placed(box);
    if (passes_by(in_box)) return std::nullopt;
    if (!(square_ > least_square && square_ < greatest_square)) return range_.least;
    return first_parameter(in_box, t_max);
  }

 private:
  /// Squares of directions within these have lost nothing that counts. Unit: length squared.
  static constexpr double least_square = 0x1p-900, greatest_square = 0x1p900;
  /// Roundings of a dot product, of the sums after it and of axes that are orthonormal to the precision of double, with room. No
  /// unit. LineBoxes.KeepEveryBoxThatTheLineMeets
  static constexpr double roundings = 16 * tolerance::rounding;
  /// Of products that underflow. LineBoxes.KeepEveryBoxThatTheLineMeets
  static constexpr double underflow = 16 * std::numeric_limits<double>::denorm_min();

  /// The line in the coordinates of a box, and what each of them may be off by.
  struct InBox {
    Vec3 origin, direction, half;
    double origin_off, direction_off;
  };

  [[nodiscard]] InBox placed(const Obb& box) const {
    const Vec3 from = line_.origin - box.center;
    InBox in_box;
    for (std::size_t i = 0; i < 3; ++i) {
      const auto k = static_cast<Eigen::Index>(i);
      in_box.origin[k] = box.axes[i].dot(from);
      in_box.direction[k] = box.axes[i].dot(line_.direction);
    }
    in_box.half = box.half_extents;
    in_box.origin_off =
        2 * line_.origin_error + roundings * (line_.origin.lpNorm<1>() + box.center.lpNorm<1>() + box.half_extents.sum());
    in_box.direction_off = 2 * line_.direction_error + roundings * line_.direction.lpNorm<1>();
    return in_box;
  }

  /// Along one of the three axes at right angles to the line and to an edge of the box. Comparisons with NaN keep the box.
  static bool passes_by(const InBox& in_box) {
    const auto& [origin, direction, half, origin_off, direction_off] = in_box;
    for (int j = 0; j < 3; ++j) {
      const int k = (j + 1) % 3;
      const double oj = std::abs(origin[j]), ok = std::abs(origin[k]), dj = std::abs(direction[j]), dk = std::abs(direction[k]);
      const double reach = half[j] * dk + half[k] * dj;
      const double off = origin_off * (dj + dk + 2 * direction_off) + direction_off * (oj + ok + half[j] + half[k]) +
                         roundings * (oj * dk + ok * dj + reach) + underflow;
      if (std::abs(origin[j] * direction[k] - origin[k] * direction[j]) > reach + off) return true;
    }
    return false;
  }

  [[nodiscard]] std::optional<double> first_parameter(const InBox& in_box, double t_max) const {
    const auto& [origin, direction, half, origin_off, direction_off] = in_box;
    const double middle = -origin.dot(direction), reach = half.dot(direction.cwiseAbs());
    const double off = origin_off * (direction.lpNorm<1>() + 3 * direction_off) +
                       direction_off * (origin.lpNorm<1>() + half.sum()) +
                       roundings * (origin.cwiseAbs().dot(direction.cwiseAbs()) + reach) + underflow;
    const double relative = roundings + 8 * direction_off / std::sqrt(square_);
    double first = (middle - reach - off) / square_, last = (middle + reach + off) / square_;
    first -= std::abs(first) * relative;
    last += std::abs(last) * relative;
    if (first > std::min(t_max, range_.greatest) || last < range_.least) return std::nullopt;
    return first > range_.least ? first : range_.least;
  }

  distance::RoundedLine line_;
  distance::ParameterRange range_;
  double square_;
};

}  // namespace graze::tree
