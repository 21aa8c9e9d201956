/// Pairs that meet or are near, against all pairs asked one by one.

#include <scene/any_scene.h>

#include <algorithm>
#include <numeric>

#include <gtest/gtest.h>

#include <graze/distance.h>
#include <graze/scene_questions.h>
#include <graze/status.h>

namespace graze {
namespace {

using testing::AnyScene;

using NumberPairs = std::vector<std::array<std::size_t, 2>>;

NumberPairs pairs_by_force(const std::vector<SceneBody>& bodies) {
  NumberPairs pairs;
  for (std::size_t i = 0; i < bodies.size(); ++i) {
    for (std::size_t j = i + 1; j < bodies.size(); ++j) {
      if (testing::may_meet(bodies[i], bodies[j]) && testing::bodies_meet(bodies[i], bodies[j])) pairs.push_back({i, j});
    }
  }
  return pairs;
}

NumberPairs numbers_of(const std::vector<ScenePair>& pairs) {
  NumberPairs result;
  for (const ScenePair& pair : pairs) result.push_back({pair.a.index, pair.b.index});
  return result;
}

TEST(SceneOverlaps, AreThoseOfAllPairs) {
  std::size_t meeting = 0;
  for (std::uint64_t seed = 1; seed <= 12; ++seed) {
    AnyScene random(seed);
    std::vector<SceneBody> bodies = random.bodies(60, 4);
    if (seed % 2 == 0) bodies.push_back(random.scene_body(4, true));
    const NumberPairs expected = pairs_by_force(bodies);
    meeting += expected.size();
    for (const std::size_t threads : {1, 2, 3}) {
      const auto found = overlapping_pairs(testing::scene_of(bodies), {.threads = threads});
      ASSERT_TRUE(found) << found.error().message;
      EXPECT_EQ(numbers_of(*found), expected) << "seed " << seed;
    }
  }
  EXPECT_GT(meeting, 100U);
}

TEST(SceneOverlaps, DoNotDependOnTheOrderOfBodies) {
  AnyScene random(77);
  const std::vector<SceneBody> bodies = random.bodies(80, 4);
  const NumberPairs expected = numbers_of(*overlapping_pairs(testing::scene_of(bodies)));
  std::vector<std::size_t> order(bodies.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  for (int k = 0; k < 3; ++k) {
    for (std::size_t i = order.size() - 1; i > 0; --i) std::swap(order[i], order[random.below(i + 1)]);
    std::vector<SceneBody> shuffled;
    for (const std::size_t i : order) shuffled.push_back(bodies[i]);
    NumberPairs found;
    const NumberPairs of_shuffled = numbers_of(*overlapping_pairs(testing::scene_of(shuffled)));
    for (const auto& [i, j] : of_shuffled) found.push_back({std::min(order[i], order[j]), std::max(order[i], order[j])});
    std::sort(found.begin(), found.end());
    EXPECT_EQ(found, expected);
  }
}

TEST(SceneOverlaps, AreThoseOfAFreshSceneAfterManyChanges) {
  AnyScene random(5);
  Scene scene;
  std::vector<BodyId> ids;
  for (int k = 0; k < 600; ++k) {
    const std::size_t what = random.below(4);
    if (ids.size() < 20 || (what == 0 && ids.size() < 60)) {
      ids.push_back(*scene.add(random.scene_body(3)));
    } else if (what == 1) {
      const std::size_t i = random.below(ids.size());
      ASSERT_TRUE(scene.remove(ids[i]));
      ids.erase(ids.begin() + static_cast<std::ptrdiff_t>(i));
    } else if (what == 2) {
      ASSERT_TRUE(scene.set_pose(ids[random.below(ids.size())], random.pose(3)));
    } else {
      const std::size_t i = random.below(ids.size()), j = random.below(ids.size());
      if (i == j) continue;
      ASSERT_TRUE(random.below(2) == 0 ? scene.exclude(ids[i], ids[j]) : scene.include(ids[i], ids[j]));
    }
    if (k % 40 != 39) continue;
    Scene fresh;
    const std::vector<BodyId> sorted = scene.ids();
    std::vector<BodyId> new_ids;
    for (const BodyId id : sorted) new_ids.push_back(*fresh.add(**scene.body(id)));
    for (std::size_t i = 0; i < sorted.size(); ++i) {
      for (std::size_t j = i + 1; j < sorted.size(); ++j) {
        if (!*scene.counts(sorted[i], sorted[j])) {
          ASSERT_TRUE(fresh.exclude(new_ids[i], new_ids[j]));
        }
      }
    }
    NumberPairs found;
    const std::vector<ScenePair> pairs = *overlapping_pairs(scene);
    for (const ScenePair& pair : pairs) {
      const auto place = [&](BodyId id) {
        return static_cast<std::size_t>(std::lower_bound(sorted.begin(), sorted.end(), id) - sorted.begin());
      };
      found.push_back({place(pair.a), place(pair.b)});
    }
    EXPECT_EQ(found, numbers_of(*overlapping_pairs(fresh))) << "after " << k;
  }
}

TEST(SceneOverlaps, AreVisitedInOrderUntilToldToStop) {
  AnyScene random(9);
  const Scene scene = testing::scene_of(random.bodies(60, 3));
  const std::vector<ScenePair> all = *overlapping_pairs(scene);
  ASSERT_GT(all.size(), 5U);
  std::vector<ScenePair> seen;
  const auto visit = [&](std::size_t count) {
    seen.clear();
    return *visit_overlaps(scene, [&](const ScenePair& pair) {
      seen.push_back(pair);
      return seen.size() < count;
    });
  };
  EXPECT_FALSE(visit(5));
  EXPECT_EQ(seen, std::vector<ScenePair>(all.begin(), all.begin() + 5));
  EXPECT_TRUE(visit(all.size() + 1));
  EXPECT_EQ(seen, all);
}

TEST(SceneOverlaps, HeedPredicateIgnoredPairsAndProgress) {
  AnyScene random(9);
  const Scene scene = testing::scene_of(random.bodies(60, 3));
  std::vector<ScenePair> all = *overlapping_pairs(scene);
  SceneOptions options;
  options.may_meet = [](BodyId a, BodyId b) { return (a.index + b.index) % 2 == 0; };
  options.ignore = {{all[0].b, all[0].a}};
  std::vector<ScenePair> expected;
  for (std::size_t i = 1; i < all.size(); ++i) {
    if ((all[i].a.index + all[i].b.index) % 2 == 0) expected.push_back(all[i]);
  }
  EXPECT_EQ(*overlapping_pairs(scene, options), expected);
  EXPECT_TRUE(overlapping_pairs(scene, {.ignore_initial = true})->empty());
  const auto called_off = overlapping_pairs(scene, {.progress = [](double) { return false; }});
  ASSERT_FALSE(called_off);
  EXPECT_EQ(called_off.error().code, ErrorCode::limit);
  EXPECT_FALSE(overlapping_pairs(scene, {.at = -1}));
}

TEST(SceneOptions, IgnoredPairsAreOfBodiesThatAreThere) {
  Scene scene;
  AnyScene random(4);
  const SceneBody body = random.scene_body(1);
  const BodyId kept = *scene.add(body);
  const BodyId gone = *scene.add(body);
  ASSERT_TRUE(scene.remove(gone));
  const auto message_of = [](const auto& answer) { return answer ? std::string() : answer.error().message; };
  const SceneOptions removed{.ignore = {{kept, gone}}};
  const std::string expected = "ignore: body 1/1: was removed from the scene";
  EXPECT_EQ(message_of(overlapping_pairs(scene, removed)), expected);
  EXPECT_EQ(message_of(any_overlap(scene, removed)), expected);
  EXPECT_EQ(message_of(statuses(scene, {}, removed)), expected);
  EXPECT_EQ(message_of(contacts(scene, {}, removed)), expected);
  EXPECT_EQ(message_of(closest_pairs(scene, 1, removed)), expected);
  EXPECT_EQ(message_of(first_contact(scene, {.t_max = 1}, removed)), expected);
  EXPECT_EQ(message_of(first_contacts(scene, {.t_max = 1}, removed)), expected);
  EXPECT_EQ(message_of(closest_approach(scene, {.t_max = 1}, removed)), expected);
  EXPECT_EQ(message_of(timeline(scene, {.t_max = 1}, removed)), expected);
  EXPECT_EQ(message_of(find_contacts(scene, {.t_max = 1}, {}, removed)), expected);
  EXPECT_EQ(message_of(overlapping_bodies(scene, body, removed)), expected);
  EXPECT_EQ(message_of(overlapping_pairs(scene, {.ignore = {{{7, 1}, kept}}})), "ignore: body 7/1: not in the scene");
}

double distance_by_force(const SceneBody& a, const SceneBody& b) {
  double least = std::numeric_limits<double>::infinity();
  for (const Body& in_a : testing::parts_in_world(a)) {
    for (const Body& in_b : testing::parts_in_world(b)) least = std::min(least, closest_points(in_a, in_b)->distance);
  }
  return least;
}

TEST(SceneStatuses, AreThoseOfAllPairs) {
  std::array<std::size_t, 6> seen{};
  for (std::uint64_t seed = 1; seed <= 8; ++seed) {
    AnyScene random(seed);
    const std::vector<SceneBody> bodies = random.bodies(40, 3);
    const SceneStatusOptions question{.tolerance = 1e-3, .clearance = 0.3};
    const auto found = statuses(testing::scene_of(bodies), question);
    ASSERT_TRUE(found) << found.error().message;
    auto next = found->pairs.begin();
    for (std::size_t i = 0; i < bodies.size(); ++i) {
      for (std::size_t j = i + 1; j < bodies.size(); ++j) {
        const double distance = distance_by_force(bodies[i], bodies[j]);
        if (!testing::may_meet(bodies[i], bodies[j]) || distance > question.clearance) continue;
        ASSERT_NE(next, found->pairs.end());
        ASSERT_EQ(next->pair.a.index, i) << "seed " << seed;
        ASSERT_EQ(next->pair.b.index, j) << "seed " << seed;
        // Asked the other way round the distance of curved bodies may differ within its error.
        EXPECT_NEAR(next->distance, distance, 1e-8 * distance);
        EXPECT_NEAR((next->points[1] - next->points[0]).norm(), distance, 1e-6);
        ++seen[static_cast<std::size_t>(next->status)];
        const auto a = testing::parts_in_world(bodies[i]), b = testing::parts_in_world(bodies[j]);
        EXPECT_NEAR(closest_points(a[next->places[0].part], b[next->places[1].part])->distance, distance, 1e-8 * distance);
        if (a.size() == 1 && b.size() == 1) {
          const auto expected = status(a[0], b[0], {.tolerance = 1e-3, .clearance = 0.3});
          EXPECT_EQ(next->status, expected->status) << "seed " << seed << ": " << i << ", " << j;
          EXPECT_NEAR(next->depth.value_or(0), expected->depth.value_or(0), 1e-8);
        } else if (distance > question.tolerance) {
          EXPECT_EQ(next->status, Status::near);
        }
        ++next;
      }
    }
    EXPECT_EQ(next, found->pairs.end());
    EXPECT_GE(found->pairs_considered, found->pairs.size());
  }
  EXPECT_GT(seen[static_cast<std::size_t>(Status::near)], 20U);
  EXPECT_GT(seen[static_cast<std::size_t>(Status::overlapping)], 20U);
}

SceneBody solid_box(double half, const Vec3& center) {
  SceneBody body;
  const Aabb box{Vec3::Constant(-half), Vec3::Constant(half)};
  body.parts.push_back({*Geometry::make(Shape{testing::AnyBody::mesh_of(box)}), {}, true, {}});
  body.pose.translation = center;
  return body;
}

TEST(SceneStatuses, TellSolidsFromSurfacesAndCountTriangles) {
  Scene scene;
  SceneBody pair = solid_box(0.25, Vec3(0.5, 0, 0));  // a compound of two small boxes
  pair.parts.push_back(pair.parts[0]);
  pair.parts[1].pose.translation = Vec3(-1, 0, 0);
  const BodyId large = *scene.add(solid_box(1, Vec3::Zero()));
  const BodyId small = *scene.add(pair);
  auto found = *statuses(scene, {.triangle_pairs = true});
  ASSERT_EQ(found.pairs.size(), 1U);
  EXPECT_EQ(found.pairs[0].status, Status::contains);
  EXPECT_EQ(found.pairs[0].triangle_pairs, 0U);
  ASSERT_TRUE(scene.set_pose(small, {Mat3::Identity(), Vec3(1.5, 0, 0)}));  // one half inside, the other outside
  found = *statuses(scene);
  ASSERT_EQ(found.pairs.size(), 1U);
  EXPECT_EQ(found.pairs[0].status, Status::overlapping);
  EXPECT_FALSE(found.pairs[0].triangle_pairs);
  ASSERT_TRUE(scene.set_pose(small, {Mat3::Identity(), Vec3(1, 0, 0)}));
  found = *statuses(scene, {.triangle_pairs = true});
  EXPECT_GT(*found.pairs[0].triangle_pairs, 0U);
  SceneBody hollow = solid_box(1, Vec3::Zero());
  hollow.parts[0].solid = false;
  ASSERT_TRUE(scene.remove(large));
  ASSERT_TRUE(scene.add(hollow));
  ASSERT_TRUE(scene.set_pose(small, {Mat3::Identity(), Vec3(0.5, 0, 0)}));
  EXPECT_TRUE(statuses(scene)->pairs.empty());
  EXPECT_FALSE(statuses(scene, {.tolerance = -1}));
}

TEST(SceneClosestPairs, AreTheLeastOfAllDistances) {
  for (std::uint64_t seed = 1; seed <= 6; ++seed) {
    AnyScene random(seed);
    const std::vector<SceneBody> bodies = random.bodies(25, seed % 2 == 0 ? 3 : 30);
    std::vector<double> expected;
    for (std::size_t i = 0; i < bodies.size(); ++i) {
      for (std::size_t j = i + 1; j < bodies.size(); ++j) {
        if (testing::may_meet(bodies[i], bodies[j])) expected.push_back(distance_by_force(bodies[i], bodies[j]));
      }
    }
    std::sort(expected.begin(), expected.end());
    const Scene scene = testing::scene_of(bodies);
    for (const std::size_t k : {std::size_t{1}, std::size_t{7}, expected.size() + 5}) {
      const auto found = closest_pairs(scene, k, {.threads = 1 + seed % 3});
      ASSERT_TRUE(found) << found.error().message;
      ASSERT_EQ(found->size(), std::min(k, expected.size()));
      for (std::size_t i = 0; i < found->size(); ++i) EXPECT_NEAR((*found)[i].distance, expected[i], 1e-8 * expected[i]);
    }
    const double limit = expected[5] + 1e-6;
    const auto near = closest_pairs(scene, 1000, {}, limit);
    EXPECT_EQ(near->size(), static_cast<std::size_t>(std::upper_bound(expected.begin(), expected.end(), limit) - expected.begin()));
  }
}

}  // namespace
}  // namespace graze
