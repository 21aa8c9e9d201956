#include <graze/fit/dito.h>

#include <algorithm>
#include <array>
#include <limits>
#include <optional>

#include <Eigen/Geometry>

#include <graze/fit/enclose.h>
#include <graze/fit/frame.h>

namespace graze {
namespace {

constexpr std::size_t direction_count = 7;
constexpr std::size_t extremal_count = 2 * direction_count;

/// The points that stand for all: fourteen extremal ones, or all of no more than fourteen.
struct Sample {
  std::array<Vec3, extremal_count> points;
  std::size_t count = 0;

  [[nodiscard]] std::span<const Vec3> all() const { return std::span(points).first(count); }
};

using Heights = std::array<double, direction_count>;

/// Along x, y, z and the four diagonals.
Heights heights(const Vec3& p) {
  const double sum = p.x() + p.y(), difference = p.x() - p.y();
  return {p.x(), p.y(), p.z(), sum + p.z(), sum - p.z(), difference + p.z(), difference - p.z()};
}

/// 2k is the lowest, 2k+1 the highest along direction k.
Sample extremal_points(std::span<const Vec3> points) {
  Sample sample;
  sample.count = extremal_count;
  std::array<std::size_t, extremal_count> at{};
  Heights low = heights(points.front()), high = low;
  for (std::size_t i = 1; i < points.size(); ++i) {
    const Heights h = heights(points[i]);
    for (std::size_t k = 0; k < direction_count; ++k) {
      if (h[k] < low[k]) low[k] = h[k], at[2 * k] = i;
      if (h[k] > high[k]) high[k] = h[k], at[2 * k + 1] = i;
    }
  }
  for (std::size_t k = 0; k < extremal_count; ++k) sample.points[k] = points[at[k]];
  return sample;
}

Sample sample_of(std::span<const Vec3> points) {
  if (points.size() > extremal_count) return extremal_points(points);
  Sample sample;
  sample.count = points.size();
  std::copy(points.begin(), points.end(), sample.points.begin());
  return sample;
}

/// Keeps the frame whose box around the sample has the least surface. Candidates are orthonormal only roughly: the best is redone.
class BestFrame {
 public:
  explicit BestFrame(std::span<const Vec3> points) : points_(points) { consider(world_frame()); }

  /// Frames along each edge of a triangle and its normal.
  void consider_triangle(const std::array<Vec3, 3>& t) {
    const Vec3 normal = (t[1] - t[0]).cross(t[2] - t[0]);
    const double length = normal.norm();
    if (!(length > 0)) return;
    const Vec3 z = normal / length;
    for (std::size_t i = 0; i < 3; ++i) {
      const Vec3 edge = t[(i + 1) % 3] - t[i];
      const Vec3 x = edge / edge.norm();
      consider({x, z.cross(x), z});
    }
  }

  void consider(const Frame& frame) {
    const double area = extent_along(frame, points_).quarter_area();
    if (area < area_) area_ = area, frame_ = frame;
  }

  [[nodiscard]] Frame frame() const { return orthonormal_frame(frame_[0], frame_[1]).value_or(world_frame()); }

 private:
  std::span<const Vec3> points_;
  Frame frame_ = world_frame();
  double area_ = std::numeric_limits<double>::infinity();
};

/// The extremal point farthest from the line, if any is off it.
std::optional<Vec3> farthest_from_line(std::span<const Vec3> points, const Vec3& origin, const Vec3& direction) {
  std::optional<Vec3> farthest;
  double largest = 0;
  for (const Vec3& p : points) {
    const double distance = (p - origin).cross(direction).squaredNorm();
    if (distance > largest) largest = distance, farthest = p;
  }
  return farthest;
}

/// The ends of the longest extremal pair; of a sample of all points, the longest of all pairs.
std::array<Vec3, 2> longest_pair(const Sample& sample) {
  std::array<Vec3, 2> longest{sample.points[0], sample.points[0]};
  double length = 0;
  const auto consider = [&](const Vec3& p, const Vec3& q) {
    const double candidate = (q - p).squaredNorm();
    if (candidate > length) length = candidate, longest = {p, q};
  };
  if (sample.count == extremal_count) {
    for (std::size_t k = 0; k < direction_count; ++k) consider(sample.points[2 * k], sample.points[2 * k + 1]);
    return longest;
  }
  for (std::size_t i = 0; i < sample.count; ++i) {
    for (std::size_t k = i + 1; k < sample.count; ++k) consider(sample.points[i], sample.points[k]);
  }
  return longest;
}

/// The three sides that a tetrahedron on the base triangle adds.
void consider_tetrahedron(BestFrame& best, const std::array<Vec3, 3>& base, const Vec3& apex) {
  for (std::size_t i = 0; i < 3; ++i) best.consider_triangle({base[i], base[(i + 1) % 3], apex});
}

void consider_tetrahedra(BestFrame& best, std::span<const Vec3> points, const std::array<Vec3, 3>& base) {
  const Vec3 normal = (base[1] - base[0]).cross(base[2] - base[0]);
  std::size_t lowest = 0, highest = 0;
  std::array<double, extremal_count> height{};
  for (std::size_t k = 0; k < points.size(); ++k) {
    height[k] = normal.dot(points[k] - base[0]);
    if (height[k] < height[lowest]) lowest = k;
    if (height[k] > height[highest]) highest = k;
  }
  if (height[lowest] < 0) consider_tetrahedron(best, base, points[lowest]);
  if (height[highest] > 0) consider_tetrahedron(best, base, points[highest]);
}

}  // namespace

Frame dito_frame(std::span<const Vec3> points) {
  const Sample sample = sample_of(points);
  BestFrame best(sample.all());
  const auto [from, to] = longest_pair(sample);
  const std::optional<Vec3> third = farthest_from_line(sample.all(), from, to - from);
  if (!third) return orthonormal_frame(to - from, Vec3::Zero()).value_or(world_frame());
  const std::array<Vec3, 3> base{from, to, *third};
  best.consider_triangle(base);
  consider_tetrahedra(best, sample.all(), base);
  return best.frame();
}

}  // namespace graze
