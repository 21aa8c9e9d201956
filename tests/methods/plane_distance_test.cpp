/// Planes and half-spaces against everything, in rational numbers.

#include <cmath>

#include <gtest/gtest.h>
#include <oracle/constants.h>
#include <oracle/effort.h>

#include "methods/rounded_closest.h"
#include "methods/rounded_oracle.h"
#include "methods/rounded_penetration.h"
#include "methods/rounded_sweep.h"
#include "rounded/plane/plane_distance.h"

namespace graze::distance {
namespace {

using testing::effort;
using testing::RandomRounded;
using testing::RoundedCase;
using testing::witness_slack;

using testing::infinity;
constexpr double promised = 1e-12;

/// The plane's image under a pose, by solving for its normal: R^T n' = n, and n'.(R x + t) = n.x + n'.t.
struct RationalWall {
  oracle::RationalVec3 normal;
  mpq_class offset;

  RationalWall(const Vec3& n, double d, const Pose& pose) {
    std::vector<oracle::Row> m(3, oracle::Row(3));
    oracle::Row r(3);
    for (int i = 0; i < 3; ++i) {
      for (int k = 0; k < 3; ++k) m[i][k] = pose.rotation(k, i);
      r[i] = n[i];
    }
    const oracle::Row x = *oracle::solved(m, r);
    normal = {x[0], x[1], x[2]};
    offset = d + oracle::dot(normal, oracle::exact(pose.translation));
  }

  [[nodiscard]] mpf_class length() const { return oracle::root(oracle::dot(normal, normal)); }
  [[nodiscard]] mpq_class height(const oracle::RationalVec3& p) const { return oracle::dot(normal, p) - offset; }
  [[nodiscard]] double height(const Vec3& p) const {
    return mpf_class(mpf_class(height(oracle::exact(p)), 400) / length()).get_d();
  }
};

/// Heights of a body's core above a plane, times the length of its normal.
struct Heights {
  mpq_class low;
  mpq_class high;
  bool falls = false;  ///< a ray leads down without end
  bool rises = false;

  Heights(const RationalWall& plane, const oracle::RationalBody& body) {
    low = high = plane.height(body.points[0]);
    for (const auto& p : body.points) {
      low = std::min(low, plane.height(p));
      high = std::max(high, plane.height(p));
    }
    for (const auto& r : body.rays) {
      falls = falls || oracle::dot(plane.normal, r) < 0;
      rises = rises || oracle::dot(plane.normal, r) > 0;
    }
  }
};

/// A random plane and body, on a grid or not.
struct PlaneCase {
  RoundedCase body;
  Vec3 normal;
  double offset;
  Pose pose;
  bool solid;

  explicit PlaneCase(RandomRounded& random) {
    const bool on_grid = random.convex.chance(0.5);
    body = random.body(on_grid, random.convex.integer(0, RandomRounded::kinds - 1));
    normal = on_grid ? random.convex.grid_point(2) : random.convex.real_point(2);
    if (normal == Vec3::Zero()) normal = Vec3(0, 0, 3);
    offset = on_grid ? random.convex.integer(-6, 6) : random.convex.real(-4, 4);
    if (random.convex.chance(0.5)) {
      pose = {on_grid ? random.convex.grid_rotation() : random.convex.any_rotation(), random.convex.grid_point(2)};
    }
    solid = random.convex.chance(0.5);
  }

