/// Saved trees that are mapped: the answers of those that are read, and an error with its place for whatever happened to the file.

#include <sys/stat.h>
#include <algorithm>
#include <array>
#include <bit>
#include <csignal>
#include <cstring>
#include <filesystem>
#include <random>

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <oracle/solid.h>
#include <Eigen/Geometry>

#include <graze/distance.h>
#include <graze/generate.h>
#include <graze/intersection.h>
#include <graze/mesh.h>
#include <graze/mesh_file.h>
#include <graze/overlap.h>
#include <graze/raycast.h>
#include <graze/sweep.h>

#include "io/mesh/samples.h"
#include "io/mesh/tree_file_layout.h"
#include "oracle/effort.h"

namespace graze {
namespace {

namespace layout = io::tree_file;

class OpenTree : public test::TempFiles {
 protected:
  /// The bytes of a saved tree, which is left in "saved.graze".
  [[nodiscard]] std::string saved(const TriangleMesh& mesh, const BuildOptions& options = {}) const {
    EXPECT_TRUE(write_tree(path("saved.graze"), *Geometry::make(Shape{mesh}, options)));
    return test::file_bytes(path("saved.graze"));
  }

  [[nodiscard]] Result<Geometry> opened(const std::string& bytes, TreeCheck check = TreeCheck::whole) const {
    return open_tree(write("opened.graze", bytes), check);
  }

