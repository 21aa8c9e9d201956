/// Rays, boxes and nearest bodies, against every box one by one; times of entry against exact fractions.

#include <gmpxx.h>
#include <gtest/gtest.h>

#include "box_scenes.h"
#include "broad/broad_phase.h"

namespace graze::broad::testing {
namespace {

struct Visit {
  std::uint32_t body;
  double at;
};

std::vector<Visit> along(const BroadPhase& broad, const Vec3& origin, const Vec3& direction, double t_max) {
  std::vector<Visit> visits;
  broad.along_ray(origin, direction, t_max, [&](std::uint32_t body, double t) {
    visits.push_back({body, t});
    return t_max;
  });
  return visits;
}

/// The time of entry of a ray into a bounded box of doubles, exactly; less than zero: never within t_max.
mpq_class exact_entry(const Aabb& box, const Vec3& origin, const Vec3& direction, double t_max) {
  mpq_class enter = 0, leave = t_max;
  for (int k = 0; k < 3; ++k) {
    const mpq_class lo(box.min[k]), hi(box.max[k]), o(origin[k]), d(direction[k]);
    if (d == 0) {
      if (o < lo || o > hi) return -1;
      continue;
    }
    mpq_class first = (lo - o) / d, last = (hi - o) / d;
    if (first > last) std::swap(first, last);
    if (first > enter) enter = first;
    if (last < leave) leave = last;
  }
  return enter <= leave ? enter : mpq_class(-1);
}

TEST(BroadPhaseLines, NeverEnterABoxLaterThanExactArithmeticSays) {
  Random random(1);
  for (int round = 0; round < 300; ++round) {
    // Boxes that are floats already are not made larger: then only the margin of the time itself keeps it early.
    const bool are_floats = round % 2 == 0;
    const double scale = std::pow(2, random.in(are_floats ? -100 : -500, 100));
    Boxes boxes;
    for (int i = 0; i < 40; ++i) boxes.push_back(around(scale * random.point(-10, 10), scale * random.point(0, 3)));
    if (are_floats) std::ranges::transform(boxes, boxes.begin(), rounded);
    BroadPhase broad;
    broad.assign(boxes);
    broad.refresh();
    const Vec3 origin = round % 3 == 0 ? boxes[random.below(boxes.size())].min : Vec3(scale * random.point(-12, 12));
    Vec3 direction = (boxes[random.below(boxes.size())].max - origin) * std::pow(2, random.in(-300, 300));
    if (round % 4 == 0) direction[random.below(3)] = 0;
    const auto visits = along(broad, origin, direction, 1e300);
    std::vector<double> at(boxes.size(), -1);
    for (const Visit& visit : visits) at[visit.body] = visit.at;
    for (std::size_t i = 0; i < boxes.size(); ++i) {
      const mpq_class entry = exact_entry(boxes[i], origin, direction, 1e300);
      if (entry < 0) continue;
      ASSERT_GE(at[i], 0) << "missed " << i << " in round " << round;
      EXPECT_LE(mpq_class(at[i]), entry) << "round " << round;
    }
  }
}

TEST(BroadPhaseLines, VisitInTheOrderOfEntryAndOfIndices) {
  Random random(2);
  for (const SceneKind& kind : scene_kinds) {
    BroadPhase broad;
    broad.assign(kind.make(500, random));
    broad.refresh();
    for (int i = 0; i < 50; ++i) {
      const auto visits = along(broad, random.point(-10, 10), random.point(-1, 1), infinite);
      for (std::size_t k = 1; k < visits.size(); ++k) {
        EXPECT_TRUE(visits[k - 1].at < visits[k].at || (visits[k - 1].at == visits[k].at && visits[k - 1].body < visits[k].body))
            << kind.name;
      }
    }
  }
}

TEST(BroadPhaseLines, StopWhereTheVisitorSaysSo) {
  Boxes boxes;
  for (int i = 0; i < 100; ++i) boxes.push_back({Vec3(i, -1, -1), Vec3(i + 0.5, 1, 1)});
  BroadPhase broad;
  broad.assign(boxes);
  broad.refresh();
  std::vector<std::uint32_t> visited;
  broad.along_ray({-10, 0, 0}, {1, 0, 0}, 1000, [&](std::uint32_t body, double t) {
    visited.push_back(body);
    return body == 5 ? t + 2.5 : 1000;
  });
  EXPECT_EQ(visited, (std::vector<std::uint32_t>{0, 1, 2, 3, 4, 5, 6, 7}));
  visited.clear();
  broad.along_ray({200, 0, 0}, {-2, 0, 0}, 51, [&](std::uint32_t body, double) {
    visited.push_back(body);
    return 51.0;
  });
  EXPECT_EQ(visited, (std::vector<std::uint32_t>{99, 98}));
}

TEST(BroadPhaseLines, FindBoxesWithoutEndAndNothingInEmptyOnes) {
  BroadPhase broad;
  broad.assign(
      Boxes{{{5, -infinite, -infinite}, {infinite, infinite, infinite}}, empty_box(), {{1e300, -1, -1}, {infinite, 1, 1}}});
  broad.refresh();
  const auto visits = along(broad, {0, 0, 0}, {1, 0, 0}, infinite);
  ASSERT_EQ(visits.size(), 2U);
  EXPECT_EQ(visits[0].body, 0U);
  EXPECT_NEAR(visits[0].at, 5, 1e-12);
  EXPECT_LE(visits[1].at, 1e300);
  EXPECT_TRUE(along(broad, {0, 0, 0}, {-1, 0, 0}, infinite).empty());
  EXPECT_EQ(along(broad, {7, 3, 0}, {0, 0, 0}, 1).size(), 1U) << "a ray without direction is a point";
}

TEST(BroadPhaseLines, BoxesFindAllThatMeetThem) {
  Random random(3);
  for (const SceneKind& kind : scene_kinds) {
    const Boxes boxes = kind.make(700, random);
    BroadPhase broad;
    broad.assign(boxes);
    broad.refresh();
    Boxes asked = uniform(20, random);
    const Boxes strange = odd(20, random);
    asked.insert(asked.end(), strange.begin(), strange.end());
    for (const Aabb& box : asked) {
      std::vector<std::uint32_t> expected, found;
      for (std::uint32_t i = 0; i < boxes.size(); ++i) {
        if (meet(rounded(box), rounded(boxes[i]))) expected.push_back(i);
      }
      broad.in_box(box, found);
      EXPECT_EQ(found, expected) << kind.name;
    }
  }
}

TEST(BroadPhaseLines, NearestAreVisitedInOrderWithBoundsFromBelow) {
  Random random(4);
  for (const SceneKind& kind : scene_kinds) {
    const Boxes boxes = kind.make(400, random);
    BroadPhase broad;
    broad.assign(boxes);
    broad.refresh();
    const Aabb asked = around(random.point(-20, 20), random.point(0, 1));
    std::vector<double> at(boxes.size(), -1);
    double last = 0;
    broad.nearest(asked, infinite, [&](std::uint32_t body, double distance) {
      EXPECT_GE(distance, last);
      last = at[body] = distance;
      return infinite;
    });
    for (std::size_t i = 0; i < boxes.size(); ++i) {
      if (is_empty_box(boxes[i])) {
        EXPECT_EQ(at[i], -1);
        continue;
      }
      const Vec3 gap = (boxes[i].min - asked.max).cwiseMax(asked.min - boxes[i].max).cwiseMax(0.0);
      const double distance = gap.stableNorm();
      EXPECT_GE(at[i], 0);
      EXPECT_LE(at[i], distance) << kind.name;
      // Boxes were rounded to floats, and those beyond them begin where floats end.
      const bool is_ordinary = boxes[i].min.cwiseAbs().maxCoeff() < 1e30 && boxes[i].max.cwiseAbs().maxCoeff() < 1e30;
      EXPECT_TRUE(!is_ordinary || at[i] >= distance * (1 - 1e-5) - 1e-4) << at[i] << " " << distance;
    }
  }
}

TEST(BroadPhaseLines, NearestStopsAtTheDistanceThatTheVisitorHasFound) {
  Random random(5);
  const Boxes boxes = uniform(5000, random);
  BroadPhase broad;
  broad.assign(boxes);
  broad.refresh();
  std::size_t visits = 0;
  broad.nearest(around({8, 8, 8}, {0, 0, 0}), infinite, [&](std::uint32_t, double distance) {
    ++visits;
    return visits < 3 ? infinite : distance - 1;
  });
  EXPECT_EQ(visits, 3U);
}

TEST(BroadPhaseLines, AskNothingOfAnEmptyScene) {
  BroadPhase broad;
  broad.refresh();
  std::vector<std::uint32_t> found{1};
  broad.in_box({Vec3::Zero(), Vec3::Ones()}, found);
  EXPECT_TRUE(found.empty());
  EXPECT_TRUE(along(broad, Vec3::Zero(), Vec3::UnitX(), 1).empty());
}

}  // namespace
}  // namespace graze::broad::testing
