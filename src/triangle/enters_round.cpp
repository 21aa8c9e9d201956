/// Clips the triangle to each piece of the body and decides the sign of the quadric there, in exact arithmetic.

#include "triangle/enters_round.h"

#include <algorithm>

#include "polytope/flat_intersection.h"

namespace graze::distance {
namespace {

using sat::FlatPoint;
using sat::FlatPoints;

FlatPoints part_below(const FlatPoints& points, const Vector3<Dyadic>& axis, const Dyadic& level) {
  return points.empty() ? points : sat::part_below(points, axis, {level * axis, dot(axis, axis)});
}

bool is_any_below(const FlatPoints& points, const Vector3<Dyadic>& axis, const Dyadic& level) {
  return std::any_of(points.begin(), points.end(), [&](const FlatPoint& p) { return dot(axis, p.x) < level * p.w; });
}

bool is_any_strictly_in(const FlatPoints& points, const Slab<Dyadic>& slab) {
  return (!slab.upper || is_any_below(points, slab.axis, *slab.upper)) &&
         (!slab.lower || is_any_below(points, -slab.axis, -*slab.lower));
}

/// Empty when no point lies strictly between the planes; otherwise the closure of those that do: what is convex and lies in none of
/// the planes has points off all of them.
FlatPoints part_between(FlatPoints points, const KeptList<Slab<Dyadic>>& slabs) {
  for (const Slab<Dyadic>& slab : slabs) {
    if (slab.upper) points = part_below(points, slab.axis, *slab.upper);
    if (slab.lower) points = part_below(points, -slab.axis, -*slab.lower);
  }
  const bool is_between =
      std::all_of(slabs.begin(), slabs.end(), [&](const auto& slab) { return is_any_strictly_in(points, slab); });
  return is_between ? points : FlatPoints{};
}

/// The quadric on a triangle: a quadratic form of the weights of its three corners.
class Form {
 public:
  Form(const Quadric<Dyadic>& quadric, const std::array<const FlatPoint*, 3>& corners) {
    for (int i = 0; i < 3; ++i) {
      for (int j = i; j < 3; ++j) {
        const FlatPoint &p = *corners[i], &q = *corners[j];
        m_[i][j] = m_[j][i] = quadric.form(p.x - p.w * quadric.center, q.x - q.w * quadric.center) - quadric.level * (p.w * q.w);
      }
    }
  }

  /// Is it negative for some weights >= 0?
  [[nodiscard]] bool can_be_negative() const {
    for (int i = 0; i < 3; ++i) {
      if (m_[i][i].sign() < 0 || is_negative_along_side(i, (i + 1) % 3)) return true;
    }
    return is_negative_inside();
  }

 private:
  /// Where it is not negative in the corners.
  [[nodiscard]] bool is_negative_along_side(int i, int j) const {
    return m_[i][j].sign() < 0 && m_[i][j] * m_[i][j] > m_[i][i] * m_[j][j];
  }

  [[nodiscard]] Dyadic cofactor(int i, int j) const {
    const int i1 = (i + 1) % 3, i2 = (i + 2) % 3, j1 = (j + 1) % 3, j2 = (j + 2) % 3;
    return m_[i1][j1] * m_[i2][j2] - m_[i1][j2] * m_[i2][j1];
  }

  /// Where it is not negative on the sides: the determinant is negative and no cofactor is [Hadeler83, theorem 2].
  [[nodiscard]] bool is_negative_inside() const {
    Dyadic determinant;
    for (int i = 0; i < 3; ++i) {
      for (int j = i; j < 3; ++j) {
        const Dyadic c = cofactor(i, j);
        if (c.sign() < 0) return false;
        if (i == 0) determinant += m_[i][j] * c;
      }
    }
    return determinant.sign() < 0;
  }

  std::array<std::array<Dyadic, 3>, 3> m_;
};

bool enters(const FlatPoints& triangle, const Piece<Dyadic>& piece) {
  const FlatPoints part = part_between(triangle, piece.slabs);
  if (part.empty() || !piece.quadric) return !part.empty();
  const auto corner = [&](std::size_t i) { return &part[std::min(i, part.size() - 1)]; };
  std::size_t i = 1;
  do {
    if (Form(*piece.quadric, {corner(0), corner(i), corner(i + 1)}).can_be_negative()) return true;
  } while (++i + 1 < part.size());
  return false;
}

}  // namespace

/// A capsule is the union of its pieces, and so is its inside: the balls hold the discs between them and the cylinder.
bool enters(const std::array<Vector3<Dyadic>, 3>& triangle, const Conditions<Dyadic>& body) {
  const FlatPoints corners{{triangle[0]}, {triangle[1]}, {triangle[2]}};
  return std::any_of(body.pieces.begin(), body.pieces.end(), [&](const Piece<Dyadic>& piece) { return enters(corners, piece); });
}

}  // namespace graze::distance
