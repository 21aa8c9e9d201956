/// Saved trees: the same answers as before, and an error with its place for whatever happened to the file.

#include <algorithm>
#include <bit>
#include <cstring>
#include <limits>
#include <random>

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <oracle/solid.h>
#include <Eigen/Geometry>

#include <graze/distance.h>
#include <graze/generate.h>
#include <graze/intersection.h>
#include <graze/mesh_file.h>
#include <graze/options.h>
#include <graze/overlap.h>
#include <graze/raycast.h>
#include <graze/sweep.h>

#include "io/mesh/readers.h"
#include "io/mesh/samples.h"
#include "io/mesh/tree_file_layout.h"
#include "oracle/effort.h"

namespace graze {
namespace {

namespace layout = io::tree_file;

class TreeFile : public test::TempFiles {
 protected:
  [[nodiscard]] std::string saved(const TriangleMesh& mesh, NodeLayout nodes = NodeLayout::wide) const {
    const auto tree = MeshTree::build(mesh, {.layout = nodes});
    EXPECT_TRUE(tree);
    EXPECT_TRUE(write_tree(path("saved.graze"), Geometry::of(*tree)));
    return test::file_bytes(path("saved.graze"));
  }

  [[nodiscard]] static Result<MeshTree> load(std::string_view bytes) { return io::read_tree({"damaged.graze", bytes}, {}); }

