/// Questions of every kind have the same answers whatever tree is chosen; the fields "tree" and "refit".

#include <algorithm>
#include <filesystem>
#include <set>

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <graze/generate.h>
#include <graze/options.h>
#include <graze/query_format.h>

#include "oracle/effort.h"
#include "tree/nodes/tree_meshes.h"

namespace graze {
namespace {

using nlohmann::json;

json ask_question(const json& question) {
  static const QuestionReader reader{std::filesystem::temp_directory_path()};
  return json::parse(answer(reader.read(question.dump())).line);
}

std::string complaint(const json& question) {
  const json found = ask_question(question);
  if (found["ok"].get<bool>()) return "fine";
  return found["error"]["code"].get<std::string>() + " " + found["error"]["message"].get<std::string>();
}

json point(const Vec3& v) { return {v.x(), v.y(), v.z()}; }

json as_json(const TriangleMesh& mesh) {
  json v = json::array();
  for (const Vec3& x : mesh.vertices) v.push_back(point(x));
  return {{"type", "mesh"}, {"v", v}, {"f", mesh.triangles}};
}

json placed(json shape, const Pose& pose) {
  shape["R"] = json::array();
  for (int i = 0; i < 3; ++i) shape["R"].push_back(point(pose.rotation.row(i)));
  shape["t"] = point(pose.translation);
  return shape;
}

/// Every rule with every fit and some sizes of leaves, both layouts, and box trees.
std::vector<json> all_trees() {
  std::vector<json> all;
  for (const auto& rule : split_rules) {
    for (const auto& fit : node_fits) {
      for (const int leaf : {1, 3, 8}) all.push_back({{"rule", rule.name}, {"fit", fit.name}, {"leaf", leaf}});
      all.push_back({{"rule", rule.name}, {"fit", fit.name}, {"layout", "compact"}, {"depth", 12}});
    }
  }
  for (const int leaf : {1, 4, 1000}) all.push_back({{"kind", "box_tree"}, {"leaf", leaf}});
  all.push_back({{"kind", "box_tree"}, {"depth", 3}});
  all.push_back({{"kind", "oriented"}, {"box_leaves", true}, {"leaf", 1}});
  return all;
}

/// What does not depend on the tree. Of meshes that meet, any common point may be the nearest; of triangles that a shape touches at
/// the same time, any may be named; the boxes of a tree are its own; a contact of turning meshes is known up to the tolerance.
json comparable(const json& question, json found) {
  const std::string query = question["query"];
  if (query == "distance" && found.value("intersect", false)) {
    found.erase("closest");
    found.erase("features");
  }
  if (query == "sweep" && question["b"]["type"] != "mesh") found.erase("features");
  if (query == "contacts_to_depth") {
    std::set<std::string> contacts;
    for (const json& c : found["contacts"]) {
      EXPECT_TRUE(c["parts"][0].contains("triangle") && c["parts"][1].contains("triangle")) << c;
      contacts.insert(
          fmt::format("{} {} {}", c["parts"][0]["triangle"].dump(), c["parts"][1]["triangle"].dump(), c["time"].dump()));
    }
    found["contacts"] = contacts;
  }
  if (found.contains("t_lo")) {
    for (const char* field : {"t_lo", "t_hi", "closest", "features", "distance", "normal"}) found.erase(field);
  }
  found.erase("box_leaves");
  return found;
}

/// One question of each kind, about two meshes and about one and a shape.
std::vector<json> questions(const json& a, const json& b, test::Engine& random) {
  json moving = b, turning = b;
  moving["vel"] = point(-Vec3(b["t"][0], b["t"][1], b["t"][2]) + test::random_vector(random, 0.3));
  turning["vel"] = moving["vel"];
  turning["omega"] = point(test::random_vector(random, 1));
  const json ball = {{"type", "sphere"}, {"c", point(test::random_vector(random, 1))}, {"r", 0.4}};
  const json box = {{"type", "aabb"}, {"min", {-0.2, 0.1, 0.3}}, {"max", {0.5, 0.6, 0.4}}};
  const json dot = {{"type", "point"}, {"p", point(test::random_vector(random, 1))}};
  const json ray = {{"type", "ray"}, {"o", point(test::random_vector(random, 3))}, {"d", point(test::random_vector(random, 1))}};
  std::vector<json> all;
  const auto add = [&](const char* query, const json& x, const json& y, json options = json::object()) {
    options["query"] = query;
    options["a"] = x;
    if (!y.is_null()) options["b"] = y;
    all.push_back(options);
  };
  for (const json& other : {b, ball, box, dot}) {
    add("overlap", a, other);
    add("distance", a, other);
    add("distance", other, a);
    add("within", a, other, {{"distance", 0.3}});
    add("status", a, other, {{"clearance", 0.2}});
    add("intersection", a, other);
    add("penetration", a, other);
  }
  add("intersection", a, b, {{"curves", true}});
  add("pairs_within", a, b, {{"distance", 0.1}, {"max_pairs", 100000}});
  add("self_intersection", a, nullptr);
  add("sweep", a, moving);
  add("sweep", a, moving, {{"last", true}, {"t_max", 3}});
  add("sweep", a, moving, {{"pairs", true}});
  add("sweep", moving, ball);
  add("sweep", a, turning, {{"t_max", 1}, {"tolerance", 1e-6}});
  add("contacts_to_depth", a, b, {{"max_pairs", 1000000}, {"t_max", 0}});
  add("raycast", ray, a);
  for (const char* method : {"min_volume", "best", "mean_points", "mean_triangles"}) add("fit", a, nullptr, {{"method", method}});
  for (const json& other : {b, ball, box, dot}) add("contains", a, other);
  return all;
}

json under(const json& tree, json question) {
  for (const char* body : {"a", "b"}) {
    if (question.contains(body) && question[body]["type"] == "mesh") question[body]["tree"] = tree;
  }
  return question;
}

TEST(TreeChoice, ChangesNoAnswerOfAnyKind) {
  test::Engine random(21);
  std::vector<TriangleMesh> meshes{test::random_soup(random, 40, 0.4), make_bumpy_sphere_mesh(1, 0.2, 1),
                                   make_box_mesh({0.7, 0.5, 0.9})};
  TriangleMesh dirty = test::bumpy_ball(4, 6, 0.3);
  dirty.triangles.push_back(dirty.triangles[7]);
  dirty.triangles.push_back({3, 3, 3});
  meshes.push_back(dirty);
  const std::vector<json> trees = all_trees();
  std::size_t answered = 0, next = 0;
  for (int round = 0; round < testing::effort(12); ++round) {
    const json a = as_json(meshes[random() % meshes.size()]);
    const json b = placed(as_json(meshes[random() % meshes.size()]), test::random_pose(random, 1.2));
    for (const json& question : questions(a, b, random)) {
      const json expected = ask_question(question);
      answered += expected["ok"].get<bool>() ? 1 : 0;
      for (int k = 0; k < 12; ++k, ++next) {
        const json asked = under(trees[next % trees.size()], question), found = ask_question(asked);
        EXPECT_EQ(comparable(question, found), comparable(question, expected)) << asked;
        if (expected.contains("t_lo") && found.contains("t_lo")) {
          EXPECT_NEAR(found["t_lo"].get<double>(), expected["t_lo"].get<double>(), 1e-4) << asked;
        }
      }
    }
  }
  EXPECT_GT(answered, 300U);
}

/// A tetrahedron, and one that is a little apart from its slanted face but not from its box.
json corner() {
  return {
      {"type", "mesh"}, {"v", {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}}}, {"f", {{0, 2, 1}, {0, 1, 3}, {0, 3, 2}, {1, 2, 3}}}};
}

json about_corners(const char* query, const json& tree) {
  json b = corner();
  b["t"] = {0.6, 0.6, 0.6};
  json a = corner();
  a["tree"] = tree;
  return {{"query", query}, {"a", a}, {"b", b}};
}

TEST(BoxLeaves, AnswerByTheirBoxesAndSaySo) {
  const json found = ask_question(about_corners("overlap", {{"leaf", 16}, {"box_leaves", true}, {"fit", "aabb"}}));
  EXPECT_EQ(found["intersect"], true);
  EXPECT_EQ(found["box_leaves"], true);
  const json exact = ask_question(about_corners("overlap", {{"leaf", 4}, {"fit", "aabb"}}));
  EXPECT_EQ(exact["intersect"], false);
  EXPECT_FALSE(exact.contains("box_leaves"));
  EXPECT_EQ(ask_question(about_corners("overlap", {{"leaf", 1}, {"box_leaves", true}}))["intersect"], false);
  EXPECT_EQ(ask_question(about_corners("contacts_to_depth", {{"leaf", 16}, {"box_leaves", true}, {"fit", "aabb"}}))["contact"],
            true);
}

TEST(BoxLeaves, AreNotAskedWhereTrianglesAnswer) {
  for (const char* query : {"distance", "intersection", "status", "pairs_within"}) {
    json with = about_corners(query, {{"leaf", 16}, {"box_leaves", true}, {"fit", "aabb"}});
    json without = about_corners(query, json::object());
    if (query == std::string("pairs_within")) with["distance"] = without["distance"] = 0.5;
    EXPECT_EQ(ask_question(with), ask_question(without));
  }
  json within = about_corners("within", {{"leaf", 16}, {"box_leaves", true}, {"fit", "aabb"}});
  within["distance"] = 0;
  EXPECT_EQ(ask_question(within)["within"], false);
}

TEST(TreeField, RefusesWhatItDoesNotKnow) {
  const auto about = [](const json& tree) { return complaint(about_corners("overlap", tree)); };
  EXPECT_EQ(about({{"rul", "mean"}}),
            "bad_option a.tree.rul: unknown field, not among kind, rule, fit, layout, leaf, depth, box_leaves");
  EXPECT_EQ(about({{"rule", "middle"}}), "bad_option a.tree.rule: \"middle\" is none of surface, mean, median, center");
  EXPECT_EQ(about({{"kind", "kd"}}), "bad_option a.tree.kind: \"kd\" is none of oriented, box_tree");
  EXPECT_EQ(about({{"fit", 3}}), "bad_option a.tree.fit: expected a string, found a number");
  EXPECT_EQ(about({{"leaf", 9}}),
            "bad_option a.tree.max_leaf_triangles: 9 is not within 1 and 8; larger leaves answer by their boxes, with box_leaves");
  EXPECT_EQ(about({{"leaf", 0}, {"box_leaves", true}}), "bad_option a.tree.max_leaf_triangles: 0 is not within 1 and 8");
  EXPECT_EQ(about({{"leaf", -1}}), "bad_option a.tree.leaf: expected a whole number >= 0, found -1");
  EXPECT_EQ(about({{"depth", 97}}), "bad_option a.tree.max_depth: 97 is more than 96");
  EXPECT_EQ(about({{"depth", 5000000000}}), "bad_option a.tree.depth: 5000000000 is more than 4294967295");
  EXPECT_EQ(about({{"kind", "box_tree"}, {"rule", "mean"}}), "bad_option a.tree.rule: not an option of a box_tree");
  EXPECT_EQ(about({{"kind", "box_tree"}, {"fit", "best"}}), "bad_option a.tree.fit: not an option of a box_tree");
  EXPECT_EQ(about({{"kind", "box_tree"}, {"leaf", 0}}), "bad_option a.tree.max_leaf_triangles: 0 is less than 1");
  EXPECT_EQ(about("box_tree"), "bad_option a.tree: expected an object, found a string");
  EXPECT_EQ(
      complaint({{"query", "overlap"}, {"a", {{"type", "point"}, {"p", {0, 0, 0}}, {"tree", json::object()}}}, {"b", corner()}}),
      "bad_shape a.tree: unknown field of a point, which has p");
}

TEST(TreeField, IsTakenByCloudsToo) {
  json cloud = {{"type", "points"}, {"p", json::array()}};
  test::Engine random(3);
  for (int i = 0; i < 50; ++i) cloud["p"].push_back(point(test::random_vector(random, 1)));
  const json ball = {{"type", "sphere"}, {"c", {1, 0.2, 0}}, {"r", 0.3}};
  for (const char* query : {"overlap", "distance"}) {
    const json expected = ask_question({{"query", query}, {"a", cloud}, {"b", ball}});
    for (const json& tree : {json{{"rule", "center"}}, json{{"kind", "box_tree"}}, json{{"fit", "mean_points"}}}) {
      json with = cloud;
      with["tree"] = tree;
      EXPECT_EQ(ask_question({{"query", query}, {"a", with}, {"b", ball}}), expected);
    }
  }
}

TEST(RefitField, MovesTheVertices) {
  json twice = corner(), moved = corner();
  twice["scale"] = 2;
  moved["refit"] = {{"v", {{0, 0, 0}, {2, 0, 0}, {0, 2, 0}, {0, 0, 2}}}};
  const json other = {{"type", "point"}, {"p", {1.5, 0, 0}}};
  for (const json& tree : {json::object(), json{{"kind", "box_tree"}}, json{{"layout", "compact"}}}) {
    moved["tree"] = tree;
    for (const char* query : {"overlap", "distance"}) {
      EXPECT_EQ(ask_question({{"query", query}, {"a", moved}, {"b", other}}),
                ask_question({{"query", query}, {"a", twice}, {"b", other}}));
      EXPECT_NE(ask_question({{"query", query}, {"a", moved}, {"b", other}}),
                ask_question({{"query", query}, {"a", corner()}, {"b", other}}));
    }
  }
  moved.erase("tree");
  moved["scale"] = 0.5;
  EXPECT_EQ(ask_question({{"query", "distance"}, {"a", moved}, {"b", other}}),
            ask_question({{"query", "distance"}, {"a", corner()}, {"b", other}}));
}

TEST(RefitField, OfACloudMovesItsPoints) {
  const json cloud = {{"type", "points"}, {"p", {{0, 0, 0}, {1, 0, 0}}}, {"refit", {{"v", {{0, 0, 0}, {5, 0, 0}}}}}};
  const json same = {{"type", "points"}, {"p", {{0, 0, 0}, {5, 0, 0}}}};
  const json ball = {{"type", "sphere"}, {"c", {6, 0, 0}}, {"r", 0.5}};
  for (const char* query : {"distance", "status"})
    EXPECT_EQ(ask_question({{"query", query}, {"a", cloud}, {"b", ball}}),
              ask_question({{"query", query}, {"a", same}, {"b", ball}}));
  EXPECT_EQ(ask_question({{"query", "fit"}, {"a", cloud}}), ask_question({{"query", "fit"}, {"a", same}}));
}

TEST(RefitField, RefusesOtherNumbersOfVertices) {
  const json other = {{"type", "point"}, {"p", {1.5, 0, 0}}};
  json bad = corner();
  const auto about = [&](const json& refit) {
    bad["refit"] = refit;
    return complaint({{"query", "overlap"}, {"a", bad}, {"b", other}});
  };
  EXPECT_EQ(about({{"v", {{0, 0, 0}}}}), "bad_shape a.refit.vertices: 1 instead of 4");
  EXPECT_EQ(about({{"v", 3}}), "bad_shape a.refit.v: expected a list, found a number");
  EXPECT_EQ(about({{"w", 3}}), "bad_shape a.refit: expected v, the vertices, or file, a mesh file that has them");
  EXPECT_EQ(about(json::array()), "bad_shape a.refit: expected an object, found a list");
  EXPECT_TRUE(about({{"file", "there-is-none.obj"}}).starts_with("file a.refit.file: "));
}

TEST(FitAlongAxes, IsTheBoxOfTheProjections) {
  const json cloud = {{"type", "points"}, {"p", {{0, 0, 0}, {2, 4, 6}, {1, 1, 1}}}};
  const json found =
      ask_question({{"query", "fit"}, {"a", cloud}, {"method", "axes"}, {"axes", {{0, 1, 0}, {-1, 0, 0}, {0, 0, 1}}}});
  EXPECT_EQ(found["box"]["c"], (json{1.0, 2.0, 3.0}));
  EXPECT_EQ(found["box"]["h"], (json{2.0, 1.0, 3.0}));
  EXPECT_EQ(found["volume"], 48.0);
  const auto about = [&](const json& more) {
    json question = {{"query", "fit"}, {"a", cloud}};
    question.update(more);
    return complaint(question);
  };
  EXPECT_EQ(about({{"method", "axes"}}), "bad_option axes: missing, of the method \"axes\"");
  EXPECT_EQ(about({{"axes", {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}}}), "bad_option axes: only with the method \"axes\" in space");
  EXPECT_EQ(about({{"method", "axes"}, {"axes", {{1, 0, 0}, {0, 2, 0}, {0, 0, 1}}}}), "bad_shape axes: not orthonormal (off by 3)");
  EXPECT_EQ(about({{"method", "axes"}, {"axes", {{1, 0, 0}, {0, 1, 0}}}}), "bad_option axes: expected 3 points, found 2");
}

}  // namespace
}  // namespace graze
