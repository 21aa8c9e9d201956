/// The ways of bodies lie in their boxes, and no pair is looked at too late.

#include <scene/any_scene.h>

#include <Eigen/Geometry>

#include <gtest/gtest.h>
#include <oracle/constants.h>

#include "scene/swept.h"

namespace graze {
namespace {

using testing::AnyScene;

using testing::infinity;

BodyMotion any_motion(AnyScene& random, const Pose& start) {
  const Motion turning{random.vector(2), random.vector(2), random.below(2) == 0 ? std::optional(random.vector(3)) : std::nullopt};
  switch (random.below(5)) {
    case 0: return Motion{random.vector(2), Vec3::Zero(), {}};
    case 1: return turning;
    case 2: return *Path::through({{0, start}, {0.3, random.pose(3)}, {0.7, random.pose(3)}});
    case 3: return guided(Path(start, turning));
    default:
      return MotionPieces{{0.1, 0.5, guided(Path(start, turning))},
                          {0.5, 1, guided(*Path::through({{0, random.pose(3)}, {1, start}}))}};
  }
}

TEST(SceneBoxes, HoldTheWayOfABody) {
  AnyScene random(3);
  for (int i = 0; i < 100; ++i) {
    SceneBody body = random.scene_body(3, true);
    body.motion = any_motion(random, body.pose);
    Scene scene;
    const auto id = scene.add(body);
    ASSERT_TRUE(id) << id.error().message;
    const double from = random.real(0, 0.5), to = random.real(0.5, 1.2);
    const Aabb way = scenes::swept_box(scene.data().records[id->index], from, to);
    for (int k = 0; k <= 40; ++k) {
      const double t = k == 40 ? to : from + (to - from) * k / 40;
      Scene still;
      SceneBody then = body;
      then.pose = *scene.pose_at(*id, t);
      then.motion = Motion{};
      const Aabb box = *still.box(*still.add(then));
      // Boxes of an instant give away less for roundings than ways do, but not nothing.
      const Vec3 slack = 1e-12 * (Vec3::Ones() + then.pose.translation.cwiseAbs());
      for (int axis = 0; axis < 3; ++axis) {
        EXPECT_LE(way.min[axis], box.min[axis] + slack[axis]) << "case " << i << " at " << t;
        EXPECT_GE(way.max[axis], box.max[axis] - slack[axis]) << "case " << i << " at " << t;
      }
    }
  }
}

TEST(SceneBoxes, OfEndlessWaysAreEndlessOnlyWhereTheyGo) {
  SceneBody body;
  body.parts.push_back({*Geometry::make(Shape{Aabb{Vec3::Zero(), Vec3::Ones()}}), {}, false, {}});
  body.motion = Motion{Vec3(1, -1, 0), Vec3::Zero(), {}};
  Scene scene;
  const BodyId id = *scene.add(body);
  const Aabb way = scenes::swept_box(scene.data().records[id.index], 0, infinity);
  EXPECT_EQ(way.max.x(), infinity);
  EXPECT_EQ(way.min.y(), -infinity);
  EXPECT_NEAR(way.min.x(), 0, 1e-12);
  EXPECT_NEAR(way.max.y(), 1, 1e-12);
  EXPECT_NEAR(way.max.z(), 1, 1e-12);
}

TEST(SceneBoxes, MeetNoEarlierThanTheirBoundSays) {
  AnyScene random(8);
  int bounded = 0;
  for (int i = 0; i < 100; ++i) {
    Scene scene;
    for (int k = 0; k < 2; ++k) {
      SceneBody body = random.scene_body(6);
      body.motion = any_motion(random, body.pose);
      ASSERT_TRUE(scene.add(body));
    }
    const scenes::SweptBodies swept(scene.data(), 1, 1);
    const double earliest = swept.earliest(0, 1, 0);
    bounded += earliest > 0 ? 1 : 0;
    for (int k = 0; k <= 25; ++k) {
      const double t = k / 25.0;
      EXPECT_FALSE(t < earliest && *any_overlap(scene, {.at = t, .threads = 1}))
          << "case " << i << " at " << t << " before " << earliest;
    }
  }
  EXPECT_GT(bounded, 30);
}

}  // namespace
}  // namespace graze
