/// OFF: its variants and writers' habits, and the line of every mistake.

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "io/mesh/in_memory.h"
#include "io/mesh/samples.h"

namespace graze {
namespace {

using io::read_off;
using test::read_bytes;
using test::verdict;

const std::string three = "0 0 0\n1 0 0\n0 1 0\n";

TEST(Off, IsJudgedAlikeWithEveryLineEnd) {
  test::expect_judged(read_off,
                      {{"OFF\n3 1 0\n" + three + "3 0 1 2\n", "fine"},
                       {"OFF 3 1 3\n" + three + "3 0 1 2", "fine"},
                       {"# a comment\n\nOFF # another\n# more\n3 1 0\n\n" + three + "# and more\n3 0 1 2 # end\n", "fine"},
                       {"3 1 0\n" + three + "3 0 1 2\n", "fine"},
                       {"OFF\n3 1\n" + three + "3 0 1 2\n", "fine"},
                       {"OFF\n0 0 0\n", "fine"},
                       {"OFF\n3 1 0\n0 0 0 1 0 0 0 1 0 3 0 1 2\n", "fine"},
                       {"OFF\n3 2 0\n" + three + "3 0 1 2\n3 2 1 0 0.5 0.5 0.5 1\n", "fine"},
                       {"NOFF\n3 1 0\n0 0 0 0 0 1\n1 0 0 0 0 1\n0 1 0 0 0 1\n3 0 1 2\n", "fine"},
                       {"STOFF\n3 1 0\n0 0 0 0 0\n1 0 0 1 0\n0 1 0 0 1\n3 0 1 2\n", "fine"},
                       {"nOFF\n3\n3 1 0\n" + three + "3 0 1 2\n", "fine"},
                       {"\n\n", "3: no OFF header"},
                       {"BOFF\n", "1: \"BOFF\" is not a variant of OFF"},
                       {"NCOFF\n", "1: \"COFF\" is not a variant of OFF"},
                       {"off\n3 1 0\n", "1: expected an OFF header, found \"off\""},
                       {"OFF binary\n3 1 0\n", "1: binary OFF files are not read"},
                       {"4nOFF\n3\n", "1: vertices with four coordinates are not read"},
                       {"nOFF\n", "2: vertices of dimension \"\" are not read, only of dimension 3"},
                       {"OFF\n", "2: the file ends before the counts"},
                       {"OFF\n3\n", "2: \"\" is not a number of faces"},
                       {"OFF\n-3 1 0\n", "2: \"-3\" is not a number of vertices"},
                       {"OFF\n3 1.5 0\n", "2: \"1.5\" is not a number of faces"},
                       {"OFF\n3 1 -1\n", "2: \"-1\" is not a number of edges"},
                       {"OFF\n3 1 0\n", "3: the file ends before its 3 vertices"},
                       {"OFF\n3 1 0\n0 0 0\n1 0\n", "5: the file ends after 1 of 3 vertices"},
                       {"OFF\n3 1 0\n0 0 0\n1 nan 0\n0 1 0\n3 0 1 2\n", "4: \"nan\" is not a finite number"},
                       {"OFF\n3 1 0\n" + three, "6: the file ends after 0 of 1 faces"},
                       {"OFF\n3 1 0\n" + three + "x 0 1 2\n", "6: \"x\" is not a number of corners"},
                       {"OFF\n3 1 0\n" + three + "-3 0 1 2\n", "6: \"-3\" is not a number of corners"},
                       {"OFF\n3 1 0\n" + three + "2 0 1\n", "6: a face needs three corners, this one has 2"},
                       {"OFF\n3 1 0\n" + three + "3 0 1 3\n", "6: vertex index 3 is out of range, there are 3 vertices"},
                       {"OFF\n3 1 0\n" + three + "3 0 1 -1\n", "6: vertex index -1 is out of range, there are 3 vertices"},
                       {"OFF\n3 1 0\n" + three + "3 0 1 1.5\n", "6: \"1.5\" is not a vertex index"},
                       {"OFF\n3 1 0\n" + three + "3 0 1 2 red\n", "6: \"red\" is not a finite number"},
                       {"OFF\n3 1 0\n" + three + "3 0 1 2\n3 0 1 2\n", "7: \"3\" follows the last face"},
                       {"COFF\n3 1 0\n0 0 0\n1 0 0 1 1 1\n0 1 0 1 1 1\n3 0 1 2\n", "3: a vertex line has 3 numbers too few"},
                       {"COFF\n3 1 0\n0 0 0 1 1 x\n1 0 0 1 1 1\n0 1 0 1 1 1\n3 0 1 2\n", "3: \"x\" is not a finite number"}});
}

/// Two numbers of a texture, three of a colour at least, three of a normal.
TEST(Off, HasAsManyNumbersAVertexAsItsNamePromises) {
  for (const auto& [name, extras] : {std::pair{"STOFF", 2}, std::pair{"COFF", 3}, std::pair{"NOFF", 3}, std::pair{"STCOFF", 5},
                                     std::pair{"CNOFF", 6}, std::pair{"STNOFF", 5}, std::pair{"STCNOFF", 8}}) {
    const auto with = [&](int numbers) {
      std::string line = "0 0 0";
      for (int k = 0; k < numbers; ++k) line += " 0.5";
      return verdict(read_off, fmt::format("{}\n1 0 0\n{}\n", name, line));
    };
    EXPECT_EQ(with(extras), "fine") << name;
    EXPECT_EQ(with(extras + 1), "fine") << name << ", a colour with alpha";
    EXPECT_EQ(with(extras - 1), "3: a vertex line has 1 numbers too few") << name;
  }
}

TEST(Off, ReadsPolygonsAndFacesOverSeveralLines) {
  const auto mesh = read_bytes(read_off, "OFF\n5 2 0\n0 0 0\n2 0 0\n2 2 0\n0 2 0\n1 3 0\n5 0 1\n2 4\n3\n3 0 1 2\n");
  ASSERT_TRUE(mesh) << mesh.error().message;
  EXPECT_EQ(mesh->triangles.size(), 4U);
  EXPECT_DOUBLE_EQ(test::area_of(*mesh), 4 + 1 + 2);
}

/// Colours behind plain vertices are taken for what they are when every vertex and face has its line, and for coordinates when not.
TEST(Off, TellsColoursFromCoordinatesByTheLines) {
  const std::string coloured = "OFF\n3 1 0\n0 0 0 9 9 9\n1 0 0 9 9 9\n0 1 0 9 9 9\n3 0 1 2\n";
  const auto by_lines = read_bytes(read_off, coloured);
  ASSERT_TRUE(by_lines) << by_lines.error().message;
  EXPECT_EQ(by_lines->vertices[1], Vec3(1, 0, 0));
  const auto on_one = read_bytes(read_off, "OFF\n3 1 0\n0 0 0 1 0 0 0 1 0\n3 0 1 2\n");
  ASSERT_TRUE(on_one) << on_one.error().message;
  EXPECT_EQ(on_one->vertices[1], Vec3(1, 0, 0));
}

TEST(Off, CutAnywhereIsNoWholeFile) {
  const std::string text = "OFF\n3 1 0\n" + three + "3 0 1 2";
  for (std::size_t length = 0; length < text.size(); ++length)
    EXPECT_NE(verdict(read_off, text.substr(0, length)), "fine") << text.substr(0, length);
}

}  // namespace
}  // namespace graze
