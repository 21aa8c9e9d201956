/// Contacts with sets and normals, and bodies that are told of them.

#include <scene/any_scene.h>

#include <algorithm>
#include <set>

#include <Eigen/Geometry>

#include <gtest/gtest.h>

#include <graze/generate.h>
#include <graze/pairs.h>
#include <graze/scene_questions.h>

namespace graze {
namespace {

using testing::AnyScene;

SceneBody body_of(const Shape& shape, const Vec3& center, const BodyMotion& motion = Motion{}) {
  SceneBody body;
  body.parts.push_back({*Geometry::make(shape), {}, false, {}});
  body.pose.translation = center;
  body.motion = motion;
  return body;
}

Shape box(double half) { return {Aabb{Vec3::Constant(-half), Vec3::Constant(half)}}; }
Shape mesh_box(double half) { return {make_box_mesh(Vec3::Constant(half))}; }

TEST(SceneContacts, HaveSetsNormalsAndDepths) {
  Scene scene;
  ASSERT_TRUE(scene.add(body_of(box(1), Vec3::Zero())));
  ASSERT_TRUE(scene.add(body_of(box(1), Vec3(2, 0, 0))));        // touches the first in a square
  ASSERT_TRUE(scene.add(body_of(box(1), Vec3(0, 0, 1.75))));     // is in the first by a quarter, touches the second in an edge
  ASSERT_TRUE(scene.add(body_of(mesh_box(1), Vec3(0, -2, 0))));  // a mesh that touches the first
  const auto found = contacts(scene);
  ASSERT_TRUE(found) << found.error().message;
  ASSERT_EQ(found->size(), 6U);  // the others touch in edges
  const PairContacts& square = (*found)[0];
  ASSERT_EQ(square.contacts.size(), 1U);
  EXPECT_EQ(square.contacts[0].normal, Vec3(1, 0, 0));
  EXPECT_EQ(square.contacts[0].depth, 0);
  EXPECT_EQ(square.contacts[0].set.points.size(), 4U);
  const PairContacts& deep = (*found)[1];
  EXPECT_EQ(deep.contacts[0].normal, Vec3(0, 0, 1));
  EXPECT_EQ(deep.contacts[0].depth, 0.25);
  EXPECT_GE(deep.contacts[0].set.points.size(), 4U);
  const PairContacts& mesh = (*found)[2];
  EXPECT_EQ(mesh.pair.b.index, 3U);
  for (const PartContact& contact : mesh.contacts) {
    EXPECT_GE(contact.places[1].triangle, 0);
    EXPECT_EQ(contact.places[0].triangle, -1);
  }
}

TEST(SceneContacts, AreOfThePairsThatOverlapAndOfTrianglesThatMeet) {
  for (std::uint64_t seed = 1; seed <= 5; ++seed) {
    AnyScene random(seed);
    const std::vector<SceneBody> bodies = random.bodies(40, 3);
    const Scene scene = testing::scene_of(bodies);
    const auto found = contacts(scene);
    ASSERT_TRUE(found) << found.error().message;
    std::vector<ScenePair> pairs;
    for (const PairContacts& contact : *found) {
      pairs.push_back(contact.pair);
      EXPECT_FALSE(contact.contacts.empty());
      for (const PartContact& part : contact.contacts) {
        EXPECT_FALSE(part.set.points.empty());
        EXPECT_NEAR(part.normal ? part.normal->norm() : 1, 1, 1e-9);
      }
    }
    EXPECT_EQ(pairs, *overlapping_pairs(scene)) << "seed " << seed;
  }
}

TEST(SceneCallbacks, TellEachBodyOfTheOtherWithItsOwnNormalFirst) {
  Scene scene;
  SceneBody left = body_of(mesh_box(1), Vec3::Zero());
  SceneBody right = body_of(mesh_box(1), Vec3(4, 0, 0), Motion{Vec3(-1, 0, 0), Vec3::Zero(), {}});
  left.user_data = 11;
  right.user_data = 22;
  std::vector<ContactNotice> told_left, told_right, told_scene;
  left.on_contact = [&](const ContactNotice& notice) {
    told_left.push_back(notice);
    return true;
  };
  const BodyId a = *scene.add(left);
  const BodyId b = *scene.add(right);
  ASSERT_TRUE(scene.set_callback(b, [&](const ContactNotice& notice) {
    told_right.push_back(notice);
    return true;
  }));
  const auto listen = [&](const ContactNotice& notice) {
    told_scene.push_back(notice);
    return true;
  };
  EXPECT_FALSE(*test_contacts(scene, {.t_max = 1.5}));
  EXPECT_TRUE(*find_contacts(scene, {.t_max = 1.5}, listen));
  EXPECT_TRUE(told_scene.empty());
  EXPECT_TRUE(*test_contacts(scene, {.t_max = 2}));
  EXPECT_TRUE(*find_contacts(scene, {.t_max = 2}, listen));
  ASSERT_FALSE(told_left.empty());
  ASSERT_EQ(told_left.size(), told_right.size());
  ASSERT_EQ(told_left.size(), told_scene.size());
  bool is_face_to_face = false;
  for (std::size_t i = 0; i < told_left.size(); ++i) {
    EXPECT_EQ(told_left[i].self, a);
    EXPECT_EQ(told_left[i].other, b);
    EXPECT_EQ(told_right[i].self, b);
    EXPECT_EQ(told_left[i].self_data, 11U);
    EXPECT_EQ(told_right[i].self_data, 22U);
    EXPECT_EQ(told_left[i].time, 2);
    EXPECT_EQ(told_left[i].self_normal, told_right[i].other_normal);
    EXPECT_EQ(told_left[i].other_normal, told_right[i].self_normal);
    EXPECT_EQ(told_left[i].self_place, told_right[i].other_place);
    EXPECT_NEAR(told_left[i].point.x(), 1, 1e-12);
    if (told_left[i].self_normal == Vec3(1, 0, 0) && told_left[i].other_normal == Vec3(-1, 0, 0)) is_face_to_face = true;
  }
  EXPECT_TRUE(is_face_to_face);
}

TEST(SceneCallbacks, FindTheTrianglesThatTheDualRecursionFinds) {
  const Shape torus{make_torus_mesh(1, 0.4, 12, 8)};
  AnyScene random(4);
  for (int i = 0; i < 6; ++i) {
    SceneBody a = body_of(torus, Vec3::Zero()), b = body_of(torus, Vec3(0.8, 0, 0));
    a.pose = random.pose(0.3);
    b.pose = random.pose(0.3);
    Scene scene;
    ASSERT_TRUE(scene.add(a));
    ASSERT_TRUE(scene.add(b));
    std::set<TrianglePair> found, expected;
    ASSERT_TRUE(*find_contacts(scene, {}, [&](const ContactNotice& notice) {
      found.insert(
          {static_cast<std::uint32_t>(notice.self_place.triangle), static_cast<std::uint32_t>(notice.other_place.triangle)});
      return true;
    }));
    std::vector<TrianglePair> pairs;
    ASSERT_TRUE(intersecting_pairs({a.parts[0].geometry, a.pose, {}}, {b.parts[0].geometry, b.pose, {}}, pairs));
    expected.insert(pairs.begin(), pairs.end());
    EXPECT_EQ(found, expected);
    // Boxes hold the triangles: whatever meets does so at every depth, with normals as of ellipsoids.
    for (const std::uint32_t depth : {0U, 1U, 2U}) {
      std::size_t count = 0;
      ASSERT_TRUE(*find_contacts(scene, {.max_depth = depth}, [&](const ContactNotice& notice) {
        ++count;
        EXPECT_NEAR(notice.self_normal.norm(), 1, 1e-9);
        return true;
      }));
      EXPECT_EQ(count > 0, *overlap_to_depth({a.parts[0].geometry, a.pose, {}}, {b.parts[0].geometry, b.pose, {}},
                                             {.max_depths = {depth, depth}}));
    }
  }
}

TEST(SceneCallbacks, WorkForBodiesOfEveryKindAndMotion) {
  const Motion turning{Vec3(-1, 0, 0), Vec3(0, 0, 0.5), {}};
  for (const Shape& shape :
       {mesh_box(1), box(1), Shape{Sphere{Vec3::Zero(), 1}}, Shape{Capsule{{Vec3(0, 0, -1), Vec3(0, 0, 1)}, 0.5}}}) {
    for (const BodyMotion& motion : {BodyMotion{turning}, BodyMotion{guided(Path({Mat3::Identity(), Vec3(4, 0, 0)}, turning))},
                                     BodyMotion{*Path::through({{0, {Mat3::Identity(), Vec3(4, 0, 0)}}, {4, {}}})}}) {
      Scene scene;
      ASSERT_TRUE(scene.add(body_of(mesh_box(1), Vec3::Zero())));
      ASSERT_TRUE(scene.add(body_of(shape, Vec3(4, 0, 0), motion)));
      double earliest = 100;
      std::size_t count = 0;
      const auto done = find_contacts(scene, {.t_max = 3}, [&](const ContactNotice& notice) {
        earliest = std::min(earliest, notice.time);
        EXPECT_NEAR(notice.self_normal.norm(), 1, 1e-9);
        EXPECT_NEAR(notice.other_normal.norm(), 1, 1e-9);
        ++count;
        return true;
      });
      ASSERT_TRUE(done) << done.error().message;
      EXPECT_GT(count, 0U);
      EXPECT_GT(earliest, 0.5);
      EXPECT_LT(earliest, 3);
      EXPECT_FALSE(*test_contacts(scene, {.t_max = 0.25}));
      EXPECT_TRUE(*test_contacts(scene, {.t_max = 3, .max_depth = 0}));
      // The first to be told ends the search.
      count = 0;
      EXPECT_FALSE(*find_contacts(scene, {.t_max = 3}, [&](const ContactNotice&) { return ++count < 1; }));
      EXPECT_EQ(count, 1U);
    }
  }
}

}  // namespace
}  // namespace graze
