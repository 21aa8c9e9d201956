/// Fits a bounding volume to a mesh and words the answer.

#include "fit_command.h"

#include <optional>
#include <variant>

#include <fmt/format.h>

#include <graze/fit.h>
#include <graze/mesh_file.h>

#include "answer_json.h"
#include "answer_text.h"
#include "mesh_argument.h"
#include "output.h"
#include "progress.h"

namespace graze::cli {
namespace {

struct BoundAsJson {
  Json operator()(const Obb& box) const {
    const Json axes{json_of(box.axes[0]), json_of(box.axes[1]), json_of(box.axes[2])};
    return {{"box", {{"c", json_of(box.center)}, {"axes", axes}, {"h", json_of(box.half_extents)}}}};
  }
  Json operator()(const Sphere& ball) const { return {{"sphere", {{"c", json_of(ball.center)}, {"r", ball.radius}}}}; }
};

std::string as_json(const FitArguments& arguments, const BoundingVolume& fitted) {
  Json json{{"file", arguments.file}, {"method", arguments.method}};
  json.update(std::visit(BoundAsJson{}, fitted));
  json["volume"] = volume_of(fitted);
  json["area"] = area_of(fitted);
  return json_line(json);
}

std::string as_line(std::string_view name, const Vec3& v) { return fmt::format("  {:<12} {}\n", name, point_text(v)); }

struct BoundAsText {
  std::string operator()(const Obb& box) const {
    std::string text = as_line("centre", box.center);
    for (const Vec3& axis : box.axes) text += as_line("axis", axis);
    return text + as_line("half extents", box.half_extents);
  }
  std::string operator()(const Sphere& ball) const {
    return as_line("centre", ball.center) + fmt::format("  {:<12} {}\n", "radius", ball.radius);
  }
};

std::string as_text(const FitArguments& arguments, const BoundingVolume& fitted) {
  return fmt::format("{}, {}\n{}  volume {}, area {}\n", arguments.file, arguments.method, std::visit(BoundAsText{}, fitted),
                     volume_of(fitted), area_of(fitted));
}

Result<Frame> axes_of(const FitArguments& arguments) {
  if (arguments.axes.empty()) return fail(ErrorCode::bad_option, "--axes: missing, of the method axes");
  const auto values = numbers_of(arguments.axes);
  if (!values || values->size() != 9) return fail(ErrorCode::bad_option, "--axes: expected 9 numbers, three axes");
  Frame axes = world_frame();
  for (std::size_t i = 0; i < 9; ++i) axes[i / 3][static_cast<Eigen::Index>(i % 3)] = (*values)[i];
  return axes;
}

Result<BoundingVolume> fitted_along(const std::string& file, const Frame& axes) {
  const Progress progress("fitting");
  return read_mesh(file).and_then([&](const TriangleMesh& mesh) -> Result<BoundingVolume> {
    if (mesh.triangles.empty()) return fail(ErrorCode::file, file + ": no triangles to bound");
    return fit(mesh, axes).map([](const Obb& box) { return BoundingVolume(box); });
  });
}

Result<BoundingVolume> fitted_to(const std::string& file, FitMethod method) {
  const Progress progress("fitting");
  return read_mesh(file).and_then([&](const TriangleMesh& mesh) -> Result<BoundingVolume> {
    if (mesh.triangles.empty()) return fail(ErrorCode::file, file + ": no triangles to bound");
    return fit(mesh, method);
  });
}

}  // namespace

ExitCode run_fit(const FitArguments& arguments) {
  const bool along_axes = arguments.method == "axes";
  const std::optional<FitMethod> method = method_named(arguments.method, fit_methods);
  if (!method && !along_axes)
    return fail_with("--method", fmt::format("{} is none of {}, axes", arguments.method, names_of(fit_methods)));
  if (!along_axes && !arguments.axes.empty()) return fail_with("--axes", "only with --method axes");
  const Result<BoundingVolume> fitted =
      along_axes ? axes_of(arguments).and_then([&](const Frame& axes) { return fitted_along(arguments.file, axes); })
                 : fitted_to(arguments.file, *method);
  if (!fitted) return fail_with(fitted.error());
  Output output;
  output.write(arguments.json ? as_json(arguments, *fitted) : as_text(arguments, *fitted));
  return output.finished(clear);
}

}  // namespace graze::cli
