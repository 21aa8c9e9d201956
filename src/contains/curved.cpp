/// The greatest value of a quadric on a circle or sphere, by its dual problem.

#include "contains/curved.h"

#include <algorithm>
#include <cmath>
#include <variant>
#include <vector>

#include <Eigen/Eigenvalues>
#include <Eigen/Geometry>

#include "contains/capsule.h"
#include "polytope/axes.h"
#include "polytope/contact/contact_set.h"
#include "ray/probe.h"
#include "rounded/plane/plane_support.h"
#include "views/implicit_form.h"

namespace graze::distance {
namespace {

using HalfAxes = std::vector<Vector3<Dyadic>>;

/// y'My + 2b'y + c on the unit circle or sphere, in units of its greatest coefficient.
struct SphereQuadratic {
  Eigen::MatrixXd m;
  Eigen::VectorXd b;
  double c = 0;
};

Dyadic greatest_coefficient(const Quadric<Dyadic>& quadric, const Vector3<Dyadic>& middle, const HalfAxes& axes) {
  Dyadic greatest = sat::greater(abs(quadric.form(middle, middle)), abs(quadric.level));
  for (const auto& axis : axes) {
    greatest = sat::greater(greatest, sat::greater(abs(quadric.form(axis, axis)), abs(quadric.form(middle, axis))));
  }
  return greatest;
}

/// The quadric's value at center + sum y_i axes[i].
SphereQuadratic quadratic_on(const Quadric<Dyadic>& quadric, const Vector3<Dyadic>& center, const HalfAxes& axes) {
  const auto n = static_cast<Eigen::Index>(axes.size());
  const Vector3<Dyadic> middle = center - quadric.center;
  const Dyadic unit = greatest_coefficient(quadric, middle, axes);
  SphereQuadratic q{Eigen::MatrixXd::Zero(n, n), Eigen::VectorXd::Zero(n), 0};
  if (unit.is_zero()) return q;
  q.c = quotient_nearest(quadric.form(middle, middle) - quadric.level, unit);
  for (Eigen::Index i = 0; i < n; ++i) {
    q.b[i] = quotient_nearest(quadric.form(middle, axes[i]), unit);
    for (Eigen::Index j = 0; j < n; ++j) q.m(i, j) = quotient_nearest(quadric.form(axes[i], axes[j]), unit);
  }
  return q;
}

/// The least over l >= max eigenvalue of l + sum b_i^2 / (l - m_i), which is the greatest value on the sphere; never too small,
/// since every l gives an upper bound.
double greatest_value(const SphereQuadratic& q) {
  const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> solver(q.m);
  const Eigen::VectorXd& m = solver.eigenvalues();  // in rising order
  const Eigen::VectorXd b = solver.eigenvectors().transpose() * q.b;
  const double top = m[m.size() - 1];
  const auto bound = [&](double above, int power) {  // sum b_i^2 / (top + above - m_i)^power
    double sum = 0;
    for (Eigen::Index i = 0; i < m.size(); ++i) {
      if (b[i] != 0) sum += b[i] * b[i] / std::pow(top - m[i] + above, power);
    }
    return sum;
  };
  double low = 0;
  double high = b.norm();  // where the slope 1 - sum b_i^2 / (l - m_i)^2 cannot be negative any more
  while (true) {
    const double middle = (low + high) / 2;
    if (middle <= low || middle >= high) break;
    (bound(middle, 2) > 1 ? low : high) = middle;
  }
  return top + high + bound(high, 1) + q.c;
}

HalfAxes scaled(const Dyadic& by, const std::vector<Vec3>& directions) {
  HalfAxes axes;
  for (const Vec3& d : directions) axes.push_back(by * lifted<Dyadic>(d));
  return axes;
}

/// Two half axes of a disc, three of a ball or an ellipsoid.
HalfAxes half_axes(const Round<Dyadic>& round) {
  if (round.kind == RoundKind::ellipsoid) return {round.half_axes.begin(), round.half_axes.end()};
  if (round.kind == RoundKind::ball) return scaled(round.radius, {Vec3::UnitX(), Vec3::UnitY(), Vec3::UnitZ()});
  const Vec3 axis = sat::length_along(round.axis, 0).direction;
  const Vec3 across = axis.unitOrthogonal();
  return scaled(round.radius, {across, axis.cross(across)});
}

bool holds(const Quadric<Dyadic>& quadric, const SpanningPoints<Dyadic>& inner) {
  const HalfAxes axes = half_axes(inner.round);
  return std::all_of(inner.rounded.begin(), inner.rounded.end(), [&](const Vector3<Dyadic>& center) {
    return greatest_value(quadratic_on(quadric, center, axes)) <= quadric_slack;
  });
}

/// In doubles, seen from the first end of the capsule.
bool holds(const Capsule& capsule, const Pose& pose, const Shape& inner, const Pose& inner_pose) {
  const Vec3 from = pose.to_world(capsule.v[0]);
  const auto parts = generators<Dyadic>(inner, inner_pose, from);
  const Vec3 start = to_double(placed<Dyadic>(pose, capsule.v[0], from));
  const Vec3 end = to_double(placed_difference<Dyadic>(pose, capsule.v[0], capsule.v[1]));
  std::vector<Vec3> axes;
  for (const auto& axis : half_axes(parts.round)) axes.push_back(to_double(axis));
  return std::all_of(parts.rounded.begin(), parts.rounded.end(), [&](const Vector3<Dyadic>& center) {
    return is_near_segment({to_double(center) - start, axes}, end, capsule.radius);
  });
}

}  // namespace

bool holds_rounded_points(const Shape& outer, const Pose& outer_pose, const Shape& inner, const Pose& inner_pose) {
  if (const auto* capsule = std::get_if<Capsule>(&outer.value)) return holds(*capsule, outer_pose, inner, inner_pose);
  const Vec3& from = inner_pose.translation;
  const auto body = conditions<Dyadic>(PlacedShape(outer, outer_pose), from);
  return holds(*body->pieces[0].quadric, generators<Dyadic>(inner, inner_pose, from));
}

}  // namespace graze::distance
