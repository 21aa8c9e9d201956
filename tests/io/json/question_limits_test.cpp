/// Both sides of what a question may say: options, rotations, counts, meshes by file.

#include <cmath>
#include <filesystem>
#include <fstream>
#include <limits>
#include <string>

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <graze/query_format.h>

namespace graze {
namespace {

using nlohmann::json;

const std::string bodies = R"("a":{"type":"point","p":[0,0,0]},"b":{"type":"point","p":[1,0,0]})";

std::string complaint_of(const QuestionLine& line) {
  return line.question ? "fine" : std::string(name_of(line.question.error().code)) + " " + line.question.error().message;
}

std::string complaint(const std::string& line) { return complaint_of(QuestionReader("").read(line)); }

std::string with_option(const std::string& option, const std::string& value) {
  return complaint(fmt::format(R"({{"query":"sweep","{}":{},{}}})", option, value, bodies));
}

TEST(QuestionOptionLimits, LetZeroInWhereItMeansSomething) {
  for (const char* option : {"t_max", "tolerance", "clearance", "distance", "relative_error", "absolute_error"}) {
    for (const char* value : {"0", "-0.0", "5e-324", "1e308", "1"})
      EXPECT_EQ(with_option(option, value), "fine") << option << " " << value;
    EXPECT_EQ(with_option(option, "-5e-324"), fmt::format("bad_option {}: -5e-324 is not >= 0", option));
    EXPECT_EQ(with_option(option, "1e309"), fmt::format("not_finite {}: not finite", option));
    EXPECT_EQ(with_option(option, "null"), fmt::format("bad_option {}: expected a number, found null", option));
  }
  EXPECT_EQ(with_option("tol", "5e-324"), "fine");
  EXPECT_EQ(with_option("tol", "0"), "bad_option tol: 0 is not > 0");
  EXPECT_EQ(with_option("tol", "-0.0"), "bad_option tol: -0 is not > 0");
}

TEST(QuestionOptionLimits, OfCountsAreWholeNumbersOfSixtyFourBits) {
  for (const char* option : {"max_pairs", "sub_steps", "max_depth_a", "max_depth_b"}) {
    for (const char* value : {"0", "1", "18446744073709551615"})
      EXPECT_EQ(with_option(option, value), "fine") << option << " " << value;
    EXPECT_EQ(with_option(option, "-1"), fmt::format("bad_option {}: expected a whole number >= 0, found -1", option));
    EXPECT_EQ(with_option(option, "1.5"), fmt::format("bad_option {}: expected a whole number >= 0, found 1.5", option));
    EXPECT_EQ(with_option(option, "18446744073709551616"),
              fmt::format("bad_option {}: expected a whole number >= 0, found 1.8446744073709552e+19", option));
    EXPECT_EQ(with_option(option, "\"1\""), fmt::format("bad_option {}: expected a whole number >= 0, found a string", option));
  }
  const QuestionLine deep =
      QuestionReader("").read(R"({"query":"sweep","max_depth_a":4294967296,"max_depth_b":4294967294,)" + bodies + "}");
  ASSERT_TRUE(deep.question);
  EXPECT_EQ(deep.question->options.max_depths[0], 4294967295U) << "deeper than any tree";
  EXPECT_EQ(deep.question->options.max_depths[1], 4294967294U);
}

TEST(QuestionOptionLimits, OfTruthsAreTrueAndFalse) {
  for (const char* option : {"solid", "curves", "pairs", "last"}) {
    EXPECT_EQ(with_option(option, "true"), "fine");
    EXPECT_EQ(with_option(option, "0"), fmt::format("bad_option {}: expected true or false, found a number", option));
    EXPECT_EQ(with_option(option, "null"), fmt::format("bad_option {}: expected true or false, found null", option));
  }
  EXPECT_EQ(with_option("method", "7"), "bad_option method: expected a string, found a number");
}

/// Rows at right angles and of unit length up to 2^-18, in one of the nine entries of R R^T.
TEST(RotationLimits, AreKeptOnBothSides) {
  const auto with = [](double leaning, double longer) {
    return complaint(fmt::format(R"({{"query":"overlap","b":{{"type":"point","p":[0,0,0]}},"a":{{"type":"point","p":[0,0,0],)"
                                 R"("R":[[{},{},0],[0,1,0],[0,0,1]]}}}})",
                                 1 + longer, leaning));
  };
  constexpr double limit = 0x1p-18;
  EXPECT_EQ(with(0.99 * limit, 0), "fine");
  EXPECT_EQ(with(1.01 * limit, 0), "bad_pose a.R: not a rotation (rows off by 0.000004)");
  for (const double side : {1.0, -1.0}) {
    EXPECT_EQ(with(0, side * 0.99 * limit / 2), "fine");
    EXPECT_NE(with(0, side * 1.01 * limit / 2), "fine");
  }
}

TEST(RotationLimits, LetRotationsInAndReflectionsNot) {
  const auto with = [](const std::string& rotation) {
    return complaint(R"({"query":"overlap","b":{"type":"point","p":[0,0]},"a":{"type":"point","p":[0,0],"R":)" + rotation + "}}");
  };
  EXPECT_EQ(with("[[0,-1],[1,0]]"), "fine");
  EXPECT_EQ(with("[[-1,0],[0,-1]]"), "fine");
  EXPECT_EQ(with("[[0,1],[1,0]]"), "bad_pose a.R: a reflection, not a rotation");
  EXPECT_EQ(with("[[1,0],[0,-1]]"), "bad_pose a.R: a reflection, not a rotation");
  EXPECT_EQ(with("[[0,0],[0,0]]"), "bad_pose a.R: not a rotation (rows off by 1.000000)");
  EXPECT_EQ(with("[[1,0,0],[0,1,0]]"), "bad_shape a.R[0]: expected 2 numbers, found 3");
  EXPECT_EQ(with("[[1,0]]"), "bad_shape a.R: expected 2 points, found 1");
}

TEST(IndexLimits, AreKeptToTheLastVertex) {
  const auto with = [](const std::string& corner) {
    return complaint(R"({"query":"fit","a":{"type":"mesh","v":[[0,0,0],[1,0,0],[0,1,0]],"f":[[0,1,)" + corner + "]]}}");
  };
  EXPECT_EQ(with("2"), "fine");
  EXPECT_EQ(with("3"), "bad_shape a.f[0][2]: index 3 out of range, 3 vertices");
  EXPECT_EQ(with("-1"), "bad_shape a.f[0][2]: index -1 out of range, 3 vertices");
  EXPECT_EQ(with("2.0"), "bad_shape a.f[0][2]: expected an index, found a number");
  EXPECT_EQ(with("true"), "bad_shape a.f[0][2]: expected an index, found a boolean");
  EXPECT_EQ(with("18446744073709551615"), "bad_shape a.f[0][2]: index 18446744073709551615 out of range, 3 vertices");
}

/// What is not a shape, a point or a list is named by its path and its kind.
TEST(ShapeFields, AreNamedByTheirPath) {
  const auto with = [](const std::string& shape) { return complaint(R"({"query":"fit","a":)" + shape + "}"); };
  EXPECT_EQ(with("null"), "bad_shape a: expected a shape, found null");
  EXPECT_EQ(with(R"("sphere")"), "bad_shape a: expected a shape, found a string");
  EXPECT_EQ(with(R"({"type":"points","p":{}})"), "bad_shape a.p: expected a list, found an object");
  EXPECT_EQ(with(R"({"type":"points","p":[[0,0,0],7]})"), "bad_shape a.p[1]: expected 3 numbers, found a number");
  EXPECT_EQ(with(R"({"type":"points","p":[[0,0,0],[0,[],0]]})"), "bad_shape a.p[1][1]: expected a number, found a list");
  EXPECT_EQ(with(R"({"type":"mesh","v":[[0,0,0]],"f":[7]})"), "bad_shape a.f[0]: expected a list of indices, found a number");
  EXPECT_EQ(with(R"({"type":"mesh","v":[[0,0,0]],"f":[[0,0,0,0]]})"), "bad_shape a.f[0]: expected 3 indices, found 4");
  EXPECT_EQ(with(R"({"type":"mesh","v":[[0,0,0]],"f":[],"scale":"2"})"), "bad_shape a.scale: expected a number, found a string");
  EXPECT_EQ(with(R"({"type":"mesh","v":[[0,0,0]],"f":[],"scale":[1,2]})"), "bad_shape a.scale: expected 3 numbers, found 2");
  EXPECT_EQ(with(R"({"type":"mesh","file":7})"), "bad_shape a.file: expected a string, found a number");
  EXPECT_EQ(with(R"({"type":"circle","c":[0,0,0],"r":1})"), "bad_shape a.c: expected 2 numbers, found 3");
  EXPECT_EQ(with(R"({"type":"point","p":[]})"), "bad_shape a.p: expected 3 numbers, found 0");
  EXPECT_EQ(with(R"({"type":"segment","v":[[0,0],[1,0,0]]})"), "bad_shape a.v[1]: expected 2 numbers, found 3");
  EXPECT_EQ(with(R"({"type":"aabb","min":[0,0,1],"max":[1,1,0]})"), "bad_shape a.min[2]: 1 is above max[2] = 0");
  EXPECT_EQ(with(R"({"type":"point","p":[0,0],"omega":[0,0,1]})"), "bad_shape a.omega: expected a number, found a list");
  EXPECT_EQ(with(R"({"type":"point","p":[0,0,0],"omega":1})"), "bad_shape a.omega: expected 3 numbers, found a number");
  EXPECT_EQ(with(R"({"type":"convex","v":[[0,0,0],[1,0,0],[0,1,0],[0,0,1]],"f":[[0,1,2]]})"),
            "bad_shape a.f: one face for points that span space");
}

class QuestionFiles : public ::testing::Test {
 protected:
  void SetUp() override {
    folder_ = std::filesystem::path(::testing::TempDir()) / ("graze_question_files_" + std::to_string(::getpid()));
    std::filesystem::create_directories(folder_ / "below");
    std::ofstream(folder_ / "below" / "t.obj") << "v 0 0 0\nv 1 0 0\nv 0 2 0\nf 1 2 3\n";
  }
  void TearDown() override { std::filesystem::remove_all(folder_); }

