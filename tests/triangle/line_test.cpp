/// Lines against triangles: exact rationals over barycentric coordinates decide the same questions another way.

#include <algorithm>
#include <array>
#include <cmath>

#include <gtest/gtest.h>
#include <oracle/effort.h>
#include <oracle/random.h>
#include <oracle/rational.h>

#include "triangle/line.h"
#include "triangle/line_sides.h"

namespace graze::distance {
namespace {

using testing::Random;

using oracle::exact;
using oracle::Rational;
using oracle::RationalTriangle;
using oracle::RationalVec3;
using oracle::operator-;

/// The parameters at which o + t d is in the triangle, by clipping the line with the half-spaces of the triangle.
struct Parameters {
  Rational first, last;
};

std::optional<Parameters> parameters(const RationalVec3& o, const RationalVec3& d, const RationalTriangle& triangle, bool is_line,
                                     bool is_segment) {
  std::optional<Rational> low, high;
  if (!is_line) low = 0;
  if (is_segment) high = 1;
  for (const auto& half_space : oracle::half_spaces_of(triangle)) {
    const Rational height = half_space.height(o), speed = dot(half_space.normal, d);
    if (speed == 0) {
      if (height < 0) return std::nullopt;
      continue;
    }
    const Rational t = -height / speed;
    if (speed > 0 && (!low || t > *low)) low = t;
    if (speed < 0 && (!high || t < *high)) high = t;
  }
  if (!low || !high || *low > *high) return std::nullopt;
  return Parameters{*low, *high};
}

constexpr double promised_line_error = 1e-12;

void expect_parameter(const ParameterBracket& found, const Rational& truth) {
  ASSERT_LE(Rational(found.low), truth);
  ASSERT_GE(Rational(found.high), truth);
  ASSERT_LE(abs(Rational(found.nearest) - truth), Rational(promised_line_error) * abs(truth));
}

void expect_contact(const Probe& line, const Pose& body, const Triangle& triangle) {
  const RationalVec3 o = oracle::posed(line.origin, line.pose);
  RationalVec3 d =
      line.end ? oracle::posed(*line.end, line.pose) - o : oracle::posed(line.direction, {line.pose.rotation, Vec3::Zero()});
  const auto truth = parameters(o, d, oracle::posed(triangle, body), std::isinf(line.t_min), !std::isinf(line.t_max));
  const auto found = LineProbe(line, body).contact(triangle);
  ASSERT_EQ(found.has_value(), truth.has_value());
  if (!truth) return;
  if (found->in_plane && !std::isinf(line.t_min) && truth->first == 0) {
    EXPECT_LE(found->first.low, 0);  // contacts are not cut to the domain
  } else {
    expect_parameter(found->first, truth->first);
  }
}

TEST(TriangleLine, MeetsJustTheTrianglesThatRationalsSayOnAGrid) {
  Random random(1);
  int meeting = 0;
  const int cases = testing::effort(4000);
  for (int k = 0; k < cases; ++k) {
    const Triangle triangle{{random.grid(2), random.grid(2), random.grid(2)}};
    const Vec3 o = random.grid(3), e = random.grid(3);
    if (o == e || e == Vec3::Zero()) continue;
    expect_contact(as_probe(Segment{{o, e}}, {}), {}, triangle);
    expect_contact(as_probe(Ray{o, e}, {}), {}, triangle);
    expect_contact(as_probe(Line{o, e}, {}), {}, triangle);
    if (HasFatalFailure()) FAIL() << "case " << k;
    meeting += LineProbe(as_probe(Line{o, e}, {}), {}).contact(triangle) ? 1 : 0;
  }
  EXPECT_GT(meeting, cases / 20);
}

TEST(TriangleLine, HasTinyRelativeErrorForEveryParameter) {
  Random random(2);
  int meeting = 0;
  const int cases = testing::effort(3000);
  for (int k = 0; k < cases; ++k) {
    const double far = std::ldexp(1, random.whole(20));
    const Triangle triangle{{random.vector(1), random.vector(1), random.vector(1)}};
    const Vec3 target = (triangle.v[0] + triangle.v[1] + triangle.v[2]) / 3 + random.vector(std::ldexp(1, random.whole(10) - 10));
    // Along the triangle but for a small angle, so that the quotient is ill-conditioned.
    const Vec3 way = (triangle.v[1] - triangle.v[0]) * random.real(1) + random.vector(std::ldexp(1, -std::abs(random.whole(45))));
    const Vec3 origin = target - way * far;
    const double length = std::ldexp(random.real(1), random.whole(8));
    if (way * length == Vec3::Zero()) continue;
    expect_contact(as_probe(Line{origin, way * length}, {}), {}, triangle);
    if (HasFatalFailure()) FAIL() << "case " << k;
    meeting += LineProbe(as_probe(Line{origin, way * length}, {}), {}).contact(triangle) ? 1 : 0;
  }
  EXPECT_GT(meeting, cases / 10);
}

TEST(TriangleLine, IsExactBetweenPosedBodies) {
  Random random(3);
  for (int k = 0; k < testing::effort(300); ++k) {
    const Triangle triangle{{random.grid(2), random.grid(2), random.grid(2)}};
    const Pose body = random.pose(k % 2 == 0 ? 1 : 1e6);
    const Pose own = k % 3 == 0 ? body : Pose{random.pose(1).rotation, body.translation};
    const Vec3 o = random.grid(3), e = random.grid(3);
    if (o == e || e == Vec3::Zero()) continue;
    expect_contact(as_probe(Segment{{o, e}}, own), body, triangle);
    expect_contact(as_probe(Line{o, e}, own), body, triangle);
    if (HasFatalFailure()) FAIL() << "case " << k;
  }
}

/// What the filter says of the rounded line is right of the one that is meant, if it says anything. Returns whether it does.
bool expect_filtered(const RoundedLine& rounded, const Vec3& o, const Vec3& d, const Triangle& triangle,
                     const ParameterRange& range) {
  using Kind = FilteredContact::Kind;
  const FilteredContact found = filtered_contact(rounded, range, triangle.v[0], triangle.v[1], triangle.v[2]);
  const auto truth = parameters(exact(o), exact(d), oracle::posed(triangle, {}), std::isinf(range.least), range.greatest == 1);
  if (found.kind == Kind::unsure) return false;
  EXPECT_EQ(found.kind == Kind::meets, truth.has_value());
  if (found.kind != Kind::meets || !truth) return true;
  EXPECT_EQ(truth->first, truth->last);
  expect_parameter(found.at, truth->first);
  const RationalVec3 a = exact(triangle.v[0]);
  const Rational speed = dot(exact(d), cross(exact(triangle.v[1]) - a, exact(triangle.v[2]) - a));
  EXPECT_EQ(found.crossing, speed < 0 ? 1 : -1);
  return true;
}

bool expect_filtered(const Vec3& o, const Vec3& d, const Triangle& triangle, const ParameterRange& range) {
  return expect_filtered({o, d}, o, d, triangle, range);
}

/// A point of the triangle: within it, on an edge or at a corner but for rounding.
Vec3 target_on(const Triangle& triangle, Random& random) {
  const double share = random.real(0, 1);
  const Vec3 on_edge = triangle.v[0] + share * (triangle.v[1] - triangle.v[0]);
  const std::size_t choice = random.below(3);
  return choice == 0 ? triangle.v[2] : choice == 1 ? on_edge : Vec3(on_edge + random.real(0, 1) * (triangle.v[2] - on_edge));
}

TEST(TriangleLineFilter, IsNeverWrongNearEdgesCornersPlanesAndEndsAtAnyScale) {
  Random random(5);
  constexpr double infinity = std::numeric_limits<double>::infinity();
  int sure = 0, cases = 0;
  for (int k = 0; k < testing::effort(3000); ++k) {
    const double scale = std::ldexp(1, std::array{0, 300, -300, 150, -40, 600, -600}[random.below(7)]);
    Triangle triangle{{random.vector(1), random.vector(1), random.vector(1)}};
    if (k % 4 == 0) triangle.v[2] = triangle.v[0] + random.real(1) * (triangle.v[1] - triangle.v[0]);  // a needle
    const Vec3 target = target_on(triangle, random);
    Vec3 way = random.unit() * std::ldexp(1, random.whole(k % 2 == 0 ? 2 : 30));
    if (k % 5 == 0) way = triangle.v[2] - target_on(triangle, random);  // in the plane, but for rounding
    if (way == Vec3::Zero()) continue;
    const Vec3 origin = k % 7 == 0 ? target : Vec3(target - way);  // begins on the triangle, or ends there
    for (Vec3& v : triangle.v) v *= scale;
    for (const ParameterRange& range : {ParameterRange{0, infinity}, ParameterRange{-infinity, infinity}, ParameterRange{0, 1}}) {
      ++cases;
      sure += expect_filtered(origin * scale, way * std::ldexp(1, random.whole(200)), triangle, range) ? 1 : 0;
      expect_filtered(origin * scale, way * scale, triangle, range);
    }
    if (HasFailure()) FAIL() << "case " << k;
  }
  EXPECT_GT(sure, cases / 20);
  EXPECT_LT(sure, cases);
}

/// Every coordinate off by as much as is said, this way or that, on lines that pass an edge or a corner by less.
TEST(TriangleLineFilter, IsNeverWrongAboutLinesThatAreOffByTheirErrors) {
  Random random(7);
  int sure = 0, cases = 0;
  const auto off_by = [&](const Vec3& v, double error) {
    return Vec3(v.unaryExpr([&](double x) { return x + (random.below(2) == 0 ? error : -error); }));
  };
  for (int k = 0; k < testing::effort(3000); ++k) {
    const Triangle triangle{{random.vector(1), random.vector(1), random.vector(1)}};
    const double error = std::ldexp(1, -44 - static_cast<int>(random.below(6)));
    const double of_origin = k % 3 == 1 ? 0 : error, of_direction = k % 3 == 2 ? 0 : error;
    const Vec3 way = random.unit(), target = target_on(triangle, random) + random.unit() * error * random.real(0, 40);
    const Vec3 origin = target - way * random.real(0.5, 4);
    // A little more than the error, for the rounding of its sum with the coordinate.
    const RoundedLine rounded{off_by(origin, of_origin), off_by(way, of_direction), of_origin * 1.001, of_direction * 1.001};
    ++cases;
    sure += expect_filtered(rounded, origin, way, triangle, {}) ? 1 : 0;
    if (HasFailure()) FAIL() << "case " << k;
  }
  EXPECT_GT(sure, cases / 20);
  EXPECT_LT(sure, cases);
}

TEST(TriangleLineFilter, DecidesGenericLines) {
  Random random(6);
  for (int k = 0; k < testing::effort(2000); ++k) {
    const Triangle triangle{{random.vector(1), random.vector(1), random.vector(1)}};
    EXPECT_TRUE(expect_filtered(random.vector(4), random.unit(), triangle, {}));
  }
}

TEST(TriangleLine, CrossesOneOfTheTrianglesAroundACornerThatItPassesThrough) {
  // A fan of triangles around the origin, in a plane but for rounding: a generic line beside the corner crosses exactly one of
  // them.
  Random random(4);
  for (int k = 0; k < 200; ++k) {
    const int count = 3 + std::abs(random.whole(5));
    std::vector<Vec3> rim;
    for (int i = 0; i < count; ++i)
      rim.emplace_back(std::cos(2 * M_PI * i / count), std::sin(2 * M_PI * i / count), random.real(0.1));
    const Vec3 way = Vec3(0, 0, -1) + random.vector(0.25);
    const LineProbe probe(as_probe(Line{-4 * way, way}, {}), {});
    int sum = 0, touched = 0;
    for (int i = 0; i < count; ++i) {
      const auto contact = probe.contact({{Vec3::Zero(), rim[i], rim[(i + 1) % count]}});
      if (!contact) continue;
      ++touched;
      sum += contact->crossing;
    }
    ASSERT_EQ(touched, count);
    ASSERT_EQ(sum, 1) << "case " << k;
  }
}

TEST(TriangleLine, ComparesParametersExactly) {
  const LineProbe probe(as_probe(Line{Vec3(0, 0, -1), Vec3(0, 0, 3)}, {}), {});
  const auto flat = [](double z) { return Triangle{{Vec3(-1, -1, z), Vec3(1, -1, z), Vec3(0, 1, z)}}; };
  using End = LineProbe::End;
  EXPECT_EQ(probe.compare(flat(0), End::first, flat(0), End::last), 0);
  EXPECT_EQ(probe.compare(flat(0), End::first, flat(std::nextafter(0.0, 1.0)), End::first), -1);
  EXPECT_EQ(probe.compare(flat(2), End::first, 1.0), 0);
  EXPECT_EQ(probe.compare(flat(std::nextafter(2.0, 0.0)), End::first, 1.0), -1);
  EXPECT_EQ(probe.contact(flat(0))->crossing, -1);  // its normal points along the line
}

/// Three corners each, seen along the line.
TwoSides sides_of(const RoundedLine& line, const Vec3* first, const Vec3* second) {
  double size = 0;
  for (const Vec3* triangle : {first, second}) {
    for (int k = 0; k < 3; ++k) size = std::max(size, (triangle[k] - line.origin).lpNorm<Eigen::Infinity>());
  }
  const ShearedLine sheared_line =
      sheared({line.origin.data(), line.direction.data(), line.origin_error, line.direction_error}, size);
  return sides_of(sheared_line,
                  {{first[0].data(), second[0].data()}, {first[1].data(), second[1].data()}, {first[2].data(), second[2].data()}});
}

TEST(TriangleLineSides, TellPointsThatALinePassesBy) {
  // No edge of theirs spans a volume with any line.
  const RoundedLine line{Vec3(0, 0, -3), Vec3(0.5, 0.25, 2), 0, 0};
  const std::array<Vec3, 3> on_it{Vec3(0.5, 0.25, -1), Vec3(0.5, 0.25, -1), Vec3(0.5, 0.25, -1)};
  for (const Vec3& off : {Vec3(1, 0, 0), Vec3(0, -1, 0), Vec3(1e-12, 0, 0), Vec3(0, 1e-12, 0)}) {
    std::array<Vec3, 3> beside = on_it;
    for (Vec3& v : beside) v += off;
    EXPECT_EQ(sides_of(line, beside.data(), on_it.data()).may_meet, 2U);
    EXPECT_EQ(sides_of(line, on_it.data(), beside.data()).may_meet, 1U);
  }
}

/// Lines through corners and edges among them, which are neither within nor apart.
TEST(TriangleLineSides, AgreeWithOneTriangleAtATime) {
  Random random(77);
  using Kind = FilteredContact::Kind;
  constexpr double infinity = std::numeric_limits<double>::infinity();
  int met = 0, apart = 0, unsure = 0, undecided = 0;
  for (int i = 0; i < testing::effort(3000); ++i) {
    std::array<Vec3, 6> v;
    for (Vec3& p : v) p = random.vector(1);
    const Vec3 aim = i % 3 == 0 ? v[i % 6] : i % 3 == 1 ? Vec3(v[0] + 0.25 * (v[1] - v[0])) : random.vector(1);
    RoundedLine line{random.vector(3), Vec3::Zero(), i % 5 == 0 ? 1e-9 : 0.0, i % 7 == 0 ? 1e-9 : 0.0};
    line.direction = aim - line.origin;
    const TwoSides sides = sides_of(line, &v[0], &v[3]);
    for (unsigned k = 0; k < 2; ++k) {
      const Vec3* w = v.data() + 3 * k;
      const FilteredContact alone = filtered_contact(line, {-infinity, infinity}, w[0], w[1], w[2]);
      const bool may_meet = (sides.may_meet >> k & 1U) != 0, within = (sides.within >> k & 1U) != 0;
      if (alone.kind == Kind::apart) {
        ASSERT_FALSE(within) << i;
      }
      if (alone.kind == Kind::meets) {
        ASSERT_TRUE(may_meet) << i;
        ASSERT_TRUE(!within || ((sides.entered >> k & 1U) != 0) == (alone.crossing > 0)) << i;
      }
      met += alone.kind == Kind::meets ? 1 : 0, apart += alone.kind == Kind::apart ? 1 : 0;
      unsure += alone.kind == Kind::unsure ? 1 : 0, undecided += may_meet && !within ? 1 : 0;
    }
  }
  EXPECT_GT(met, 50);
  EXPECT_GT(apart, 50);
  EXPECT_GT(undecided, 50);
  EXPECT_LE(undecided, unsure + unsure / 8);  // their bounds are of the same size
}

/// What is said to be apart or within is so, by exact arithmetic: along every axis, near and far, in all sizes.
TEST(TriangleLineSides, AreCertainOnlyOfWhatIsTrue) {
  Random random(78);
  int decided = 0;
  constexpr int runs = 600;
  for (int i = 0; i < testing::effort(runs); ++i) {
    const double scale = std::ldexp(1.0, i % 7 * 40 - 120), away = std::ldexp(1.0, i % 11 * 2);
    std::array<Vec3, 6> v;
    for (Vec3& p : v) p = scale * random.vector(1);
    const double along = std::pow(10, -random.real(3, 18)) * (i % 2 == 0 ? 1 : -1);  // beside an edge
    const Vec3 aim = v[0] + 0.3 * (v[1] - v[0]) + along * (v[2] - v[0]);
    const Vec3 origin = scale * away * random.vector(3), direction = aim - origin;
    v[3] = v[0], v[4] = v[2], v[5] = v[1];
    const TwoSides sides = sides_of({origin, direction}, &v[0], &v[3]);
    const bool meets = parameters(exact(origin), exact(direction), exact(Triangle{{v[0], v[1], v[2]}}), true, false).has_value();
    EXPECT_TRUE(sides.may_meet == 3 || !meets) << i;
    EXPECT_TRUE(sides.within == 0 || meets) << i;
    EXPECT_TRUE(sides.within != 3 || sides.entered == 1 || sides.entered == 2) << i;
    decided += sides.within == 3 || sides.may_meet == 0 ? 1 : 0;
  }
  EXPECT_GT(decided, testing::effort(runs) / 3);
}

/// Where squares of lengths would overflow or vanish.
TEST(TriangleLineSides, AreCertainOfNothingBeyondTheRangeOfDoubles) {
  for (const double scale : {0x1p-500, 0x1p500}) {
    const std::array<Vec3, 3> v{Vec3(-1, -1, 0) * scale, Vec3(1, -1, 0) * scale, Vec3(0, 1, 0) * scale};
    const TwoSides sides = sides_of({Vec3(0, 0, scale), Vec3(0, 0, -1)}, v.data(), v.data());
    EXPECT_EQ(sides.may_meet, 3U);
    EXPECT_EQ(sides.within, 0U);
  }
}

/// Two edges from a corner of a needle that include a tiny angle say little about its plane; those from another corner do.
TEST(TriangleLine, LeavesNeedlesToDoubles) {
  Random random(79);
  for (int i = 0; i < testing::effort(300); ++i) {
    const Vec3 tip = random.vector(1), far = tip + random.vector(1), beside = far + 1e-4 * random.vector(1);
    const std::array<Vec3, 3> v = i % 3 == 0   ? std::array{tip, far, beside}
                                  : i % 3 == 1 ? std::array{beside, tip, far}
                                               : std::array{far, beside, tip};
    const Vec3 normal = (far - tip).cross(beside - tip).normalized();
    const Vec3 aim = (tip + far + beside) / 3, origin = aim + 3 * normal + 0.3 * random.vector(1);
    const auto at = trusted_parameter({origin, aim - origin}, Triangle{v});
    ASSERT_TRUE(at) << i;
    EXPECT_NEAR(at->nearest, 1, 1e-9) << i;
    const auto truth = parameters(exact(origin), exact(Vec3(aim - origin)), exact(Triangle{v}), true, false);
    if (!truth) continue;  // rounding has moved the line past an edge
    expect_parameter(*at, truth->first);
  }
}

/// Where the line is so flat over the triangle that a double's error would be too large.
TEST(TriangleLine, HasTheNearestParameterWhereItGrazes) {
  Random random(80);
  int met = 0;
  for (int i = 0; i < testing::effort(300); ++i) {
    const Triangle triangle{{random.vector(1), random.vector(1), random.vector(1)}};
    const auto& [a, b, c] = triangle.v;
    const Vec3 aim = (a + b + c) / 3, origin = aim + (b - a) + std::ldexp(1.0, -10 - i % 20) * random.vector(1);
    const auto at = trusted_parameter({origin, aim - origin}, triangle);
    const auto truth = parameters(exact(origin), exact(Vec3(aim - origin)), exact(triangle), true, false);
    if (!at || !truth || truth->first != truth->last) continue;  // rounding has laid the line into the plane
    expect_parameter(*at, truth->first);
    ++met;
  }
  EXPECT_GT(met, testing::effort(300) * 9 / 10);
}

}  // namespace
}  // namespace graze::distance
