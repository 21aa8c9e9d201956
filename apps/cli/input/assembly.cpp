/// Collects bodies from all kinds of files, gives them names of their own, and puts them into one scene.

#include "input/assembly.h"

#include <algorithm>
#include <array>
#include <filesystem>
#include <map>

#include <fmt/format.h>

#include <graze/mesh_file.h>

#include "answer/units.h"
#include "answer/wording.h"
#include "grammar/suggestion.h"
#include "input/cad.h"
#include "input/scene_source.h"

namespace graze::cli {
namespace {

constexpr std::array mesh_endings{".stl", ".obj", ".ply", ".off", ".gltf", ".glb", ".3mf", ".dae", ".graze", ".gz"};

std::string lower_ending(const std::filesystem::path& path) {
  std::string ending = path.extension().string();
  std::ranges::transform(ending, ending.begin(), [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return ending;
}

bool is_mesh_file(const std::filesystem::path& path) {
  const std::string ending = lower_ending(path);
  return std::ranges::find(mesh_endings, ending) != mesh_endings.end() || (has_step() && (ending == ".step" || ending == ".stp"));
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

/// A file or shape, and the side of --against it is on.
struct Source {
  std::string name;
  bool is_against = false;
};

class Assembler {
 public:
  explicit Assembler(const AssemblyOptions& options) : options_(options) { assembly_.unit = options.loading.units; }

  Result<void> add_all(const std::vector<Source>& sources) {
    std::vector<Source> plain;
    for (const Source& source : sources) {
      if (!is_scene_source(source.name, options_)) {
        plain.push_back(source);
      } else if (const Result<void> added = add_scene(source); !added) {
        return added;
      }
    }
    if (plain.empty()) return {};
    // Two files alone are looked at for units that do not go together, which takes both.
    return options_.boxes_only && plain.size() > 2 ? add_boxes_of(plain) : add_files(plain);
  }

  Assembly take() {
    for (const auto& [a, b] : assembly_.excluded) exclude(a, b);
    return std::move(assembly_);
  }

 private:
  /// A file of many bodies.
  Result<void> add_scene(const Source& from) {
    Result<SceneSource> source = read_scene_source(from.name, options_, assembly_.unit);
    if (!source) return tl::make_unexpected(source.error());
    if (assembly_.unit.empty()) assembly_.unit = source->unit;
    const bool converts = !source->unit.empty() && source->unit != assembly_.unit;
    const double factor = converts ? (metres_in(source->unit) * 1e6) / (metres_in(assembly_.unit) * 1e6) : 1;
    if (converts)
      assembly_.notes.push_back(fmt::format("{} is in {} and was converted to {}", shown(from.name), source->unit, assembly_.unit));
    std::map<std::string, std::string> renamed;
    for (SceneBody& body : source->bodies) {
      const std::string name = renamed[body.name] = names_.unique(body.name);
      const std::string kind = kind_of(body);
      Result<SceneBody> converted = rescaled(std::move(body), factor);
      if (!converted) return fail(converted.error().code, fmt::format("{}: {}: {}", from.name, name, converted.error().message));
      converted->name = name;
      if (const Result<void> added = add(*std::move(converted), kind, from.is_against); !added) return added;
      if (source->cad.empty()) continue;
      const CadBody& cad = source->cad[static_cast<std::size_t>(&body - source->bodies.data())];
      assembly_.bodies.back().deflection = cad.deviation * factor;
      assembly_.bodies.back().colour = cad.colour;
    }
    for (const auto& [a, b] : source->exclude) assembly_.excluded.emplace_back(renamed[a], renamed[b]);
    assembly_.notes.insert(assembly_.notes.end(), source->notes.begin(), source->notes.end());
    if (source->end > 0) assembly_.end = std::max(assembly_.end.value_or(0), source->end);
    return {};
  }

  /// Mesh files and shapes, a body each, all in one unit.
  Result<void> add_files(const std::vector<Source>& files) {
    std::vector<BodyArgument> arguments;
    for (const Source& file : files) arguments.push_back({.source = file.name});
    std::vector<NamedArgument> named;
    for (const BodyArgument& argument : arguments) named.emplace_back(&argument, "");
    Loading loading = options_.loading;
    loading.units = assembly_.unit;
    Result<LoadedBodies> loaded = load_bodies(named, loading);
    if (!loaded) return tl::make_unexpected(loaded.error());
    assembly_.unit = loaded->unit;
    assembly_.notes.insert(assembly_.notes.end(), loaded->notes.begin(), loaded->notes.end());
    for (std::size_t i = 0; i < loaded->bodies.size(); ++i) {
      LoadedBody& body = loaded->bodies[i];
      SceneBody scene_body{.parts = {BodyPart{.geometry = body.body.geometry, .solid = body.body.solid}},
                           .name = names_.unique(body.name)};
      if (const Result<void> added = add(std::move(scene_body), body.kind, files[i].is_against); !added) return added;
    }
    return {};
  }

  /// The same with boxes in the place of meshes.
  Result<void> add_boxes_of(const std::vector<Source>& files) {
    std::vector<BodyArgument> arguments;
    for (const Source& file : files) arguments.push_back({.source = file.name});
    if (std::ranges::find(files, "-", &Source::name) != files.end())
      return fail(ErrorCode::bad_option, "-: standard input can be read only once, and not by many");
    Loading loading = options_.loading;
    loading.units = assembly_.unit;
    assembly_.shelf = std::make_shared<BodyShelf>(BodyLoader(std::move(arguments), loading));
    const BodyLoader& loader = assembly_.shelf->loader();
    assembly_.unit = loader.unit();
    assembly_.notes.insert(assembly_.notes.end(), loader.notes().begin(), loader.notes().end());
    Result<std::vector<BodyOutline>> outlines = assembly_.shelf->outlines(loading.threads);
    if (!outlines) return tl::make_unexpected(outlines.error());
    for (std::size_t i = 0; i < outlines->size(); ++i) {
      BodyOutline& outline = (*outlines)[i];
      outline.stand_in.name = names_.unique(outline.name);
      if (const Result<void> added = add(std::move(outline.stand_in), outline.kind, files[i].is_against); !added) return added;
      AssemblyBody& body = assembly_.bodies.back();
      if (outline.is_box) body.on_shelf = i;
      body.triangles = outline.triangles;
      body.digest = outline.digest;
    }
    return {};
  }

  Result<void> add(SceneBody body, const std::string& kind, bool is_against) {
    AssemblyBody described{.name = body.name, .kind = kind, .is_against = is_against};
    return assembly_.scene.add(std::move(body))
        .map_error([&](const Error& error) { return Error{error.code, fmt::format("{}: {}", described.name, error.message)}; })
        .map([&](BodyId id) {
          assembly_.ids.push_back(id);
          ids_[described.name] = id;
          assembly_.bodies.push_back(std::move(described));
        });
  }

  /// Names that no body has were refused by the reader.
  void exclude(const std::string& a, const std::string& b) {
    const auto first = ids_.find(a), second = ids_.find(b);
    if (first != ids_.end() && second != ids_.end()) static_cast<void>(assembly_.scene.exclude(first->second, second->second));
  }

  const AssemblyOptions& options_;
  Assembly assembly_;
  Names names_;
  std::map<std::string, BodyId> ids_;
};

}  // namespace

bool Assembly::has_cad() const {
  return std::ranges::any_of(bodies, [](const AssemblyBody& body) { return body.deflection > 0; });
}

double Assembly::slack_between(BodyId a, BodyId b) const {
  return slack_of(bodies[index_of(a)].deflection, bodies[index_of(b)].deflection);
}

double Assembly::most_slack() const {
  double most = 0;
  for (const AssemblyBody& body : bodies) most = std::max(most, body.deflection);
  return slack_of(most, most);
}

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
  std::vector<Source> sources;
  for (const bool is_against : {false, true}) {
    const Result<std::vector<std::string>> names = expanded(is_against ? against : files);
    if (!names) return tl::make_unexpected(names.error());
    for (const std::string& name : *names) sources.push_back({name, is_against});
  }
  Assembler assembler(options);
  const Result<void> done = assembler.add_all(sources);
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
