/// Mesh files of questions from somewhere else than read_geometry().

#include <filesystem>
#include <fstream>
#include <vector>

#include <gtest/gtest.h>

#include <graze/mesh_file.h>
#include <graze/query_format.h>

namespace graze {
namespace {

constexpr const char* tetrahedron_text = "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n";

std::string question(const std::string& more) {
  return R"({"query":"distance","a":{"type":"mesh","file":"t.obj")" + more + R"(},"b":{"type":"sphere","c":[3,0,0],"r":1}})";
}

TEST(MeshSource, GivesPlainMeshesOnceAndNoOthers) {
  const std::filesystem::path folder = std::filesystem::path(::testing::TempDir()) / "mesh_source";
  std::filesystem::create_directories(folder);
  std::ofstream(folder / "t.obj") << tetrahedron_text;
  std::vector<std::filesystem::path> asked;
  QuestionReader reader(folder);
  reader.use_meshes([&](const std::filesystem::path& path) {
    asked.push_back(path);
    return read_geometry(path);
  });
  const QuestionReader plain(folder);
  for (const char* more : {"", "", R"(,"scale":2)", R"(,"tree":{"kind":"obb"})"}) {
    const std::string line = question(more);
    EXPECT_EQ(answer(reader.read(line)).line, answer(plain.read(line)).line) << more;
  }
  EXPECT_EQ(asked, std::vector{folder / "t.obj"});
}

TEST(MeshSource, TellsItsErrorsAsThoseOfTheFile) {
  QuestionReader reader(".");
  reader.use_meshes(
      [](const std::filesystem::path&) -> Result<Geometry> { return tl::make_unexpected(Error{ErrorCode::file, "gone"}); });
  const Answer told = answer(reader.read(question("")));
  EXPECT_FALSE(told.ok);
  EXPECT_NE(told.line.find("a.file: gone"), std::string::npos) << told.line;
}

}  // namespace
}  // namespace graze
