/// graze scene: what a scene file holds, whether it is right, and the same as a JSON scene.

#include <memory>
#include <variant>

#include <fmt/format.h>

#include <graze/scene_file.h>

#include "answer/answer.h"
#include "answer/progress.h"
#include "commands/commands.h"
#include "grammar/bindings.h"
#include "input/load.h"
#include "input/scene_source.h"

namespace graze::cli {
namespace {

struct SceneArguments {
  std::vector<std::string> files;
  std::optional<std::size_t> animation;
  bool split = false;
  bool surface = false;
  std::vector<std::string> packages;
  double deflection = 0;
  std::string write;
  OutputOptions output;
};

std::string motion_word(const SceneBody& body) {
  if (const Motion* motion = std::get_if<Motion>(&body.motion))
    return !motion->moves() ? "stands" : motion->rotates() ? "turns" : "moves";
  return std::holds_alternative<Path>(body.motion) ? "follows keyframes" : "is animated";
}

std::size_t triangles_of(const SceneBody& body) {
  std::size_t count = 0;
  for (const BodyPart& part : body.parts) count += part.geometry.is_mesh() ? part.geometry.triangles().size() : 0;
  return count;
}

Json body_json(const Scene& scene, const SceneBody& body, BodyId id) {
  Json json{{"name", body.name},
            {"kind", kind_of(body)},
            {"parts", body.parts.size()},
            {"triangles", triangles_of(body)},
            {"moves", motion_word(body) != "stands"}};
  const Result<Aabb> box = scene.box(id);
  if (box && box->min.allFinite() && box->max.allFinite())
    json.update(Json{{"min", json_of(box->min)}, {"max", json_of(box->max)}});
  return json;
}

std::string body_line(const SceneBody& body) {
  const std::size_t triangles = triangles_of(body);
  return fmt::format("  {}: {}{}, {}\n", shown(body.name), kind_of(body),
                     triangles > 0 ? " of " + counted(triangles, "triangle") : "", motion_word(body));
}

Result<SceneFile> scene_read(const SceneArguments& arguments) {
  SceneReadOptions options{
      .animation = arguments.animation, .split = arguments.split, .solids = arguments.surface ? Solids::none : Solids::closed};
  options.cad = true;
  options.deflection = arguments.deflection;
  for (const std::string& folder : arguments.packages) options.packages.emplace_back(folder);
  if (arguments.files.size() == 1) return read_scene(arguments.files.front(), options);
  const std::vector<std::filesystem::path> paths(arguments.files.begin(), arguments.files.end());
  return read_scene(paths, options);
}

Result<AnswerForms> described_scene(const SceneArguments& arguments) {
  const Progress progress("reading", arguments.output);
  const Result<SceneFile> file = scene_read(arguments);
  if (!file) return tl::make_unexpected(file.error());
  if (arguments.animation && file->animations.empty()) return fail(ErrorCode::bad_option, "--animation: no file has animations");
  if (arguments.deflection > 0 && file->cad.empty()) return fail(ErrorCode::bad_option, "--deflection: no file is a STEP file");
  const Result<Scene> scene = make_scene(*file);
  if (!scene) return tl::make_unexpected(scene.error());
  AnswerForms answer{.json = json_head("scene")};
  answer.json.update(Json{{"files", arguments.files},
                          {"units", file->units.empty() ? Json(nullptr) : Json(file->units)},
                          {"end", file->end},
                          {"bodies", Json::array()}});
  const std::vector<BodyId> ids = scene->ids();
  answer.text =
      fmt::format("{}, {}, {}\n", counted(ids.size(), ids.size() == 1 ? "body" : "bodies", ""),
                  counted(file->robots.size(), "robot"), file->units.empty() ? "no unit known" : "lengths in " + file->units);
  if (file->end > 0) answer.text += fmt::format("  motions end at t = {}\n", number_text(file->end, wording_for(arguments.output)));
  for (std::size_t i = 0; i < file->animations.size(); ++i)
    answer.text += fmt::format("  animation {}: {}\n", i, shown(file->animations[i]));
  for (const BodyId id : ids) {
    const SceneBody& body = **scene->body(id);
    answer.rows.push_back(body_json(*scene, body, id));
    answer.json["bodies"].push_back(answer.rows.back());
    answer.text += body_line(body);
  }
  for (const CadBody& cad : file->cad) {
    answer.json["deflections"][cad.body] = cad.deviation;
    answer.text += fmt::format("  {}: triangles at most {} off the CAD model\n", shown(cad.body),
                               length_text(cad.deviation, wording_for(arguments.output, file->units)));
  }
  answer.json["animations"] = file->animations;
  answer.json["excluded"] = Json::array();
  for (const auto& [a, b] : file->exclude) answer.json["excluded"].push_back({{"a", a}, {"b", b}, {"why", "excluded by the file"}});
  if (!file->exclude.empty()) answer.text += fmt::format("  {} excluded\n", counted(file->exclude.size(), "pair"));
  if (!file->notes.empty()) answer.json["notes"] = file->notes;
  for (const std::string& note : file->notes) answer.text += fmt::format("  note: {}\n", shown(note));
  if (arguments.write.empty()) return answer;
  if (const Result<void> written = write_scene(arguments.write, *file); !written) return tl::make_unexpected(written.error());
  answer.json["written"] = arguments.write;
  answer.text += fmt::format("  written to {}\n", shown(arguments.write));
  return answer;
}

}  // namespace

Command scene_command() {
  const auto own = std::make_shared<SceneArguments>();
  SceneArguments& all = *own;
  Option packages = texts("--packages", "FOLDER", "Where URDF files look for package://. May be given several times", all.packages);
  packages.completes = Completes::folders;
  return {
      .name = "scene",
      .summary = "what a scene file holds, whether it is right, and the same as a JSON scene",
      .description =
          "Reads a JSON scene (docs/schema/scene.schema.json), glTF, 3MF, URDF, OBJ or any mesh files and lists the bodies. A file "
          "that is wrong is an error "
          "that names the place. graze clash asks which bodies meet.",
      .positionals = {arguments("FILE", "Scene files, glTF, 3MF, URDF, mesh files, folders", all.files)},
      .groups = {{"Question",
                  {count("--animation", "N", "Move the nodes of a glTF file by this animation, the first being 0", all.animation),
                   flag("--split", "Groups and objects of OBJ files are bodies of their own", all.split),
                   flag("--surface", "Meshes are surfaces, closed ones too", all.surface), packages,
                   deflection_option(all.deflection),
                   file_to_write("--write", "FILE", "Write all of it as one JSON scene, meshes included", all.write)}},
                 without(output_options(all.output), {"--units"})},
      .examples = {{"graze scene cell.json", "Is the file right, and what is in it?"},
                   {"graze scene engine.glb --write engine.json", "An assembly as a JSON scene"}},
      .exits = {{0, "the files are right"}, {2, "an error, told in one line on standard error"}},
      .run = [own] {
        const Result<AnswerForms> answer = described_scene(*own);
        return answer ? deliver(own->output, *answer) : fail_with(answer.error());
      }};
}

}  // namespace graze::cli
