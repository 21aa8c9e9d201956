/// Collects bodies from all kinds of files, gives them names of their own, and puts them into one scene.

#include "input/assembly.h"

#include <algorithm>
#include <array>
#include <filesystem>
#include <map>

#include <fmt/format.h>

#include "answer/wording.h"
#include "grammar/suggestion.h"
#include "input/shape_text.h"

namespace graze::cli {
namespace {

constexpr std::array mesh_endings{".stl", ".obj", ".ply", ".off", ".gltf", ".glb", ".3mf", ".dae", ".graze", ".gz"};

std::string lower_ending(const std::filesystem::path& path) {
  std::string ending = path.extension().string();
  std::ranges::transform(ending, ending.begin(), [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return ending;
}

bool is_mesh_file(const std::filesystem::path& path) {
  return std::ranges::find(mesh_endings, lower_ending(path)) != mesh_endings.end();
}

/// Folders stand for the mesh files in them and below them, sorted.
Result<std::vector<std::string>> expanded(const std::vector<std::string>& sources) {
  std::vector<std::string> files;
  for (const std::string& source : sources) {
    std::error_code problem;
    if (!std::filesystem::is_directory(source, problem)) {
      files.push_back(source);
      continue;
    }
    std::vector<std::string> inside;
    std::filesystem::recursive_directory_iterator entry(source, problem), end;
    for (; !problem && entry != end; entry.increment(problem))
      if (entry->is_regular_file(problem) && is_mesh_file(entry->path())) inside.push_back(entry->path().string());
    if (problem) return fail(ErrorCode::file, fmt::format("{}: {}", source, problem.message()));
    if (inside.empty()) return fail(ErrorCode::file, fmt::format("{}: no mesh files in this folder", source));
    std::ranges::sort(inside);
    files.insert(files.end(), inside.begin(), inside.end());
  }
  return files;
}

/// Names that occur again get #2, #3.
class Names {
 public:
  std::string unique(const std::string& name) {
    std::size_t& count = counts_[name];
    if (++count == 1 && taken_.insert({name, true}).second) return name;
    for (std::size_t i = std::max<std::size_t>(count, 2);; ++i) {
      std::string candidate = fmt::format("{}#{}", name, i);
      if (taken_.insert({candidate, true}).second) return candidate;
    }
  }

 private:
  std::map<std::string, std::size_t> counts_;
  std::map<std::string, bool> taken_;
};

class Assembler {
 public:
  explicit Assembler(const AssemblyOptions& options) : options_(options) {}

  /// Mesh files and shapes, a body each, all in one unit.
  Result<void> add_files(const std::vector<std::string>& files, std::size_t first_against) {
    std::vector<BodyArgument> arguments;
    for (const std::string& file : files) arguments.push_back({.source = file});
    std::vector<NamedArgument> named;
    for (const BodyArgument& argument : arguments) named.emplace_back(&argument, "");
    Result<LoadedBodies> loaded = load_bodies(named, options_.loading);
    if (!loaded) return tl::make_unexpected(loaded.error());
    assembly_.unit = loaded->unit;
    assembly_.notes = loaded->notes;
    for (std::size_t i = 0; i < loaded->bodies.size(); ++i) {
      LoadedBody& body = loaded->bodies[i];
      SceneBody scene_body{.parts = {BodyPart{.geometry = body.body.geometry, .solid = body.body.solid}},
                           .name = names_.unique(body.name)};
      if (const Result<void> added = add(std::move(scene_body), body.kind, i >= first_against); !added) return added;
    }
    return {};
  }

  Result<void> add(SceneBody body, const std::string& kind, bool is_against) {
    AssemblyBody described{body.name, kind, is_against};
    return assembly_.scene.add(std::move(body))
        .map_error([&](const Error& error) { return Error{error.code, fmt::format("{}: {}", described.name, error.message)}; })
        .map([&](BodyId id) {
          assembly_.ids.push_back(id);
          assembly_.bodies.push_back(std::move(described));
        });
  }

  Assembly take() { return std::move(assembly_); }

 private:
  const AssemblyOptions& options_;
  Assembly assembly_;
  Names names_;
};

}  // namespace

std::size_t Assembly::index_of(BodyId id) const {
  return static_cast<std::size_t>(std::ranges::lower_bound(ids, id) - ids.begin());
}

std::optional<BodyId> Assembly::find(const std::string& name) const {
  const auto found = std::ranges::find(bodies, name, &AssemblyBody::name);
  if (found == bodies.end()) return std::nullopt;
  return ids[static_cast<std::size_t>(found - bodies.begin())];
}

Result<Assembly> assemble(const std::vector<std::string>& files, const std::vector<std::string>& against,
                          const AssemblyOptions& options) {
  Result<std::vector<std::string>> all = expanded(files);
  if (!all) return tl::make_unexpected(all.error());
  const std::size_t first_against = all->size();
  const Result<std::vector<std::string>> others = expanded(against);
  if (!others) return tl::make_unexpected(others.error());
  all->insert(all->end(), others->begin(), others->end());
  Assembler assembler(options);
  const Result<void> done = assembler.add_files(*all, first_against);
  if (!done) return tl::make_unexpected(done.error());
  return assembler.take();
}

Result<std::pair<std::string, std::string>> pair_in(const std::string& text, const std::vector<std::string>& names) {
  const auto is_known = [&](const std::string& name) { return std::ranges::find(names, name) != names.end(); };
  const std::size_t only = text.find(',');
  if (only == std::string::npos) return fail(ErrorCode::bad_option, fmt::format("expected two names, A,B, got {}", text));
  for (std::size_t comma = only; comma != std::string::npos; comma = text.find(',', comma + 1)) {
    const std::string a = text.substr(0, comma), b = text.substr(comma + 1);
    if (is_known(a) && is_known(b)) return std::pair(a, b);
  }
  const std::string a = text.substr(0, only);
  const std::string& unknown = is_known(a) ? text.substr(only + 1) : a;
  return fail(ErrorCode::bad_option, fmt::format("{}: there is no body {}{}", text, unknown, suggestion(unknown, names)));
}

}  // namespace graze::cli
