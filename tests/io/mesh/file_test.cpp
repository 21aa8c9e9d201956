/// What all formats share: recognition, bad files, truncation, damage, and writing.

#include <random>

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

#include <graze/generate.h>
#include <graze/mesh_file.h>

#include "geometry/weld.h"
#include "io/mesh/samples.h"

namespace graze {
namespace {

using test::tetrahedron;

struct Sample {
  std::string name;
  std::string bytes;
  bool every_byte_counts = true;  ///< no shorter file is right
};

class MeshFile : public test::TempFiles {
 protected:
  [[nodiscard]] std::vector<Sample> samples() const {
    test::write_zip(path("sample.3mf"),
                    {{"3D/3dmodel.model", test::threemf_model(test::threemf_object(1, tetrahedron()), "<item objectid=\"1\"/>")}});
    write("a.bin", test::gltf_buffer(tetrahedron()));
    return {{"binary.stl", test::stl_binary(tetrahedron())},
            {"text.stl", test::stl_text(tetrahedron()), false},
            {"a.obj", test::obj_text(tetrahedron()), false},
            {"a.off", test::off_text(tetrahedron()), false},
            {"text.ply", test::ply_text(tetrahedron()), false},
            {"little.ply", test::ply_binary(tetrahedron(), false)},
            {"big.ply", test::ply_binary(tetrahedron(), true)},
            {"a.glb", test::glb(test::gltf_json("", R"(,"nodes":[{"mesh":0,"scale":[1,1,1]}])"), test::gltf_buffer(tetrahedron()))},
            {"a.gltf", test::gltf_json(R"("uri":"a.bin",)"), false},
            {"a.3mf", test::file_bytes(path("sample.3mf")), false}};
  }
};

TEST_F(MeshFile, ReadsTheSameTetrahedronFromEveryFormat) {
  for (const Sample& sample : samples()) {
    const auto mesh = read(sample.name, sample.bytes, {.weld = sample.name.ends_with(".stl")});
    ASSERT_TRUE(mesh) << mesh.error().message;
    EXPECT_EQ(mesh->triangles.size(), 4U) << sample.name;
    EXPECT_EQ(mesh->vertices.size(), 4U) << sample.name;
    EXPECT_DOUBLE_EQ(test::area_of(*mesh), test::area_of(tetrahedron())) << sample.name;
  }
}

TEST_F(MeshFile, RecognisesFormatsByContentWhateverTheName) {
  for (const Sample& sample : samples()) EXPECT_EQ(why("thing.dat", sample.bytes), "accepted") << sample.name;
  EXPECT_EQ(why("wrong.obj", test::stl_binary(tetrahedron())), "accepted");
  EXPECT_EQ(why("a.dat", "hello"),
            "a.dat: is not in a known format; graze reads STL, OBJ, PLY, OFF, glTF, GLB, 3MF, COLLADA and its own trees");
  EXPECT_EQ(why("a.x3d", "<?xml version=\"1.0\"?>\n<X3D>"),
            "a.x3d: is an X3D file; graze reads STL, OBJ, PLY, OFF, glTF, GLB, 3MF, COLLADA and its own trees");
  EXPECT_EQ(why("a.obj", "hello", {.format = MeshFormat::off}), "a.obj:1: expected an OFF header, found \"hello\"");
}

TEST_F(MeshFile, SaysWhyAFileCannotBeRead) {
  const auto message = [](const std::filesystem::path& path) { return read_mesh(path).error().message; };
  EXPECT_EQ(message(path("none.stl")), path("none.stl").string() + ": cannot open: No such file or directory");
  EXPECT_EQ(message(path("")), path("").string() + ": is a directory");
  EXPECT_EQ(message(write("empty.obj", "")), path("empty.obj").string() + ": is empty");
  ASSERT_EQ(::mkfifo(path("pipe.stl").c_str(), 0600), 0);
  EXPECT_EQ(message(path("pipe.stl")), path("pipe.stl").string() + ": is not a regular file");
  EXPECT_EQ(why("large.obj", "v 0 0 0\n", {.max_file_bytes = 4}), "large.obj: has 8 bytes, more than the limit of 4");
  if (::geteuid() != 0) {
    ::chmod(write("secret.obj", "v 0 0 0\n").c_str(), 0);
    EXPECT_EQ(message(path("secret.obj")), path("secret.obj").string() + ": cannot open: Permission denied");
  }
}

TEST_F(MeshFile, NamesThePathAsItWasGivenOnOneLine) {
  const auto error = read_mesh("no/such\nfile.stl").error();
  EXPECT_EQ(error.message, "no/such?file.stl: cannot open: No such file or directory");
  EXPECT_EQ(error.code, ErrorCode::file);
}

TEST_F(MeshFile, NeverMistakesACutFileForAWholeOne) {
  for (const Sample& sample : samples()) {
    const auto whole = read(sample.name, sample.bytes);
    ASSERT_TRUE(whole);
    for (std::size_t length = 0; length < sample.bytes.size(); ++length) {
      const auto cut = read(sample.name, std::string_view(sample.bytes).substr(0, length));
      if (sample.every_byte_counts) {
        EXPECT_FALSE(cut) << sample.name << " cut to " << length << " of " << sample.bytes.size();
      } else if (cut && !sample.name.ends_with(".obj")) {
        // Text may lose blanks at its end, an archive its empty comment; only OBJ, which has no end, may lose more.
        EXPECT_TRUE(test::same_mesh(*cut, *whole)) << sample.name << " cut to " << length;
      }
      if (!cut) {
        EXPECT_EQ(cut.error().message.find('\n'), std::string::npos);
      }
    }
  }
}

/// Whatever comes out must be a mesh that other code can use.
void expect_usable(const TriangleMesh& mesh, const std::string& trace) {
  for (const Vec3& v : mesh.vertices) EXPECT_TRUE(v.allFinite()) << trace;
  for (const auto& t : mesh.triangles) {
    for (const std::uint32_t c : t) EXPECT_LT(c, mesh.vertices.size()) << trace;
  }
}

TEST_F(MeshFile, SurvivesThousandsOfDamagedFilesOfEveryFormat) {
  constexpr int damaged_files = 2000;
  for (const Sample& sample : samples()) {
    std::mt19937_64 random(42);
    const auto below = [&](std::size_t n) { return static_cast<std::size_t>(random() % n); };
    for (int i = 0; i < damaged_files; ++i) {
      std::string bytes = sample.bytes;
      for (std::size_t hits = 1 + below(4); hits > 0; --hits) {
        const std::size_t at = below(bytes.size());
        switch (below(5)) {
          case 0: bytes[at] = static_cast<char>(bytes[at] ^ (1 << below(8))); break;
          case 1: bytes[at] = static_cast<char>(random()); break;
          case 2: bytes.erase(at, 1 + below(6)); break;
          case 3: bytes.insert(at, bytes.substr(below(bytes.size()), 1 + below(30))); break;
          default: bytes.replace(at, 1, std::to_string(static_cast<std::int64_t>(random()))); break;
        }
        if (bytes.empty()) bytes = " ";
      }
      const auto mesh = read(sample.name, bytes);
      const std::string trace = fmt::format("{}, case {} of seed 42", sample.name, i);
      if (mesh) expect_usable(*mesh, trace);
      if (!mesh) {
        EXPECT_EQ(mesh.error().message.find_first_of("\r\n"), std::string::npos) << trace;
      }
    }
  }
}

TEST_F(MeshFile, WritesWhatItReadsBackBitForBit) {
  TriangleMesh mesh = make_bumpy_sphere_mesh(1.0 / 3, 0.3, 2);
  mesh.vertices.push_back({-0.0, 4.9406564584124654e-324, 1.7976931348623157e308});
  for (const char* name : {"a.obj", "a.off", "a.ply"}) {
    ASSERT_TRUE(write_mesh(path(name), mesh));
    const auto again = read_mesh(path(name));
    ASSERT_TRUE(again) << again.error().message;
    EXPECT_TRUE(test::same_mesh(*again, mesh)) << name;
  }
  TriangleMesh single = make_bumpy_sphere_mesh(1.0 / 3, 0.3, 2);
  for (Vec3& v : single.vertices) {
    for (int k = 0; k < 3; ++k) {
      // Volatile, because GCC 12.2 at -O2 vectorises the two conversions of neighbours into none.
      const volatile auto rounded = static_cast<float>(v[k]);
      v[k] = static_cast<double>(rounded);
    }
  }
  ASSERT_TRUE(write_mesh(path("a.STL"), single));
  const auto again = read_mesh(path("a.STL"));
  ASSERT_TRUE(again) << again.error().message;
  ASSERT_EQ(again->triangles.size(), single.triangles.size());
  for (std::size_t i = 0; i < single.triangles.size(); ++i) EXPECT_EQ(again->triangle(i).v, single.triangle(i).v);
}

TEST_F(MeshFile, LeavesNothingBehindWhenItCannotWrite) {
  EXPECT_FALSE(write_mesh(path("none/a.obj"), tetrahedron()));
  EXPECT_EQ(write_mesh(path("a.xyz"), tetrahedron()).error().message,
            path("a.xyz").string() + ": graze writes .stl, .obj, .ply and .off");
  TriangleMesh huge = tetrahedron();
  huge.vertices[2].x() = 1e200;
  EXPECT_FALSE(write_mesh(path("a.stl"), huge));
  EXPECT_TRUE(write_mesh(path("a.obj"), huge));
  std::filesystem::create_directory(path("taken.obj"));
  EXPECT_FALSE(write_mesh(path("taken.obj"), tetrahedron()));
  const std::filesystem::directory_iterator left(path("")), none;
  EXPECT_EQ(std::distance(left, none), 2);  // a.obj and the directory
}

}  // namespace
}  // namespace graze