  [[nodiscard]] Shape wall_shape() const { return solid ? Shape{HalfSpace{normal, offset}} : Shape{Plane{normal, offset}}; }
  [[nodiscard]] Rounded plane() const { return *as_rounded(wall_shape(), pose); }
  [[nodiscard]] Rounded other() const { return *as_rounded(body.shape, body.pose); }
};

TEST(PlaneDistance, AgreesWithRationals) {
  RandomRounded random(11);
  const int pairs = effort(3000);
  for (int i = 0; i < pairs; ++i) {
    const PlaneCase c(random);
    SCOPED_TRACE(i);
    const RationalWall plane(c.normal, c.offset, c.pose);
    const Heights h(plane, c.body.exact);
    const bool above = !h.falls && h.low > 0;
    const bool below = !c.solid && !h.rises && h.high < 0;
    const mpq_class away = above ? h.low : below ? mpq_class(-h.high) : mpq_class(0);
    const mpq_class& r = c.body.exact.radius;
    const bool meet = away * away <= r * r * oracle::dot(plane.normal, plane.normal);
    const Closest found = closest_points(c.plane(), c.other());
    ASSERT_EQ(found.distance == 0, meet);
    ASSERT_EQ(overlap(c.other(), c.plane()), meet);
    if (!meet) {
      const mpf_class truth(mpf_class(away, 400) / plane.length() - mpf_class(r, 400), 400);
      ASSERT_LE(std::fabs(mpf_class((mpf_class(found.distance, 400) - truth) / truth).get_d()), promised);
    }
    const double on_wall = plane.height(found.points[0]);
    ASSERT_LE(c.solid ? std::max(0.0, on_wall) : std::fabs(on_wall), witness_slack * 64);
    ASSERT_NEAR((found.points[0] - found.points[1]).norm(), found.distance, witness_slack * 64);
    oracle::RationalBody witness;
    witness.points = {oracle::exact(found.points[1])};
    const mpf_class off = oracle::root(oracle::squared_distance(witness, c.body.exact, r.get_d())) - mpf_class(r, 400);
    ASSERT_LE(off.get_d(), witness_slack * 64);
    ASSERT_EQ(closest_points(c.other(), c.plane()).distance, found.distance);
    ASSERT_EQ(found.features[1], distance::separation_from_plane(distance::plane_pair(c.plane(), c.other()), c.other()).of_other)
        << "exactly";
    const auto of_shapes = closest_points(c.wall_shape(), c.pose, c.body.shape, c.body.pose);
    ASSERT_EQ(of_shapes->distance, found.distance);
    ASSERT_EQ(of_shapes->points, found.points);
    ASSERT_EQ(of_shapes->features, found.features);
    ASSERT_EQ(closest_points(c.body.shape, c.body.pose, c.wall_shape(), c.pose)->features[0], found.features[1]);
    ASSERT_EQ(overlap(c.body.shape, c.body.pose, c.wall_shape(), c.pose), meet);
  }
}

TEST(WallDepth, IsTheShortestWayOut) {
  RandomRounded random(12);
  const int pairs = effort(3000);
  int found_any = 0;
  for (int i = 0; i < pairs; ++i) {
    const PlaneCase c(random);
    SCOPED_TRACE(i);
    const auto depth = penetration(c.plane(), c.other());
    ASSERT_EQ(depth.has_value(), overlap(c.plane(), c.other()));
    if (!depth) continue;
    ++found_any;
    const RationalWall plane(c.normal, c.offset, c.pose);
    const Heights h(plane, c.body.exact);
    const double r = c.body.exact.radius.get_d();
    const auto length = [&](const mpq_class& x) { return mpf_class(mpf_class(x, 400) / plane.length()).get_d(); };
    const double up = h.falls ? infinity : r - length(h.low);
    const double down = c.solid || h.rises ? infinity : r + length(h.high);
    const double truth = std::min(up, down);
    if (std::isinf(truth)) {
      ASSERT_EQ(depth->depth, truth);
    } else {
      ASSERT_NEAR(depth->depth, truth, witness_slack * 8);
    }
    ASSERT_NEAR(depth->normal.norm(), 1, witness_slack);
    ASSERT_EQ(penetration(c.other(), c.plane())->normal, -depth->normal);
  }
  EXPECT_GT(found_any, pairs / 4);
}

TEST(WallSweep, OfASphereOnWholeNumbersIsExact) {
  for (const Vec3& normal : {Vec3(1, 0, 0), Vec3(2, 0, 0), Vec3(3, 4, 0), Vec3(-2, 1, 2)}) {
    const double length = normal.norm();  // whole
    const Rounded plane = *as_rounded({Plane{normal, 5 * length * length}}, {});
    for (const double radius : {0.5, 1.0, 3.0}) {
      const Rounded ball = *as_rounded({Sphere{Vec3::Zero(), radius}}, {});
      const auto impact = sweep(plane, ball, {Vec3::Zero(), normal}, 10);
      ASSERT_TRUE(impact);
      EXPECT_EQ(impact->first, quotient_down(Dyadic(5 * length - radius), Dyadic(length)));
      EXPECT_EQ(impact->last, quotient_up(Dyadic(5 * length + radius), Dyadic(length)));
    }
  }
}

/// The points of a body at exactly this height, rounded.
std::vector<Vec3> points_at(const RationalWall& plane, const oracle::RationalBody& body, const mpq_class& height) {
  std::vector<Vec3> found;
  for (const auto& p : body.points) {
    if (plane.height(p) == height) found.emplace_back(p[0].get_d(), p[1].get_d(), p[2].get_d());
  }
  return found;
}

bool runs_along(const RationalWall& plane, const oracle::RationalBody& body) {
  return std::any_of(body.rays.begin(), body.rays.end(), [&](const auto& ray) { return oracle::dot(plane.normal, ray) == 0; });
}

template <class Points>
double width_of(const Points& points) {
  double width = 0;
  for (const Vec3& p : points) {
    for (const Vec3& q : points) width = std::max(width, (p - q).norm());
  }
  return width;
}

/// Times and the whole set, against rationals.
TEST(WallSweep, IsNeverLate) {
  RandomRounded random(13);
  const int pairs = effort(3000);
  int hits = 0, polygons = 0;
  for (int i = 0; i < pairs; ++i) {
    const PlaneCase c(random);
    SCOPED_TRACE(i);
    const Vec3 va = random.convex.grid_point(1);
    const Vec3 vb = random.convex.chance(0.5) ? random.convex.grid_point(2) : random.convex.real_point(2);
    const double t_max = random.convex.chance(0.3) ? infinity : random.convex.integer(0, 4);
    const auto impact = sweep(c.plane(), c.other(), {va, vb}, t_max);
    const RationalWall plane(c.normal, c.offset, c.pose);
    const Heights h(plane, c.body.exact);
    const mpf_class speed(oracle::dot(plane.normal, oracle::exact(vb) - oracle::exact(va)), 400);
    const mpf_class reach = plane.length() * mpf_class(c.body.exact.radius, 400);
    mpf_class first(0, 400);
    std::optional<mpf_class> last;
    if (std::isfinite(t_max)) last = mpf_class(t_max, 400);
    bool never = false;
    const auto constrain = [&](const mpf_class& height, const mpf_class& rate) {  // height + t rate <= reach
      if (rate == 0 && height > reach) never = true;
      if (rate < 0) first = std::max(first, mpf_class((reach - height) / rate, 400));
      if (rate > 0 && (!last || (reach - height) / rate < *last)) last = mpf_class((reach - height) / rate, 400);
    };
    if (!h.falls) constrain(mpf_class(h.low, 400), speed);
    if (!c.solid && !h.rises) constrain(mpf_class(-h.high, 400), mpf_class(-speed, 400));
    never = never || (last && *last < first && mpf_class(first - *last).get_d() > 1e-100);
    ASSERT_EQ(impact.has_value(), !never);
    if (!impact) continue;
    ++hits;
    ASSERT_LE(impact->first, first);
    ASSERT_NEAR(impact->first, first.get_d(), promised * first.get_d());
    ASSERT_EQ(impact->initial, first == 0);
    if (last) {
      ASSERT_GE(*impact->last, *last - 1e-100);
      ASSERT_NEAR(*impact->last, last->get_d(), promised * last->get_d() + 1e-100);
    } else {
      ASSERT_EQ(*impact->last, t_max);
    }
    if (!impact->initial) {
      ASSERT_TRUE(impact->normal);
      const std::vector<Vec3> nearest = speed < 0 ? points_at(plane, c.body.exact, h.low) : points_at(plane, c.body.exact, h.high);
      const bool is_endless = runs_along(plane, c.body.exact);
      ASSERT_EQ(impact->set.points.empty(), is_endless);
      if (is_endless) continue;
      for (const Vec3& p : impact->set.points) {
        ASSERT_NEAR(plane.height(p - impact->first * va), 0, 1e-10 * (1 + impact->first));
      }
      const double slack = 1e-10 * (1 + impact->first);
      ASSERT_EQ(impact->set.points.size() == 1, width_of(nearest) == 0);
      ASSERT_NEAR(width_of(impact->set.points), width_of(nearest), slack);
      const Vec3 lowered = impact->first * vb - c.body.exact.radius.get_d() * *impact->normal;
      for (const Vec3& p : impact->set.points) {
        ASSERT_TRUE(std::any_of(nearest.begin(), nearest.end(), [&](const Vec3& q) { return (q + lowered - p).norm() < slack; }));
      }
      if (impact->set.points.size() > 2) ++polygons;
    }
  }
  EXPECT_GT(hits, pairs / 4);
  EXPECT_GT(polygons, 0);
}

/// Corners in order, moved and lowered by the radius.
TEST(WallSweep, TellsTheWholeFaceThatLands) {
  const Rounded floor = *as_rounded({HalfSpace{Vec3(0, 0, 1), 0}}, {});
  const auto landed = [&](const Shape& shape) {
    const auto impact = sweep(floor, *as_rounded(shape, {}), {Vec3::Zero(), Vec3(1, 0, -1)}, infinity);
    return std::vector<Vec3>(impact->set.points.begin(), impact->set.points.end());
  };
  EXPECT_EQ(landed({Aabb{Vec3(0, 0, 2), Vec3(1, 1, 3)}}),
            (std::vector{Vec3(2, 0, 0), Vec3(3, 0, 0), Vec3(3, 1, 0), Vec3(2, 1, 0)}));
  EXPECT_EQ(landed({Capsule{{Vec3(0, 0, 2), Vec3(5, 1, 2)}, 1}}), (std::vector{Vec3(1, 0, 0), Vec3(6, 1, 0)}));
  EXPECT_EQ(landed({Segment{{Vec3(0, 0, 2), Vec3(5, 1, 4)}}}), (std::vector{Vec3(2, 0, 0)}));
  EXPECT_EQ(landed({Ray{Vec3(0, 0, 2), Vec3(5, 1, 4)}}), (std::vector{Vec3(2, 0, 0)}));
  EXPECT_TRUE(landed({Ray{Vec3(0, 0, 2), Vec3(5, 1, 0)}}).empty()) << "without end";
  EXPECT_TRUE(landed({Plane{Vec3(0, 0, 1), 2}}).empty());
}

TEST(PlaneDistance, TwoWallsMeetUnlessTheyAreParallel) {
  const Rounded floor = *as_rounded({HalfSpace{Vec3(0, 0, 2), 0}}, {});
  const Rounded ceiling = *as_rounded({HalfSpace{Vec3(0, 0, -3), -9}}, {});  // z >= 3
  const Rounded shelf = *as_rounded({Plane{Vec3(0, 0, 7), 7}}, {});
  const Rounded plane = *as_rounded({Plane{Vec3(1, 0, 1), 4}}, {});
  EXPECT_EQ(closest_points(floor, ceiling).distance, 3);
  EXPECT_EQ(closest_points(floor, shelf).distance, 1);
  EXPECT_EQ(closest_points(shelf, ceiling).distance, 2);
  EXPECT_EQ(closest_points(shelf, shelf).distance, 0);
  EXPECT_EQ(closest_points(floor, floor).distance, 0);
  const Closest crossing = closest_points(shelf, plane);
  EXPECT_EQ(crossing.distance, 0);
  EXPECT_NEAR(crossing.points[0].z(), 1, witness_slack);
  EXPECT_NEAR(crossing.points[0].x(), 3, witness_slack);
  EXPECT_EQ(penetration(floor, floor)->depth, infinity);
  EXPECT_EQ(sweep(floor, ceiling, {Vec3::Zero(), Vec3(0, 0, -1)}, infinity)->first, 3);
  EXPECT_FALSE(sweep(floor, ceiling, {Vec3::Zero(), Vec3(0, 0, 1)}, infinity));
  EXPECT_FALSE(sweep(floor, ceiling, {Vec3::Zero(), Vec3(0, 0, -1)}, 2));
}

TEST(WallDepth, PutsABoxBackOnTheFloor) {
  const Rounded floor = *as_rounded({HalfSpace{Vec3(0, 0, 2), 0}}, {});
  const Rounded box = *as_rounded({Obb{Vec3(0, 0, 0.75), world_frame(), Vec3(1, 1, 1)}}, {});
  const auto depth = penetration(floor, box);
  ASSERT_TRUE(depth);
  EXPECT_EQ(depth->depth, 0.25);
  EXPECT_EQ(depth->normal, Vec3(0, 0, 1));
  EXPECT_EQ(depth->manifold.size(), 4U);
  EXPECT_EQ(depth->features[1], (Feature{FeatureKind::face, 4}));
}

}  // namespace
}  // namespace graze::distance
