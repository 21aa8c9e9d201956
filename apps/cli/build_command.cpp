#include <filesystem>

#include <fmt/format.h>

#include <graze/io/geometry_file.h>
#include <graze/io/tree_file.h>

#include "build_command.h"
#include "output.h"
#include "progress.h"

namespace graze::cli {

ExitCode run_build(const BuildArguments& arguments) {
  const Progress progress("building");
  const std::filesystem::path out = arguments.out.empty() ? std::filesystem::path(arguments.file).replace_extension(".graze")
                                                          : std::filesystem::path(arguments.out);
  const Result<Geometry> geometry = read_geometry(arguments.file);
  if (!geometry) return fail_with(geometry.error());
  if (const Result<void> written = write_tree(out, *geometry->tree()); !written) return fail_with(written.error());
  Output output;
  std::error_code ignored;
  output.write(fmt::format("{}: {} triangles, {} bytes\n", out.string(), geometry->tree()->mesh().triangles.size(),
                           std::filesystem::file_size(out, ignored)));
  return output.finished(clear);
}

}  // namespace graze::cli
