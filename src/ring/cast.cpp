/// The quartic of a line and a torus: between the roots of its derivatives it is monotone, so that bisection finds every root.

#include "ring/cast.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "numbers/double_double.h"

namespace graze::ring {
namespace {

/// s^4 + a s^2 + b s + c, or a derivative of it, highest power first.
using Polynomial = KeptList<DoubleDouble>;

DoubleDouble value_at(const Polynomial& p, double s) {
  DoubleDouble sum(0);
  for (const DoubleDouble& c : p) sum = sum * DoubleDouble(s) + c;
  return sum;
}

Polynomial derivative(const Polynomial& p) {
  Polynomial out;
  const auto degree = static_cast<int>(p.size()) - 1;
  for (int k = 0; k < degree; ++k) out.push_back(DoubleDouble(degree - k) * p[static_cast<std::size_t>(k)]);
  return out;
}

/// Of a polynomial that is monotone between the two, with different signs at them.
double root_between(const Polynomial& p, double from, double to) {
  const bool rises = value_at(p, from) < DoubleDouble(0);
  for (;;) {
    const double middle = from + (to - from) / 2;
    if (!(middle > from && middle < to)) return middle;
    ((value_at(p, middle) < DoubleDouble(0)) == rises ? from : to) = middle;
  }
}

/// All roots within [-bound, bound] where the sign changes.
KeptList<double> roots(const Polynomial& p, double bound) {
  if (p.size() < 2) return {};
  KeptList<double> ends{-bound};
  for (const double turn : roots(derivative(p), bound)) ends.push_back(turn);
  ends.push_back(bound);
  KeptList<double> found;
  for (std::size_t k = 0; k + 1 < ends.size(); ++k) {
    const DoubleDouble from = value_at(p, ends[k]), to = value_at(p, ends[k + 1]);
    if ((from < DoubleDouble(0)) != (to < DoubleDouble(0))) found.push_back(root_between(p, ends[k], ends[k + 1]));
  }
  return found;
}

/// The line in the coordinates of the ring, by the length s from its point nearest to the centre.
struct LocalLine {
  Vec3 nearest = Vec3::Zero();  ///< along the axis first
  Vec3 unit = Vec3::UnitX();
  double s_of_origin = 0;
  double length = 1;  ///< of the direction

  [[nodiscard]] Vec3 at(double s) const { return nearest + s * unit; }
  [[nodiscard]] double t_of(double s) const { return (s - s_of_origin) / length; }
};

LocalLine local_line(const PlacedRing& ring, const Vec3& origin, const Vec3& direction) {
  const auto local = [&](const Vec3& v) { return Vec3(ring.frame[0].dot(v), ring.frame[1].dot(v), ring.frame[2].dot(v)); };
  LocalLine line;
  line.length = direction.stableNorm();
  line.unit = local(direction.stableNormalized());
  const Vec3 start = local(origin - ring.center);
  line.s_of_origin = start.dot(line.unit);
  line.nearest = start - line.s_of_origin * line.unit;
  return line;
}

/// Negative inside the tube.
double height_over_tube(const PlacedRing& ring, const Vec3& local) {
  return std::hypot(std::hypot(local.y(), local.z()) - ring.major, local.x()) - ring.minor;
}

/// (|p|^2 + R^2 - r^2)^2 - 4 R^2 (y^2 + z^2): zero on the surface and, of a tube that closes its hole, on its part inside.
Polynomial quartic(const PlacedRing& ring, const LocalLine& line) {
  using D = DoubleDouble;
  const Vec3 &o = line.nearest, &d = line.unit;
  const auto product = [](double x, double y) { return D(x) * D(y); };
  const D squared = product(ring.major, ring.major);
  const D k = product(o.x(), o.x()) + product(o.y(), o.y()) + product(o.z(), o.z()) + squared - product(ring.minor, ring.minor);
  const D two(2), four(4), eight(8);
  const D off = product(o.x(), d.x()) + product(o.y(), d.y()) + product(o.z(), d.z());  // what rounding left of a right angle
  const D dd = product(d.x(), d.x()) + product(d.y(), d.y()) + product(d.z(), d.z());
  return {dd * dd, four * off * dd,
          two * k * dd + four * off * off - four * squared * (product(d.y(), d.y()) + product(d.z(), d.z())),
          four * off * k - eight * squared * (product(o.y(), d.y()) + product(o.z(), d.z())),
          k * k - four * squared * (product(o.y(), o.y()) + product(o.z(), o.z()))};
}

}  // namespace

KeptList<RingCrossing> crossings(const PlacedRing& ring, const Vec3& origin, const Vec3& direction) {
  const LocalLine line = local_line(ring, origin, direction);
  const double slack = touching_gap * (ring.reach() + std::abs(line.s_of_origin));
  const double bound_squared = std::pow(ring.reach() + slack, 2) - line.nearest.squaredNorm();
  if (!(bound_squared >= 0)) return {};
  constexpr double beyond = 1.0625;  // the ends of the search are outside
  const double bound = beyond * std::sqrt(bound_squared) + slack;
  const Polynomial surface = quartic(ring, line);
  KeptList<double> cuts = roots(surface, bound);
  const auto is_inside = [&](double s) { return height_over_tube(ring, line.at(s)) < 0; };
  KeptList<RingCrossing> found;
  for (std::size_t k = 0; k < cuts.size(); ++k) {
    const double before = k == 0 ? -bound : cuts[k - 1], after = k + 1 == cuts.size() ? bound : cuts[k + 1];
    const bool from_inside = is_inside((before + cuts[k]) / 2), to_inside = is_inside((cuts[k] + after) / 2);
    if (from_inside != to_inside) found.push_back({line.t_of(cuts[k]), to_inside, false});
  }
  for (const double turn : roots(derivative(surface), bound)) {
    const double height = height_over_tube(ring, line.at(turn));
    if (height < 0 || height > slack) continue;
    found.push_back({line.t_of(turn), true, true});
  }
  std::sort(found.begin(), found.end(), [](const RingCrossing& x, const RingCrossing& y) { return x.t < y.t; });
  return found;
}

}  // namespace graze::ring
