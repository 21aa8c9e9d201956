/// Files from elsewhere: malformed ones with the verdict they deserve, and real ones with their triangle counts.

#include <chrono>
#include <cstdlib>
#include <fstream>

#include <gtest/gtest.h>
#include <oracle/folders.h>
#include <nlohmann/json.hpp>

#include <graze/mesh_file.h>

#include "io/mesh/temp.h"

namespace graze {
namespace {

using nlohmann::json;

json load_json(const std::filesystem::path& path) {
  std::ifstream file(path);
  return json::parse(file, nullptr, false);
}

/// The corpus holds some glTF files without the buffer they refer to: nothing can be right about those.
bool lacks_its_buffer(const std::filesystem::path& path) {
  if (path.extension() != ".gltf") return false;
  const json root = load_json(path);
  if (!root.is_object() || !root.contains("buffers")) return false;
  for (const json& buffer : root["buffers"]) {
    if (!buffer.is_object() || !buffer.contains("uri")) continue;
    const auto uri = buffer["uri"].get<std::string>();
    if (uri.find(':') == std::string::npos && !std::filesystem::exists(path.parent_path() / uri)) return true;
  }
  return false;
}

void expect_one_line(const Error& error, const std::filesystem::path& path) {
  EXPECT_EQ(error.message.find('\n'), std::string::npos) << error.message;
  EXPECT_TRUE(error.message.starts_with(path.string() + ":")) << error.message;
}

TEST(MeshCorpus, JudgesEveryMalformedFileAsItsManifestSays) {
  const auto folder = testing::shared_folder() / "bad";
  const json manifest = load_json(folder / "manifest.json");
  if (!manifest.is_array()) GTEST_SKIP() << "no corpus at " << folder;
  for (const json& entry : manifest) {
    const std::filesystem::path path = folder / entry["file"].get<std::string>();
    const std::string expected = entry["expect"];
    if (expected == "companion") continue;
    SCOPED_TRACE(path.string() + " " + expected);
    const auto mesh = read_mesh(path);
    if (!mesh) expect_one_line(mesh.error(), path);
    const std::string outcome = mesh ? std::string("accepted") : mesh.error().message;
    if (std::getenv("GRAZE_VERBOSE") != nullptr)
      std::printf("%-16s %s\n", expected.c_str(), mesh ? path.filename().c_str() : outcome.c_str());
    // What is wrong with this one is its normals, which a mesh of graze does not have.
    const bool only_normals = path.filename() == "assimp_BoxBadNormals.glb";
    // And with this one its lines, which have no triangles.
    const bool only_lines = path.filename() == "coal_illformated_mesh.dae";
    if (expected.starts_with("reject") && !only_normals && !only_lines) {
      EXPECT_FALSE(mesh);
    }
    if (expected == "accept" && lacks_its_buffer(path)) {
      EXPECT_NE(outcome.find("No such file"), std::string::npos) << outcome;
    } else if (expected == "accept") {
      EXPECT_TRUE(mesh) << outcome;
    }
    if (mesh && entry.contains("triangles_by_our_reader")) {
      EXPECT_EQ(mesh->triangles.size(), entry["triangles_by_our_reader"]);
      EXPECT_EQ(mesh->vertices.size(), entry["vertices_by_our_reader"]);
    }
  }
}

TEST(MeshCorpus, ReadsEveryRealMeshWithItsVerticesAndTriangles) {
  const auto folder = testing::shared_folder() / "meshes";
  const json index = load_json(folder / "index.json");
  if (!index.is_array()) GTEST_SKIP() << "no meshes at " << folder;
  for (const json& entry : index) {
    const std::filesystem::path path = folder / entry["file"].get<std::string>();
    SCOPED_TRACE(path.string());
    const auto start = std::chrono::steady_clock::now();
    const auto mesh = read_mesh(path);
    const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    ASSERT_TRUE(mesh) << mesh.error().message;
    EXPECT_EQ(mesh->triangles.size(), entry["triangles"]);
    EXPECT_EQ(mesh->vertices.size(), entry["vertices"]);
    if (std::getenv("GRAZE_VERBOSE") != nullptr) {
      const auto bytes = static_cast<double>(std::filesystem::file_size(path));
      std::printf("%7.1f ms %7.1f MB/s %s\n", 1e3 * seconds, bytes / seconds / 1e6, path.filename().c_str());
    }
  }
}

TEST(MeshCorpus, ReadsEveryMeshOfTheScenes) {
  const auto folder = testing::shared_folder() / "meshes" / "scenes";
  if (!std::filesystem::exists(folder)) GTEST_SKIP() << "no scenes at " << folder;
  for (const auto& file : std::filesystem::recursive_directory_iterator(folder)) {
    if (file.path().extension() != ".obj" && file.path().extension() != ".stl") continue;
    const auto mesh = read_mesh(file.path());
    EXPECT_TRUE(mesh) << mesh.error().message;
  }
}

}  // namespace
}  // namespace graze
