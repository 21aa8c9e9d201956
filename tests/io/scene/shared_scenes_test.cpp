/// Animated scenes and scenes of many bodies from elsewhere, where they are: every pair, every contact time against its truth.

#include <algorithm>
#include <fstream>
#include <map>
#include <set>

#include <gtest/gtest.h>
#include <oracle/folders.h>
#include <nlohmann/json.hpp>

#include <graze/scene_file.h>
#include <graze/scene_motion.h>
#include <graze/scene_questions.h>

#include "io/mesh/temp.h"

namespace graze {
namespace {

using nlohmann::json;
using Pair = std::pair<std::string, std::string>;

json load_json(const std::filesystem::path& path) {
  std::ifstream file(path);
  return json::parse(file, nullptr, false);
}

Pair in_order(std::string a, std::string b) { return a < b ? Pair(std::move(a), std::move(b)) : Pair(std::move(b), std::move(a)); }

Pair names_in(const Scene& scene, const ScenePair& pair) {
  return in_order((*scene.body(pair.a))->name, (*scene.body(pair.b))->name);
}

void judge_pair(const json& pair, const std::map<Pair, const PairContact*>& contacts, double t_max) {
  const Pair names = in_order(pair["a"].get<std::string>(), pair["b"].get<std::string>());
  SCOPED_TRACE(names.first + " " + names.second);
  const auto contact = contacts.find(names);
  if (pair["status"] == "clear") {
    EXPECT_TRUE(contact == contacts.end());
    return;
  }
  ASSERT_TRUE(contact != contacts.end());
  EXPECT_EQ(contact->second->status, TurningStatus::contact);
  EXPECT_EQ(contact->second->initial, pair["initial"].get<bool>());
  const double t_first = pair["t_first"].get<double>();
  EXPECT_LE(contact->second->t_lo, t_first + std::max(pair["tol"].get<double>(), 1e-9));
  EXPECT_GE(contact->second->t_lo, t_first - 1e-6 * t_max);
}

void judge_clip(const std::filesystem::path& file, const json& clip) {
  SCOPED_TRACE(file.string() + " animation " + clip["animation"].dump());
  const auto number = clip["animation"].get<std::size_t>();
  const auto scene_file = read_scene(file, {.animation = number, .solids = Solids::none});
  if (clip.contains("scale_animated")) {
    ASSERT_FALSE(scene_file);
    const std::string wanted = "\"" + clip["scale_animated"][0].get<std::string>() + "\": its scale is animated";
    EXPECT_NE(scene_file.error().message.find(wanted), std::string::npos) << scene_file.error().message;
    return;
  }
  ASSERT_TRUE(scene_file) << scene_file.error().message;
  const auto scene = make_scene(*scene_file);
  ASSERT_TRUE(scene) << scene.error().message;
  const double t_max = clip["t_range"][1].get<double>();
  EXPECT_NEAR(scene_file->end, t_max, 1e-12);
  const auto found = first_contacts(*scene, {.t_max = t_max});
  ASSERT_TRUE(found) << found.error().message;
  std::map<Pair, const PairContact*> contacts;
  for (const PairContact& contact : found->pairs) contacts[names_in(*scene, contact.pair)] = &contact;
  for (const json& pair : clip["pairs"]) judge_pair(pair, contacts, t_max);
}

TEST(SharedScenes, AnimatedNodesMeetWhenTheirTruthSays) {
  const auto folder = testing::shared_folder() / "scenes";
  if (!std::filesystem::exists(folder)) GTEST_SKIP() << "no scenes at " << folder;
  for (const char* name : {"slide", "door", "spline", "arm", "scaled", "BoxAnimated", "CesiumMilkTruck", "InterpolationTest"}) {
    const json truth = load_json(folder / (std::string(name) + ".truth.json"));
    for (const json& clip : truth["animations"]) judge_clip(folder / truth["file"].get<std::string>(), clip);
  }
}

TEST(SharedScenes, NodesThatAreNotRigidAreRefusedByName) {
  const auto folder = testing::shared_folder() / "scenes" / "not_rigid";
  if (!std::filesystem::exists(folder)) GTEST_SKIP() << "no scenes at " << folder;
  for (const auto& file : std::filesystem::directory_iterator(folder)) {
    const auto scene = read_scene(file.path(), {.animation = 0});
    ASSERT_FALSE(scene) << file.path();
    EXPECT_NE(scene.error().message.find("nodes["), std::string::npos) << scene.error().message;
  }
}

TEST(SharedScenes, ManyBodiesAreReadWithTheirGroupsAndExcludedPairs) {
  const auto folder = testing::shared_folder() / "scenes" / "many";
  if (!std::filesystem::exists(folder)) GTEST_SKIP() << "no scenes at " << folder;
  const auto file = read_scene(folder / "overlap300.json", {.solids = Solids::all});
  ASSERT_TRUE(file) << file.error().message;
  ASSERT_EQ(file->bodies.size(), 300U);
  const auto scene = make_scene(*file);
  ASSERT_TRUE(scene) << scene.error().message;
  const auto pairs = overlapping_pairs(*scene);
  ASSERT_TRUE(pairs) << pairs.error().message;
  std::set<Pair> found;
  for (const ScenePair& pair : *pairs) found.insert(names_in(*scene, pair));
  std::set<Pair> expected;
  const json truth = load_json(folder / "overlap300.truth.json");
  for (const json& pair : truth["filtered"]) expected.insert(in_order(pair[0].get<std::string>(), pair[1].get<std::string>()));
  EXPECT_EQ(found, expected);
}

std::size_t count_in(const std::filesystem::path& path) {
  const auto scene = read_scene(path);
  EXPECT_TRUE(scene) << scene.error().message;
  return scene ? scene->bodies.size() : 0;
}

TEST(SharedScenes, AssembliesAndWorldsAreRead) {
  const auto shared = testing::shared_folder();
  if (!std::filesystem::exists(shared / "scenes")) GTEST_SKIP() << "no scenes at " << shared;
  EXPECT_EQ(count_in(shared / "scenes/assemblies/blocks.glb"), 80U);
  EXPECT_EQ(count_in(shared / "scenes/assemblies/2CylinderEngine.glb"), 67U);
  EXPECT_EQ(count_in(shared / "scenes/assemblies/ReciprocatingSaw.glb"), 113U);
  EXPECT_EQ(count_in(shared / "meshes/scenes/kitchen"), 170U);
  for (const char* robot : {"ur5e", "panda", "go2", "robotiq_2f_85", "quirks"}) {
    for (const auto& file : std::filesystem::directory_iterator(shared / "robots" / robot)) {
      if (file.path().string().ends_with(".world.json")) {
        EXPECT_GT(count_in(file.path()), 0U);
      }
    }
  }
}

}  // namespace
}  // namespace graze