  /// The message without the path, or "accepted".
  [[nodiscard]] static std::string verdict(std::string_view bytes) {
    const auto tree = load(bytes);
    if (tree) return "accepted";
    EXPECT_TRUE(tree.error().message.starts_with("damaged.graze: ")) << tree.error().message;
    EXPECT_EQ(tree.error().message.find('\n'), std::string::npos);
    return tree.error().message.substr(std::string_view("damaged.graze: ").size());
  }
};

template <class T>
void put(std::string& bytes, std::size_t offset, T value) {
  bytes.replace(offset, sizeof(T), test::bytes_of(value, std::endian::native == std::endian::big));
}

/// As if the writer had meant it.
std::string with_right_checksum(std::string bytes) {
  put(bytes, layout::checksum_at, layout::checksum(std::string_view(bytes).substr(layout::numbers_at)));
  return bytes;
}

std::uint64_t section_at(const std::string& bytes, layout::Section section) {
  return io::load<std::uint64_t>(bytes.data() + layout::sections_at + 16 * section);
}

bool same_bits(const Obb& a, const Obb& b) { return std::memcmp(&a, &b, sizeof(Obb)) == 0; }

template <class Node>
bool same_bits(const std::vector<Node>& a, const std::vector<Node>& b) {
  return a.size() == b.size() && (a.empty() || std::memcmp(a.data(), b.data(), a.size() * sizeof(Node)) == 0);
}

void expect_same(const MeshTree& a, const MeshTree& b) {
  EXPECT_TRUE(test::same_mesh(a.mesh(), b.mesh()));
  EXPECT_TRUE(std::ranges::equal(a.order(), b.order()));
  EXPECT_TRUE(a.empty() || same_bits(a.root_box(), b.root_box()));
  EXPECT_TRUE(same_bits(a.wide().nodes, b.wide().nodes));
  EXPECT_TRUE(same_bits(a.wide().compact, b.wide().compact));
  EXPECT_EQ(a.wide().origin, b.wide().origin);
  EXPECT_EQ(a.wide().exponent, b.wide().exponent);
  EXPECT_EQ(a.wide().reach, b.wide().reach);
  EXPECT_EQ(a.bounds().defect, b.bounds().defect);
  EXPECT_EQ(a.bounds().center_norm, b.bounds().center_norm);
}

TEST_F(TreeFile, GivesBackTheSameTreeBitForBit) {
  TriangleMesh dirty = make_bumpy_sphere_mesh(1, 0.2, 2);
  dirty.triangles.push_back({0, 0, 0});
  dirty.triangles.push_back(dirty.triangles.front());
  dirty.vertices.push_back({-0.0, 1e300, 5e-324});  // of no triangle
  for (const double scale : {1e-310, 1.0, 0x1p300}) {
    for (TriangleMesh mesh : {dirty, make_torus_mesh(3, 1, 40, 20), test::tetrahedron(), TriangleMesh{}}) {
      for (Vec3& v : mesh.vertices) v *= v.x() == 0 ? 1 : scale;
      for (const NodeLayout nodes : {NodeLayout::wide, NodeLayout::compact}) {
        const auto tree = MeshTree::build(mesh, {.layout = nodes});
        ASSERT_TRUE(tree);
        ASSERT_TRUE(write_tree(path("a.graze"), Geometry::of(*tree)));
        const auto again = read_tree(path("a.graze"));
        ASSERT_TRUE(again) << again.error().message;
        expect_same(*tree, *again->tree());
      }
    }
  }
}

TEST_F(TreeFile, AnswersAsTheTreeThatWasBuilt) {
  const TriangleMesh mesh = make_bumpy_sphere_mesh(1, 0.2, 3);
  ASSERT_TRUE(write_mesh(path("a.ply"), mesh));
  ASSERT_TRUE(write_tree(path("a.graze"), Geometry::of(*MeshTree::build(mesh))));
  const auto built = read_geometry(path("a.ply")), loaded = read_geometry(path("a.graze"));
  ASSERT_TRUE(built && loaded);
  const auto probe = Geometry::make(Shape{Segment{{Vec3(-3, 0.1, 0.2), Vec3(3, 0.3, 0.1)}}});
  for (int i = 0; i < 20; ++i) {
    const Pose pose{Eigen::AngleAxisd(0.3 * i, Vec3(1, 2, 3).normalized()).toRotationMatrix(), Vec3(0.15 * i, 0.1, 0)};
    const Body a{*built, {}, {}}, b{*built, pose, {Vec3(-1, 0, 0), {}, {}}};
    const Body c{*loaded, {}, {}}, d{*loaded, pose, {Vec3(-1, 0, 0), {}, {}}};
    EXPECT_EQ(*overlap(testing::solid(a), testing::solid(b)), *overlap(testing::solid(c), testing::solid(d)));
    EXPECT_EQ(intersection(a, b)->pairs, intersection(c, d)->pairs);
    EXPECT_EQ(closest_points(a, b)->points, closest_points(c, d)->points);
    EXPECT_EQ(sweep(a, b)->value().first, sweep(c, d)->value().first);
    EXPECT_EQ(raycast({*probe, pose, {}}, a)->t, raycast({*probe, pose, {}}, c)->t);
  }
}

TEST_F(TreeFile, IsAMeshFileToo) {
  const TriangleMesh mesh = make_box_mesh({1, 2, 3});
  const std::string bytes = saved(mesh);
  const auto by_content = read("whatever.dat", bytes);
  ASSERT_TRUE(by_content) << by_content.error().message;
  EXPECT_TRUE(test::same_mesh(*by_content, mesh));
  EXPECT_EQ(why("a.graze", bytes, {.max_triangles = 11}), "a.graze: byte 88: 12 triangles are more than the limit of 11");
  EXPECT_EQ(why("a.graze", "v 0 0 0\n"), "a.graze: byte 0: does not begin as a tree saved by graze does");
  const auto scaled = read_geometry(path("whatever.dat"), Vec3(2, 1, 1));
  ASSERT_TRUE(scaled);
  EXPECT_EQ(scaled->tree()->mesh().vertices[0], mesh.vertices[0].cwiseProduct(Vec3(2, 1, 1)));
}

TEST_F(TreeFile, HasTheDocumentedLayout) {
  const TriangleMesh mesh = make_box_mesh({1, 2, 3});
  const std::string bytes = saved(mesh);
  EXPECT_TRUE(bytes.starts_with("\x89GRZ\r\n\x1a\n"));
  EXPECT_EQ(io::load<std::uint64_t>(bytes.data() + 16), bytes.size());
  for (const auto section : {layout::vertices, layout::triangles, layout::order, layout::nodes})
    EXPECT_EQ(section_at(bytes, section) % 64, 0U);
  EXPECT_EQ(section_at(bytes, layout::vertices), 192U);
  EXPECT_EQ(io::load<double>(bytes.data() + 192 + 24 * 5 + 8), mesh.vertices[5].y());
  EXPECT_EQ(io::load<std::uint32_t>(bytes.data() + section_at(bytes, layout::triangles) + 12 * 7), mesh.triangles[7][0]);
  EXPECT_EQ(bytes.size(), section_at(bytes, layout::nodes) + 512 * (bytes.size() - section_at(bytes, layout::nodes)) / 512);
}

TEST_F(TreeFile, RefusesEveryChangedByte) {
  for (const NodeLayout nodes : {NodeLayout::wide, NodeLayout::compact}) {
    const std::string bytes = saved(test::tetrahedron(), nodes);
    for (std::size_t at = 0; at < bytes.size(); ++at) {
      for (const unsigned flip : {1U << (at % 8), 0xffU}) {
        std::string damaged = bytes;
        damaged[at] = static_cast<char>(static_cast<unsigned char>(damaged[at]) ^ flip);
        ASSERT_FALSE(load(damaged)) << "byte " << at;
      }
    }
  }
}

TEST_F(TreeFile, RefusesEveryCutAndLongerFile) {
  const std::string bytes = saved(test::tetrahedron());
  for (std::size_t length = 0; length < bytes.size(); ++length) ASSERT_FALSE(load(bytes.substr(0, length))) << length;
  EXPECT_EQ(verdict(bytes.substr(0, 100)), "byte 100: ends within the header");
  EXPECT_EQ(verdict(bytes.substr(0, 1000)), fmt::format("byte 16: the file should have {} bytes, it has 1000", bytes.size()));
  EXPECT_EQ(verdict(bytes + "x"),
            fmt::format("byte 16: the file should have {0} bytes, it has {1}", bytes.size(), bytes.size() + 1));
  EXPECT_EQ(verdict(bytes), "accepted");
}

TEST_F(TreeFile, NamesThePlaceOfWhatMakesNoSense) {
  const std::string bytes = saved(make_box_mesh({1, 2, 3}));
  const auto changed = [&](std::size_t at, auto value) {
    std::string damaged = bytes;
    put(damaged, at, value);
    return verdict(with_right_checksum(damaged));
  };
  constexpr std::uint64_t huge = std::uint64_t{1} << 61U;
  EXPECT_EQ(verdict("\x89GRX"), "byte 0: does not begin as a tree saved by graze does");
  EXPECT_EQ(changed(8, std::uint32_t{1}), "byte 8: version 1 of saved trees is unknown, this graze reads 2");
  EXPECT_EQ(changed(12, std::uint32_t{3}), "byte 12: nodes of an unknown kind");
  EXPECT_EQ(changed(72, std::uint64_t{193}), "byte 72: a section cannot begin at byte 193");
  EXPECT_EQ(changed(80, huge), fmt::format("byte 72: a section of {} elements does not fit into the file", huge));
  EXPECT_EQ(changed(88, huge), fmt::format("byte 88: a section cannot begin at byte {}", huge));
  EXPECT_EQ(changed(64, std::int64_t{1} << 32), "byte 32: the origin, reach or exponent makes no sense");
  const std::uint64_t vertex = section_at(bytes, layout::vertices) + 24 * 3;
  EXPECT_EQ(changed(vertex + 8, std::numeric_limits<double>::infinity()),
            fmt::format("byte {}: a coordinate is not finite", vertex));
  const std::uint64_t triangle = section_at(bytes, layout::triangles) + 12 * 5;
  EXPECT_EQ(changed(triangle + 4, std::uint32_t{8}), fmt::format("byte {}: there is no vertex 8", triangle));
  const std::uint64_t node = section_at(bytes, layout::nodes) + 512;
  EXPECT_EQ(changed(node + 12 * 32, -1.0F), fmt::format("byte {}: a slot or a box makes no sense", node));
}

/// Walks of every kind over a tree that may come from a damaged file: wrong answers are fine, crashes are not.
void ask_everything(const MeshTree& tree) {
  const Geometry geometry = Geometry::of(tree);
  const Pose pose{Eigen::AngleAxisd(0.5, Vec3(1, 2, 3).normalized()).toRotationMatrix(), Vec3(0.3, 0.2, 0.1)};
  const Body a{geometry, {}, {}}, b{geometry, pose, {Vec3(1, 0, 0), {}, {}}};
  const auto sphere = Geometry::make(Shape{Sphere{Vec3(0, 0, 2), 0.5}});
  const auto ray = Geometry::make(Shape{Ray{Vec3(-3, 0.1, 0.2), Vec3(1, 0, 0)}});
  (void)overlap(a, b);
  (void)closest_points(a, b);
  (void)sweep(a, b);
  (void)closest_points(a, Body{*sphere, pose, {}});
  (void)overlap(a, Body{*sphere, pose, {}});
  (void)raycast(Body{*ray, {}, {}}, a);
}

TEST_F(TreeFile, SurvivesDamageUnderARightChecksum) {
  const std::array<std::string, 2> files = {saved(make_bumpy_sphere_mesh(1, 0.2, 1)),
                                            saved(make_bumpy_sphere_mesh(1, 0.2, 1), NodeLayout::compact)};
  std::mt19937_64 random(42);
  const auto below = [&](std::size_t n) { return static_cast<std::size_t>(random() % n); };
  int accepted = 0, refused = 0;
  for (int i = 0; i < testing::effort(4'000); ++i) {
    const std::string& bytes = files[static_cast<std::size_t>(i) % files.size()];
    std::string damaged = bytes;
    for (std::size_t hits = 1 + below(3); hits > 0; --hits) {
      const std::size_t at = layout::numbers_at + below(bytes.size() - layout::numbers_at);
      switch (below(4)) {
        case 0: damaged[at] = static_cast<char>(damaged[at] ^ (1 << below(8))); break;
        case 1: damaged[at] = static_cast<char>(random()); break;
        case 2: damaged.replace(at & ~std::size_t{3}, 4, bytes, below(bytes.size() - 4) & ~std::size_t{3}, 4); break;
        default: damaged.replace(at & ~std::size_t{7}, 8, bytes, below(bytes.size() - 8) & ~std::size_t{7}, 8); break;
      }
    }
    const auto tree = load(with_right_checksum(damaged));
    ++(tree ? accepted : refused);
    if (tree) ask_everything(*tree);
    if (!tree) {
      EXPECT_NE(tree.error().message.find(": byte "), std::string::npos) << tree.error().message;
    }
  }
  EXPECT_GT(40 * accepted, accepted + refused);  // a last bit of a vertex or a box more
  EXPECT_GT(4 * refused, accepted + refused);
}

TEST_F(TreeFile, SaysWhyItCannotBeReadOrWritten) {
  const auto tree = MeshTree::build(test::tetrahedron());
  EXPECT_EQ(read_tree(path("none.graze")).error().message,
            path("none.graze").string() + ": cannot open: No such file or directory");
  EXPECT_EQ(read_tree(path("")).error().message, path("").string() + ": is a directory");
  EXPECT_FALSE(write_tree(path("none/a.graze"), Geometry::of(*tree)));
  EXPECT_EQ(write_tree(path("ball.graze"), *Geometry::make(Shape{Sphere{}})).error().code, ErrorCode::bad_shape);
  EXPECT_FALSE(is_tree_file(path("none.graze")));
  EXPECT_FALSE(is_tree_file(path("")));
  EXPECT_FALSE(is_tree_file(write("short", "\x89G")));
}

}  // namespace
}  // namespace graze
