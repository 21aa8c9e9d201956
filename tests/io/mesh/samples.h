#pragma once
/// Small files of every format, made byte by byte, all of the same tetrahedron.

#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <minizip/zip.h>
#include <zlib.h>

#include <graze/shapes.h>

#include "io/mesh/temp.h"

namespace graze::test {

/// All coordinates are exact in single precision.
inline TriangleMesh tetrahedron() {
  return {{{0, 0, 0}, {1, 0, 0}, {0, 2, 0}, {0, 0, 0.5}}, {{0, 2, 1}, {0, 1, 3}, {0, 3, 2}, {1, 2, 3}}};
}

/// One member of a gzip file, by zlib's other half.
inline std::string gzipped(const std::string& text) {
  z_stream stream{};
  EXPECT_EQ(::deflateInit2(&stream, Z_BEST_COMPRESSION, Z_DEFLATED, 15 + 16, 8, Z_DEFAULT_STRATEGY), Z_OK);
  std::string packed(::deflateBound(&stream, text.size()), '\0');
  std::string copy = text;
  stream.next_in = reinterpret_cast<Bytef*>(copy.data());
  stream.avail_in = static_cast<uInt>(copy.size());
  stream.next_out = reinterpret_cast<Bytef*>(packed.data());
  stream.avail_out = static_cast<uInt>(packed.size());
  EXPECT_EQ(::deflate(&stream, Z_FINISH), Z_STREAM_END);
  packed.resize(stream.total_out);
  ::deflateEnd(&stream);
  return packed;
}

inline std::string stl_binary(const TriangleMesh& mesh, std::string header = "made by hand") {
  header.resize(80, ' ');
  std::string bytes = header + bytes_of(static_cast<std::uint32_t>(mesh.triangles.size()));
  for (std::size_t i = 0; i < mesh.triangles.size(); ++i) {
    bytes += std::string(12, '\0');
    for (const Vec3& v : mesh.triangle(i).v) {
      for (int k = 0; k < 3; ++k) bytes += bytes_of(static_cast<float>(v[k]));
    }
    bytes += std::string(2, '\0');
  }
  return bytes;
}

inline std::string stl_text(const TriangleMesh& mesh) {
  std::string text = "solid by hand\n";
  for (std::size_t i = 0; i < mesh.triangles.size(); ++i) {
    text += "facet normal nan 0 0\n outer loop\n";
    for (const Vec3& v : mesh.triangle(i).v) text += fmt::format("  vertex {} {} {}\n", v.x(), v.y(), v.z());
    text += " endloop\nendfacet\n";
  }
  return text + "endsolid by hand\n";
}

inline std::string obj_text(const TriangleMesh& mesh) {
  std::string text = "# by hand\no thing\n";
  for (const Vec3& v : mesh.vertices) text += fmt::format("v {} {} {}\n", v.x(), v.y(), v.z());
  for (const auto& t : mesh.triangles) text += fmt::format("f {}/1/1 {}//2 {}\n", t[0] + 1, t[1] + 1, t[2] + 1);
  return text;
}

inline std::string off_text(const TriangleMesh& mesh) {
  std::string text = fmt::format("OFF\n# by hand\n{} {} 0\n", mesh.vertices.size(), mesh.triangles.size());
  for (const Vec3& v : mesh.vertices) text += fmt::format("{} {} {}\n", v.x(), v.y(), v.z());
  for (const auto& t : mesh.triangles) text += fmt::format("3 {} {} {} 255 0 0\n", t[0], t[1], t[2]);
  return text;
}

inline std::string ply_text(const TriangleMesh& mesh) {
  std::string text = fmt::format(
      "ply\nformat ascii 1.0\ncomment by hand\nelement vertex {}\nproperty double x\nproperty double y\nproperty double z\n"
      "property float nx\nelement face {}\nproperty list uchar int vertex_index\nend_header\n",
      mesh.vertices.size(), mesh.triangles.size());
  for (const Vec3& v : mesh.vertices) text += fmt::format("{} {} {} nan\n", v.x(), v.y(), v.z());
  for (const auto& t : mesh.triangles) text += fmt::format("3 {} {} {}\n", t[0], t[1], t[2]);
  return text;
}

inline std::string ply_binary(const TriangleMesh& mesh, bool big_endian) {
  std::string bytes = fmt::format(
      "ply\nformat binary_{}_endian 1.0\nelement camera 1\nproperty list uchar float view\nelement vertex {}\nproperty uchar red\n"
      "property double x\nproperty float y\nproperty float z\nelement face {}\nproperty short group\n"
      "property list ushort uint vertex_indices\nend_header\n",
      big_endian ? "big" : "little", mesh.vertices.size(), mesh.triangles.size());
  bytes += bytes_of(std::uint8_t{2}) + bytes_of(1.0F, big_endian) + bytes_of(2.0F, big_endian);
  for (const Vec3& v : mesh.vertices) {
    bytes += '\x7f' + bytes_of(v.x(), big_endian) + bytes_of(static_cast<float>(v.y()), big_endian) +
             bytes_of(static_cast<float>(v.z()), big_endian);
  }
  for (const auto& t : mesh.triangles) {
    bytes += bytes_of(std::int16_t{-1}, big_endian) + bytes_of(std::uint16_t{3}, big_endian);
    for (const std::uint32_t c : t) bytes += bytes_of(c, big_endian);
  }
  return bytes;
}

/// 48 bytes of positions and 24 bytes of 16 bit indices.
inline std::string gltf_buffer(const TriangleMesh& mesh) {
  std::string bytes;
  for (const Vec3& v : mesh.vertices) {
    for (int k = 0; k < 3; ++k) bytes += bytes_of(static_cast<float>(v[k]));
  }
  for (const auto& t : mesh.triangles) {
    for (const std::uint32_t c : t) bytes += bytes_of(static_cast<std::uint16_t>(c));
  }
  return bytes;
}

/// `buffer` and `more` are pieces of JSON: `"uri":"x.bin",` and `,"nodes":[...]`.
inline std::string gltf_json(const std::string& buffer = "", const std::string& more = "",
                             const std::string& primitive = R"("mode":4)") {
  return R"({"asset":{"version":"2.0"},"buffers":[{)" + buffer + R"("byteLength":72}],)" +
         R"("bufferViews":[{"buffer":0,"byteLength":48},{"buffer":0,"byteOffset":48,"byteLength":24}],)" +
         R"("accessors":[{"bufferView":0,"componentType":5126,"count":4,"type":"VEC3","min":[0,0,0],"max":[1,2,0.5]},)" +
         R"({"bufferView":1,"componentType":5123,"count":12,"type":"SCALAR"}],)" +
         R"("meshes":[{"primitives":[{"attributes":{"POSITION":0},"indices":1,)" + primitive + "}]}]" + more + "}";
}

inline std::string glb(std::string json, std::string binary) {
  json.resize((json.size() + 3) / 4 * 4, ' ');
  binary.resize((binary.size() + 3) / 4 * 4, '\0');
  const auto total = static_cast<std::uint32_t>(28 + json.size() + binary.size());
  return "glTF" + bytes_of(std::uint32_t{2}) + bytes_of(total) + bytes_of(static_cast<std::uint32_t>(json.size())) + "JSON" + json +
         bytes_of(static_cast<std::uint32_t>(binary.size())) + std::string("BIN\0", 4) + binary;
}

using Parts = std::vector<std::pair<std::string, std::string>>;

inline void write_zip(const std::filesystem::path& path, const Parts& parts) {
  zipFile zip = zipOpen64(path.c_str(), APPEND_STATUS_CREATE);
  for (const auto& [name, content] : parts) {
    zipOpenNewFileInZip64(zip, name.c_str(), nullptr, nullptr, 0, nullptr, 0, nullptr, 8, 9, 1);
    zipWriteInFileInZip(zip, content.data(), static_cast<unsigned>(content.size()));
    zipCloseFileInZip(zip);
  }
  zipClose(zip, nullptr);
}

inline std::string threemf_object(int id, const TriangleMesh& mesh) {
  std::string xml = fmt::format("<object id=\"{}\" type=\"model\"><mesh><vertices>\n", id);
  for (const Vec3& v : mesh.vertices) xml += fmt::format("<vertex x=\"{}\" y=\"{}\" z=\"{}\"/>\n", v.x(), v.y(), v.z());
  xml += "</vertices><triangles>";
  for (const auto& t : mesh.triangles) xml += fmt::format("<triangle v1=\"{}\" v2=\"{}\" v3=\"{}\"/>", t[0], t[1], t[2]);
  return xml + "</triangles></mesh></object>\n";
}

inline std::string threemf_model(const std::string& objects, const std::string& items, const std::string& more = "") {
  return "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<model unit=\"millimeter\" "
         "xmlns=\"http://schemas.microsoft.com/3dmanufacturing/core/2015/02\" "
         "xmlns:p=\"http://schemas.microsoft.com/3dmanufacturing/production/2015/06\" "
         "xmlns:b=\"http://schemas.microsoft.com/3dmanufacturing/beamlattice/2017/02\" " +
         more + ">\n<resources>\n" + objects + "</resources>\n<build>" + items + "</build></model>\n";
}

inline std::string file_bytes(const std::filesystem::path& path) {
  std::string bytes(std::filesystem::file_size(path), '\0');
  std::ifstream(path, std::ios::binary).read(bytes.data(), static_cast<std::streamsize>(bytes.size()));
  return bytes;
}

}  // namespace graze::test
