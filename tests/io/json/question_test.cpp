/// Questions in, answers out: what is read, what is refused and how it is named, and that numbers survive.

#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <limits>
#include <random>
#include <thread>

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <graze/query_format.h>

#include "io/query/answer.h"

namespace graze {
namespace {

using nlohmann::json;

json ask_in_temporary(const std::string& line) {
  static const QuestionReader reader{std::filesystem::temp_directory_path()};
  return json::parse(answer(reader.read(line)).line);
}

std::string complaint_about(const std::string& line) {
  const json found = ask_in_temporary(line);
  if (found["ok"].get<bool>()) return "fine";
  return found["error"]["code"].get<std::string>() + " " + found["error"]["message"].get<std::string>();
}

/// A question about the shape `a` and a harmless second one.
std::string with_a(const std::string& a) {
  return R"({"id": 1, "query": "overlap", "a": )" + a + R"(, "b": {"type": "point", "p": [9, 9, 9]}})";
}
std::string with_a2(const std::string& a) {
  return R"({"id": 1, "query": "overlap", "a": )" + a + R"(, "b": {"type": "point", "p": [9, 9]}})";
}

TEST(QuestionErrors, NameTheCulpritInTheLine) {
  const std::string shapes =
      "point, line, halfplane, ray, segment, plane, halfspace, sphere, capsule, cylinder, "
      "cone, ellipsoid, torus, aabb, obb, triangle, tetrahedron, polygon, convex, points, mesh, circle, ellipse, aabb2, obb2, "
      "triangle2, polygon2";
  const std::vector<std::pair<std::string, std::string>> table{
      {with_a(R"({"type": "obb", "c": [0,0,0], "axes": [[1,0,0],[0,1,0],[0,0,1]], "h": [1,-0.5,1]})"),
       "bad_shape a.h[1]: negative half extent -0.5"},
      {with_a(R"({"type": "sphere", "c": [0,0,0], "radius": 1})"), "bad_shape a.radius: unknown field of a sphere, which has c, r"},
      {with_a(R"({"type": "sphere", "c": [0,0,0]})"), "bad_shape a.r: missing"},
      {with_a(R"({"type": "sphere", "c": [0,0], "r": 1})"), "bad_shape a.c: expected 3 numbers, found 2"},
      {with_a(R"({"type": "sphere", "c": [0,0,"NaN"], "r": 1})"), "bad_shape a.c[2]: expected a number, found a string"},
      {with_a(R"({"type": "sphere", "c": 3, "r": 1})"), "bad_shape a.c: expected 3 numbers, found a number"},
      {with_a(R"({"type": "sphere", "c": [0,0,0], "r": null})"), "bad_shape a.r: expected a number, found null"},
      {with_a(R"({"type": "sphere", "c": [0,0,0], "r": 1e999})"), "not_finite a.r: not finite"},
      {with_a(R"({"type": "sphere", "c": [0,0,-1e999], "r": 1})"), "not_finite a.c[2]: not finite"},
      {with_a(R"({"type": "sphere", "c": [0,NaN,0], "r": 1})"), "not_finite a.c[1]: not finite"},
      {with_a(R"({"type": "sphere", "c": [0,0,0], "r": -Infinity})"), "not_finite a.r: not finite"},
      {with_a(R"({"type": "triangle", "v": [[0,0,0],[1,0,0],[1e999,0,0]]})"), "not_finite a.v[2][0]: not finite"},
      {with_a(R"({"type": "triangle", "v": [[0,0,0],[1,0,0]]})"), "bad_shape a.v: expected 3 points, found 2"},
      {with_a(R"({"type": "triangle", "v": [[0,0,0],[1,0,0],[0,1]]})"), "bad_shape a.v[2]: expected 3 numbers, found 2"},
      {with_a(R"({"type": "sphere", "c": [0,0,0], "r": 1, "r": 2})"), "bad_json a.r: field given twice"},
      {with_a(R"({"type": "ball"})"), "bad_shape a.type: unknown shape \"ball\"; there are " + shapes},
      {with_a(R"({"p": [0,0,0]})"), "bad_shape a.type: missing"},
      {with_a(R"({"type": 3})"), "bad_shape a.type: expected a string, found a number"},
      {with_a("[1]"), "bad_shape a: expected a shape, found a list"},
      {with_a(R"({"type": "point", "p": [0,0]})"), "bad_shape b: not a 2D shape, a is one"},
      {with_a2(R"({"type": "sphere", "c": [0,0,0], "r": 1})"), "bad_shape b: a 2D shape, a is not one"},
      {with_a(R"({"type": "mesh", "v": [[0,0,0],[1,0,0],[0,1,0]], "f": [[0,1,2],[0,1,12]]})"),
       "bad_shape a.f[1][2]: index 12 out of range, 3 vertices"},
      {with_a(R"({"type": "mesh", "v": [[0,0,0],[1,0,0],[0,1,0]], "f": [[0,1,-2]]})"),
       "bad_shape a.f[0][2]: index -2 out of range, 3 vertices"},
      {with_a(R"({"type": "mesh", "v": [[0,0,0],[1,0,0],[0,1,0]], "f": [[0,1,4294967296]]})"),
       "bad_shape a.f[0][2]: index 4294967296 out of range, 3 vertices"},
      {with_a(R"({"type": "mesh", "v": [[0,0,0],[1,0,0],[0,1,0]], "f": [[0,1]]})"),
       "bad_shape a.f[0]: expected 3 indices, found 2"},
      {with_a(R"({"type": "mesh", "v": [[0,0,0],[1,0,0],[0,1,0]], "f": [[0,1,1.5]]})"),
       "bad_shape a.f[0][2]: expected an index, found a number"},
      {with_a(R"({"type": "mesh", "file": "x.obj", "v": []})"),
       "bad_shape a.v: unknown field of a mesh with a file, which has file, scale, solid, tree, refit"},
      {with_a(R"({"type": "mesh", "v": [[0,0,0],[1,0,0],[0,1,0]], "f": [[0,1,2]], "scale": [1,0,1]})"),
       "bad_shape a.scale: a factor is 0"},
      {with_a(R"({"type": "mesh", "file": "t.obj", "scale": 0})"), "bad_shape a.scale: a factor is 0"},
      {with_a(R"({"type": "sphere", "c": [0,0,0], "r": 1, "scale": 2})"),
       "bad_shape a.scale: unknown field of a sphere, which has c, r"},
      {with_a(R"({"type": "sphere", "c": [0,0,0], "r": 1, "": 2})"), "bad_shape a.\"\": unknown field of a sphere, which has c, r"},
      {with_a(R"({"type": "polygon", "v": []})"), "bad_shape a.v: no points"},
      {with_a(R"({"type": "convex", "v": []})"), "bad_shape a.v: no points"},
      {with_a(R"({"type": "point", "p": [0,0,0], "R": [[1,0,0],[0,1,0]]})"), "bad_shape a.R: expected 3 points, found 2"},
      {with_a(R"({"type": "point", "p": [0,0,0], "R": [[1,0,0],[0,1,0],[0,0,-1]]})"), "bad_pose a.R: a reflection, not a rotation"},
      {with_a(R"({"type": "point", "p": [0,0,0], "t": [1,2]})"), "bad_shape a.t: expected 3 numbers, found 2"},
      {with_a(R"({"type": "point", "p": [0,0,0], "vel": [1,2,1e400]})"), "not_finite a.vel[2]: not finite"},
      {R"({"query": "overlap", "a": {"type": "point", "p": [0,0,0]}})", "bad_shape b: missing"},
      {R"({"query": "meet"})", "unknown_query query: unknown question \"meet\""},
      {R"({"id": 3})", "unknown_query query: missing"},
      {R"({"query": "sweep", "t_max": -1})", "bad_option t_max: -1 is not >= 0"},
      {R"({"query": "sweep", "t_max": "1"})", "bad_option t_max: expected a number, found a string"},
      {R"({"query": "sweep", "tol": 0})", "bad_option tol: 0 is not > 0"},
      {R"({"query": "sweep", "max_pairs": -3})", "bad_option max_pairs: expected a whole number >= 0, found -3"},
      {R"({"query": "sweep", "solid": 1})", "bad_option solid: expected true or false, found a number"},
      {"[]", "bad_json expected an object, found a list"},
      {"", "bad_json not JSON, at byte 1"},
      {R"({"id": 1)", "bad_json not JSON, at byte 9"},
      {R"({"id": 1} {})", "bad_json not JSON, at byte 11"},
      {std::string(100000, '['), "limit nested deeper than 64 levels"},
  };
  for (const auto& [line, expected] : table) EXPECT_EQ(complaint_about(line), expected) << line.substr(0, 200);
}

TEST(QuestionErrors, NameTheMeshFileThatCannotBeRead) {
  const std::string found = complaint_about(with_a(R"({"type": "mesh", "file": "no such mesh.obj"})"));
  EXPECT_TRUE(found.starts_with("file a.file: ")) << found;
  EXPECT_NE(found.find("no such mesh.obj"), std::string::npos) << found;
}

TEST(QuestionErrors, LeaveNoByteStringThatCrashesTheReader) {
  const std::string good =
      with_a(R"({"type": "obb", "c": [0,0,0], "axes": [[1,0,0],[0,1,0],[0,0,1]], "h": [1,0.5,1e-3], "vel": [1,2,3]})");
  std::mt19937 random(11);
  for (int round = 0; round < 3000; ++round) {
    std::string line = good;
    for (unsigned k = random() % 4 + 1; k > 0; --k) {
      const std::size_t place = random() % line.size();
      switch (random() % 3) {
        case 0: line[place] = static_cast<char>(random() % 256); break;
        case 1: line.erase(place, random() % 8 + 1); break;
        default: line.insert(place, line.substr(random() % line.size(), random() % 16));
      }
    }
    ASSERT_TRUE(ask_in_temporary(line).contains("ok")) << line;
  }
}

TEST(Questions, KeepTheirIdAsItWasWritten) {
  const auto id_of = [](const std::string& id) {
    static const QuestionReader reader{""};
    return reader.read(R"({"id": )" + id + R"(, "query": "nothing"})").id;
  };
  for (const char* id :
       {"1", "-7", "\"a \\\"b\\\"\"", "null", "true", "[1,2]", "{\"k\":[1]}", "123456789012345678901234567890", "1.50"})
    EXPECT_EQ(id_of(id), id);
  EXPECT_EQ(QuestionReader("").read(R"({"id": "kept", "a": {"type": NaN}})").id, "\"kept\"");
  EXPECT_EQ(QuestionReader("").read(R"({"a": {"id": 5}, "query": "x"})").id, "null") << "only the id of the question itself";
}

TEST(Questions, ReadBodiesWithPosesAndMotions) {
  const QuestionReader reader{""};
  const QuestionLine line = reader.read(
      R"({"query": "sweep", "a": {"type": "point", "p": [1,2,3], "R": [[0,-1,0],[1,0,0],[0,0,1]], "t": [4,5,6], "vel": [7,8,9],
          "omega": [0,0,2], "center": [1,1,1]}, "b": {"type": "sphere", "c": [0,0,0], "r": 1}, "t_max": 2.5, "tol": 1e-6, "max_pairs": 7,
          "solid": true, "expect": {"contact": true}, "borderline": true})");
  ASSERT_TRUE(line.question) << line.question.error().message;
  const Question& q = *line.question;
  EXPECT_EQ(q.a->pose.to_world(Vec3(1, 2, 3)), Vec3(2, 6, 9));
  EXPECT_EQ(q.a->motion.velocity, Vec3(7, 8, 9));
  EXPECT_EQ(q.a->motion.angular_velocity, Vec3(0, 0, 2));
  EXPECT_EQ(q.a->motion.center, Vec3(1, 1, 1));
  EXPECT_EQ(q.options.t_max, 2.5);
  EXPECT_EQ(q.options.tolerance, 1e-6);
  EXPECT_EQ(q.options.max_pairs, 7u);
  EXPECT_TRUE(q.options.solid);
  EXPECT_TRUE(q.a->solid && q.b->solid);
  EXPECT_EQ(q.expect, R"({"contact":true})");
  EXPECT_TRUE(q.is_expectation_soft);
}

