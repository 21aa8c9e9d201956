#pragma once
/// Whether two placed boxes meet, in integers: an independent statement of what the conservative kernels must never contradict.

#include <array>
#include <cmath>
#include <stdexcept>

#include <gmpxx.h>

#include <graze/pose.h>
#include <graze/shapes.h>

namespace graze::oracle {

using Int3 = std::array<mpz_class, 3>;

/// The smallest bit a number of these tests may have.
inline constexpr int lowest_bit = 200;

inline mpz_class scaled_integer(double x, int times = 1) {
  const double scaled = std::ldexp(x, lowest_bit);
  mpz_class result(scaled);
  if (result != scaled) throw std::domain_error("a test number has bits below 2^-200");
  return result << static_cast<unsigned>(lowest_bit * (times - 1));
}

inline Int3 scaled_integers(const Vec3& v, int times = 1) {
  return {scaled_integer(v.x(), times), scaled_integer(v.y(), times), scaled_integer(v.z(), times)};
}

inline Int3 operator+(const Int3& a, const Int3& b) { return {a[0] + b[0], a[1] + b[1], a[2] + b[2]}; }
inline Int3 operator-(const Int3& a, const Int3& b) { return {a[0] - b[0], a[1] - b[1], a[2] - b[2]}; }
inline Int3 operator*(const mpz_class& s, const Int3& a) { return {s * a[0], s * a[1], s * a[2]}; }
inline mpz_class dot(const Int3& a, const Int3& b) { return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]; }
inline Int3 cross(const Int3& a, const Int3& b) {
  return {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
}

/// rotation * v, of scale 2 when v has scale 1.
inline Int3 rotated(const Mat3& rotation, const Int3& v) {
  return {dot(scaled_integers(rotation.row(0)), v), dot(scaled_integers(rotation.row(1)), v),
          dot(scaled_integers(rotation.row(2)), v)};
}

inline Int3 placed(const Pose& pose, const Vec3& v) {
  return rotated(pose.rotation, scaled_integers(v)) + scaled_integers(pose.translation, 2);
}

/// In the world; all numbers times 2^400. Each half edge is extent times axis, times 2^600.
struct ExactBox {
  Int3 center;
  std::array<Int3, 3> directions;
  std::array<mpz_class, 3> half;  ///< times 2^200
};

inline ExactBox exact_box(const Obb& box, const Pose& pose) {
  ExactBox result{placed(pose, box.center), {}, {}};
  for (std::size_t i = 0; i < 3; ++i) {
    result.directions[i] = rotated(pose.rotation, scaled_integers(box.axes[i]));
    result.half[i] = scaled_integer(box.half_extents[static_cast<Eigen::Index>(i)]);
  }
  return result;
}

inline mpz_class reach(const ExactBox& box, const Int3& axis) {
  mpz_class sum = 0;
  for (std::size_t i = 0; i < 3; ++i) sum += box.half[i] * abs(dot(box.directions[i], axis));
  return sum;
}

inline bool separates(const ExactBox& a, const ExactBox& b, const Int3& offset, const Int3& axis) {
  const mpz_class distance = abs(dot(offset, axis)) << lowest_bit;  // reach has one more factor
  return distance > reach(a, axis) + reach(b, axis);
}

/// Parallelepipeds of independent edges are apart iff a face normal or an edge product separates them. `moved` shifts b; scale 2.
inline bool disjoint(const ExactBox& a, const ExactBox& b, const Int3& moved) {
  const Int3 offset = b.center + moved - a.center;
  for (const ExactBox* box : {&a, &b}) {
    for (std::size_t i = 0; i < 3; ++i) {
      const Int3 normal = cross(box->directions[(i + 1) % 3], box->directions[(i + 2) % 3]);
      if (separates(a, b, offset, normal)) return true;
    }
  }
  for (const Int3& e : a.directions) {
    for (const Int3& f : b.directions) {
      if (separates(a, b, offset, cross(e, f))) return true;
    }
  }
  return false;
}

inline bool disjoint(const Obb& a, const Pose& pose_a, const Obb& b, const Pose& pose_b) {
  return disjoint(exact_box(a, pose_a), exact_box(b, pose_b), {0, 0, 0});
}

}  // namespace graze::oracle
