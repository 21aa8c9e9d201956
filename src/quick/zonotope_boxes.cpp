/// Two boxes as zonotopes: a common point, a gap, the nearest points.

#include <limits>

#include "box/axes.h"
#include "geometry/gjk_simplex.h"
#include "numbers/tolerance.h"
#include "quick/zonotope_parameters.h"
#include "quick/zonotope_proof.h"

namespace graze::distance {
namespace {

using Boxes = Between<3, 3>;  ///< generators 0 to 2 are those of b, 3 to 5 of a

/// After so many steps the parameters are taken as they are. Boxes need four to eight.
constexpr int most_steps = 32;

/// A common point is looked for in so many turns back and forth; more find hardly more.
constexpr int most_turns = 3;

/// The search ends when the nearest point is this little farther than a proven bound, relative, squared lengths. No unit.
/// Parameters that are this good are put right by their proof. ZonotopeDistance.BoxesAgreeWithRationals
constexpr double close_enough = 0x1p-46;

/// A generator with a product beyond this part of the lengths is at one of its ends. No unit. Above what roundings of the search
/// leave of a right angle. ZonotopeDistance.BoxesAgreeWithRationals
constexpr double at_end_squared = 0x1p-60;

/// Offsets no longer than so many times their error have no direction that a search could follow. No unit. Measured; answers are
/// proven whatever it is.
constexpr double nearly_touching = 8;

/// Edges of a box that lean on each other by 2^-18 at most (tolerance::orthonormal_frame) lose 18 bits of a parameter less with
/// each turn: as many as leave less than the rounding of a witness.
/// ZonotopeDistance.ShearedBoxesThatRestOnEachOtherAgreeWithRationals
constexpr int shear_turns = 2;

V of_half(const Boxes& z, const Parameters<6>& p, std::size_t begin) {
  return sum(sum(times(p[begin], z.g[begin]), times(p[begin + 1], z.g[begin + 1])), times(p[begin + 2], z.g[begin + 2]));
}

/// The products of all generators.
struct Products {
  std::array<double, 6> center;   ///< with the centre
  std::array<double, 6> squared;  ///< with itself
  std::array<double, 6> beside;   ///< with the other two of its box, sizes summed
  double across[3][3];            ///< of b with those of a

  explicit Products(const Boxes& z) : Products(z, with_center(z)) {}

  Products(const Boxes& z, const std::array<double, 6>& with_center) : center(with_center) {
    for (std::size_t k = 0; k < 6; ++k) squared[k] = product(z.g[k], z.g[k]);
    for (std::size_t box = 0; box < 6; box += 3) {
      const double xy = std::fabs(product(z.g[box], z.g[box + 1]));
      const double yz = std::fabs(product(z.g[box + 1], z.g[box + 2]));
      const double zx = std::fabs(product(z.g[box + 2], z.g[box]));
      beside[box] = zx + xy, beside[box + 1] = xy + yz, beside[box + 2] = yz + zx;
    }
    for (std::size_t i = 0; i < 3; ++i) {
      for (std::size_t j = 0; j < 3; ++j) across[i][j] = product(z.g[i], z.g[3 + j]);
    }
  }

