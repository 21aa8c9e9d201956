/// Contacts with sets and normals, and bodies that are told of them.

#include <scene/any_scene.h>

#include <algorithm>
#include <set>

#include <Eigen/Geometry>

#include <gtest/gtest.h>

#include <graze/distance.h>
#include <graze/generate.h>
#include <graze/overlap.h>
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

TEST(SceneCallbacks, TellOfSolidsOfWhichOneIsInsideTheOther) {
  const auto standing = [](double x) {
    return GuidedMotion{[=](double) { return Pose{Mat3::Identity(), Vec3(x, 0, 0)}; }, [](double, double) { return SpeedBound{}; }};
  };
  for (const Shape& inner : {mesh_box(0.25), box(0.25), Shape{Sphere{Vec3::Zero(), 0.25}}}) {
    Scene scene;
    SceneBody shell = body_of(mesh_box(2), Vec3::Zero());
    shell.parts[0].solid = true;
    const BodyId a = *scene.add(shell);
    const BodyId b = *scene.add(body_of(inner, Vec3(0.5, 0, 0), Motion{Vec3(0.1, 0, 0), Vec3(0, 0, 1), {}}));
    std::vector<ContactNotice> told;
    const auto listen = [&](const ContactNotice& notice) {
      told.push_back(notice);
      return true;
    };
    EXPECT_TRUE(*any_overlap(scene));
    EXPECT_TRUE(*test_contacts(scene));
    ASSERT_TRUE(*find_contacts(scene, {.t_max = 0.5}, listen));
    ASSERT_EQ(told.size(), 1U);
    EXPECT_EQ(told[0].self, a);
    EXPECT_EQ(told[0].other, b);
    EXPECT_EQ(told[0].time, 0);
    EXPECT_EQ(told[0].self_place, PartPlace{});
    EXPECT_LE((told[0].point - Vec3(0.5, 0, 0)).norm(), 0.5);
    EXPECT_NEAR(told[0].self_normal.norm(), 1, 1e-9);
    // Outside, then inside at one stroke.
    ASSERT_TRUE(scene.set_motion(b, MotionPieces{{0, 1, standing(9)}, {1, 2, standing(0.5)}}));
    told.clear();
    EXPECT_FALSE(*test_contacts(scene, {.t_max = 0.5}));
    ASSERT_TRUE(*find_contacts(scene, {.t_max = 1.5}, listen));
    ASSERT_EQ(told.size(), 1U);
    EXPECT_EQ(told[0].time, 1);
    // A surface has no inside.
    shell.parts[0].solid = false;
    ASSERT_TRUE(scene.remove(a));
    ASSERT_TRUE(scene.add(shell));
    EXPECT_FALSE(*test_contacts(scene, {.t_max = 1.5}));
  }
}

TEST(SceneCallbacks, WorkForCloudsOfThePlane) {
  const auto cloud = [](const std::vector<Vec2>& points) {
    SceneBody body;
    body.parts.push_back({*Geometry::make(Shape2{PointCloud2{points}}), {}, false, {}});
    return body;
  };
  Scene scene;
  ASSERT_TRUE(scene.add(cloud({Vec2(0, 0), Vec2(1, 0), Vec2(4, 4)})));
  SceneBody other = cloud({Vec2(0, 3), Vec2(1, 2)});
  other.motion = Motion{Vec3(0, -1, 0), Vec3::Zero(), {}};
  const BodyId id = *scene.add(other);
  EXPECT_FALSE(*test_contacts(scene, {.t_max = 1.5}));
  std::vector<double> times;
  ASSERT_TRUE(*find_contacts(scene, {.t_max = 4}, [&](const ContactNotice& notice) {
    times.push_back(notice.time);
    return true;
  }));
  std::ranges::sort(times);
  EXPECT_EQ(times, (std::vector<double>{2, 3}));
  for (const std::uint32_t depth : {0U, 1U}) EXPECT_TRUE(*test_contacts(scene, {.t_max = 4, .max_depth = depth}));
  ASSERT_TRUE(scene.set_motion(id, Motion{Vec3(9, 9, 0), Vec3::Zero(), {}}));
  EXPECT_FALSE(*test_contacts(scene, {.t_max = 4}));
  ASSERT_TRUE(scene.remove(id));
  ASSERT_TRUE(scene.add({.parts = {{*Geometry::make(Shape2{Circle{Vec2(4, 3), 1.5}})}}}));
  for (const std::optional<std::uint32_t> depth : {std::optional<std::uint32_t>(), std::optional(0U), std::optional(1U)}) {
    const auto met = test_contacts(scene, {.max_depth = depth});
    ASSERT_TRUE(met) << met.error().message;
    EXPECT_TRUE(*met);
  }
}

TEST(SceneContacts, OfAMeshAndATorusNameItsTriangles) {
  AnyScene random(8);
  int met = 0;
  for (int i = 0; i < 30; ++i) {
    const Body ring{*Geometry::make(Shape{Torus{Vec3::Zero(), Vec3::UnitZ(), 1, 0.3}}), random.pose(1), {}};
    const Body mesh{*Geometry::make(Shape{make_torus_mesh(0.8, 0.3, 12, 8)}), random.pose(1), {}};
    std::vector<std::int32_t> expected;
    for (std::size_t k = 0; k < mesh.geometry.triangles().size(); ++k) {
      const Body triangle{*Geometry::make(Shape{mesh.geometry.mesh()->triangle(k)}), mesh.pose, {}};
      if (*overlap(triangle, ring)) expected.push_back(static_cast<std::int32_t>(k));
    }
    Scene scene;
    ASSERT_TRUE(scene.add({.parts = {{mesh.geometry}}, .pose = mesh.pose}));
    ASSERT_TRUE(scene.add({.parts = {{ring.geometry}}, .pose = ring.pose}));
    const auto found = contacts(scene);
    ASSERT_TRUE(found) << found.error().message;
    ASSERT_EQ(found->size(), expected.empty() ? 0U : 1U) << i;
    if (expected.empty()) continue;
    ++met;
    std::vector<std::int32_t> named;
    for (const PartContact& contact : found->front().contacts) {
      named.push_back(contact.places[0].triangle);
      ASSERT_EQ(contact.set.points.size(), 1U);
      const Body point{*Geometry::make(Shape{Point{contact.set.points[0]}}), {}, {}};
      EXPECT_LT(closest_points(point, ring)->distance, 1e-9);
      EXPECT_LT(closest_points(point, mesh)->distance, 1e-9);
    }
    EXPECT_EQ(named, expected) << i;
  }
  EXPECT_GT(met, 5);
}

}  // namespace
}  // namespace graze
