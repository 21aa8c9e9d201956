/// Memory that ends at the k-th allocation, for every k: readers and writers answer with an error and leave nothing behind.

#include <filesystem>

#include <gtest/gtest.h>

#include <graze/generate.h>
#include <graze/mesh_file.h>
#include <graze/query_format.h>
#include <graze/robot_file.h>
#include <graze/scene_file.h>
#include <graze/sweep.h>

#include "fuzz/failing_memory.h"
#include "fuzz/scratch.h"
#include "fuzz/target.h"

namespace graze::fuzz {
namespace {

/// The JSON library allocates where it frees, and ends the program where it cannot: some bytes for each value. So of what reads
/// JSON only larger requests are refused.
constexpr std::size_t beyond_json = 1024;

/// Calls until no allocation is left to fail. What is cached makes later calls need fewer, so some are made first.
template <class Call>
void expect_errors_of_memory(const Call& call) {
  ASSERT_TRUE(call());
  for (long k = 0;; ++k) {
    const Outcome outcome = outcome_of(call, k);
    if (!was_refused()) {
      EXPECT_EQ(outcome, Outcome::answered);
      return;
    }
    // An answer is right as well: some of the standard library's algorithms do with less.
    ASSERT_TRUE(outcome == Outcome::refused_for_memory || outcome == Outcome::answered)
        << "allocation " << k << ": " << static_cast<int>(outcome);
    ASSERT_LT(k, 100'000);
  }
}

std::string seed_of(const char* target, std::size_t i = 0) { return find_target(target)->seeds().at(i); }

class OutOfMemory : public ::testing::TestWithParam<const char*> {};

TEST_P(OutOfMemory, IsAnErrorOfMeshReaders) {
  const std::string name = GetParam();
  for (const std::string& seed : find_target(name)->seeds()) {
    const auto path = scratch_file(name == "3mf" && !seed.starts_with("PK") ? "memory.txt" : "memory." + name, seed);
    if (path.extension() == ".txt") continue;  // the model alone is no package
    expect_errors_of_memory([&] { return read_mesh(path); });
  }
}

INSTANTIATE_TEST_SUITE_P(Formats, OutOfMemory, ::testing::Values("stl", "obj", "ply", "off", "3mf", "collada"),
                         [](const auto& one) { return std::string(one.param); });

TEST(OutOfMemoryOf, ReadersOfTreesAndRobotsIsAnError) {
  const auto tree = scratch_file("memory.graze", seed_of("tree", 3));
  expect_errors_of_memory([&] { return read_tree(tree); });
  for (const TreeCheck check : {TreeCheck::whole, TreeCheck::header})
    expect_errors_of_memory([&] { return open_tree(tree, check); });
  const auto robot = scratch_file("memory.urdf", seed_of("urdf", 1));
  expect_errors_of_memory([&] { return read_urdf(robot); });
}

TEST(OutOfMemoryOf, ReadersOfJsonIsAnError) {
  const OnlyFrom large(beyond_json);
  const auto gltf = scratch_file("plain.glb", seed_of("gltf", 2));
  expect_errors_of_memory([&] { return read_mesh(gltf); });
  const auto scene = scratch_file("memory.json", seed_of("scene"));
  expect_errors_of_memory([&] { return read_scene(scene); });
  const auto animated = scratch_file("memory.glb", seed_of("gltf_scene"));
  expect_errors_of_memory([&] { return read_scene(animated, {.animation = 0}); });
  const auto way = scratch_file("way.json", seed_of("trajectory", 1));
  expect_errors_of_memory([&] { return read_trajectory(way); });
}

TEST(OutOfMemoryOf, WritersIsAnErrorAndLeavesTheFileThatWasThere) {
  const TriangleMesh mesh = make_torus_mesh(3, 1, 6, 5);
  const auto path = scratch_file("kept.obj", "v 0 0 0\n");
  const auto size = std::filesystem::file_size(path);
  for (long k = 0;; ++k) {
    const Outcome outcome = outcome_of([&] { return write_mesh(path, mesh); }, k);
    if (!was_refused()) break;
    ASSERT_EQ(outcome, Outcome::refused_for_memory) << "allocation " << k;
    ASSERT_EQ(std::filesystem::file_size(path), size) << "allocation " << k;
  }
  EXPECT_GT(std::filesystem::file_size(path), size);
  std::size_t beside = 0;
  for (const auto& entry : std::filesystem::directory_iterator(path.parent_path()))
    beside += entry.path().filename().string().find("kept") != std::string::npos ? 1 : 0;
  EXPECT_EQ(beside, 1U) << "unfinished files were left";
}

TEST(OutOfMemoryOf, QuestionLinesIsAnAnswerThatSaysSo) {
  const OnlyFrom large(beyond_json);
  const QuestionReader reader(scratch_folder());
  for (const std::string& line : find_target("query")->seeds()) {
    (void)answer(reader.read(line));
    for (long k = 0;; ++k) {
      refuse_allocation(k);
      const Answer answered = answer(reader.read(line));
      refuse_allocation(-1);
      if (!was_refused()) break;
      ASSERT_TRUE(answered.ok || answered.line.find("memory") != std::string::npos) << line << "\n" << answered.line;
    }
  }
}

/// The policy of questions that are asked without a file: std::bad_alloc leaves them, and nothing is damaged.
TEST(OutOfMemoryOf, QuestionsThrowsBadAllocAndTheNextAnswerIsTheSame) {
  const TriangleMesh torus = make_torus_mesh(3, 1, 12, 8);
  const auto made = Geometry::make(Shape{torus});
  ASSERT_TRUE(made);
  const Body resting{*made, {}, {}}, flying{*made, {.translation = {9, 0, 0}}, {.velocity = {-1, 0.125, 0}}};
  const double first = (*sweep(resting, flying)).value().first;
  for (long k = 0; k < 200; ++k) {
    (void)outcome_of([&] { return sweep(resting, flying); }, k);
    (void)outcome_of([&] { return Geometry::make(Shape{torus}); }, k);
    const auto again = sweep(resting, flying);
    ASSERT_TRUE(again && *again);
    ASSERT_EQ((*again)->first, first);
  }
}

}  // namespace
}  // namespace graze::fuzz
