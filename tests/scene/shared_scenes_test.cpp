/// Scenes with right answers that lie beside the project, where they do.

#include <filesystem>
#include <fstream>
#include <map>
#include <set>

#include <gtest/gtest.h>
#include <oracle/folders.h>
#include <nlohmann/json.hpp>

#include <graze/scene_motion.h>
#include <graze/scene_questions.h>

namespace graze {
namespace {

using nlohmann::json;

std::filesystem::path folder_of_scenes() { return testing::shared_folder() / "scenes/many"; }

Vec3 vec_of(const json& v) { return {v[0].get<double>(), v[1].get<double>(), v[2].get<double>()}; }

Shape shape_of(const json& s) {
  if (s["type"] == "sphere") return {Sphere{vec_of(s["c"]), s["r"]}};
  if (s["type"] == "aabb") return {Aabb{vec_of(s["min"]), vec_of(s["max"])}};
  TriangleMesh mesh;
  for (const json& v : s["v"]) mesh.vertices.push_back(vec_of(v));
  for (const json& t : s["f"])
    mesh.triangles.push_back({t[0].get<std::uint32_t>(), t[1].get<std::uint32_t>(), t[2].get<std::uint32_t>()});
  return {mesh};
}

struct SharedScene {
  Scene scene;
  std::vector<std::string> names;  ///< by index
  json truth;
};

SharedScene read(const std::string& name, bool filtered) {
  SharedScene result;
  const json file = json::parse(std::ifstream(folder_of_scenes() / (name + ".json")));
  result.truth = json::parse(std::ifstream(folder_of_scenes() / (name + ".truth.json")));
  std::map<std::string, Geometry> shapes;
  for (const auto& [key, shape] : file["shapes"].items()) shapes.emplace(key, *Geometry::make(shape_of(shape)));
  std::map<std::string, BodyId> ids;
  for (const json& b : file["bodies"]) {
    SceneBody body;
    const Geometry& geometry = shapes.at(b["shape"]);
    body.parts.push_back({geometry, {}, geometry.mesh() != nullptr, {}});
    for (int i = 0; i < 3; ++i) body.pose.rotation.row(i) = vec_of(b["R"][i]);
    body.pose.translation = vec_of(b["t"]);
    if (b.contains("vel")) body.motion = Motion{vec_of(b["vel"]), Vec3::Zero(), {}};
    if (filtered && b.contains("group")) body.group = b["group"];
    if (filtered && b.contains("mask")) body.mask = b["mask"];
    result.names.push_back(b["name"]);
    ids[b["name"]] = *result.scene.add(body);
  }
  for (const json& pair : file["exclude"]) {
    if (filtered && !result.scene.exclude(ids[pair[0]], ids[pair[1]])) std::abort();
  }
  return result;
}

using NamePairs = std::set<std::pair<std::string, std::string>>;

std::pair<std::string, std::string> names_of(const SharedScene& in, const ScenePair& pair) {
  return std::minmax(in.names[pair.a.index], in.names[pair.b.index]);
}

NamePairs pairs_of(const json& list) {
  NamePairs pairs;
  for (const json& pair : list) pairs.insert(std::minmax(pair[0].get<std::string>(), pair[1].get<std::string>()));
  return pairs;
}

TEST(SharedScenes, OverlapsAreThoseOfTheFile) {
  if (!std::filesystem::exists(folder_of_scenes())) GTEST_SKIP() << "no scenes beside the project";
  for (const std::string name : {"overlap300", "overlap3000"}) {
    for (const bool filtered : {false, true}) {
      const SharedScene in = read(name, filtered);
      const std::vector<ScenePair> all = *overlapping_pairs(in.scene);
      NamePairs found;
      for (const ScenePair& pair : all) found.insert(names_of(in, pair));
      EXPECT_EQ(found, pairs_of(in.truth[filtered ? "filtered" : "pairs"])) << name;
    }
  }
}

TEST(SharedScenes, FirstContactsAreThoseOfTheFile) {
  if (!std::filesystem::exists(folder_of_scenes())) GTEST_SKIP() << "no scenes beside the project";
  for (const bool filtered : {false, true}) {
    const SharedScene in = read("moving200", filtered);
    const std::string suffix = filtered ? "_filtered" : "";
    const SceneTimeOptions question{.t_max = in.truth["t_max"]};
    const std::vector<PairContact> contacts = first_contacts(in.scene, question)->pairs;
    NamePairs initial;
    std::map<std::pair<std::string, std::string>, double> times, expected;
    for (const PairContact& contact : contacts) {
      if (contact.initial)
        initial.insert(names_of(in, contact.pair));
      else
        times[names_of(in, contact.pair)] = contact.t_lo;
    }
    for (const json& c : in.truth["contacts" + suffix])
      expected[std::minmax(c[0].get<std::string>(), c[1].get<std::string>())] = c[2];
    EXPECT_EQ(initial, pairs_of(in.truth["initial" + suffix]));
    ASSERT_EQ(times.size(), expected.size());
    for (const auto& [pair, t] : expected) {
      ASSERT_TRUE(times.contains(pair)) << pair.first << " " << pair.second;
      EXPECT_NEAR(times[pair], t, 1e-9);
    }
    const json& first = in.truth["contacts" + suffix][0];
    const auto found = first_contact(in.scene, question, {.ignore_initial = true});
    EXPECT_NEAR(found->t_lo, first[2].get<double>(), 1e-9);
    EXPECT_EQ(names_of(in, found->pairs[0].pair), (std::pair<std::string, std::string>(first[0], first[1])));
  }
}

}  // namespace
}  // namespace graze
