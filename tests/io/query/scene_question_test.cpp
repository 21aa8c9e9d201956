/// Questions about whole scenes against the same questions about every two bodies of them.

#include <algorithm>
#include <map>
#include <random>
#include <set>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <graze/query_format.h>

#include "io/mesh/temp.h"

namespace graze {
namespace {

using nlohmann::json;
using Names = std::pair<std::string, std::string>;

json ask(const json& question) { return json::parse(answer(QuestionReader(".").read(question.dump())).line); }
std::string error_of(const json& question) {
  const json found = ask(question);
  return found["ok"] == true ? "accepted" : found["error"]["message"].get<std::string>();
}

/// Balls and boxes, which the question format and scenes spell alike; every other one flies.
std::vector<json> random_bodies(unsigned seed, std::size_t count) {
  std::mt19937 random(seed);
  const auto within = [&](double lo, double hi) { return std::uniform_real_distribution<double>(lo, hi)(random); };
  std::vector<json> bodies;
  for (std::size_t i = 0; i < count; ++i) {
    const double x = within(-2, 2), y = within(-2, 2), z = within(-2, 2), r = within(0.2, 1);
    json body = i % 3 == 0 ? json{{"type", "sphere"}, {"c", {x, y, z}}, {"r", r}}
                           : json{{"type", "aabb"}, {"min", {x, y, z}}, {"max", {x + r, y + 0.5 * r, z + 2 * r}}};
    if (i % 2 == 0) body["vel"] = {within(-1, 1), within(-1, 1), within(-1, 1)};
    bodies.push_back(std::move(body));
  }
  return bodies;
}

std::string name(std::size_t i) { return "n" + std::to_string(i); }

json scene_of(const std::vector<json>& bodies) {
  json scene{{"bodies", json::array()}};
  for (std::size_t i = 0; i < bodies.size(); ++i) {
    scene["bodies"].push_back(bodies[i]);
    scene["bodies"].back()["name"] = name(i);
  }
  return scene;
}

/// Every two bodies asked by themselves: answers by names.
std::map<Names, json> pair_by_pair(const std::vector<json>& bodies, json question) {
  std::map<Names, json> answers;
  for (std::size_t i = 0; i < bodies.size(); ++i) {
    for (std::size_t j = i + 1; j < bodies.size(); ++j) {
      question["a"] = bodies[i];
      question["b"] = bodies[j];
      answers[{name(i), name(j)}] = ask(question);
    }
  }
  return answers;
}

std::map<Names, json> listed(const json& answer) {
  std::map<Names, json> pairs;
  for (const json& pair : answer["pairs"]) pairs[{pair["a"], pair["b"]}] = pair;
  return pairs;
}

class SceneQuestions : public test::TempFiles {};

TEST_F(SceneQuestions, OverlapsAreThoseOfEveryTwoBodiesAtAnyTime) {
  const std::vector<json> bodies = random_bodies(1, 24);
  for (const double at : {0.0, 0.75, 3.0}) {
    SCOPED_TRACE(at);
    const json found = ask({{"query", "scene_overlaps"}, {"scene", scene_of(bodies)}, {"at", at}});
    const auto by_name = listed(found);
    std::size_t meeting = 0;
    for (const auto& [pair, one] : pair_by_pair(bodies, {{"query", "overlap"}, {"at", at}})) {
      EXPECT_EQ(by_name.contains(pair), one["intersect"].get<bool>()) << pair.first << ' ' << pair.second;
      meeting += one["intersect"].get<bool>() ? 1 : 0;
    }
    EXPECT_EQ(found["pair_count"], meeting);
    EXPECT_EQ(found["intersect"], meeting > 0);
    EXPECT_GT(meeting, 0U);
  }
}

TEST_F(SceneQuestions, StatusesWithinAClearanceAreThoseOfEveryTwoBodies) {
  const std::vector<json> bodies = random_bodies(2, 24);
  const auto by_name = listed(ask({{"query", "scene_status"}, {"scene", scene_of(bodies)}, {"clearance", 0.5}}));
  EXPECT_GT(by_name.size(), 5U);
  for (const auto& [pair, one] : pair_by_pair(bodies, {{"query", "status"}, {"clearance", 0.5}})) {
    ASSERT_EQ(by_name.contains(pair), one["status"] != "separated") << pair.first << ' ' << pair.second;
    if (one["status"] == "separated") continue;
    EXPECT_EQ(by_name.at(pair)["status"], one["status"]);
    EXPECT_NEAR(by_name.at(pair)["distance"].get<double>(), one["distance"].get<double>(), 1e-12);
  }
}

TEST_F(SceneQuestions, ClosestPairsAreTheLeastDistancesOfAll) {
  const std::vector<json> bodies = random_bodies(3, 16);
  std::vector<double> distances;
  for (const auto& [pair, one] : pair_by_pair(bodies, {{"query", "distance"}})) distances.push_back(one["distance"]);
  std::ranges::sort(distances);
  const json found = ask({{"query", "scene_closest_pairs"}, {"scene", scene_of(bodies)}, {"count", 12}});
  ASSERT_EQ(found["pairs"].size(), 12U);
  for (std::size_t i = 0; i < 12; ++i) EXPECT_NEAR(found["pairs"][i]["distance"].get<double>(), distances[i], 1e-12);
}

TEST_F(SceneQuestions, FirstContactsAreThoseOfEveryTwoBodies) {
  const std::vector<json> bodies = random_bodies(4, 20);
  const json scene = scene_of(bodies);
  const auto by_name = listed(ask({{"query", "scene_first_contacts"}, {"scene", scene}, {"t_max", 5}, {"ignore_initial", true}}));
  double earliest = 5;
  for (const auto& [pair, one] : pair_by_pair(bodies, {{"query", "sweep"}, {"t_max", 5}})) {
    const bool later = one["contact"] == true && one["initial"] == false;
    ASSERT_EQ(by_name.contains(pair), later) << pair.first << ' ' << pair.second;
    if (!later) continue;
    EXPECT_EQ(by_name.at(pair)["t_lo"], one["first"]);
    earliest = std::min(earliest, one["first"].get<double>());
  }
  EXPECT_GT(by_name.size(), 4U);
  const json first = ask({{"query", "scene_first_contact"}, {"scene", scene}, {"t_max", 5}, {"ignore_initial", true}});
  EXPECT_EQ(first["contact"], true);
  EXPECT_EQ(first["t_lo"], earliest);
  EXPECT_EQ(first["pairs"][0]["t_lo"], earliest);
}

TEST_F(SceneQuestions, TimeLinesBeginAndEndAsSweepsSay) {
  const std::vector<json> bodies = random_bodies(5, 12);
  const auto by_name = listed(ask({{"query", "scene_timeline"}, {"scene", scene_of(bodies)}, {"t_max", 4}}));
  std::size_t spans = 0;
  for (const auto& [pair, one] : pair_by_pair(bodies, {{"query", "sweep"}, {"t_max", 4}})) {
    ASSERT_EQ(by_name.contains(pair), one["contact"].get<bool>()) << pair.first << ' ' << pair.second;
    if (one["contact"] == false) continue;
    ASSERT_EQ(by_name.at(pair)["spans"].size(), 1U) << "convex bodies at constant velocities meet once";
    const json& span = by_name.at(pair)["spans"][0];
    EXPECT_NEAR(span["begin"].get<double>(), one["first"].get<double>(), 1e-6);
    EXPECT_NEAR(span["end"].get<double>(), std::min(4.0, one["last"].get<double>()), 1e-6);
    ++spans;
  }
  EXPECT_GT(spans, 3U);
}

TEST_F(SceneQuestions, TheClosestApproachIsTheLeastOfEveryTwoBodies) {
  std::vector<json> bodies = random_bodies(6, 10);
  for (std::size_t i = 0; i < bodies.size(); ++i) {  // so far apart that nothing meets
    const double x = 40.0 * static_cast<double>(i);
    if (bodies[i].contains("c")) bodies[i]["c"][0] = x;
    if (bodies[i].contains("min")) bodies[i]["min"][0] = x;
    if (bodies[i].contains("max")) bodies[i]["max"][0] = x + 1;
  }
  const json found = ask({{"query", "scene_closest_approach"}, {"scene", scene_of(bodies)}, {"t_max", 6}});
  double least = 1e9;
  for (const auto& [pair, one] : pair_by_pair(bodies, {{"query", "closest_approach"}, {"t_max", 6}}))
    least = std::min(least, one["distance"].get<double>());
  EXPECT_NEAR(found["distance"].get<double>(), least, 1e-3);
  EXPECT_LE(found["least"].get<double>(), least);
}

TEST_F(SceneQuestions, RaysHitWhatRaysAgainstEachBodyHit) {
  const std::vector<json> bodies = random_bodies(7, 24);
  std::mt19937 random(7);
  std::size_t hits = 0;
  for (int k = 0; k < 20; ++k) {
    const auto number = [&] { return std::uniform_real_distribution<double>(-3, 3)(random); };
    const json ray{{"type", "ray"}, {"o", {-9, number(), number()}}, {"d", {1, 0.1 * number(), 0.1 * number()}}};
    const json found = ask({{"query", "scene_raycast"}, {"scene", scene_of(bodies)}, {"a", ray}, {"at", 0.5}});
    std::map<std::string, double> by_name;
    for (const json& hit : found["hits"]) by_name[hit["body"]] = hit["t"];
    for (std::size_t i = 0; i < bodies.size(); ++i) {
      const json one = ask({{"query", "raycast"}, {"a", ray}, {"b", bodies[i]}, {"at", 0.5}});
      ASSERT_EQ(by_name.contains(name(i)), one["intersect"].get<bool>()) << k << ' ' << i;
      if (one["intersect"] == true) {
        EXPECT_NEAR(by_name[name(i)], one["t"].get<double>(), 1e-9);
      }
    }
    hits += by_name.size();
    const json first =
        ask({{"query", "scene_raycast"}, {"scene", scene_of(bodies)}, {"a", ray}, {"at", 0.5}, {"first_only", true}});
    EXPECT_EQ(first["hit_count"], by_name.empty() ? 0 : 1);
    if (!by_name.empty()) {
      EXPECT_EQ(first["hits"][0], found["hits"][0]);
    }
  }
  EXPECT_GT(hits, 10U);
}

TEST_F(SceneQuestions, ABodyOutsideMeetsWhatItMeetsAlone) {
  const std::vector<json> bodies = random_bodies(8, 24);
  const json probe{{"type", "capsule"}, {"v", {{-3, 0, 0}, {3, 1, 0}}}, {"r", 0.7}, {"vel", {0, 0, 0.5}}};
  const json scene = scene_of(bodies);
  std::set<std::string> met;
  const json around = ask({{"query", "scene_overlaps"}, {"scene", scene}, {"a", probe}});
  for (const json& pair : around["pairs"]) {
    EXPECT_FALSE(pair.contains("a"));
    met.insert(pair["b"]);
  }
  EXPECT_FALSE(met.empty());
  for (std::size_t i = 0; i < bodies.size(); ++i)
    EXPECT_EQ(met.contains(name(i)), ask({{"query", "overlap"}, {"a", probe}, {"b", bodies[i]}})["intersect"].get<bool>());
  const json later = ask({{"query", "scene_first_contacts"}, {"scene", scene}, {"a", probe}, {"t_max", 3}});
  for (const json& pair : later["pairs"]) {
    const std::size_t i = std::stoul(pair["b"].get<std::string>().substr(1));
    EXPECT_EQ(pair["t_lo"], ask({{"query", "sweep"}, {"a", probe}, {"b", bodies[i]}, {"t_max", 3}})["first"]);
  }
  EXPECT_GE(later["pair_count"].get<std::size_t>(), met.size());
}

TEST_F(SceneQuestions, ContactsHaveSetsAndNormals) {
  const json on_top{{"bodies",
                     {{{"name", "table"}, {"type", "aabb"}, {"min", {0, 0, 0}}, {"max", {2, 2, 1}}},
                      {{"name", "cup"}, {"type", "aabb"}, {"min", {1, 1, 1}}, {"max", {3, 3, 2}}}}}};
  const json found = ask({{"query", "scene_contacts"}, {"scene", on_top}});
  ASSERT_EQ(found["pair_count"], 1);
  const json& contact = found["pairs"][0]["contacts"][0];
  EXPECT_EQ(contact["set"]["type"], "polygon");
  EXPECT_EQ(contact["normal"], json({0, 0, 1}));
}

TEST_F(SceneQuestions, ScenesOfFilesAreReadOnceAndKeyframesEndTheTime) {
  write("s.json", R"({"bodies": [{"name": "wall", "type": "aabb", "min": [5,-1,-1], "max": [6,1,1]},
      {"name": "cart", "type": "aabb", "min": [0,0,0], "max": [1,1,1], "keyframes": [{"at": 0}, {"at": 4, "t": [8,0,0]}]}]})");
  const QuestionReader reader(path(""));
  const auto about_file = [&] {
    return json::parse(answer(reader.read(R"({"query": "scene_first_contact", "scene": "s.json"})")).line);
  };
  const json found = about_file();
  EXPECT_NEAR(found["t_lo"].get<double>(), 2, 1e-6);
  EXPECT_EQ(found["pairs"][0]["a"], "wall");
  std::filesystem::remove(path("s.json"));
  EXPECT_EQ(about_file(), found) << "it is not read again";
  const json missing = json::parse(answer(reader.read(R"({"query": "scene_overlaps", "scene": "none.json"})")).line);
  EXPECT_NE(missing["error"]["message"].get<std::string>().find("none.json"), std::string::npos);
}

