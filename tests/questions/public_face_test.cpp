/// What a caller of the C++ functions may rely on beside the answers: what is refused, what an answer says of itself.

#include <cmath>
#include <limits>

#include <gtest/gtest.h>
#include <oracle/solid.h>
#include <Eigen/Geometry>

#include <graze/graze.h>

#include "questions/any_body.h"

namespace graze {
namespace {

using testing::body;

using testing::solid;

Body flat(const Shape2& shape, const Pose& pose = {}, const Motion& motion = {}) { return {*Geometry::make(shape), pose, motion}; }
Body cube(double half, const Vec3& at = Vec3::Zero(), const Motion& motion = {}) {
  return body({make_box_mesh(Vec3::Constant(half))}, {Mat3::Identity(), at}, motion);
}

template <class Answer>
std::string complaint(const Result<Answer>& answer) {
  return answer ? "answered" : std::string(name_of(answer.error().code)) + " " + answer.error().message;
}

TEST(BodiesOfThePlane, AreNotAskedAboutBodiesOfSpace) {
  const Body disc = flat({Circle{Vec2(0, 0), 1}}), ball = body({Sphere{Vec3(0, 0, 0), 1}});
  EXPECT_EQ(complaint(overlap(disc, ball)), "bad_shape b: not a 2D shape, a is one");
  EXPECT_EQ(complaint(closest_points(ball, disc)), "bad_shape b: a 2D shape, a is not one");
  EXPECT_EQ(complaint(sweep(disc, ball)), "bad_shape b: not a 2D shape, a is one");
  EXPECT_TRUE(*overlap(disc, disc));
}

TEST(BodiesOfThePlane, StayInIt) {
  const Body here = flat({Circle{Vec2(0, 0), 1}});
  const Mat3 tilted = Eigen::AngleAxisd(0.5, Vec3::UnitX()).toRotationMatrix();
  const Mat3 turned_over = Eigen::AngleAxisd(std::acos(-1.0), Vec3::UnitX()).toRotationMatrix();
  const Mat3 turned = Eigen::AngleAxisd(0.5, Vec3::UnitZ()).toRotationMatrix();
  const auto with = [](const Pose& pose, const Motion& motion) { return flat({Circle{Vec2(3, 0), 1}}, pose, motion); };
  EXPECT_EQ(complaint(overlap(here, with({tilted, Vec3::Zero()}, {}))), "bad_pose b.R: turns a 2D shape out of its plane");
  EXPECT_EQ(complaint(overlap(here, with({turned_over, Vec3::Zero()}, {}))), "bad_pose b.R: turns a 2D shape out of its plane");
  EXPECT_EQ(complaint(overlap(with({Mat3::Identity(), Vec3(0, 0, 1)}, {}), here)),
            "bad_pose a.t[2]: moves a 2D shape out of its plane");
  EXPECT_EQ(complaint(sweep(here, with({}, {Vec3(0, 0, 1), Vec3::Zero(), {}}))),
            "bad_pose b.vel[2]: moves a 2D shape out of its plane");
  EXPECT_EQ(complaint(sweep_turning(here, with({}, {Vec3::Zero(), Vec3(1, 0, 0), {}}))),
            "bad_pose b.omega: turns a 2D shape out of its plane");
  EXPECT_EQ(complaint(sweep_turning(here, with({}, {Vec3::Zero(), Vec3(0, 0, 1), Vec3(0, 0, 1)}))),
            "bad_pose b.center[2]: outside the plane of a 2D shape");
  EXPECT_TRUE(overlap(here, with({turned, Vec3(1, 2, 0)}, {Vec3(1, 1, 0), Vec3(0, 0, 2), {}})));
  EXPECT_TRUE(sweep_turning(here, with({}, {Vec3(-1, 0, 0), Vec3(0, 0, 2), {}}), {.t_max = 2}));
}

/// A unit segment on the x axis turns about the origin with one radian a second; the wall is met by its end at an angle of 30
/// degrees.
TEST(SweepOfABodyThatTurns, SaysThatItIsCertified) {
  const Body hand = body({Segment{{Vec3(0, 0, 0), Vec3(1, 0, 0)}}}, {}, {Vec3::Zero(), Vec3(0, 0, 1), {}});
  const Body ceiling = body({HalfSpace{Vec3(0, -1, 0), -0.5}});  // y >= 0.5
  const double exact = std::asin(0.5);
  const auto impact = sweep(hand, ceiling, {.t_max = 2, .tolerance = 1e-9});
  ASSERT_TRUE(impact && *impact);
  EXPECT_EQ((*impact)->certainty, Certainty::certified);
  EXPECT_LE((*impact)->first, exact);
  EXPECT_NEAR((*impact)->first, exact, 1e-8);
  ASSERT_TRUE((*impact)->meets_by);
  EXPECT_GE(*(*impact)->meets_by, exact - 1e-12);
  ASSERT_EQ((*impact)->set.points.size(), 1U);
  EXPECT_NEAR((*impact)->set.points[0].y(), 0.5, 1e-8);
  ASSERT_TRUE((*impact)->normal);
  EXPECT_NEAR((*impact)->normal->y(), 1, 1e-6);
  EXPECT_FALSE(*sweep(hand, ceiling, {.t_max = 0.5}));
  EXPECT_EQ(complaint(sweep(hand, ceiling, {.want_last = true})), "bad_option t_max: the last time of contact needs an end");
}

TEST(SweepOfABodyThatTurns, IsExactWhereNothingTurns) {
  const auto impact =
      sweep(body({Sphere{Vec3(0, 0, 0), 1}}), body({Sphere{Vec3(4, 0, 0), 1}}, {}, {Vec3(-1, 0, 0), Vec3::Zero(), {}}));
  ASSERT_TRUE(impact && *impact);
  EXPECT_EQ((*impact)->certainty, Certainty::exact);
  EXPECT_EQ((*impact)->first, 2);
}

TEST(Raycast, TakesALineThatIsNoBody) {
  const Body ball = body({Sphere{Vec3(3, 0, 0), 1}});
  EXPECT_EQ(raycast(Ray{Vec3(0, 0, 0), Vec3(2, 0, 0)}, ball)->t, 1);
  EXPECT_EQ(raycast(Segment{{Vec3(0, 0, 0), Vec3(4, 0, 0)}}, ball)->t, 0.5);
  EXPECT_EQ(raycast(Line{Vec3(9, 0, 0), Vec3(1, 0, 0)}, ball)->t, -7);
  EXPECT_EQ(complaint(raycast(Ray{Vec3(0, std::nan(""), 0), Vec3(2, 0, 0)}, ball)), "not_finite a.o[1]: not finite");
  EXPECT_EQ(complaint(raycast(Ray{}, body({Sphere{}}, {Mat3::Zero(), Vec3::Zero()}))).substr(0, 13), "bad_pose b.R:");
}

TEST(Raycast, ListsOnlyTheFirstCrossingOnRequest) {
  const Vec3 h = Vec3::Constant(1);
  for (const Body& box : {body({Aabb{-h, h}}), cube(1), solid(cube(1))}) {
    for (const Ray& ray : {Ray{Vec3(-3, 0.25, 0.5), Vec3(1, 0, 0)}, Ray{Vec3(0, 0.25, 0.5), Vec3(1, 0, 0)}}) {
      const auto all = raycast(ray, box), first = raycast(ray, box, {.first_only = true});
      ASSERT_TRUE(all && first && !all->crossings.empty());
      ASSERT_EQ(first->crossings.size(), 1U);
      EXPECT_EQ(first->intersect, all->intersect);
      EXPECT_EQ(first->t, all->t);
      EXPECT_EQ(first->crossings[0].t, all->crossings[0].t);
      EXPECT_EQ(first->crossings[0].entering, all->crossings[0].entering);
    }
  }
}

TEST(Solids, AreSaidOfEachBody) {
  const Body large = cube(2), small = cube(1);
  EXPECT_FALSE(*overlap(large, small));
  EXPECT_TRUE(*overlap(solid(large), small));
  EXPECT_FALSE(*overlap(large, solid(small))) << "the large one is a shell around the small solid";
  EXPECT_EQ(closest_points(solid(large), small)->distance, 0);
  EXPECT_EQ(closest_points(large, solid(small))->distance, 1);
  EXPECT_EQ(status(solid(large), small)->status, Status::contains);
  EXPECT_EQ(status(large, solid(small))->status, Status::separated);
}

TEST(Solids, MeetFromTheStartWhereOneIsInTheOther) {
  const Motion leaving{Vec3(1, 0, 0), Vec3::Zero(), {}};
  const Body large = cube(2), small = cube(1, Vec3::Zero(), leaving);
  EXPECT_EQ((*sweep(large, small, {.t_max = 5}))->first, 1) << "shells meet when the small one reaches the side of the large one";
  const auto inside = sweep(solid(large), small, {.t_max = 5, .want_last = true});
  ASSERT_TRUE(inside && *inside);
  EXPECT_TRUE((*inside)->initial);
  EXPECT_EQ((*inside)->first, 0);
  EXPECT_EQ((*inside)->last, 3);
  EXPECT_EQ((*sweep(solid(large), small, {.t_max = 0.5, .want_last = true}))->last, 0.5) << "still inside at the end";
  const Body spinning = cube(0.5, Vec3::Zero(), {Vec3::Zero(), Vec3(0, 0, 1), {}});
  EXPECT_EQ(sweep_turning(large, spinning, {.t_max = 1})->status, TurningStatus::clear);
  EXPECT_EQ(sweep_turning(solid(large), spinning, {.t_max = 1})->status, TurningStatus::contact);
  EXPECT_TRUE(sweep_turning(solid(large), spinning, {.t_max = 1})->initial);
}

TEST(Solids, MustBeClosedInSweepsToo) {
  TriangleMesh open = make_box_mesh(Vec3(1, 1, 1));
  open.triangles.pop_back();
  const Body lid = solid(body({open}, {}, {Vec3(1, 0, 0), Vec3::Zero(), {}})),
             turning = solid(body({open}, {}, {Vec3::Zero(), Vec3(0, 0, 1), {}}));
  EXPECT_EQ(complaint(sweep(lid, cube(1, Vec3(9, 0, 0)))).substr(0, 33), "bad_shape a: the mesh is not clos");
  EXPECT_EQ(complaint(sweep_turning(turning, cube(1, Vec3(9, 0, 0)), {.t_max = 1})).substr(0, 33),
            "bad_shape a: the mesh is not clos");
}

TEST(ListsOfPairs, SayThatTheyAreTruncated) {
  const Body a = cube(1), b = cube(1, Vec3(0.5, 0.5, 0.5));
  const auto all = intersection(a, b), few = intersection(a, b, {.max_pairs = 2});
  ASSERT_TRUE(all && few && *all->pair_count > 2);
  EXPECT_FALSE(all->truncated());
  EXPECT_TRUE(few->truncated());
  EXPECT_TRUE(pairs_within(a, b, 0.1, {.max_pairs = 1})->truncated());
  EXPECT_FALSE(pairs_within(a, b, 0.1)->truncated());
}

TEST(AGeometry, IsRefittedToVerticesThatMoved) {
  const TriangleMesh mesh = make_sphere_mesh(1, 2);
  std::vector<Vec3> moved = mesh.vertices;
  for (Vec3& v : moved) v = 2 * v + Vec3(5, 0, 0);
  const Geometry small = *Geometry::make(Shape{mesh});
  const auto large = small.refitted(moved);
  ASSERT_TRUE(large);
  EXPECT_EQ(closest_points({*large, {}, {}}, body({Point{Vec3(0, 0, 0)}}))->distance,
            closest_points(body({TriangleMesh{moved, mesh.triangles}}), body({Point{Vec3(0, 0, 0)}}))->distance);
  EXPECT_NEAR(closest_points({small, {}, {}}, body({Point{Vec3(5, 0, 0)}}))->distance, 4, 0.1) << "the old one is as it was";
  moved.pop_back();
  EXPECT_FALSE(small.refitted(moved));
  EXPECT_FALSE(Geometry::make(Shape{Sphere{}})->refitted({}));
}

/// Both ends of the segment are doubles, their distance from the point is not.
TEST(AdvancementAlongGuidedMotions, IsUnfinishedWhereTheDistanceIsNoDouble) {
  const double far = std::numeric_limits<double>::max();
  const Geometry point = *Geometry::make(Shape{Point{Vec3(-far, -far, 0)}}),
                 other = *Geometry::make(Shape{Point{Vec3(far, far, 0)}});
  const GuidedMotion still{[](double) { return Pose{}; }, [](double, double) { return SpeedBound{}; }};
  const auto found = sweep_along(point, still, other, still, {.t_max = 1, .tolerance = 1e-3});
  ASSERT_TRUE(found);
  EXPECT_EQ(found->status, TurningStatus::unfinished);
  EXPECT_EQ(found->t_lo, 0);
}

}  // namespace
}  // namespace graze