  [[nodiscard]] static std::array<double, 6> with_center(const Boxes& z) {
    std::array<double, 6> along;
    for (std::size_t k = 0; k < 6; ++k) along[k] = product(z.center, z.g[k]);
    return along;
  }
};

/// Whether there is certainly a gap along the offset between the centres: of most boxes that are well apart.
bool centers_part(const Boxes& z, const std::array<double, 6>& with_center, double error) {
  double reach = error * size_of(z.center);
  for (const double along : with_center) reach += std::fabs(along);
  return product(z.center, z.center) > reach;
}

/// Whether there is certainly a gap along a generator.
bool faces_part(const Boxes& z, const Products& of, double error) {
  bool part = false;
  for (std::size_t k = 0; k < 3; ++k) {
    const double of_b = std::fabs(of.across[k][0]) + std::fabs(of.across[k][1]) + std::fabs(of.across[k][2]);
    const double of_a = std::fabs(of.across[0][k]) + std::fabs(of.across[1][k]) + std::fabs(of.across[2][k]);
    part |= std::fabs(of.center[k]) > of.squared[k] + of.beside[k] + of_b + error * size_of(z.g[k]);
    part |= std::fabs(of.center[3 + k]) > of.squared[3 + k] + of.beside[3 + k] + of_a + error * size_of(z.g[3 + k]);
  }
  return part;
}

/// Whether there is certainly a gap across an edge of each.
bool edges_part(const Boxes& z, double error) {
  for (std::size_t i = 0; i < 3; ++i) {
    for (std::size_t j = 3; j < 6; ++j) {
      const V axis = cross(z.g[i], z.g[j]);
      double reach = error * size_of(z.g[i]) * size_of(z.g[j]);
      for (std::size_t k = 0; k < 6; ++k) reach += k == i || k == j ? 0 : std::fabs(product(z.g[k], axis));
      if (std::fabs(product(z.center, axis)) > reach) return true;
    }
  }
  return false;
}

/// The parameters of u and v, from -1 to 1, where their part and x are least together: as nearest_parameters() of two segments.
Parameters<2> nearest_on_rhombus(const V& u, const V& v, const V& x) {
  const double uu = product(u, u), vv = product(v, v), uv = product(u, v), ux = product(u, x), vx = product(v, x);
  const double first = clamped((uv * vx - ux * vv) / (uu * vv - uv * uv));
  const double on_v = clamped(-(vx + first * uv) / vv);
  return {clamped(-(ux + on_v * uv) / uu), on_v};
}

/// Looks for a point of both boxes that lies well inside one of them, going back and forth between them.
class CommonPoint {
 public:
  CommonPoint(const Boxes& z, const Products& of, double error) : z_(z), of_(of), error_(error) {
    for (std::size_t k = 0; k < 6; ++k) inverse_[k] = of.squared[k] > 0 ? 1 / of.squared[k] : 0;
  }

  /// Another turn; whether the parameters are now those of a common point.
  bool turn() {
    const double in_a =
        step(3, [&](std::size_t k) { return of_.across[0][k] * p_[0] + of_.across[1][k] * p_[1] + of_.across[2][k] * p_[2]; });
    if (in_a > 0 && proven(in_a)) return true;
    const double in_b =
        step(0, [&](std::size_t k) { return of_.across[k][0] * p_[3] + of_.across[k][1] * p_[4] + of_.across[k][2] * p_[5]; });
    return in_b > 0 && proven(in_b);
  }

  [[nodiscard]] const Parameters<6>& parameters() const { return p_; }

  /// Where the boxes are nearest, if the turns have found which of their parameters are at ends: two of the others are put right
  /// together. Nothing where that does not make it so.
  [[nodiscard]] std::optional<Parameters<6>> nearest() const {
    Parameters<6> p = p_;
    std::size_t i = 6, j = 6;
    for (std::size_t k = 0; k < 6; ++k) {
      if (std::fabs(p[k]) < 1) (i == 6 ? i : j) = k;
    }
    if (i < 3 && j >= 3 && j < 6) {
      p[i] = p[j] = 0;
      const Parameters<2> free = nearest_on_rhombus(z_.g[i], z_.g[j], z_.at(p));
      p[i] = free[0], p[j] = free[1];
    }
    return is_nearest(p) ? std::optional(p) : std::nullopt;
  }

