/// PLY: every type in every encoding, every mistake of a header and of its rows with its place.

#include <bit>
#include <cmath>
#include <limits>
#include <random>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "io/mesh/in_memory.h"
#include "io/mesh/ply_header.h"
#include "io/mesh/samples.h"

namespace graze {
namespace {

using io::read_ply;
using test::bytes_of;
using test::read_bytes;
using test::verdict;

enum class Encoding { text, little, big };

const std::vector<std::pair<Encoding, std::string>> encodings{
    {Encoding::text, "ascii"}, {Encoding::little, "binary_little_endian"}, {Encoding::big, "binary_big_endian"}};

/// The number as a value of the PLY type, in the encoding.
std::string value(Encoding encoding, const std::string& type, double number) {
  if (encoding == Encoding::text) return fmt::format("{} ", number);
  const bool big = encoding == Encoding::big;
  if (type == "char" || type == "int8") return bytes_of(static_cast<std::int8_t>(number), big);
  if (type == "uchar" || type == "uint8") return bytes_of(static_cast<std::uint8_t>(number), big);
  if (type == "short" || type == "int16") return bytes_of(static_cast<std::int16_t>(number), big);
  if (type == "ushort" || type == "uint16") return bytes_of(static_cast<std::uint16_t>(number), big);
  if (type == "int" || type == "int32") return bytes_of(static_cast<std::int32_t>(number), big);
  if (type == "uint" || type == "uint32") return bytes_of(static_cast<std::uint32_t>(number), big);
  if (type == "float" || type == "float32") return bytes_of(static_cast<float>(number), big);
  return bytes_of(number, big);
}

std::string row_end(Encoding encoding) { return encoding == Encoding::text ? "\n" : ""; }

struct NamedType {
  std::string name;
  double least, greatest;
};

const std::vector<NamedType> types{{"char", -128, 127},
                                   {"int8", -128, 127},
                                   {"uchar", 0, 255},
                                   {"uint8", 0, 255},
                                   {"short", -32768, 32767},
                                   {"int16", -32768, 32767},
                                   {"ushort", 0, 65535},
                                   {"uint16", 0, 65535},
                                   {"int", -2147483648.0, 2147483647},
                                   {"int32", -2147483648.0, 2147483647},
                                   {"uint", 0, 4294967295.0},
                                   {"uint32", 0, 4294967295.0},
                                   {"float", -0x1.fffffep127, 0x1p-149},
                                   {"float32", -0x1.fffffep127, 0x1p-149},
                                   {"double", -1.7976931348623157e308, 5e-324},
                                   {"float64", -1.7976931348623157e308, 5e-324}};

TEST(Ply, ReadsTheEndsOfEveryTypeInEveryEncoding) {
  for (const auto& [encoding, name] : encodings)
    for (const NamedType& type : types) {
      const std::string header = fmt::format(
          "ply\nformat {0} 1.0\nelement vertex 1\nproperty {1} x\nproperty {1} y\nproperty {1} z\nend_header\n", name, type.name);
      const std::string row = value(encoding, type.name, type.least) + value(encoding, type.name, type.greatest) +
                              value(encoding, type.name, 1) + row_end(encoding);
      const auto mesh = read_bytes(read_ply, header + row);
      ASSERT_TRUE(mesh) << name << " " << type.name << mesh.error().message;
      EXPECT_EQ(mesh->vertices[0], Vec3(type.least, type.greatest, 1)) << name << " " << type.name;
    }
}

const std::string corner_rows = "0 0 0\n1 0 0\n0 1 0\n";

TEST(Ply, CountsAndNumbersCornersInEveryIntegerType) {
  for (const auto& [encoding, name] : encodings)
    for (const NamedType& count : types)
      for (const NamedType& index : types) {
        std::string file = fmt::format(
            "ply\nformat {} 1.0\nelement vertex 3\nproperty uchar x\nproperty uchar y\nproperty uchar z\n"
            "element face 1\nproperty list {} {} vertex_indices\nend_header\n",
            name, count.name, index.name);
        for (const auto& [x, y] : {std::pair{0, 0}, std::pair{1, 0}, std::pair{0, 1}})
          file += value(encoding, "uchar", x) + value(encoding, "uchar", y) + value(encoding, "uchar", 0) + row_end(encoding);
        file += value(encoding, count.name, 3);
        for (const int corner : {2, 0, 1}) file += value(encoding, index.name, corner);
        const auto mesh = read_bytes(read_ply, file + row_end(encoding));
        const bool is_integer = count.greatest >= 1 && index.greatest >= 1;
        ASSERT_EQ(mesh.has_value(), is_integer) << name << " " << count.name << " " << index.name;
        if (mesh) {
          EXPECT_EQ(mesh->triangles[0], (std::array<std::uint32_t, 3>{2, 0, 1}));
        }
      }
}

TEST(Ply, FindsCoordinatesAmongOtherPropertiesInAnyOrder) {
  for (const auto& [encoding, name] : encodings) {
    const std::string header = fmt::format(
        "ply\nformat {} 1.0\nelement vertex 2\nproperty list uchar short weights\nproperty double z\nproperty uchar red\n"
        "property float x\nproperty list uint double more\nproperty int y\nproperty char alpha\nend_header\n",
        name);
    std::string rows;
    for (int i = 0; i < 2; ++i) {
      const Encoding e = encoding;
      rows += value(e, "uchar", 2) + value(e, "short", -7) + value(e, "short", 9) + value(e, "double", 0.1) +
              value(e, "uchar", 255) + value(e, "float", 1.5) + value(e, "uint", i) + (i == 0 ? "" : value(e, "double", 4)) +
              value(e, "int", -i) + value(e, "char", -1) + row_end(e);
    }
    const auto mesh = read_bytes(read_ply, header + rows);
    ASSERT_TRUE(mesh) << name << mesh.error().message;
    EXPECT_EQ(mesh->vertices[0], Vec3(1.5, 0, 0.1)) << name;
    EXPECT_EQ(mesh->vertices[1], Vec3(1.5, -1, 0.1)) << name;
  }
}

const std::string head = "ply\nformat ascii 1.0\n";
const std::string coordinates = "property float x\nproperty float y\nproperty float z\n";

TEST(PlyHeader, IsJudgedAlikeWithEveryLineEnd) {
  test::expect_judged(
      read_ply,
      {{head + "comment anything # at all\nobj_info too\n\nelement vertex 0\n" + coordinates + "end_header\n", "fine"},
       {head + "end_header\n", "fine"},
       {head + "element vertex 1\n" + coordinates + "element face 0\nend_header\n0 0 0\n", "fine"},
       {"ply format ascii 1.0\n", "1: expected \"ply\" on a line of its own"},
       {"plyx\n", "1: expected \"ply\" on a line of its own"},
       {"ply\nend_header\n", "2: no \"format\" line"},
       {"ply\nformat ascii 1.1\n", "2: only version 1.0 of PLY is known"},
       {"ply\nformat ascii\n", "2: only version 1.0 of PLY is known"},
       {"ply\nformat utf8 1.0\n", "2: \"utf8\" is no PLY encoding"},
       {"ply\nformat ascii 1.0 really\n", "2: \"really\" is one word too many"},
       {head + "format ascii 1.0\n", "3: a second \"format\" line"},
       {head + "elements vertex 3\n", "3: \"elements\" does not belong in a PLY header"},
       {head + "element vertex\n", "3: \"\" is not a number of elements"},
       {head + "element vertex -1\n", "3: \"-1\" is not a number of elements"},
       {head + "element vertex 1.0\n", "3: \"1.0\" is not a number of elements"},
       {head + "element vertex 1 2\n", "3: \"2\" is one word too many"},
       {head + "element vertex 1\n" + coordinates + "element vertex 1\n", "7: element \"vertex\" is declared twice"},
       {head + "property float x\n", "3: a property before the first element"},
       {head + "element vertex 1\nproperty float\n", "4: a property without a name"},
       {head + "element vertex 1\nproperty real x\n", "4: \"real\" is no PLY type"},
       {head + "element vertex 1\nproperty float x\nproperty double x\n", "5: a property is declared twice"},
       {head + "element vertex 1\nproperty float x y\n", "4: \"y\" is one word too many"},
       {head + "element face 1\nproperty list float int vertex_indices\n", "4: \"float\" cannot count a list"},
       {head + "element face 1\nproperty list uchar vertex_indices\n", "4: \"vertex_indices\" is no PLY type"},
       {head + "element vertex 1\n" + coordinates + "end_header now\n0 0 0\n", "7: \"end_header\" is not alone on its line"},
       {head + "element vertex 1\n" + coordinates + "end_header", "7: the file ends with its header"},
       {head + "element vertex 1\n" + coordinates, "7: the file ends inside its header"},
       {head + "element vertex 1\nend_header\n0 0 0\n", "3: an element without properties"},
       {head + "element vertex 1\nproperty float x\nproperty float y\nend_header\n0 0\n",
        "3: the vertices lack one of the properties x, y and z"},
       {head + "element vertex 1\nproperty list uchar float x\nproperty float y\nproperty float z\nend_header\n1 0 0 0\n",
        "3: the vertices lack one of the properties x, y and z"},
       {head + "element face 1\nproperty list uchar int corners\nend_header\n3 0 0 0\n",
        "3: the faces lack the list \"vertex_indices\" or \"vertex_index\""},
       {head + "element face 1\nproperty list uchar int vertex_index\nproperty list uchar int vertex_indices\nend_header\n0 0\n",
        "3: the faces lack the list \"vertex_indices\" or \"vertex_index\""},
       {head + "element face 1\nproperty list uchar float vertex_indices\nend_header\n3 0 0 0\n",
        "3: vertex indices must be of an integer type"}},
      false);
}

TEST(PlyHeader, IsReadIntoElementsAndProperties) {
  const std::string text =
      head + "element vertex 12\nproperty float32 x\nelement face 3\nproperty list uint8 int32 vertex_index\nend_header\n";
  const auto header = io::read_ply_header({"a", text});
  ASSERT_TRUE(header) << header.error().message;
  EXPECT_EQ(header->bytes, text.size());
  EXPECT_EQ(header->lines, 7U);
  ASSERT_EQ(header->elements.size(), 2U);
  EXPECT_EQ(header->elements[0].count, 12U);
  EXPECT_EQ(header->elements[1].line, 5U);
  ASSERT_NE(header->elements[1].find("vertex_index"), nullptr);
  EXPECT_EQ(header->elements[1].find("vertex_index")->count_type, io::PlyType::uint8);
  EXPECT_EQ(header->elements[1].find("vertex_index")->type, io::PlyType::int32);
  EXPECT_EQ(header->elements[1].find("x"), nullptr);
}

/// When every line was held against all before it, this took minutes.
TEST(PlyHeader, MayHaveHundredsOfThousandsOfLines) {
  constexpr int many = 300'000;
  std::string elements = head, properties = head + "element extra 0\n";
  for (int i = 0; i < many; ++i) {
    elements += fmt::format("element e{} 0\n", i);
    properties += fmt::format("property float p{}\n", i);
  }
  EXPECT_EQ(verdict(read_ply, elements + "end_header\n"), "fine");
  EXPECT_EQ(verdict(read_ply, properties + "end_header\n"), "fine");
  EXPECT_EQ(verdict(read_ply, elements + "element e7 0\nend_header\n"),
            fmt::format("{}: element \"e7\" is declared twice", many + 3));
  EXPECT_EQ(verdict(read_ply, properties + "property float p7\nend_header\n"),
            fmt::format("{}: a property is declared twice", many + 4));
}

TEST(PlyRows, OfTextAreJudgedAlikeWithEveryLineEnd) {
  const std::string mesh =
      head + "element vertex 3\n" + coordinates + "element face 1\nproperty list uchar int vertex_indices\nend_header\n";
  test::expect_judged(
      read_ply,
      {{mesh + corner_rows + "3 0 1 2", "fine"},
       {mesh + "\n\n" + corner_rows + "\n3 0 1 2\n\n \n", "fine"},
       {mesh + "0 0 0\n1 0 0 0 1 0\n", "11: more values than element \"vertex\" has"},
       {mesh + "0 0 0\n1 0\n0 1 0\n3 0 1 2\n", "11: a value is missing"},
       {mesh + "0 0 0\n1 0 x\n", "11: \"x\" is not the value expected here"},
       {mesh + "0 0 0\n1 0 nan\n0 1 0\n3 0 1 2\n", "11: \"nan\" is not the value expected here"},
       {mesh + "0 0 0\n1 0 0\n", "12: the file ends after 2 of 3 elements \"vertex\""},
       {mesh + corner_rows + "-3 0 1 2\n", "13: a list of -3 values"},
       {mesh + corner_rows + "2.5 0 1 2\n", "13: a list of 2.5 values"},
       {mesh + corner_rows + "1e300 0 1 2\n", "13: a list of 1e+300 values does not fit into the rest of the file"},
       {mesh + corner_rows + "3 0 1 1.5\n", "13: vertex index 1.5 is out of range, there are 3 vertices"},
       {mesh + corner_rows + "3 0 1 4294967296\n", "13: vertex index 4294967296 is out of range, there are 3 vertices"},
       {mesh + corner_rows + "0\n", "13: a face needs three corners, this one has 0"},
       {mesh + corner_rows + "3 0 1\n", "13: a value is missing"}},
      false);
}

/// Faces are held against the vertices read before them.
TEST(PlyRows, OfFacesComeAfterThoseOfVertices) {
  const std::string text = head + "element face 1\nproperty list uchar int vertex_indices\nelement vertex 3\n" + coordinates +
                           "end_header\n3 0 1 2\n" + corner_rows;
  EXPECT_EQ(verdict(read_ply, text), "10: vertex index 0 is out of range, there are 0 vertices");
}

std::string binary_triangle(bool big) {
  std::string bytes = fmt::format(
      "ply\nformat binary_{}_endian 1.0\nelement vertex 3\n{}element face 1\nproperty list uchar int vertex_indices\nend_header\n",
      big ? "big" : "little", coordinates);
  for (const float x : {0.F, 0.F, 0.F, 1.F, 0.F, 0.F, 0.F, 1.F, 0.F}) bytes += bytes_of(x, big);
  bytes += '\x03';
  for (const std::int32_t corner : {0, 1, 2}) bytes += bytes_of(corner, big);
  return bytes;
}

TEST(PlyRows, OfBytesNameThePlaceOfAMistake) {
  for (const bool big : {false, true}) {
    const std::string bytes = binary_triangle(big);
    const std::size_t rows = bytes.size() - 36 - 13, face = bytes.size() - 13;
    ASSERT_EQ(verdict(read_ply, bytes), "fine");
    const auto changed = [&](std::size_t at, const std::string& with) {
      return verdict(read_ply, std::string(bytes).replace(at, with.size(), with));
    };
    EXPECT_EQ(changed(rows + 12, bytes_of(std::numeric_limits<float>::infinity(), big)),
              fmt::format(" byte {}: vertex 1 has a coordinate that is not finite", rows + 24));
    EXPECT_EQ(changed(face + 1, bytes_of(std::int32_t{3}, big)),
              fmt::format(" byte {}: vertex index 3 is out of range, there are 3 vertices", bytes.size()));
    EXPECT_EQ(changed(face + 5, bytes_of(std::int32_t{-1}, big)),
              fmt::format(" byte {}: vertex index -1 is out of range, there are 3 vertices", bytes.size()));
    EXPECT_EQ(changed(face, "\x04"), fmt::format(" byte {}: a list of 4 values does not fit into the rest of the file", face + 1));
    EXPECT_EQ(verdict(read_ply, bytes.substr(0, bytes.size() - 1)),
              fmt::format(" byte {}: a list of 3 values does not fit into the rest of the file", face + 1));
    EXPECT_EQ(verdict(read_ply, bytes.substr(0, face)),
              fmt::format(" byte {}: 1 elements \"face\" do not fit into the rest of the file", face));
    EXPECT_EQ(verdict(read_ply, bytes.substr(0, face - 1)),
              fmt::format(" byte {}: 3 elements \"vertex\" do not fit into the rest of the file", rows));
  }
}

TEST(PlyRows, OfBytesMayBeFollowedByBlanksOnly) {
  const std::string bytes = binary_triangle(false);
  EXPECT_EQ(verdict(read_ply, bytes + "\r\n \t\n"), "fine");
  EXPECT_EQ(verdict(read_ply, bytes + "\n."), fmt::format(" byte {}: more follows after the last element", bytes.size() + 1));
  EXPECT_EQ(verdict(read_ply, bytes + std::string(1, '\0')),
            fmt::format(" byte {}: more follows after the last element", bytes.size()));
}

/// A header that ends in CR LF takes two bytes off the data, one that ends in CR or LF one, whatever byte comes first.
TEST(PlyRows, OfBytesBeginRightAfterTheLineEndOfTheHeader) {
  for (const std::string line_end : {"\n", "\r", "\r\n"})
    for (const unsigned char first : {'\n', '\r', ' ', '0', '\xff'}) {
      const std::string header = test::with_line_ends(
          "ply\nformat binary_little_endian 1.0\nelement vertex 1\nproperty uchar x\nproperty uchar y\nproperty uchar "
          "z\nend_header\n",
          line_end);
      const auto mesh = read_bytes(read_ply, header + std::string{static_cast<char>(first), '\n', '\r'});
      ASSERT_TRUE(mesh) << mesh.error().message;
      EXPECT_EQ(mesh->vertices[0], Vec3(first, 10, 13));
    }
}

TEST(PlyStrips, BeginAnewAtEveryMinusOne) {
  const auto strips = [](const std::string& list) {
    return head + "element vertex 4\n" + coordinates + "element tristrips 1\nproperty list int int vertex_indices\nend_header\n" +
           corner_rows + "1 1 0\n" + list + "\n";
  };
  const auto count = [&](const std::string& list) {
    const auto mesh = read_bytes(read_ply, strips(list));
    return mesh ? static_cast<int>(mesh->triangles.size()) : -1;
  };
  EXPECT_EQ(count("0"), 0);
  EXPECT_EQ(count("1 -1"), 0);
  EXPECT_EQ(count("2 0 1"), 0) << "too short";
  EXPECT_EQ(count("4 0 1 2 -1"), 1);
  EXPECT_EQ(count("9 -1 0 1 2 -1 -1 3 2 1"), 2);
  EXPECT_EQ(verdict(read_ply, strips("3 0 1 -2")), "14: vertex index -2 is out of range, there are 4 vertices");
  EXPECT_EQ(verdict(read_ply, strips("3 0 1 4")), "14: vertex index 4 is out of range, there are 4 vertices");
}

}  // namespace
}  // namespace graze
