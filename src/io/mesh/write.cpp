/// Writes meshes to files. Text gets the shortest decimals that read back as the same doubles.

#include <bit>
#include <cmath>
#include <iterator>
#include <limits>
#include <string>

#include <fmt/format.h>
#include <Eigen/Geometry>

#include <graze/mesh_file.h>

#include "io/files/fence.h"
#include "io/files/source.h"
#include "io/files/write.h"
#include "io/mesh/bytes.h"
#include "io/mesh/text.h"

namespace graze {

namespace {

using Buffer = fmt::memory_buffer;

template <class T>
void append_little_endian(Buffer& out, T value) {
  if constexpr (std::endian::native == std::endian::big) value = io::byte_swapped(value);
  const char* bytes = reinterpret_cast<const char*>(&value);
  out.append(bytes, bytes + sizeof(T));
}

void append_obj(Buffer& out, const TriangleMesh& mesh) {
  for (const Vec3& v : mesh.vertices) fmt::format_to(std::back_inserter(out), "v {} {} {}\n", v.x(), v.y(), v.z());
  for (const auto& t : mesh.triangles) {
    fmt::format_to(std::back_inserter(out), "f {} {} {}\n", std::uint64_t{t[0]} + 1, std::uint64_t{t[1]} + 1,
                   std::uint64_t{t[2]} + 1);
  }
}

void append_off(Buffer& out, const TriangleMesh& mesh) {
  fmt::format_to(std::back_inserter(out), "OFF\n{} {} 0\n", mesh.vertices.size(), mesh.triangles.size());
  for (const Vec3& v : mesh.vertices) fmt::format_to(std::back_inserter(out), "{} {} {}\n", v.x(), v.y(), v.z());
  for (const auto& t : mesh.triangles) fmt::format_to(std::back_inserter(out), "3 {} {} {}\n", t[0], t[1], t[2]);
}

void append_ply(Buffer& out, const TriangleMesh& mesh) {
  fmt::format_to(
      std::back_inserter(out),
      "ply\nformat binary_little_endian 1.0\nelement vertex {}\nproperty double x\nproperty double y\nproperty double z\n"
      "element face {}\nproperty list uchar uint vertex_indices\nend_header\n",
      mesh.vertices.size(), mesh.triangles.size());
  for (const Vec3& v : mesh.vertices) {
    for (int k = 0; k < 3; ++k) append_little_endian(out, v[k]);
  }
  for (const auto& t : mesh.triangles) {
    append_little_endian(out, std::uint8_t{3});
    for (const std::uint32_t corner : t) append_little_endian(out, corner);
  }
}

/// Zero for a triangle without area, as is customary.
Vec3 unit_normal(const Triangle& t) {
  const Vec3 normal = (t.v[1] - t.v[0]).cross(t.v[2] - t.v[0]);
  const double length = normal.norm();
  return std::isfinite(length) && length > 0 ? Vec3(normal / length) : Vec3(Vec3::Zero());
}

void append_stl(Buffer& out, const TriangleMesh& mesh) {
  constexpr std::size_t header_bytes = 80;
  const std::string header = "binary STL written by graze";
  out.append(header);
  out.append(std::string(header_bytes - header.size(), '\0'));
  append_little_endian(out, static_cast<std::uint32_t>(mesh.triangles.size()));
  for (std::size_t i = 0; i < mesh.triangles.size(); ++i) {
    const Triangle t = mesh.triangle(i);
    for (const Vec3& v : {unit_normal(t), t.v[0], t.v[1], t.v[2]}) {
      for (int k = 0; k < 3; ++k) append_little_endian(out, static_cast<float>(v[k]));
    }
    append_little_endian(out, std::uint16_t{0});
  }
}

/// Why the mesh cannot be written, empty when it can.
std::string trouble_with(const TriangleMesh& mesh, bool as_float) {
  for (std::size_t i = 0; i < mesh.vertices.size(); ++i) {
    const Vec3& v = mesh.vertices[i];
    if (!v.allFinite()) return fmt::format("vertex {} has a coordinate that is not finite", i);
    if (as_float && !v.cast<float>().allFinite()) return fmt::format("vertex {} is too large for the single precision of STL", i);
  }
  for (std::size_t i = 0; i < mesh.triangles.size(); ++i) {
    for (const std::uint32_t corner : mesh.triangles[i]) {
      if (corner >= mesh.vertices.size()) return fmt::format("triangle {} uses vertex {}, which does not exist", i, corner);
    }
  }
  if (mesh.triangles.size() > std::numeric_limits<std::uint32_t>::max()) return "has too many triangles to be written";
  return {};
}

Result<Buffer> encoded(const std::filesystem::path& path, const TriangleMesh& mesh) {
  const std::string extension = path.extension().string();
  const bool stl = io::same_word(extension, ".stl");
  if (const std::string reason = trouble_with(mesh, stl); !reason.empty()) return tl::make_unexpected(io::error_in(path, reason));
  Buffer out;
  if (stl)
    append_stl(out, mesh);
  else if (io::same_word(extension, ".obj"))
    append_obj(out, mesh);
  else if (io::same_word(extension, ".ply"))
    append_ply(out, mesh);
  else if (io::same_word(extension, ".off"))
    append_off(out, mesh);
  else
    return tl::make_unexpected(io::error_in(path, "graze writes .stl, .obj, .ply and .off"));
  return out;
}

}  // namespace

Result<void> write_mesh(const std::filesystem::path& path, const TriangleMesh& mesh) {
  return io::fenced(path, [&]() -> Result<void> {
    const auto bytes = encoded(path, mesh);
    if (!bytes) return tl::make_unexpected(bytes.error());
    return io::replace_file(path, {bytes->data(), bytes->size()});
  });
}

}  // namespace graze
