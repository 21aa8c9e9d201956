#include <algorithm>
#include <array>
#include <cstdint>
#include <vector>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <graze/io/mesh_file.h>
#include <graze/shapes/weld.h>

#include "info_command.h"
#include "output.h"
#include "progress.h"

namespace graze::cli {
namespace {

struct Summary {
  std::size_t vertices = 0;   ///< as stored
  std::size_t positions = 0;  ///< distinct ones
  std::size_t triangles = 0;
  bool is_closed = false;  ///< each side of a triangle is run through equally often both ways
  Vec3 min = Vec3::Zero();
  Vec3 max = Vec3::Zero();
};

/// `mesh` must be welded: sides are compared by the vertices they name.
bool is_closed(const TriangleMesh& mesh) {
  std::vector<std::array<std::uint32_t, 2>> forward, backward;
  for (const auto& t : mesh.triangles)
    for (std::size_t k = 0; k < 3; ++k) {
      forward.push_back({t[k], t[(k + 1) % 3]});
      backward.push_back({t[(k + 1) % 3], t[k]});
    }
  std::sort(forward.begin(), forward.end());
  std::sort(backward.begin(), backward.end());
  return !forward.empty() && forward == backward;
}

Summary summary_of(const TriangleMesh& mesh) {
  const TriangleMesh joined = welded(mesh);
  Summary summary{.vertices = mesh.vertices.size(), .positions = joined.vertices.size(), .triangles = mesh.triangles.size()};
  summary.is_closed = is_closed(joined);
  if (mesh.vertices.empty()) return summary;
  summary.min = summary.max = mesh.vertices.front();
  for (const Vec3& v : mesh.vertices) {
    summary.min = summary.min.cwiseMin(v);
    summary.max = summary.max.cwiseMax(v);
  }
  return summary;
}

std::string as_json(const std::string& file, const Summary& s) {
  nlohmann::ordered_json json{{"file", file}, {"vertices", s.vertices}, {"positions", s.positions}, {"triangles", s.triangles}};
  json["closed"] = s.is_closed;
  if (s.vertices > 0) {
    json["min"] = {s.min.x(), s.min.y(), s.min.z()};
    json["max"] = {s.max.x(), s.max.y(), s.max.z()};
  }
  return json.dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace) + "\n";
}

std::string as_text(const std::string& file, const Summary& s) {
  std::string text = fmt::format("{}\n  {} triangles, {} vertices at {} positions, {}\n", file, s.triangles, s.vertices,
                                 s.positions, s.is_closed ? "closed" : "not closed");
  if (s.vertices > 0)
    text += fmt::format("  from ({}, {}, {}) to ({}, {}, {})\n", s.min.x(), s.min.y(), s.min.z(), s.max.x(), s.max.y(), s.max.z());
  return text;
}

}  // namespace

ExitCode run_info(const InfoArguments& arguments) {
  const Progress progress("reading");
  const Result<TriangleMesh> mesh = read_mesh(arguments.file);
  if (!mesh) return fail_with(mesh.error());
  const Summary summary = summary_of(*mesh);
  Output output;
  output.write(arguments.json ? as_json(arguments.file, summary) : as_text(arguments.file, summary));
  return output.finished(clear);
}

}  // namespace graze::cli