TEST(Questions, ReadBodiesOfThePlane) {
  const QuestionLine line = QuestionReader("").read(
      R"({"query": "sweep", "a": {"type": "segment", "v": [[0,0],[1,0]], "R": [[0,-1],[1,0]], "t": [4,5], "vel": [7,8], "omega": 3},
          "b": {"type": "triangle2", "v": [[0,0],[1,0],[0,1]]}})");
  ASSERT_TRUE(line.question) << line.question.error().message;
  EXPECT_TRUE(line.question->a->geometry.is_planar() && line.question->b->geometry.is_planar());
  EXPECT_EQ(line.question->a->pose.to_world(Vec3(1, 0, 0)), Vec3(4, 6, 0));
  EXPECT_EQ(line.question->a->motion.angular_velocity, Vec3(0, 0, 3));
  EXPECT_EQ(line.question->options.t_max, std::numeric_limits<double>::infinity());
}

TEST(Questions, KnowEveryShapeOfTheFormat) {
  const QuestionReader reader{""};
  for (const char* shape : {R"({"type":"point","p":[0,0,0]})",
                            R"({"type":"line","o":[0,0,0],"d":[1,0,0]})",
                            R"({"type":"ray","o":[0,0,0],"d":[1,0,0]})",
                            R"({"type":"segment","v":[[0,0,0],[1,0,0]]})",
                            R"({"type":"plane","n":[0,0,1],"d":1})",
                            R"({"type":"halfspace","n":[0,0,1],"d":1})",
                            R"({"type":"sphere","c":[0,0,0],"r":1})",
                            R"({"type":"capsule","v":[[0,0,0],[1,0,0]],"r":1})",
                            R"({"type":"cylinder","v":[[0,0,0],[1,0,0]],"r":1})",
                            R"({"type":"cone","v":[[0,0,0],[1,0,0]],"r":1})",
                            R"({"type":"ellipsoid","c":[0,0,0],"axes":[[1,0,0],[0,1,0],[0,0,1]],"h":[1,2,3]})",
                            R"({"type":"aabb","min":[0,0,0],"max":[1,1,1]})",
                            R"({"type":"obb","c":[0,0,0],"axes":[[1,0,0],[0,1,0],[0,0,1]],"h":[1,2,3]})",
                            R"({"type":"triangle","v":[[0,0,0],[1,0,0],[0,1,0]]})",
                            R"({"type":"tetrahedron","v":[[0,0,0],[1,0,0],[0,1,0],[0,0,1]]})",
                            R"({"type":"polygon","v":[[0,0,0],[1,0,0],[1,1,0],[0,1,0]]})",
                            R"({"type":"convex","v":[[0,0,0],[1,0,0],[0,1,0],[0,0,1]]})",
                            R"({"type":"convex","v":[[0,0,0],[1,0,0],[0,1,0],[0,0,1]],"f":[[0,1,2],[0,3,1],[0,2,3],[1,3,2]]})",
                            R"({"type":"points","p":[[0,0,0],[1,0,0]]})",
                            R"({"type":"mesh","v":[[0,0,0],[1,0,0],[0,1,0]],"f":[[0,1,2]],"scale":[1,2,3]})"}) {
    const QuestionLine line = reader.read(R"({"query": "fit", "a": )" + std::string(shape) + "}");
    EXPECT_TRUE(line.question) << shape << ": " << line.question.error().message;
  }
  for (const char* shape :
       {R"({"type":"point","p":[0,0]})", R"({"type":"line","o":[0,0],"d":[1,0]})", R"({"type":"ray","o":[0,0],"d":[1,0]})",
        R"({"type":"segment","v":[[0,0],[1,0]]})", R"({"type":"circle","c":[0,0],"r":1})",
        R"({"type":"aabb2","min":[0,0],"max":[1,1]})", R"({"type":"obb2","c":[0,0],"axes":[[1,0],[0,1]],"h":[1,2]})",
        R"({"type":"triangle2","v":[[0,0],[1,0],[0,1]]})", R"({"type":"polygon2","v":[[0,0],[1,0],[1,1],[0,1]]})"}) {
    const QuestionLine line = reader.read(R"({"query": "fit", "a": )" + std::string(shape) + "}");
    ASSERT_TRUE(line.question) << shape << ": " << line.question.error().message;
    EXPECT_TRUE(line.question->a->geometry.is_planar()) << shape;
  }
}

