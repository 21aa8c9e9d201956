/// Reads a mesh, builds its tree and saves both.

#include "build_command.h"

#include <filesystem>
#include <utility>

#include <fmt/format.h>

#include <graze/mesh_file.h>
#include <graze/names.h>

#include "answer_text.h"
#include "mesh_argument.h"
#include "output.h"
#include "output_file.h"
#include "progress.h"

namespace graze::cli {

ExitCode run_build(const BuildArguments& arguments) {
  const Progress progress("building");
  const std::filesystem::path out = arguments.out.empty() ? std::filesystem::path(arguments.file).replace_extension(".graze")
                                                          : std::filesystem::path(arguments.out);
  if (const Result<void> other = check_not_input(out, arguments.file); !other) return fail_with(other.error());
  TreeArgument tree = arguments.tree;
  if (tree.rule.empty() && arguments.refit.empty())
    tree.rule = name_in(split_rules, SplitRule::surface);  // saved ones are built anew
  const Result<Geometry> geometry = load_geometry(arguments.file, arguments.refit, tree);
  if (!geometry) return fail_with(geometry.error());
  const std::size_t triangles = geometry->mesh()->triangles.size();
  if (const Result<void> written = write_tree(out, *geometry); !written) return fail_with(written.error());
  Output output;
  std::error_code ignored;
  output.write(
      fmt::format("{}: {}, {} bytes\n", out.string(), counted(triangles, "triangle"), std::filesystem::file_size(out, ignored)));
  return output.finished(clear);
}

}  // namespace graze::cli
