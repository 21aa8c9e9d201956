/// Rays and bodies from outside against a scene, as against each body alone.

#include <scene/any_scene.h>

#include <algorithm>

#include <gtest/gtest.h>

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