  /// Whether the offset is across what is between its ends, but for what its proof puts right, and the others are at the right end.
  [[nodiscard]] bool is_nearest(const Parameters<6>& p) const {
    const V x = z_.at(p);
    const double squared = product(x, x);
    if (!(squared > 0)) return false;
    for (std::size_t k = 0; k < 6; ++k) {
      const double along = product(z_.g[k], x);
      const bool is_right =
          std::fabs(p[k]) < 1 ? along * along <= close_enough * (of_.squared[k] * squared) : p[k] * along <= close_enough * squared;
      if (!is_right) return false;
    }
    return true;
  }

 private:
  /// Moves the parameters of one box to where it is nearest to the other's; how far they are from its faces, squared.
  template <class Across>
  double step(std::size_t begin, const Across& across) {
    double clearance = std::numeric_limits<double>::infinity();
    for (std::size_t k = 0; k < 3; ++k) {
      const double parameter = -(of_.center[begin + k] + across(k)) * inverse_[begin + k];
      p_[begin + k] = clamped(parameter);
      const double left = std::max(1 - std::fabs(parameter), 0.0);
      clearance = std::min(clearance, left * left * of_.squared[begin + k]);
    }
    return clearance;
  }

  /// The ball of that squared radius around x, a little smaller where the axes are only nearly at right angles, is inside one of
  /// the boxes.
  [[nodiscard]] bool proven(double clearance) const {
    const V x = z_.at(p_);
    return clearance > 4 * (product(x, x) + error_ * error_);
  }

  const Boxes& z_;
  const Products& of_;
  double error_;
  std::array<double, 6> inverse_;
  Parameters<6> p_{};
};

/// The parameter of each generator of a box where its part of the difference is nearest to `wanted`.
void set_parameters(const Boxes& z, const V& wanted, std::size_t begin, Parameters<6>& p) {
  for (std::size_t k = begin; k < begin + 3; ++k) {
    const double squared = product(z.g[k], z.g[k]);
    p[k] = squared > 0 ? clamped(product(wanted, z.g[k]) / squared) : -1;
  }
}

/// The corner of the difference that is farthest against a direction, and b's part in it.
gjk::Corner<double> farthest_back(const Boxes& z, const V& direction) {
  Parameters<6> p;
  for (std::size_t k = 0; k < 6; ++k) p[k] = product(direction, z.g[k]) < 0 ? 1 : -1;
  const V of_b = of_half(z, p, 0);
  return {sum(sum(z.center, of_b), of_half(z, p, 3)), of_b};
}

/// Whether the origin is farther than `error` from every face of the simplex, on the inside.
bool surely_around_origin(const gjk::GjkSimplex<double>& s, double size, double error) {
  if (s.size < 4) return false;
  // Of a product of three vectors, two of them differences of corners: each at most 2 sizes long, with a few roundings of that.
  const double rounding = 128 * tolerance::rounding * size * size * size;
  for (int i = 0; i < 4; ++i) {
    const V& top = s.corners[static_cast<std::size_t>(i)].point;
    const V& a = s.corners[static_cast<std::size_t>((i + 1) % 4)].point;
    const V& b = s.corners[static_cast<std::size_t>((i + 2) % 4)].point;
    const V& c = s.corners[static_cast<std::size_t>((i + 3) % 4)].point;
    const V normal = cross(difference(b, a), difference(c, a));
    const double of_origin = -product(normal, a);
    const double of_top = product(normal, difference(top, a));
    const double needed = error * std::sqrt(product(normal, normal)) + rounding;
    const bool inside = of_top > 0 ? of_origin > needed : of_origin < -needed;
    if (!inside || std::fabs(of_top) < rounding) return false;
  }
  return true;
}

gjk::GjkSimplex<double> searched(const Boxes& z) {
  gjk::GjkSimplex<double> s = gjk::extended({}, farthest_back(z, z.center));
  for (int step = 0; step < most_steps && s.size < 4; ++step) {
    const double squared = product(s.nearest, s.nearest);
    if (!(squared > 0)) break;
    const gjk::Corner<double> next = farthest_back(z, s.direction);
    const double reached = product(s.direction, next.point);
    const double reached_before = product(s.direction, s.nearest);
    if (reached_before - reached <= close_enough * reached_before || s.contains(next.point)) break;
    const gjk::GjkSimplex<double> nearer = gjk::extended(s, next);
    if (!(product(nearer.nearest, nearer.nearest) < squared)) break;
    s = nearer;
  }
  return s;
}

/// The parameters that make the nearest point of the simplex.
Parameters<6> parameters_of(const Boxes& z, const gjk::GjkSimplex<double>& s) {
  V of_b;
  for (int i = 0; i < s.size; ++i) {
    const auto k = static_cast<std::size_t>(i);
    of_b = sum(of_b, times(s.weights[k], s.corners[k].on_a));
  }
  Parameters<6> p;
  set_parameters(z, of_b, 0, p);
  set_parameters(z, difference(difference(s.nearest, z.center), of_b), 3, p);
  return p;
}

/// The axis on which boxes are farthest apart, over its length. Numbered as any_axis() visits them.
struct WidestAxis {
  const sat::BoxPair<double>& boxes;
  int seen = 0;
  int widest = -1;
  double gap = -std::numeric_limits<double>::infinity();  ///< squared, negative where they overlap

