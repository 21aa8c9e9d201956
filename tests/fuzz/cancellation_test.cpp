/// Questions about scenes that are called off: an error that says so, from each of them, and the next answer is whole.

#include <algorithm>
#include <functional>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <graze/scene_motion.h>
#include <graze/scene_probe.h>
#include <graze/scene_questions.h>

#include "fuzz/mixed_scene.h"

namespace graze::fuzz {
namespace {

/// A question, by name; whether it was answered, and the error when not.
struct AnyQuestion {
  std::string name;
  std::function<Result<void>(const SceneOptions&)> ask;
};

template <class Found>
Result<void> without_answer(const Result<Found>& found) {
  if (!found) return tl::make_unexpected(found.error());
  return {};
}

std::vector<AnyQuestion> questions_about(const Scene& scene, const SceneBody& probe) {
  const auto question = [](std::string name, auto ask) {
    return AnyQuestion{std::move(name), [ask](const SceneOptions& options) { return without_answer(ask(options)); }};
  };
  const auto go_on = [](const ScenePair&) { return true; };
  return {
      question("overlapping_pairs", [&](const SceneOptions& o) { return overlapping_pairs(scene, o); }),
      question("visit_overlaps", [&, go_on](const SceneOptions& o) { return visit_overlaps(scene, go_on, o); }),
      question("statuses", [&](const SceneOptions& o) { return statuses(scene, {.clearance = 1}, o); }),
      question("closest_pairs", [&](const SceneOptions& o) { return closest_pairs(scene, 40, o); }),
      question("contacts", [&](const SceneOptions& o) { return contacts(scene, {}, o); }),
      question("first_contact", [&](const SceneOptions& o) { return first_contact(scene, {.t_max = 4}, o); }),
      question("first_contacts", [&](const SceneOptions& o) { return first_contacts(scene, {.t_max = 4}, o); }),
      question("closest_approach", [&](const SceneOptions& o) { return closest_approach(scene, {.t_max = 1}, o); }),
      question("timeline", [&](const SceneOptions& o) { return timeline(scene, {.t_max = 1, .resolution = 0.1}, o); }),
      question("overlapping_bodies", [&](const SceneOptions& o) { return overlapping_bodies(scene, probe, o); }),
      question("statuses of a probe", [&](const SceneOptions& o) { return statuses(scene, probe, {.clearance = 1}, o); }),
      question("first_contacts of a probe", [&](const SceneOptions& o) { return first_contacts(scene, probe, {.t_max = 4}, o); }),
  };
}

/// At every call in turn, by one thread and by two. How many calls there are depends on the clock: a question that came to its end
/// before the one that says no has its answer.
TEST(Cancellation, IsAnErrorOfEveryQuestionAboutAScene) {
  const Scene scene = mixed_scene();
  SceneBody probe;
  probe.parts = {{arms::ball(3)}};
  for (const AnyQuestion& question : questions_about(scene, probe)) {
    for (const std::size_t threads : {1U, 2U}) {
      SceneOptions options{.threads = threads};
      std::vector<double> shares;
      options.progress = [&](double share) { return shares.push_back(share), true; };
      ASSERT_TRUE(question.ask(options)) << question.name;
      ASSERT_FALSE(shares.empty()) << question.name;
      EXPECT_TRUE(std::is_sorted(shares.begin(), shares.end())) << question.name;
      EXPECT_GE(shares.front(), 0) << question.name;
      EXPECT_LE(shares.back(), 1) << question.name;
      std::size_t ended = 0;
      for (std::size_t last = 0; last < shares.size(); ++last) {
        std::size_t calls = 0;
        options.progress = [&](double) { return calls++ < last; };
        const auto called_off = question.ask(options);
        if (calls <= last) {
          EXPECT_TRUE(called_off) << question.name << ", call " << last;
          continue;
        }
        ASSERT_FALSE(called_off) << question.name << ", call " << last;
        EXPECT_EQ(called_off.error().code, ErrorCode::limit) << question.name;
        EXPECT_EQ(calls, last + 1) << question.name;
        ++ended;
      }
      EXPECT_GT(ended, 0U) << question.name;
    }
  }
}

}  // namespace
}  // namespace graze::fuzz