TEST(Questions, LoadAMeshOnceForManyThreads) {
  const std::filesystem::path folder = std::filesystem::path(::testing::TempDir()) / "graze_question_meshes";
  std::filesystem::create_directories(folder);
  std::ofstream(folder / "t.obj") << "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n";
  const QuestionReader reader(folder);
  const std::string line = R"({"query": "fit", "a": {"type": "mesh", "file": "t.obj", "scale": 2}})";
  std::vector<const MeshTree*> trees(8);
  {
    std::vector<std::jthread> threads;
    for (auto& tree : trees) threads.emplace_back([&] { tree = reader.read(line).question->a->geometry.tree(); });
  }
  for (const MeshTree* tree : trees) EXPECT_EQ(tree, trees[0]);
  EXPECT_NE(reader.read(R"({"query": "fit", "a": {"type": "mesh", "file": "t.obj"}})").question->a->geometry.tree(), trees[0]);
  std::filesystem::remove_all(folder);
}

TEST(Answers, PrintNumbersThatReadBackToTheSameDouble) {
  std::mt19937_64 random(5);
  for (int i = 0; i < 20000; ++i) {
    double x = std::bit_cast<double>(random());
    if (!std::isfinite(x)) continue;
    const std::string text = to_json(Vec3(x, -0.0, 0.1), false).dump();
    char* end = nullptr;
    ASSERT_EQ(std::bit_cast<std::uint64_t>(std::strtod(text.c_str() + 1, &end)), std::bit_cast<std::uint64_t>(x)) << text;
  }
  EXPECT_EQ(to_json(Vec3(1, -0.0, 0.1), false).dump(), "[1.0,-0.0,0.1]");
  EXPECT_EQ(to_json(Vec3(1, 2, 0), true).dump(), "[1.0,2.0]");
}

