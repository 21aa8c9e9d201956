/// Splits circles and spheres into patches until each is decided against a capsule.

#include "contains/capsule.h"

#include <algorithm>
#include <array>
#include <cmath>

#include <Eigen/Geometry>

#include "contains/curved.h"

namespace graze::distance {
namespace {

/// A part of the unit circle (two corners, in the plane z = 0) or of the unit sphere (three corners).
struct SpherePatch {
  std::array<Vec3, 3> corners;
};

constexpr std::size_t most_patches = 1 << 18;  // about ten milliseconds

std::vector<SpherePatch> whole_circle() {
  std::vector<SpherePatch> patches;
  const std::array<Vec3, 4> around{Vec3::UnitX(), Vec3::UnitY(), -Vec3::UnitX(), -Vec3::UnitY()};
  for (std::size_t i = 0; i < 4; ++i) patches.push_back({{around[i], around[(i + 1) % 4], Vec3::Zero()}});
  return patches;
}

std::vector<SpherePatch> whole_sphere() {
  std::vector<SpherePatch> patches;
  for (const double x : {1.0, -1.0}) {
    for (const double y : {1.0, -1.0}) {
      for (const double z : {1.0, -1.0}) patches.push_back({{Vec3(x, 0, 0), Vec3(0, y, 0), Vec3(0, 0, z)}});
    }
  }
  return patches;
}

class PatchSplitter {
 public:
  PatchSplitter(const RoundBody& body, const Vec3& end, double radius) : body_(body), end_(end), is_circle_(body.axes.size() == 2) {
    double size = radius;
    for (const Vec3& axis : body.axes) size = std::max(size, axis.norm());
    limit_ = radius + capsule_slack * size;
  }

  [[nodiscard]] bool is_near() const {
    std::vector<SpherePatch> patches = is_circle_ ? whole_circle() : whole_sphere();
    while (!patches.empty() && patches.size() <= most_patches) {
      std::vector<SpherePatch> undecided;
      for (const SpherePatch& patch : patches) {
        if (reach(patch, 1) > limit_) return false;
        if (reach(patch, 1 / flatness(patch)) > limit_) split(patch, undecided);
      }
      patches = std::move(undecided);
    }
    return true;
  }

 private:
  [[nodiscard]] int corner_count() const { return is_circle_ ? 2 : 3; }

  [[nodiscard]] double distance(const Vec3& x) const {
    const double squared = end_.squaredNorm();
    const double along = squared > 0 ? std::clamp(x.dot(end_) / squared, 0.0, 1.0) : 0.0;
    return (x - along * end_).norm();
  }

  /// The greatest distance of the patch's corners, pushed outward by the factor.
  [[nodiscard]] double reach(const SpherePatch& patch, double factor) const {
    double greatest = 0;
    for (int k = 0; k < corner_count(); ++k) {
      Vec3 x = body_.center;
      for (std::size_t i = 0; i < body_.axes.size(); ++i)
        x += factor * patch.corners[k][static_cast<Eigen::Index>(i)] * body_.axes[i];
      greatest = std::max(greatest, distance(x));
    }
    return greatest;
  }

  /// How near the chord or the triangle of the corners comes to the centre: the patch lies between it and itself divided by that.
  [[nodiscard]] double flatness(const SpherePatch& patch) const {
    const auto& [a, b, c] = patch.corners;
    if (is_circle_) return ((a + b) / 2).norm();
    const Vec3 normal = (b - a).cross(c - a);
    return std::abs(normal.dot(a)) / normal.norm();
  }

  void split(const SpherePatch& patch, std::vector<SpherePatch>& into) const {
    const auto& [a, b, c] = patch.corners;
    const Vec3 ab = (a + b).normalized();
    if (is_circle_) {
      into.push_back({{a, ab, c}});
      into.push_back({{ab, b, c}});
      return;
    }
    const Vec3 bc = (b + c).normalized();
    const Vec3 ca = (c + a).normalized();
    into.push_back({{a, ab, ca}});
    into.push_back({{ab, b, bc}});
    into.push_back({{ca, bc, c}});
    into.push_back({{ab, bc, ca}});
  }

  const RoundBody& body_;
  const Vec3& end_;
  bool is_circle_;
  double limit_ = 0;
};

}  // namespace

/// In a unit of their own, so that no square vanishes or overflows.
bool is_near_segment(const RoundBody& body, const Vec3& end, double radius) {
  double size = std::max({radius, end.cwiseAbs().maxCoeff(), body.center.cwiseAbs().maxCoeff()});
  for (const Vec3& axis : body.axes) size = std::max(size, axis.cwiseAbs().maxCoeff());
  if (!(size > 0) || !std::isfinite(size)) return PatchSplitter(body, end, radius).is_near();
  const int exponent = -std::ilogb(size);
  const auto scaled = [&](const Vec3& v) { return Vec3(v.unaryExpr([&](double x) { return std::ldexp(x, exponent); })); };
  RoundBody same = body;
  same.center = scaled(body.center);
  for (Vec3& axis : same.axes) axis = scaled(axis);
  const Vec3 same_end = scaled(end);
  return PatchSplitter(same, same_end, std::ldexp(radius, exponent)).is_near();
}

}  // namespace graze::distance
