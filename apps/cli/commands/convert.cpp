/// graze convert: a mesh in another format, unit or place.

#include <algorithm>
#include <filesystem>
#include <map>
#include <memory>

#include <fmt/format.h>

#include <graze/mesh_file.h>

#include "answer/answer.h"
#include "answer/output_file.h"
#include "answer/progress.h"
#include "commands/commands.h"
#include "grammar/bindings.h"
#include "input/cad.h"
#include "input/load.h"

namespace graze::cli {
namespace {

struct ConvertArguments {
  BodyArgument mesh;
  std::string out;
  bool weld = false;
  double deflection = 0;  ///< length, of STEP files
  OutputOptions output;
};

/// Vertices with the same coordinates become one.
TriangleMesh merged(const TriangleMesh& mesh) {
  const auto before = [](const Vec3& a, const Vec3& b) {
    return std::lexicographical_compare(a.begin(), a.end(), b.begin(), b.end());
  };
  std::map<Vec3, std::uint32_t, decltype(before)> places(before);
  TriangleMesh result;
  std::vector<std::uint32_t> place_of;
  for (const Vec3& v : mesh.vertices) {
    const auto [place, is_new] = places.emplace(v, static_cast<std::uint32_t>(result.vertices.size()));
    if (is_new) result.vertices.push_back(v);
    place_of.push_back(place->second);
  }
  for (const auto& t : mesh.triangles) result.triangles.push_back({place_of[t[0]], place_of[t[1]], place_of[t[2]]});
  return result;
}

Result<void> write_as(const std::string& out, const TriangleMesh& mesh) {
  if (std::filesystem::path(out).extension() != ".graze") return write_mesh(out, mesh);
  return Geometry::make(Shape{mesh}).and_then([&](const Geometry& geometry) { return write_tree(out, geometry); });
}

Result<AnswerForms> converted(const ConvertArguments& arguments) {
  const Progress progress("converting", arguments.output);
  if (const Result<void> other = check_not_input(arguments.out, arguments.mesh.source); !other)
    return tl::make_unexpected(other.error());
  if (const Result<void> used = check_deflection(arguments.deflection, {arguments.mesh.source}); !used)
    return tl::make_unexpected(used.error());
  const Result<LoadedBodies> loaded = load_bodies(
      {{&arguments.mesh, "-"}}, {arguments.output.units, arguments.output.threads, Solidity::none, arguments.deflection});
  if (!loaded) return tl::make_unexpected(loaded.error());
  const Body& body = loaded->a().body;
  if (!body.geometry.is_mesh())
    return fail(ErrorCode::bad_shape, fmt::format("{}: only meshes can be converted", arguments.mesh.source));
  TriangleMesh mesh = *body.geometry.mesh();
  if (!body.pose.is_identity())
    for (Vec3& v : mesh.vertices) v = body.pose.to_world(v);
  if (arguments.weld) mesh = merged(mesh);
  if (const Result<void> written = write_as(arguments.out, mesh); !written) return tl::make_unexpected(written.error());
  AnswerForms answer{.json = json_head("convert")};
  answer.json.update(Json{{"file", loaded->a().name},
                          {"out", arguments.out},
                          {"vertices", mesh.vertices.size()},
                          {"triangles", mesh.triangles.size()}});
  answer.json["units"] = loaded->unit.empty() ? Json(nullptr) : Json(loaded->unit);
  const double deflection = loaded->a().deflection;
  if (deflection > 0) answer.json["deflection"] = deflection;
  if (!loaded->notes.empty()) answer.json["notes"] = loaded->notes;
  answer.text = fmt::format("{}: {}, {}{}\n", shown(arguments.out), counted(mesh.triangles.size(), "triangle"),
                            mesh.vertices.size() == 1 ? "1 vertex" : fmt::format("{} vertices", mesh.vertices.size()),
                            loaded->unit.empty() ? "" : ", in " + loaded->unit);
  if (deflection > 0)
    answer.text += fmt::format("  triangles are at most {} off the CAD model\n",
                               length_text(deflection, wording_for(arguments.output, loaded->unit)));
  for (const std::string& note : loaded->notes) answer.text += "  note: " + note + "\n";
  return answer;
}

}  // namespace

Command convert_command() {
  const auto own = std::make_shared<ConvertArguments>();
  ConvertArguments& all = *own;
  OptionGroup placing = placing_options("Placing the mesh", "-", all.mesh);
  return {
      .name = "convert",
      .summary = "write a mesh in another format, unit or place",
      .description =
          "The ending of OUT chooses the format: .stl (binary, single precision), .obj, .off, .ply (binary, double precision), or "
          ".graze (with its tree). With --units the mesh is converted from the unit of its file, or that of --file-units, to that "
          "one.",
      .positionals = {argument("FILE", "Mesh file, or - for standard input", all.mesh.source),
                      argument("OUT", "File to write, in one step", all.out)},
      .groups = {{"What is written",
                  {flag("--weld", "Make vertices with the same coordinates one", all.weld), deflection_option(all.deflection)}},
                 placing,
                 output_options_without_out(all.output)},
      .examples = {{"graze convert part.3mf part.stl --units mm", "Millimetres, whatever unit the package is in"},
                   {"graze convert part.stl part.obj --file-units in --units mm", "A file that does not tell that it is in inches"},
                   {"graze convert part.stl turned.ply --rotate x,90 --weld", "Turned, with shared vertices"}},
      .exits = {{0, "written"}, {2, "an error, told in one line on standard error"}},
      .run = [own] {
        const Result<AnswerForms> answer = converted(*own);
        return answer ? deliver(own->output, *answer) : fail_with(answer.error());
      }};
}

}  // namespace graze::cli
