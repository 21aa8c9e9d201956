/// Rays and bodies from outside against a scene, as against each body alone.

#include <scene/any_scene.h>

#include <algorithm>
#include <string>

#include <gtest/gtest.h>

#include <graze/batch.h>
#include <graze/raycast.h>
#include <graze/scene_probe.h>

namespace graze {
namespace {

using testing::AnyScene;

TEST(SceneRaycast, HitsWhatTheRayHitsOneByOne) {
  std::size_t hits = 0;
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    AnyScene random(seed);
    const std::vector<SceneBody> bodies = random.bodies(60, 2);
    const Scene scene = testing::scene_of(bodies);
    const Vec3 origin = 6 * random.unit();
    const Ray ray{origin, random.vector(1.5) - origin};
    const RaycastOptions question{.t_max = seed % 2 == 0 ? 1.2 : std::numeric_limits<double>::infinity()};
    std::vector<std::array<double, 3>> expected, found;
    for (std::size_t i = 0; i < bodies.size(); ++i) {
      const auto parts = testing::parts_in_world(bodies[i]);
      for (std::size_t k = 0; k < parts.size(); ++k) {
        const auto cast = *raycast(ray, parts[k], question);
        if (cast.intersect && (bodies[i].group & 3) != 0) expected.push_back({cast.t, double(i), double(k)});
      }
    }
    std::sort(expected.begin(), expected.end());
    hits += expected.size();
    const auto all = raycast(scene, ray, question, {.mask = 3});
    ASSERT_TRUE(all) << all.error().message;
    for (const SceneHit& hit : *all) found.push_back({hit.t, double(hit.body.index), double(hit.place.part)});
    EXPECT_EQ(found, expected) << "seed " << seed;
    RaycastOptions first = question;
    first.first_only = true;
    const auto nearest = raycast(scene, ray, first, {.mask = 3});
    ASSERT_EQ(nearest->size(), std::min<std::size_t>(1, expected.size()));
    if (expected.empty()) continue;
    EXPECT_EQ(nearest->front().t, expected[0][0]);
    EXPECT_EQ(nearest->front().body.index, expected[0][1]);
    const auto without = raycast(scene, ray, first, {.mask = 3, .may_hit = [&](BodyId id) { return id != nearest->front().body; }});
    for (const SceneHit& hit : *without) EXPECT_NE(hit.body, nearest->front().body);
  }
  EXPECT_GT(hits, 20U);
  EXPECT_FALSE(raycast(Scene(), {Vec3(std::nan(""), 0, 0), Vec3::UnitX()}));
  EXPECT_FALSE(raycast(Scene(), {Vec3::Zero(), Vec3::UnitX()}, {.t_max = -1}));
}

/// The same bodies as they are at a time, standing still.
Scene frozen(const Scene& scene, double t) {
  Scene then;
  for (const BodyId id : scene.ids()) {
    SceneBody body = **scene.body(id);
    body.pose = *scene.pose_at(id, t);
    body.motion = Motion{};
    EXPECT_TRUE(then.add(body));
  }
  return then;
}

using Hits = std::vector<std::pair<double, std::string>>;

/// By names, which the frozen scene has in common with the other one.
Hits hits_of(const Scene& scene, const Ray& ray, double at) {
  Hits hits;
  const auto is_there = [&](BodyId id) {
    EXPECT_TRUE(scene.contains(id)) << "asked about a body that was removed";
    return true;
  };
  const auto found = raycast(scene, ray, {}, {.at = at, .may_hit = is_there});
  EXPECT_TRUE(found) << found.error().message;
  for (const SceneHit& hit : *found) hits.emplace_back(hit.t, (*scene.body(hit.body))->name);
  std::ranges::sort(hits);
  return hits;
}

Scene moving_scene(AnyScene& random) {
  std::vector<SceneBody> bodies = random.bodies(60, 2);
  for (std::size_t i = 0; i < bodies.size(); ++i) {
    SceneBody& body = bodies[i];
    body.name = std::to_string(i);
    if (i % 3 == 0) body.motion = Motion{random.vector(2), random.vector(1), {}};
    if (i % 3 == 1) body.motion = Path::through({{0, body.pose}, {1, random.pose(2)}}).value();
  }
  return testing::scene_of(bodies);
}

Ray any_ray(AnyScene& random) {
  const Vec3 origin = 6 * random.unit();
  return {origin, random.vector(1.5) - origin};
}

/// Boxes of the last time asked about are kept: not beyond any change of the scene, nor for another time.
TEST(SceneRaycast, AtATimeHitsTheSceneAsItIsThen) {
  std::size_t hits = 0;
  for (std::uint64_t seed = 1; seed <= 6; ++seed) {
    AnyScene random(seed);
    Scene scene = moving_scene(random);
    const auto expect_as_frozen = [&](const char* after) {
      for (const double at : {0.7, 0.7, 0.2, 0.0, 0.7}) {
        const Scene then = frozen(scene, at);
        for (int k = 0; k < 5; ++k) {
          const Ray ray = any_ray(random);
          const Hits expected = hits_of(then, ray, 0);
          hits += expected.size();
          EXPECT_EQ(hits_of(scene, ray, at), expected) << "seed " << seed << ", at " << at << ", after " << after;
        }
      }
    };
    expect_as_frozen("nothing");
    const std::vector<BodyId> ids = scene.ids();
    ASSERT_TRUE(scene.set_motion(ids[1], Motion{random.vector(2), Vec3::Zero(), {}}));
    expect_as_frozen("a new motion");
    ASSERT_TRUE(scene.set_pose(ids[0], random.pose(1)));
    ASSERT_TRUE(scene.set_pose(ids[2], random.pose(1)));
    expect_as_frozen("new poses");
    for (int k = 0; k < 30; ++k) ASSERT_TRUE(scene.remove(ids[static_cast<std::size_t>(k)]));
    expect_as_frozen("bodies that left");
    SceneBody big = **scene.body(ids[40]);
    big.name = "new";
    big.scale = 2;
    ASSERT_TRUE(scene.add(big));
    expect_as_frozen("a new body");
  }
  EXPECT_GT(hits, 1000U);
}

TEST(SceneRaycast, ManyThreadsMayAskForDifferentTimes) {
  AnyScene random(7);
  const Scene scene = moving_scene(random);
  std::vector<Ray> rays;
  for (int k = 0; k < 40; ++k) rays.push_back(any_ray(random));
  const auto at = [](std::size_t i) { return static_cast<double>(i / 5 % 3) / 2; };
  std::vector<Hits> expected, found(rays.size());
  for (std::size_t i = 0; i < rays.size(); ++i) expected.push_back(hits_of(scene, rays[i], at(i)));
  for_each_in_parallel(rays.size(), {4}, [&](std::size_t i) { found[i] = hits_of(scene, rays[i], at(i)); });
  EXPECT_EQ(found, expected);
}

/// The same answers as if the probe were in the scene.
TEST(SceneProbe, MeetsWhatABodyOfTheSceneMeets) {
  for (std::uint64_t seed = 1; seed <= 8; ++seed) {
    AnyScene random(seed);
    std::vector<SceneBody> bodies = random.bodies(30, 3);
    for (SceneBody& body : bodies) {
      if (random.below(2) == 0) body.motion = Motion{random.vector(2), Vec3::Zero(), {}};
    }
    const SceneBody probe = bodies.back();
    const Scene with = testing::scene_of(bodies);
    bodies.pop_back();
    const Scene without = testing::scene_of(bodies);
    const auto own = static_cast<std::uint32_t>(bodies.size());
    for (const double at : {0.0, 0.5}) {
      std::vector<BodyId> expected;
      const auto pairs = *overlapping_pairs(with, {.at = at});
      for (const ScenePair& pair : pairs) {
        if (pair.b.index == own) expected.push_back(pair.a);
      }
      EXPECT_EQ(*overlapping_bodies(without, probe, {.at = at}), expected) << "seed " << seed;
      const SceneStatusOptions question{.clearance = 0.5};
      const auto near = *statuses(without, probe, question, {.at = at});
      const auto all = *statuses(with, question, {.at = at});
      auto next = near.pairs.begin();
      for (const PairStatus& status : all.pairs) {
        if (status.pair.b.index != own) continue;
        ASSERT_NE(next, near.pairs.end());
        EXPECT_EQ(next->pair, (ScenePair{{}, status.pair.a}));
        EXPECT_NEAR(next->distance, status.distance, 1e-8);
        ++next;
      }
      EXPECT_EQ(next, near.pairs.end());
    }
    std::vector<PairContact> expected = first_contacts(with, {.t_max = 2})->pairs;
    std::erase_if(expected, [&](const PairContact& contact) { return contact.pair.b.index != own; });
    const auto each = *first_contacts(without, probe, {.t_max = 2});
    ASSERT_EQ(each.pairs.size(), expected.size());
    double earliest = 2;
    for (std::size_t i = 0; i < expected.size(); ++i) {
      EXPECT_EQ(each.pairs[i].t_lo, expected[i].t_lo);
      EXPECT_EQ(each.pairs[i].pair.b, expected[i].pair.a);
      earliest = std::min(earliest, expected[i].t_lo);
    }
    EXPECT_EQ(first_contact(without, probe, {.t_max = 2})->t_lo, earliest);
  }
  EXPECT_EQ(overlapping_bodies(Scene(), {}).error().message, "probe.parts: none");
}

}  // namespace
}  // namespace graze
