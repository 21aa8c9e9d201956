/// What 3MF rests on: XML that expands into nothing, ZIP parts with checksums, models read element by element.

#include <algorithm>
#include <random>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "io/mesh/samples.h"
#include "io/mesh/xml.h"
#include "io/mesh/zip.h"

namespace graze {
namespace {

using test::tetrahedron;
using test::threemf_model;
using test::threemf_object;

/// Every element and end as a line of text, or what was wrong.
std::string read_xml(std::string_view text, std::size_t block = 1 << 20) {
  std::string seen;
  const auto begin = [&](const io::XmlElement& element) {
    seen += "<" + std::string(element.name()) + " " + std::string(element.attribute("x").value_or("-")) + ">";
    return io::Trouble{element.name() == "bad" ? "refused" : ""};
  };
  const auto end = [&](std::string_view name) {
    seen += "</" + std::string(name) + ">";
    return io::Trouble{};
  };
  io::XmlParser parser(
      {begin, end, [&](std::string_view prefix, std::string_view uri) { seen += fmt::format("[{}={}]", prefix, uri); }});
  bool fine = true;
  for (std::size_t at = 0; at < text.size() && fine; at += block) fine = parser.feed(text.substr(at, block));
  return fine && parser.finish() ? seen : fmt::format("{}: {}", parser.line(), parser.trouble().reason);
}

TEST(Xml, GivesElementsWithTheirNamespacesAndAttributes) {
  EXPECT_EQ(read_xml("<a x='1'><b/>text<c x=' two '/></a>"), "<a 1><b -></b><c two></c></a>");
  EXPECT_EQ(read_xml("<a xmlns='u' xmlns:p='v' x='1'><p:b/></a>"), "[=u][p=v]<u|a 1><v|b -></v|b></u|a>");
  EXPECT_EQ(read_xml("<?xml version='1.0'?><!-- c --><a x='&lt;&amp;&#65;'/>"), "<a <&A></a>");
  EXPECT_EQ(read_xml("<a x='\t 1 \n'/>"), "<a 1></a>") << "blanks around it are left out";
  EXPECT_EQ(read_xml("<a><![CDATA[<b/>]]></a>"), "<a -></a>");
}

TEST(Xml, ReadsTheSameInBlocksOfAnySize) {
  const std::string text = "<?xml version='1.0' encoding='UTF-8'?>\n<a xmlns:p='u'>\n<b x='\xc3\xa9'/><p:c x='2'/>\n</a>\n";
  const std::string whole = read_xml(text);
  for (std::size_t block = 1; block < text.size(); ++block) EXPECT_EQ(read_xml(text, block), whole) << block;
}

TEST(Xml, NamesTheLineOfAMistake) {
  EXPECT_EQ(read_xml("<a>\n<b>\n</a>"), "3: no valid XML: mismatched tag");
  EXPECT_EQ(read_xml("<a>\n"), "2: no valid XML: no element found");
  EXPECT_EQ(read_xml(""), "1: no valid XML: no element found");
  EXPECT_EQ(read_xml("<a/>\n<b/>"), "2: no valid XML: junk after document element");
  EXPECT_EQ(read_xml("<a x='1' x='2'/>"), "1: no valid XML: duplicate attribute");
  EXPECT_EQ(read_xml("<a>&none;</a>"), "1: no valid XML: undefined entity");
  EXPECT_EQ(read_xml("<a>\n\n<bad/>\n<c></d></a>"), "3: refused") << "and nothing after it is looked at";
  EXPECT_EQ(read_xml("<a>\xff</a>"), "1: no valid XML: not well-formed (invalid token)");
}

/// A billion laughs, entities of other files, and any document type at all.
TEST(Xml, RefusesDocumentTypesBeforeTheyExpand) {
  const std::string refusal = "has a document type declaration, which is not allowed";
  EXPECT_EQ(read_xml("<!DOCTYPE a>\n<a/>"), "1: " + refusal);
  EXPECT_EQ(read_xml("<?xml version='1.0'?>\n<!DOCTYPE a SYSTEM 'file:///etc/passwd'><a/>"), "2: " + refusal);
  std::string laughs = "<!DOCTYPE a [\n<!ENTITY l0 'ha'>\n";
  for (int i = 1; i < 30; ++i) laughs += fmt::format("<!ENTITY l{} '&l{};&l{};'>\n", i, i - 1, i - 1);
  EXPECT_EQ(read_xml(laughs + "]><a>&l29;</a>"), "1: " + refusal);
  EXPECT_EQ(read_xml("<!DOCTYPE a [<!ENTITY % p SYSTEM 'http://example.org/x'>%p;]><a/>"), "1: " + refusal);
}

class Packages : public test::TempFiles {
 protected:
  [[nodiscard]] std::string why_package(const std::string& bytes) const { return why("a.3mf", bytes); }
  [[nodiscard]] std::string package(const test::Parts& parts) const {
    test::write_zip(path("made.zip"), parts);
    return test::file_bytes(path("made.zip"));
  }
  [[nodiscard]] std::string model_verdict(const std::string& model) const {
    return why_package(package({{"3D/3dmodel.model", model}}));
  }
};

TEST_F(Packages, GiveTheirPartsBlockByBlockWithTheRightBytes) {
  std::mt19937 random(4);
  std::string noise(200'000, '\0');
  for (char& c : noise) c = static_cast<char>(random());
  test::write_zip(path("a.zip"), {{"empty", ""}, {"noise", noise}});
  io::ZipArchive archive(path("a.zip"), 1'000'000);
  ASSERT_TRUE(archive.is_open());
  EXPECT_TRUE(archive.has("noise") && archive.has("NOISE") && archive.has("empty"));
  EXPECT_FALSE(archive.has("nois"));
  std::string unpacked;
  EXPECT_EQ(archive.read("noise", [&](std::string_view block) { return unpacked += block, true; }).reason, "");
  EXPECT_EQ(unpacked, noise);
  EXPECT_EQ(archive.read("empty", [&](std::string_view) { return ADD_FAILURE(), true; }).reason, "");
  EXPECT_EQ(archive.read("none", [&](std::string_view) { return true; }).reason, "is not in the archive");
  std::size_t blocks = 0;
  EXPECT_EQ(archive.read("noise", [&](std::string_view) { return ++blocks < 2; }).reason, "") << "stopped by its reader";
  EXPECT_EQ(blocks, 2U);
}

TEST_F(Packages, AreRefusedWhenAByteOfTheirDataIsChanged) {
  const std::string model = threemf_model(threemf_object(1, tetrahedron()), "<item objectid=\"1\"/>");
  const std::string bytes = package({{"3D/3dmodel.model", model}});
  ASSERT_EQ(why_package(bytes), "accepted");
  const std::size_t data = 30 + std::string_view("3D/3dmodel.model").size();
  const std::size_t directory = bytes.find("PK\x01\x02");
  int refused = 0;
  for (std::size_t at = data + 30; at < directory; at += 7) {
    std::string damaged = bytes;
    damaged[at] = static_cast<char>(damaged[at] ^ 0x10);
    const std::string verdict = why_package(damaged);
    EXPECT_NE(verdict, "accepted") << "byte " << at;
    ++refused;
  }
  EXPECT_GT(refused, 20);
  std::string encrypted = bytes;
  encrypted[directory + 8] = static_cast<char>(encrypted[directory + 8] | 1);
  EXPECT_EQ(why_package(encrypted), "a.3mf: 3D/3dmodel.model: is encrypted");
  std::string checksum = bytes;
  checksum[directory + 16] = static_cast<char>(checksum[directory + 16] ^ 1);
  EXPECT_NE(why_package(checksum), "accepted");
}

TEST_F(Packages, ThatAreNoneSaySo) {
  EXPECT_EQ(why_package("PK\x03\x04 and nothing else"), "a.3mf: is no whole ZIP archive, as a 3MF file must be");
  EXPECT_EQ(why_package(package({{"a.txt", "x"}})), "a.3mf: 3D/3dmodel.model: is not in the archive");
  EXPECT_EQ(why_package(package({{"_rels/.rels", "<broken"}})), "a.3mf: _rels/.rels:1: no valid XML: unclosed token");
  EXPECT_EQ(why_package(package({{"3d/3DMODEL.MODEL", threemf_model("", "")}})), "accepted") << "names of parts know no case";
}

TEST_F(Packages, NameTheLineOfAMistakeInAModel) {
  const std::string vertices = "<vertices><vertex x=\"0\" y=\"0\" z=\"0\"/></vertices>";
  const auto in_object = [&](const std::string& content) {
    return model_verdict(threemf_model("<object id=\"1\"><mesh>" + content + "</mesh></object>", ""));
  };
  const std::string place = "a.3mf: 3D/3dmodel.model:4: ";
  EXPECT_EQ(in_object(vertices), "accepted");
  EXPECT_EQ(in_object("<vertices><vertex x=\"0\" y=\"0\"/></vertices>"), place + "a vertex without three finite coordinates");
  EXPECT_EQ(in_object("<vertices><vertex x=\"0\" y=\"0\" z=\"1e999\"/></vertices>"),
            place + "a vertex without three finite coordinates");
  EXPECT_EQ(in_object("<vertices><vertex x=\" 0 \" y=\"+1\" z=\"1e-3\"/></vertices>"), "accepted");
  EXPECT_EQ(in_object(vertices + "<triangles><triangle v1=\"0\" v2=\"0\"/></triangles>"),
            place + "a triangle without three vertex indices");
  EXPECT_EQ(in_object(vertices + "<triangles><triangle v1=\"0\" v2=\"0\" v3=\"-1\"/></triangles>"),
            place + "a triangle without three vertex indices");
  EXPECT_EQ(in_object(vertices + "<triangles><triangle v1=\"0\" v2=\"0\" v3=\"1\"/></triangles>"),
            place + "vertex index 1 is out of range, there are 1 vertices");
  EXPECT_EQ(in_object(vertices + "<triangles><triangle v1=\"0\" v2=\"0\" v3=\"4294967296\"/></triangles>"),
            place + "a triangle without three vertex indices");
  const auto in_resources = [&](const std::string& content) { return model_verdict(threemf_model(content, "")); };
  EXPECT_EQ(in_resources("<object/>"), place + "an object without a valid id");
  EXPECT_EQ(in_resources("<object id=\"x\"/>"), place + "an object without a valid id");
  EXPECT_EQ(in_resources("<object id=\"1\"/><object id=\"1\"/>"), place + "object 1 is there twice");
  EXPECT_EQ(in_resources("<object id=\"1\"><object id=\"2\"/></object>"), place + "an object inside an object");
  EXPECT_EQ(in_resources("<vertex x=\"0\" y=\"0\" z=\"0\"/>"), place + "<vertex> outside of an object");
  EXPECT_EQ(in_resources("<triangle v1=\"0\" v2=\"0\" v3=\"0\"/>"), place + "<triangle> outside of an object");
  EXPECT_EQ(in_resources("<component objectid=\"1\"/>"), place + "<component> outside of an object");
  EXPECT_EQ(in_resources("<object id=\"1\"><components><component/></components></object>"),
            place + "a reference without a valid objectid");
  EXPECT_EQ(model_verdict(threemf_model("", "", "requiredextensions=\"q\"")),
            "a.3mf: 3D/3dmodel.model:2: requires the undeclared extension \"q\"");
  EXPECT_EQ(model_verdict("<model xmlns=\"http://example.org\"/>"), "a.3mf: 3D/3dmodel.model:1: is no 3MF model");
}

TEST_F(Packages, TakeTwelveFiniteNumbersForATransform) {
  const auto with = [&](const std::string& transform) {
    return model_verdict(
        threemf_model(threemf_object(1, tetrahedron()), fmt::format("<item objectid=\"1\" transform=\"{}\"/>", transform)));
  };
  EXPECT_EQ(with("1 0 0 0 1 0 0 0 1 0 0 0"), "accepted");
  EXPECT_EQ(with("  1 0 0\n0 1 0 0 0 1\t0 0 0 "), "accepted");
  for (const char* bad :
       {"", "1 0 0 0 1 0 0 0 1 0 0", "1 0 0 0 1 0 0 0 1 0 0 0 0", "1 0 0 0 1 0 0 0 1 0 0 nan", "1,0,0,0,1,0,0,0,1,0,0,0"})
    EXPECT_NE(with(bad), "accepted") << bad;
  EXPECT_NE(with("1e308 0 0 0 1 0 0 0 1 1e308 0 0"), "accepted") << "a vertex beyond the range";
}

/// Components may stand in each other's place: what they show is the product of their maps, outermost first.
TEST_F(Packages, MultiplyTheTransformsOfComponents) {
  const std::string model = threemf_model(
      threemf_object(1, {{{1, 2, 3}}, {{0, 0, 0}}}) +
          "<object id=\"2\"><components><component objectid=\"1\" transform=\"2 0 0 0 2 0 0 0 2 10 0 0\"/></components></object>"
          "<object id=\"3\"><components><component objectid=\"2\" transform=\"0 1 0 -1 0 0 0 0 1 0 0 5\"/></components></object>",
      "<item objectid=\"3\" transform=\"1 0 0 0 1 0 0 0 -1 0 0 0\"/>");
  const auto mesh = read("a.3mf", package({{"3D/3dmodel.model", model}}));
  ASSERT_TRUE(mesh) << mesh.error().message;
  // (1, 2, 3) is doubled and moved to (12, 4, 6), turned to (-4, 12, 6), lifted to (-4, 12, 11), mirrored.
  EXPECT_EQ(mesh->vertices, (std::vector<Vec3>{{-4, 12, -11}}));
}

TEST_F(Packages, LeaveUnitsAloneAndShowOnlyWhatIsBuilt) {
  std::string inches = threemf_model(threemf_object(1, tetrahedron()) + threemf_object(2, tetrahedron()), "<item objectid=\"2\"/>");
  inches.replace(inches.find("millimeter"), 10, "inch");
  const auto mesh = read("a.3mf", package({{"3D/3dmodel.model", inches}}));
  ASSERT_TRUE(mesh) << mesh.error().message;
  EXPECT_TRUE(test::same_mesh(*mesh, tetrahedron()));
}

}  // namespace
}  // namespace graze
