/// Accessors of glTF: component types, strides, offsets, bounds, sparse replacements, to the byte.

#include <cmath>
#include <limits>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "io/mesh/gltf_sample.h"

namespace graze {
namespace {

using test::bytes_of;
using test::GltfFile;
using test::json;
using test::tetrahedron;
using test::verdict_with;

template <class T>
std::string list_of(std::initializer_list<double> numbers) {
  std::string bytes;
  for (const double x : numbers) bytes += bytes_of(static_cast<T>(x));
  return bytes;
}

/// The indices of the tetrahedron in another type.
GltfFile with_indices(int component, const std::string& bytes) {
  GltfFile file;
  const std::size_t view = file.add_view(bytes);
  file["/accessors/1"] = {{"bufferView", view}, {"componentType", component}, {"count", 12}, {"type", "SCALAR"}};
  return file;
}

TEST(GltfIndices, MayBeOfEveryUnsignedType) {
  const std::initializer_list<double> corners{0, 2, 1, 0, 1, 3, 0, 3, 2, 1, 2, 3};
  for (const GltfFile& file :
       {with_indices(5121, list_of<std::uint8_t>(corners)), with_indices(5123, list_of<std::uint16_t>(corners)),
        with_indices(5125, list_of<std::uint32_t>(corners))}) {
    const auto mesh = file.read();
    ASSERT_TRUE(mesh) << mesh.error().message;
    EXPECT_TRUE(test::same_mesh(*mesh, tetrahedron()));
  }
  const std::string refusal = "meshes[0].primitives[0]: accessors[1] cannot hold indices";
  EXPECT_EQ(with_indices(5120, list_of<std::int8_t>(corners)).verdict(), refusal);
  EXPECT_EQ(with_indices(5122, list_of<std::int16_t>(corners)).verdict(), refusal);
  EXPECT_EQ(with_indices(5126, list_of<float>(corners)).verdict(), refusal);
  EXPECT_EQ(verdict_with("/accessors/1/normalized", true), refusal);
}

/// The largest number of each type restarts a strip, which is not read; one less is a number like others.
TEST(GltfIndices, AreRefusedAtTheRestartValueOfTheirType) {
  for (const auto& [component, size, largest] :
       {std::tuple{5121, 1U, 255.0}, std::tuple{5123, 2U, 65535.0}, std::tuple{5125, 4U, 4294967295.0}}) {
    const auto ending_in = [&](double index) {
      std::string bytes(11 * size, '\0');
      for (std::size_t k = 0; k < size; ++k) bytes += static_cast<char>(static_cast<std::uint64_t>(index) >> 8 * k & 0xff);
      return with_indices(component, bytes).verdict();
    };
    EXPECT_EQ(ending_in(3), "fine");
    EXPECT_EQ(ending_in(largest), fmt::format("meshes[0].primitives[0]: index {:.0f} is the primitive restart value", largest));
    EXPECT_EQ(ending_in(largest - 1),
              fmt::format("meshes[0].primitives[0]: vertex index {:.0f} is out of range, there are 4 vertices", largest - 1));
  }
}

TEST(GltfIndices, AreTightlyPacked) {
  GltfFile file;
  file["/bufferViews/1/byteStride"] = 4;
  EXPECT_EQ(file.verdict(), "accessors[1]: 12 elements do not fit into a bufferView of 24 bytes");
  file["/accessors/1/count"] = 6;
  EXPECT_EQ(file.verdict(), "meshes[0].primitives[0]: accessors[1] holds indices, whose bufferView must not have a byteStride");
}

TEST(GltfIndices, MakeWholeTriangles) {
  EXPECT_EQ(verdict_with("/accessors/1/count", 9), "fine");
  EXPECT_EQ(verdict_with("/accessors/1/count", 10), "meshes[0].primitives[0]: 10 corners do not make whole triangles");
  GltfFile strip;
  strip["/meshes/0/primitives/0/mode"] = 5;
  strip["/accessors/1/count"] = 3;
  EXPECT_EQ(strip.verdict(), "fine");
  strip["/accessors/1/count"] = 2;
  EXPECT_EQ(strip.verdict(), "meshes[0].primitives[0]: 2 corners are too few for a strip or fan");
}

/// Points and lines have nothing to show; without indices the vertices are taken in order.
TEST(GltfPrimitives, OfEveryModeHaveTheirTriangles) {
  for (const auto& [mode, count] : {std::pair{0, 0U}, std::pair{1, 0U}, std::pair{2, 0U}, std::pair{3, 0U}, std::pair{4, 4U},
                                    std::pair{5, 10U}, std::pair{6, 10U}}) {
    GltfFile file;
    file["/meshes/0/primitives/0/mode"] = mode;
    ASSERT_TRUE(file.read()) << mode;
    EXPECT_EQ(file.read()->triangles.size(), count) << mode;
  }
  GltfFile plain;
  plain["/meshes/0/primitives/0"].erase("indices");
  plain["/meshes/0/primitives/0/mode"] = 6;
  ASSERT_TRUE(plain.read()) << plain.read().error().message;
  EXPECT_EQ(plain.read()->triangles, (std::vector<std::array<std::uint32_t, 3>>{{0, 1, 2}, {0, 2, 3}}));
}

/// Positions as integers: c / 127, c / 255, c / 32767, c / 65535, and at least -1.
TEST(GltfPositions, MayBeIntegersWhereTheExtensionIsUsed) {
  const auto with = [](int component, bool normalized, const std::string& bytes, std::size_t stride) {
    GltfFile file;
    const std::size_t view = file.add_view(bytes);
    file.root["bufferViews"][view]["byteStride"] = stride;
    file["/accessors/0"] = {
        {"bufferView", view}, {"componentType", component}, {"count", 1}, {"type", "VEC3"}, {"normalized", normalized}};
    file["/meshes/0/primitives/0"] = {{"attributes", {{"POSITION", 0}}}, {"mode", 0}};
    return file;
  };
  const auto position = [&](int component, bool normalized, const std::string& bytes, std::size_t stride) {
    GltfFile file = with(component, normalized, bytes, stride);
    EXPECT_EQ(file.verdict(), component == 5126 ? "fine" : "meshes[0].primitives[0]: accessors[0] cannot hold positions");
    file.root["extensionsUsed"] = {"KHR_mesh_quantization"};
    // Three times the vertex, as a triangle without area.
    file["/accessors/1"] = {{"componentType", 5123}, {"count", 3}, {"type", "SCALAR"}};
    file["/meshes/0/primitives/0/indices"] = 1;
    file["/meshes/0/primitives/0/mode"] = 4;
    const auto mesh = file.read();
    EXPECT_TRUE(mesh) << mesh.error().message;
    return mesh ? mesh->vertices[0] : Vec3(Vec3::Zero());
  };
  EXPECT_EQ(position(5120, true, list_of<std::int8_t>({127, -128, 1, 0}), 4), Vec3(1, -1, 1.0 / 127));
  EXPECT_EQ(position(5120, false, list_of<std::int8_t>({127, -128, 1, 0}), 4), Vec3(127, -128, 1));
  EXPECT_EQ(position(5121, true, list_of<std::uint8_t>({255, 0, 1, 0}), 4), Vec3(1, 0, 1.0 / 255));
  EXPECT_EQ(position(5122, true, list_of<std::int16_t>({32767, -32767, -32768, 0}), 8), Vec3(1, -1, -1));
  EXPECT_EQ(position(5123, true, list_of<std::uint16_t>({65535, 0, 13107, 0}), 8), Vec3(1, 0, 0.2));
  EXPECT_EQ(position(5123, false, list_of<std::uint16_t>({65535, 0, 2, 0}), 8), Vec3(65535, 0, 2));
  EXPECT_EQ(position(5126, false, list_of<float>({0.5, -2, 0x1p-149}), 12), Vec3(0.5, -2, 0x1p-149));
  GltfFile whole = with(5125, false, list_of<std::uint32_t>({1, 2, 3}), 12);
  whole.root["extensionsUsed"] = {"KHR_mesh_quantization"};
  EXPECT_EQ(whole.verdict(), "meshes[0].primitives[0]: accessors[0] cannot hold positions");
  EXPECT_EQ(with(5126, true, list_of<float>({1, 2, 3}), 12).verdict(),
            "accessors[0]: normalized: only 8 and 16 bit integers can be");
}

TEST(GltfStrides, LeaveRoomForElementsAndAreMultiplesOfFour) {
  for (const std::size_t stride : {12U, 16U, 100U, 252U}) {
    GltfFile file;
    std::string spread;
    for (std::size_t i = 0; i < 4; ++i) spread += file.buffer.substr(12 * i, 12) + std::string(stride - 12, '\x7f');
    const std::size_t view = file.add_view(spread.substr(0, 3 * stride + 12));  // nothing behind the last one
    file.root["bufferViews"][view]["byteStride"] = stride;
    file["/accessors/0/bufferView"] = view;
    const auto mesh = file.read();
    ASSERT_TRUE(mesh) << stride << ": " << mesh.error().message;
    EXPECT_TRUE(test::same_mesh(*mesh, tetrahedron())) << stride;
    file.root["bufferViews"][view]["byteLength"] = 3 * stride + 11;
    EXPECT_EQ(file.verdict(), fmt::format("accessors[0]: 4 elements do not fit into a bufferView of {} bytes", 3 * stride + 11));
  }
  EXPECT_EQ(verdict_with("/bufferViews/0/byteStride", 8),
            "accessors[0]: its elements are larger than the byteStride of its bufferView");
  EXPECT_EQ(verdict_with("/bufferViews/0/byteStride", 14), "bufferViews[0]: byteStride: 14 is not a multiple of 4");
  EXPECT_EQ(verdict_with("/bufferViews/0/byteStride", 3), "bufferViews[0].byteStride: 3 is out of range");
  EXPECT_EQ(verdict_with("/bufferViews/0/byteStride", 253), "bufferViews[0].byteStride: 253 is out of range");
}

TEST(GltfOffsets, AreMultiplesOfTheComponent) {
  GltfFile file;
  const std::size_t view = file.add_view("....." + file.buffer.substr(0, 48) + "...");
  file["/accessors/0/bufferView"] = view;
  file["/accessors/0/byteOffset"] = 5;
  EXPECT_EQ(file.verdict(), "accessors[0]: byteOffset: is not aligned");
  file["/accessors/0/byteOffset"] = 4;
  file.root["bufferViews"][view]["byteLength"] = 52;
  file.root["bufferViews"][view]["byteOffset"] = 73;
  EXPECT_EQ(file.verdict(), "accessors[0]: byteOffset: is not aligned") << "of the sum";
  file.root["bufferViews"][view]["byteOffset"] = 72;
  file.buffer.replace(76, 48, file.buffer.substr(0, 48));
  const auto mesh = file.read();
  ASSERT_TRUE(mesh) << mesh.error().message;
  EXPECT_TRUE(test::same_mesh(*mesh, tetrahedron()));
}

TEST(GltfOffsets, StayWithinViewsAndBuffers) {
  EXPECT_EQ(verdict_with("/accessors/0/byteOffset", 4), "accessors[0]: 4 elements do not fit into a bufferView of 48 bytes");
  EXPECT_EQ(verdict_with("/accessors/0/byteOffset", 9007199254740992),
            "accessors[0]: 4 elements do not fit into a bufferView of 48 bytes");
  EXPECT_EQ(verdict_with("/bufferViews/0/byteLength", 73),
            "bufferViews[0]: 73 bytes from 0 on do not fit into a buffer of 72 bytes");
  EXPECT_EQ(verdict_with("/bufferViews/1/byteOffset", 9007199254740992),
            "bufferViews[1]: 24 bytes from 9007199254740992 on do not fit into a buffer of 72 bytes");
  EXPECT_EQ(verdict_with("/buffers/0/byteLength", 73), "buffers[0]: 73 bytes are declared, 72 are there");
  EXPECT_EQ(verdict_with("/buffers/0/byteLength", 71), "bufferViews[1]: 24 bytes from 48 on do not fit into a buffer of 71 bytes");
  EXPECT_EQ(verdict_with("/accessors/0", {{"componentType", 5126}, {"count", 4}, {"type", "VEC3"}, {"byteOffset", 0}}),
            "accessors[0]: byteOffset: is given without a bufferView");
}

/// Bounds may be off by 2^-17 of the number, or by 2^-20 in its own unit where that is more.
TEST(GltfBounds, AreKeptToTheLimitsOfSixDigits) {
  const auto max_of_y = [](double below_two) { return verdict_with("/accessors/0/max/1", 2 - below_two); };
  EXPECT_EQ(max_of_y(0.99 * 0x1p-16), "fine");
  EXPECT_NE(max_of_y(1.01 * 0x1p-16), "fine");
  const auto min_of_x = [](double above_zero) { return verdict_with("/accessors/0/min/0", above_zero); };
  EXPECT_EQ(min_of_x(0.99 * 0x1p-20), "fine");
  EXPECT_NE(min_of_x(1.01 * 0x1p-20), "fine");
  EXPECT_EQ(min_of_x(-1e30), "fine") << "looser is forgiven";
  EXPECT_EQ(verdict_with("/accessors/0/min", {0, 0}), "accessors[0]: min: must have 3 numbers");
  EXPECT_EQ(verdict_with("/accessors/0/max", {0, 0, 0, 0}), "accessors[0]: max: must have 3 numbers");
  EXPECT_EQ(verdict_with("/accessors/1/max", {1}), "fine") << "of indices they do no harm";
}

TEST(GltfNumbers, AreFinite) {
  for (const float bad : {std::numeric_limits<float>::quiet_NaN(), std::numeric_limits<float>::infinity()})
    for (std::size_t at = 0; at < 48; at += 4) {
      GltfFile file;
      file.buffer.replace(at, 4, bytes_of(bad));
      EXPECT_EQ(file.verdict(), "accessors[0]: a number is not finite") << at;
    }
}

/// Columns of matrices begin at multiples of four bytes: three columns of three bytes take twelve, two of two floats sixteen.
TEST(GltfMatrices, HavePaddedColumns) {
  for (const auto& [type, component, bytes] :
       {std::tuple{"MAT2", 5121, 8U}, std::tuple{"MAT3", 5121, 12U}, std::tuple{"MAT3", 5123, 24U}, std::tuple{"MAT2", 5126, 16U},
        std::tuple{"MAT4", 5126, 64U}, std::tuple{"VEC2", 5121, 2U}}) {
    GltfFile file;
    const std::size_t view = file.add_view(std::string(bytes, '\0'));
    file.root["accessors"].push_back({{"bufferView", view}, {"componentType", component}, {"count", 1}, {"type", type}});
    EXPECT_EQ(file.verdict(), "fine") << type;
    file.root["bufferViews"][view]["byteLength"] = bytes - 1;
    EXPECT_EQ(file.verdict(), fmt::format("accessors[2]: 1 elements do not fit into a bufferView of {} bytes", bytes - 1)) << type;
  }
  EXPECT_EQ(verdict_with("/accessors/0/type", "VEC5"), "accessors[0]: type: \"VEC5\" is not one of glTF's");
  EXPECT_EQ(verdict_with("/accessors/0/componentType", 5124), "accessors[0]: componentType: is not one of glTF's");
}

/// Vertices 1 and 3 replaced, with numbers in the given type.
GltfFile with_sparse(int component, const std::string& indices) {
  GltfFile file;
  const std::size_t places = file.add_view(indices), values = file.add_view(list_of<float>({5, 0, 0, 0, 0, 7}));
  file["/accessors/0/sparse"] = {
      {"count", 2}, {"indices", {{"bufferView", places}, {"componentType", component}}}, {"values", {{"bufferView", values}}}};
  file["/accessors/0/max"] = {5, 2, 7};
  return file;
}

TEST(GltfSparse, ReplacesElementsByNumbersOfEveryUnsignedType) {
  for (GltfFile file : {with_sparse(5121, list_of<std::uint8_t>({1, 3})), with_sparse(5123, list_of<std::uint16_t>({1, 3})),
                        with_sparse(5125, list_of<std::uint32_t>({1, 3}))}) {
    const auto mesh = file.read();
    ASSERT_TRUE(mesh) << mesh.error().message;
    EXPECT_EQ(mesh->vertices, (std::vector<Vec3>{{0, 0, 0}, {5, 0, 0}, {0, 2, 0}, {0, 0, 7}}));
    file["/accessors/0"].erase("bufferView");  // of zeros
    const auto of_zeros = file.read();
    ASSERT_TRUE(of_zeros) << of_zeros.error().message;
    EXPECT_EQ(of_zeros->vertices, (std::vector<Vec3>{{0, 0, 0}, {5, 0, 0}, {0, 0, 0}, {0, 0, 7}}));
  }
}

TEST(GltfSparse, IsRefusedWhereItMakesNoSense) {
  const auto with = [](std::initializer_list<double> places) { return with_sparse(5121, list_of<std::uint8_t>(places)).verdict(); };
  EXPECT_EQ(with({0, 3}), "fine");
  EXPECT_EQ(with({1, 4}), "accessors[0]: sparse.indices: 4 is out of range");
  EXPECT_EQ(with({3, 1}), "accessors[0]: sparse.indices: must ascend");
  EXPECT_EQ(with({1, 1}), "accessors[0]: sparse.indices: must ascend");
  const auto changed = [](const std::string& place, const json& value) {
    GltfFile file = with_sparse(5121, list_of<std::uint8_t>({1, 3}));
    file["/accessors/0/sparse" + place] = value;
    return file.verdict();
  };
  EXPECT_EQ(changed("/count", 5), "accessors[0]: sparse.count: 5 is more than the count of 4");
  EXPECT_EQ(changed("/count", 3), "accessors[0]: sparse.indices: 3 items do not fit into a bufferView of 2 bytes");
  EXPECT_EQ(changed("/count", 0), "accessors[0].sparse.count: 0 is out of range");
  EXPECT_EQ(changed("/indices/componentType", 5120), "accessors[0]: sparse.indices.componentType: must be an unsigned integer");
  EXPECT_EQ(changed("/indices/byteOffset", 1), "accessors[0]: sparse.indices: 2 items do not fit into a bufferView of 2 bytes");
  EXPECT_EQ(changed("/values/byteOffset", 4), "accessors[0]: sparse.values: 2 items do not fit into a bufferView of 24 bytes");
  EXPECT_EQ(changed("/values/bufferView", 9), "accessors[0].sparse.values.bufferView: there is no bufferViews[9]");
  GltfFile strided = with_sparse(5121, list_of<std::uint8_t>({1, 3}));
  strided["/bufferViews/3/byteStride"] = 12;
  EXPECT_EQ(strided.verdict(), "accessors[0]: sparse.values: its bufferView must not have a byteStride");
}

}  // namespace
}  // namespace graze
