#pragma once
/// The DiTO method in either precision: fourteen extremal points stand for all, large triangles between them suggest frames.
/// [LarssonKallberg11]

#include <array>
#include <cmath>
#include <limits>
#include <optional>
#include <span>

#include <Eigen/Geometry>

#include <graze/shapes.h>

namespace graze {

/// The lowest and the highest point along x, y, z and the four diagonals. Those of a union are found among those of its parts.
template <class Scalar>
struct ExtremalPoints {
  using ScalarVec3 = Eigen::Matrix<Scalar, 3, 1>;
  static constexpr std::size_t direction_count = 7;
  static constexpr std::size_t count = 2 * direction_count;

  std::array<Scalar, direction_count> low, high;
  std::array<ScalarVec3, count> points;  ///< 2k is the lowest, 2k+1 the highest along direction k

  ExtremalPoints() {
    low.fill(std::numeric_limits<Scalar>::infinity());
    high.fill(-std::numeric_limits<Scalar>::infinity());
    points.fill(ScalarVec3::Zero());
  }

  void add(const ScalarVec3& p) {
    const Scalar sum = p.x() + p.y(), difference = p.x() - p.y();
    const std::array<Scalar, direction_count> height{
        p.x(), p.y(), p.z(), sum + p.z(), sum - p.z(), difference + p.z(), difference - p.z()};
    for (std::size_t k = 0; k < direction_count; ++k) {
      if (height[k] < low[k]) low[k] = height[k], points[2 * k] = p;
      if (height[k] > high[k]) high[k] = height[k], points[2 * k + 1] = p;
    }
  }

  void add(const ExtremalPoints& other) {
    for (std::size_t k = 0; k < direction_count; ++k) {
      if (other.low[k] < low[k]) low[k] = other.low[k], points[2 * k] = other.points[2 * k];
      if (other.high[k] > high[k]) high[k] = other.high[k], points[2 * k + 1] = other.points[2 * k + 1];
    }
  }
};

/// Keeps the frame whose box around up to `capacity` points has the least surface. Frames are orthonormal only roughly.
template <class Scalar, int capacity = 16>
class FrameSearch {
 public:
  using ScalarVec3 = Eigen::Matrix<Scalar, 3, 1>;

  /// From the first point on: far from the origin, single precision would not see small sets.
  explicit FrameSearch(std::span<const ScalarVec3> points) {
    for (int k = 0; k < capacity; ++k) {
      const ScalarVec3 p = points[static_cast<std::size_t>(k) < points.size() ? static_cast<std::size_t>(k) : 0] - points[0];
      x_[k] = p.x(), y_[k] = p.y(), z_[k] = p.z();
    }
  }

  /// Frames along each edge of a triangle and its normal.
  void consider_triangle(const std::array<ScalarVec3, 3>& t) {
    const ScalarVec3 normal = (t[1] - t[0]).cross(t[2] - t[0]);
    const Scalar squared = normal.squaredNorm();
    if (!(squared > 0)) return;
    const ScalarVec3 z = normal / std::sqrt(squared);
    const Scalar height = width(z);
    for (std::size_t i = 0; i < 3; ++i) {
      const ScalarVec3 edge = t[(i + 1) % 3] - t[i];
      const ScalarVec3 x = edge / edge.norm();
      consider(x, z.cross(x), height);
    }
  }

  void consider_world() { consider(ScalarVec3::UnitX(), ScalarVec3::UnitY(), width(ScalarVec3::UnitZ())); }

  [[nodiscard]] bool has_found() const { return area_ < std::numeric_limits<Scalar>::infinity(); }
  /// The first two axes of the best frame, of about unit length.
  [[nodiscard]] const ScalarVec3& first() const { return first_; }
  [[nodiscard]] const ScalarVec3& second() const { return second_; }

 private:
  using PointRow = Eigen::Array<Scalar, capacity, 1>;

  [[nodiscard]] Scalar width(const ScalarVec3& axis) const {
    const PointRow height = x_ * axis.x() + y_ * axis.y() + z_ * axis.z();
    return height.maxCoeff() - height.minCoeff();
  }

  void consider(const ScalarVec3& x, const ScalarVec3& y, Scalar height) {
    const Scalar length = width(x), breadth = width(y);
    const Scalar area = length * breadth + (length + breadth) * height;
    if (area < area_) area_ = area, first_ = x, second_ = y;
  }

  PointRow x_, y_, z_;
  ScalarVec3 first_ = ScalarVec3::UnitX(), second_ = ScalarVec3::UnitY();
  Scalar area_ = std::numeric_limits<Scalar>::infinity();
};

/// Two directions that span a frame; the second may be zero: any.
template <class Scalar>
struct FrameDirections {
  Eigen::Matrix<Scalar, 3, 1> first, second;
};

template <class Scalar>
using PointPair = std::array<Eigen::Matrix<Scalar, 3, 1>, 2>;

/// The ends of the longest extremal pair.
template <class Scalar>
PointPair<Scalar> longest_pair(const ExtremalPoints<Scalar>& extremal) {
  std::size_t longest = 0;
  Scalar length = -1;
  for (std::size_t k = 0; k < extremal.direction_count; ++k) {
    const Scalar candidate = (extremal.points[2 * k + 1] - extremal.points[2 * k]).squaredNorm();
    if (candidate > length) length = candidate, longest = k;
  }
  return {extremal.points[2 * longest], extremal.points[2 * longest + 1]};
}

/// The point farthest from the line through the pair, if any is off it.
template <class Scalar>
std::optional<Eigen::Matrix<Scalar, 3, 1>> farthest_from_line(std::span<const Eigen::Matrix<Scalar, 3, 1>> points,
                                                              const PointPair<Scalar>& pair) {
  const Eigen::Matrix<Scalar, 3, 1> direction = pair[1] - pair[0];
  const Eigen::Matrix<Scalar, 3, 1>* farthest = nullptr;
  Scalar largest = 0;
  for (const auto& p : points) {
    const Scalar distance = (p - pair[0]).cross(direction).squaredNorm();
    if (distance > largest) largest = distance, farthest = &p;
  }
  return farthest != nullptr ? std::optional(*farthest) : std::nullopt;
}

/// The best frame for the box around `points`, at most sixteen, among those of the triangle on the longest pair, of the two
/// tetrahedra on it, and the frame of the coordinates.
template <class Scalar>
FrameDirections<Scalar> dito_directions(std::span<const Eigen::Matrix<Scalar, 3, 1>> points, const PointPair<Scalar>& longest) {
  using ScalarVec3 = Eigen::Matrix<Scalar, 3, 1>;
  const std::optional<ScalarVec3> third = farthest_from_line(points, longest);
  if (!third) return {longest[1] - longest[0], ScalarVec3::Zero()};
  const std::array<ScalarVec3, 3> base{longest[0], longest[1], *third};
  FrameSearch<Scalar> search(points);
  search.consider_world();
  search.consider_triangle(base);
  const ScalarVec3 normal = (base[1] - base[0]).cross(base[2] - base[0]);
  Scalar low = 0, high = 0;
  const ScalarVec3 *lowest = nullptr, *highest = nullptr;
  for (const ScalarVec3& p : points) {
    const Scalar height = normal.dot(p - base[0]);
    if (height < low) low = height, lowest = &p;
    if (height > high) high = height, highest = &p;
  }
  for (const ScalarVec3* apex : {lowest, highest}) {
    for (std::size_t i = 0; apex != nullptr && i < 3; ++i) search.consider_triangle({base[i], base[(i + 1) % 3], *apex});
  }
  return {search.first(), search.second()};
}

}  // namespace graze
