/// COLLADA: primitives, node transforms, instances, units, and files that are truncated, lie about their counts or work without
/// end.

#include <string>

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <Eigen/Geometry>

#include <graze/mesh_file.h>

#include "io/mesh/in_memory.h"
#include "io/mesh/temp.h"

namespace graze {
namespace {

using test::read_bytes;
using test::verdict;

/// A unit square in z = 0 at four positions; `faces` is what is in its mesh behind them.
std::string geometry(const std::string& faces, const std::string& numbers = "0 0 0 1 0 0 1 1 0 0 1 0",
                     const std::string& count = "12", const std::string& accessor = "count=\"4\" stride=\"3\"") {
  return fmt::format(
      "<geometry id=\"g\"><mesh><source id=\"p\"><float_array id=\"pa\" count=\"{}\">{}</float_array><technique_common>"
      "<accessor source=\"#pa\" {}><param name=\"X\" type=\"float\"/><param name=\"Y\" type=\"float\"/><param name=\"Z\" "
      "type=\"float\"/></accessor></technique_common></source>\n"
      "<vertices id=\"v\"><input semantic=\"POSITION\" source=\"#p\"/></vertices>\n{}</mesh></geometry>\n",
      count, numbers, accessor, faces);
}

const std::string two_triangles =
    "<triangles count=\"2\"><input semantic=\"VERTEX\" source=\"#v\" offset=\"0\"/><p>0 1 2 0 2 3</p></triangles>";

std::string document(const std::string& geometries, const std::string& nodes = "<node><instance_geometry url=\"#g\"/></node>",
                     const std::string& more = {}) {
  return "<?xml version=\"1.0\"?>\n<COLLADA xmlns=\"http://www.collada.org/2005/11/COLLADASchema\" version=\"1.4.1\">" + more +
         "<library_geometries>\n" + geometries + "</library_geometries>\n<library_visual_scenes><visual_scene id=\"s\">\n" + nodes +
         "</visual_scene></library_visual_scenes>\n<scene><instance_visual_scene url=\"#s\"/></scene></COLLADA>";
}

TriangleMesh read(const std::string& text, const MeshReadOptions& options = {}) {
  const auto mesh = read_bytes(io::read_collada, text, options);
  EXPECT_TRUE(mesh) << mesh.error().message;
  return mesh ? *mesh : TriangleMesh{};
}

std::string judged(const std::string& text, const MeshReadOptions& options = {}) {
  return verdict(io::read_collada, text, options);
}

TEST(MeshCollada, ReadsTheSameSquareFromEveryKindOfPrimitive) {
  const std::string input =
      "<input semantic=\"VERTEX\" source=\"#v\" offset=\"1\"/><input semantic=\"NORMAL\" source=\"#n\" offset=\"0\"/>";
  for (const std::string& faces : {two_triangles, "<triangles count=\"2\">" + input + "<p>9 0 9 1 9 2\n9 0 9 2 9 3</p></triangles>",
                                   "<polylist count=\"1\">" + input + "<vcount>4</vcount><p>9 0 9 1 9 2 9 3</p></polylist>",
                                   "<polygons count=\"1\">" + input + "<p>9 0 9 1 9 2 9 3</p></polygons>",
                                   "<trifans count=\"1\">" + input + "<p>9 0 9 1 9 2 9 3</p></trifans>",
                                   "<tristrips count=\"1\">" + input + "<p>9 0 9 1 9 3 9 2</p></tristrips>",
                                   "<lines count=\"1\">" + input + "<p>9 0 9 1</p></lines>" + two_triangles}) {
    const TriangleMesh mesh = read(document(geometry(faces)));
    ASSERT_EQ(mesh.triangles.size(), 2U) << faces;
    EXPECT_EQ(mesh.vertices.size(), 4U);
    EXPECT_DOUBLE_EQ(test::area_of(mesh), 1);
    for (std::size_t i = 0; i < 2; ++i) {
      const Triangle t = mesh.triangle(i);
      EXPECT_GT((t.v[1] - t.v[0]).cross(t.v[2] - t.v[0]).z(), 0.5) << faces;  // all face up
    }
  }
}

TEST(MeshCollada, AppliesTransformsOfNodesInTheOrderTheyAreWritten) {
  const auto corner = [](const std::string& transforms) {  // where (1, 0, 0) goes
    return read(document(geometry(two_triangles), "<node>" + transforms + "<instance_geometry url=\"#g\"/></node>")).vertices.at(1);
  };
  EXPECT_EQ(corner("<translate>10 20 30</translate>"), Vec3(11, 20, 30));
  EXPECT_EQ(corner("<scale>2 3 4</scale><translate>1 0 0</translate>"), Vec3(4, 0, 0));
  EXPECT_EQ(corner("<translate>1 0 0</translate><scale>2 3 4</scale>"), Vec3(3, 0, 0));
  EXPECT_LT((corner("<rotate>0 0 5 90</rotate>") - Vec3(0, 1, 0)).norm(), 1e-15);
  EXPECT_EQ(corner("<matrix>0 -1 0 5 1 0 0 6 0 0 1 7 0 0 0 1</matrix>"), Vec3(5, 7, 7));
  // From (0, 0, 5) towards the origin with y up: the frame of the camera is only shifted.
  EXPECT_LT((corner("<lookat>0 0 5 0 0 0 0 1 0</lookat>") - Vec3(1, 0, 5)).norm(), 1e-15);
}

TEST(MeshCollada, FollowsNodesInNodesAndUsesOfNodesAndTurnsMirroredOnes) {
  const std::string library =
      "<library_nodes><node id=\"n\"><scale>-1 1 1</scale><instance_geometry url=\"#g\"/></node></library_nodes>";
  const TriangleMesh mesh = read(document(geometry(two_triangles),
                                          "<node><translate>5 0 0</translate><node><instance_node url=\"#n\"/></node></node>"
                                          "<node><instance_geometry url=\"#g\"/></node>",
                                          library));
  ASSERT_EQ(mesh.triangles.size(), 4U);
  EXPECT_EQ(mesh.vertices[1], Vec3(4, 0, 0));
  EXPECT_EQ(mesh.triangles[0], (std::array<std::uint32_t, 3>{0, 2, 1}));
}

TEST(MeshCollada, IgnoresTheUpAxisAndAppliesTheUnitOnlyWhenAsked) {
  const std::string asset = "<asset><unit name=\"inch\" meter=\"0.0254\"/><up_axis>Y_UP</up_axis></asset>";
  const std::string text = document(geometry(two_triangles), "<node><instance_geometry url=\"#g\"/></node>", asset);
  EXPECT_EQ(read(text).vertices[2], Vec3(1, 1, 0));
  EXPECT_EQ(read(text, {.to_metres = true}).vertices[2], Vec3(0.0254, 0.0254, 0));
}

TEST(MeshCollada, ShowsTheOnlySceneOrEveryGeometryWhereNoSceneIsNamed) {
  const std::string head = "<COLLADA><library_geometries>" + geometry(two_triangles) + "</library_geometries>";
  EXPECT_EQ(read(head + "</COLLADA>").triangles.size(), 2U);
  EXPECT_EQ(read(head + "<library_visual_scenes><visual_scene/></library_visual_scenes></COLLADA>").triangles.size(), 0U);
  EXPECT_EQ(judged(head + "<library_visual_scenes><visual_scene/><visual_scene/></library_visual_scenes></COLLADA>"),
            "1: <COLLADA>: several visual scenes, and no <scene> that names one");
}

TEST(MeshCollada, SaysWhatIsWrongAndWhere) {
  const auto with = [](const std::string& faces) { return judged(document(geometry(faces))); };
  const std::string input = "<input semantic=\"VERTEX\" source=\"#v\" offset=\"0\"/>";
  EXPECT_EQ(with("<triangles count=\"3\">" + input + "<p>0 1 2</p></triangles>"),
            "5: <triangles>: count: 3, but there are 3 corners");
  EXPECT_EQ(with("<triangles count=\"1\">" + input + "<p>0 1 4</p></triangles>"),
            "5: <p>: vertex index 4 is out of range, there are 4 vertices");
  EXPECT_EQ(with("<triangles count=\"1\">" + input + "<p>0 1 -1</p></triangles>"), "5: <p>: \"-1\" is not an index");
  EXPECT_EQ(with("<triangles count=\"1\"><input semantic=\"VERTEX\" source=\"#v\" offset=\"1\"/><p>0 1 2</p></triangles>"),
            "5: <p>: 3 indices are no corners of 2 each");
  EXPECT_EQ(with("<triangles count=\"1\"><p>0 1 2</p></triangles>"), "5: <triangles>: has no <input> of the semantic VERTEX");
  EXPECT_EQ(with("<triangles count=\"1\"><input semantic=\"VERTEX\" source=\"#x\"/><p>0 1 2</p></triangles>"),
            "5: <input>: source: there is no <vertices> called \"#x\"");
  EXPECT_EQ(with("<triangles>" + input + "</triangles>"), "5: <triangles>: count: must be a whole number >= 0");
  EXPECT_EQ(with("<polylist count=\"1\">" + input + "<vcount>5</vcount><p>0 1 2</p></polylist>"),
            "5: <polylist>: <vcount> asks for more corners than there are");
  EXPECT_EQ(with("<polylist count=\"1\">" + input + "<vcount>2</vcount><p>0 1</p></polylist>"),
            "5: <polylist>: a polygon of 2 corners");
  EXPECT_EQ(with("<polygons>" + input + "<ph><p>0 1 2</p><h>0 1 3</h></ph></polygons>"),
            "5: <ph>: polygons with holes are not read");
  EXPECT_EQ(judged(document(geometry(two_triangles, "0 0 0 1 0 0 1 1 0 0 1 nan"))),
            "3: <float_array>: \"nan\" is not a finite number");
  EXPECT_EQ(judged(document(geometry(two_triangles, "0 0 0 1 0 0 1 1 0"))), "3: <float_array>: count: 12, but there are 9 numbers");
  EXPECT_EQ(judged(document(geometry(two_triangles, "0 0 0 1 0 0 1 1 0 0 1 0", "12", "count=\"99999999999\" stride=\"3\""))),
            "3: <accessor>: count: 99999999999 positions do not fit into 12 numbers");
  EXPECT_EQ(judged(document(geometry(two_triangles, "0 0 0 1 0 0 1 1 0 0 1 0", "12", "count=\"4\" stride=\"2\""))),
            "3: <accessor>: stride: 2 numbers are no position");
}

TEST(MeshCollada, RefusesAUnitThatIsNoLength) {
  const auto with_unit = [](const std::string& metres) {
    return judged(document(geometry(two_triangles), "<node><instance_geometry url=\"#g\"/></node>",
                           "<asset>\n<unit name=\"x\" meter=\"" + metres + "\"/></asset>"));
  };
  EXPECT_EQ(with_unit("0.01"), "fine");
  for (const char* metres : {"0", "-1", "nan", "1e999", "", "one"})
    EXPECT_EQ(with_unit(metres), fmt::format("3: <unit>: meter: \"{}\" is not a length > 0", metres));
}

TEST(MeshCollada, RefusesNodesThatItCannotPlace) {
  const auto with = [](const std::string& nodes) { return judged(document(geometry(two_triangles), nodes)); };
  EXPECT_EQ(with("<node><matrix>1 0 0</matrix></node>"), "8: <matrix>: expected 16 numbers, found 3");
  EXPECT_EQ(with("<node><matrix>1 0 0 0 0 1 0 0 0 0 1 0 0 0 1 1</matrix></node>"),
            "8: <matrix>: is not affine: its last row must be 0 0 0 1");
  EXPECT_EQ(with("<node><rotate>0 0 0 90</rotate></node>"), "8: <rotate>: its axis is 0");
  EXPECT_EQ(with("<node><skew>1 2 3 4 5 6 7</skew></node>"), "8: <skew>: is not read");
  EXPECT_EQ(with("<node><instance_controller url=\"#c\"/></node>"), "8: <instance_controller>: a skin or morph is not read");
  EXPECT_EQ(with("<node><instance_geometry url=\"#x\"/></node>"),
            "8: <instance_geometry>: url: there is no <geometry> called \"#x\"");
  EXPECT_EQ(with("<node><instance_geometry url=\"other.dae#g\"/></node>"),
            "8: <instance_geometry>: url: \"other.dae#g\" is not in this file");
  EXPECT_EQ(with("<node id=\"n\"><instance_node url=\"#n\"/></node>"), "8: <node>: contains itself");
  EXPECT_EQ(judged(document(geometry(two_triangles) + geometry(two_triangles))),
            "11: <instance_geometry>: url: there is more than one <geometry> called \"#g\"");
}

TEST(MeshCollada, EndsSoonWhateverIsAskedOfIt) {
  std::string nodes;
  for (int i = 0; i < 40; ++i)
    nodes += fmt::format("<node id=\"n{0}\"><instance_node url=\"#n{1}\"/><instance_node url=\"#n{1}\"/></node>", i, i + 1);
  nodes += "<node id=\"n40\"><instance_geometry url=\"#g\"/></node>";
  EXPECT_NE(judged(document(geometry(two_triangles), "<node><instance_node url=\"#n0\"/></node>",
                            "<library_nodes>" + nodes + "</library_nodes>"),
                   {.max_instances = 1000})
                .find("more than 1000 uses of nodes and geometries"),
            std::string::npos);
  std::string deep;
  for (int i = 0; i < 50'000; ++i) deep += "<node>";
  for (int i = 0; i < 50'000; ++i) deep += "</node>";
  EXPECT_EQ(judged(document(geometry(two_triangles), deep)), "fine");
  EXPECT_EQ(judged("<!DOCTYPE x [<!ENTITY a \"aaaa\">]><COLLADA>&a;</COLLADA>"),
            "1: has a document type declaration, which is not allowed");
}

TEST(MeshCollada, IsNeverBroughtDownByATruncatedOrDamagedFile) {
  const std::string whole = document(geometry(two_triangles));
  for (std::size_t length = 0; length < whole.size(); length += 7) EXPECT_NE(judged(whole.substr(0, length)), "fine");
  for (std::size_t at = 0; at < whole.size(); at += 3) {
    std::string damaged = whole;
    damaged[at] = static_cast<char>(damaged[at] ^ 0x15);
    (void)read_bytes(io::read_collada, damaged);
  }
}

}  // namespace
}  // namespace graze
