/// Least distances over time, and when contacts begin and end.

#include <algorithm>

#include <scene/any_scene.h>

#include <gtest/gtest.h>

#include <graze/scene_motion.h>

namespace graze {
namespace {

using testing::AnyScene;

SceneBody ball(double radius, const Vec3& center, const BodyMotion& motion) {
  SceneBody body;
  body.parts.push_back({*Geometry::make(Shape{Sphere{Vec3::Zero(), radius}}), {}, false, {}});
  body.pose.translation = center;
  body.motion = motion;
  return body;
}

TEST(SceneApproaches, IsThatOfBallsThatPass) {
  Scene scene;
  const BodyId a = *scene.add(ball(1, Vec3::Zero(), Motion{}));
  const BodyId b = *scene.add(ball(1, Vec3(-10, 3, 0), Motion{Vec3(5, 0, 0), Vec3::Zero(), {}}));
  ASSERT_TRUE(scene.add(ball(1, Vec3(0, 0, 9), Motion{Vec3(0, 0, -1), Vec3::Zero(), {}})));
  const auto found = *closest_approach(scene, {.t_max = 4, .tolerance = 1e-6});
  ASSERT_TRUE(found);
  EXPECT_EQ(found->pair, (ScenePair{a, b}));
  EXPECT_GE(found->distance, 1);
  EXPECT_LE(found->distance, 1 + 1e-6);
  EXPECT_LE(found->distance_at_least, 1);
  EXPECT_GE(found->distance_at_least, 1 - 2e-6);
  EXPECT_NEAR(found->at, 2, 1e-3);
  EXPECT_FALSE(*closest_approach(Scene()));
  EXPECT_FALSE(closest_approach(scene, {.t_max = -1}));
}

TEST(SceneApproaches, IsNotAboveAnySample) {
  for (std::uint64_t seed = 1; seed <= 6; ++seed) {
    AnyScene random(seed);
    Scene scene;
    for (int i = 0; i < 8; ++i) {
      SceneBody body = random.scene_body(8);
      body.group = body.mask = every_group;
      body.motion = Motion{random.vector(2), seed % 2 == 0 ? random.vector(1) : Vec3(Vec3::Zero()), {}};
      ASSERT_TRUE(scene.add(body));
    }
    const auto found = closest_approach(scene, {.t_max = 1, .tolerance = 1e-4});
    ASSERT_TRUE(found) << found.error().message;
    double sampled = std::numeric_limits<double>::infinity();
    for (int k = 0; k <= 100; ++k)
      sampled = std::min(sampled, closest_pairs(scene, 1, {.at = k / 100.0, .threads = 1})->front().distance);
    EXPECT_LE((*found)->distance_at_least, sampled) << "seed " << seed;
    EXPECT_LE((*found)->distance, sampled + 1e-4) << "seed " << seed;
    const auto then = closest_pairs(scene, 1000, {.at = (*found)->at});
    for (const ClosestPair& pair : *then) {
      EXPECT_TRUE(pair.pair != (*found)->pair || std::abs(pair.distance - (*found)->distance) < 1e-6) << "seed " << seed;
    }
  }
}

TEST(SceneTimeline, TellsBeginAndEndOfEachContact) {
  const auto at = [](double x) { return Pose{Mat3::Identity(), Vec3(x, 0, 0)}; };
  Scene scene;
  ASSERT_TRUE(scene.add(ball(1, Vec3::Zero(), Motion{})));
  // To and fro: in contact while |x| <= 2. x runs 6 -> -6 in [0, 6] (contact in [2, 4]), and back in [6, 12] (contact in [8, 10]).
  ASSERT_TRUE(scene.add(ball(1, Vec3::Zero(), *Path::through({{0, at(6)}, {6, at(-6)}, {12, at(6)}}))));
  const auto found = timeline(scene, {.t_max = 12});
  ASSERT_TRUE(found) << found.error().message;
  ASSERT_EQ(found->size(), 1U);
  const PairTimeline& line = found->front();
  EXPECT_TRUE(line.finished);
  ASSERT_EQ(line.spans.size(), 2U);
  EXPECT_NEAR(line.spans[0].begin, 2, 1e-6);
  EXPECT_LE(line.spans[0].begin, 2);
  EXPECT_NEAR(line.spans[0].end, 4, 1e-12);
  EXPECT_NEAR(line.spans[1].begin, 8, 1e-6);
  EXPECT_NEAR(line.spans[1].end, 10, 1e-12);
  EXPECT_FALSE(line.spans[0].initial);
  EXPECT_FALSE(line.spans[1].lasts);
  const auto shorter = *timeline(scene, {.t_max = 9});
  ASSERT_EQ(shorter[0].spans.size(), 2U);
  EXPECT_TRUE(shorter[0].spans[1].lasts);
  EXPECT_EQ(shorter[0].spans[1].end, 9);
  EXPECT_FALSE(timeline(scene, {.resolution = 0}));
  EXPECT_FALSE(timeline(scene, {.t_max = 1, .resolution = 1e-9}));
}

/// A body as it orbits leaves the other and comes back: sweeps from where it has left by a rounding must not join the two contacts.
TEST(SceneTimeline, ContactsOfABodyThatLeavesAndComesBackAreTwo) {
  constexpr double tau = 6.283185307179586;
  const Shape shapes[] = {Shape{Sphere{Vec3(2, 0, 0), 0.5}}, Shape{Capsule{{Vec3(2, 0, -1), Vec3(2, 0, 1)}, 0.5}}};
  for (const Shape& shape : shapes) {
    for (const double turn : {0.0, 0.3, 1.1, 2.5}) {  // of the scene, which changes roundings
      const Mat3 turned = Eigen::AngleAxisd(turn, Vec3::UnitZ()).toRotationMatrix();
      Scene scene;
      SceneBody wall, orbiting;
      wall.parts.push_back({*Geometry::make(Shape{Aabb{Vec3(1, -0.5, -2), Vec3(3, 0.5, 2)}})});
      wall.pose.rotation = turned;
      orbiting.parts.push_back({*Geometry::make(shape)});
      orbiting.pose.rotation = turned;
      orbiting.motion = Motion{Vec3::Zero(), Vec3(0, 0, tau), Vec3::Zero()};
      ASSERT_TRUE(scene.add(wall));
      ASSERT_TRUE(scene.add(orbiting));
      for (const double resolution : {0.1, 0.01, 0.001}) {
        const auto lines = timeline(scene, {.t_max = 1, .resolution = resolution, .tolerance = 1e-5});
        ASSERT_TRUE(lines) << lines.error().message;
        ASSERT_EQ(lines->size(), 1U);
        const std::vector<ContactSpan>& spans = lines->front().spans;
        ASSERT_EQ(spans.size(), 2U) << "turned by " << turn << ", resolution " << resolution;
        EXPECT_TRUE(lines->front().finished);
        EXPECT_TRUE(spans[0].initial);
        EXPECT_NEAR(spans[0].end, 1 / 12.0, 1e-9);  // the middle is 2 sin(30°) = 1 beside the wall's, half a width and a radius
        EXPECT_LE(spans[1].begin, 11 / 12.0 + 1e-12);
        EXPECT_NEAR(spans[1].begin, 11 / 12.0, 1e-5);
        EXPECT_TRUE(spans[1].lasts);
      }
    }
  }
}

TEST(SceneTimeline, KnowsTheExactEndWhereConvexBodiesGlide) {
  const auto block = [](double x, double velocity) {
    SceneBody body;
    body.parts.push_back({*Geometry::make(Shape{Aabb{Vec3::Constant(-0.5), Vec3::Constant(0.5)}}), {}, false, {}});
    body.pose.translation.x() = x;
    body.motion = Motion{Vec3(velocity, 0, 0), Vec3::Zero(), {}};
    return body;
  };
  Scene scene;
  SceneBody fork = block(0, 0);  // prongs at 0 and 3, of length 1
  fork.parts.push_back(fork.parts[0]);
  fork.parts[1].pose.translation.x() = 3;
  ASSERT_TRUE(scene.add(fork));
  ASSERT_TRUE(scene.add(block(-5, 1)));
  const auto found = *timeline(scene, {.t_max = 100, .resolution = 50});  // steps alone would miss the gap and both ends
  ASSERT_EQ(found.size(), 1U);
  ASSERT_EQ(found[0].spans.size(), 2U);
  EXPECT_EQ(found[0].spans[0].begin, 4);
  EXPECT_EQ(found[0].spans[0].end, 6);
  EXPECT_EQ(found[0].spans[1].begin, 7);
  EXPECT_EQ(found[0].spans[1].end, 9);
  const auto cut = *timeline(scene, {.t_max = 8, .resolution = 50});
  ASSERT_EQ(cut[0].spans.size(), 2U);
  EXPECT_FALSE(cut[0].spans[0].lasts);
  EXPECT_TRUE(cut[0].spans[1].lasts);
  EXPECT_EQ(cut[0].spans[1].end, 8);
}

BodyPart block_part(const Vec3& center, const Vec3& half_extents) {
  return {*Geometry::make(Shape{Obb{center, world_frame(), half_extents}}), {}, false, {}};
}

BodyPart block_mesh(const Vec3& center, const Vec3& half_extents) {
  const Aabb block{center - half_extents, center + half_extents};
  return {*Geometry::make(Shape{AnyScene::mesh_of(block)}), {}, false, {}};
}

/// Blocks that touch along an edge and slide on along it, both carried off by a motion whose poses are rounded.
TEST(SceneTimeline, DoesNotEndAContactThatOnlyRoundedPosesPart) {
  const Vec3 half(0.5, 0.5, 1);
  for (const bool is_mesh : {false, true}) {
    Scene scene;
    SceneBody rail;
    rail.parts = {block_part(Vec3(1, 1, -1), half), block_mesh(Vec3(-0.5, 1.5, 2), half)};
    rail.parts[0].pose.translation = Vec3(-1, -1, 0);
    rail.pose.translation = Vec3(-1, 0, -1);
    rail.motion = Motion{Vec3(0, -1, 1), Vec3::Zero(), {}};
    SceneBody slide;
    slide.parts = {is_mesh ? block_mesh(Vec3(0, 1, 1), half) : block_part(Vec3(0, 1, 1), half)};
    slide.pose.translation = Vec3(0, 0, -1);
    slide.motion = Motion{Vec3(-1, -1, 1), Vec3::Zero(), {}};
    ASSERT_TRUE(scene.add(rail));
    ASSERT_TRUE(scene.add(slide));
    const auto found = *timeline(scene, {.t_max = 4, .resolution = 0.04});
    ASSERT_EQ(found.size(), 1U) << is_mesh;
    ASSERT_EQ(found[0].spans.size(), 1U) << is_mesh;
    EXPECT_TRUE(found[0].spans[0].initial) << is_mesh;
    EXPECT_GE(found[0].spans[0].end, 2.5) << is_mesh;  // as the mesh, whose far side is at -2, is left behind
    EXPECT_NEAR(found[0].spans[0].end, 2.5, 1e-12) << is_mesh;
  }
}

/// Two blocks in a row, along which a third slides flush, while all are carried along: at rounded poses its face is a last place
/// off theirs or in them.
TEST(SceneTimeline, FindsEveryLaterContactOfBodiesThatBrushEachOther) {
  AnyScene random(5);
  const Vec3 half = Vec3::Constant(0.5);
  for (int i = 0; i < 200; ++i) {
    const auto block = [&](bool is_mesh, const Vec3& center) {
      return is_mesh ? block_mesh(center, half) : block_part(center, half);
    };
    SceneBody row;  // x in [-0.5, 0.5] and [1.5, 2.5], below z = 0.5
    row.parts = {block(i % 3 != 0, Vec3::Zero()), block(i % 2 == 0, Vec3(2, 0, 0)), block_mesh(Vec3(0, 0, -9), half)};
    const Vec3 carried = random.vector(3);
    row.motion = Motion{carried, Vec3::Zero(), {}};
    SceneBody slide;  // above z = 0.5; behind, from x = -3.5 to -2.5
    slide.parts = {block(i % 3 != 1, Vec3::Zero())};
    slide.pose.translation = Vec3(-3, 0.25, 1);
    const double speed = random.real(1, 3);
    slide.motion = Motion{carried + Vec3(speed, 0, 0), Vec3::Zero(), {}};
    const double relative = carried.x() + speed - carried.x();
    Scene scene;
    ASSERT_TRUE(scene.add(row));
    ASSERT_TRUE(scene.add(slide));
    const auto found = *timeline(scene, {.t_max = 8, .resolution = 0.05});
    ASSERT_EQ(found.size(), 1U) << i;
    const auto& spans = found[0].spans;
    ASSERT_EQ(spans.size(), 1U) << i;
    EXPECT_TRUE(found[0].finished) << i;
    EXPECT_NEAR(spans[0].begin, 2 / relative, 1e-12) << i;  // to x = 1, where both blocks are touched, and on
    EXPECT_NEAR(spans[0].end, 6 / relative, 1e-9) << i;
    row.parts[1].pose.translation = Vec3(1.5, 0, 0);  // x in [3, 4]
    ASSERT_TRUE(scene.remove(found[0].pair.a));
    ASSERT_TRUE(scene.add(row));
    const auto apart = *timeline(scene, {.t_max = 8, .resolution = 0.05});
    ASSERT_EQ(apart.size(), 1U) << i;
    ASSERT_EQ(apart[0].spans.size(), 2U) << i;
    EXPECT_TRUE(apart[0].finished) << i;
    EXPECT_NEAR(apart[0].spans[0].end, 4 / relative, 1e-9) << i;
    EXPECT_NEAR(apart[0].spans[1].begin, 5.5 / relative, 1e-12) << i;
    EXPECT_LE(apart[0].spans[1].begin, 5.5 / relative * (1 + 1e-15)) << i;
    EXPECT_NEAR(apart[0].spans[1].end, 7.5 / relative, 1e-9) << i;
  }
}

TEST(SceneTimeline, OfGlidingBodiesIsThatOfSamples) {
  for (std::uint64_t seed = 1; seed <= 8; ++seed) {
    AnyScene random(seed);
    Scene scene;
    for (int i = 0; i < 10; ++i) {
      SceneBody body = random.scene_body(6);
      body.group = body.mask = every_group;
      body.motion = Motion{random.vector(3), Vec3::Zero(), {}};
      ASSERT_TRUE(scene.add(body));
    }
    const auto lines = timeline(scene, {.t_max = 2});
    ASSERT_TRUE(lines) << lines.error().message;
    for (int k = 0; k <= 64; ++k) {
      const double t = k / 32.0;
      const auto meet = *overlapping_pairs(scene, {.at = t, .threads = 1});
      for (const ScenePair& pair : meet) {
        const auto line = std::ranges::find(*lines, pair, &PairTimeline::pair);
        ASSERT_NE(line, lines->end()) << "seed " << seed << " t " << t;
        const auto holds = [&](const ContactSpan& span) { return span.begin <= t + 1e-9 && t <= span.end + 1e-9; };
        EXPECT_TRUE(std::ranges::any_of(line->spans, holds)) << "seed " << seed << " t " << t;
      }
      for (const PairTimeline& line : *lines) {
        const bool is_met = std::ranges::find(meet, line.pair) != meet.end();
        const auto holds = [&](const ContactSpan& span) { return span.begin + 1e-6 < t && t < span.end - 1e-6; };
        EXPECT_TRUE(is_met || std::ranges::none_of(line.spans, holds)) << "seed " << seed << " t " << t;
      }
    }
  }
}

TEST(SceneTimeline, KnowsContactsFromTheStartAndJumps) {
  const auto standing = [](double x) {
    return GuidedMotion{[=](double) { return Pose{Mat3::Identity(), Vec3(x, 0, 0)}; }, [](double, double) { return SpeedBound{}; }};
  };
  Scene scene;
  ASSERT_TRUE(scene.add(ball(1, Vec3::Zero(), Motion{})));
  ASSERT_TRUE(scene.add(
      ball(1, Vec3::Zero(), MotionPieces{{0, 1, standing(1)}, {1, 2, standing(5)}, {2, 3, standing(0)}, {3, 4, standing(5)}})));
  const auto found = *timeline(scene, {.t_max = 4});
  ASSERT_EQ(found.size(), 1U);
  ASSERT_EQ(found[0].spans.size(), 2U);
  EXPECT_TRUE(found[0].spans[0].initial);
  EXPECT_NEAR(found[0].spans[0].end, 1, 1e-12);
  EXPECT_EQ(found[0].spans[1].begin, 2);
  EXPECT_NEAR(found[0].spans[1].end, 3, 1e-12);
  EXPECT_TRUE(timeline(scene, {.t_max = 4}, {.ignore_initial = true})->empty());
}

}  // namespace
}  // namespace graze
