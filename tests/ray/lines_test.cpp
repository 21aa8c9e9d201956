#include <cmath>

#include <gtest/gtest.h>
#include <oracle/constants.h>
#include <oracle/effort.h>

#include "contains/contains_oracle.h"
#include "ray/lines.h"

namespace graze {
namespace {

using distance::as_probe;
using distance::LinePair;
using distance::nearest;
using distance::Probe;
using oracle::Rational;
using oracle::RationalVec3;
using testing::RandomConvex;
using testing::operator+;
using testing::operator*;

constexpr double line_digits = 1e-12;
using testing::infinity;

struct Straight {
  Shape shape;
  Probe probe;
};

Straight random_straight(RandomConvex& random, bool planar) {
  const auto point = [&] {
    Vec3 p = random.grid_point(3);
    if (planar) p.z() = 0;
    return p;
  };
  const Vec3 p = point();
  const Vec3 q = point();
  switch (random.integer(0, 2)) {
    case 0: return {{Line{p, q}}, as_probe(Line{p, q})};
    case 1: return {{Ray{p, q}}, as_probe(Ray{p, q})};
    default: return {{Segment{{p, q}}}, as_probe(Segment{{p, q}})};
  }
}

RationalVec3 direction(const Probe& p) {
  return p.end ? oracle::exact(*p.end) - oracle::exact(p.origin) : oracle::exact(p.direction);
}
RationalVec3 at(const Probe& p, const Rational& t) { return oracle::exact(p.origin) + t * direction(p); }

/// No pair of parameters on a grid is nearer, so the pair found is nearest: the squared distance is convex.
TEST(Lines, NearestPointsAreNearest) {
  RandomConvex random(121);
  for (int i = 0; i < testing::effort(600); ++i) {
    const Straight a = random_straight(random, i % 2 == 0);
    const Straight b = random_straight(random, i % 2 == 0);
    const LinePair pair = nearest(a.probe, b.probe);
    const double found = (pair.points[0] - pair.points[1]).squaredNorm();
    SCOPED_TRACE(i);
    for (int k = 0; k < 2; ++k) {
      const Probe& p = k == 0 ? a.probe : b.probe;
      EXPECT_GE(pair.parameters[k], p.t_min);
      EXPECT_LE(pair.parameters[k], p.t_max);
      const RationalVec3 x = at(p, pair.parameters[k]);
      EXPECT_NEAR((pair.points[k] - Vec3(x[0].get_d(), x[1].get_d(), x[2].get_d())).norm(), 0, line_digits);
    }
    for (int k = 0; k < 4; ++k) {
      const double step = k < 2 ? 0x1p-3 : 0x1p-20;
      const double s = std::clamp(pair.parameters[0] + (k % 2 == 0 ? step : -step), a.probe.t_min, a.probe.t_max);
      for (const double t_step : {0.0, step, -step}) {
        const double t = std::clamp(pair.parameters[1] + t_step, b.probe.t_min, b.probe.t_max);
        EXPECT_LE(found, testing::squared(at(a.probe, s) - at(b.probe, t)).get_d() + line_digits);
      }
    }
  }
}

/// The ray test goes another way: through the planes that contain the second line.
TEST(Lines, MeetExactlyWhenTheRayTestSaysSo) {
  RandomConvex random(122);
  int hits = 0;
  for (int i = 0; i < testing::effort(4000); ++i) {
    const bool planar = i % 2 == 0;
    const Straight a = random_straight(random, planar);
    const Straight b = random_straight(random, planar);
    const LinePair pair = nearest(a.probe, b.probe);
    const LinePair swapped = nearest(b.probe, a.probe);
    const auto cast = raycast(a.probe, b.shape);
    SCOPED_TRACE(i);
    ASSERT_EQ(pair.intersect, cast->intersect);
    ASSERT_EQ(pair.intersect, swapped.intersect);
    EXPECT_EQ(pair.relation, swapped.relation);
    EXPECT_NEAR((pair.points[0] - pair.points[1]).norm(), (swapped.points[0] - swapped.points[1]).norm(), line_digits);
    if (!pair.intersect) continue;
    ++hits;
    if (pair.relation == LineRelation::crossing) {
      EXPECT_NEAR(cast->t, pair.parameters[0], line_digits * std::abs(cast->t));
    }
    if (pair.common && std::isfinite(pair.common->first)) {
      EXPECT_EQ(cast->t, pair.common->first);
    }
    EXPECT_EQ(pair.common.has_value(), pair.relation == LineRelation::collinear);
  }
  EXPECT_GT(hits, testing::effort(4000) / 20);
}

TEST(Lines, SkewLinesHaveTheParametersOfTheirCommonPerpendicular) {
  const auto pair = nearest(as_probe(Line{Vec3(1, 0, 0), Vec3(2, 0, 0)}), as_probe(Line{Vec3(3, 1, 5), Vec3(0, 4, 0)}));
  EXPECT_EQ(pair.relation, LineRelation::skew);
  EXPECT_FALSE(pair.intersect);
  EXPECT_EQ(pair.parameters[0], 1);
  EXPECT_EQ(pair.parameters[1], -0.25);
  EXPECT_EQ(pair.points[0], Vec3(3, 0, 0));
  EXPECT_EQ(pair.points[1], Vec3(3, 0, 5));
}

TEST(Lines, ParallelOnes) {
  const auto apart = nearest(as_probe(Line{Vec3(0, 0, 0), Vec3(1, 0, 0)}), as_probe(Line{Vec3(5, 2, 0), Vec3(-3, 0, 0)}));
  EXPECT_EQ(apart.relation, LineRelation::parallel);
  EXPECT_EQ((apart.points[0] - apart.points[1]).norm(), 2);
  const auto same = nearest(as_probe(Line{Vec3(0, 0, 0), Vec3(1, 0, 0)}), as_probe(Line{Vec3(5, 0, 0), Vec3(-3, 0, 0)}));
  EXPECT_TRUE(same.intersect);
  EXPECT_EQ(same.relation, LineRelation::collinear);
  ASSERT_TRUE(same.common);
  EXPECT_EQ(same.common->first, -infinity);
  EXPECT_EQ(same.common->last, infinity);
}

TEST(Lines, CollinearSegmentsShareASegmentAPointOrNothing) {
  const auto with = [](double from, double to) {
    return nearest(as_probe(Segment{{Vec3(0, 0, 0), Vec3(4, 0, 0)}}), as_probe(Segment{{Vec3(from, 0, 0), Vec3(to, 0, 0)}}));
  };
  EXPECT_EQ(with(6, 2).common->first, 0.5);
  EXPECT_EQ(with(6, 2).common->last, 1);
  EXPECT_EQ(with(4, 9).common->first, 1);
  EXPECT_EQ(with(4, 9).common->last, 1);
  EXPECT_FALSE(with(std::nextafter(4, 5), 9).intersect);
  EXPECT_EQ(with(5, 9).parameters[0], 1);
  EXPECT_EQ(with(5, 9).parameters[1], 0);
}

TEST(Lines, APointIsALineWithoutDirection) {
  const auto on = nearest(as_probe(Ray{Vec3(1, 1, 0), Vec3::Zero()}), as_probe(Line{Vec3(0, 0, 0), Vec3(2, 2, 0)}));
  EXPECT_EQ(on.relation, LineRelation::degenerate);
  EXPECT_TRUE(on.intersect);
  EXPECT_EQ(on.parameters[1], 0.5);
  const auto off = nearest(as_probe(Segment{{Vec3(1, 0, 0), Vec3(1, 0, 0)}}), as_probe(Line{Vec3(0, 0, 0), Vec3::Zero()}));
  EXPECT_FALSE(off.intersect);
  EXPECT_EQ(off.points[0], Vec3(1, 0, 0));
  EXPECT_EQ(off.points[1], Vec3(0, 0, 0));
}

TEST(Lines, CrossExactlyOrNotAtAll) {
  const Probe a = as_probe(Segment{{Vec3(0.1, 0.2, 0.3), Vec3(0.7, 0.8, 0.9)}});
  EXPECT_TRUE(nearest(a, as_probe(Segment{{Vec3(0.7, 0.8, 0.9), Vec3(5, 3, 1)}})).intersect);
  EXPECT_FALSE(nearest(a, as_probe(Segment{{Vec3(0.7, 0.8, std::nextafter(0.9, 1)), Vec3(5, 3, 1)}})).intersect);
  for (const double s : {0x1p300, 0x1p-300}) {
    const auto pair =
        nearest(as_probe(Line{Vec3(s, 0, 0), Vec3(2 * s, 0, 0)}), as_probe(Ray{Vec3(3 * s, -s, 0), Vec3(0, 4 * s, 0)}));
    EXPECT_TRUE(pair.intersect);
    EXPECT_EQ(pair.parameters[1], 0.25);
  }
}

}  // namespace
}  // namespace graze