TEST(Answers, SayWhatTouchesWhereAndWhen) {
  Impact impact;
  impact.first = 0.5;
  impact.last = std::numeric_limits<double>::infinity();
  impact.set.points = {Vec3(1, 2, 3), Vec3(4, 5, 6)};
  impact.normal = Vec3(0, 0, 1);
  impact.features = {Feature{FeatureKind::edge, 2, 17}, Feature{FeatureKind::face, 4, -1}};
  EXPECT_EQ(to_json(std::optional(impact), false).dump(),
            R"({"contact":true,"first":0.5,"last":null,"initial":false,"approaching":true,)"
            R"("set":{"type":"segment","points":[[1.0,2.0,3.0],[4.0,5.0,6.0]]},"normal":[0.0,0.0,1.0],)"
            R"("features":[{"kind":"edge","index":2,"triangle":17},{"kind":"face","index":4}]})");
  EXPECT_EQ(to_json(std::optional<Impact>(), false).dump(), R"({"contact":false})");
}

TEST(Answers, ListTrianglePairsOfMeshes) {
  Intersection found;
  found.intersect = true;
  found.pair_count = 3;
  found.pairs = {{0, 1}, {2, 0}};
  EXPECT_EQ(to_json(found, false).dump(), R"({"intersect":true,"pair_count":3,"pairs":[[0,1],[2,0]],"truncated":true})");
  found = {};
  found.set = ContactSet{};
  EXPECT_EQ(to_json(found, false).dump(), R"({"intersect":false,"set":{"type":"empty","points":[]}})");
}

