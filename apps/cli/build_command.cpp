#include <filesystem>
#include <utility>

#include <fmt/format.h>

#include <graze/mesh_file.h>
#include <graze/tree_file.h>

#include "build_command.h"
#include "output.h"
#include "progress.h"

namespace graze::cli {

ExitCode run_build(const BuildArguments& arguments) {
  const Progress progress("building");
  const std::filesystem::path out = arguments.out.empty() ? std::filesystem::path(arguments.file).replace_extension(".graze")
                                                          : std::filesystem::path(arguments.out);
  Result<TriangleMesh> mesh = read_mesh(arguments.file);
  if (!mesh) return fail_with(mesh.error());
  const Result<MeshTree> tree =
      MeshTree::build(*std::move(mesh), {.layout = arguments.compact ? NodeLayout::compact : NodeLayout::wide});
  if (!tree) return fail_with(tree.error());
  if (const Result<void> written = write_tree(out, *tree); !written) return fail_with(written.error());
  Output output;
  std::error_code ignored;
  output.write(fmt::format("{}: {} triangles, {} bytes\n", out.string(), tree->mesh().triangles.size(),
                           std::filesystem::file_size(out, ignored)));
  return output.finished(clear);
}

}  // namespace graze::cli
