/// Reports: what is found about bodies stands in the page, in words and in numbers, and nothing in it comes from or goes elsewhere.

#include <gtest/gtest.h>
#include <cmath>
#include <cstring>
#include <filesystem>
#include <limits>
#include <nlohmann/json.hpp>

#include <graze/generate.h>
#include <graze/report.h>
#include <graze/scene.h>
#include <graze/sweep.h>

namespace graze {
namespace {

using Json = nlohmann::json;

NamedBody mesh_body(const std::string& name, TriangleMesh mesh, const Vec3& at = Vec3::Zero(), const Motion& motion = {}) {
  return {name, {Geometry::make(Shape{std::move(mesh)}).value(), {Mat3::Identity(), at}, motion}};
}

NamedBody box(const std::string& name, const Vec3& at) { return mesh_body(name, make_box_mesh(Vec3(1, 1, 1)), at); }

/// What stands between two marks.
std::string between(const std::string& text, const std::string& from, const std::string& to) {
  const std::size_t begin = text.find(from);
  if (begin == std::string::npos) return {};
  const std::size_t start = begin + from.size();
  return text.substr(start, text.find(to, start) - start);
}

Json json_in(const std::string& page) {
  return Json::parse(between(page, R"(<script type="application/json" id="report-data">)", "</script>"));
}

std::string bytes_in(const std::string& page) {
  const std::string text = between(page, R"(id="report-numbers">)", "</script>");
  const std::string digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string bytes;
  unsigned bits = 0, held = 0;
  for (const char c : text) {
    if (c == '=') break;
    bits = bits << 6U | static_cast<unsigned>(digits.find(c));
    held += 6;
    if (held >= 8) bytes.push_back(static_cast<char>(bits >> (held -= 8) & 0xffU));
  }
  return bytes;
}

float float_at(const std::string& bytes, std::size_t at) {
  float number = 0;
  std::memcpy(&number, bytes.data() + at, sizeof number);
  return number;
}

std::size_t count_of(const std::string& text, const std::string& what) {
  std::size_t count = 0;
  for (std::size_t at = text.find(what); at != std::string::npos; at = text.find(what, at + 1)) ++count;
  return count;
}

TEST(Report, OfBoxesThatOverlapHasTheirCurve) {
  const ReportData data = report_of(box("left", Vec3(0, 0, 0)), box("right", Vec3(1, 1, 1))).value();
  ASSERT_EQ(data.findings.size(), 1U);
  EXPECT_EQ(data.findings[0].kind, FindingKind::overlapping);
  ASSERT_EQ(data.findings[0].curves.size(), 1U);
  EXPECT_TRUE(data.findings[0].curves[0].closed);
  for (const Vec3& p : data.findings[0].curves[0].points) EXPECT_TRUE(p.minCoeff() >= 0 && p.maxCoeff() <= 1);
}

TEST(Report, OfBoxesApartHasTheNearestPoints) {
  const ReportData data = report_of(box("left", Vec3(0, 0, 0)), box("right", Vec3(5, 0, 0)), {.clearance = 4}).value();
  EXPECT_EQ(data.findings[0].kind, FindingKind::near);
  EXPECT_DOUBLE_EQ(data.findings[0].distance.value(), 3);
  const auto& [p, q] = data.findings[0].witness.value();
  EXPECT_DOUBLE_EQ((q - p).norm(), 3);
  EXPECT_EQ(data.findings[0].normal.value(), Vec3::UnitX());
}

TEST(Report, OfASweepEndsAfterTheContactWhenItHasNoEnd) {
  NamedBody flying = box("flying", Vec3(-10, 0, 0));
  flying.body.motion.velocity = Vec3(2, 0, 0);
  const NamedBody wall = box("wall", Vec3(0, 0, 0));
  const auto impact = sweep(flying.body, wall.body);
  ASSERT_TRUE(impact && *impact);
  const ReportData data = report_of(flying, wall, *impact, std::numeric_limits<double>::infinity());
  EXPECT_EQ(data.findings[0].kind, FindingKind::contact);
  EXPECT_DOUBLE_EQ(data.findings[0].time.value(), 4);
  EXPECT_GT(data.t_max, 4);
  EXPECT_TRUE(std::isfinite(data.t_max));
  EXPECT_EQ(data.bodies[0].poses.size(), 2U);
  EXPECT_FALSE(data.findings[0].contacts.empty());
}

TEST(Report, OfASceneNamesAllBodiesAndFindings) {
  Scene scene;
  const Geometry geometry = Geometry::make(Shape{make_box_mesh(Vec3(1, 1, 1))}).value();
  for (const double x : {0.0, 1.5, 3.6, 40.0})
    ASSERT_TRUE(scene.add({.parts = {{geometry}},
                           .pose = {Mat3::Identity(), Vec3(x, 0.3, 0.1 * x)},
                           .name = x == 40 ? "" : "part " + std::to_string(x)}));
  const auto found = statuses(scene, {.clearance = 0.5});
  ASSERT_TRUE(found);
  const Result<ReportData> data = report_of(scene, *found);
  ASSERT_TRUE(data);
  EXPECT_EQ(data->bodies.size(), 4U);
  EXPECT_EQ(data->bodies[3].name, "body 4");
  ASSERT_EQ(data->findings.size(), 2U);
  EXPECT_EQ(data->findings[0].kind, FindingKind::overlapping);
  EXPECT_FALSE(data->findings[0].curves.empty());
  EXPECT_EQ(data->findings[1].kind, FindingKind::near);
  EXPECT_NEAR(data->findings[1].distance.value(), 0.1, 1e-9);
  EXPECT_TRUE(report_html(*data));
}

TEST(Report, OfAMovingSceneHasPosesAndTimes) {
  Scene scene;
  const Geometry geometry = Geometry::make(Shape{make_box_mesh(Vec3(1, 1, 1))}).value();
  ASSERT_TRUE(scene.add({.parts = {{geometry}},
                         .pose = {Mat3::Identity(), Vec3(-6, 0, 0)},
                         .motion = Motion{.velocity = Vec3(1, 0, 0)},
                         .name = "a"}));
  ASSERT_TRUE(scene.add({.parts = {{geometry}}, .name = "b"}));
  const auto found = first_contacts(scene, {.t_max = 10});
  ASSERT_TRUE(found);
  const Result<ReportData> data = report_of(scene, *found, 10);
  ASSERT_TRUE(data);
  ASSERT_EQ(data->findings.size(), 1U);
  EXPECT_DOUBLE_EQ(data->findings[0].time.value(), 4);
  EXPECT_EQ(data->bodies[0].poses.size(), 2U);
  EXPECT_EQ(data->bodies[1].poses.size(), 1U);
}

TEST(ReportPage, NeedsNothingFromElsewhere) {
  const std::string page = report_html(report_of(box("left", Vec3(0, 0, 0)), box("right", Vec3(1, 1, 1))).value()).value();
  const std::string without_script = page.substr(0, page.rfind("<script>"));
  for (const char* forbidden : {"src=\"http", "href=\"http", "@import", "url(http", "<link"})
    EXPECT_EQ(without_script.find(forbidden), std::string::npos) << forbidden;
  EXPECT_NE(page.find("default-src 'none'"), std::string::npos);
  EXPECT_EQ(without_script.find("{{"), std::string::npos);
}

TEST(ReportPage, HoldsNamesAsTextOnly) {
  const std::string evil =
      "</script><script>alert(1)</script><img src=x onerror=alert(2)>\" onclick=\"alert(3)\xE2\x80\xA8{{script}}";
  ReportData data = report_of(box(evil, Vec3(0, 0, 0)), box("'", Vec3(1, 1, 1))).value();
  data.findings[0].parts = {evil, evil};
  data.findings[0].note = data.units = data.title = evil;
  data.notes = {evil};
  data.totals = {{evil, evil}};
  data.ignored = {{evil, evil, evil}};
  const std::string page = report_html(data).value();
  const std::string harmless = report_html(report_of(box("a", Vec3(0, 0, 0)), box("b", Vec3(1, 1, 1))).value()).value();
  EXPECT_EQ(count_of(page, "<script"), count_of(harmless, "<script"));
  EXPECT_EQ(count_of(page, "</script"), count_of(harmless, "</script"));
  EXPECT_EQ(page.find("<img src=x"), std::string::npos);
  EXPECT_EQ(page.find("onclick=\"alert"), std::string::npos);
  EXPECT_EQ(json_in(page)["bodies"][0]["name"].get<std::string>(), evil);
}

TEST(ReportPage, HoldsEveryVertexWhereItIs) {
  const Vec3 at(100, -50, 20);
  const TriangleMesh torus = make_torus_mesh(2, 0.5, 24, 12);
  ReportData data;
  data.bodies.push_back({"torus", {{Geometry::make(Shape{torus}).value()}}, {{0, {Mat3::Identity(), at}}}});
  const std::string page = report_html(data).value(), bytes = bytes_in(page);
  const Json json = json_in(page);
  const Json& mesh = json["meshes"][0];
  ASSERT_EQ(mesh["vertices"][1], 3 * torus.vertices.size());
  ASSERT_EQ(mesh["indices"][1], 3 * torus.triangles.size());
  const Json& matrix = json["bodies"][0]["parts"][0]["matrix"];
  const std::size_t pose = json["bodies"][0]["poses"][0];
  const double size = json["size"];
  Vec3 sum = Vec3::Zero();
  for (std::size_t i = 0; i < torus.vertices.size(); ++i) {
    for (std::size_t k = 0; k < 3; ++k) {
      const double in_mesh = float_at(bytes, mesh["vertices"][0].get<std::size_t>() + 4 * (3 * i + k));
      const double in_body = in_mesh + matrix[12 + k].get<double>();
      const double shown = in_body + static_cast<double>(float_at(bytes, pose + 4 * (5 + k)));
      sum[static_cast<Eigen::Index>(k)] += json["origin"][k].get<double>() + size * shown;
    }
  }
  Vec3 expected = Vec3::Zero();
  for (const Vec3& v : torus.vertices) expected += v + at;
  EXPECT_LT((sum - expected).norm(), 1e-5 * static_cast<double>(torus.vertices.size()));
}

TEST(ReportPage, ListsTheGravestFirstAndSaysWhatItLeavesOut) {
  ReportData data;
  const Geometry ball = Geometry::make(Shape{Sphere{Vec3::Zero(), 1}}).value();
  for (int i = 0; i < 5; ++i)
    data.bodies.push_back({"ball " + std::to_string(i), {{ball}}, {{0, {Mat3::Identity(), Vec3(3 * i, 0, 0)}}}});
  data.findings = {{.a = 0, .b = 1, .kind = FindingKind::near, .distance = 1},
                   {.a = 1, .b = 2, .kind = FindingKind::overlapping, .depth = 0.1},
                   {.a = 2, .b = 3, .kind = FindingKind::overlapping, .depth = 0.5},
                   {.a = 3, .b = 4, .kind = FindingKind::touching}};
  const Json json = json_in(report_html(data).value());
  const std::vector<std::size_t> first_bodies{2, 1, 3, 0};
  for (std::size_t i = 0; i < 4; ++i) EXPECT_EQ(json["findings"][i]["a"], first_bodies[i]);
  const std::string few = report_html(data, {.max_findings = 2}).value();
  EXPECT_EQ(json_in(few)["findings"].size(), 2U);
  EXPECT_NE(few.find("The 2 gravest of 4 findings are listed."), std::string::npos);
  EXPECT_EQ(count_of(few, "<tr data-kind="), 2U);
}

TEST(ReportPage, ThinsOutLargeMeshesAndSaysSo) {
  ReportData data;
  data.bodies.push_back({"ball", {{Geometry::make(Shape{make_sphere_mesh(1, 5)}).value()}}, {}});  // 20480 triangles
  const std::string whole = report_html(data).value(), thin = report_html(data, {.max_triangles = 3000}).value();
  EXPECT_EQ(whole.find("thinned out"), std::string::npos);
  EXPECT_NE(thin.find("of 20480 triangles"), std::string::npos);
  EXPECT_LE(json_in(thin)["meshes"][0]["indices"][1].get<std::size_t>(), 9000U);
  EXPECT_EQ(json_in(thin)["meshes"][0]["original"], 20480);
}

TEST(ReportPage, HasTheBoxesOfTreesLevelByLevel) {
  ReportData data;
  data.bodies.push_back({"ball", {{Geometry::make(Shape{make_sphere_mesh(1, 3)}).value()}}, {}});
  const Json levels = json_in(report_html(data).value())["meshes"][0]["levels"];
  ASSERT_GE(levels.size(), 2U);
  EXPECT_EQ(levels[0][1], 1);
  EXPECT_GT(levels[1][1], 1);
  EXPECT_LE(json_in(report_html(data, {.max_tree_boxes = 1}).value())["meshes"][0]["levels"].size(), 1U);
}

TEST(ReportPage, RefusesWhatMakesNoSense) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const ReportData good = report_of(box("a", Vec3(0, 0, 0)), box("b", Vec3(1, 1, 1))).value();
  const auto error_with = [&](const auto& spoil) {
    ReportData data = good;
    spoil(data);
    const Result<std::string> page = report_html(data);
    EXPECT_FALSE(page);
    EXPECT_EQ(page.error().message, render_png(data).error().message);
    return page ? "" : page.error().message;
  };
  EXPECT_EQ(error_with([](ReportData& d) { d.findings[0].b = 2; }), "report.findings[0]: body 2 of 2");
  EXPECT_NE(error_with([&](ReportData& d) { d.findings[0].time = nan; }).find("findings[0]"), std::string::npos);
  EXPECT_NE(error_with([&](ReportData& d) { d.bodies[1].parts[0].scale = -1; }).find("bodies[1].parts[0].scale"),
            std::string::npos);
  EXPECT_NE(error_with([&](ReportData& d) { d.bodies[1].poses.push_back({0, {}}); }).find("not later"), std::string::npos);
  EXPECT_NE(error_with([&](ReportData& d) { d.t_max = -1; }).find("t_max"), std::string::npos);
  EXPECT_NE(error_with([&](ReportData& d) { d.bodies[0].poses = {{0, {Mat3::Identity(), Vec3(1e200, 0, 0)}}}; }).find("1e150"),
            std::string::npos);
}

TEST(ReportPage, OfNothingAndOfExtremeSizesIsWritten) {
  EXPECT_TRUE(report_html(ReportData{}));
  for (const double scale : {1e-140, 1e-9, 1e9, 1e140}) {
    const ReportData data = report_of(mesh_body("a", make_box_mesh(Vec3(scale, scale, scale))),
                                      mesh_body("b", make_box_mesh(Vec3(scale, scale, scale)), Vec3(3 * scale, 0, 0)))
                                .value();
    EXPECT_TRUE(report_html(data)) << scale;
  }
}

TEST(ReportPage, IsWrittenToAFileOrTheErrorNamesIt) {
  const std::filesystem::path file = std::filesystem::temp_directory_path() / "graze_report_test.html";
  const ReportData data = report_of(box("a", Vec3(0, 0, 0)), box("b", Vec3(1, 1, 1))).value();
  ASSERT_TRUE(write_report(file, data));
  EXPECT_EQ(std::filesystem::file_size(file), report_html(data)->size());
  std::filesystem::remove(file);
  const Result<void> written = write_report("/nowhere/at/all.html", data);
  ASSERT_FALSE(written);
  EXPECT_NE(written.error().message.find("/nowhere/at/all.html"), std::string::npos);
}

/// 200 000 triangles: within the 25 MB that a page may have. How long it takes is not for a test.
TEST(ReportPage, OfTwoHundredThousandTrianglesIsSmall) {
  ReportData data;
  data.bodies.push_back({"torus", {{Geometry::make(Shape{make_torus_mesh(2, 0.5, 500, 200)}).value()}}, {}});
  const std::string page = report_html(data).value();
  EXPECT_LT(page.size(), 25'000'000U);
  EXPECT_EQ(page.find("thinned out"), std::string::npos);
}

}  // namespace
}  // namespace graze