const std::string sheets = R"("a": {"type": "mesh", "v": [[0,0,0],[4,0,0],[0,4,0]], "f": [[0,1,2]]},
  "b": {"type": "mesh", "v": [[1,1,-1],[1,1,1],[9,1,1]], "f": [[0,1,2]], "vel": [0,0,1]})";

TEST(Answers, HoldTheCurvesOfMeshesOnRequest) {
  const json plain = ask_in_temporary(R"({"query": "intersection", )" + sheets + "}");
  EXPECT_FALSE(plain.contains("curves"));
  const json found = ask_in_temporary(R"({"query": "intersection", "curves": true, )" + sheets + "}");
  EXPECT_EQ(found["curves"], json::parse(R"([{"closed": false, "points": [[1.0,1.0,0.0],[3.0,1.0,0.0]], "pairs": [[0,0]]}])"));
  EXPECT_EQ(found["patches"], json::array());
}

TEST(Answers, AboutOneMeshNameTheTrianglesThatCross) {
  const std::string crossed =
      R"({"type": "mesh", "v": [[0,0,0],[4,0,0],[0,4,0],[1,1,-1],[1,1,1],[9,1,1]], "f": [[0,1,2],[3,4,5]]})";
  const json found = ask_in_temporary(R"({"query": "self_intersection", "a": )" + crossed + "}");
  EXPECT_EQ(found["intersect"], true);
  EXPECT_EQ(found["pair_count"], 1);
  EXPECT_EQ(found["pairs"], json::parse("[[0,1]]"));
}

TEST(Answers, SayWhetherBodiesAreWithinADistance) {
  const std::string apart = R"("a": {"type": "mesh", "v": [[0,0,0],[4,0,0],[0,4,0]], "f": [[0,1,2]]},
    "b": {"type": "mesh", "v": [[1,1,2],[1,1,3],[9,1,3]], "f": [[0,1,2]]})";
  EXPECT_EQ(ask_in_temporary(R"({"query": "within", "distance": 2, )" + apart + "}")["within"], true);
  EXPECT_EQ(ask_in_temporary(R"({"query": "within", "distance": 1.9, )" + apart + "}")["within"], false);
  EXPECT_EQ(ask_in_temporary(R"({"query": "pairs_within", "distance": 2, )" + apart + "}")["pairs"], json::parse("[[0,0]]"));
  EXPECT_EQ(complaint_about(R"({"query": "within", )" + apart + "}"), "bad_option distance: missing");
  EXPECT_EQ(complaint_about(R"({"query": "within", "distance": -1, )" + apart + "}"), "bad_option distance: -1 is not >= 0");
  EXPECT_EQ(ask_in_temporary(R"({"query": "distance", "relative_error": 0.5, )" + apart + "}")["distance"], 2.0);
}

TEST(Answers, OfASweepListEveryPairAndTheLastTimeOnRequest) {
  const std::string falling = R"("a": {"type": "mesh", "v": [[0,0,0],[4,0,0],[0,4,0]], "f": [[0,1,2]]},
    "b": {"type": "mesh", "v": [[1,1,2],[1,1,3],[2,1,2]], "f": [[0,1,2]], "vel": [0,0,-1]})";
  const json found = ask_in_temporary(R"({"query": "sweep", "pairs": true, "last": true, )" + falling + "}");
  EXPECT_EQ(found["first"], 2.0);
  EXPECT_EQ(found["last"], 3.0);
  EXPECT_EQ(found["pair_count"], 1);
  EXPECT_EQ(found["pairs"][0]["triangles"], json::parse("[0,0]"));
  EXPECT_EQ(found["pairs"][0]["set"]["type"], "segment");
  EXPECT_EQ(ask_in_temporary(R"({"query": "sweep", "last": true, )" + falling + "}")["last"], 3.0);
  EXPECT_FALSE(ask_in_temporary(R"({"query": "sweep", )" + falling + "}").contains("last"));
}

