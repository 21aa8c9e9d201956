#pragma once
/// A quantity that changes over time between keys: steps, straight lines or cubic splines, with bounds over any stretch of time.

#include <array>
#include <cstddef>
#include <vector>

#include <Eigen/Geometry>

#include <graze/vec.h>

namespace graze::io {

enum class Interpolation { step, linear, cubic };

/// Holds its first value before the first key and its last after the last. A step takes its new value at the key. [glTF20 §3.11]
template <int N>
struct Track {
  using Value = Eigen::Matrix<double, N, 1>;

  Interpolation interpolation = Interpolation::linear;
  std::vector<double> times{};        ///< increasing
  std::vector<Value> values{};        ///< one a time
  std::vector<Value> tangents_in{};   ///< of cubic ones: change per unit of time, arriving at a key
  std::vector<Value> tangents_out{};  ///< leaving it

  /// The number of the stretch between two keys that the time is in; keys belong to the later one, the last to the last.
  [[nodiscard]] std::size_t stretch_at(double t) const;
  [[nodiscard]] bool is_constant() const;
  /// Times at which it jumps.
  [[nodiscard]] std::vector<double> jumps() const;
};

/// One number: the position of a joint.
using NumberTrack = Track<1>;
/// x, y, z
using PointTrack = Track<3>;
/// A quaternion as x, y, z, w. Values have unit length; what is between the keys of cubic ones is normalized.
using TurnTrack = Track<4>;

[[nodiscard]] double value_at(const NumberTrack& track, double t);
[[nodiscard]] Vec3 value_at(const PointTrack& track, double t);
[[nodiscard]] Eigen::Quaterniond value_at(const TurnTrack& track, double t);

/// Not exceeded in [from, to], up to the roundings of value_at(). Jumps count as no speed: nobody may ask across one.
struct PointBound {
  double size = 0;   ///< distance from the origin
  double speed = 0;  ///< per unit of time
};
[[nodiscard]] PointBound bound_of(const NumberTrack& track, double from, double to);
[[nodiscard]] PointBound bound_of(const PointTrack& track, double from, double to);

/// Radians per unit of time, as above; infinite where a spline comes too near to no rotation at all.
[[nodiscard]] double turning_bound(const TurnTrack& track, double from, double to);

extern template struct Track<1>;
extern template struct Track<3>;
extern template struct Track<4>;

}  // namespace graze::io
