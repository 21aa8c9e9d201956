/// Refuses what no mesh may contain: numbers that are not finite, indices of no vertex, faces of fewer than three corners, more
/// than the limits.

#include "io/mesh/builder.h"

#include <algorithm>
#include <limits>
#include <utility>

#include <fmt/format.h>

#include "geometry/interrupted.h"
#include "io/mesh/polygon.h"

namespace graze::io {

namespace {

// Triangles are numbered by std::int32_t (Feature::triangle), vertices by std::uint32_t with one value kept as "none".
constexpr std::uint64_t most_triangles = std::numeric_limits<std::int32_t>::max();
/// Vertices, or triangles, between two looks at the interrupt: some hundred microseconds of a file of text.
constexpr std::size_t between_looks = 1024;
constexpr std::uint64_t most_vertices = std::numeric_limits<std::uint32_t>::max() - 1;

}  // namespace

MeshBuilder::MeshBuilder(const MeshReadOptions& options)
    : max_vertices_(std::min(options.max_vertices, most_vertices)),
      max_triangles_(std::min(options.max_triangles, most_triangles)),
      max_polygon_corners_(options.max_polygon_corners) {}

bool MeshBuilder::refuse(Trouble trouble) {
  trouble_ = std::move(trouble);
  return false;
}

bool MeshBuilder::look_at_vertex(const Vec3& v) {
  if (!v.allFinite()) return refuse({fmt::format("vertex {} has a coordinate that is not finite", mesh_.vertices.size())});
  next_look_ = std::min<std::uint64_t>(mesh_.vertices.size() + between_looks, max_vertices_);
  return expect_vertices(mesh_.vertices.size() + 1) && go_on();
}

bool MeshBuilder::go_on() { return !Interrupt::is_asked_for() || refuse({interrupted().message, interrupted().code}); }

bool MeshBuilder::look_at_face(std::span<const std::uint32_t> corners) {
  for (const std::uint32_t corner : corners) {
    if (corner < mesh_.vertices.size()) continue;
    return refuse({fmt::format("vertex index {} is out of range, there are {} vertices", corner, mesh_.vertices.size())});
  }
  next_look_at_faces_ = std::min<std::uint64_t>(mesh_.triangles.size() + between_looks, max_triangles_);
  return expect_triangles(mesh_.triangles.size() + corners.size() - 2) && go_on();
}

bool MeshBuilder::expect_vertices(std::uint64_t count) {
  if (count <= max_vertices_) return true;
  return refuse({fmt::format("{} vertices are more than the limit of {}", count, max_vertices_), ErrorCode::limit});
}

bool MeshBuilder::expect_triangles(std::uint64_t count) {
  if (count <= max_triangles_) return true;
  return refuse({fmt::format("{} triangles are more than the limit of {}", count, max_triangles_), ErrorCode::limit});
}

bool MeshBuilder::add_polygon(std::span<const std::uint32_t> corners) {
  if (corners.size() == 3) return add_triangle({corners[0], corners[1], corners[2]});
  if (corners.size() < 3) return refuse({fmt::format("a face needs three corners, this one has {}", corners.size())});
  if (corners.size() > max_polygon_corners_) {
    return refuse({fmt::format("a face of {} corners is larger than the limit of {}", corners.size(), max_polygon_corners_),
                   ErrorCode::limit});
  }
  if (std::ranges::any_of(corners, [&](std::uint32_t c) { return c >= mesh_.vertices.size(); })) return look_at_face(corners);
  if (!expect_triangles(mesh_.triangles.size() + corners.size() - 2)) return false;
  append_triangulation(mesh_.vertices, corners, mesh_.triangles);
  return true;
}

bool MeshBuilder::add_strip(std::span<const std::uint32_t> corners) {
  for (std::size_t i = 2; i < corners.size(); ++i) {
    const std::size_t turn = i % 2;
    if (!add_triangle({corners[i - 2 + turn], corners[i - 1 - turn], corners[i]})) return false;
  }
  return true;
}

}  // namespace graze::io