TEST(Answers, ToADepthNameBoxesOrTriangles) {
  const json deep = ask_in_temporary(R"({"query": "contacts_to_depth", )" + sheets + "}");
  EXPECT_EQ(deep["contact_count"], 1);
  EXPECT_EQ(deep["contacts"][0]["parts"][0]["triangle"], 0);
  EXPECT_EQ(deep["contacts"][0]["parts"][0]["normal"], json::parse("[0.0,0.0,1.0]"));
  const std::string two = R"("a": {"type": "mesh", "v": [[0,0,0],[4,0,0],[0,4,0],[4,4,0],[9,0,0]], "f": [[0,1,2],[1,3,2],[1,4,3]]},
    "b": {"type": "mesh", "v": [[1,1,-1],[1,1,1],[9,1,1]], "f": [[0,1,2]]})";
  const json shallow = ask_in_temporary(R"({"query": "contacts_to_depth", "max_depth_a": 0, )" + two + "}");
  EXPECT_EQ(shallow["contact_count"], 1);
  EXPECT_TRUE(shallow["contacts"][0]["parts"][0].contains("box"));
  EXPECT_EQ(shallow["contacts"][0]["parts"][1]["triangle"], 0);
  EXPECT_EQ(complaint_about(R"({"query": "contacts_to_depth", "max_depth_a": -1, )" + two + "}"),
            "bad_option max_depth_a: expected a whole number >= 0, found -1");
}

TEST(Answers, AreOneObjectWithIdAndOkFirst) {
  const Answer found = answer(QuestionReader("").read(R"({"id": [7], "query": "raycast"})"));
  EXPECT_FALSE(found.ok);
  EXPECT_EQ(found.line, R"({"id":[7],"ok":false,"error":{"code":"bad_shape","message":"a: missing"}})");
}

TEST(Answers, OfADistanceHoldTheNearestPoints) {
  const Json found = ask_in_temporary(
      R"({"query": "distance", "a": {"type": "point", "p": [0,0,0]}, "b": {"type": "sphere", "c": [4,0,0], "r": 1}})");
  EXPECT_EQ(found["distance"], 3.0);
  EXPECT_EQ(found["closest"].dump(), "[[0.0,0.0,0.0],[3.0,0.0,0.0]]");
}

TEST(Answers, OfARaycastListTheCrossings) {
  const Json found = ask_in_temporary(
      R"({"query": "raycast", "a": {"type": "ray", "o": [0,0], "d": [2,0]}, "b": {"type": "circle", "c": [4,0], "r": 1}})");
  EXPECT_EQ(found["t"], 1.5);
  EXPECT_EQ(found["normal"].dump(), "[-1.0,0.0]");
  ASSERT_EQ(found["hits"].size(), 2U);
  EXPECT_EQ(found["hits"][1]["entering"], false);
}

TEST(Answers, OfARaycastEndAtTheGreatestTime) {
  const auto hits = [](std::string_view line, std::string_view t_max) {
    return ask_in_temporary(fmt::format(
        R"({{"query": "raycast", "a": {}, "t_max": {}, "b": {{"type": "circle", "c": [4,0], "r": 1}}}})", line, t_max))["hits"]
        .size();
  };
  const std::string_view ray = R"({"type": "ray", "o": [0,0], "d": [2,0]})", line = R"({"type": "line", "o": [0,0], "d": [2,0]})";
  EXPECT_EQ(hits(ray, "1"), 0U);
  EXPECT_EQ(hits(ray, "1.5"), 1U);
  EXPECT_EQ(hits(ray, "2.5"), 2U);
  EXPECT_EQ(hits(line, "1"), 2U);
}

/// Whether is exact; the time that is told is a rounded one, here 2^-52 above the end although the first common point is below it.
TEST(Answers, OfARaycastEndAtTheGreatestTimeAndNotARoundingBefore) {
  const Json found = ask_in_temporary(R"({"query": "raycast", "t_max": 1,
      "a": {"type": "ray", "o": [-0.003975341775636743, 1.5717619801688314], "d": [0.27714325828405006, -2.5288514608901242]},
      "b": {"type": "obb2", "c": [0.27369113157609437, -0.9573922602035188], "h": [0.0007571542807343153, 0.0004974964228899678],
            "axes": [[0.07947570436222667, -0.9968368033013869], [0.9968368033013869, 0.07947570436222667]]}})");
  EXPECT_EQ(found["intersect"], true);
  EXPECT_LE(found["t"].get<double>(), 1);
}

TEST(Answers, OfATurningSweepAreABracket) {
  const Json found =
      ask_in_temporary(R"({"query": "sweep", "t_max": 9, "a": {"type": "segment", "v": [[0,0],[2,0]], "omega": 1, "center": [0,0]},
                             "b": {"type": "point", "p": [0,1]}})");
  EXPECT_EQ(found["contact"], true);
  EXPECT_NEAR(found["t_lo"].get<double>(), 1.5707963267948966, 1e-6);
  EXPECT_LE(found["t_lo"].get<double>(), 1.5707963267948966);
}

TEST(Answers, SayWhetherTwoBoxesOverlap) {
  const std::string boxes =
      R"("a": {"type": "aabb", "min": [0,0,0], "max": [1,1,1]}, "b": {"type": "aabb", "min": [1,1,1], "max": [2,2,2]})";
  EXPECT_EQ(ask_in_temporary(R"({"id": "x", "query": "overlap", )" + boxes + "}").dump(),
            R"({"id":"x","intersect":true,"ok":true})");
}

