#pragma once
/// Boxes whose first two normals vary together, and a lower bound of their volumes. Internal to the sources of fit.

#include <algorithm>
#include <array>
#include <cstddef>

#include <Eigen/Geometry>

#include <graze/vec.h>

namespace graze {

/// The boxes whose first and second normal are the same combinations, with weights of at least 0, of C corners each. The two are at
/// a right angle throughout, not of unit length, and the third is their cross product.
template <std::size_t C>
struct FlushPatch {
  std::array<Vec3, C> first;
  std::array<Vec3, C> second;
};

/// Vectors between opposite corners of the hull that a box has to hold apart, for each of its three directions.
using Spans = std::array<Vec3, 3>;

/// Homogeneous polynomials of the weights by their coefficients in Bernstein's basis: none is below the least coefficient while
/// the weights add up to 1.
template <std::size_t C>
using Linear = std::array<double, C>;
template <std::size_t C>
using QuadraticForm = std::array<std::array<double, C>, C>;  ///< symmetric

template <std::size_t C>
[[nodiscard]] Linear<C> along(const Vec3& span, const std::array<Vec3, C>& normal) {
  Linear<C> p;
  for (std::size_t i = 0; i < C; ++i) p[i] = span.dot(normal[i]);
  return p;
}

template <std::size_t C, class Coefficient>
[[nodiscard]] QuadraticForm<C> quadratic(Coefficient coefficient) {
  QuadraticForm<C> p;
  for (std::size_t i = 0; i < C; ++i)
    for (std::size_t j = i; j < C; ++j) p[i][j] = p[j][i] = coefficient(i, j);
  return p;
}

template <std::size_t C>
[[nodiscard]] QuadraticForm<C> product(const Linear<C>& a, const Linear<C>& b) {
  return quadratic<C>([&](std::size_t i, std::size_t j) { return 0.5 * (a[i] * b[j] + a[j] * b[i]); });
}

template <std::size_t C>
[[nodiscard]] QuadraticForm<C> squared_length(const std::array<Vec3, C>& normal) {
  return quadratic<C>([&](std::size_t i, std::size_t j) { return normal[i].dot(normal[j]); });
}

template <std::size_t C>
[[nodiscard]] QuadraticForm<C> along_third(const Vec3& span, const FlushPatch<C>& patch) {
  const auto& [a, b] = patch;
  return quadratic<C>([&](std::size_t i, std::size_t j) {
    return i == j ? span.dot(a[i].cross(b[i])) : 0.5 * (span.dot(a[i].cross(b[j])) + span.dot(a[j].cross(b[i])));
  });
}

/// A coefficient of the product of two quadratics.
template <std::size_t C>
[[nodiscard]] double quartic(const QuadraticForm<C>& a, const QuadraticForm<C>& b, std::size_t i, std::size_t j, std::size_t k,
                             std::size_t l) {
  return (a[i][j] * b[k][l] + a[k][l] * b[i][j] + a[i][k] * b[j][l] + a[j][l] * b[i][k] + a[i][l] * b[j][k] + a[j][k] * b[i][l]) /
         6;
}

template <std::size_t C>
[[nodiscard]] bool is_negative_somewhere(const Linear<C>& p) {
  return *std::min_element(p.begin(), p.end()) < 0;
}

/// Do all boxes of the patch that hold these spans have at least the volume? True is certain up to rounding, false may be caution.
/// The volume is N / Q with polynomials of degree four; N - volume Q is not negative where its coefficients are not.
template <std::size_t C>
[[nodiscard]] bool has_at_least(const FlushPatch<C>& patch, const Spans& spans, double volume) {
  const Linear<C> first = along(spans[0], patch.first), second = along(spans[1], patch.second);
  if (is_negative_somewhere(first) || is_negative_somewhere(second)) return false;
  const QuadraticForm<C> third = along_third(spans[2], patch);
  if (std::any_of(third.begin(), third.end(), is_negative_somewhere<C>)) return false;
  const QuadraticForm<C> face = product(first, second);
  const QuadraticForm<C> first2 = squared_length(patch.first), second2 = squared_length(patch.second);
  for (std::size_t i = 0; i < C; ++i)
    for (std::size_t j = i; j < C; ++j)
      for (std::size_t k = j; k < C; ++k)
        for (std::size_t l = k; l < C; ++l)
          if (quartic(face, third, i, j, k, l) < volume * quartic(first2, second2, i, j, k, l)) return false;
  return true;
}

}  // namespace graze
