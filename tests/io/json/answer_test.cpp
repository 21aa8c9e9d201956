/// Answers as JSON: every field in its place, two numbers for points of the plane, nothing where there is nothing to say.

#include <bit>
#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <limits>
#include <random>
#include <string>

#include <gtest/gtest.h>

#include <graze/query_format.h>

#include <graze/status.h>
#include "io/json/answer.h"

namespace graze {
namespace {

constexpr double inf = std::numeric_limits<double>::infinity();

Json ask(const std::string& line) {
  static const QuestionReader reader{std::filesystem::temp_directory_path()};
  return Json::parse(answer(reader.read(line)).line);
}

TEST(AnswerText, HoldsFeaturesWithTheirKindsAndTriangles) {
  EXPECT_EQ(to_json(Feature{FeatureKind::vertex, 0, -1}).dump(), R"({"kind":"vertex","index":0})");
  EXPECT_EQ(to_json(Feature{FeatureKind::edge, 3, 0}).dump(), R"({"kind":"edge","index":3,"triangle":0})");
  EXPECT_EQ(to_json(Feature{FeatureKind::face, 7, 2147483647}).dump(), R"({"kind":"face","index":7,"triangle":2147483647})");
  EXPECT_EQ(to_json(Feature{FeatureKind::interior, 0, -1}).dump(), R"({"kind":"interior","index":0})");
}

TEST(AnswerText, NamesSetsByTheirNumberOfPoints) {
  const std::vector<std::string> names{"empty", "point", "segment", "polygon", "polygon", "polygon", "polygon", "polygon"};
  ContactSet set;
  for (std::size_t count = 0; count < names.size(); ++count) {
    const OrderedJson json = to_json(set, false);
    EXPECT_EQ(json["type"], names[count]);
    EXPECT_EQ(json["points"].size(), count);
    set.points.push_back(Vec3(static_cast<double>(count), 0, 0));
  }
  EXPECT_EQ(to_json(ContactSet{{Vec3(1, 2, 3)}}, false).dump(), R"({"type":"point","points":[[1.0,2.0,3.0]]})");
  EXPECT_EQ(to_json(ContactSet{{Vec3(1, 2, 0)}}, true).dump(), R"({"type":"point","points":[[1.0,2.0]]})");
}

TEST(AnswerText, OfAnOverlapNamesTheAxisOnlyWhereOneSeparates) {
  EXPECT_EQ(to_json(OverlapReport{true, {}, 15}, false).dump(), R"({"intersect":true})");
  EXPECT_EQ(to_json(OverlapReport{false, {}, {}}, false).dump(), R"({"intersect":false})");
  const OverlapReport apart{false, SeparatingAxis{"edge_edge", 1, 2, Vec3(0, 0.6, 0.8), 0.25}, 9};
  EXPECT_EQ(
      to_json(apart, false).dump(),
      R"({"intersect":false,"separating":{"axis":"edge_edge","i":1,"j":2,"direction":[0.0,0.6,0.8],"gap":0.25,"axes_tested":9}})");
  EXPECT_EQ(to_json(apart, true)["separating"]["direction"].dump(), "[0.0,0.6]");
}

TEST(AnswerText, OfADistanceLeavesOutPointsThatAreNot) {
  const Closest touching{
      0, {Vec3(1, 2, 3), Vec3(1, 2, 3)}, {Feature{FeatureKind::vertex, 4, -1}, Feature{FeatureKind::face, 5, -1}}};
  EXPECT_EQ(to_json(touching, false).dump(), R"({"intersect":true,"distance":0.0,"closest":[[1.0,2.0,3.0],[1.0,2.0,3.0]],)"
                                             R"("features":[{"kind":"vertex","index":4},{"kind":"face","index":5}]})");
  EXPECT_EQ(to_json(Closest{5e-324, {}, {}}, false)["intersect"], false) << "the least distance is one";
  EXPECT_EQ(to_json(Closest{inf, {}, {}}, false).dump(), R"({"intersect":false,"distance":null})") << "of an empty mesh";
  EXPECT_EQ(to_json(touching, true)["closest"].dump(), "[[1.0,2.0],[1.0,2.0]]");
}

TEST(AnswerText, OfARaycastListsCrossingsInOrder) {
  EXPECT_EQ(to_json(Raycast{}, false).dump(), R"({"intersect":false})");
  Raycast found{true, 0.5, Vec3(1, 0, 0), {}};
  EXPECT_EQ(to_json(found, false).dump(), R"({"intersect":true,"t":0.5,"point":[1.0,0.0,0.0],"hits":[]})")
      << "from inside to infinity";
  found.crossings = {{0.5, Vec3(1, 0, 0), Vec3(-1, 0, 0), true, {FeatureKind::face, 2, 7}},
                     {2, Vec3(4, 0, 0), Vec3(1, 0, 0), false, {}}};
  const OrderedJson json = to_json(found, false);
  EXPECT_EQ(json["normal"].dump(), "[-1.0,0.0,0.0]") << "of the first";
  EXPECT_EQ(
      json["hits"][0].dump(),
      R"({"t":0.5,"point":[1.0,0.0,0.0],"normal":[-1.0,0.0,0.0],"entering":true,"feature":{"kind":"face","index":2,"triangle":7}})");
  EXPECT_EQ(json["hits"][1]["entering"], false);
  EXPECT_EQ(to_json(found, true)["hits"][1]["point"].dump(), "[4.0,0.0]");
}

TEST(AnswerText, OfASweepHoldsWhatIsKnown) {
  Impact impact;
  impact.first = 0.25;
  impact.features = {Feature{FeatureKind::vertex, 1, -1}, Feature{FeatureKind::edge, 2, -1}};
  EXPECT_EQ(
      to_json(std::optional(impact), false).dump(),
      R"({"contact":true,"first":0.25,"initial":false,"approaching":true,"features":[{"kind":"vertex","index":1},{"kind":"edge","index":2}]})")
      << "neither a last time nor a set nor a normal";
  impact.last = inf;
  impact.initial = true;
  impact.approaching = false;
  impact.normal = Vec3(0, 1, 0);
  impact.set.points = {Vec3(3, 4, 0)};
  const OrderedJson json = to_json(std::optional(impact), true);
  EXPECT_TRUE(json["last"].is_null()) << "JSON has no infinity";
  EXPECT_EQ(json["normal"].dump(), "[0.0,1.0]");
  EXPECT_EQ(json["set"]["points"].dump(), "[[3.0,4.0]]");
  EXPECT_EQ(json["initial"], true);
  EXPECT_EQ(json["approaching"], false);
}

TEST(AnswerText, OfFirstContactsHasOneEntryAPair) {
  EXPECT_EQ(to_json(std::optional<FirstContacts>()).dump(), R"({"contact":false})");
  FirstContacts found;
  found.first = 2;
  found.pair_count = 5;
  found.pairs = {{{3, 4}, {{Vec3(1, 1, 1)}}, {}, {}}, {{3, 9}, {{Vec3(2, 2, 2)}}, Vec3(0, 0, 1), {}}};
  const OrderedJson json = to_json(std::optional(found));
  EXPECT_FALSE(json.contains("last"));
  EXPECT_EQ(json["pair_count"], 5);
  EXPECT_EQ(json["pairs"].size(), 2U);
  EXPECT_EQ(json["pairs"][0]["triangles"].dump(), "[3,4]");
  EXPECT_FALSE(json["pairs"][0].contains("normal")) << "they cross at time 0";
  EXPECT_EQ(json["pairs"][1]["normal"].dump(), "[0.0,0.0,1.0]");
  found.last = 3;
  EXPECT_EQ(to_json(std::optional(found))["last"], 3.0);
}

/// "contact", "clear" and "unfinished" each tell as much as is known.
TEST(AnswerText, OfATurningSweepDependsOnHowItEnded) {
  TurningImpact impact;
  impact.t_lo = 1.5;
  impact.t_hi = 1.5000001;
  impact.closest = {0.5, {Vec3(0, 0, 0), Vec3(0, 0.5, 0)}, {}};
  impact.status = TurningStatus::clear;
  EXPECT_EQ(to_json(impact, false)["contact"], false);
  EXPECT_FALSE(to_json(impact, false).contains("t_lo"));
  impact.status = TurningStatus::contact;
  const OrderedJson contact = to_json(impact, true);
  EXPECT_EQ(contact["contact"], true);
  EXPECT_EQ(contact["t_lo"], 1.5);
  EXPECT_EQ(contact["t_hi"], 1.5000001);
  EXPECT_EQ(contact["normal"].dump(), "[0.0,1.0]") << "from a to b";
  EXPECT_EQ(contact["distance"], 0.5);
  impact.closest.points[1] = impact.closest.points[0];
  EXPECT_FALSE(to_json(impact, false).contains("normal")) << "they meet at t_lo";
  impact.closest.points[1] = Vec3(0, 5e-324, 0);
  EXPECT_EQ(to_json(impact, false)["normal"].dump(), "[0.0,1.0,0.0]") << "however near";
}

TEST(AnswerText, OfAPenetrationListsTheManifold) {
  EXPECT_EQ(to_json(std::optional<Penetration>(), false).dump(), R"({"intersect":false})");
  const Penetration deep{0.5, Vec3(0, 0, 1), {}, {{Vec3(1, 2, 3), 0.5}, {Vec3(4, 5, 6), 0.25}}};
  const OrderedJson json = to_json(std::optional(deep), false);
  EXPECT_EQ(json["depth"], 0.5);
  EXPECT_EQ(json["manifold"].dump(), R"([{"point":[1.0,2.0,3.0],"depth":0.5},{"point":[4.0,5.0,6.0],"depth":0.25}])");
  EXPECT_EQ(to_json(std::optional(deep), true)["normal"].size(), 2U);
}

TEST(AnswerText, OfAStatusIsAWordAndADistance) {
  EXPECT_EQ(to_json(StatusReport{Status::near, 0.25, {}}).dump(), R"({"status":"near","distance":0.25})");
  EXPECT_EQ(to_json(StatusReport{Status::overlapping, 0, 0.5}).dump(), R"({"status":"overlapping","distance":0.0,"depth":0.5})");
  std::set<std::string_view> words;
  for (const Status status :
       {Status::separated, Status::near, Status::touching, Status::overlapping, Status::contains, Status::inside})
    words.insert(name_of(status));
  EXPECT_EQ(words.size(), 6U);
}

TEST(AnswerText, OfAFitIsABoxOrABallWithItsMeasures) {
  const BoundingVolume box = Obb{{1, 2, 3}, world_frame(), {1, 2, 0.5}}, ball = Sphere{{1, 2, 3}, 2};
  EXPECT_EQ(
      to_json(box).dump(),
      R"({"box":{"c":[1.0,2.0,3.0],"axes":[[1.0,0.0,0.0],[0.0,1.0,0.0],[0.0,0.0,1.0]],"h":[1.0,2.0,0.5]},"volume":8.0,"area":28.0})");
  EXPECT_EQ(to_json(ball)["sphere"].dump(), R"({"c":[1.0,2.0,3.0],"r":2.0})");
  const BoundingArea rectangle = Obb2{{1, 2}, {Vec2(0, 1), Vec2(-1, 0)}, {3, 0.5}}, disc = Circle{{1, 2}, 2};
  EXPECT_EQ(to_json(rectangle).dump(), R"({"box":{"c":[1.0,2.0],"axes":[[0.0,1.0],[-1.0,0.0]],"h":[3.0,0.5]},"area":6.0})");
  EXPECT_EQ(to_json(disc)["circle"].dump(), R"({"c":[1.0,2.0],"r":2.0})");
}

TEST(AnswerText, OfCurvesSaysWhetherTheyClose) {
  IntersectionCurves found;
  found.curves = {{{Vec3(0, 0, 0), Vec3(1, 0, 0)}, true, {{1, 2}, {3, 4}}}};
  found.patches = {{{5, 6}, {Vec3(0, 0, 1)}}};
  OrderedJson json = OrderedJson::object();
  add_curves(json, found);
  EXPECT_EQ(json.dump(), R"({"curves":[{"closed":true,"points":[[0.0,0.0,0.0],[1.0,0.0,0.0]],"pairs":[[1,2],[3,4]]}],)"
                         R"("patches":[{"pair":[5,6],"points":[[0.0,0.0,1.0]]}]})");
}

/// Asked about points anywhere in the range of double, the answer repeats them bit for bit.
TEST(AnswerText, OfAQuestionHoldsItsNumbersToTheLastBit) {
  std::mt19937_64 random(2);
  for (int i = 0; i < 300; ++i) {
    std::array<double, 3> p{};
    for (double& x : p) do
        x = std::bit_cast<double>(random());
      while (!std::isfinite(x));
    const std::string point = R"({"type":"point","p":)" + Json(p).dump() + "}";
    const Json found = ask(R"({"query":"distance","a":)" + point + R"(,"b":)" + point + "}");
    ASSERT_EQ(found["distance"], 0.0) << "case " << i << " of seed 2";
    for (std::size_t k = 0; k < 3; ++k)
      ASSERT_EQ(std::bit_cast<std::uint64_t>(found["closest"][0][k].get<double>()), std::bit_cast<std::uint64_t>(p[k]))
          << "case " << i << " of seed 2";
  }
}

/// Whatever is asked of bodies of the plane, every point and normal has two numbers.
TEST(AnswerText, AboutThePlaneHasTwoNumbersAPoint) {
  const std::function<void(const Json&, const std::string&)> expect_two = [&](const Json& value, const std::string& line) {
    const bool is_point = value.is_array() && !value.empty() && value[0].is_number_float();
    if (is_point) {
      EXPECT_EQ(value.size(), 2U) << value << " in " << line;
    }
    if (value.is_array() || value.is_object())
      for (const Json& part : value) expect_two(part, line);
  };
  const std::string bodies =
      R"("a":{"type":"aabb2","min":[0,0],"max":[2,2]},"b":{"type":"polygon2","v":[[1,1],[4,1],[4,3]],"vel":[-1,0]},"t_max":9)";
  const std::string apart =
      R"("a":{"type":"aabb2","min":[0,0],"max":[2,2]},"b":{"type":"polygon2","v":[[1,1],[4,1],[4,3]],"t":[5,1],"vel":[-1,0]},"t_max":9)";
  for (const char* query : {"overlap", "intersection", "distance", "penetration", "status", "sweep"})
    for (const std::string& pair : {bodies, apart}) {
      const std::string line = std::string(R"({"query":")") + query + "\"," + pair + "}";
      const Json found = ask(line);
      EXPECT_EQ(found["ok"], true) << found;
      expect_two(found, line);
    }
  expect_two(ask(R"({"query":"raycast","a":{"type":"ray","o":[-1,1],"d":[1,0]},"b":{"type":"aabb2","min":[0,0],"max":[2,2]}})"),
             "raycast");
  expect_two(ask(R"({"query":"fit","a":{"type":"polygon2","v":[[0,0],[4,0],[4,1]]}})"), "fit");
  expect_two(
      ask(R"({"query":"sweep","t_max":9,"a":{"type":"segment","v":[[0,0],[2,0]],"omega":1},"b":{"type":"point","p":[0,1]}})"),
      "turning");
}

}  // namespace
}  // namespace graze