TEST(Expectations, AreMetOrNamed) {
  const auto check = [](const char* expect, const char* answer) { return unmet_expectation(expect, answer).value_or("met"); };
  EXPECT_EQ(check(R"({"intersect": true})", R"({"ok": true, "intersect": true})"), "met");
  EXPECT_EQ(check(R"({"intersect": true})", R"({"ok": true, "intersect": false})"), "intersect: expected true, got false");
  EXPECT_EQ(check(R"({"intersect": true})", R"({"ok": true})"), "intersect: expected true, got nothing");
  EXPECT_EQ(check(R"({"intersect": true})", R"({"ok": false, "error": {"code": "file"}})"), R"(no answer: {"code":"file"})");
  EXPECT_EQ(check(R"({"depth": 100, "tol": 0.1})", R"({"ok": true, "depth": 109})"), "met");
  EXPECT_EQ(check(R"({"depth": 100, "tol": 0.1})", R"({"ok": true, "depth": 111})"), "depth: expected 100, got 111");
  EXPECT_EQ(check(R"({"depth": 100})", R"({"ok": true, "depth": 100.001})"), "depth: expected 100, got 100.001");
  EXPECT_EQ(check(R"({"pair_count": 3})", R"({"ok": true, "pair_count": 4})"), "pair_count: expected 3, got 4");
  EXPECT_EQ(check(R"({"set_type": "point"})", R"({"ok": true, "set": {"type": "segment"}})"),
            R"(set: expected "point", got "segment")");
  EXPECT_EQ(check(R"({"set_type": "segment", "set_points": [[0,0],[1,0]]})",
                  R"({"ok": true, "set": {"type": "segment", "points": [[1,0],[0,0]]}})"),
            "met");
  EXPECT_EQ(
      check(R"({"set_type": "point", "set_points": [[0,0]]})", R"({"ok": true, "set": {"type": "point", "points": [[1,0]]}})"),
      "set: expected points [[0,0]], got [[1,0]]");
  EXPECT_EQ(check(R"({"tol": "small"})", R"({"ok": true})"), "expect: a field has the wrong type");
  EXPECT_EQ(check(R"({"distance": "x"})", R"({"ok": true, "distance": 1})"), R"(distance: expected "x", got 1)");
  EXPECT_EQ(check("3", R"({"ok": true})"), "expect: not an object");
}

/// What has no rule of its own is compared as it stands, numbers within the tolerance; nothing is passed over.
TEST(Expectations, AreNotMetWhereNothingIsCompared) {
  const auto check = [](const char* expect, const char* answer) { return unmet_expectation(expect, answer).value_or("met"); };
  EXPECT_EQ(check("{}", R"({"ok": true})"), "expect: nothing to compare");
  EXPECT_EQ(check(R"({"tol": 1})", R"({"ok": true})"), "expect: nothing to compare");
  EXPECT_EQ(check(R"({"intersects": true})", R"({"ok": true, "intersect": true})"), "intersects: expected true, got nothing");
  EXPECT_EQ(check(R"({"status": "touching"})", R"({"ok": true, "status": "separated"})"),
            R"(status: expected "touching", got "separated")");
  EXPECT_EQ(check(R"({"status": "touching"})", R"({"ok": true, "status": "touching"})"), "met");
  EXPECT_EQ(check(R"({"normal": [0,0,1]})", R"({"ok": true, "normal": [0,1e-12,1]})"), "met");
  EXPECT_EQ(check(R"({"normal": [0,0,1]})", R"({"ok": true, "normal": [0,1e-3,1]})"), "normal: expected [0,0,1], got [0,0.001,1]");
  EXPECT_EQ(check(R"({"normal": [0,0,1]})", R"({"ok": true, "normal": [0,0]})"), "normal: expected [0,0,1], got [0,0]");
  EXPECT_EQ(check(R"({"features": [{"kind": "face"}]})", R"({"ok": true, "features": [{"kind": "edge"}]})"),
            R"(features: expected [{"kind":"face"}], got [{"kind":"edge"}])");
  EXPECT_EQ(check(R"({"first": 2})", R"({"ok": true, "contact": true, "first": 3})"), "first: expected 2, got 3")
      << "also without contact";
  EXPECT_EQ(check(R"({"first": null})", R"({"ok": true, "contact": true, "first": 3})"), "first: expected null, got 3");
  EXPECT_EQ(check(R"({"first_exact": "a/b"})", R"({"ok": true, "first": 3})"), R"(first_exact: "a/b" is no fraction)");
  EXPECT_EQ(check(R"({"last": 2})", R"({"ok": true, "contact": true, "first": 1})"), "last: expected 2, got nothing");
  EXPECT_EQ(check(R"({"last": null})", R"({"ok": true, "contact": true, "last": null})"), "met") << "for ever";
  EXPECT_EQ(check(R"({"last_exact": "7/2"})", R"({"ok": true, "last": 3.5})"), "met");
  EXPECT_EQ(check(R"({"last_exact": "7/2"})", R"({"ok": true, "last": 3.6})"), "last: expected 3.5, got 3.6");
  EXPECT_EQ(check(R"({"set_points": [[0,0]]})", R"({"ok": true, "set": {"type": "point", "points": [[1,0]]}})"),
            "set: expected points [[0,0]], got [[1,0]]")
      << "also without set_type";
  EXPECT_EQ(check(R"({"closest": [[0,0],[3,4]]})", R"({"ok": true, "closest": [[1,1],[4,5]]})"), "met") << "as far apart";
  EXPECT_EQ(check(R"({"closest": [[0,0],[3,4]]})", R"({"ok": true, "closest": [[0,0],[3,5]]})"),
            "closest: [[0,0],[3,5]] are not 5.0 apart");
  EXPECT_EQ(check(R"({"hits": 2})", R"({"ok": true, "intersect": true, "hits": [{"t": 1}]})"), "hits: expected 2, got 1");
  EXPECT_EQ(check(R"({"hits": 0})", R"({"ok": true, "intersect": false})"), "met");
  EXPECT_EQ(check(R"({"hits": 0})", R"({"ok": true, "contact": false})"), "hits: expected 0, got 0") << "not of a raycast";
  EXPECT_EQ(check(R"({"volume": "2"})", R"({"ok": true, "volume": 2})"), R"(volume: expected "2", got 2)");
  EXPECT_EQ(check(R"({"bracket": [0, 1], "contact": true, "depth": 2})", R"({"ok": true, "contact": true, "t_lo": 0.5})"),
            "depth: expected 2, got nothing");
  EXPECT_EQ(check(R"({"bracket": 1, "contact": true})", R"({"ok": true, "contact": true, "t_lo": 0.5})"),
            "expect: a field has the wrong type");
}

