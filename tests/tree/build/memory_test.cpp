/// What a tree holds once it is built, by the bytes that were asked for and not given back.

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <new>

#include <gtest/gtest.h>

#include <graze/generate.h>
#include <graze/mesh.h>

#include "tree/nodes/axis_tree.h"
#include "tree/nodes/mesh_tree.h"
#include "tree/nodes/tree_meshes.h"

namespace {

std::atomic<std::int64_t> held = 0, most_held = 0;

/// The size is kept in front of what is given out, at a distance that keeps it aligned.
constexpr std::size_t room_of(std::size_t alignment) { return alignment < 16 ? 16 : alignment; }

/// Not inlined: the compiler would see free() end what operator new began.
[[gnu::noinline]] void* counted(std::size_t size, std::size_t alignment) {
  const std::size_t room = room_of(alignment);
  auto* block = static_cast<char*>(std::aligned_alloc(room, (room + size + room - 1) / room * room));
  if (block == nullptr) throw std::bad_alloc();
  std::memcpy(block + room - sizeof(size), &size, sizeof(size));
  const std::int64_t now = held += static_cast<std::int64_t>(size);
  for (std::int64_t most = most_held; most < now && !most_held.compare_exchange_weak(most, now);) {
  }
  return block + room;
}

[[gnu::noinline]] void given_back(void* p, std::size_t alignment) {
  if (p == nullptr) return;
  std::size_t size = 0;
  std::memcpy(&size, static_cast<char*>(p) - sizeof(size), sizeof(size));
  held -= static_cast<std::int64_t>(size);
  std::free(static_cast<char*>(p) - room_of(alignment));
}

constexpr std::size_t usual = alignof(std::max_align_t);

}  // namespace

void* operator new(std::size_t size) { return counted(size, usual); }
void* operator new[](std::size_t size) { return counted(size, usual); }
void* operator new(std::size_t size, std::align_val_t alignment) { return counted(size, static_cast<std::size_t>(alignment)); }
void* operator new[](std::size_t size, std::align_val_t alignment) { return counted(size, static_cast<std::size_t>(alignment)); }
void operator delete(void* p) noexcept { given_back(p, usual); }
void operator delete[](void* p) noexcept { given_back(p, usual); }
void operator delete(void* p, std::size_t) noexcept { given_back(p, usual); }
void operator delete[](void* p, std::size_t) noexcept { given_back(p, usual); }
void operator delete(void* p, std::align_val_t alignment) noexcept { given_back(p, static_cast<std::size_t>(alignment)); }
void operator delete[](void* p, std::align_val_t alignment) noexcept { given_back(p, static_cast<std::size_t>(alignment)); }
void operator delete(void* p, std::size_t, std::align_val_t alignment) noexcept {
  given_back(p, static_cast<std::size_t>(alignment));
}
void operator delete[](void* p, std::size_t, std::align_val_t alignment) noexcept {
  given_back(p, static_cast<std::size_t>(alignment));
}

namespace graze {
namespace {

/// Bytes a triangle that the tree holds beside the mesh, which it takes over as it is.
double held_by_tree(TriangleMesh mesh, const BuildOptions& options) {
  const auto triangles = static_cast<double>(mesh.triangles.size());
  const std::int64_t before = held;
  const auto tree = MeshTree::build(std::move(mesh), options);
  EXPECT_TRUE(tree);
  return static_cast<double>(held - before) / triangles;
}

std::vector<TriangleMesh> surfaces() {
  return {test::bumpy_ball(60, 90, 0.2), make_sphere_mesh(1, 5), make_torus_mesh(1, 0.4, 100, 60),
          make_bumpy_sphere_mesh(1, 0.2, 5)};
}

TEST(HeldMemory, IsAtMost62BytesATriangleInWideNodes) {
  for (const TriangleMesh& mesh : surfaces()) EXPECT_LE(held_by_tree(mesh, {.threads = 1}), 62);
}

TEST(HeldMemory, IsAtMost24BytesATriangleInCompactNodes) {
  for (const TriangleMesh& mesh : surfaces()) {
    EXPECT_LE(held_by_tree(mesh, {.layout = NodeLayout::compact, .threads = 1}), 24);
    EXPECT_LE(held_by_tree(mesh, {.layout = NodeLayout::compact, .threads = 1, .box_leaves = true}), 26);  // a bit a box more
  }
}

TEST(MeshTree, IsBuiltInTheMemoryThatIsTold) {
  for (const TriangleMesh& mesh : surfaces()) {
    for (const NodeLayout layout : {NodeLayout::wide, NodeLayout::compact}) {
      for (const unsigned threads : {1U, 4U}) {
        const auto told = static_cast<double>(bytes_to_build(mesh.vertices.size(), mesh.triangles.size()));
        TriangleMesh taken_over = mesh;
        const std::int64_t before = held;
        most_held = before;
        const auto tree = MeshTree::build(std::move(taken_over), {.layout = layout, .threads = threads});
        ASSERT_TRUE(tree);
        const auto most = static_cast<double>(most_held - before);
        EXPECT_LE(most, told);
        EXPECT_GE(most, told / 3);  // a bound that is no more than a word would refuse what fits
      }
    }
  }
}

TEST(HeldMemory, IsWhatTheReportSays) {
  for (const NodeLayout layout : {NodeLayout::wide, NodeLayout::compact}) {
    const TriangleMesh mesh = test::bumpy_ball(60, 90, 0.2);
    const double reported = static_cast<double>(report_on(*MeshTree::build(mesh, {.layout = layout})).bytes);
    constexpr double handful = 1000;  // what does not grow with the mesh
    EXPECT_NEAR(held_by_tree(mesh, {.layout = layout, .threads = 1}) * static_cast<double>(mesh.triangles.size()), reported,
                handful);
  }
}

TEST(HeldMemory, OfTheTreeForLinesIsThatOfItsArrays) {
  const auto tree = MeshTree::build(make_sphere_mesh(1, 5), {.threads = 1});
  ASSERT_TRUE(tree);
  const std::int64_t before = held;
  const std::size_t bytes = tree->axis_tree().bytes();
  constexpr double handful = 0x1p16;  // of the threads that helped
  EXPECT_NEAR(static_cast<double>(held - before), static_cast<double>(bytes), handful);
}

}  // namespace
}  // namespace graze
