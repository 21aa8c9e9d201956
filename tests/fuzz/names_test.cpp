/// Names with bytes that are not UTF-8, as other formats may have them: JSON cannot hold them, and says so.

#include <gtest/gtest.h>

#include <graze/generate.h>
#include <graze/robot_file.h>
#include <graze/scene_file.h>

#include "fuzz/scratch.h"

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

}  // namespace
}  // namespace graze::fuzz
