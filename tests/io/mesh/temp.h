#pragma once
/// A directory of its own for each test, and bytes to put into it.

#include <unistd.h>
#include <cstdint>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <string_view>

#include <gtest/gtest.h>

#include <graze/mesh_file.h>

namespace graze::test {

class TempFiles : public ::testing::Test {
 protected:
  void SetUp() override {
    const auto* info = ::testing::UnitTest::GetInstance()->current_test_info();
    directory_ = std::filesystem::temp_directory_path() /
                 ("graze_" + std::string(info->test_suite_name()) + "_" + info->name() + "_" + std::to_string(::getpid()));
    std::filesystem::create_directories(directory_);
  }
  void TearDown() override { std::filesystem::remove_all(directory_); }

  [[nodiscard]] std::filesystem::path path(const std::string& name) const { return directory_ / name; }

  std::filesystem::path write(const std::string& name, std::string_view bytes) const {
    std::filesystem::remove(path(name));  // ext4 waits for the disk where a file is cut to nothing and written again
    std::ofstream(path(name), std::ios::binary).write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
    return path(name);
  }

  /// All bytes of a file.
  std::string contents(const std::string& name) const {
    std::ostringstream text;
    text << std::ifstream(path(name), std::ios::binary).rdbuf();
    return text.str();
  }

  Result<TriangleMesh> read(const std::string& name, std::string_view bytes, const MeshReadOptions& options = {}) const {
    return read_mesh(write(name, bytes), options);
  }

  /// The message without the directory, or "accepted".
  std::string why(const std::string& name, std::string_view bytes, const MeshReadOptions& options = {}) const {
    const auto mesh = read(name, bytes, options);
    if (mesh) return "accepted";
    const std::string prefix = directory_.string() + "/";
    std::string message = mesh.error().message;
    for (std::size_t at = message.find(prefix); at != std::string::npos; at = message.find(prefix))
      message.erase(at, prefix.size());
    return message;
  }

 private:
  std::filesystem::path directory_;
};

/// The bytes of numbers, in the byte order of this machine or turned round.
template <class T>
std::string bytes_of(T value, bool turned = false) {
  std::string bytes(sizeof(T), '\0');
  std::memcpy(bytes.data(), &value, sizeof(T));
  return turned ? std::string(bytes.rbegin(), bytes.rend()) : bytes;
}

inline bool same_mesh(const TriangleMesh& a, const TriangleMesh& b) {
  return a.triangles == b.triangles && a.vertices.size() == b.vertices.size() &&
         (a.vertices.empty() || std::memcmp(a.vertices.data(), b.vertices.data(), a.vertices.size() * sizeof(Vec3)) == 0);
}

inline double area_of(const TriangleMesh& mesh) {
  double area = 0;
  for (std::size_t i = 0; i < mesh.triangles.size(); ++i) {
    const Triangle t = mesh.triangle(i);
    const Vec3 u = t.v[1] - t.v[0];
    const Vec3 v = t.v[2] - t.v[0];
    const Vec3 normal{u.y() * v.z() - u.z() * v.y(), u.z() * v.x() - u.x() * v.z(), u.x() * v.y() - u.y() * v.x()};
    area += normal.norm() / 2;
  }
  return area;
}

}  // namespace graze::test
