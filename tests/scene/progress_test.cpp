/// Questions about scenes that are called off, and those that fail.

#include <algorithm>
#include <string>

#include <gtest/gtest.h>

#include <graze/scene_motion.h>
#include <graze/scene_probe.h>

namespace graze {
namespace {

SceneBody of_shape(const Shape& shape, const Vec3& center, const Motion& motion = {}, const std::string& name = {}) {
  SceneBody body;
  body.parts.push_back({*Geometry::make(shape), {}, false, {}});
  body.pose.translation = center;
  body.motion = motion;
  body.name = name;
  return body;
}

/// A cylinder that spins beside a ball, so near that each step of the search is short and hardly any time passes.
Scene endless_search() {
  Scene scene;
  EXPECT_TRUE(scene.add(of_shape({Sphere{Vec3::Zero(), 1}}, Vec3(2 + 1e-6, 0, 0))));
  EXPECT_TRUE(
      scene.add(of_shape({Cylinder{{Vec3(0, 0, -1), Vec3(0, 0, 1)}, 1}}, Vec3::Zero(), {Vec3::Zero(), Vec3(0, 0, 10), {}})));
  return scene;
}

TEST(SceneProgress, CallsOffAPairInTheMiddleOfIt) {
  const Scene scene = endless_search();
  const SceneTimeOptions long_time{.t_max = 1e9, .tolerance = 1e-9, .max_evaluations = 1U << 22};
  for (const std::size_t threads : {1U, 2U}) {
    double told = -1;
    const SceneOptions options{.threads = threads, .progress = [&](double share) {
                                 told = share;
                                 return false;
                               }};
    const auto first = first_contacts(scene, long_time, options);
    ASSERT_FALSE(first);
    EXPECT_EQ(first.error().code, ErrorCode::limit);
    EXPECT_EQ(first.error().message, "progress: called off");
    EXPECT_EQ(told, 0) << "not before the only pair was done";
    told = -1;
    EXPECT_FALSE(first_contact(scene, long_time, options));
    EXPECT_EQ(told, 0);
    told = -1;
    EXPECT_FALSE(timeline(scene, {.t_max = 1e4, .tolerance = 1e-9, .max_evaluations = 1U << 22}, options));
    EXPECT_EQ(told, 0);
  }
}

TEST(SceneProgress, IsToldOftenAndGrows) {
  Scene scene;
  for (int i = 0; i < 40; ++i) ASSERT_TRUE(scene.add(of_shape({Sphere{Vec3::Zero(), 1}}, Vec3(0.01 * i, 0, 0))));
  std::vector<double> told;
  const SceneOptions options{.progress = [&](double share) {
    told.push_back(share);
    return true;
  }};
  const auto ask = [&](const auto& question) {
    told.clear();
    ASSERT_TRUE(question());
    EXPECT_GE(told.size(), 4U);  // of 780 pairs
    EXPECT_TRUE(std::ranges::is_sorted(told));
    EXPECT_EQ(told.back(), 1);
  };
  ask([&] { return statuses(scene, {}, options).has_value(); });
  ask([&] { return contacts(scene, {}, options).has_value(); });
  ask([&] { return first_contacts(scene, {.t_max = 1}, options).has_value(); });
  ask([&] { return timeline(scene, {.t_max = 1}, options).has_value(); });
  ask([&] { return overlapping_pairs(scene, options).has_value(); });
}

/// Rings that glide along a wall for ever, where the sweep needs an end: four pairs that fail.
TEST(SceneErrors, NameTheSamePairInWhateverOrderBodiesWereAdded) {
  std::vector<SceneBody> bodies;
  for (const char* name : {"north", "east", "south"}) {
    const double height = 0.5 + 0.25 * static_cast<double>(bodies.size());
    bodies.push_back(of_shape({Torus{Vec3::Zero(), Vec3::UnitX(), 1, 0.25}},
                              Vec3(9.0 * static_cast<double>(bodies.size()), 0, height + 4), {Vec3(0, 1, 0), Vec3::Zero(), {}},
                              name));
  }
  bodies.push_back(of_shape({Plane{Vec3::UnitZ(), 3.5}}, Vec3::Zero(), {}, "wall"));
  std::string first_message;
  std::array<std::size_t, 4> order{0, 1, 2, 3};
  do {
    for (const std::size_t threads : {1U, 2U}) {
      for (const bool is_told : {false, true}) {
        Scene scene;
        for (const std::size_t i : order) ASSERT_TRUE(scene.add(bodies[i]));
        SceneOptions options{.threads = threads};
        if (is_told) options.progress = [](double) { return true; };
        const auto all = first_contacts(scene, {}, options);
        const auto first = first_contact(scene, {}, options);
        ASSERT_FALSE(all);
        ASSERT_FALSE(first);
        for (const std::string& message : {all.error().message, first.error().message}) {
          std::string names;
          for (const char* name : {"north", "east", "south", "wall"}) {
            if (message.find(name) != std::string::npos) names += std::string(name) + ' ';
          }
          if (first_message.empty()) first_message = names;
          EXPECT_EQ(names, first_message) << message;
        }
      }
    }
  } while (std::ranges::next_permutation(order).found);
  EXPECT_NE(first_message.find("wall"), std::string::npos);
}

}  // namespace
}  // namespace graze