  std::filesystem::path folder_;
};

TEST_F(QuestionFiles, AreFoundFromTheFolderOfTheReaderAndScaled) {
  const QuestionReader reader(folder_);
  const auto mesh = [&](const std::string& fields) {
    const QuestionLine line = reader.read(R"({"query":"fit","method":"aabb","a":{"type":"mesh",)" + fields + "}}");
    EXPECT_TRUE(line.question) << line.question.error().message;
    return json::parse(answer(line).line)["box"];
  };
  EXPECT_EQ(mesh(R"("file":"below/t.obj")")["h"], json({0.5, 1.0, 0.0}));
  EXPECT_EQ(mesh(R"("file":"./below/../below/t.obj","scale":2)")["h"], json({1.0, 2.0, 0.0}));
  EXPECT_EQ(mesh(R"("file":"below/t.obj","scale":[-1,1,1])")["c"], json({-0.5, 1.0, 0.0}));
  EXPECT_EQ(mesh(R"("file":"below/t.obj","scale":0)")["h"], json({0.0, 0.0, 0.0}));
}

TEST_F(QuestionFiles, ThatCannotBeReadAreNamedByFieldAndPath) {
  const QuestionReader reader(folder_);
  const auto why = [&](const std::string& name) {
    std::string found = complaint_of(reader.read(R"({"query":"fit","a":{"type":"mesh","file":")" + name + R"("}})"));
    const std::size_t at = found.find(folder_.string());
    return at == std::string::npos ? found : found.erase(at, folder_.string().size());
  };
  EXPECT_EQ(why("none.obj"), "file a.file: /none.obj: cannot open: No such file or directory");
  EXPECT_EQ(why("none.obj"), "file a.file: /none.obj: cannot open: No such file or directory") << "and asked again";
  EXPECT_EQ(why("below"), "file a.file: /below: is a directory");
  std::ofstream(folder_ / "bad.obj") << "v 0 0\n";
  EXPECT_EQ(why("bad.obj"), "file a.file: /bad.obj:1: a vertex needs three coordinates, this one has 2");
}

/// Each mesh is kept by its path and scale: other names of the same file are the same mesh, other scales are not.
TEST_F(QuestionFiles, AreLoadedOncePerPathAndScale) {
  const QuestionReader reader(folder_);
  const auto tree = [&](const std::string& fields) {
    return reader.read(R"({"query":"fit","a":{"type":"mesh",)" + fields + "}}").question->a->geometry.tree();
  };
  const MeshTree* plain = tree(R"("file":"below/t.obj")");
  EXPECT_EQ(tree(R"("file":"below/../below/./t.obj")"), plain);
  EXPECT_EQ(tree(R"("file":"below/t.obj","scale":1)"), plain);
  EXPECT_EQ(tree(R"("file":"below/t.obj","scale":[1,1,1.0])"), plain);
  EXPECT_NE(tree(R"("file":"below/t.obj","scale":[1,1,2])"), plain);
  std::filesystem::remove(folder_ / "below" / "t.obj");
  EXPECT_EQ(tree(R"("file":"below/t.obj")"), plain) << "still at hand";
}

TEST(Answers, AreOneLineWhateverTheQuestionHolds) {
  const QuestionReader reader("");
  for (const std::string line :
       {R"({"id":"a\nb\u2028","query":"x\ny"})", R"({"query":"fit","a":{"type":"mesh","file":"a\nb\t\u0001"}})",
        "{\"id\":\"\xc3\xa9\",\"query\":\"\xc3\xa9\"}", R"({"query":"fit","a":{"type":"ball\r\n"}})"}) {
    const Answer found = answer(reader.read(line));
    EXPECT_FALSE(found.ok);
    EXPECT_EQ(found.line.find_first_of("\r\n"), std::string::npos) << found.line;
    const json parsed = json::parse(found.line);
    EXPECT_EQ(parsed["ok"], false);
    EXPECT_FALSE(parsed["error"]["message"].get<std::string>().empty());
  }
}

}  // namespace
}  // namespace graze
