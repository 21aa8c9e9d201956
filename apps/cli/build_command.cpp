/// Reads a mesh, builds its tree and saves both.

#include "build_command.h"

#include <filesystem>
#include <utility>

#include <fmt/format.h>

#include <graze/mesh_file.h>

#include "answer_text.h"
#include "output.h"
#include "output_file.h"
#include "progress.h"

namespace graze::cli {

ExitCode run_build(const BuildArguments& arguments) {
  const Progress progress("building");
  const std::filesystem::path out = arguments.out.empty() ? std::filesystem::path(arguments.file).replace_extension(".graze")
                                                          : std::filesystem::path(arguments.out);
  if (const Result<void> other = check_not_input(out, arguments.file); !other) return fail_with(other.error());
  Result<TriangleMesh> mesh = read_mesh(arguments.file);
  if (!mesh) return fail_with(mesh.error());
  const std::size_t triangles = mesh->triangles.size();
  const Result<Geometry> geometry =
      Geometry::make(Shape{*std::move(mesh)}, {.layout = arguments.compact ? NodeLayout::compact : NodeLayout::wide});
  if (!geometry) return fail_with(geometry.error());
  if (const Result<void> written = write_tree(out, *geometry); !written) return fail_with(written.error());
  Output output;
  std::error_code ignored;
  output.write(
      fmt::format("{}: {}, {} bytes\n", out.string(), counted(triangles, "triangle"), std::filesystem::file_size(out, ignored)));
  return output.finished(clear);
}

}  // namespace graze::cli
