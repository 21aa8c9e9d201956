/// Joins the bodies of a STEP file.

#include "input/cad.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include <graze/mesh_file.h>
#include <graze/scene_file.h>

namespace graze::cli {
namespace {

void append(const SceneBody& body, TriangleMesh& mesh) {
  for (const BodyPart& part : body.parts) {
    const auto first = static_cast<std::uint32_t>(mesh.vertices.size());
    const TriangleMesh& more = *part.geometry.mesh();
    for (const Vec3& v : more.vertices) mesh.vertices.push_back(body.pose.to_world(part.pose.to_world(v)));
    for (const auto& t : more.triangles) mesh.triangles.push_back({first + t[0], first + t[1], first + t[2]});
  }
}

}  // namespace

bool is_cad(const std::string& file) { return file != "-" && is_step_file(file); }

Result<void> check_deflection(double deflection, const std::vector<std::string>& files) {
  if (deflection > 0 && std::ranges::none_of(files, is_cad))
    return fail(ErrorCode::bad_option, "--deflection: no file is a STEP file");
  return {};
}

Result<CadModel> read_cad(const std::string& file, double deflection) {
  const Result<SceneFile> scene = read_scene(file, {.solids = Solids::none, .cad = true, .deflection = deflection});
  if (!scene) return tl::make_unexpected(scene.error());
  CadModel model;
  model.notes = scene->notes;
  model.parts = scene->bodies.size();
  for (const SceneBody& body : scene->bodies) append(body, model.mesh);
  for (const CadBody& body : scene->cad) model.deflection = std::max(model.deflection, body.deviation);
  return model;
}

double slack_of(double deflection_a, double deflection_b) {
  const double sum = deflection_a + deflection_b;
  return sum > 0 ? std::nextafter(sum, std::numeric_limits<double>::infinity()) : 0;
}

}  // namespace graze::cli
