/// Names with bytes that are not UTF-8, as other formats may have them: JSON cannot hold them, and says so.

#include <gtest/gtest.h>

#include <graze/generate.h>
#include <graze/robot_file.h>
#include <graze/scene_file.h>

#include "fuzz/scratch.h"
#include "fuzz/sound.h"

namespace graze::fuzz {
namespace {

TEST(ForeignNames, AreAnErrorOfWritersOfJsonThatSaysWhy) {
  const std::string latin = "Geh\xe4use";
  const auto way = write_trajectory(scratch_folder() / "t.json", {{latin}, {0}, {{0}}, {}});
  ASSERT_FALSE(way);
  EXPECT_NE(way.error().message.find("t.json: a name is not UTF-8"), std::string::npos) << way.error().message;
  const auto group =
      read_scene(scratch_file("groups.obj", "g " + latin + "\nv 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n"), {.split = true});
  ASSERT_TRUE(group) << group.error().message;
  const auto scene = write_scene(scratch_folder() / "s.json", *group);
  ASSERT_FALSE(scene);
  EXPECT_NE(scene.error().message.find("s.json: a name is not UTF-8"), std::string::npos) << scene.error().message;
  EXPECT_FALSE(std::filesystem::exists(scratch_folder() / "s.json"));
}

/// What libFuzzer found out about the promises of the targets: text of a file is quoted, whatever it says.
TEST(ForeignNames, MayBeTheWordsOfAnExceptionThatNobodyForesaw) {
  const auto scene = read_scene(scratch_file("words.json", R"({"units": "x: failed: y", "objects": []})"));
  ASSERT_FALSE(scene);
  EXPECT_NE(scene.error().message.find(": failed: "), std::string::npos) << scene.error().message;
  EXPECT_NO_THROW(expect_sound(scene.error()));
  EXPECT_THROW(expect_sound(Error{ErrorCode::file, "words.json: failed: std::exception"}), Violation);
}

}  // namespace
}  // namespace graze::fuzz
