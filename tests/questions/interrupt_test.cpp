/// Questions at rest that an Interrupt ends, and what they answer before and after.

#include <cmath>
#include <functional>
#include <string>
#include <vector>

#include <gtest/gtest.h>
#include <Eigen/Geometry>

#include <graze/answers.h>
#include <graze/closest_approach.h>
#include <graze/contains.h>
#include <graze/distance.h>
#include <graze/fit.h>
#include <graze/generate.h>
#include <graze/intersection.h>
#include <graze/options.h>
#include <graze/overlap.h>
#include <graze/pairs.h>
#include <graze/penetration.h>
#include <graze/status.h>
#include <graze/sweep.h>

namespace graze {
namespace {

/// Two balls of triangles, one a little larger and turned inside the other, so that every walk is long.
struct Nested {
  Body inner, outer, turned;
};

Nested nested() {
  const TriangleMesh ball = make_sphere_mesh(1, 5);
  TriangleMesh larger = ball;
  for (Vec3& v : larger.vertices) v *= 1.001;
  Pose pose;
  pose.rotation = Eigen::AngleAxisd(0.3, Vec3::UnitZ()).toRotationMatrix();
  const Geometry inside = *Geometry::make(Shape{ball});
  return {{inside, {}, {}}, {*Geometry::make(Shape{larger}), {}, {}}, {inside, pose, {}}};
}

struct Question {
  std::string name;
  std::function<Result<void>()> ask;
};

template <class T>
Result<void> without_answer(const Result<T>& answer) {
  if (!answer) return tl::make_unexpected(answer.error());
  return {};
}

std::vector<Question> long_questions(const Nested& n) {
  Body solid = n.outer;
  solid.solid = true;
  Body flying = n.turned;
  flying.pose.translation = Vec3(3, 0, 0);
  flying.motion.velocity = Vec3(-1, 0, 0);
  return {
      {"intersection", [=] { return without_answer(intersection(n.inner, n.turned)); }},
      {"curves", [=] { return without_answer(intersection(n.inner, n.turned, {.curves = true})); }},
      {"intersecting_pairs",
       [=] {
         std::vector<TrianglePair> pairs;
         return without_answer(intersecting_pairs(n.inner, n.inner, pairs));
       }},
      {"pairs_within", [=] { return without_answer(pairs_within(n.outer, n.turned, 0.01)); }},
      {"distance", [=] { return without_answer(closest_points(n.outer, n.turned)); }},
      {"status", [=] { return without_answer(status(solid, n.turned)); }},
      {"contains", [=] { return without_answer(contains(solid, n.turned)); }},
      {"self_intersection", [=] { return without_answer(self_intersection(n.inner)); }},
      {"intersects_itself", [=] { return without_answer(intersects_itself(n.inner)); }},
      {"overlap of solids", [=] { return without_answer(overlap(solid, n.turned)); }},
      {"solid_penetration", [=] { return without_answer(solid_penetration(n.outer, n.turned)); }},
      {"sweep with the last time", [=] { return without_answer(sweep(n.inner, flying, {.t_max = 6, .want_last = true})); }},
      {"fit", [=] { return without_answer(fit(n.turned, FitMethod::min_volume)); }},
  };
}

TEST(Interrupt, EndsEveryLongQuestionAtRestWithAnErrorAndNotHalfAnAnswer) {
  const Nested bodies = nested();
  for (const Question& question : long_questions(bodies)) {
    SCOPED_TRACE(question.name);
    {
      int calls = 0;
      const Interrupt interrupt([&] { return ++calls > 0; });
      const auto answer = question.ask();
      ASSERT_FALSE(answer);
      EXPECT_EQ(answer.error().code, ErrorCode::limit);
      EXPECT_EQ(answer.error().message, "interrupted");
      EXPECT_EQ(calls, 1);  // who has said yes is not asked again
    }
    EXPECT_EQ(overlap(bodies.inner, bodies.turned), true);
  }
}

TEST(Interrupt, ThatSaysNoChangesNothing) {
  const Nested bodies = nested();
  const auto expected = closest_points(bodies.outer, bodies.turned);
  int calls = 0;
  const Interrupt interrupt([&] { return ++calls < 0; });
  const auto answer = closest_points(bodies.outer, bodies.turned);
  ASSERT_TRUE(answer);
  EXPECT_EQ(answer->distance, expected->distance);
  EXPECT_EQ(answer->points, expected->points);
  EXPECT_GT(calls, 0);  // else this shows nothing
}

TEST(Interrupt, LeavesQuestionsThatAreShortAlone) {
  const Interrupt interrupt([] { return true; });
  const Body a{*Geometry::make(Shape{Sphere{Vec3::Zero(), 1}}), {}, {}};
  const Body b{*Geometry::make(Shape{Sphere{Vec3(3, 0, 0), 1}}), {}, {}};
  for (int k = 0; k < 1000; ++k) ASSERT_EQ(closest_points(a, b)->distance, 1);
}

TEST(Interrupt, OfASearchForTheClosestApproachProvesNothing) {
  const Nested bodies = nested();
  Body drifting = bodies.turned;
  drifting.motion.velocity = Vec3(1e-5, 0, 0);
  const Interrupt interrupt([] { return true; });
  const auto answer = closest_approach(bodies.outer, drifting, {.t_max = 1});
  if (!answer) {  // while it was found out whether they meet
    EXPECT_EQ(answer.error().code, ErrorCode::limit);
    return;
  }
  EXPECT_FALSE(answer->finished);
  EXPECT_EQ(answer->least, 0);
}

}  // namespace
}  // namespace graze
