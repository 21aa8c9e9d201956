/// Distances of edges, corners and faces as fractions of exact numbers.

#include "triangle/closest_exact.h"

#include <utility>

#include "numbers/magnitude.h"

namespace graze::distance {
namespace {

using DyadicVector = Vector3<Dyadic>;

Dyadic squared_norm(const DyadicVector& v) { return dot(v, v); }

struct NearestOnEdge {
  Fraction squared;
  Fraction parameter;
};

/// From x to the edge q + t f; r = x - q.
NearestOnEdge to_edge(const DyadicVector& r, const DyadicVector& f) {
  const Dyadic ff = squared_norm(f);
  const Dyadic along = dot(r, f);
  if (along.sign() <= 0) return {{squared_norm(r), 1}, {0, 1}};
  if (along >= ff) return {{squared_norm(r - f), 1}, {1, 1}};
  return {{squared_norm(cross(r, f)), ff}, {along, ff}};
}

bool is_inside(const Dyadic& part, const Dyadic& whole) { return part.sign() > 0 && part < whole; }

/// The common perpendicular of the lines, when it ends within both edges.
std::optional<ExactFeatures> across_both(const DyadicVector& e, const DyadicVector& f, const DyadicVector& r) {
  const Dyadic ee = squared_norm(e), ff = squared_norm(f), ef = dot(e, f);
  const Dyadic determinant = ee * ff - ef * ef;
  if (determinant.is_zero()) return std::nullopt;
  const Dyadic er = dot(e, r), fr = dot(f, r);
  const Dyadic s = ef * fr - ff * er;
  const Dyadic t = ee * fr - ef * er;
  if (!is_inside(s, determinant) || !is_inside(t, determinant)) return std::nullopt;
  const Dyadic height = dot(r, cross(e, f));
  return ExactFeatures{{}, {height * height, determinant}, {Fraction{s, determinant}, Fraction{t, determinant}}};
}

/// Edges p + s e and q + t f; r = p - q.
ExactFeatures between_edges(const DyadicVector& e, const DyadicVector& f, const DyadicVector& r) {
  if (auto both = across_both(e, f, r)) return *std::move(both);
  ExactFeatures best;
  bool first = true;
  const auto consider = [&](const NearestOnEdge& found, const Fraction& s, const Fraction& t) {
    if (!first && !(found.squared < best.squared)) return;
    best.squared = found.squared;
    best.on = {s, t};
    first = false;
  };
  for (const int end : {0, 1}) {
    const Fraction parameter{end, 1};
    const NearestOnEdge on_f = to_edge(end == 0 ? r : r + e, f);
    consider(on_f, parameter, on_f.parameter);
    const NearestOnEdge on_e = to_edge(end == 0 ? -r : f - r, e);
    consider(on_e, on_e.parameter, parameter);
  }
  return best;
}

/// From q + r to the face q + x f + y g.
std::optional<ExactFeatures> to_face(const DyadicVector& f, const DyadicVector& g, const DyadicVector& r) {
  const Dyadic ff = squared_norm(f), gg = squared_norm(g), fg = dot(f, g);
  const Dyadic determinant = ff * gg - fg * fg;
  if (determinant.is_zero()) return std::nullopt;
  const Dyadic fr = dot(f, r), gr = dot(g, r);
  const Dyadic x = gg * fr - fg * gr;
  const Dyadic y = ff * gr - fg * fr;
  if (x.sign() < 0 || y.sign() < 0 || x + y > determinant) return std::nullopt;
  const Dyadic height = dot(r, cross(f, g));
  return ExactFeatures{{}, {height * height, determinant}, {Fraction{x, determinant}, Fraction{y, determinant}}};
}

}  // namespace

double approximate(const Dyadic& x) { return Magnitude(x).to_double(); }

Vec3 approximate(const Vector3<Dyadic>& v) { return {approximate(v.x), approximate(v.y), approximate(v.z)}; }

double approximate(const Fraction& fraction) {
  return (Magnitude(fraction.numerator) / Magnitude(fraction.denominator)).to_double();
}

double square_root(const Fraction& squared) {
  return root(Magnitude(squared.numerator) / Magnitude(squared.denominator)).to_distance();
}

Vector3<Dyadic> exact_world(const Vec3& in_body, const Pose& pose) {
  const auto x = lifted<Dyadic>(in_body);
  if (pose.is_identity()) return x;
  const auto row = [&](int k) { return dot(lifted<Dyadic>(pose.rotation.row(k)), x) + Dyadic(pose.translation[k]); };
  return {row(0), row(1), row(2)};
}

ExactCorners exact_corners(const PosedTriangle& triangle) {
  const auto& [a, b, c] = triangle.local.v;
  return {exact_world(a, *triangle.pose), exact_world(b, *triangle.pose), exact_world(c, *triangle.pose)};
}

std::optional<ExactFeatures> measured(const ExactCorners& a, const ExactCorners& b, const Simplex& shape_a, const Simplex& shape_b,
                                      FeaturePair pair) {
  std::optional<ExactFeatures> found;
  if (pair.kind == PairKind::edge_edge) {
    const DyadicVector e = a[shape_a.edge_end(pair.i)] - a[pair.i];
    const DyadicVector f = b[shape_b.edge_end(pair.j)] - b[pair.j];
    found = between_edges(e, f, a[pair.i] - b[pair.j]);
  } else {
    const bool of_b = pair.kind == PairKind::corner_face;
    const ExactCorners& face = of_b ? b : a;
    const DyadicVector& corner = of_b ? a[pair.i] : b[pair.j];
    found = to_face(face[1] - face[0], face[2] - face[0], corner - face[0]);
  }
  if (found) found->pair = pair;
  return found;
}

}  // namespace graze::distance
