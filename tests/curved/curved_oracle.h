#pragma once
/// Convex bodies by their projections and support values in long double: written apart from the library, slow and simple.

#include <array>
#include <functional>
#include <random>
#include <vector>

#include <Eigen/Geometry>

#include <graze/pose.h>
#include <graze/shapes.h>

namespace graze::testing {

using Real = long double;
using RVec = Eigen::Matrix<Real, 3, 1>;

inline RVec real(const Vec3& v) { return v.cast<Real>(); }

inline RVec onto_segment(const RVec& p, const RVec& a, const RVec& b, Real low = 0, Real high = 1) {
  const RVec d = b - a;
  const Real squared = d.squaredNorm();
  return squared > 0 ? RVec(a + std::clamp(d.dot(p - a) / squared, low, high) * d) : a;
}

inline RVec onto_triangle(const RVec& p, const RVec& a, const RVec& b, const RVec& c) {
  const RVec n = (b - a).cross(c - a);
  if (n.squaredNorm() > 0) {
    const RVec foot = p - n.dot(p - a) / n.squaredNorm() * n;
    const bool inside =
        n.dot((b - a).cross(foot - a)) >= 0 && n.dot((c - b).cross(foot - b)) >= 0 && n.dot((a - c).cross(foot - c)) >= 0;
    if (inside) return foot;
  }
  RVec best = onto_segment(p, a, b);
  for (const RVec& q : {onto_segment(p, b, c), onto_segment(p, c, a)})
    if ((q - p).squaredNorm() < (best - p).squaredNorm()) best = q;
  return best;
}

inline RVec onto_tetrahedron(const RVec& p, const std::array<RVec, 4>& v) {
  bool inside = true;
  RVec best = v[0];
  for (int i = 0; i < 4; ++i) {
    const RVec &a = v[(i + 1) % 4], &b = v[(i + 2) % 4], &c = v[(i + 3) % 4];
    const RVec n = (b - a).cross(c - a);
    const Real volume = n.dot(v[i] - a);
    if (volume == 0 || n.dot(p - a) * volume < 0) inside = false;
    const RVec q = onto_triangle(p, a, b, c);
    if ((q - p).squaredNorm() < (best - p).squaredNorm()) best = q;
  }
  return inside ? p : best;
}

/// Height along and distance from an axis, turned into a point again.
template <class Planar>
RVec about_axis(const RVec& p, const RVec& from, const RVec& to, const Planar& planar) {
  const RVec u = (to - from).normalized();
  const Real z = u.dot(p - from);
  const RVec off = p - from - z * u;
  const Real size = off.norm();
  const auto [height, radius] = planar(z, size);
  return from + height * u + (size > 0 ? RVec(radius / size * off) : RVec(RVec::Zero()));
}

inline RVec onto_cylinder(const RVec& p, const RVec& from, const RVec& to, Real r) {
  const Real h = (to - from).norm();
  return about_axis(p, from, to, [&](Real z, Real size) { return std::pair(std::clamp<Real>(z, 0, h), std::min(size, r)); });
}

inline RVec onto_cone(const RVec& p, const RVec& base, const RVec& apex, Real r) {
  const Real h = (apex - base).norm();
  return about_axis(p, base, apex, [&](Real z, Real size) {
    const RVec q = onto_triangle({size, z, 0}, {0, 0, 0}, {r, 0, 0}, {0, h, 0});
    return std::pair(q.y(), q.x());
  });
}

/// In the ellipsoid's own axes, by bisection of the secular equation.
inline RVec onto_ellipsoid(const RVec& y, const RVec& h) {
  const auto at = [&](Real t) {
    RVec x = RVec::Zero();
    for (int i = 0; i < 3; ++i)
      if (h[i] > 0) x[i] = t == 0 ? y[i] : h[i] * h[i] * y[i] / (t + h[i] * h[i]);
    return x;
  };
  const auto level = [&](Real t) {
    const RVec x = at(t);
    Real sum = 0;
    for (int i = 0; i < 3; ++i)
      if (h[i] > 0) sum += x[i] / h[i] * (x[i] / h[i]);
    return sum;
  };
  if (level(0) <= 1) return at(0);
  Real low = 0;
  Real high = h.maxCoeff() * (y.norm() + h.maxCoeff());
  for (int i = 0; i < 120; ++i) (level((low + high) / 2) > 1 ? low : high) = (low + high) / 2;
  return at(high);
}

/// The nearest point of a body, and how far it reaches along a direction.
struct Oracle {
  std::function<RVec(const RVec&)> project;
  std::function<Real(const RVec&)> reach;  ///< empty for unbounded bodies
};

inline Real reach_of_points(const std::vector<RVec>& points, const RVec& d) {
  Real best = points[0].dot(d);
  for (const RVec& p : points) best = std::max(best, p.dot(d));
  return best;
}

inline RVec rejected(const RVec& d, const RVec& axis) { return d - axis.dot(d) / axis.squaredNorm() * axis; }

struct OracleInBody {
  Oracle operator()(const Point& s) const {
    return {[c = real(s.p)](const RVec&) { return c; }, [c = real(s.p)](const RVec& d) { return c.dot(d); }};
  }
  Oracle operator()(const Line& s) const {
    return {[o = real(s.origin), d = real(s.direction)](const RVec& p) { return onto_segment(p, o, o + d, -1e30L, 1e30L); }, {}};
  }
  Oracle operator()(const Ray& s) const {
    return {[o = real(s.origin), d = real(s.direction)](const RVec& p) { return onto_segment(p, o, o + d, 0, 1e30L); }, {}};
  }
  Oracle operator()(const Segment& s) const { return (*this)(Capsule{s.v, 0}); }
  Oracle operator()(const Plane& s) const {
    return {[n = real(s.normal), k = Real(s.offset)](const RVec& p) { return RVec(p - (n.dot(p) - k) / n.squaredNorm() * n); }, {}};
  }
  Oracle operator()(const HalfSpace& s) const {
    return {[n = real(s.normal), k = Real(s.offset)](const RVec& p) {
              return RVec(p - std::max<Real>(0, n.dot(p) - k) / n.squaredNorm() * n);
            },
            {}};
  }
  Oracle operator()(const Sphere& s) const { return (*this)(Capsule{{s.center, s.center}, s.radius}); }
  Oracle operator()(const Capsule& s) const {
    const RVec a = real(s.v[0]), b = real(s.v[1]);
    const Real r = s.radius;
    return {[=](const RVec& p) {
              const RVec c = onto_segment(p, a, b);
              const Real d = (p - c).norm();
              return d <= r ? p : RVec(c + r / d * (p - c));
            },
            [=](const RVec& d) { return reach_of_points({a, b}, d) + r * d.norm(); }};
  }
  Oracle operator()(const Cylinder& s) const {
    if (s.v[0] == s.v[1]) return (*this)(Sphere{s.v[0], s.radius});
    const RVec a = real(s.v[0]), b = real(s.v[1]);
    const Real r = s.radius;
    return {[=](const RVec& p) { return onto_cylinder(p, a, b, r); },
            [=](const RVec& d) { return reach_of_points({a, b}, d) + r * rejected(d, b - a).norm(); }};
  }
  Oracle operator()(const Cone& s) const {
    if (s.base == s.apex) return (*this)(Sphere{s.base, s.radius});
    const RVec a = real(s.base), b = real(s.apex);
    const Real r = s.radius;
    return {[=](const RVec& p) { return onto_cone(p, a, b, r); },
            [=](const RVec& d) { return std::max(b.dot(d), a.dot(d) + r * rejected(d, b - a).norm()); }};
  }
  Oracle operator()(const Ellipsoid& s) const {
    Eigen::Matrix<Real, 3, 3> m;
    for (int i = 0; i < 3; ++i) m.col(i) = real(s.axes[i]);
    const RVec c = real(s.center), h = real(s.half_extents);
    return {[=](const RVec& p) { return RVec(c + m * onto_ellipsoid(m.transpose() * (p - c), h)); },
            [=](const RVec& d) { return c.dot(d) + h.cwiseProduct(m.transpose() * d).norm(); }};
  }
  Oracle operator()(const Aabb& s) const {
    const RVec low = real(s.min), high = real(s.max);
    return {[=](const RVec& p) { return RVec(p.cwiseMax(low).cwiseMin(high)); },
            [=](const RVec& d) { return d.cwiseProduct(low).cwiseMax(d.cwiseProduct(high)).sum(); }};
  }
  Oracle operator()(const Obb& s) const {
    Eigen::Matrix<Real, 3, 3> m;
    for (int i = 0; i < 3; ++i) m.col(i) = real(s.axes[i]);
    const RVec c = real(s.center), h = real(s.half_extents);
    return {[=](const RVec& p) { return RVec(c + m * RVec((m.transpose() * (p - c)).cwiseMax(-h).cwiseMin(h))); },
            [=](const RVec& d) { return c.dot(d) + h.dot((m.transpose() * d).cwiseAbs()); }};
  }
  Oracle operator()(const Triangle& s) const {
    const RVec a = real(s.v[0]), b = real(s.v[1]), c = real(s.v[2]);
    return {[=](const RVec& p) { return onto_triangle(p, a, b, c); }, [=](const RVec& d) { return reach_of_points({a, b, c}, d); }};
  }
  Oracle operator()(const Tetrahedron& s) const {
    const std::array v{real(s.v[0]), real(s.v[1]), real(s.v[2]), real(s.v[3])};
    return {[=](const RVec& p) { return onto_tetrahedron(p, v); },
            [=](const RVec& d) { return reach_of_points({v[0], v[1], v[2], v[3]}, d); }};
  }
  /// Of a quadrilateral.
  Oracle operator()(const ConvexPolygon& s) const {
    const RVec a = real(s.vertices[0]), b = real(s.vertices[1]), c = real(s.vertices[2]), e = real(s.vertices[3]);
    return {[=](const RVec& p) {
              const RVec q = onto_triangle(p, a, b, c), r = onto_triangle(p, a, c, e);
              return (q - p).squaredNorm() < (r - p).squaredNorm() ? q : r;
            },
            [=](const RVec& d) { return reach_of_points({a, b, c, e}, d); }};
  }
  /// Of four corners.
  Oracle operator()(const ConvexPolyhedron& s) const {
    return (*this)(Tetrahedron{{s.vertices[0], s.vertices[1], s.vertices[2], s.vertices[3]}});
  }
  Oracle operator()(const PointCloud&) const { return {}; }
  Oracle operator()(const TriangleMesh&) const { return {}; }
  Oracle operator()(const Torus&) const { return {}; }  // not convex
};

inline Oracle oracle_of(const Shape& shape, const Pose& pose) {
  const Oracle own = std::visit(OracleInBody{}, shape.value);
  const Eigen::Matrix<Real, 3, 3> r = pose.rotation.cast<Real>();
  const RVec t = real(pose.translation);
  Oracle world;
  world.project = [=](const RVec& p) { return RVec(r * own.project(r.transpose() * (p - t)) + t); };
  if (own.reach) world.reach = [=](const RVec& d) { return own.reach(r.transpose() * d) + t.dot(d); };
  return world;
}

/// Alternating projections come down to the distance; `settled` when they no longer move.
struct Alternated {
  Real distance = 0;
  bool settled = false;
};

inline Alternated alternated(const Oracle& a, const Oracle& b, const RVec& start, int steps) {
  RVec p = a.project(start);
  Alternated result;
  Real still = 0;
  for (int i = 0; i < steps && !result.settled; ++i) {
    const RVec q = b.project(p);
    const RVec next = a.project(q);
    result.distance = (next - q).norm();
    still = (next - p).norm() <= 1e-15L * (1 + q.norm()) ? still + 1 : 0;
    result.settled = still > 3;
    p = next;
  }
  return result;
}

/// Bodies of all convex kinds, many of them flat or thin.
class RandomCurved {
 public:
  static constexpr int kinds = 17;

