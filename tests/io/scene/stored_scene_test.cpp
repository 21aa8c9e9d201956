/// Scenes whose bodies are read one by one: the same bodies and the same errors as when all of the text is read as one tree.

#include <array>
#include <optional>
#include <random>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <graze/scene_file.h>

#include "io/json/line.h"
#include "io/json/listed.h"
#include "io/mesh/temp.h"
#include "io/scene/json_scene.h"

namespace graze {
namespace {

constexpr std::string_view many_bodies =
    R"({"exclude" : [["x", "body1"]], "units": "m", "comment": "\"bodies\": [",
 "shapes": {"a": {"type": "aabb", "min": [0,0,0], "max": [1,1,1]}, "m": {"type": "mesh", "v": [[0,0,0],[1,0,0],[0,1,0]], "f": [[0,1,2]]},
   "c": {"type": "compound", "parts": [{"shape": "a"}, {"shape": "m", "t": [0,0,1], "name": "p"}]}},
 "bodies" :	[
   {"name": "x", "shape": "c", "rpy": [0,0,1], "vel": [1,0,0], "group": 2, "mask": 18446744073709551615} ,
   {"type": "sphere", "c": [0,0,0], "r": 1e-3, "comment": {"]": "}\\\"", "n": [[],{}]}},{"name": "\u00e9 \"[", "shape": "a", "scale": 2,
    "keyframes": [{"at": 0}, {"at": 2, "q": [1,0,0,0]}]}
 ], "name": "s"}
)";

/// By the tree of the whole text, as scenes within questions are read.
Result<SceneFile> read_as_one_tree(std::string_view text) {
  const JsonLine json = read_json_line(text);
  if (!json.root) return tl::make_unexpected(json.root.error());
  return io::scene_from_json(*json.root, "", {});
}

void expect_same(const SceneBody& a, const SceneBody& b) {
  EXPECT_EQ(a.name, b.name);
  EXPECT_EQ(a.pose.rotation, b.pose.rotation);
  EXPECT_EQ(a.pose.translation, b.pose.translation);
  EXPECT_EQ(a.motion.index(), b.motion.index());
  EXPECT_EQ(a.scale, b.scale);
  EXPECT_EQ(a.group, b.group);
  EXPECT_EQ(a.mask, b.mask);
  ASSERT_EQ(a.parts.size(), b.parts.size());
  for (std::size_t i = 0; i < a.parts.size(); ++i) {
    EXPECT_EQ(a.parts[i].name, b.parts[i].name);
    EXPECT_EQ(a.parts[i].solid, b.parts[i].solid);
    EXPECT_EQ(a.parts[i].pose.translation, b.parts[i].pose.translation);
    EXPECT_EQ(a.parts[i].geometry.shape().value.index(), b.parts[i].geometry.shape().value.index());
  }
}

void expect_same(const Result<SceneFile>& a, const Result<SceneFile>& b) {
  ASSERT_EQ(a.has_value(), b.has_value()) << (a ? b.error().message : a.error().message);
  if (!a) {
    EXPECT_EQ(a.error().message, b.error().message);
    EXPECT_EQ(a.error().code, b.error().code);
    return;
  }
  EXPECT_EQ(a->units, b->units);
  EXPECT_EQ(a->exclude, b->exclude);
  EXPECT_EQ(a->end, b->end);
  ASSERT_EQ(a->bodies.size(), b->bodies.size());
  for (std::size_t i = 0; i < a->bodies.size(); ++i) expect_same(a->bodies[i], b->bodies[i]);
}

class StoredScenes : public test::TempFiles {
 protected:
  /// What the file says read one by one, without its name in errors.
  Result<SceneFile> read(std::string_view text) const {
    const std::filesystem::path file = path("s.json");
    return io::read_json_scene({file, text}, {}).map_error([&](Error error) {
      error.message.erase(0, file.string().size() + 2);
      return error;
    });
  }
};

TEST_F(StoredScenes, AreWhatTheTreeOfTheWholeTextIs) { expect_same(read(many_bodies), read_as_one_tree(many_bodies)); }

