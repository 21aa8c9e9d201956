/// A scene that is stepped allocates nothing once it is warm.

#include <atomic>
#include <cstdlib>
#include <new>

#include <gtest/gtest.h>

#include <oracle/random.h>

#include <graze/scene_questions.h>

namespace {

/// Of this thread, so that what the test runner does on others is not counted.
thread_local std::size_t allocations = 0;

void* counted(std::size_t size, std::size_t alignment) {
  ++allocations;
  const std::size_t whole = (std::max<std::size_t>(size, 1) + alignment - 1) / alignment * alignment;
  void* const memory = std::aligned_alloc(alignment, whole);
  if (memory == nullptr) throw std::bad_alloc();
  return memory;
}

/// Not inlined: the compiler would see free() end what operator new began.
[[gnu::noinline]] void give_back(void* memory) noexcept { std::free(memory); }

}  // namespace

void* operator new(std::size_t size) { return counted(size, alignof(std::max_align_t)); }
void* operator new[](std::size_t size) { return counted(size, alignof(std::max_align_t)); }
void* operator new(std::size_t size, std::align_val_t alignment) { return counted(size, static_cast<std::size_t>(alignment)); }
void* operator new[](std::size_t size, std::align_val_t alignment) { return counted(size, static_cast<std::size_t>(alignment)); }
void operator delete(void* memory) noexcept { give_back(memory); }
void operator delete[](void* memory) noexcept { give_back(memory); }
void operator delete(void* memory, std::size_t) noexcept { give_back(memory); }
void operator delete[](void* memory, std::size_t) noexcept { give_back(memory); }
void operator delete(void* memory, std::align_val_t) noexcept { give_back(memory); }
void operator delete[](void* memory, std::align_val_t) noexcept { give_back(memory); }
void operator delete(void* memory, std::size_t, std::align_val_t) noexcept { give_back(memory); }
void operator delete[](void* memory, std::size_t, std::align_val_t) noexcept { give_back(memory); }

namespace graze {
namespace {

TEST(SceneAllocations, AreOverOnceASteppedSceneIsWarm) {
  testing::Random random(1);
  Scene scene;
  std::vector<BodyId> ids;
  std::vector<Pose> poses;
  const Geometry box = *Geometry::make(Shape{Aabb{Vec3::Constant(-0.5), Vec3::Constant(0.5)}});
  for (int i = 0; i < 500; ++i) {
    SceneBody body;
    body.parts.push_back({box, {}, false, {}});
    poses.push_back(random.pose(5));
    body.pose = poses.back();
    ids.push_back(*scene.add(body));
  }
  const SceneOptions options{.threads = 1};
  std::size_t pairs = 0;
  const std::function<bool(const ScenePair&)> count = [&](const ScenePair&) {
    ++pairs;
    return true;
  };
  const auto step = [&](double way) {
    for (std::size_t i = 0; i < ids.size(); ++i) {
      poses[i].translation.x() += i % 2 == 0 ? way : -way;
      if (!scene.set_pose(ids[i], poses[i])) std::abort();
    }
    if (!visit_overlaps(scene, count, options)) std::abort();
  };
  for (int k = 0; k < 20; ++k) step(k % 2 == 0 ? 0.1 : -0.1);
  const std::size_t before = allocations;
  for (int k = 0; k < 20; ++k) step(k % 2 == 0 ? 0.1 : -0.1);
  EXPECT_EQ(allocations, before);
  EXPECT_GT(pairs, 1000U);
}

}  // namespace
}  // namespace graze
