#pragma once
/// Bodies of several kinds that stand, fly and turn.

#include <gtest/gtest.h>

#include <graze/generate.h>
#include <graze/scene.h>
#include <robot/arms.h>

namespace graze::fuzz {

/// Every third one a mesh; half of them move, some of these turn.
inline Scene mixed_scene() {
  const Geometry kinds[] = {arms::ball(0.5), arms::rod(2, 0.25), *Geometry::make(Shape{make_torus_mesh(1, 0.4, 10, 8)})};
  arms::Random random(7);
  Scene scene;
  for (std::size_t i = 0; i < 24; ++i) {
    SceneBody body;
    body.parts = {{kinds[i % 3]}};
    body.pose = random.pose(3);
    Motion motion;
    if (i % 2 == 0) motion.velocity = random.direction();
    if (i % 4 == 0) motion.angular_velocity = random.direction();
    body.motion = motion;
    EXPECT_TRUE(scene.add(body));
  }
  return scene;
}

}  // namespace graze::fuzz