  /// The message without the path, or "accepted".
  [[nodiscard]] std::string verdict(const std::string& bytes, TreeCheck check = TreeCheck::whole) const {
    const auto tree = opened(bytes, check);
    if (tree) return "accepted";
    const std::string start = path("opened.graze").string() + ": ";
    EXPECT_TRUE(tree.error().message.starts_with(start)) << tree.error().message;
    return tree.error().message.substr(start.size());
  }
};

template <class T>
void overwrite_number(std::string& bytes, std::size_t offset, T value) {
  bytes.replace(offset, sizeof(T), test::bytes_of(value, std::endian::native == std::endian::big));
}

std::string with_its_checksum(std::string bytes) {
  overwrite_number(bytes, layout::checksum_at, layout::checksum(std::string_view(bytes).substr(layout::numbers_at)));
  return bytes;
}

Pose turned(int i) { return {Eigen::AngleAxisd(0.3 * i, Vec3(1, 2, 3).normalized()).toRotationMatrix(), Vec3(0.15 * i, 0.1, 0)}; }

/// Bit for bit, whatever is asked.
void expect_same_answers(const Geometry& x, const Geometry& y) {
  const auto segment = Geometry::make(Shape{Segment{{Vec3(-3, 0.1, 0.2), Vec3(3, 0.3, 0.1)}}});
  const auto ball = Geometry::make(Shape{Sphere{Vec3(0, 0, 2), 0.5}});
  for (int i = 0; i < 8; ++i) {
    const Motion motion{Vec3(-1, 0, 0), {}, {}};
    const Body a{x, {}, {}}, b{x, turned(i), motion}, c{y, {}, {}}, d{y, turned(i), motion};
    EXPECT_EQ(*overlap(testing::solid(a), testing::solid(b)), *overlap(testing::solid(c), testing::solid(d)));
    EXPECT_EQ(intersection(a, b)->pairs, intersection(c, d)->pairs);
    EXPECT_EQ(closest_points(a, b)->points, closest_points(c, d)->points);
    EXPECT_EQ(closest_points(a, {*ball, turned(i), {}})->points, closest_points(c, {*ball, turned(i), {}})->points);
    EXPECT_EQ(sweep(a, b)->value().first, sweep(c, d)->value().first);
    EXPECT_EQ(raycast({*segment, turned(i), {}}, a)->t, raycast({*segment, turned(i), {}}, c)->t);
  }
}

TEST_F(OpenTree, AnswersAsTheOneThatIsRead) {
  for (const NodeLayout nodes : {NodeLayout::wide, NodeLayout::compact}) {
    for (const bool box_leaves : {false, true}) {
      static_cast<void>(saved(make_bumpy_sphere_mesh(1, 0.2, 3), {.layout = nodes, .box_leaves = box_leaves}));
      const auto read = read_tree(path("saved.graze"));
      for (const TreeCheck check : {TreeCheck::whole, TreeCheck::header}) {
        const auto geometry = open_tree(path("saved.graze"), check);
        ASSERT_TRUE(geometry) << geometry.error().message;
        EXPECT_TRUE(geometry->tree()->is_in_file());
        EXPECT_FALSE(read->tree()->is_in_file());
        EXPECT_TRUE(test::same_mesh(*geometry->mesh(), *read->mesh()));
        EXPECT_TRUE(std::ranges::equal(geometry->vertices(), read->vertices()));
        EXPECT_TRUE(std::ranges::equal(geometry->triangles(), read->triangles()));
        EXPECT_EQ(geometry->has_box_leaves(), box_leaves);
        EXPECT_EQ(report_on(*geometry).bytes, report_on(*read).bytes);
        if (!box_leaves) expect_same_answers(*geometry, *read);
        for (int i = 0; box_leaves && i < 8; ++i)
          EXPECT_EQ(*overlap({*geometry, {}, {}}, {*geometry, turned(i), {}}), *overlap({*read, {}, {}}, {*read, turned(i), {}}));
      }
    }
  }
}

TEST_F(OpenTree, TellsHowTheTrianglesAreConnectedAsTheMeshDoes) {
  TriangleMesh open_mesh = make_bumpy_sphere_mesh(1, 0.2, 2);
  open_mesh.triangles.pop_back();
  for (const TriangleMesh& mesh : {open_mesh, make_box_mesh({1, 2, 3}), test::tetrahedron()}) {
    const Topology truth = Geometry::make(Shape{mesh})->topology();
    std::string bytes = saved(mesh);
    const auto told = opened(bytes);
    ASSERT_TRUE(told && told->tree()->told_topology());
    bytes.replace(layout::topology_at, 32, 32, '\0');  // as files were before they told
    const auto found = opened(with_its_checksum(bytes));
    ASSERT_TRUE(found && !found->tree()->told_topology());
    for (const Topology& topology : {told->topology(), found->topology()}) {
      EXPECT_EQ(topology.edges, truth.edges);
      EXPECT_EQ(topology.open_edges, truth.open_edges);
      EXPECT_EQ(topology.non_manifold_edges, truth.non_manifold_edges);
      EXPECT_EQ(topology.unbalanced_edges, truth.unbalanced_edges);
    }
  }
}

TEST_F(OpenTree, OutlivesItsFileAndIsNotChangedByANewOne) {
  const std::string bytes = saved(make_bumpy_sphere_mesh(1, 0.2, 3));
  const auto before = opened(bytes), read = read_tree(path("saved.graze"));
  ASSERT_TRUE(before && read);
  ASSERT_TRUE(write_tree(path("opened.graze"), *Geometry::make(Shape{make_box_mesh({1, 2, 3})})));  // in its place
  expect_same_answers(*before, *read);
  const auto after = open_tree(path("opened.graze"));
  ASSERT_TRUE(after);
  EXPECT_EQ(after->triangles().size(), 12U);
  std::filesystem::remove(path("opened.graze"));
  expect_same_answers(*before, *read);
  EXPECT_EQ(after->tree()->mesh().triangles.size(), 12U);
  EXPECT_FALSE(open_tree(path("opened.graze")));
}

TEST_F(OpenTree, IsOpenedWhereItMayOnlyBeRead) {
  static_cast<void>(saved(test::tetrahedron()));
  std::filesystem::permissions(path("saved.graze"), std::filesystem::perms::owner_read);
  EXPECT_TRUE(open_tree(path("saved.graze")));
}

TEST_F(OpenTree, IsRefittedInMemory) {
  TriangleMesh mesh = make_bumpy_sphere_mesh(1, 0.2, 2);
  for (const NodeLayout nodes : {NodeLayout::wide, NodeLayout::compact}) {
    const std::string bytes = saved(mesh, {.layout = nodes});
    const auto mapped = opened(bytes), read = read_tree(path("saved.graze"));
    std::vector<Vec3> moved = mesh.vertices;
    for (Vec3& v : moved) v = v.cwiseProduct(Vec3(1, 1.5, 0.5)) + Vec3(0, 0, 1);
    const auto a = mapped->refitted(moved), b = read->refitted(moved);
    ASSERT_TRUE(a && b);
    EXPECT_FALSE(a->tree()->is_in_file());
    expect_same_answers(*a, *b);
    expect_same_answers(*mapped, *read);
    EXPECT_EQ(test::file_bytes(path("opened.graze")), bytes);
  }
}

TEST_F(OpenTree, OfBoxesIsRead) {
  static_cast<void>(saved(make_box_mesh({1, 2, 3}), {.kind = TreeKind::box_tree}));
  const auto geometry = open_tree(path("saved.graze"));
  ASSERT_TRUE(geometry);
  EXPECT_NE(geometry->box_tree(), nullptr);
}

TEST_F(OpenTree, RefusesEveryChangedByte) {
  for (const NodeLayout nodes : {NodeLayout::wide, NodeLayout::compact}) {
    const std::string bytes = saved(test::tetrahedron(), {.layout = nodes});
    for (std::size_t at = 0; at < bytes.size(); ++at) {
      std::string damaged = bytes;
      damaged[at] = static_cast<char>(static_cast<unsigned char>(damaged[at]) ^ (1U << (at % 8)));
      ASSERT_FALSE(opened(damaged)) << "byte " << at;
    }
  }
}

TEST_F(OpenTree, RefusesEveryCutAndLongerFileHoweverItIsChecked) {
  const std::string bytes = saved(test::tetrahedron());
  for (const TreeCheck check : {TreeCheck::whole, TreeCheck::header}) {
    for (std::size_t length = 0; length < bytes.size(); ++length) ASSERT_FALSE(opened(bytes.substr(0, length), check)) << length;
    EXPECT_EQ(verdict(bytes.substr(0, 100), check), "byte 100: ends within the header");
    EXPECT_EQ(verdict(bytes.substr(0, 1000), check),
              fmt::format("byte 16: the file should have {} bytes, it has 1000", bytes.size()));
    EXPECT_EQ(verdict(bytes + "x", check),
              fmt::format("byte 16: the file should have {0} bytes, it has {1}", bytes.size(), bytes.size() + 1));
    EXPECT_EQ(verdict(bytes, check), "accepted");
  }
}

/// What the header says is looked at in both ways of opening; what the arrays say only where all of the file is.
TEST_F(OpenTree, NamesThePlaceOfWhatMakesNoSense) {
  const std::string bytes = saved(make_box_mesh({1, 2, 3}));
  const auto changed = [&](std::size_t at, auto value) {
    std::string damaged = bytes;
    overwrite_number(damaged, at, value);
    return with_its_checksum(damaged);
  };
  constexpr std::uint64_t huge = std::uint64_t{1} << 61U;
  for (const TreeCheck check : {TreeCheck::whole, TreeCheck::header}) {
    EXPECT_EQ(verdict("\x89GRX", check), "byte 0: does not begin as a tree saved by graze does");
    EXPECT_EQ(verdict(changed(8, std::uint32_t{1}), check), "byte 8: version 1 of saved trees is unknown, this graze reads 2");
    EXPECT_EQ(verdict(changed(8, std::uint32_t{1} << 24U), check),  // of a machine with the other order of bytes
              "byte 8: version 16777216 of saved trees is unknown, this graze reads 2");
    EXPECT_EQ(verdict(changed(12, std::uint32_t{3}), check), "byte 12: nodes of an unknown kind");
    EXPECT_EQ(verdict(changed(72, std::uint64_t{193}), check), "byte 72: a section cannot begin at byte 193");
    EXPECT_EQ(verdict(changed(80, huge), check), fmt::format("byte 72: a section of {} elements does not fit into the file", huge));
    EXPECT_EQ(verdict(changed(88, huge), check), fmt::format("byte 88: a section cannot begin at byte {}", huge));
    EXPECT_EQ(verdict(changed(64, std::int64_t{1} << 32), check), "byte 32: the origin, reach or exponent makes no sense");
  }
  const auto section_at = [&](layout::Section section) {
    return io::load<std::uint64_t>(bytes.data() + layout::sections_at + 16 * section);
  };
  const std::uint64_t triangle = section_at(layout::triangles) + 12 * 5;
  EXPECT_EQ(verdict(changed(triangle + 4, std::uint32_t{8})), fmt::format("byte {}: there is no vertex 8", triangle));
  const std::uint64_t node = section_at(layout::nodes) + 512;
  EXPECT_EQ(verdict(changed(node + 12 * 32, -1.0F)), fmt::format("byte {}: a slot or a box makes no sense", node));
  std::string swapped = bytes;
  std::swap(swapped[section_at(layout::order)], swapped[section_at(layout::order) + 4]);
  EXPECT_EQ(verdict(swapped), "byte 24: the checksum does not match, the file is damaged");
}

/// Wrong answers are fine, crashes and walks without an end are not.
void ask_all_of(const Geometry& geometry) {
  const Body a{geometry, {}, {}}, b{geometry, turned(2), {Vec3(1, 0, 0), {}, {}}};
  const auto sphere = Geometry::make(Shape{Sphere{Vec3(0, 0, 2), 0.5}});
  const auto ray = Geometry::make(Shape{Ray{Vec3(-3, 0.1, 0.2), Vec3(1, 0, 0)}});
  (void)overlap(a, b);
  (void)closest_points(a, b);
  (void)sweep(a, b);
  (void)closest_points(a, Body{*sphere, turned(1), {}});
  (void)overlap(a, Body{*sphere, turned(1), {}});
  (void)raycast(Body{*ray, {}, {}}, a);
}

TEST_F(OpenTree, SurvivesDamageUnderARightChecksum) {
  const std::array<std::string, 2> files = {saved(make_bumpy_sphere_mesh(1, 0.2, 1)),
                                            saved(make_bumpy_sphere_mesh(1, 0.2, 1), {.layout = NodeLayout::compact})};
  std::mt19937_64 random(43);
  const auto below = [&](std::size_t n) { return static_cast<std::size_t>(random() % n); };
  int accepted = 0, refused = 0;
  for (int i = 0; i < testing::effort(1'000); ++i) {
    const std::string& bytes = files[static_cast<std::size_t>(i) % files.size()];
    std::string damaged = bytes;
    const std::size_t at = layout::numbers_at + below(bytes.size() - layout::numbers_at);
    if (i % 4 < 2)
      damaged[at] = static_cast<char>(damaged[at] ^ (1 << below(8)));
    else
      damaged.replace(at & ~std::size_t{3}, 4, bytes, below(bytes.size() - 4) & ~std::size_t{3}, 4);
    const auto tree = opened(with_its_checksum(damaged));
    ++(tree ? accepted : refused);
    if (tree) ask_all_of(*tree);
  }
  EXPECT_GT(40 * accepted, accepted + refused);  // a last bit of a vertex or a box more
  EXPECT_GT(4 * refused, accepted + refused);
}

/// What open_tree() promises of a file that is cut short under it: the end of the program, by this signal.
TEST_F(OpenTree, EndsByABusErrorWhenTheFileIsCutShortUnderIt) {
  const std::string bytes = saved(make_bumpy_sphere_mesh(1, 0.2, 3));
  EXPECT_EXIT(
      {
        const auto tree = opened(bytes);
        std::filesystem::resize_file(path("opened.graze"), 0);
        ask_all_of(*tree);
        std::_Exit(0);
      },
      ::testing::KilledBySignal(SIGBUS), "");
}

}  // namespace
}  // namespace graze