TEST_F(StoredScenes, AreCutWhereBodiesAre) {
  constexpr std::array<std::string_view, 2> names{"bodies", "objects"};
  const auto cut = cut_at_list(many_bodies, names);
  ASSERT_TRUE(cut);
  EXPECT_EQ(cut->name, "bodies");
  EXPECT_EQ(cut->elements.size(), 3U);
  const JsonLine whole = read_json_line(many_bodies), rest = read_json_line(cut->rest);
  ASSERT_TRUE(whole.root);
  ASSERT_TRUE(rest.root);
  Json joined = *rest.root;
  for (const std::string_view element : cut->elements) joined["bodies"].push_back(*read_json_line(element).root);
  EXPECT_EQ(joined, *whole.root);
  for (const std::string_view none : {"", "[]", "{}", R"({"bodies": 1})", R"({"bodies": [], "objects": []})", R"({"bodies": [1,]})",
                                      R"({"bodies": [1 )", R"({"bodies": []} x)", R"({"a" "bodies": []})"})
    EXPECT_FALSE(cut_at_list(none, names)) << none;
}

TEST_F(StoredScenes, TellWhatIsWrongAsTheTreeDoes) {
  const std::string text(many_bodies);
  for (std::size_t length = 0; length < text.size(); ++length) {
    SCOPED_TRACE(length);
    expect_same(read(text.substr(0, length)), read_as_one_tree(text.substr(0, length)));
  }
  constexpr std::string_view changes =
      "\"\\{}[],:0 -eN\x01\xff"
      "anx";
  for (unsigned seed = 0; seed < 4000; ++seed) {
    std::mt19937 random(seed);
    std::string changed = text;
    for (unsigned i = 0; i <= seed % 3; ++i) changed[random() % changed.size()] = changes[random() % changes.size()];
    SCOPED_TRACE(changed);
    expect_same(read(changed), read_as_one_tree(changed));
  }
}

TEST_F(StoredScenes, NestNoDeeperThanOtherText) {
  for (const std::size_t levels : {61U, 62U, 63U, 64U}) {
    const std::string deep = std::string(levels, '[') + std::string(levels, ']');
    const std::string text = R"({"bodies": [{"type": "sphere", "c": [0,0,0], "r": 1, "comment": )" + deep + "}]}";
    const auto whole = read_as_one_tree(text);
    EXPECT_EQ(whole.has_value(), levels <= 61) << levels;
    expect_same(read(text), whole);
  }
}

TEST_F(StoredScenes, GiveBodiesOneByOne) {
  const auto file = write("s.json", many_bodies);
  const auto stored = StoredScene::open(file);
  const auto scene = read_scene(file);
  ASSERT_TRUE(stored);
  ASSERT_TRUE(scene) << scene.error().message;
  EXPECT_EQ(stored->rest().exclude, scene->exclude);
  EXPECT_EQ(stored->rest().end, scene->end);
  EXPECT_TRUE(stored->rest().bodies.empty());
  ASSERT_EQ(stored->size(), scene->bodies.size());
  for (std::size_t i = stored->size(); i-- > 0;) {
    const auto body = stored->body(i);
    ASSERT_TRUE(body) << body.error().message;
    EXPECT_EQ(stored->name(i), body->name);
    expect_same(*body, scene->bodies[i]);
  }
}

/// What each of so many processes tells the others, and how often.
struct Told {
  std::vector<std::optional<std::string>> texts;
  std::size_t times = 0;
};

Told told_by(const std::filesystem::path& file, std::size_t count) {
  Told told;
  for (std::size_t i = 0; i < count; ++i) {
    const auto opened = StoredScene::open(file, {}, {i, count, [&](std::optional<std::string> mine) {
                                                       told.texts.push_back(std::move(mine));
                                                       ++told.times;
                                                       return std::optional<std::vector<std::string>>();
                                                     }});
    EXPECT_FALSE(opened) << "although the others told nothing";
  }
  return told;
}

