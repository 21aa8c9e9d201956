/// Disks that are full: writers answer with an error, and what was there stays.

#include <sys/resource.h>
#include <csignal>
#include <filesystem>

#include <gtest/gtest.h>

#include <graze/file.h>
#include <graze/generate.h>
#include <graze/mesh_file.h>
#include <graze/robot_file.h>
#include <graze/scene_file.h>

#include "fuzz/scratch.h"
#include "fuzz/sound.h"

namespace graze::fuzz {
namespace {

/// No file may grow beyond so many bytes, while this is there: a write fails as on a full disk (EFBIG for ENOSPC).
class SmallDisk {
 public:
  explicit SmallDisk(rlim_t bytes) {
    before_ = std::signal(SIGXFSZ, SIG_IGN);
    ::getrlimit(RLIMIT_FSIZE, &usual_);
    const rlimit small{bytes, usual_.rlim_max};
    ::setrlimit(RLIMIT_FSIZE, &small);
  }
  ~SmallDisk() {
    ::setrlimit(RLIMIT_FSIZE, &usual_);
    std::signal(SIGXFSZ, before_);
  }
  SmallDisk(const SmallDisk&) = delete;
  SmallDisk& operator=(const SmallDisk&) = delete;

 private:
  rlimit usual_{};
  void (*before_)(int) = nullptr;
};

std::size_t files_in(const std::filesystem::path& folder) {
  return static_cast<std::size_t>(std::distance(std::filesystem::directory_iterator(folder), {}));
}

/// The error names the file; no half of one is left beside it.
template <class Write>
void expect_error_on_small_disk(const std::string& name, const Write& write) {
  const auto folder = scratch_folder() / "small_disk";
  std::filesystem::create_directories(folder);
  const auto path = folder / name;
  for (const rlim_t bytes : {0, 1, 100, 1000}) {
    const SmallDisk disk(bytes);
    const Result<void> written = write(path);
    ASSERT_FALSE(written) << name << ", " << bytes;
    expect_sound(written.error());
    EXPECT_NE(written.error().message.find(name), std::string::npos) << written.error().message;
    EXPECT_EQ(files_in(folder), 0U) << name << ", " << bytes;
  }
  EXPECT_TRUE(write(path)) << name;
  std::filesystem::remove_all(folder);
}

TEST(FullDisk, IsAnErrorOfEveryWriter) {
  const TriangleMesh torus = make_torus_mesh(3, 1, 12, 8);
  for (const char* name : {"a.stl", "a.obj", "a.off", "a.ply"})
    expect_error_on_small_disk(name, [&](const auto& path) { return write_mesh(path, torus); });
  const auto geometry = Geometry::make(Shape{torus});
  ASSERT_TRUE(geometry);
  expect_error_on_small_disk("a.graze", [&](const auto& path) { return write_tree(path, *geometry); });
  SceneFile scene;
  SceneBody body;
  body.name = "ring";
  body.parts.push_back({*geometry});
  scene.bodies.push_back(body);
  expect_error_on_small_disk("a.json", [&](const auto& path) { return write_scene(path, scene); });
  JointTrajectory trajectory{{"j"}, {}, {}, {}};
  for (int i = 0; i < 500; ++i) trajectory.times.push_back(i), trajectory.positions.push_back({i / 7.0});
  for (const char* name : {"t.json", "t.csv"})
    expect_error_on_small_disk(name, [&](const auto& path) { return write_trajectory(path, trajectory); });
  std::vector<IgnoredPair> ignored(100, IgnoredPair{"a", "b", "Never"});
  expect_error_on_small_disk("r.srdf", [&](const auto& path) { return write_srdf(path, "r", ignored); });
}

TEST(FullDisk, IsNotReplacedByAFile) {
  if (!std::filesystem::exists("/dev/full")) GTEST_SKIP() << "there is no /dev/full";
  EXPECT_FALSE(write_trajectory("/dev/full", {{"j"}, {0}, {{0}}, {}}));
  EXPECT_TRUE(std::filesystem::is_character_file("/dev/full"));
}

}  // namespace
}  // namespace graze::fuzz
