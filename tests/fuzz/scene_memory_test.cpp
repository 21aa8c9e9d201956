/// Scenes and robots when memory ends at any allocation: std::bad_alloc leaves the call, what was asked to change is as it was, and
/// the next answer is right.

#include <algorithm>
#include <functional>
#include <map>
#include <set>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <graze/robot.h>
#include <graze/scene.h>
#include <graze/scene_motion.h>
#include <graze/scene_probe.h>
#include <graze/scene_questions.h>
#include <oracle/effort.h>
#include <robot/arms.h>

#include "fuzz/failing_memory.h"
#include "fuzz/mixed_scene.h"

namespace graze::fuzz {
namespace {

/// Unit balls whose centres have whole coordinates: which of them meet is counted in integers.
class BallScene {
 public:
  explicit BallScene(unsigned seed) : state_(seed) {}

  std::uint32_t below(std::uint32_t n) {
    state_ = state_ * 6364136223846793005U + 1442695040888963407U;
    return static_cast<std::uint32_t>(state_ >> 33U) % n;
  }

  /// One change, whose k-th allocation fails. Afterwards the model says what has to be there.
  void change(long k) {
    switch (balls_.size() < 20 ? 0 : below(6)) {
      case 0: return add(k);
      case 1: return remove(k);
      case 2: return move(k);
      case 3: return regroup(k);
      case 4: return exclude(k, true);
      default: return exclude(k, false);
    }
  }

  /// Pairs are asked for while the k-th allocation fails.
  void ask(long k) const {
    (void)outcome_of([&] { return overlapping_pairs(scene_); }, k);
    (void)outcome_of([&] { return first_contact(scene_); }, k);
  }

  void expect_right_answers() const {
    ASSERT_EQ(scene_.size(), balls_.size());
    std::vector<BodyId> ids;
    for (const auto& [id, ball] : balls_) ids.push_back(id);
    ASSERT_EQ(scene_.ids(), ids);
    const auto pairs = overlapping_pairs(scene_);
    ASSERT_TRUE(pairs);
    ASSERT_EQ(*pairs, meeting());
  }

 private:
  struct Ball {
    int center[3];
    std::uint64_t group;
  };

  Ball random_ball() {
    Ball ball{};
    for (int& x : ball.center) x = static_cast<int>(below(12));
    ball.group = 1 + below(3);
    return ball;
  }

  static Vec3 center_of(const Ball& ball) { return {1.0 * ball.center[0], 1.0 * ball.center[1], 1.0 * ball.center[2]}; }

  BodyId any() { return std::next(balls_.begin(), below(static_cast<std::uint32_t>(balls_.size())))->first; }

  void add(long k) {
    static const Geometry unit = *Geometry::make(Shape{Sphere{Vec3::Zero(), 1}});
    const Ball ball = random_ball();
    SceneBody body;
    body.parts = {{unit}};
    body.pose.translation = center_of(ball);
    body.group = body.mask = ball.group;
    Result<BodyId> id = BodyId{};
    const auto call = [&] { return id = scene_.add(body); };
    if (outcome_of(call, k) == Outcome::answered) balls_[*id] = ball;
  }

  void remove(long k) {
    const BodyId id = any();
    if (outcome_of([&] { return scene_.remove(id); }, k) != Outcome::answered) return;
    balls_.erase(id);
    std::erase_if(excluded_, [&](const ScenePair& pair) { return pair.a == id || pair.b == id; });
  }

  void move(long k) {
    const BodyId id = any();
    const Ball ball = random_ball();
    Pose pose;
    pose.translation = center_of(ball);
    if (outcome_of([&] { return scene_.set_pose(id, pose); }, k) == Outcome::answered)
      std::copy(std::begin(ball.center), std::end(ball.center), std::begin(balls_[id].center));
  }

  void regroup(long k) {
    const BodyId id = any();
    const std::uint64_t group = 1 + below(3);
    if (outcome_of([&] { return scene_.set_groups(id, group, group); }, k) == Outcome::answered) balls_[id].group = group;
  }

  void exclude(long k, bool out) {
    const BodyId a = any(), b = any();
    const ScenePair pair{std::min(a, b), std::max(a, b)};
    const auto call = [&] { return out ? scene_.exclude(a, b) : scene_.include(a, b); };
    if (outcome_of(call, k) != Outcome::answered) return;
    out ? (void)excluded_.insert(pair) : (void)excluded_.erase(pair);
  }

  std::vector<ScenePair> meeting() const {
    std::vector<ScenePair> pairs;
    for (auto a = balls_.begin(); a != balls_.end(); ++a) {
      for (auto b = std::next(a); b != balls_.end(); ++b) {
        int squared = 0;
        for (int i = 0; i < 3; ++i) {
          const int d = a->second.center[i] - b->second.center[i];
          squared += d * d;
        }
        if (squared <= 4 && (a->second.group & b->second.group) != 0 && !excluded_.contains({a->first, b->first}))
          pairs.push_back({a->first, b->first});
      }
    }
    return pairs;
  }

