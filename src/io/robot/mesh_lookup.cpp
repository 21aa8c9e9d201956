/// Lists the places where a file may be, and takes the first where it is.

#include "io/robot/mesh_lookup.h"

#include <algorithm>
#include <string_view>
#include <system_error>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "io/files/source.h"

namespace graze::io {

namespace {

namespace fs = std::filesystem;

std::string_view without_slashes(std::string_view text) {
  text.remove_prefix(std::min(text.find_first_not_of('/'), text.size()));
  return text;
}

/// The folder itself where it is the package, else the package in it.
fs::path in_package_folder(const fs::path& folder, const fs::path& package, const fs::path& rest) {
  const fs::path normal = (folder / "").lexically_normal().parent_path();
  return normal.filename() == package ? folder / rest : folder / package / rest;
}

std::vector<fs::path> folders_above(const fs::path& file) {
  std::error_code problem;
  const fs::path whole = fs::absolute(file, problem);
  std::vector<fs::path> folders;
  if (problem) return folders;
  for (fs::path at = whole.lexically_normal().parent_path();; at = at.parent_path()) {
    folders.push_back(at);
    if (at == at.parent_path()) return folders;
  }
}

std::vector<fs::path> package_candidates(const fs::path& description, std::string_view inside,
                                         const std::vector<fs::path>& packages) {
  const std::size_t slash = std::min(inside.find('/'), inside.size());
  const fs::path package(inside.substr(0, slash));
  const fs::path rest(without_slashes(inside.substr(slash)));
  std::vector<fs::path> places;
  for (const fs::path& folder : packages) {
    places.push_back(in_package_folder(folder, package, rest));
    places.push_back(folder / package / rest);
  }
  for (const fs::path& folder : folders_above(description)) {
    places.push_back(in_package_folder(folder, package, rest));
    places.push_back(folder / package / rest);
  }
  return places;
}

std::vector<fs::path> relative_candidates(const fs::path& description, const fs::path& name,
                                          const std::vector<fs::path>& packages) {
  std::vector<fs::path> places{description.parent_path() / name};
  for (const fs::path& folder : packages) places.push_back(folder / name);
  return places;
}

/// In order, each once.
std::string listed(const std::vector<fs::path>& places) {
  std::vector<std::string> names;
  for (const fs::path& place : places) {
    const std::string name = name_of(place.lexically_normal());
    if (std::ranges::find(names, name) == names.end()) names.push_back(name);
  }
  return fmt::format("{}", fmt::join(names, ", "));
}

}  // namespace

Result<fs::path> find_robot_mesh(const fs::path& description, const std::string& name, const std::vector<fs::path>& packages) {
  const std::string_view whole = name;
  if (whole.find('\0') != std::string_view::npos) return fail(ErrorCode::file, "a file name with a zero byte in it");
  const std::size_t scheme_end = whole.find("://");
  const std::string_view scheme = whole.substr(0, scheme_end == std::string_view::npos ? 0 : scheme_end);
  const std::string_view inside = scheme.empty() ? whole : whole.substr(scheme_end + 3);
  std::vector<fs::path> places;
  if (scheme == "package" || scheme == "model") {
    places = package_candidates(description, without_slashes(inside), packages);
  } else if (scheme.empty() || scheme == "file") {
    places = relative_candidates(description, fs::path(inside), packages);
  } else {
    return fail(ErrorCode::file, fmt::format("{}: only package://, file:// and plain paths are read", printable(name, 200)));
  }
  for (const fs::path& place : places) {
    std::error_code problem;
    if (fs::is_regular_file(place, problem)) return place.lexically_normal();
  }
  return fail(ErrorCode::file, fmt::format("{}: no such file; tried {}", printable(name, 200), listed(places)));
}

}  // namespace graze::io
