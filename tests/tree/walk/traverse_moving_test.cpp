/// The soonest-first traversal against all pairs: order, lower bounds, pruning.

#include <map>

#include <gtest/gtest.h>
#include <oracle/constants.h>

#include "tree/nodes/tree_meshes.h"
#include "tree/walk/traverse.h"
#include "tree/walk/traverse_moving.h"

namespace graze {
namespace {

using Pair = std::pair<std::uint32_t, std::uint32_t>;
using EnterTimes = std::map<Pair, double>;
using testing::infinity;

struct Scene {
  MeshTree a, b;
  Pose pose_a, pose_b;
  Vec3 velocity;
};

Scene random_scene(unsigned seed) {
  test::Engine random(seed);
  auto a = MeshTree::build(test::random_soup(random, 60, 0.2));
  auto b = MeshTree::build(test::bumpy_ball(5, 7, 0.3));
  Scene scene{std::move(*a), std::move(*b), test::random_pose(random, 1), test::random_pose(random, 1), Vec3::Zero()};
  const Vec3 start = scene.pose_a.translation + 4 * test::random_vector(random, 1).normalized();
  scene.pose_b.translation = test::without_dust(start);
  scene.velocity = test::without_dust(Vec3((scene.pose_a.translation + test::random_vector(random, 0.5) - start) * 0.7));
  return scene;
}

EnterTimes all_pairs(const Scene& s, double t_max) {
  EnterTimes times;
  double last = 0;
  tree::for_each_pair_by_time(s.a, s.pose_a, s.b, s.pose_b, s.velocity, t_max, [&](std::uint32_t i, std::uint32_t j, double enter) {
    EXPECT_GE(enter, last) << "not in order";
    last = enter;
    EXPECT_TRUE(times.emplace(Pair{i, j}, enter).second) << "twice: " << i << ' ' << j;
    return t_max;
  });
  return times;
}

TEST(PairsByTime, IncludeEveryPairThatMeetsAtAnInstantAndNotTooLate) {
  std::size_t meeting = 0;
  for (unsigned seed = 0; seed < 25; ++seed) {
    const Scene s = random_scene(seed);
    const EnterTimes times = all_pairs(s, infinity);
    const auto placed_a = test::placed_triangles(s.a.mesh(), s.pose_a);
    for (const double t : {0.75, 1.0, 1.25, 1.5, 2.0}) {
      Pose moved = s.pose_b;
      moved.translation += t * s.velocity;  // rounded: the pair then meets within rounding of t
      for (Vec3::Index k = 0; k < 3; ++k) moved.translation[k] = test::without_dust(moved.translation[k]);
      const auto placed_b = test::placed_triangles(s.b.mesh(), moved);
      for (std::uint32_t i = 0; i < placed_a.size(); ++i) {
        for (std::uint32_t j = 0; j < placed_b.size(); ++j) {
          if (!test::boxes_near(s.a.mesh(), s.pose_a, i, s.b.mesh(), moved, j)) continue;
          if (!test::certainly_meet(placed_a[i], placed_b[j])) continue;
          ++meeting;
          const auto found = times.find({i, j});
          ASSERT_NE(found, times.end()) << "seed " << seed << " t " << t << ": " << i << ' ' << j;
          ASSERT_LE(found->second, t) << "seed " << seed;
        }
      }
    }
  }
  EXPECT_GT(meeting, 1'000U);
}

TEST(PairsByTime, VisitNothingLaterThanTheEarliestContactFound) {
  for (unsigned seed = 0; seed < 25; ++seed) {
    const Scene s = random_scene(seed);
    const EnterTimes all = all_pairs(s, infinity);
    if (all.empty()) continue;
    // A pretended contact of every pair, some time after its boxes meet; the earliest of all must be found.
    const auto contact = [](std::uint32_t i, std::uint32_t j, double enter) { return enter + 0.001 * ((i * 31 + j * 17) % 97); };
    double expected = infinity;
    for (const auto& [pair, enter] : all) expected = std::min(expected, contact(pair.first, pair.second, enter));
    double best = infinity;
    std::size_t visits = 0;
    tree::for_each_pair_by_time(s.a, s.pose_a, s.b, s.pose_b, s.velocity, infinity,
                                [&](std::uint32_t i, std::uint32_t j, double enter) {
                                  EXPECT_LE(enter, best);
                                  ++visits;
                                  return best = std::min(best, contact(i, j, enter));
                                });
    EXPECT_EQ(best, expected) << "seed " << seed;
    EXPECT_LT(visits, all.size());
  }
}

TEST(PairsByTime, AreNoneAfterTheEnd) {
  for (unsigned seed = 0; seed < 10; ++seed) {
    const Scene s = random_scene(seed);
    const EnterTimes all = all_pairs(s, infinity);
    const EnterTimes early = all_pairs(s, 1.0);
    for (const auto& [pair, enter] : all) ASSERT_EQ(early.contains(pair), enter <= 1.0) << "seed " << seed;
  }
}

MeshTree scaled(const MeshTree& tree, double factor) {
  TriangleMesh mesh = tree.mesh();
  for (Vec3& v : mesh.vertices) v *= factor;
  return std::move(*MeshTree::build(std::move(mesh)));
}

TEST(PairsByTime, DoNotDependOnTheUnitsOfLengthAndTime) {
  constexpr double length = 0x1p90, time = 0x1p-200;
  for (unsigned seed = 0; seed < 10; ++seed) {
    const Scene s = random_scene(seed);
    Scene t{scaled(s.a, length), scaled(s.b, length), s.pose_a, s.pose_b, s.velocity * (length / time)};
    for (Pose* pose : {&t.pose_a, &t.pose_b}) pose->translation *= length;
    const EnterTimes times = all_pairs(s, infinity), in_other_units = all_pairs(t, infinity);
    ASSERT_EQ(times.size(), in_other_units.size()) << "seed " << seed;
    for (const auto& [pair, enter] : times) ASSERT_EQ(enter * time, in_other_units.at(pair)) << "seed " << seed;
  }
}

TEST(PairsByTime, AreNotMissedWhenTheBodyComesFromFarAway) {
  for (unsigned seed = 0; seed < 10; ++seed) {
    const Scene near = random_scene(seed);
    Scene far = near;
    far.pose_b.translation -= 0x1p30 * near.velocity;
    const EnterTimes soon = all_pairs(near, infinity), late = all_pairs(far, infinity);
    for (const auto& [pair, enter] : late) ASSERT_LT(enter, 0x1p30 + 10);
    // Single precision sees the bodies only once they are close, so hardly more pairs qualify than from nearby.
    EXPECT_GT(late.size(), soon.size() * 9 / 10) << "seed " << seed;
    EXPECT_LT(late.size(), soon.size() * 11 / 10 + 10) << "seed " << seed;
  }
}

TEST(PairsByTime, IncludeTheNearPairsAtSpeedsThatSinglePrecisionCannotHold) {
  for (const double speed : {5e-324, 1e-310, 1e-200, 1e200, 1e307}) {
    Scene s = random_scene(3);
    s.pose_b.translation = s.pose_a.translation;
    s.velocity = {speed, 0, -speed};
    const EnterTimes times = all_pairs(s, infinity);
    std::size_t near = 0;
    tree::for_each_near_pair(s.a, s.pose_a, s.b, s.pose_b, 0, [&](std::uint32_t i, std::uint32_t j) {
      ++near;
      const auto found = times.find({i, j});
      EXPECT_TRUE(found != times.end() && found->second == 0) << "speed " << speed << ": " << i << ' ' << j;
      return true;
    });
    EXPECT_GT(near, 0U);
  }
}

/// Near pairs are held against single triangles of thick leaves as well, pairs by time against their boxes alone.
TEST(PairsByTime, AreHardlyMoreThanTheNearPairsWhenNothingMoves) {
  Scene s = random_scene(3);
  s.pose_b.translation = s.pose_a.translation;
  s.velocity = Vec3::Zero();
  const EnterTimes times = all_pairs(s, infinity);
  std::size_t near = 0;
  tree::for_each_near_pair(s.a, s.pose_a, s.b, s.pose_b, 0, [&](std::uint32_t i, std::uint32_t j) {
    ++near;
    EXPECT_TRUE(times.contains({i, j}));
    return true;
  });
  EXPECT_GT(near, times.size() * 9 / 10);
  EXPECT_LE(near, times.size());
  EXPECT_GT(near, 0U);
  for (const auto& [pair, enter] : times) EXPECT_EQ(enter, 0);
}

}  // namespace
}  // namespace graze