  std::uint64_t state_;
  Scene scene_;
  std::map<BodyId, Ball> balls_;
  std::set<ScenePair> excluded_;
};

TEST(OutOfMemoryOf, ChangesOfASceneLeavesItAsItWas) {
  for (unsigned seed = 0; seed < static_cast<unsigned>(testing::effort(40)); ++seed) {
    BallScene balls(seed);
    for (int step = 0; step < 200; ++step) {
      const int changes = static_cast<int>(1 + balls.below(3));
      for (int i = 0; i < changes; ++i) balls.change(static_cast<long>(balls.below(6)) - 1);
      if (balls.below(2) == 0) balls.ask(balls.below(40));
      balls.expect_right_answers();
      if (::testing::Test::HasFatalFailure()) FAIL() << "seed " << seed << ", step " << step;
    }
  }
}

/// Asked again when all is over, the answer is the first one.
template <class Call, class Same>
void expect_same_after_every_failure(const std::string& what, const Call& call, const Same& same) {
  const auto first = call();
  ASSERT_TRUE(first) << what;
  for (long k = 0;; k += 1 + k / 10) {
    const Outcome outcome = outcome_of(call, k);
    ASSERT_TRUE(outcome == Outcome::threw || outcome == Outcome::answered) << what << ", allocation " << k;
    const bool is_last = !was_refused();
    const auto again = call();
    ASSERT_TRUE(again && same(*first, *again)) << what << ", allocation " << k;
    if (is_last) return;
  }
}

template <class Found>
std::vector<ScenePair> pairs_in(const std::vector<Found>& found) {
  std::vector<ScenePair> pairs;
  for (const Found& one : found) pairs.push_back(one.pair);
  return pairs;
}

TEST(OutOfMemoryOf, QuestionsAboutScenesThrowsBadAllocAndTheNextAnswerIsTheSame) {
  const Scene scene = mixed_scene();
  const SceneOptions alone{.threads = 1};
  const auto same_pairs = [](const auto& a, const auto& b) { return pairs_in(a.pairs) == pairs_in(b.pairs); };
  const auto same_list = [](const auto& a, const auto& b) { return pairs_in(a) == pairs_in(b); };
  expect_same_after_every_failure("overlaps", [&] { return overlapping_pairs(scene, alone); }, std::equal_to<>());
  expect_same_after_every_failure("statuses", [&] { return statuses(scene, {.clearance = 0.5}, alone); }, same_pairs);
  expect_same_after_every_failure("nearest", [&] { return closest_pairs(scene, 30, alone); }, same_list);
  expect_same_after_every_failure("contacts", [&] { return contacts(scene, {}, alone); }, same_list);
  expect_same_after_every_failure(
      "first", [&] { return first_contact(scene, {.t_max = 4}, alone); },
      [&](const auto& a, const auto& b) { return a.t_lo == b.t_lo && same_pairs(a, b); });
  expect_same_after_every_failure("each first", [&] { return first_contacts(scene, {.t_max = 4}, alone); }, same_pairs);
  expect_same_after_every_failure(
      "approach", [&] { return closest_approach(scene, {.t_max = 1}, alone); },
      [](const auto& a, const auto& b) { return a->distance == b->distance && a->pair == b->pair; });
  expect_same_after_every_failure("timeline", [&] { return timeline(scene, {.t_max = 1, .resolution = 0.1}, alone); }, same_list);
  expect_same_after_every_failure(
      "ray", [&] { return raycast(scene, Ray{Vec3(-9, 0, 0), Vec3::UnitX()}); },
      [](const auto& a, const auto& b) { return a.size() == b.size(); });
}

TEST(OutOfMemoryOf, RobotsThrowsBadAllocAndTheNextAnswerIsTheSame) {
  arms::Random random(3);
  const RobotModel model = arms::random_robot(random, 5);
  const std::vector<WorldObject> world{{"post", {{arms::box_mesh(0.1, 0.1, 2), arms::at(0.8, 0, 0), {}}}}};
  const auto robot = Robot::make(model);
  ASSERT_TRUE(robot);
  const auto cell = RobotCell::make(*robot, world);
  ASSERT_TRUE(cell);
  const std::vector<double> from = robot->rest(), to(from.size(), 1.0);
  std::vector<std::string> names;
  for (const Driver& driver : robot->drivers()) names.push_back(driver.name);
  const JointTrajectory trajectory{names, {0, 1}, {from, to}, {}};
  expect_same_after_every_failure(
      "cell", [&] { return RobotCell::make(*Robot::make(model), world); },
      [](const RobotCell& a, const RobotCell& b) { return a.pair_count() == b.pair_count(); });
  expect_same_after_every_failure(
      "trajectory", [&] { return cell->first_contact(trajectory, {.all = true, .want_clearance = true}); },
      [](const RobotImpact& a, const RobotImpact& b) {
        return a.status == b.status && a.free_until == b.free_until && a.pairs.size() == b.pairs.size();
      });
  expect_same_after_every_failure(
      "edge", [&] { return cell->check_edge(from, to, {.want_fraction = true}); },
      [](const EdgeAnswer& a, const EdgeAnswer& b) { return a.status == b.status && a.fraction == b.fraction; });
  expect_same_after_every_failure("pose", [&] { return cell->is_free(to); }, std::equal_to<>());
}

}  // namespace
}  // namespace graze::fuzz
