/// Many questions at once, questions with a memory, and how much a question allocates.

#include <atomic>

#include <gtest/gtest.h>
#include <oracle/counted_heap.h>
#include <oracle/effort.h>
#include <oracle/random.h>
#include <oracle/solid.h>

#include <graze/answers.h>
#include <graze/batch.h>
#include <graze/contains.h>
#include <graze/distance.h>
#include <graze/generate.h>
#include <graze/intersection.h>
#include <graze/overlap.h>
#include <graze/pairs.h>
#include <graze/status.h>
#include <graze/sweep.h>

#include "questions/any_body.h"

namespace graze {
namespace {

using testing::body;

using testing::allocations;
using testing::Random;

Result<bool> ask_overlap(const Body& a, const Body& b) { return overlap(a, b); }
Result<Closest> ask_distance(const Body& a, const Body& b) { return closest_points(a, b); }
Result<std::optional<Impact>> ask_sweep(const Body& a, const Body& b) { return sweep(a, b, {.t_max = 2}); }

struct Flight {
  Body torus = body(make_torus_mesh(2, 0.75, 24, 12));
  Body ball = body(make_bumpy_sphere_mesh(1, 0.2, 2));
};

TEST(Batch, AnswersInOrderWhateverTheNumberOfThreads) {
  const Flight flight;
  Random random(61);
  std::vector<Pose> poses;
  std::vector<Motion> motions;
  for (int k = 0; k < testing::effort(200); ++k) {
    poses.push_back(random.pose(3));
    motions.push_back({.velocity = random.vector(4)});
  }
  const auto posed = in_poses(flight.torus, flight.ball, poses);
  Body far = flight.ball;
  far.pose.translation = Vec3(3, 3, 3);
  const auto moving = in_motions(flight.torus, far, motions);
  for (const std::size_t threads : {1U, 2U, 7U, 0U}) {
    const auto meet = answer_each(posed, ask_overlap, {threads});
    const auto closest = answer_each(posed, ask_distance, {threads});
    const auto impacts = answer_each(moving, ask_sweep, {threads});
    ASSERT_EQ(meet.size(), poses.size());
    for (std::size_t k = 0; k < poses.size(); ++k) {
      ASSERT_EQ(posed[k].b.pose.translation, poses[k].translation);
      ASSERT_EQ(*meet[k], *ask_overlap(posed[k].a, posed[k].b));
      const Closest one = *ask_distance(posed[k].a, posed[k].b);
      ASSERT_EQ(closest[k]->distance, one.distance);
      ASSERT_EQ(closest[k]->points, one.points);
      ASSERT_EQ(closest[k]->features, one.features);
      const auto impact = ask_sweep(moving[k].a, moving[k].b);
      ASSERT_EQ(impacts[k]->has_value(), impact->has_value());
      if (!*impact) continue;
      ASSERT_EQ((*impacts[k])->first, (*impact)->first);
    }
  }
}

TEST(Batch, FillsTheListsItIsGiven) {
  const Flight flight;
  Random random(66);
  std::vector<Pose> poses;
  for (int k = 0; k < testing::effort(100); ++k) poses.push_back(random.pose(2));
  const auto pairs = in_poses(flight.torus, flight.ball, poses);
  std::vector<std::vector<TrianglePair>> lists;
  std::size_t meeting = 0;
  for (const std::size_t threads : {1U, 7U}) {
    fill_each(pairs, lists,
              [](const Body& a, const Body& b, std::vector<TrianglePair>& list) { EXPECT_TRUE(intersecting_pairs(a, b, list)); },
              {threads});
    ASSERT_EQ(lists.size(), pairs.size());
    for (std::size_t k = 0; k < pairs.size(); ++k) {
      ASSERT_EQ(lists[k], intersection(pairs[k].a, pairs[k].b, {.max_pairs = 1'000'000})->pairs) << k;
      meeting += lists[k].size();
    }
  }
  EXPECT_GT(meeting, 1'000U);
}

TEST(Batch, GivesEveryPairItsOwnErrorAndTakesNone) {
  Flight flight;
  std::vector<BodyPair> pairs{{flight.torus, flight.ball}, {flight.torus, flight.ball}};
  pairs[1].b.pose.rotation = 2 * Mat3::Identity();
  const auto answers = answer_each(pairs, ask_overlap);
  EXPECT_TRUE(answers[0]);
  EXPECT_EQ(answers[1].error().code, ErrorCode::bad_pose);
  EXPECT_TRUE(answer_each({}, ask_overlap).empty());
}

/// For ThreadSanitizer: everything that works on shared geometries, from many threads.
TEST(Batch, AsksEveryQuestionAboutTheSameBodiesFromManyThreads) {
  const Flight flight;
  std::atomic<int> answered = 0;
  for_each_in_parallel(64, {8}, [&](std::size_t k) {
    Body b = flight.ball;
    b.pose.translation = Vec3(0.1 * static_cast<double>(k), 0.5, 0.25);
    b.motion.velocity = Vec3(-1, 0, 0);
    const bool ok = overlap(testing::solid(flight.torus), testing::solid(b)) && closest_points(flight.torus, b) &&
                    intersection(flight.torus, b, {.max_pairs = 10, .curves = k % 16 == 0}) &&
                    sweep(flight.torus, b, {.t_max = 1}) && within(flight.torus, b, 0.5) && pairs_within(flight.torus, b, 0.1) &&
                    self_intersection(b) && status(flight.torus, b) && contains(flight.torus, b);
    answered += ok ? 1 : 0;
  });
  EXPECT_EQ(answered, 64);
}

/// A walk of small steps, as of a simulation.
std::vector<Pose> walk(Random& random, int steps) {
  std::vector<Pose> poses{{Mat3::Identity(), Vec3(3, 0, 0)}};
  for (int k = 1; k < steps; ++k) {
    const Eigen::AngleAxisd turn(0.05, random.unit());
    poses.push_back({turn.toRotationMatrix() * poses.back().rotation, poses.back().translation + 0.1 * random.vector(1)});
  }
  return poses;
}

TEST(WarmStart, ChangesNoAnswer) {
  const Flight flight;
  Random random(62);
  WarmStart for_overlap, for_distance, for_sweep;
  int meeting = 0;
  for (const Pose& pose : walk(random, testing::effort(150))) {
    Body b{flight.ball.geometry, pose, {.velocity = Vec3(-2, 0.5, 0.25)}};
    EXPECT_EQ(*overlap(flight.torus, b, for_overlap), *overlap(flight.torus, b));
    const Closest cold = *closest_points(flight.torus, b), warm = *closest_points(flight.torus, b, for_distance);
    EXPECT_EQ(warm.distance, cold.distance);
    EXPECT_EQ(warm.points, cold.points);
    EXPECT_EQ(warm.features, cold.features);
    meeting += cold.distance == 0 ? 1 : 0;
    const auto cold_impact = *sweep(flight.torus, b), warm_impact = *sweep(flight.torus, b, for_sweep);
    ASSERT_EQ(warm_impact.has_value(), cold_impact.has_value());
    if (!cold_impact) continue;
    EXPECT_EQ(warm_impact->first, cold_impact->first);
    EXPECT_EQ(warm_impact->set, cold_impact->set);
    EXPECT_EQ(warm_impact->features, cold_impact->features);
  }
  EXPECT_GT(meeting, 0);
  EXPECT_TRUE(for_overlap.pair && for_distance.pair && for_sweep.pair);
}

TEST(WarmStart, ChangesNoDistanceWhereManyPairsAreEquallyNear) {
  const TriangleMesh box = make_box_mesh(Vec3(1, 1, 1));
  Random random(63);
  for (int k = 0; k < testing::effort(60); ++k) {
    const Pose pose = random.pose(1);  // turned together, faces stay parallel but for rounding
    const Body a = body(box, pose), b = body(box, {pose.rotation, pose.translation + pose.rotation * Vec3(2.5, 0.25, 0.125)});
    const Closest cold = *closest_points(a, b);
    for (std::uint32_t i = 0; i < 12; ++i) {
      for (std::uint32_t j = 0; j < 12; ++j) {
        WarmStart memory{TrianglePair{i, j}};
        const Closest warm = *closest_points(a, b, memory);
        ASSERT_EQ(warm.distance, cold.distance) << k << ": " << i << " " << j;
        ASSERT_EQ(warm.features, cold.features) << k << ": " << i << " " << j;
      }
    }
  }
}

TEST(WarmStart, ForgivesAMemoryOfOtherBodies) {
  const Flight flight;
  Body b = flight.ball;
  b.pose.translation = Vec3(6, 0, 0);
  b.motion.velocity = Vec3(-1, 0, 0);
  WarmStart wrong{TrianglePair{4000000000U, 7}};
  EXPECT_FALSE(*overlap(flight.torus, b, wrong));
  EXPECT_EQ(closest_points(flight.torus, b, wrong)->distance, closest_points(flight.torus, b)->distance);
  wrong.pair = {3, 4000000000U};
  EXPECT_EQ((*sweep(flight.torus, b, wrong))->first, (*sweep(flight.torus, b))->first);
  const Body ball{*Geometry::make(Shape{Sphere{Vec3::Zero(), 1}}), {}, {}};
  EXPECT_TRUE(overlap(ball, b, wrong));
  EXPECT_TRUE(closest_points(ball, b, wrong));
  EXPECT_TRUE(sweep(ball, b, wrong));
}

/// The most one question allocated in a second round; the first lets the scratch of this thread grow.
template <class Question>
std::size_t allocations_of(const std::vector<BodyPair>& pairs, const Question& question) {
  std::size_t most = 0;
  for (const int round : {0, 1}) {
    for (const BodyPair& pair : pairs) {
      const std::size_t before = allocations;
      question(pair.a, pair.b);
      if (round == 1) most = std::max(most, allocations - before);
    }
  }
  return most;
}

/// Apart, near, crossing and touching: the cubes have faces, edges and corners in common.
std::vector<BodyPair> pairs_for_counting() {
  const Flight flight;
  Random random(64);
  std::vector<BodyPair> pairs;
  for (int k = 0; k < testing::effort(150); ++k) pairs.push_back({flight.torus, {flight.ball.geometry, random.pose(3), {}}});
  const Body cube = body(make_box_mesh(Vec3(0.5, 0.5, 0.5)));
  for (const double gap : {0.0, 1e-12, 1e-6, 0.1, 1.0}) {
    for (const Vec3& way : {Vec3(1, 0, 0), Vec3(1, 1, 0), Vec3(1, 1, 1), Vec3(1, 0.5, 0.25)}) {
      pairs.push_back({cube, {cube.geometry, {Mat3::Identity(), (1 + gap) * way}, {}}});
      pairs.push_back({cube, {cube.geometry, {random.pose(0).rotation, (1 + gap) * way}, {}}});
    }
  }
  return pairs;
}

TEST(Allocations, AreNoneForOverlapAndDistanceOfMeshesOnceScratchHasGrown) {
  const std::vector<BodyPair> pairs = pairs_for_counting();
  EXPECT_EQ(allocations_of(pairs, [](const Body& a, const Body& b) { return *overlap(a, b); }), 0U);
  EXPECT_EQ(allocations_of(pairs, [](const Body& a, const Body& b) { return *within(a, b, 0.25); }), 0U);
  EXPECT_EQ(allocations_of(pairs, [](const Body& a, const Body& b) { return closest_points(a, b)->distance; }), 0U);
  const std::size_t before = allocations;
  EXPECT_NE(std::vector<int>(3).data(), nullptr);
  EXPECT_GT(allocations, before);  // the counter counts
}

TEST(Allocations, AreNoneForIntersectingPairsOnceTheListHasGrown) {
  const std::vector<BodyPair> pairs = pairs_for_counting();
  std::vector<TrianglePair> list;
  std::size_t found = 0;
  const auto ask = [&](const Body& a, const Body& b) { return found += *intersecting_pairs(a, b, list); };
  EXPECT_EQ(allocations_of(pairs, ask), 0U);
  EXPECT_GT(found, 1'000U);
}

/// Towards each other, more or less; some along an axis, so that cubes meet by faces and edges.
std::vector<BodyPair> flights_for_counting(double turn) {
  std::vector<BodyPair> pairs = pairs_for_counting();
  Random random(65);
  for (std::size_t k = 0; k < pairs.size(); ++k) {
    Body& b = pairs[k].b;
    b.motion.velocity = -b.pose.translation + (k % 2 == 0 ? random.vector(0.5) : Vec3::Zero());
    b.motion.angular_velocity = random.vector(turn);
  }
  return pairs;
}

TEST(Allocations, AreNoneForMovingMeshesOnceScratchHasGrown) {
  const std::vector<BodyPair> pairs = flights_for_counting(0);
  int hits = 0, initial = 0, wide = 0;
  for (const BodyPair& pair : pairs) {
    const auto impact = *sweep(pair.a, pair.b, {.t_max = 1});
    hits += impact ? 1 : 0;
    initial += impact && impact->initial ? 1 : 0;
    wide += impact && impact->set.points.size() > 1 ? 1 : 0;
  }
  EXPECT_GT(hits - initial, 20);
  EXPECT_GT(initial, 5);
  EXPECT_GT(wide, 5);
  EXPECT_EQ(allocations_of(pairs, [](const Body& a, const Body& b) { return sweep(a, b, {.t_max = 1}).has_value(); }), 0U);
  const std::vector<BodyPair> cubes(pairs.end() - 40, pairs.end());  // few triangles: all that meet are visited
  const auto both_ends = [](const Body& a, const Body& b) { return sweep(a, b, {.t_max = 1, .want_last = true}).has_value(); };
  EXPECT_EQ(allocations_of(cubes, both_ends), 0U);
}

TEST(Allocations, AreNoneForTurningMeshesOnceScratchHasGrown) {
  const auto turning = [](const Body& a, const Body& b) { return sweep_turning(a, b, {.t_max = 1, .tolerance = 1e-6})->t_lo; };
  EXPECT_EQ(allocations_of(flights_for_counting(2), turning), 0U);
}

}  // namespace
}  // namespace graze