TEST_F(StoredScenes, AreLookedAtByManyTogether) {
  const auto file = write("s.json", many_bodies);
  const auto alone = StoredScene::open(file);
  ASSERT_TRUE(alone);
  const std::optional<std::string> all = told_by(file, 1).texts.front();
  for (const std::size_t count : {1U, 2U, 3U, 5U}) {
    SCOPED_TRACE(count);
    const Told told = told_by(file, count);
    ASSERT_EQ(told.times, count);
    std::vector<std::string> texts;
    std::string joined;
    for (const std::optional<std::string>& text : told.texts) joined += texts.emplace_back(text.value_or("nothing"));
    EXPECT_EQ(joined, all) << "what one looks at no other one does";
    for (std::size_t i = 0; i < count; ++i) {
      const auto stored = StoredScene::open(file, {}, {i, count, [&](const auto&) { return std::optional(texts); }});
      ASSERT_TRUE(stored);
      EXPECT_EQ(stored->rest().exclude, alone->rest().exclude);
      EXPECT_EQ(stored->rest().end, alone->rest().end);
      ASSERT_EQ(stored->size(), alone->size());
      for (std::size_t k = 0; k < stored->size(); ++k) {
        EXPECT_EQ(stored->name(k), alone->name(k));
        const auto body = stored->body(k);
        ASSERT_TRUE(body) << body.error().message;
        expect_same(*body, *alone->body(k));
      }
    }
  }
}

TEST_F(StoredScenes, AreNoneForAnyoneWhereOneShareIsWrong) {
  constexpr std::string_view ball = R"({"name": "%", "type": "sphere", "c": [0,0,0], "r": 1})";
  const auto scene = [&](std::string_view first, std::string_view second, std::string_view more) {
    return fmt::format(R"({{"bodies": [{}, {}]{}}})", first, second, more);
  };
  const auto named = [&](char name) {
    std::string text(ball);
    text[text.find('%')] = name;
    return text;
  };
  const auto file = write("s.json", scene(named('a'), R"({"type": "sphere", "c": [0,0,0], "r": -1})", ""));
  EXPECT_TRUE(told_by(file, 2).texts[0]);
  EXPECT_FALSE(told_by(file, 2).texts[1]);
  // What only all of them together can know.
  for (const std::string& wrong :
       {scene(named('a'), named('a'), ""), scene(named('a'), named('b'), R"(, "exclude": [["a", "c"]])")}) {
    const auto joined = write("s.json", wrong);
    const Told told = told_by(joined, 2);
    ASSERT_TRUE(told.texts[0] && told.texts[1]) << wrong;
    const auto both = [&](const auto&) { return std::optional(std::vector{*told.texts[0], *told.texts[1]}); };
    EXPECT_FALSE(StoredScene::open(joined, {}, {0, 2, both})) << wrong;
  }
  // Whatever happens, each tells once.
  for (const std::string_view none : {"", "{}", R"({"shapes": {"a": 1}, "bodies": []})"}) {
    const Told told = told_by(write("s.json", none), 2);
    EXPECT_EQ(told.times, 2U) << none;
    EXPECT_FALSE(told.texts[0]) << none;
  }
  EXPECT_EQ(told_by(path("absent.json"), 2).times, 2U);
}

TEST_F(StoredScenes, AreNoneWhereTheOthersTellSomethingElse) {
  const auto file = write("s.json", many_bodies);
  const std::string all = *told_by(file, 1).texts.front();
  const auto opened = [&](const std::string& text) {
    return StoredScene::open(file, {}, {0, 1, [&](const auto&) { return std::optional(std::vector{text}); }});
  };
  ASSERT_TRUE(opened(all));
  for (std::size_t length = 0; length < all.size(); ++length) EXPECT_FALSE(opened(all.substr(0, length))) << length;
  EXPECT_FALSE(opened(all + all));
}

TEST_F(StoredScenes, LeaveErrorsToTheReader) {
  for (const std::string_view wrong :
       {R"({"bodies": [{"type": "sphere", "c": [0,0,0], "r": -1}]})", R"({"bodies": [{]})", "", "{}"})
    EXPECT_FALSE(StoredScene::open(write("s.json", wrong))) << wrong;
  EXPECT_FALSE(StoredScene::open(path("absent.json")));
}

}  // namespace
}  // namespace graze