TEST(Expectations, OfABracketAreMetWithinItAndAlmostNotBefore) {
  const auto check = [](const char* expect, const char* answer) { return unmet_expectation(expect, answer).value_or("met"); };
  constexpr const char* within = R"({"contact": true, "bracket": [2, 3]})";
  for (const char* met : {R"({"ok": true, "contact": true, "t_lo": 2.5})", R"({"ok": true, "contact": true, "first": 2.996})",
                          R"({"ok": true, "contact": true, "t_lo": 3})", R"({"ok": true, "contact": true, "t_lo": 1.996})"})
    EXPECT_EQ(check(within, met), "met") << met;
  EXPECT_EQ(check(within, R"({"ok": true, "contact": true, "t_lo": 1.75})"), "first: 1.75 is far before [2, 3]");
  EXPECT_EQ(check(within, R"({"ok": true, "contact": true, "t_lo": 3.25})"), "first: 3.25 is after [2, 3]");
  EXPECT_EQ(check(within, R"({"ok": true, "contact": false})"), "contact: missed, at 2");
  EXPECT_EQ(check(within, R"({"ok": true, "contact": true})"), "first: no time");
  EXPECT_EQ(check(within, R"({"ok": true, "intersect": true})"), "contact: not in the answer");
  constexpr const char* clear = R"({"contact": false, "bracket": null, "min_distance": 0.5, "tol_length": 0.125})";
  EXPECT_EQ(check(clear, R"({"ok": true, "contact": false})"), "met");
  EXPECT_EQ(check(clear, R"({"ok": true, "contact": true, "t_lo": 1})"),
            "contact: reported, but the bodies come no closer than 0.5");
  EXPECT_EQ(check(R"({"contact": false, "bracket": null, "min_distance": 0.25, "tol_length": 0.125})",
                  R"({"ok": true, "contact": true, "t_lo": 1})"),
            "met")
      << "within twice the tolerance";
}

TEST(Expectations, AllowNoLateTimeAndAlmostNoEarlyOne) {
  const auto check = [](const std::string& expect, double first) {
    return unmet_expectation(expect, fmt::format(R"({{"ok": true, "contact": true, "first": {}}})", first)).value_or("met");
  };
  const std::string third = R"({"contact": true, "first": 0.3, "first_exact": "1/3"})";
  const double below = 1.0 / 3;  // rounds down
  EXPECT_EQ(check(third, below), "met");
  EXPECT_EQ(check(third, std::nextafter(below, 1)),
            fmt::format("first: {} is after the exact {}", std::nextafter(below, 1), below));
  EXPECT_EQ(check(third, below - 1e-12), fmt::format("first: expected {}, got {}", below, below - 1e-12));
  const std::string bracket = R"({"contact": true, "bracket": [0.5, 0.6]})";
  EXPECT_EQ(check(bracket, 0.499), "met");
  EXPECT_EQ(check(bracket, 0.61), "first: 0.61 is after [0.5, 0.6]");
  EXPECT_EQ(check(bracket, 0.4), "first: 0.4 is far before [0.5, 0.6]");
}

}  // namespace
}  // namespace graze
