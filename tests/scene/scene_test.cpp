/// Bodies come and go, errors name what is wrong, boxes hold their bodies.

#include <scene/any_scene.h>

#include <gtest/gtest.h>
#include <oracle/constants.h>

#include <graze/extent.h>
#include <graze/scene.h>
#include <graze/scene_motion.h>
#include <graze/scene_questions.h>

namespace graze {
namespace {

using testing::AnyScene;

using testing::infinity;

SceneBody ball(const Vec3& center, double radius = 1) {
  SceneBody body;
  body.parts.push_back({*Geometry::make(Shape{Sphere{Vec3::Zero(), radius}}), {}, false, {}});
  body.pose.translation = center;
  return body;
}

TEST(Scene, GivesIdsThatAreNeverUsedAgain) {
  Scene scene;
  const BodyId first = *scene.add(ball(Vec3::Zero()));
  ASSERT_TRUE(scene.remove(first));
  const BodyId second = *scene.add(ball(Vec3::Zero()));
  EXPECT_NE(first, second);
  EXPECT_FALSE(scene.contains(first));
  EXPECT_TRUE(scene.contains(second));
  EXPECT_EQ(scene.set_pose(first, {}).error().message, "body 0/1: was removed from the scene");
  EXPECT_EQ(scene.remove({7, 1}).error().message, "body 7/1: not in the scene");
  EXPECT_EQ(scene.remove({}).error().message, "body 0/0: not in the scene");
  EXPECT_EQ(scene.exclude(second, second).error().message, "body 0/2: no pair with itself");
  EXPECT_EQ(scene.size(), 1U);
  EXPECT_EQ(scene.ids(), std::vector{second});
}

TEST(Scene, UsesAPoseAsSoonAsItIsSet) {
  Scene scene;
  const BodyId a = *scene.add(ball(Vec3::Zero()));
  const BodyId b = *scene.add(ball(Vec3(5, 0, 0)));
  EXPECT_TRUE(overlapping_pairs(scene)->empty());
  ASSERT_TRUE(scene.set_pose(b, {Mat3::Identity(), Vec3(2, 0, 0)}));
  EXPECT_EQ(*overlapping_pairs(scene), (std::vector<ScenePair>{{a, b}}));
  EXPECT_TRUE(*any_overlap(scene));
  ASSERT_TRUE(scene.exclude(b, a));
  EXPECT_FALSE(*any_overlap(scene));
  EXPECT_FALSE(*scene.counts(a, b));
  ASSERT_TRUE(scene.include(a, b));
  EXPECT_TRUE(*any_overlap(scene));
  ASSERT_TRUE(scene.set_groups(a, 1, 2));
  EXPECT_TRUE(*any_overlap(scene));
  ASSERT_TRUE(scene.set_groups(b, 4, 1));
  EXPECT_FALSE(*any_overlap(scene));
}

TEST(Scene, NamesWhatIsWrongWithABodyAndStaysAsItWas) {
  Scene scene;
  const auto error_of = [&](const SceneBody& body) { return scene.add(body).error().message; };
  EXPECT_EQ(error_of({}), "parts: none");
  SceneBody bad = ball(Vec3::Zero());
  bad.scale = 0;
  EXPECT_EQ(error_of(bad), "scale: must be finite and > 0");
  bad = ball(Vec3(0, std::nan(""), 0));
  EXPECT_EQ(error_of(bad), "pose.t[1]: not finite");
  bad = ball(Vec3::Zero());
  bad.motion = Motion{Vec3(infinity, 0, 0), Vec3::Zero(), {}};
  EXPECT_EQ(error_of(bad), "motion.vel[0]: not finite");
  bad = ball(Vec3::Zero());
  bad.parts[0].pose.rotation *= 2;
  EXPECT_EQ(error_of(bad).substr(0, 30), "parts[0].pose.R: not a rotatio");
  TriangleMesh open = testing::AnyBody::mesh_of({Vec3::Zero(), Vec3::Ones()});
  open.triangles.pop_back();
  bad = ball(Vec3::Zero());
  bad.parts.push_back({*Geometry::make(Shape{open}), {}, true, {}});
  EXPECT_EQ(error_of(bad), "parts[1].solid: the mesh has 3 open edges and no inside");
  bad = ball(Vec3::Zero());
  bad.motion = GuidedMotion{};
  EXPECT_EQ(error_of(bad), "motion.pose_at: no function");
  bad.motion = MotionPieces{};
  EXPECT_EQ(error_of(bad), "motion.pieces: none");
  const GuidedMotion still{[](double) { return Pose{}; }, [](double, double) { return SpeedBound{}; }};
  bad.motion = MotionPieces{{0, 1, still}, {2, 3, still}};
  EXPECT_EQ(error_of(bad), "motion.pieces[1].from: not where the piece before ends");
  bad.motion = *Path::through({{0, {}}, {1, {Mat3::Identity(), Vec3(0, 0, std::nan(""))}}});
  EXPECT_EQ(error_of(bad), "motion.path.legs[1].vel[2]: not finite");
  EXPECT_EQ(scene.size(), 0U);
  const BodyId good = *scene.add(ball(Vec3::Zero()));
  EXPECT_FALSE(scene.set_pose(good, {Mat3::Zero(), Vec3::Zero()}));
  EXPECT_FALSE(scene.set_motion(good, GuidedMotion{}));
  EXPECT_TRUE((*scene.body(good))->pose.is_identity());
  EXPECT_TRUE(std::holds_alternative<Motion>((*scene.body(good))->motion));
  const auto flat = Geometry::make(Shape2{Circle{Vec2::Zero(), 1}});
  EXPECT_EQ(error_of({.parts = {{*flat, {}, false, {}}}}), "parts[0].geometry: a 2D shape in a scene of 3D ones");
}

TEST(SceneBoxes, HoldEveryPoint) {
  AnyScene random(1);
  for (int i = 0; i < 2000; ++i) {
    SceneBody body = random.scene_body(i % 2 == 0 ? 2 : 1e6, true);
    if (i % 3 == 0) body.pose.rotation = Mat3::Identity();
    Scene scene;
    const auto id = scene.add(body);
    ASSERT_TRUE(id) << i << ": " << id.error().message;
    const Aabb box = *scene.box(*id);
    for (const Body& part : testing::parts_in_world(body)) {
      for (int k = 0; k < 3; ++k) {
        const ExtentAlong along = *extent(part, Vec3::Unit(k));
        // Ends of extents are rounded outward by one.
        EXPECT_LE(box.min[k], std::nextafter(along.min, infinity)) << "case " << i << " axis " << k;
        EXPECT_GE(box.max[k], std::nextafter(along.max, -infinity)) << "case " << i << " axis " << k;
      }
    }
  }
}

TEST(Scene, MakesAMeshOfAHeightField) {
  const std::vector<double> heights{0, 1, 2, 3, 4, 5};
  const auto mesh = height_field(3, heights, Vec2(0.5, 2));
  ASSERT_TRUE(mesh);
  EXPECT_EQ(mesh->triangles.size(), 4U);
  EXPECT_EQ(mesh->vertices[5], Vec3(1, 2, 5));
  for (std::size_t i = 0; i < mesh->triangles.size(); ++i) {
    const Triangle t = mesh->triangle(i);
    EXPECT_GT((t.v[1] - t.v[0]).cross(t.v[2] - t.v[0]).z(), 0);
  }
  EXPECT_FALSE(height_field(1, heights, Vec2(1, 1)));
  EXPECT_FALSE(height_field(4, heights, Vec2(1, 1)));
  EXPECT_FALSE(height_field(6, heights, Vec2(1, 1)));
  EXPECT_FALSE(height_field(3, heights, Vec2(1, 0)));
  EXPECT_FALSE(height_field(2, std::vector<double>{0, 1, 2, std::nan("")}, Vec2(1, 1)));
}

TEST(Scene, ABodyIsNoPairWithItself) {
  Scene scene;
  const BodyId id = *scene.add(ball(Vec3::Zero()));
  const std::array pairs{ScenePair{id, id}};
  const auto statuses = statuses_of(scene, pairs, SceneStatusOptions{});
  const auto contacts = first_contacts_of(scene, pairs, {.t_max = 1});
  ASSERT_FALSE(statuses);
  ASSERT_FALSE(contacts);
  EXPECT_EQ(statuses.error().message, "body 0/1: no pair with itself");
  EXPECT_EQ(contacts.error().message, "body 0/1: no pair with itself");
}

}  // namespace
}  // namespace graze
