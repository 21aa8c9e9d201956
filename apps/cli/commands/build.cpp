/// graze build: a mesh with its tree, saved so that later commands need not build it.

#include <filesystem>
#include <memory>

#include <fmt/format.h>

#include <graze/mesh_file.h>
#include <graze/options.h>

#include "answer/answer.h"
#include "answer/output_file.h"
#include "answer/progress.h"
#include "commands/commands.h"
#include "grammar/bindings.h"
#include "input/load.h"

namespace graze::cli {
namespace {

struct BuildArguments {
  BodyArgument mesh;
  std::string out;  ///< empty: the name of the file with .graze in place of its ending
  OutputOptions output;
};

Result<AnswerForms> build(const BuildArguments& arguments) {
  const Progress progress("building", arguments.output);
  const std::filesystem::path in(arguments.mesh.source);
  if (arguments.out.empty() && in == "-")
    return fail(ErrorCode::bad_option, "--out: needed where the mesh comes from standard input");
  const std::filesystem::path out =
      arguments.out.empty() ? std::filesystem::path(in).replace_extension(".graze") : std::filesystem::path(arguments.out);
  if (const Result<void> other = check_not_input(out, in); !other) return tl::make_unexpected(other.error());
  BodyArgument mesh = arguments.mesh;
  if (mesh.tree.rule.empty() && mesh.tree.kind.empty() && mesh.refit.empty())
    mesh.tree.rule = name_in(split_rules, SplitRule::surface);  // saved ones are built anew
  const Result<Geometry> geometry = load_geometry(mesh, Vec3::Ones(), arguments.output.threads);
  if (!geometry) return tl::make_unexpected(geometry.error());
  const std::size_t triangles = geometry->triangles().size();
  if (const Result<void> written = write_tree(out, *geometry); !written) return tl::make_unexpected(written.error());
  std::error_code ignored;
  const std::uintmax_t bytes = std::filesystem::file_size(out, ignored);
  AnswerForms answer{.json = json_head("build")};
  answer.json.update(Json{{"file", arguments.mesh.source}, {"out", out.string()}, {"triangles", triangles}, {"bytes", bytes}});
  answer.text = fmt::format("{}: {}, {} bytes\n", shown(out.string()), counted(triangles, "triangle"), bytes);
  return answer;
}

}  // namespace

Command build_command() {
  const auto own = std::make_shared<BuildArguments>();
  BuildArguments& all = *own;
  Option out = file_to_write("--out", "FILE", "File to write; default: FILE, ending in .graze", all.out);
  out.short_name = "-o";
  return {
      .name = "build",
      .summary = "save a mesh with its tree, so that other commands start at once",
      .description =
          "The other commands read the file as any mesh file. Numbers stay as they are: graze convert FILE OUT.graze --units UNIT "
          "saves them in another unit.",
      .positionals = {argument("FILE", "Mesh file, or - for standard input", all.mesh.source)},
      .groups = {{"What is built",
                  {out,
                   file("--refit", "FILE", "Mesh file whose vertices replace those of FILE; its tree is refitted, not built anew",
                        all.mesh.refit)}},
                 tree_options(all.mesh.tree),
                 without(output_options_without_out(all.output), {"--units"})},
      .examples = {{"graze build scan.ply", "Writes scan.graze"},
                   {"graze build scan.ply --compact -o small.graze", "A tree of a third of the size"}},
      .exits = {{0, "written"}, {2, "an error, told in one line on standard error"}},
      .run = [own] {
        const Result<AnswerForms> answer = build(*own);
        return answer ? deliver(own->output, *answer) : fail_with(answer.error());
      }};
}

}  // namespace graze::cli
