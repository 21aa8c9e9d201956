/// graze info: the contents and defects of mesh files, and their trees.

#include <memory>
#include <optional>

#include <fmt/format.h>

#include <graze/mesh.h>
#include <graze/mesh_file.h>

#include "answer/answer.h"
#include "answer/output_file.h"
#include "answer/progress.h"
#include "answer/units.h"
#include "commands/commands.h"
#include "commands/tree_text.h"
#include "grammar/bindings.h"
#include "input/cad.h"
#include "input/load.h"

namespace graze::cli {
namespace {

struct InfoArguments {
  std::vector<std::string> files;
  std::optional<std::size_t> boxes;  ///< level of the tree whose boxes are written to `out`
  double deflection = 0;             ///< length, of STEP files
  TreeArgument tree;                 ///< when absent, the tree of a saved one is described
  OutputOptions output;
};

struct MeshSummary {
  std::string name;
  MeshReport mesh;
  TreeReport tree;
  std::string unit;  ///< empty where the file tells none
  std::optional<std::size_t> boxes_written{};
  std::optional<double> deflection{};  ///< of a CAD model
  std::vector<std::string> notes{};
};

Json summary_json(const InfoArguments& arguments, const MeshSummary& s) {
  const MeshReport& mesh = s.mesh;
  Json json{{"file", s.name}, {"vertices", mesh.vertices}, {"positions", mesh.positions}, {"triangles", mesh.triangles}};
  json["closed"] = mesh.is_closed();
  json["units"] = s.unit.empty() ? Json(nullptr) : Json(s.unit);
  if (mesh.vertices > 0) {
    json["min"] = json_of(mesh.bounds.min);
    json["max"] = json_of(mesh.bounds.max);
  }
  json["area"] = mesh.area;  // infinite, where it overflows, becomes null
  if (mesh.volume) json["volume"] = *mesh.volume;
  json["parts"] = mesh.parts;
  json["edges"] = mesh.topology.edges;
  json["defects"] = {{"degenerate_triangles", mesh.degenerate},
                     {"duplicate_triangles", mesh.duplicate},
                     {"open_edges", mesh.topology.open_edges},
                     {"non_manifold_edges", mesh.topology.non_manifold_edges},
                     {"inconsistent_edges", mesh.inconsistent_edges()}};
  json["tree"] = tree_json(s.tree, mesh.triangles);
  if (s.deflection) json["deflection"] = *s.deflection;
  if (!s.notes.empty()) json["notes"] = s.notes;
  if (s.boxes_written) json["boxes"] = {{"level", *arguments.boxes}, {"count", *s.boxes_written}, {"file", arguments.output.out}};
  return json;
}

std::string defects_text(const MeshReport& mesh) {
  std::string text;
  const auto add = [&](std::size_t count, std::string_view noun) {
    if (count > 0) text += (text.empty() ? "" : ", ") + counted(count, noun);
  };
  add(mesh.degenerate, "degenerate triangle");
  add(mesh.duplicate, "duplicate triangle");
  add(mesh.topology.open_edges, "open edge");
  add(mesh.topology.non_manifold_edges, "non-manifold edge");
  add(mesh.inconsistent_edges(), "inconsistently oriented edge");
  return text.empty() ? "none" : text;
}

std::string summary_text(const InfoArguments& arguments, const MeshSummary& s) {
  const MeshReport& mesh = s.mesh;
  const Wording wording = wording_for(arguments.output, s.unit);
  std::string text =
      fmt::format("{}\n  {}, {} at {}, {}\n", shown(s.name), counted(mesh.triangles, "triangle"),
                  mesh.vertices == 1 ? "1 vertex" : fmt::format("{} vertices", mesh.vertices), counted(mesh.positions, "position"),
                  mesh.is_closed() ? "closed: counts as a solid" : "not closed: counts as a surface");
  text += s.unit.empty() ? "  the file does not tell its unit\n" : fmt::format("  lengths in {}\n", s.unit);
  if (s.deflection) text += fmt::format("  a CAD model: its triangles are at most {} off\n", length_text(*s.deflection, wording));
  for (const std::string& note : s.notes) text += fmt::format("  note: {}\n", note);
  if (mesh.vertices > 0) {
    text += fmt::format("  from {} to {}\n", point_text(mesh.bounds.min, wording), point_text(mesh.bounds.max, wording));
    text += fmt::format("  size {}\n", point_text(mesh.bounds.max - mesh.bounds.min, wording));
  }
  if (mesh.triangles == 0) return text;
  text += fmt::format("  area {}{}\n", number_text(mesh.area, wording),
                      mesh.volume ? fmt::format(", volume {}", number_text(*mesh.volume, wording)) : "");
  text += fmt::format("  {}, {}\n", counted(mesh.parts, "part"), counted(mesh.topology.edges, "edge"));
  text += fmt::format("  defects: {}\n", defects_text(mesh));
  text += tree_text(s.tree, mesh.triangles);
  if (s.boxes_written)
    text += fmt::format("  {} of level {} in {}\n", counted(*s.boxes_written, "box", "es"), *arguments.boxes,
                        shown(arguments.output.out));
  return text;
}

Result<MeshSummary> inspect(const std::string& file, const InfoArguments& arguments) {
  const Progress progress("inspecting " + shown(file), arguments.output);
  const std::optional<double> metres = unit_of_file(file);
  const std::string& wanted = arguments.output.units;
  const double factor = metres && !wanted.empty() ? (*metres * 1e6) / (metres_in(wanted) * 1e6) : 1;
  const std::string stated = metres ? unit_of_metres(*metres).value_or(fmt::format("{} m", *metres)) : "";
  std::optional<double> deflection;
  std::vector<std::string> notes;
  const Result<Geometry> geometry = [&]() -> Result<Geometry> {
    const BodyArgument argument{.source = file, .tree = arguments.tree};
    if (!is_cad(file)) return load_geometry(argument, Vec3::Constant(factor), arguments.output.threads);
    const Result<LoadedBodies> loaded =
        load_bodies({{&argument, ""}}, {wanted, arguments.output.threads, Solidity::none, arguments.deflection});
    if (!loaded) return tl::make_unexpected(loaded.error());
    deflection = loaded->a().deflection;
    notes = loaded->a().notes;
    return loaded->a().body.geometry;
  }();
  if (!geometry) return tl::make_unexpected(geometry.error());
  MeshSummary summary{file == "-" ? "standard input" : file,
                      report_on(*geometry->mesh()),
                      report_on(*geometry),
                      wanted.empty() ? stated : wanted,
                      {},
                      deflection,
                      notes};
  if (!arguments.boxes) return summary;
  return write_boxes(*geometry, *arguments.boxes, arguments.output.out).map([&](std::size_t count) {
    summary.boxes_written = count;
    return summary;
  });
}

ExitCode run_info(InfoArguments& arguments) {
  if (arguments.boxes && (arguments.output.out.empty() || arguments.files.size() != 1))
    return fail_with("info", "--boxes needs one FILE, and --out for the boxes");
  if (arguments.boxes)
    if (const Result<void> other = check_not_input(arguments.output.out, arguments.files[0]); !other)
      return fail_with(other.error());
  if (const Result<void> used = check_deflection(arguments.deflection, arguments.files); !used) return fail_with(used.error());
  AnswerForms answer{.json = json_head("info")};
  for (const std::string& file : arguments.files) {
    const Result<MeshSummary> summary = inspect(file, arguments);
    if (!summary) return fail_with(summary.error());
    answer.rows.push_back(summary_json(arguments, *summary));
    answer.text += summary_text(arguments, *summary);
  }
  if (answer.rows.size() == 1)
    answer.json.update(answer.rows.front());
  else
    answer.json["files"] = answer.rows;
  if (arguments.boxes) arguments.output.out.clear();  // it was for the boxes
  return deliver(arguments.output, answer);
}

}  // namespace

Command info_command() {
  const auto own = std::make_shared<InfoArguments>();
  InfoArguments& all = *own;
  return {
      .name = "info",
      .summary = "what a mesh file holds, what is wrong with it, what its tree is like",
      .description =
          "Defects are legal, and answers are exact in spite of them; they tell why a mesh has no inside, or more triangles "
          "than it seems to.",
      .positionals = {arguments("FILE", "Mesh files, or - for standard input", all.files)},
      .groups = {{"Question",
                  {count("--boxes", "LEVEL", "Write the boxes of this level of the tree to --out (see also graze tree)", all.boxes),
                   deflection_option(all.deflection)}},
                 tree_options(all.tree),
                 output_options(all.output)},
      .examples = {{"graze info bracket.stl", "Size, closed or not, defects"},
                   {"graze info *.stl --csv --out parts.csv", "A table of many files"}},
      .exits = {{0, "described"}, {2, "an error, told in one line on standard error"}},
      .run = [own] { return run_info(*own); }};
}

}  // namespace graze::cli