TEST_F(SceneQuestions, ClosedMeshesAreSolidsUnlessTheQuestionSaysOtherwise) {
  write("tetra.obj", "v 0 0 0\nv 9 0 0\nv 0 9 0\nv 0 0 9\nf 1 3 2\nf 1 2 4\nf 2 3 4\nf 1 4 3\n");
  const QuestionReader reader(path(""));
  const auto count = [&](const std::string& more) {
    return json::parse(
        answer(reader.read(R"({"query": "scene_overlaps", "scene": {"bodies": [{"name": "m", "type": "mesh", "file": "tetra.obj"},
          {"name": "p", "type": "sphere", "c": [1,1,1], "r": 0.1}]})" +
                           more + "}"))
            .line)["pair_count"];
  };
  EXPECT_EQ(count(""), 1);
  EXPECT_EQ(count(R"(, "solid": false)"), 0);
}

TEST_F(SceneQuestions, WhatIsWrongIsNamed) {
  const json scene = scene_of(random_bodies(9, 3));
  EXPECT_EQ(error_of({{"query", "scene_overlaps"}}), "scene: missing");
  EXPECT_EQ(error_of({{"query", "scene_overlap"}}), "query: unknown question \"scene_overlap\" (did you mean scene_overlaps?)");
  EXPECT_EQ(error_of({{"query", "scene_overlaps"}, {"scene", 3}}), "scene: expected a file or a scene, found a number");
  EXPECT_EQ(error_of({{"query", "scene_overlaps"}, {"scene", scene}, {"b", {{"type", "point"}, {"p", {0, 0, 0}}}}}),
            "b: scene_overlaps is about a scene and has no b");
  EXPECT_EQ(error_of({{"query", "scene_timeline"}, {"scene", scene}}), "t_max: missing, and nothing in the scene has an end");
  EXPECT_EQ(error_of({{"query", "scene_timeline"}, {"scene", scene}, {"t_max", 1}, {"at", 1}}),
            "at: scene_timeline begins at time 0");
  EXPECT_EQ(error_of({{"query", "scene_timeline"}, {"scene", scene}, {"t_max", 1}, {"resolution", 0}}), "resolution: 0 is not > 0");
  EXPECT_EQ(error_of({{"query", "scene_overlaps"}, {"scene", scene}, {"max_pair", 1}}), "max_pair: did you mean max_pairs?");
  EXPECT_EQ(error_of({{"query", "scene_raycast"}, {"scene", scene}}), "a: missing");
  EXPECT_EQ(error_of({{"query", "scene_raycast"}, {"scene", scene}, {"a", {{"type", "point"}, {"p", {0, 0, 0}}}}}),
            "a: expected a ray in space");
  json bad = scene;
  bad["bodies"][1]["vel"] = {0, 0};
  EXPECT_EQ(error_of({{"query", "scene_overlaps"}, {"scene", bad}}).substr(0, 23), "scene.bodies[1].vel: ex");
  EXPECT_EQ(error_of({{"query", "overlap"},
                      {"scene", "a note"},
                      {"count", "three"},
                      {"a", {{"type", "point"}, {"p", {0, 0, 0}}}},
                      {"b", {{"type", "point"}, {"p", {0, 0, 0}}}}}),
            "accepted")
      << "words of scenes are annotations of other questions";
}

}  // namespace
}  // namespace graze
