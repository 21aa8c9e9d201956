/// Overlap and first contact against exact rational arithmetic, on numbers made of bytes.

#include <algorithm>
#include <cmath>

#include <oracle/linear_program.h>
#include <oracle/random.h>
#include <oracle/rational.h>

#include <graze/distance.h>
#include <graze/overlap.h>
#include <graze/sweep.h>

#include "fuzz/bytes.h"
#include "fuzz/targets.h"

namespace graze::fuzz {
namespace {

using oracle::Rational;

/// Beyond it rational arithmetic takes too long for linear programs, and times are no doubles.
constexpr double moving_reach = 0x1p60;
constexpr double moving_least = 0x1p-60;

Triangle triangle_of(Bytes& bytes) {
  Triangle t;
  for (Vec3& v : t.v) v = bytes.vector();
  return t;
}

Body body_of(Shape shape) {
  auto made = Geometry::make(std::move(shape));
  expect(made.has_value(), "finite triangles are shapes");
  return {*made, {}, {}};
}

template <class T>
const T& answer_of(const Result<T>& result) {
  expect(result.has_value(), "it is answered: " + (result ? std::string() : result.error().message));
  return *result;
}

/// Of such numbers, multiples of 2^-152, no distance is below the smallest double, where it would be read as 0: volumes are at
/// least 2^-456, and distances that volume by products of edges below 2^204.
bool has_distances(const Triangle& t) {
  const auto is_moderate = [](double x) { return x == 0 || (std::abs(x) >= 0x1p-100 && std::abs(x) <= 0x1p100); };
  return std::ranges::all_of(t.v, [&](const Vec3& v) { return is_moderate(v.x()) && is_moderate(v.y()) && is_moderate(v.z()); });
}

/// Two triangles, in both orders, as shapes and as meshes of one; their distance is 0 exactly when they meet.
void two_triangles(std::string_view input) {
  Bytes bytes(input);
  const Triangle a = triangle_of(bytes);
  Triangle b = triangle_of(bytes);
  if (bytes.byte() % 4 == 1) b.v[bytes.byte() % 3] = a.v[bytes.byte() % 3];
  const bool truth = oracle::overlap(a, b);
  const Body body_a = body_of(Shape{a}), body_b = body_of(Shape{b});
  expect(answer_of(overlap(body_a, body_b)) == truth, "triangles are decided exactly");
  expect(answer_of(overlap(body_b, body_a)) == truth, "triangles are decided exactly the other way round");
  const Body mesh_b = body_of(Shape{TriangleMesh{{b.v[0], b.v[1], b.v[2]}, {{0, 1, 2}}}});
  const Body mesh_a = body_of(Shape{TriangleMesh{{a.v[0], a.v[1], a.v[2]}, {{0, 1, 2}}}});
  expect(answer_of(overlap(mesh_a, mesh_b)) == truth, "meshes are decided exactly");
  expect(answer_of(overlap(mesh_a, body_b)) == truth, "a mesh and a triangle are decided exactly");
  const auto closest = closest_points(body_a, body_b);
  if (!closest) return;
  if (truth) expect(closest->distance == 0, "bodies that meet have distance 0");
  if (closest->distance == 0 && has_distances(a) && has_distances(b)) expect(truth, "distance 0 means meeting");
}

/// A convex body and its corners.
struct Corners {
  Shape shape;
  std::vector<Vec3> points;
};

double moderate(Bytes& bytes) {
  const double x = bytes.number(moving_reach);
  return x != 0 && std::abs(x) < moving_least ? 0 : x;
}
Vec3 moderate_vector(Bytes& bytes) {
  const double x = moderate(bytes), y = moderate(bytes), z = moderate(bytes);
  return {x, y, z};
}

Corners convex_of(Bytes& bytes) {
  const int kind = bytes.byte() % 4;
  std::vector<Vec3> p;
  for (int i = 0; i <= kind; ++i) p.push_back(moderate_vector(bytes));
  if (kind == 0) return {Shape{Point{p[0]}}, p};
  if (kind == 1) return {Shape{Segment{{p[0], p[1]}}}, p};
  if (kind == 2) return {Shape{Triangle{{p[0], p[1], p[2]}}}, p};
  return {Shape{Tetrahedron{{p[0], p[1], p[2], p[3]}}}, p};
}

/// Is x the number rounded down?
bool is_rounded_down(double x, const Rational& number) {
  return Rational(x) <= number && Rational(std::nextafter(x, std::numeric_limits<double>::infinity())) > number;
}
bool is_rounded_up(double x, const Rational& number) {
  return Rational(x) >= number && Rational(std::nextafter(x, -std::numeric_limits<double>::infinity())) < number;
}

void expect_exact(const std::optional<Impact>& impact, const std::optional<oracle::RationalContact>& truth) {
  expect(impact.has_value() == truth.has_value(), truth ? "no contact is missed" : "no contact is made up");
  if (!truth) return;
  expect(is_rounded_down(impact->first, truth->first), "the first time is the exact one rounded down");
  expect(impact->initial == (truth->first == 0), "contact at time 0 is told");
  if (!impact->last) return;
  const bool is_endless = *impact->last == std::numeric_limits<double>::infinity();
  expect(is_endless == !truth->last, "contact without end is told");
  if (truth->last) expect(is_rounded_up(*impact->last, *truth->last), "the last time is the exact one rounded up");
}

/// Two convex bodies, one of them moving, against a linear program in rationals; triangles as meshes too.
void two_flights(std::string_view input) {
  Bytes bytes(input);
  const Corners a = convex_of(bytes), b = convex_of(bytes);
  const Vec3 velocity = moderate_vector(bytes);
  const Body resting = body_of(a.shape);
  Body flying = body_of(b.shape);
  flying.motion.velocity = velocity;
  const auto truth = oracle::contact(oracle::exact_points(a.points), oracle::exact_points(b.points), oracle::exact(velocity), {});
  expect_exact(answer_of(sweep(resting, flying)), truth);
  if (a.points.size() != 3 || b.points.size() != 3) return;
  const auto mesh = [](const std::vector<Vec3>& points) { return body_of(Shape{TriangleMesh{points, {{0, 1, 2}}}}); };
  Body mesh_b = mesh(b.points);
  mesh_b.motion.velocity = velocity;
  expect_exact(answer_of(sweep(mesh(a.points), mesh_b, {.want_last = true})), truth);
}

/// Bytes at random: what they mean is up to the target.
std::vector<std::string> random_seeds() {
  testing::Random random(7);
  std::vector<std::string> seeds;
  for (int i = 0; i < 12; ++i) {
    std::string seed;
    for (int k = 0; k < 40; ++k) {
      const auto kind = static_cast<char>(random.below(256));
      // Half of the seeds have small whole numbers only, which meet in every degenerate way.
      seed += i % 2 == 0 ? static_cast<char>(kind & '\xfb') : kind;
    }
    seeds.push_back(seed);
  }
  return seeds;
}

/// And what libFuzzer found: two meshes that share a corner, the others so far away that a volume overflows.
std::vector<std::string> triangle_seeds() {
  std::vector<std::string> seeds = random_seeds();
  seeds.emplace_back("\x56\x56\x2c\xff\xff\xff\xff\x2c\xff\xff\xff\xff\xff");
  return seeds;
}

}  // namespace

std::vector<Target> oracle_targets() {
  return {{"triangles", two_triangles, triangle_seeds, 1200}, {"sweep", two_flights, random_seeds, 3000}};
}

}  // namespace graze::fuzz
