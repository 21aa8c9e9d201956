#include <graze/distance/zonotope_fine.h>

#include <graze/distance/zonotope_placed.h>

namespace graze::distance {
namespace {

/// A sum with its roundings in a second number [Ogita05]: off by one rounding of itself and, for less than forty terms, by this of
/// the sum of their sizes. No unit. A term is rounded at most three times on its way, each time by less than 2^-53 of itself; the
/// sum of all these roundings is itself rounded fewer than 2^7 times. ZonotopeDistance.MeasuresTinyGapsInDoubleDoubles
constexpr double sum_error = 0x1p-96;

class LongSum {
 public:
  void add(double x) {
    const DoubleDouble s = exact_sum(high_, x);
    high_ = s.hi;
    low_ += s.lo;
  }
  void add(const DoubleDouble& x) {
    add(x.hi);
    low_ += x.lo;
  }
  void add_product(double a, const DoubleDouble& b) {
    const DoubleDouble product = exact_product(a, b.hi);
    add(product.hi);
    low_ += product.lo + a * b.lo;
  }
  [[nodiscard]] DoubleDouble value() const { return exact_sum(high_, low_); }

 private:
  double high_ = 0;
  double low_ = 0;
};

/// From the first end to the other, a part of the way from 0 to 1.
DoubleDouble between(double first, double last, double part) {
  LongSum sum;
  sum.add(first);
  sum.add_product(part, exact_sum(last, -first));
  return sum.value();
}

/// The place in the body frame.
struct FinePoint {
  DoubleDouble at[3];
  double size = 0;  ///< bounds the sum of the sizes of all terms of any coordinate

  void set_between(const Vec3& first, const Vec3& last, const double (&place)[3]) {
    for (int k = 0; k < 3; ++k) at[k] = between(first[k], last[k], 0.5 + 0.5 * place[k]);
    size = 2 * (size_of(vector(first)) + size_of(vector(last)));
  }
};

FinePoint fine_point(const Zonotope& body, std::span<const double> p) {
  FinePoint out;
  switch (body.kind) {
    case Zonotope::Kind::point:
      for (int k = 0; k < 3; ++k) out.at[k] = DoubleDouble((*body.first)[k]);
      out.size = size_of(vector(*body.first));
      return out;
    case Zonotope::Kind::segment: out.set_between(*body.first, *body.last, {p[0], p[0], p[0]}); return out;
    case Zonotope::Kind::aligned_box: out.set_between(*body.first, *body.last, {p[0], p[1], p[2]}); return out;
    case Zonotope::Kind::oriented_box: break;
  }
  LongSum sum[3];
  for (int k = 0; k < 3; ++k) sum[k].add((*body.first)[k]);
  for (std::size_t i = 0; i < 3; ++i) {
    const DoubleDouble length = exact_product(p[i], (*body.half_extents)[static_cast<Eigen::Index>(i)]);
    for (int k = 0; k < 3; ++k) sum[k].add_product((*body.axes)[i][k], length);
  }
  for (int k = 0; k < 3; ++k) out.at[k] = sum[k].value();
  out.size = size_of(vector(*body.first)) + 2 * body.half_extents->sum();
  return out;
}

/// Adds the place in the world, times `sign`; the size of what was added.
double add_to(LongSum (&sum)[3], const Zonotope& body, const FinePoint& point, double sign) {
  const Pose& pose = *body.pose;
  if (is_unmoved(pose)) {
    for (int k = 0; k < 3; ++k) sum[k].add(sign < 0 ? -point.at[k] : point.at[k]);
    return point.size;
  }
  for (int k = 0; k < 3; ++k) sum[k].add(sign * pose.translation[k]);
  for (int i = 0; i < 3; ++i) {
    if (point.at[i].hi == 0) continue;
    for (int k = 0; k < 3; ++k) sum[k].add_product(sign * pose.rotation(k, i), point.at[i]);
  }
  return size_of(vector(pose.translation)) + 2 * point.size;
}

}  // namespace

FineWay fine_way(const Zonotope& a, std::span<const double> on_a, const Zonotope& b, std::span<const double> on_b) {
  LongSum sum[3];
  double size = add_to(sum, b, fine_point(b, on_b), 1);
  size += add_to(sum, a, fine_point(a, on_a), -1);
  return {{sum[0].value(), sum[1].value(), sum[2].value()}, sum_error * size};
}

}  // namespace graze::distance
