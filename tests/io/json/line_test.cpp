/// One line of JSON: strict about keys, numbers and nesting, and keeps the id whatever happens.

#include <cmath>
#include <limits>
#include <random>
#include <string>

#include <gtest/gtest.h>

#include "io/json/line.h"

namespace graze {
namespace {

std::string complaint(const std::string& text) {
  const JsonLine line = read_json_line(text);
  return line.root ? "fine" : std::string(name_of(line.root.error().code)) + " " + line.root.error().message;
}

std::string nested(std::size_t depth, const std::string& open, const std::string& close, const std::string& core) {
  std::string text;
  for (std::size_t i = 0; i < depth; ++i) text += open;
  text += core;
  for (std::size_t i = 0; i < depth; ++i) text += close;
  return text;
}

TEST(JsonLines, MayNestSixtyFourLevelsAndNoMore) {
  EXPECT_EQ(max_json_depth, 64U);
  for (const auto& [open, close] : {std::pair{"[", "]"}, std::pair{"{\"a\":", "}"}}) {
    EXPECT_EQ(complaint(nested(64, open, close, "1")), "fine");
    EXPECT_EQ(complaint(nested(65, open, close, "1")), "limit nested deeper than 64 levels");
  }
  EXPECT_EQ(complaint(nested(64, "[", "]", "")), "fine");
  EXPECT_EQ(complaint(nested(64, "[", "]", "[]")), "limit nested deeper than 64 levels");
  EXPECT_EQ(complaint(nested(63, "[", "]", "[],[],{}")), "fine") << "side by side is not deeper";
}

TEST(JsonLines, HoldNoKeyTwiceInOneObject) {
  EXPECT_EQ(complaint(R"({"a":1,"b":2})"), "fine");
  EXPECT_EQ(complaint(R"({"a":1,"a":1})"), "bad_json a: field given twice");
  EXPECT_EQ(complaint(R"({"a":{"b":1,"c":[{"d":1},{"d":2,"e":3,"d":4}]}})"), "bad_json a.c[1].d: field given twice");
  EXPECT_EQ(complaint(R"({"a":{"b":1},"b":{"b":1}})"), "fine") << "in different objects";
  EXPECT_EQ(complaint(R"({"a":1,"\u0061":1})"), "bad_json a: field given twice") << "written in another way";
  EXPECT_EQ(complaint(R"({"":1,"":2})"), "bad_json : field given twice");
}

TEST(JsonLines, HoldFiniteNumbersOnly) {
  EXPECT_EQ(complaint("[1.7976931348623157e308,-1.7976931348623157e308,5e-324,1e-999]"), "fine");
  EXPECT_EQ(complaint("1e309"), "not_finite line: not finite");
  EXPECT_EQ(complaint(R"({"a":[0,[1,-1e400]]})"), "not_finite a[1][1]: not finite");
  EXPECT_EQ(complaint(R"({"a":{"b":NaN}})"), "not_finite a.b: not finite");
  EXPECT_EQ(complaint(R"({"a":[1,2,Infinity]})"), "not_finite a[2]: not finite");
  EXPECT_EQ(complaint(R"([[],[{"x":-Infinity}]])"), "not_finite [1][0].x: not finite");
  EXPECT_TRUE(complaint(R"({"a":nan})").starts_with("bad_json not JSON, at byte ")) << "of lower case nobody writes";
}

TEST(JsonLines, AreStrictAboutSyntax) {
  for (const char* text : {"{'a':1}",  "{a:1}",       "[1,]",    "{\"a\":1,}", "01",      "+1",       ".5",  "1.",
                           "0x1",      "\"\t\"",      "\"\\x\"", "[1 2]",      "// c\n1", "/* c */1", "tru", "\"\xff\"",
                           "\"\xc3\"", "\"\\ud800\"", "{\"a\"}", "{1:2}",      "}",       "]",        ","})
    EXPECT_TRUE(complaint(text).starts_with("bad_json not JSON, at byte ")) << text << ": " << complaint(text);
  EXPECT_EQ(complaint("[1,2,x]"), "bad_json not JSON, at byte 6");
  EXPECT_EQ(complaint(" \t\r\n {} \n"), "fine");
  EXPECT_EQ(complaint("{} {}"), "bad_json not JSON, at byte 4");
  EXPECT_EQ(complaint("\xEF\xBB\xBF{}"), "fine") << "with a mark of the byte order";
  EXPECT_EQ(complaint(std::string("{}\0", 3)), "bad_json not JSON, at byte 3");
}

TEST(JsonLines, ReadNumbersToTheNearestDouble) {
  std::mt19937_64 random(17);
  for (int i = 0; i < 20'000; ++i) {
    const double x = std::bit_cast<double>(random());
    if (!std::isfinite(x)) continue;
    const JsonLine line = read_json_line(Json(x).dump());
    ASSERT_TRUE(line.root) << x;
    ASSERT_EQ(std::bit_cast<std::uint64_t>(line.root->get<double>()), std::bit_cast<std::uint64_t>(x))
        << "case " << i << " of seed 17";
  }
  EXPECT_EQ(read_json_line("9007199254740993.0").root->get<double>(), 9007199254740992.0);
  EXPECT_EQ(read_json_line("0.1000000000000000055511151231257827021181583404541015625").root->get<double>(), 0.1);
}

TEST(JsonLines, KeepTheIdInFrontOfAMistake) {
  const auto id_of = [](const std::string& text) { return read_json_line(text).id; };
  EXPECT_EQ(id_of(R"({"id":7,"a":NaN})"), "7");
  EXPECT_EQ(id_of(R"({"id":7,"id":8})"), "7") << "the first one";
  EXPECT_EQ(id_of(R"({"a":NaN,"id":7})"), "null") << "not behind it";
  EXPECT_EQ(id_of(R"({"id":"x" "a":1})"), "\"x\"");
  EXPECT_EQ(id_of(R"({"id":)"), "null");
  EXPECT_EQ(id_of(R"({"id":1e999})"), "null");
  EXPECT_EQ(id_of(R"(["id",7])"), "null");
  EXPECT_EQ(id_of(R"([{"id":7}])"), "null");
  EXPECT_EQ(id_of(R"({"a":{"id":7}})"), "null");
  EXPECT_EQ(id_of(R"({"id":{"id":[1,{"id":2}]}})"), R"({"id":[1,{"id":2}]})");
  EXPECT_EQ(id_of(nested(65, "{\"id\":", "}", "1")), "null") << "too deep to be known";
}

/// The answer quotes the id as it was written, digits beyond 64 bits and all.
TEST(JsonLines, KeepTheIdAsItWasWritten) {
  for (const std::string id :
       {"0", "-0", "1.50", "1e5", "-1E-5", "18446744073709551615", "18446744073709551616", "-9223372036854775809", "0.1000", "\"\"",
        "\"\\u00e9\\n\\\"\"", "false", "null", "[]", "{}", "[[[1.0]]]"}) {
    const std::string kept = read_json_line("{\"id\": " + id + " }").id;
    const bool is_number = id[0] == '-' || (id[0] >= '0' && id[0] <= '9');
    const bool is_float = id.find_first_of(".eE") != std::string::npos || id.size() > 19;
    if (is_number && is_float) {
      EXPECT_EQ(kept, id);
    } else {
      EXPECT_EQ(Json::parse(kept), Json::parse(id)) << kept;
    }
  }
}

TEST(JsonLines, NameTheKindOfAValue) {
  for (const auto& [text, kind] :
       {std::pair{"null", "null"}, std::pair{"{}", "an object"}, std::pair{"[]", "a list"}, std::pair{"\"\"", "a string"},
        std::pair{"true", "a boolean"}, std::pair{"1", "a number"}, std::pair{"-1", "a number"}, std::pair{"1.5", "a number"}})
    EXPECT_EQ(kind_of(Json::parse(text)), kind) << text;
}

}  // namespace
}  // namespace graze
