/// Every rule by which an answer is held against an expectation, on both sides of its tolerance.

#include <cmath>
#include <limits>
#include <string>

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <graze/query_format.h>

namespace graze {
namespace {

using nlohmann::json;

bool meets(const json& expect, json answer) {
  answer["ok"] = true;
  return !unmet_expectation(expect.dump(), answer.dump());
}

std::string difference(const json& expect, json answer) {
  answer["ok"] = true;
  return unmet_expectation(expect.dump(), answer.dump()).value_or("met");
}

TEST(Expectation, OfTruthsAndCountsIsEquality) {
  for (const char* key : {"intersect", "contains", "contact"}) {
    EXPECT_TRUE(meets({{key, true}}, {{key, true}}) && meets({{key, false}}, {{key, false}})) << key;
    EXPECT_EQ(difference({{key, false}}, {{key, true}}), fmt::format("{}: expected false, got true", key));
    EXPECT_EQ(difference({{key, true}}, json::object()), fmt::format("{}: expected true, got nothing", key));
    EXPECT_EQ(difference({{key, true}}, {{key, 1}}), fmt::format("{}: expected true, got 1", key));
  }
  EXPECT_TRUE(meets({{"pair_count", 12}}, {{"pair_count", 12}}));
  EXPECT_FALSE(meets({{"pair_count", 12}}, {{"pair_count", 13}}));
  EXPECT_TRUE(meets(json::object(), {{"intersect", true}, {"distance", 7}})) << "nothing is expected of what is not named";
}

/// tol * max(1, |expected|): absolute below 1, relative above.
TEST(Expectation, OfANumberIsKeptToItsTolerance) {
  for (const char* key : {"distance", "depth", "t"}) {
    for (const double expected : {0.0, 0.25, 1.0, 64.0, -8.0, 1e6}) {
      const double room = 0x1p-10 * std::max(1.0, std::abs(expected));  // a power of two: sums are exact
      for (const double side : {1.0, -1.0}) {
        const json expect = {{key, expected}, {"tol", 0x1p-10}};
        EXPECT_TRUE(meets(expect, {{key, expected + side * room}})) << key << " " << expected;
        EXPECT_FALSE(meets(expect, {{key, expected + side * 1.001 * room}})) << key << " " << expected;
      }
    }
    EXPECT_FALSE(meets({{key, 1}}, json::object())) << key;
    EXPECT_FALSE(meets({{key, 1}}, {{key, nullptr}})) << key;
    EXPECT_TRUE(meets({{key, nullptr}}, {{key, 5}})) << key << ": an expectation that is no number says nothing";
  }
}

TEST(Expectation, WithoutATolerancesIsKeptToABillionth) {
  for (const char* key : {"distance", "depth", "t"}) {
    EXPECT_TRUE(meets({{key, 0.5}}, {{key, 0.5 + 0.99e-9}})) << key;
    EXPECT_FALSE(meets({{key, 0.5}}, {{key, 0.5 + 1.01e-9}})) << key;
    EXPECT_TRUE(meets({{key, 1000}}, {{key, 1000 - 0.99e-6}})) << key;
    EXPECT_FALSE(meets({{key, 1000}}, {{key, 1000 - 1.01e-6}})) << key;
  }
  EXPECT_FALSE(meets({{"distance", 0.5}, {"tol", 1e-12}}, {{"distance", 0.5 + 1e-10}})) << "of a distance it may be less";
  EXPECT_TRUE(meets({{"t", 0.5}, {"tol", 1e-12}}, {{"t", 0.5 + 1e-10}})) << "of a time it may not";
}

TEST(Expectation, OfAContactIsItsFirstAndLastTime) {
  const json expect = {{"contact", true}, {"first", 0.5}, {"last", 2.0}};
  EXPECT_TRUE(meets(expect, {{"contact", true}, {"first", 0.5}, {"last", 2.0}}));
  EXPECT_TRUE(meets(expect, {{"contact", true}, {"first", 0.5 + 0.9e-9}}));
  EXPECT_EQ(difference(expect, {{"contact", true}, {"first", 0.5 + 1.1e-9}}), "first: expected 0.5, got 0.5000000011");
  EXPECT_EQ(difference(expect, {{"contact", true}}), "first: expected 0.5, got nothing");
  EXPECT_TRUE(meets(expect, {{"contact", true}, {"t_lo", 0.5}})) << "of turning bodies the bracket begins there";
  EXPECT_FALSE(meets(expect, {{"contact", true}, {"first", 0.5}, {"last", 2.1}}));
  EXPECT_TRUE(meets(expect, {{"contact", true}, {"first", 0.5}, {"last", nullptr}})) << "never is no number to compare";
  EXPECT_TRUE(meets({{"contact", false}, {"first", 0.5}}, {{"contact", false}})) << "no time without a contact";
}

/// A fraction is compared without rounding: never above it, never more than two units in the last place below.
TEST(Expectation, OfAnExactTimeForgivesNothingLate) {
  const auto judged = [](const char* exact, double first) {
    return meets({{"contact", true}, {"first_exact", exact}}, {{"contact", true}, {"first", first}});
  };
  const double third = 1.0 / 3;  // just below the fraction
  EXPECT_TRUE(judged("1/3", third));
  EXPECT_FALSE(judged("1/3", std::nextafter(third, 1)));
  EXPECT_TRUE(judged("7/4", 1.75));
  EXPECT_FALSE(judged("7/4", std::nextafter(1.75, 2)));
  const double slack = 4 * std::numeric_limits<double>::epsilon() * 1.75;
  EXPECT_TRUE(judged("7/4", 1.75 - 0.9 * slack));
  EXPECT_FALSE(judged("7/4", 1.75 - 1.3 * slack));
  EXPECT_TRUE(judged("-7/4", -1.75) && judged("7/-4", -1.75) && judged("0", 0) && judged("0/5", 0) && judged("3", 3));
  EXPECT_FALSE(judged("0", -5e-324)) << "of zero nothing is a little";
  EXPECT_FALSE(judged("100000000000000000000000000000000000001/100000000000000000000000000000000000000", std::nextafter(1, 2)));
  EXPECT_TRUE(judged("100000000000000000000000000000000000001/100000000000000000000000000000000000000", 1));
  EXPECT_EQ(difference({{"contact", true}, {"first_exact", "1/2"}}, {{"contact", true}, {"first", 0.75}}),
            "first: 0.75 is after the exact 0.5");
  EXPECT_EQ(difference({{"contact", true}, {"first_exact", "1/2"}}, {{"contact", true}, {"first", 0.25}}),
            "first: expected 0.5, got 0.25");
}

TEST(Expectation, OfAFractionThatIsNoneFallsBackToTheNumber) {
  for (const char* text : {"", "x", "1/0", "1/-0", "1/", "/2", "1.5", "1/2/3", " 1/2", "--1", "1/00"}) {
    const json expect = {{"contact", true}, {"first", 0.5}, {"first_exact", text}};
    EXPECT_TRUE(meets(expect, {{"contact", true}, {"first", 0.5 + 1e-10}})) << text;
    EXPECT_FALSE(meets(expect, {{"contact", true}, {"first", 0.6}})) << text;
  }
}

TEST(Expectation, OfABracketMayBeEarlyByALittleAndNeverLate) {
  const json expect = {{"contact", true}, {"bracket", {0.5, 0.625}}};
  const auto at = [&](double t) { return meets(expect, {{"contact", true}, {"t_lo", t}}); };
  EXPECT_TRUE(at(0.5) && at(0.625) && at(0.56));
  EXPECT_FALSE(at(std::nextafter(0.625, 1)));
  EXPECT_TRUE(at(0.5 - 0.99 * 5e-3));
  EXPECT_FALSE(at(0.5 - 1.01 * 5e-3));
  EXPECT_EQ(difference(expect, {{"contact", false}}), "contact: missed, at 0.5");
  EXPECT_EQ(difference(expect, {{"contact", true}}), "first: no time");
  EXPECT_TRUE(meets(expect, {{"contact", true}, {"first", 0.55}}));
  EXPECT_TRUE(meets(expect, {{"contact", true}, {"first", 0.9}, {"t_lo", 0.55}})) << "t_lo is looked at first";
}

/// Without a contact, bodies that come nearer than twice the tolerance of the answer may be said to touch.
TEST(Expectation, OfNoContactDependsOnHowNearTheyCome) {
  const auto reported = [](double min_distance, double tol_length) {
    return meets({{"contact", false}, {"bracket", nullptr}, {"min_distance", min_distance}, {"tol_length", tol_length}},
                 {{"contact", true}});
  };
  EXPECT_TRUE(reported(0.2, 0.1));
  EXPECT_FALSE(reported(std::nextafter(0.2, 1), 0.1));
  EXPECT_FALSE(reported(1e-300, 0));
  EXPECT_TRUE(reported(0, 0));
  EXPECT_TRUE(meets({{"contact", false}, {"bracket", nullptr}, {"min_distance", 5}}, {{"contact", false}}));
}

TEST(Expectation, OfASetIsItsPointsInAnyOrder) {
  const json expect = {{"set_type", "polygon"}, {"set_points", {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}}}};
  const auto with = [&](const json& points) { return meets(expect, {{"set", {{"type", "polygon"}, {"points", points}}}}); };
  EXPECT_TRUE(with({{0, 1, 0}, {0, 0, 0}, {1, 0, 0}}));
  EXPECT_TRUE(with({{0, 1, 0}, {0, 0, 0}, {1, 0, 0.9e-9}}));
  EXPECT_FALSE(with({{0, 1, 0}, {0, 0, 0}, {1, 0, 1.1e-9}}));
  EXPECT_TRUE(with({{0, 1, 0}, {0, 0, 0}, {1, 0, 0}, {1, 0, 0}})) << "one given twice";
  EXPECT_FALSE(with({{0, 1, 0}, {0, 0, 0}})) << "one missing";
  EXPECT_FALSE(with({{0, 1, 0}, {0, 0, 0}, {1, 0, 0}, {1, 1, 0}})) << "one too many";
  EXPECT_FALSE(with({{0, 1}, {0, 0}, {1, 0}})) << "of the plane";
  EXPECT_FALSE(with({{0, 1, 0}, {0, 0, 0}, {1, 0, nullptr}}));
  EXPECT_TRUE(meets({{"set_type", "point"}}, {{"set", {{"type", "point"}, {"points", {{7, 7, 7}}}}}})) << "any";
  EXPECT_EQ(difference({{"set_type", "point"}}, json::object()), "set: expected \"point\", got null");
  const json large = {{"set_type", "point"}, {"set_points", {{1000, 0, 0}}}};
  EXPECT_TRUE(meets(large, {{"set", {{"type", "point"}, {"points", {{1000 + 0.9e-6, 0, 0}}}}}}))
      << "in each coordinate by its size";
  EXPECT_FALSE(meets(large, {{"set", {{"type", "point"}, {"points", {{1000, 1e-8, 0}}}}}}));
}

TEST(Expectation, OfClosestPointsIsThatTheyAreAsFarApart) {
  const json expect = {{"distance", 5}, {"closest", true}};
  const auto with = [&](const json& points) { return meets(expect, {{"distance", 5}, {"closest", points}}); };
  EXPECT_TRUE(with({{0, 0, 0}, {3, 4, 0}}));
  EXPECT_TRUE(with({{1, 1}, {4, 5}}));
  EXPECT_TRUE(with({{0, 0, 0}, {3, 4, 1e-5}})) << "longer by 1e-11";
  EXPECT_FALSE(with({{0, 0, 0}, {3, 4, 1e-3}}));
  EXPECT_FALSE(with({{0, 0, 0}, {3, 4}}));
  EXPECT_FALSE(with(json::array({{0, 0, 0}})));
  EXPECT_EQ(difference(expect, {{"distance", 5}}), "closest: [] are not 5 apart");
}

TEST(Expectation, OfAVolumeIsTheBestKnown) {
  const auto judged = [](double volume) { return meets({{"volume", 8}}, {{"volume", volume}}); };
  EXPECT_TRUE(judged(8) && judged(7) && judged(0)) << "smaller is better";
  EXPECT_TRUE(judged(8 * (1 + 0.99e-7)));
  EXPECT_FALSE(judged(8 * (1 + 1.01e-7)));
  EXPECT_FALSE(meets({{"volume", 8}}, json::object()));
}

TEST(Expectation, IsNotMetByAnErrorOrByNonsense) {
  EXPECT_EQ(unmet_expectation("{}", R"({"ok":false,"error":{"code":"file"}})"), R"(no answer: {"code":"file"})");
  EXPECT_EQ(unmet_expectation("{}", "{}"), "no answer: null");
  EXPECT_EQ(unmet_expectation("{}", R"({"ok":true})"), std::nullopt);
  for (const char* text : {"", "[]", "1", "{", "null"}) {
    EXPECT_EQ(unmet_expectation(text, R"({"ok":true})"), "expect: not an object") << text;
    EXPECT_EQ(unmet_expectation("{}", text), "expect: not an object") << text;
  }
  for (const char* expect : {R"({"tol":"small"})", R"({"bracket":[0],"contact":true})", R"({"bracket":7,"contact":true})",
                             R"({"contact":"yes","first":1})"})
    EXPECT_TRUE(unmet_expectation(expect, R"({"ok":true,"contact":true,"first":1})").has_value()) << expect;
}

/// The first rule that is not met is the one that is named.
TEST(Expectation, NamesOneDifferenceAtATime) {
  EXPECT_EQ(difference({{"intersect", true}, {"distance", 1}}, {{"intersect", false}, {"distance", 2}}),
            "intersect: expected true, got false");
  EXPECT_EQ(difference({{"intersect", true}, {"distance", 1}}, {{"intersect", true}, {"distance", 2}}),
            "distance: expected 1, got 2");
}

}  // namespace
}  // namespace graze