  explicit RandomCurved(std::uint64_t seed) : engine_(seed) {}

  double real_in(double low, double high) { return std::uniform_real_distribution<double>(low, high)(engine_); }
  int integer(int low, int high) { return std::uniform_int_distribution<int>(low, high)(engine_); }
  bool chance(double p) { return real_in(0, 1) < p; }
  Vec3 point(double reach) { return {real_in(-reach, reach), real_in(-reach, reach), real_in(-reach, reach)}; }
  Vec3 unit() { return Vec3(std::normal_distribution<double>()(engine_), real_in(-1, 1), real_in(-1, 1)).normalized(); }
  double size() { return chance(0.1) ? 0 : real_in(0.05, 1); }
  Mat3 rotation() {
    return Eigen::Quaterniond(Eigen::Vector4d(real_in(-1, 1), real_in(-1, 1), real_in(-1, 1), real_in(-1, 1)).normalized())
        .toRotationMatrix();
  }
  Frame frame() {
    const Mat3 m = rotation();
    return {m.col(0), m.col(1), m.col(2)};
  }
  Pose pose(double reach) { return {chance(0.2) ? Mat3(Mat3::Identity()) : rotation(), point(reach)}; }

  /// 0, 1, 2 are the curved kinds, up to 12 the bounded ones.
  Shape shape(int kind) {
    switch (kind) {
      case 0: return {Cylinder{{point(1), point(1)}, size()}};
      case 1: return {Cone{point(1), point(1), size()}};
      case 2: return {Ellipsoid{point(1), frame(), {size(), size(), size()}}};
      case 3: return {Point{point(1)}};
      case 4: return {Segment{{point(1), point(1)}}};
      case 5: return {Sphere{point(1), size()}};
      case 6: return {Capsule{{point(1), point(1)}, size()}};
      case 7: {
        const Vec3 low = point(1);
        return {Aabb{low, low + Vec3(size(), size(), size())}};
      }
      case 8: return {Obb{point(1), frame(), {size(), size(), size()}}};
      case 9: return {Triangle{{point(1), point(1), point(1)}}};
      case 10: return {Tetrahedron{{point(1), point(1), point(1), point(1)}}};
      case 11: {
        const Vec3 c = point(1), u = point(1), v = point(1);
        return {ConvexPolygon{{c - u - v, c + u - v, c + u + v, c - u + v}}};
      }
      case 12: return {ConvexPolyhedron{{point(1), point(1), point(1), point(1)}, {}, {}}};
      case 13: return {Line{point(1), point(1)}};
      case 14: return {Ray{point(1), point(1)}};
      case 15: return {Plane{point(1), real_in(-1, 1)}};
      default: return {HalfSpace{point(1), real_in(-1, 1)}};
    }
  }

 private:
  std::mt19937_64 engine_;
};

}  // namespace graze::testing
