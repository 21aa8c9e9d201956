/// Saved trees keep how they were built, and box trees are saved too.

#include <algorithm>
#include <random>

#include <gtest/gtest.h>

#include <graze/generate.h>
#include <graze/intersection.h>
#include <graze/mesh.h>
#include <graze/mesh_file.h>
#include <graze/options.h>
#include <graze/overlap.h>

#include "io/mesh/readers.h"
#include "io/mesh/samples.h"
#include "io/mesh/tree_file_layout.h"
#include "oracle/effort.h"
#include "tree/nodes/box_tree.h"

namespace graze {
namespace {

namespace layout = io::tree_file;

class TreeRecords : public test::TempFiles {
 protected:
  Geometry saved(const TriangleMesh& mesh, const BuildOptions& options) const {
    const auto made = Geometry::make(Shape{mesh}, options);
    EXPECT_TRUE(made);
    EXPECT_TRUE(write_tree(path("saved.graze"), *made));
    return *made;
  }
  [[nodiscard]] Result<Geometry> loaded() const { return read_tree(path("saved.graze")); }
  [[nodiscard]] std::string bytes() const { return test::file_bytes(path("saved.graze")); }
};

void put_number(std::string& bytes, std::size_t offset, std::uint32_t value) {
  for (unsigned k = 0; k < 4; ++k) bytes[offset + k] = static_cast<char>(value >> 8 * k & 255U);
}

std::string checked(std::string bytes) {
  const std::uint64_t sum = layout::checksum(std::string_view(bytes).substr(layout::numbers_at));
  for (unsigned k = 0; k < 8; ++k) bytes[layout::checksum_at + k] = static_cast<char>(sum >> 8 * k & 255U);
  return bytes;
}

Result<Geometry> load(const std::string& bytes) { return io::read_saved_geometry({"damaged.graze", bytes}, {}); }

void expect_same_report(const TreeReport& a, const TreeReport& b) {
  EXPECT_EQ(a.kind, b.kind);
  EXPECT_EQ(a.rule, b.rule);
  EXPECT_EQ(a.fit, b.fit);
  EXPECT_EQ(a.layout, b.layout);
  EXPECT_EQ(a.max_leaf_triangles, b.max_leaf_triangles);
  EXPECT_EQ(a.max_depth, b.max_depth);
  EXPECT_EQ(a.box_leaves, b.box_leaves);
  EXPECT_EQ(a.nodes, b.nodes);
  EXPECT_EQ(a.levels, b.levels);
  EXPECT_EQ(a.bytes, b.bytes);
}

std::vector<BuildOptions> many_options() {
  std::vector<BuildOptions> all{{},
                                {.layout = NodeLayout::compact},
                                {.max_leaf_triangles = 100, .box_leaves = true},
                                {.layout = NodeLayout::compact, .max_leaf_triangles = 30, .fit = NodeFit::aabb, .box_leaves = true},
                                {.max_depth = 20},
                                {.kind = TreeKind::box_tree},
                                {.max_leaf_triangles = 5, .max_depth = 7, .kind = TreeKind::box_tree}};
  for (const auto& rule : split_rules) all.push_back({.rule = rule.method});
  for (const auto& fit : node_fits) all.push_back({.max_leaf_triangles = 7, .fit = fit.method});
  return all;
}

TEST_F(TreeRecords, AreReadAsTheyWereWritten) {
  const TriangleMesh torus = make_torus_mesh(3, 1, 20, 10);
  for (const TriangleMesh& mesh : {torus, TriangleMesh{}}) {
    for (const BuildOptions& options : many_options()) {
      const Geometry made = saved(mesh, options);
      const auto again = loaded();
      ASSERT_TRUE(again) << again.error().message;
      expect_same_report(report_on(*again), report_on(made));
      EXPECT_EQ(again->has_box_leaves(), made.has_box_leaves());
      EXPECT_TRUE(test::same_mesh(*read_mesh(path("saved.graze")), mesh));
    }
  }
}

TEST_F(TreeRecords, AreNotThereInTreesBuiltByDefault) {
  for (const NodeLayout nodes : {NodeLayout::wide, NodeLayout::compact}) {
    saved(make_torus_mesh(3, 1, 20, 10), {.layout = nodes});
    const std::string header = bytes().substr(layout::record_at, layout::topology_at - layout::record_at);
    EXPECT_TRUE(std::ranges::all_of(header, [](char c) { return c == 0; }));
  }
}

TEST_F(TreeRecords, AreRefusedWhereTheyMakeNoSense) {
  saved(make_torus_mesh(3, 1, 20, 10), {.rule = SplitRule::center});
  const std::string good = bytes();
  ASSERT_TRUE(load(good));
  const std::pair<std::size_t, std::uint32_t> bad[] = {{0, 2}, {0, 0}, {4, 4}, {8, 7}, {12, 0}, {16, 97}, {20, 2}};
  for (const auto& [offset, value] : bad) {
    std::string damaged = good;
    put_number(damaged, layout::record_at + offset, value);
    const auto tree = load(checked(damaged));
    ASSERT_FALSE(tree) << offset;
    EXPECT_EQ(tree.error().message, "damaged.graze: byte 136: tells of a way to build trees that is unknown");
  }
}

TEST_F(TreeRecords, OfBoxTreesGiveBackTheSameNodes) {
  for (TriangleMesh mesh : {make_bumpy_sphere_mesh(1, 0.2, 2), make_torus_mesh(3, 1, 20, 10), test::tetrahedron()}) {
    const Geometry made = saved(mesh, {.kind = TreeKind::box_tree});
    const auto again = loaded();
    ASSERT_TRUE(again) << again.error().message;
    ASSERT_NE(again->box_tree(), nullptr);
    EXPECT_TRUE(std::ranges::equal(again->box_tree()->listed(), made.box_tree()->listed()));
    EXPECT_TRUE(std::ranges::equal(again->box_tree()->nodes(), made.box_tree()->nodes(), [](const auto& x, const auto& y) {
      return x.cut == y.cut && x.first == y.first && x.axis == y.axis && x.count == y.count;
    }));
    const Body a{made, {}, {}}, b{*again, {}, {}};
    EXPECT_EQ(intersection(a, b, {.max_pairs = 1000000})->pairs, intersection(a, a, {.max_pairs = 1000000})->pairs);
  }
}

TEST_F(TreeRecords, OfBoxTreesRefuseEveryChangedOrMissingByte) {
  saved(test::tetrahedron(), {.kind = TreeKind::box_tree});
  const std::string good = bytes();
  for (std::size_t i = 0; i < good.size(); ++i) {
    std::string damaged = good;
    damaged[i] = static_cast<char>(damaged[i] ^ 0x10);
    EXPECT_FALSE(load(damaged)) << i;
    EXPECT_FALSE(load(good.substr(0, i))) << i;
  }
}

/// What is accepted meets what it must: its leaves list all triangles of their boxes.
TEST_F(TreeRecords, OfBoxTreesSurviveDamageUnderARightChecksum) {
  const TriangleMesh mesh = make_torus_mesh(3, 1, 8, 6);
  const Geometry made = saved(mesh, {.kind = TreeKind::box_tree});
  const std::string good = bytes();
  const auto truth = intersection(Body{made, {}, {}}, Body{made, {}, {}}, {.max_pairs = 1000000})->pairs;
  std::mt19937 random(7);
  const auto nodes_at = io::load<std::uint64_t>(good.data() + layout::sections_at + 16 * layout::nodes);
  const auto order_at = io::load<std::uint64_t>(good.data() + layout::sections_at + 16 * layout::order);
  int refused = 0;
  for (int i = 0; i < testing::effort(2000); ++i) {
    std::string damaged = good;
    const std::size_t begin = i % 2 == 0 ? nodes_at : order_at;
    for (unsigned k = 0; k <= random() % 3; ++k) {
      const std::size_t at = begin + random() % (good.size() - begin);
      damaged[at] = static_cast<char>(random());
    }
    const auto tree = load(checked(damaged));
    refused += tree ? 0 : 1;
    if (!tree) continue;
    EXPECT_EQ(intersection(Body{*tree, {}, {}}, Body{made, {}, {}}, {.max_pairs = 1000000})->pairs, truth) << i;
  }
  EXPECT_GT(refused, 1000);
}

TEST_F(TreeRecords, KeepTheFitWhenTheTreeIsRefitted) {
  const TriangleMesh mesh = make_torus_mesh(3, 1, 20, 10);
  saved(mesh, {.fit = NodeFit::aabb});
  std::vector<Vec3> moved = mesh.vertices;
  for (Vec3& v : moved) v = Vec3(v.x() + v.y(), v.y() - v.x(), 2 * v.z());
  const auto refitted = loaded()->refitted(moved);
  ASSERT_TRUE(refitted);
  EXPECT_EQ(report_on(*refitted).fit, NodeFit::aabb);
  EXPECT_EQ(root_box(*refitted->tree()).axes, world_frame());
}

TEST_F(TreeRecords, GiveWayToOptions) {
  saved(make_torus_mesh(3, 1, 20, 10), {.fit = NodeFit::aabb});
  EXPECT_EQ(report_on(*read_geometry(path("saved.graze"))).fit, NodeFit::aabb);
  EXPECT_EQ(report_on(*read_geometry(path("saved.graze"), Vec3::Ones(), BuildOptions{})).fit, NodeFit::best);
  EXPECT_EQ(report_on(*read_geometry(path("saved.graze"), Vec3::Ones(), BuildOptions{.kind = TreeKind::box_tree})).kind,
            TreeKind::box_tree);
}

}  // namespace
}  // namespace graze
