/// First contacts of scenes, against all pairs asked one by one.

#include <scene/any_scene.h>

#include <algorithm>
#include <numeric>

#include <gtest/gtest.h>
#include <oracle/constants.h>

#include <graze/scene_motion.h>
#include <graze/sweep.h>

namespace graze {
namespace {

using testing::AnyScene;

using testing::infinity;

std::vector<SceneBody> moving_bodies(AnyScene& random, std::size_t count, double spread, bool turning) {
  std::vector<SceneBody> bodies = random.bodies(count, spread);
  for (SceneBody& body : bodies) {
    Motion motion;
    if (random.below(4) != 0) motion.velocity = random.vector(2);
    if (turning && random.below(2) == 0) motion.angular_velocity = random.vector(2);
    body.motion = motion;
  }
  return bodies;
}

struct Expected {
  double first = infinity;
  bool initial = false;
};

Expected by_force(const SceneBody& a, const SceneBody& b, double t_max) {
  Expected best;
  for (const Body& in_a : testing::parts_in_world(a)) {
    for (const Body& in_b : testing::parts_in_world(b)) {
      const auto impact = *sweep(in_a, in_b, {.t_max = t_max});
      if (!impact) continue;
      best.initial = best.initial || impact->initial;
      best.first = std::min(best.first, impact->first);
    }
  }
  return best;
}

void expect_contacts_of_all_pairs(const std::vector<SceneBody>& bodies, double t_max, double tolerance) {
  const Scene scene = testing::scene_of(bodies);
  const auto found = first_contacts(scene, {.t_max = t_max});
  ASSERT_TRUE(found) << found.error().message;
  const auto first = first_contact(scene, {.t_max = t_max});
  ASSERT_TRUE(first) << first.error().message;
  auto next = found->pairs.begin();
  double earliest = infinity;
  for (std::size_t i = 0; i < bodies.size(); ++i) {
    for (std::size_t j = i + 1; j < bodies.size(); ++j) {
      if (!testing::may_meet(bodies[i], bodies[j])) continue;
      const Expected expected = by_force(bodies[i], bodies[j], t_max);
      const bool is_listed = next != found->pairs.end() && next->pair.a.index == i && next->pair.b.index == j;
      ASSERT_EQ(is_listed, expected.first <= t_max) << i << ", " << j << " at " << expected.first;
      if (!is_listed) continue;
      EXPECT_EQ(next->initial, expected.initial) << i << ", " << j;
      EXPECT_NEAR(next->t_lo, expected.first, tolerance) << i << ", " << j;
      EXPECT_TRUE(tolerance > 0 || next->certainty == Certainty::exact);
      earliest = std::min(earliest, next->t_lo);
      ++next;
    }
  }
  EXPECT_EQ(next, found->pairs.end());
  ASSERT_EQ(first->status == TurningStatus::contact, earliest < infinity);
  if (first->status == TurningStatus::clear) return;
  EXPECT_EQ(first->t_lo, earliest);
  EXPECT_EQ(first->t_lo, found->pairs[*found->first].t_lo);
  std::vector<ScenePair> ties, listed;
  for (const PairContact& contact : found->pairs) {
    if (contact.t_lo <= first->t_hi.value_or(first->t_lo)) ties.push_back(contact.pair);
  }
  for (const PairContact& contact : first->pairs) listed.push_back(contact.pair);
  std::sort(listed.begin(), listed.end());
  EXPECT_EQ(listed, ties);
}

TEST(SceneFirstContact, IsExactWhereNothingTurns) {
  for (std::uint64_t seed = 1; seed <= 10; ++seed) {
    SCOPED_TRACE(seed);
    AnyScene random(seed);
    expect_contacts_of_all_pairs(moving_bodies(random, seed % 2 == 0 ? 20 : 70, seed % 2 == 0 ? 6 : 12, false), 1.5, 0);
  }
}

TEST(SceneFirstContact, IsThatOfSweepsWhereBodiesTurn) {
  for (std::uint64_t seed = 1; seed <= 5; ++seed) {
    SCOPED_TRACE(seed);
    AnyScene random(100 + seed);
    expect_contacts_of_all_pairs(moving_bodies(random, 20, 5, true), 1, 1e-5);
  }
}

TEST(SceneFirstContact, DoesNotDependOnThreadsOrOrder) {
  AnyScene random(31);
  std::vector<SceneBody> bodies = moving_bodies(random, 80, 9, true);
  for (SceneBody& body : bodies) body.group = body.mask = every_group;
  const SceneTimeOptions question{.t_max = 2};
  const auto expected = first_contact(testing::scene_of(bodies), question, {.threads = 1, .ignore_initial = true});
  ASSERT_TRUE(expected);
  ASSERT_EQ(expected->status, TurningStatus::contact);
  ASSERT_GT(expected->t_lo, 0);
  std::vector<std::size_t> order(bodies.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  for (std::size_t threads = 1; threads <= 3; ++threads) {
    std::vector<SceneBody> shuffled;
    for (const std::size_t i : order) shuffled.push_back(bodies[i]);
    const auto found = first_contact(testing::scene_of(shuffled), question, {.threads = threads, .ignore_initial = true});
    ASSERT_TRUE(found);
    EXPECT_EQ(found->t_lo, expected->t_lo);
    EXPECT_EQ(found->t_hi, expected->t_hi);
    ASSERT_EQ(found->pairs.size(), expected->pairs.size());
    const auto name = [&](BodyId id) { return order[id.index]; };
    std::array<std::size_t, 2> pair{name(found->pairs[0].pair.a), name(found->pairs[0].pair.b)};
    std::sort(pair.begin(), pair.end());
    EXPECT_EQ(pair[0], expected->pairs[0].pair.a.index);
    EXPECT_EQ(pair[1], expected->pairs[0].pair.b.index);
    for (std::size_t i = order.size() - 1; i > 0; --i) std::swap(order[i], order[random.below(i + 1)]);
  }
}

SceneBody box_at(const Vec3& half, const Vec3& center, const Vec3& velocity) {
  SceneBody body;
  body.parts.push_back({*Geometry::make(Shape{Aabb{-half, half}}), {}, false, {}});
  body.pose.translation = center;
  body.motion = Motion{velocity, Vec3::Zero(), {}};
  return body;
}

TEST(SceneFirstContact, CatchesABulletThroughAThinPlateAmongManyBodies) {
  Scene scene;
  for (int i = 0; i < 3000; ++i) {
    const Vec3 place(4 * (i % 15), 4 * (i / 15 % 20), 4 * (i / 300));
    ASSERT_TRUE(scene.add(box_at(Vec3::Constant(0.5), place, Vec3(0, 0, 0.01 * (i % 3)))));
  }
  const BodyId plate = *scene.add(box_at(Vec3(0x1p-20, 1, 1), Vec3(1002, 2, 2), Vec3::Zero()));
  const BodyId bullet = *scene.add(box_at(Vec3::Constant(0x1p-10), Vec3(-1024, 2, 2), Vec3(0x1p20, 0, 0)));
  const auto found = first_contact(scene, {.t_max = 1});
  ASSERT_TRUE(found) << found.error().message;
  ASSERT_EQ(found->status, TurningStatus::contact);
  ASSERT_EQ(found->pairs.size(), 1U);
  EXPECT_EQ(found->pairs[0].pair, (ScenePair{plate, bullet}));
  EXPECT_EQ(found->t_lo, (1002 - 0x1p-20 - 0x1p-10 + 1024) / 0x1p20);
  EXPECT_LT(found->pairs_searched, 100U);
}

TEST(SceneFirstContact, ListsTies) {
  Scene scene;
  for (int i = 0; i < 5; ++i) {
    ASSERT_TRUE(scene.add(box_at(Vec3::Ones(), Vec3(0, 10 * i, 0), Vec3::Zero())));
    ASSERT_TRUE(scene.add(box_at(Vec3::Ones(), Vec3(i == 3 ? 5 : 4, 10 * i, 0), Vec3(-1, 0, 0))));
  }
  const auto found = *first_contact(scene);
  EXPECT_EQ(found.t_lo, 2);
  EXPECT_EQ(found.pairs.size(), 4U);
  EXPECT_EQ(first_contacts(scene)->pairs.size(), 5U);
  EXPECT_EQ(first_contact(scene, {.t_max = 1.5})->status, TurningStatus::clear);
  EXPECT_EQ(first_contact(scene, {.t_max = 1.5})->t_lo, 1.5);
}

TEST(SceneFirstContact, CanIgnorePairsThatMeetAtTheStart) {
  Scene scene;
  ASSERT_TRUE(scene.add(box_at(Vec3::Ones(), Vec3(0, 0, 0), Vec3::Zero())));
  ASSERT_TRUE(scene.add(box_at(Vec3::Ones(), Vec3(2, 0, 0), Vec3::Zero())));
  ASSERT_TRUE(scene.add(box_at(Vec3::Ones(), Vec3(8, 0, 0), Vec3(-1, 0, 0))));
  EXPECT_TRUE(first_contact(scene, {.t_max = 10})->pairs[0].initial);
  const auto found = *first_contact(scene, {.t_max = 10}, {.ignore_initial = true});
  EXPECT_EQ(found.t_lo, 4);
  EXPECT_FALSE(found.pairs[0].initial);
}

TEST(SceneFirstContact, FollowsKeyframesGuidedMotionsAndJumps) {
  const auto at = [](double x) { return Pose{Mat3::Identity(), Vec3(x, 0, 0)}; };
  const SceneBody wall = box_at(Vec3::Ones(), Vec3::Zero(), Vec3::Zero());
  SceneBody mover = box_at(Vec3::Ones(), Vec3::Zero(), Vec3::Zero());
  const auto first = [&](const BodyMotion& motion, double t_max) {
    Scene scene;
    mover.motion = motion;
    if (!scene.add(wall) || !scene.add(mover)) std::abort();
    return *first_contact(scene, {.t_max = t_max, .tolerance = 1e-9});
  };
  // From 10 to 6 in one unit of time, then to 1 in two more: at 2 after 1 + 4 / 2.5.
  const Path path = *Path::through({{0, at(10)}, {1, at(6)}, {3, at(1)}});
  const auto along_path = first(path, 5);
  EXPECT_NEAR(along_path.t_lo, 2.6, 1e-15);
  EXPECT_LE(along_path.t_lo, 2.6);
  EXPECT_EQ(along_path.pairs[0].certainty, Certainty::exact);
  EXPECT_EQ(first(path, 2.5).status, TurningStatus::clear);
  const auto along_guide = first(guided(path), 5);
  EXPECT_NEAR(along_guide.t_lo, 2.6, 1e-8);
  EXPECT_LE(along_guide.t_lo, 2.6);
  const auto standing = [&](double x) {
    return GuidedMotion{[=](double) { return at(x); }, [](double, double) { return SpeedBound{}; }};
  };
  const MotionPieces jumps{{0, 1, standing(10)}, {1, 2, standing(5)}, {2, 3, standing(0.5)}};
  const auto jumped = first(jumps, 5);
  EXPECT_EQ(jumped.status, TurningStatus::contact);
  EXPECT_EQ(jumped.t_lo, 2);
  EXPECT_FALSE(jumped.pairs[0].initial);
  EXPECT_EQ(first(jumps, 2).t_lo, 2);  // the instant of the jump belongs to what comes after it
  EXPECT_EQ(first(jumps, 2).status, TurningStatus::contact);
  EXPECT_EQ(first(jumps, 1.99).status, TurningStatus::clear);
  EXPECT_TRUE(first(MotionPieces{{-1, 1, standing(0)}}, 5).pairs[0].initial);
  // Before its first piece it waits where that begins.
  const auto waiting = first(MotionPieces{{3, 5, guided(*Path::through({{3, at(0)}, {5, at(10)}}))}}, 1);
  ASSERT_EQ(waiting.status, TurningStatus::contact);
  EXPECT_TRUE(waiting.pairs[0].initial);
  EXPECT_EQ(first(MotionPieces{{3, 5, guided(*Path::through({{3, at(10)}, {5, at(0)}}))}}, 3).status, TurningStatus::clear);
}

TEST(SceneFirstContact, SeesSolidsInsideEachOtherOnlyAtTheStart) {
  SceneBody outer;
  outer.parts.push_back({*Geometry::make(Shape{testing::AnyBody::mesh_of({Vec3::Constant(-5), Vec3::Constant(5)})}), {}, true, {}});
  const SceneBody inner = box_at(Vec3::Ones(), Vec3::Zero(), Vec3(1, 0, 0));
  Scene scene;
  ASSERT_TRUE(scene.add(outer));
  ASSERT_TRUE(scene.add(inner));
  auto found = *first_contact(scene, {.t_max = 10});
  EXPECT_TRUE(found.pairs[0].initial);
  EXPECT_EQ(found.t_lo, 0);
  outer.parts[0].solid = false;
  Scene hollow;
  ASSERT_TRUE(hollow.add(outer));
  ASSERT_TRUE(hollow.add(inner));
  found = *first_contact(hollow, {.t_max = 10});
  EXPECT_FALSE(found.pairs[0].initial);
  EXPECT_EQ(found.t_lo, 4);
}

TEST(SceneFirstContact, RefusesBadOptions) {
  const Scene scene;
  EXPECT_EQ(first_contact(scene, {.t_max = -1}).error().message, "t_max: must be >= 0");
  EXPECT_EQ(first_contacts(scene, {.t_max = std::nan("")}).error().message, "t_max: must be >= 0");
  EXPECT_EQ(first_contact(scene, {.tolerance = 0.0}).error().message, "tolerance: must be > 0");
  EXPECT_EQ(first_contact(scene, {.margin = -1}).error().message, "margin: must be finite and >= 0");
  EXPECT_EQ(first_contact(scene)->status, TurningStatus::clear);
}

/// A ball on an arm of length 2 about (4, 0, 0) comes down on the face x = 1 of a cube, whose corner region it does not reach: its
/// centre is at x = 2.2 then.
TEST(SceneFirstContact, OfATurningBodyHasTheNormalFromTheFirstToTheSecond) {
  SceneBody cube, ball;
  cube.parts = {{*Geometry::make(Shape{Aabb{Vec3(-1, -1, -1), Vec3(1, 1, 1)}})}};
  ball.parts = {{*Geometry::make(Shape{Sphere{Vec3(0, 2, 0), 1.2}})}};
  ball.pose.translation = {4, 0, 0};
  ball.motion = Motion{.angular_velocity = {0, 0, 1}};
  for (const bool cube_is_first : {true, false}) {
    Scene scene;
    ASSERT_TRUE(scene.add(cube_is_first ? cube : ball));
    ASSERT_TRUE(scene.add(cube_is_first ? ball : cube));
    const auto found = first_contact(scene, {.t_max = 3, .tolerance = 1e-7});
    ASSERT_TRUE(found && found->pairs.size() == 1);
    const PairContact& contact = found->pairs[0];
    EXPECT_LE(contact.t_lo, std::asin(0.9));
    EXPECT_NEAR(contact.t_lo, std::asin(0.9), 1e-6);
    ASSERT_TRUE(contact.normal);
    EXPECT_LT((*contact.normal - Vec3(cube_is_first ? 1 : -1, 0, 0)).norm(), 1e-6);
    EXPECT_LT((contact.points[0] - Vec3(1, 2 * std::sqrt(0.19), 0)).norm(), 1e-5);
    ASSERT_EQ(contact.set.points.size(), 1U);
    EXPECT_LT((contact.set.points[0] - contact.points[0]).norm(), 1e-6);
  }
}

}  // namespace
}  // namespace graze