  template <class Axis>
  bool operator()(const Axis& axis) {
    const double along = std::fabs(axis.along(boxes.translation)) - axis.reach();
    const double cosine = seen < 6 ? 0 : boxes.rotation[(seen - 6) / 3][(seen - 6) % 3];
    const double squared = 1 - cosine * cosine;
    const double wide = along * std::fabs(along) / squared;
    if (squared > least_spread && wide > gap) gap = wide, widest = seen;
    ++seen;
    return false;
  }
};

/// In the frame of the first three generators, which have lengths.
sat::BoxPair<double> in_frame_of_b(const Products& of) {
  double length[6], inverse[6];
  for (std::size_t k = 0; k < 6; ++k) length[k] = std::sqrt(of.squared[k]), inverse[k] = 1 / length[k];
  sat::BoxPair<double> boxes;
  for (std::size_t i = 0; i < 3; ++i) {
    for (std::size_t j = 0; j < 3; ++j) boxes.rotation[i][j] = of.across[i][j] * (inverse[i] * inverse[3 + j]);
    boxes.translation[i] = of.center[i] * inverse[i];
    boxes.half_a[i] = length[i];
    boxes.half_b[i] = length[3 + i];
  }
  return boxes;
}

/// Two generators that the axis on which boxes are farthest apart is across of.
struct AcrossPair {
  std::size_t i = 0;
  std::size_t j = 0;
};

std::optional<AcrossPair> widest_across(const Products& of) {
  for (const double squared : of.squared) {
    if (!(squared > 0)) return std::nullopt;
  }
  const sat::BoxPair<double> boxes = in_frame_of_b(of);
  WidestAxis widest{boxes};
  sat::any_axis(boxes, widest, sat::CompleteRows{});
  if (widest.widest < 0) return std::nullopt;
  const auto number = static_cast<std::size_t>(widest.widest);
  if (number >= 6) return AcrossPair{(number - 6) / 3, 3 + (number - 6) % 3};
  const std::size_t box = number < 3 ? 0 : 3;
  return AcrossPair{box + (number + 1) % 3, box + (number + 2) % 3};
}

std::optional<Parameters<6>> across_gap(const Boxes& z, const Products& of) {
  const auto pair = widest_across(of);
  if (!pair) return std::nullopt;
  const V axis = cross(z.g[pair->i], z.g[pair->j]);
  const double squared = product(axis, axis);
  const double center_along = product(axis, z.center);
  Parameters<6> p{};
  for (std::size_t k = 0; k < 6; ++k) {
    if (k == pair->i || k == pair->j) continue;
    const double along = product(axis, z.g[k]);
    if (!(along * along > at_end_squared * squared * of.squared[k])) return std::nullopt;
    p[k] = (along > 0) == (center_along > 0) ? -1 : 1;
  }
  const Parameters<2> free = nearest_on_rhombus(z.g[pair->i], z.g[pair->j], z.at(p));
  p[pair->i] = at_end_if_near(free[0]), p[pair->j] = at_end_if_near(free[1]);
  return p;
}

}  // namespace

std::optional<Parameters<6>> parameters_across_gap(const Boxes& z) { return across_gap(z, Products(z)); }

Parameters<6> parameters_where_meeting(const Boxes& z) { return parameters_of(z, searched(z)); }

BoxParameters searched_box_parameters(const Boxes& z, double error) {
  const gjk::GjkSimplex<double> s = searched(z);
  BoxParameters out{parameters_of(z, s)};
  if (s.size == 4) {
    out.meet = surely_around_origin(s, z.size, error);
    return out;
  }
  const double squared = product(s.direction, s.direction);
  for (std::size_t k = 0; k < 6; ++k) {
    const double along = product(s.direction, z.g[k]);
    if (along * along > at_end_squared * squared * product(z.g[k], z.g[k])) out.p[k] = along < 0 ? 1 : -1;
  }
  return out;
}

Parameters<6> parallel_box_parameters(const Boxes& z) {
  Parameters<6> p;
  for (std::size_t k = 0; k < 3; ++k) {
    const bool is_b_larger = product(z.g[k], z.g[k]) >= product(z.g[3 + k], z.g[3 + k]);
    const std::size_t large = is_b_larger ? k : 3 + k, small = is_b_larger ? 3 + k : k;
    const V& edge = z.g[large];
    p[small] = product(z.center, z.g[small]) > 0 ? -1 : 1;
    const double squared = product(edge, edge);
    const double along = product(z.center, edge) + p[small] * product(z.g[small], edge);
    p[large] = at_end_if_near(best_parameter(along, squared));
  }
  for (int turn = 0; turn < shear_turns; ++turn) {
    const V x = z.at(p);
    for (std::size_t k = 0; k < 3; ++k) {
      const std::size_t large = product(z.g[k], z.g[k]) >= product(z.g[3 + k], z.g[3 + k]) ? k : 3 + k;
      const double squared = product(z.g[large], z.g[large]);
      if (squared > 0 && std::fabs(p[large]) < 1) p[large] = at_end_if_near(clamped(p[large] - product(x, z.g[large]) / squared));
    }
  }
  return p;
}

BoxParameters nearest_box_parameters(const Boxes& z, double error, bool are_parallel) {
  const Products of(z);
  CommonPoint common(z, of, error);
  for (int turn = 0; turn < most_turns; ++turn) {
    if (common.turn()) return {.p = common.parameters(), .meet = true};
  }
  if (const auto nearest = common.nearest()) return {*nearest};
  if (are_parallel) return {.p = parallel_box_parameters(z), .nearly_touch = true};
  if (const auto across = across_gap(z, of)) {
    if (common.is_nearest(*across)) return {*across};
    const V x = z.at(*across);
    if (product(x, x) <= nearly_touching * nearly_touching * (error * error)) return {.p = *across, .nearly_touch = true};
  }
  return searched_box_parameters(z, error);
}

std::optional<bool> boxes_overlap(const Boxes& z, double error) {
  const double hidden = 2 * error;  // twice: the products are rounded too
  const std::array<double, 6> with_center = Products::with_center(z);
  if (centers_part(z, with_center, hidden)) return false;
  const Products of(z, with_center);
  if (faces_part(z, of, hidden)) return false;
  CommonPoint common(z, of, error);
  if (common.turn()) return true;
  if (edges_part(z, hidden)) return false;
  for (int turn = 1; turn < most_turns; ++turn) {
    if (common.turn()) return true;
  }
  return std::nullopt;
}

}  // namespace graze::distance
