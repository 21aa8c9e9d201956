/// The question "fit": every method, in space and in the plane, and what it refuses.

#include <filesystem>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <graze/query_format.h>

namespace graze {
namespace {

using nlohmann::json;

json ask_to_fit(const std::string& shape, const std::string& method = "") {
  static const QuestionReader reader{std::filesystem::temp_directory_path()};
  const std::string option = method.empty() ? "" : R"(, "method": ")" + method + '"';
  return json::parse(answer(reader.read(R"({"id": 1, "query": "fit", "a": )" + shape + option + "}")).line);
}

std::string fit_complaint(const std::string& shape, const std::string& method = "") {
  const json found = ask_to_fit(shape, method);
  if (found["ok"].get<bool>()) return "fine";
  return found["error"]["code"].get<std::string>() + " " + found["error"]["message"].get<std::string>();
}

const std::string brick = R"({"type": "points", "p": [[0,0,0],[4,0,0],[0,2,0],[4,2,0],[0,0,1],[4,0,1],[0,2,1],[4,2,1]]})";
const std::string square = R"({"type": "polygon2", "v": [[1,0],[0,1],[-1,0],[0,-1]]})";

TEST(FitQuestion, AnswersTheLeastBoxUnlessToldOtherwise) {
  const json found = ask_to_fit(brick);
  EXPECT_NEAR(found["volume"].get<double>(), 8, 1e-9);
  EXPECT_NEAR(found["area"].get<double>(), 28, 1e-9);
  EXPECT_EQ(found["box"]["axes"].size(), 3U);
  EXPECT_EQ(found, ask_to_fit(brick, "min_volume"));
}

TEST(FitQuestion, KnowsAllMethodsOfSpace) {
  for (const char* method : {"aabb", "pca_points", "pca_hull", "pca_triangles", "dito", "best", "min_volume"})
    EXPECT_NEAR(ask_to_fit(brick, method)["volume"].get<double>(), 8, 1e-9) << method;
  const json ball = ask_to_fit(brick, "sphere");
  EXPECT_EQ(ball["sphere"]["c"], json({2.0, 1.0, 0.5}));
  EXPECT_NEAR(ball["sphere"]["r"].get<double>(), std::sqrt(5.25), 1e-15);
}

TEST(FitQuestion, AnswersTheLeastRectangleInThePlane) {
  const json found = ask_to_fit(square);
  EXPECT_NEAR(found["area"].get<double>(), 2, 1e-12);
  EXPECT_EQ(found["box"]["h"].size(), 2U);
  EXPECT_FALSE(found.contains("volume"));
  EXPECT_EQ(found, ask_to_fit(square, "min_area"));
  EXPECT_NEAR(ask_to_fit(square, "circle")["circle"]["r"].get<double>(), 1, 1e-15);
}

TEST(FitQuestion, TakesThePoseAndEveryShapeWithCorners) {
  const json moved = ask_to_fit(R"({"type": "aabb", "min": [0,0,0], "max": [1,2,3], "t": [10,20,30]})", "aabb");
  EXPECT_EQ(moved["box"]["c"], json({10.5, 21.0, 31.5}));
  EXPECT_EQ(moved["box"]["h"], json({0.5, 1.0, 1.5}));
  for (const char* shape :
       {R"({"type":"point","p":[1,2,3]})", R"({"type":"segment","v":[[0,0,0],[1,0,0]]})",
        R"({"type":"obb","c":[0,0,0],"axes":[[1,0,0],[0,1,0],[0,0,1]],"h":[1,2,3]})",
        R"({"type":"triangle","v":[[0,0,0],[1,0,0],[0,1,0]]})", R"({"type":"tetrahedron","v":[[0,0,0],[1,0,0],[0,1,0],[0,0,1]]})",
        R"({"type":"polygon","v":[[0,0,0],[1,0,0],[1,1,0],[0,1,0]]})", R"({"type":"convex","v":[[0,0,0],[1,0,0],[0,1,0],[0,0,1]]})",
        R"({"type":"mesh","v":[[0,0,0],[1,0,0],[0,1,0]],"f":[[0,1,2]]})", R"({"type":"point","p":[1,2]})",
        R"({"type":"segment","v":[[0,0],[1,0]]})", R"({"type":"aabb2","min":[0,0],"max":[1,1]})",
        R"({"type":"obb2","c":[0,0],"axes":[[1,0],[0,1]],"h":[1,2]})", R"({"type":"triangle2","v":[[0,0],[1,0],[0,1]]})"})
    EXPECT_EQ(fit_complaint(shape), "fine") << shape;
}

TEST(FitQuestion, SaysWhatItCannotDo) {
  EXPECT_EQ(fit_complaint(brick, "min_area"),
            "bad_option method: \"min_area\" is none of aabb, pca_points, pca_hull, pca_triangles, dito, best, min_volume, sphere, "
            "mean_points, mean_triangles, axes");
  EXPECT_EQ(fit_complaint(square, "min_volume"), "bad_option method: \"min_volume\" is none of min_area, circle");
  for (const char* shape : {R"({"type":"sphere","c":[0,0,0],"r":1})", R"({"type":"ray","o":[0,0,0],"d":[1,0,0]})",
                            R"({"type":"circle","c":[0,0],"r":1})", R"({"type":"line","o":[0,0],"d":[1,0]})"})
    EXPECT_EQ(fit_complaint(shape), "unsupported_pair a: only shapes with corners can be fitted") << shape;
  EXPECT_EQ(fit_complaint(R"({"type":"mesh","v":[],"f":[]})"), "unsupported_pair a: a mesh without triangles cannot be fitted");
}

}  // namespace
}  // namespace graze
