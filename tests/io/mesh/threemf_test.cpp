/// 3MF: packages, components, transforms, and attempts to make the reader work without end.

#include <algorithm>
#include <chrono>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <graze/mesh_file.h>

#include "io/mesh/samples.h"

namespace graze {
namespace {

using test::tetrahedron;
using test::threemf_model;
using test::threemf_object;

class MeshThreemf : public test::TempFiles {
 protected:
  Result<TriangleMesh> read_package(const test::Parts& parts, const MeshReadOptions& options = {}) const {
    test::write_zip(path("a.3mf"), parts);
    return read_mesh(path("a.3mf"), options);
  }
  Result<TriangleMesh> read_model(const std::string& xml, const MeshReadOptions& options = {}) const {
    return read_package({{"3D/3dmodel.model", xml}}, options);
  }
  std::string why_model(const std::string& xml, const MeshReadOptions& options = {}) const {
    const auto mesh = read_model(xml, options);
    return mesh ? "accepted" : mesh.error().message.substr(path("").string().size());
  }
};

TEST_F(MeshThreemf, ReadsAnObjectInItsPlace) {
  const auto plain = read_model(threemf_model(threemf_object(1, tetrahedron()), "<item objectid=\"1\"/>"));
  ASSERT_TRUE(plain) << plain.error().message;
  EXPECT_TRUE(test::same_mesh(*plain, tetrahedron()));
  const auto moved = read_model(
      threemf_model(threemf_object(1, tetrahedron()), "<item objectid=\"1\" transform=\"0 -1 0 1 0 0 0 0 1 10 20 30\"/>"));
  ASSERT_TRUE(moved) << moved.error().message;
  EXPECT_EQ(moved->vertices[1], Vec3(10, 19, 30));  // the first row is where x goes
  EXPECT_EQ(moved->triangles, tetrahedron().triangles);
}

TEST_F(MeshThreemf, ReadsComponentsOfComponentsAndTurnsMirroredOnes) {
  const auto mesh = read_model(threemf_model(
      threemf_object(1, tetrahedron()) + "<object id=\"2\"><components><component objectid=\"1\"/>"
                                         "<component objectid=\"1\" transform=\"-1 0 0 0 1 0 0 0 1 0 0 0\"/></components></object>",
      "<item objectid=\"2\" transform=\"2 0 0 0 2 0 0 0 2 1 0 0\"/><item objectid=\"1\"/>"));
  ASSERT_TRUE(mesh) << mesh.error().message;
  ASSERT_EQ(mesh->triangles.size(), 12U);
  EXPECT_EQ(mesh->vertices[5], Vec3(-1, 0, 0));
  EXPECT_EQ(mesh->triangles[4], (std::array<std::uint32_t, 3>{4, 5, 6}));
}

TEST_F(MeshThreemf, FindsModelsThroughRelationshipsAndInOtherParts) {
  const std::string relationships =
      "<Relationships xmlns=\"http://schemas.openxmlformats.org/package/2006/relationships\">"
      "<Relationship Target=\"/odd/place.model\" Id=\"r\" "
      "Type=\"http://schemas.microsoft.com/3dmanufacturing/2013/01/3dmodel\"/></Relationships>";
  const auto mesh = read_package(
      {{"_rels/.rels", relationships},
       {"odd/place.model", threemf_model("", "<item objectid=\"7\" p:path=\"/3D/other.model\"/>", "requiredextensions=\"p\"")},
       {"3D/other.model", threemf_model(threemf_object(7, tetrahedron()), "")}});
  ASSERT_TRUE(mesh) << mesh.error().message;
  EXPECT_EQ(mesh->triangles.size(), 4U);
}

TEST_F(MeshThreemf, SaysWhatIsWrongAndWhere) {
  const std::string object = threemf_object(1, tetrahedron());
  EXPECT_EQ(why_model(threemf_model(object, "<item objectid=\"2\"/>")), "a.3mf: 3D/3dmodel.model: there is no object 2");
  EXPECT_EQ(why_model(threemf_model(object, "<item objectid=\"1\" transform=\"1 2 3\"/>")),
            "a.3mf: 3D/3dmodel.model:11: a transform must be twelve finite numbers");
  EXPECT_EQ(why_model(threemf_model("<object id=\"1\"><mesh><vertices><vertex x=\"0\" y=\"1\" z=\"NaN\"/>", "")),
            "a.3mf: 3D/3dmodel.model:4: a vertex without three finite coordinates");
  EXPECT_EQ(why_model(threemf_model("<object id=\"1\"><mesh><triangles><triangle v1=\"0\" v2=\"0\" v3=\"0\"/>", "")),
            "a.3mf: 3D/3dmodel.model:4: vertex index 0 is out of range, there are 0 vertices");
  EXPECT_EQ(why_model(threemf_model(object, "", "requiredextensions=\"b\"")),
            "a.3mf: 3D/3dmodel.model:2: requires the extension http://schemas.microsoft.com/3dmanufacturing/beamlattice/201..., "
            "which is not read");
  EXPECT_EQ(why_model("<model/>"), "a.3mf: 3D/3dmodel.model:1: is not a 3MF model");
  EXPECT_EQ(why_model(threemf_model(object, "").substr(0, 500)), "a.3mf: 3D/3dmodel.model:9: not valid XML: unclosed token");
  EXPECT_EQ(why_model(threemf_model(object, "<item objectid=\"1\"/>"), {.max_triangles = 3}),
            "a.3mf: 3D/3dmodel.model:9: more triangles than the limit allows");
  const auto nothing = read_package({{"readme.txt", "hello"}});
  ASSERT_FALSE(nothing);
  EXPECT_NE(nothing.error().message.find("3D/3dmodel.model: is not in the archive"), std::string::npos);
}

TEST_F(MeshThreemf, RefusesObjectsThatContainThemselves) {
  EXPECT_EQ(why_model(threemf_model("<object id=\"1\"><components><component objectid=\"2\"/></components></object>"
                                    "<object id=\"2\"><components><component objectid=\"1\"/></components></object>",
                                    "<item objectid=\"1\"/>")),
            "a.3mf: 3D/3dmodel.model: object 1 contains itself");
}

TEST_F(MeshThreemf, StopsBeforeAFewBytesBecomeMany) {
  std::string doubling = "<object id=\"1\"/>";
  for (int id = 2; id <= 60; ++id) {
    doubling += fmt::format(
        "<object id=\"{0}\"><components><component objectid=\"{1}\"/><component objectid=\"{1}\"/></components></object>", id,
        id - 1);
  }
  EXPECT_EQ(why_model(threemf_model(doubling, "<item objectid=\"60\"/>")), "a.3mf: more than 1000000 uses of objects");
  std::string chain = "<object id=\"0\"/>";
  for (int id = 1; id <= 20'000; ++id)
    chain += fmt::format("<object id=\"{}\"><components><component objectid=\"{}\"/></components></object>", id, id - 1);
  EXPECT_EQ(why_model(threemf_model(chain, "<item objectid=\"20000\"/>")), "accepted");
  EXPECT_EQ(why_model(threemf_model(std::string(5'000'000, ' '), ""), {.max_unpacked_bytes = 1'000'000}),
            "a.3mf: 3D/3dmodel.model: unpacks to more than the limit of 1000000 bytes");
  EXPECT_EQ(why_model("<!DOCTYPE x [<!ENTITY a \"aaaaaaaa\"><!ENTITY b \"&a;&a;&a;\">]>\n" + threemf_model("&b;", "").substr(39)),
            "a.3mf: 3D/3dmodel.model:1: has a document type declaration, which is not allowed");
}

/// Feeding a token block by block must not look at all of it again for each block: 8 times the bytes take about 8 times as long,
/// not 64 times. Texts, attributes and comments are tokens.
TEST_F(MeshThreemf, TakesTimeInProportionToTheLengthOfOneToken) {
  const auto seconds = [&](const std::string& before, std::size_t bytes, const std::string& after) {
    const std::string token = before + std::string(bytes, 'x') + after;
    const std::string xml = threemf_model(token + threemf_object(1, tetrahedron()), "<item objectid=\"1\"/>");
    test::write_zip(path("a.3mf"), {{"3D/3dmodel.model", xml}});
    const auto start = std::chrono::steady_clock::now();
    EXPECT_TRUE(read_mesh(path("a.3mf")));
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  };
  const std::vector<std::pair<std::string, std::string>> tokens{
      {"<metadata name=\"", "\">1</metadata>"}, {"<metadata name=\"a\">", "</metadata>"}, {"<!--", "-->"}};
  for (const auto& [before, after] : tokens) {
    const double few = std::min(seconds(before, 1 << 22, after), seconds(before, 1 << 22, after));
    EXPECT_LT(seconds(before, 1 << 25, after), 24 * few + 0.2) << before;
  }
}

TEST_F(MeshThreemf, ReadsTokensThatReachAcrossManyBlocks) {
  for (const std::size_t bytes : {65'535, 65'536, 65'537, 200'000, 1'000'003}) {
    const std::string name(bytes, 'n');
    const auto mesh = read_model(
        threemf_model("<metadata name=\"" + name + "\">1</metadata>" + threemf_object(1, tetrahedron()), "<item objectid=\"1\"/>"));
    ASSERT_TRUE(mesh) << mesh.error().message << bytes;
    EXPECT_TRUE(test::same_mesh(*mesh, tetrahedron()));
    const std::string unclosed = threemf_model("<metadata name=\"" + name, "");
    EXPECT_TRUE(why_model(unclosed).starts_with("a.3mf: 3D/3dmodel.model:")) << why_model(unclosed);
  }
}

}  // namespace
}  // namespace graze
