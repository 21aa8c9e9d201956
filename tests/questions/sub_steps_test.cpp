/// Turning bodies followed along straight lines, a step at a time: never late, however long the steps, and less early the shorter.

#include <cmath>

#include <gtest/gtest.h>

#include <graze/generate.h>
#include <graze/sweep.h>

#include "questions/any_body.h"

namespace graze {
namespace {

using testing::body;

/// On an arm of length 4 along x that turns about z: along a straight line it would soon be far from where it goes.
Body arm(double speed) {
  TriangleMesh end = make_box_mesh(Vec3(0.3, 0.1, 0.1));
  for (Vec3& v : end.vertices) v.x() += 4;
  return body(Shape{std::move(end)}, {}, {.angular_velocity = {0, 0, speed}});
}

/// Beside the way of the end, at an angle.
Vec3 at_angle(double angle) { return 3.8 * Vec3(std::cos(angle), std::sin(angle), 0); }

TEST(SubSteps, AreNeverLateHoweverLongTheyAre) {
  for (const double angle : {0.4, 1.0, 1.5, 2.2}) {
    const Body posts[] = {body(Shape{make_box_mesh(Vec3::Constant(0.1))}, {.translation = at_angle(angle)}),
                          body({Sphere{at_angle(angle), 0.1}}), body({Obb{at_angle(angle), world_frame(), Vec3::Constant(0.1)}})};
    for (std::size_t k = 0; k < 2 * std::size(posts); ++k) {
      Body post = posts[k / 2];
      if (k % 2 == 1) {  // comes down from where it is out of reach at first
        post.pose.translation.z() += 5 * angle;
        post.motion.velocity.z() = -5;
      }
      const auto best = sweep_turning(arm(1), post, {.t_max = 3, .tolerance = 1e-9});
      ASSERT_TRUE(best);
      ASSERT_EQ(best->status, TurningStatus::contact);
      double last_t_lo = 0;
      for (const std::size_t steps : {1, 2, 3, 7, 20, 300}) {
        const TurningOptions options{.t_max = 3, .tolerance = 1e-9, .sub_steps = steps};
        const auto found = sweep_turning(arm(1), post, options), back = sweep_turning(post, arm(1), options);
        for (const auto& answer : {found, back}) {
          ASSERT_TRUE(answer);
          ASSERT_EQ(answer->status, TurningStatus::contact) << steps << " steps, angle " << angle;
          EXPECT_LE(answer->t_lo, best->t_lo + 1e-7) << steps << " steps, angle " << angle;
          EXPECT_TRUE(!answer->t_hi || *answer->t_hi >= best->t_lo - 1e-7) << steps << " steps, angle " << angle;
        }
        last_t_lo = found->t_lo;
      }
      EXPECT_GE(last_t_lo, best->t_lo - 0.001);
    }
  }
}

}  // namespace
}  // namespace graze
