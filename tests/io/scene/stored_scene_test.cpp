/// Scenes whose bodies are read one by one: the same bodies and the same errors as when all of the text is read as one tree.

#include <array>
#include <random>

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

TEST_F(StoredScenes, LeaveErrorsToTheReader) {
  for (const std::string_view wrong :
       {R"({"bodies": [{"type": "sphere", "c": [0,0,0], "r": -1}]})", R"({"bodies": [{]})", "", "{}"})
    EXPECT_FALSE(StoredScene::open(write("s.json", wrong))) << wrong;
  EXPECT_FALSE(StoredScene::open(path("absent.json")));
}

}  // namespace
}  // namespace graze
