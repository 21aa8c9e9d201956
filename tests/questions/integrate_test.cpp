/// Integrated motions against motions known in closed form: errors within their bounds, orders of the methods, contacts never late.

#include <cmath>

#include <gtest/gtest.h>
#include <oracle/random.h>
#include <Eigen/Geometry>

#include <graze/integrate.h>
#include <graze/query_format.h>
#include <graze/sweep.h>

namespace graze {
namespace {

using testing::Random;

const double pi = std::acos(-1.0);

Geometry box(double half) { return *Geometry::make(Shape{Aabb{Vec3::Constant(-half), Vec3::Constant(half)}}); }

/// How far any corner of the box is from where the exact motion has it.
double error_at(const Pose& found, const Pose& exact, double half) {
  double worst = 0;
  for (int k = 0; k < 8; ++k) {
    const Vec3 corner((k & 1) != 0 ? half : -half, (k & 2) != 0 ? half : -half, (k & 4) != 0 ? half : -half);
    worst = std::max(worst, (found.to_world(corner) - exact.to_world(corner)).norm());
  }
  return worst;
}

/// The origin on a circle about z, the body turning about z as fast: a screw without advance, seen as a field of the pose.
Twist circling(double /*t*/, const Pose& pose) { return {Vec3(-pose.translation.y(), pose.translation.x(), 0), Vec3(0, 0, 1)}; }
Pose circled(double t) {
  return {Eigen::AngleAxisd(t, Vec3::UnitZ()).toRotationMatrix(), Vec3(2 * std::cos(t), 2 * std::sin(t), 0)};
}
const Pose circle_start{Mat3::Identity(), Vec3(2, 0, 0)};
constexpr TwistBounds circle_bounds{0, 1};

TEST(Integrate, KeepsWithinItsBoundAtEveryTime) {
  for (const Integrator method : {Integrator::euler, Integrator::runge_kutta4}) {
    for (const double step : {0.1, 0.03, 0.004}) {
      const auto motion =
          integrate(box(0.5), circle_start, circling, {.method = method, .t_max = 2, .step = step, .bounds = circle_bounds});
      ASSERT_TRUE(motion) << motion.error().message;
      ASSERT_TRUE(motion->bound);
      double worst = 0;
      for (int k = 0; k <= 1000; ++k) worst = std::max(worst, error_at(motion->path.pose_at(0.002 * k), circled(0.002 * k), 0.5));
      EXPECT_LE(worst, *motion->bound);
      EXPECT_GT(worst, 1e-9) << "chords are no arcs";
      EXPECT_LE(*motion->bound, 30 * step) << "and the bound shrinks with the step";
    }
  }
}

/// Away from the origin as fast as it is far from it: what an early step is off by grows to 55 times as much.
TEST(Integrate, BoundsErrorsThatGrow) {
  const TwistField away = carried_by([](double, const Vec3& x) { return x; });
  const auto motion = integrate(box(0.5), {Mat3::Identity(), Vec3::UnitX()}, away,
                                {.method = Integrator::euler, .t_max = 4, .step = 0.05, .bounds = TwistBounds{0, 1}});
  ASSERT_TRUE(motion && motion->bound);
  const double error = std::exp(4) - motion->path.pose_at(4).translation.x();
  EXPECT_GT(error, 4);
  EXPECT_LE(error, *motion->bound);
}

TEST(Integrate, HasTheOrderOfItsMethod) {
  const auto error_with = [](Integrator method, double step) {
    const auto motion = integrate(box(0.5), circle_start, circling, {.method = method, .t_max = 2, .step = step});
    return error_at(motion->path.pose_at(2), circled(2), 0.5);
  };
  const double euler = error_with(Integrator::euler, 0.02) / error_with(Integrator::euler, 0.01);
  const double runge_kutta = error_with(Integrator::runge_kutta4, 0.1) / error_with(Integrator::runge_kutta4, 0.05);
  EXPECT_NEAR(euler, 2, 0.1);
  EXPECT_NEAR(runge_kutta, 16, 2);
}

TEST(Integrate, EulerKeepsTheVelocityOfTheStartOfEachStep) {
  const auto field = carried_by([](double t, const Vec3&) { return Vec3(2 * t, 0, 0); });
  const auto motion = integrate(box(1), {}, field, {.method = Integrator::euler, .t_max = 1, .step = 0.25});
  ASSERT_TRUE(motion);
  EXPECT_EQ(motion->steps, 4U);
  EXPECT_DOUBLE_EQ(motion->path.pose_at(1).translation.x(), 0.25 * (0 + 0.5 + 1 + 1.5));
  EXPECT_EQ(motion->residual, 0) << "what does not turn stays a rotation";
}

TEST(Integrate, MakesIteratesRotationsAgainAndSaysByHowMuch) {
  const TwistField spin = [](double, const Pose&) { return Twist{Vec3::Zero(), Vec3(0, 0, 1)}; };
  const auto euler = integrate(box(1), {}, spin, {.method = Integrator::euler, .t_max = 100, .step = 0.1});
  ASSERT_TRUE(euler) << euler.error().message;
  // (1 + h S)^T (1 + h S) is 1 + h^2 across the axis.
  EXPECT_NEAR(euler->residual, 0.01, 1e-12);
  for (const double t : {33.0, 100.0}) {
    const Mat3 rotation = euler->path.pose_at(t).rotation;
    EXPECT_LT((rotation.transpose() * rotation - Mat3::Identity()).norm(), 1e-14);
  }
  const auto finer = integrate(box(1), {}, spin, {.t_max = 100, .step = 0.1});
  EXPECT_LT(finer->residual, 1e-7);
  EXPECT_LT(error_at(finer->path.pose_at(100), {Eigen::AngleAxisd(100, Vec3::UnitZ()).toRotationMatrix(), Vec3::Zero()}, 1), 1e-3);
}

TEST(Integrate, AdaptsItsStepsToTheTolerance) {
  // Quiet at first, then a kick around time 5.
  const auto field = carried_by([](double t, const Vec3&) { return Vec3(std::exp(-50 * (t - 5) * (t - 5)), 0, 0); });
  const double exact = std::sqrt(pi / 50);
  std::size_t before = 0;
  for (const double tolerance : {1e-3, 1e-6, 1e-9}) {
    const auto motion = integrate(box(1), {}, field, {.t_max = 10, .step = 0.1, .tolerance = tolerance});
    ASSERT_TRUE(motion) << motion.error().message;
    EXPECT_LE(motion->estimate, tolerance * (1 + 1e-9));
    EXPECT_NEAR(motion->path.pose_at(10).translation.x(), exact, 20 * tolerance);
    EXPECT_GT(motion->steps, before);
    before = motion->steps;
  }
  EXPECT_LT(before, 3000U);
}

TEST(Integrate, SweepsWithTheBoundAsMarginAreNeverLate) {
  Random random(81);
  int contacts = 0;
  for (int k = 0; k < 60; ++k) {
    const double reach = 2 + random.real(0.3);
    const Geometry ball = *Geometry::make(Shape{Sphere{Vec3(-reach, random.real(0.5), 0), 0.3}});
    const auto motion = integrate(
        box(0.2), circle_start, circling,
        {.method = k % 2 == 0 ? Integrator::euler : Integrator::runge_kutta4, .t_max = 4, .step = 0.002, .bounds = circle_bounds});
    ASSERT_TRUE(motion);
    const auto found = sweep_along(box(0.2), motion->path, ball, Path({}, {}), {.t_max = 4, .margin = *motion->bound});
    const Body exact{box(0.2), circle_start, {Vec3::Zero(), Vec3::UnitZ(), Vec3::Zero()}};
    const auto truth = sweep_turning(exact, {ball, {}, {}}, {.t_max = 4});
    ASSERT_TRUE(found && truth);
    if (truth->status != TurningStatus::contact) continue;
    ASSERT_EQ(found->status, TurningStatus::contact);
    EXPECT_LE(found->t_lo, *truth->t_hi);
    EXPECT_NEAR(found->t_lo, truth->t_lo, 1);
    ++contacts;
  }
  EXPECT_GT(contacts, 30);
}

TEST(Integrate, RefusesWhatItCannotDo) {
  const TwistField spin = [](double, const Pose&) { return Twist{Vec3::Zero(), Vec3(0, 0, 1)}; };
  const TwistField broken = [](double t, const Pose&) { return Twist{Vec3(t > 0.5 ? NAN : 1, 0, 0), Vec3::Zero()}; };
  EXPECT_EQ(integrate(box(1), {}, spin, {.t_max = 0}).error().code, ErrorCode::bad_option);
  EXPECT_EQ(integrate(box(1), {}, spin, {.t_max = INFINITY}).error().code, ErrorCode::bad_option);
  EXPECT_EQ(integrate(box(1), {}, spin, {.step = -1}).error().code, ErrorCode::bad_option);
  EXPECT_EQ(integrate(box(1), {}, spin, {.step = 3, .tolerance = -1.0}).error().code, ErrorCode::bad_option);
  EXPECT_EQ(integrate(box(1), {}, spin, {.t_max = 10, .step = 5}).error().code, ErrorCode::bad_option) << "five radians in a step";
  EXPECT_EQ(integrate(box(1), {}, spin, {.t_max = 1e9, .step = 0.1, .max_steps = 10}).error().code, ErrorCode::limit);
  EXPECT_EQ(integrate(box(1), {}, broken, {}).error().code, ErrorCode::not_finite);
  const Geometry plane = *Geometry::make(Shape{Plane{Vec3::UnitX(), 0}});
  EXPECT_FALSE(integrate(plane, {}, spin, {}));
  EXPECT_TRUE(integrate(plane, {}, carried_by([](double, const Vec3&) { return Vec3(1, 0, 0); }), {}));
}

std::string answered(const std::string& line) { return answer(QuestionReader(".").read(line)).line; }

TEST(Integrate, IsAskedForInQuestions) {
  // y = 5 - t^2 / 2 reaches 0.5 at time 3.
  const std::string body =
      R"({"type":"sphere","c":[0,0,0],"r":0.5,"t":[0,5,0],"integrate":{"v":[[0,0,0],[0,-1,0]],"until":10,"step":0.001)";
  const std::string floor = R"("b":{"type":"aabb","min":[-9,-1,-9],"max":[9,0,9]})";
  const std::string found = answered(R"({"query":"sweep","a":)" + body + "}}," + floor + "}");
  const auto t_lo = std::stod(found.substr(found.find("\"t_lo\":") + 7));
  EXPECT_LE(t_lo, 3) << found;
  EXPECT_NEAR(t_lo, 3, 0.01) << found;
  EXPECT_NE(found.find("\"integration\":{\"a\":{\"steps\":10000,"), std::string::npos) << found;
  const std::string refused = answered(R"({"query":"sweep","a":)" + body + ",\"stepp\":1}}," + floor + "}");
  EXPECT_NE(refused.find("integrate.stepp: unknown field"), std::string::npos) << refused;
  const std::string both = answered(R"({"query":"sweep","a":)" + body + "},\"vel\":[1,0,0]}," + floor + "}");
  EXPECT_NE(both.find("integrate: not together with vel"), std::string::npos) << both;
}

}  // namespace
}  // namespace graze
