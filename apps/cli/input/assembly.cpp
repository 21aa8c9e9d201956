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

}  // namespace

std::string UniqueNames::unique(const std::string& name) {
  if (taken_.insert(name).second) return name;
  for (std::size_t i = std::max<std::size_t>(++counts_[name], 2);; ++i) {
    std::string candidate = fmt::format("{}#{}", name, i);
    if (taken_.insert(candidate).second) return candidate;
  }
}

Assembler::Assembler(const AssemblyOptions& options, Take take, TakeStored take_stored, Neighbours neighbours)
    : options_(options), take_(std::move(take)), take_stored_(std::move(take_stored)), neighbours_(std::move(neighbours)) {
  assembly_.unit = options.loading.units;
}

Result<std::vector<BodySource>> Assembler::add_scenes(std::vector<BodySource> sources) {
  for (const BodySource& source : sources) {
    if (!is_scene_source(source.name, options_)) continue;
    if (const Result<void> added = add_scene(source); !added) return tl::make_unexpected(added.error());
  }
  std::erase_if(sources, [&](const BodySource& source) { return is_scene_source(source.name, options_); });
  return sources;
}

double Assembler::conversion_from(const std::string& unit, const BodySource& from) {
  if (assembly_.unit.empty()) assembly_.unit = unit;
  if (unit.empty() || unit == assembly_.unit) return 1;
  assembly_.notes.push_back(fmt::format("{} is in {} and was converted to {}", shown(from.name), unit, assembly_.unit));
  return (metres_in(unit) * 1e6) / (metres_in(assembly_.unit) * 1e6);
}

Result<void> Assembler::add_scene(const BodySource& from) {
  Result<SceneSource> source = read_scene_source(from.name, options_, assembly_.unit, take_stored_ ? &neighbours_ : nullptr);
  if (!source) return tl::make_unexpected(source.error());
  const double factor = conversion_from(source->unit, from);
  std::map<std::string, std::string> renamed;
  if (source->stored) {
    std::map<std::size_t, std::string> changed;
    for (std::size_t i = 0; i < source->stored->size(); ++i) {
      const std::string& wanted = source->stored->name(i);
      if (std::string name = names_.unique(wanted); name != wanted) {
        renamed[wanted] = name;
        changed[i] = std::move(name);
      }
    }
    take_stored_(*std::move(source->stored), std::move(changed), factor, from);
  }
  for (SceneBody& body : source->bodies) {
    AssemblyBody described{.name = names_.unique(body.name), .kind = kind_of(body), .is_against = from.is_against};
    if (described.name != body.name) renamed[body.name] = described.name;
    if (!source->cad.empty()) {
      const CadBody& cad = source->cad[static_cast<std::size_t>(&body - source->bodies.data())];
      described.deflection = cad.deviation * factor;
      described.colour = cad.colour;
    }
    Result<SceneBody> converted = rescaled(std::move(body), factor);
    if (!converted)
      return fail(converted.error().code, fmt::format("{}: {}: {}", from.name, described.name, converted.error().message));
    converted->name = described.name;
    if (const Result<void> added = take_(*std::move(converted), std::move(described)); !added) return added;
  }
  const auto known_as = [&](const std::string& name) {
    const auto found = renamed.find(name);
    return found == renamed.end() ? name : found->second;
  };
  for (const auto& [a, b] : source->exclude) assembly_.excluded.emplace_back(known_as(a), known_as(b));
  assembly_.notes.insert(assembly_.notes.end(), source->notes.begin(), source->notes.end());
  if (source->end > 0) assembly_.end = std::max(assembly_.end.value_or(0), source->end);
  return {};
}

Result<void> Assembler::add_files(const std::vector<BodySource>& files) {
  if (files.empty()) return {};
  std::vector<BodyArgument> arguments;
  for (const BodySource& file : files) arguments.push_back({.source = file.name});
  std::vector<NamedArgument> named;
  for (const BodyArgument& argument : arguments) named.emplace_back(&argument, "");
  Loading loading = options_.loading;
  loading.units = assembly_.unit;
  Result<LoadedBodies> loaded = load_bodies(named, loading);
  if (!loaded) return tl::make_unexpected(loaded.error());
  assembly_.unit = loaded->unit;
  assembly_.notes.insert(assembly_.notes.end(), loaded->notes.begin(), loaded->notes.end());
  for (std::size_t i = 0; i < loaded->bodies.size(); ++i) {
    const LoadedBody& body = loaded->bodies[i];
    AssemblyBody described{.name = names_.unique(body.name), .kind = body.kind, .is_against = files[i].is_against};
    SceneBody scene_body{.parts = {BodyPart{.geometry = body.body.geometry, .solid = body.body.solid}}, .name = described.name};
    if (const Result<void> added = take_(std::move(scene_body), std::move(described)); !added) return added;
  }
  return {};
}

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

Result<std::vector<BodySource>> body_sources(const std::vector<std::string>& files, const std::vector<std::string>& against) {
  std::vector<BodySource> sources;
  for (const bool is_against : {false, true}) {
    Result<std::vector<std::string>> names = expanded(is_against ? against : files);
    if (!names) return tl::make_unexpected(names.error());
    for (std::string& name : *names) sources.push_back({std::move(name), is_against});
  }
  return sources;
}

Result<Assembly> assemble(const std::vector<std::string>& files, const std::vector<std::string>& against,
                          const AssemblyOptions& options) {
  Scene scene;
  std::vector<BodyId> ids;
  std::vector<AssemblyBody> bodies;
  std::map<std::string, BodyId> by_name;
  Assembler assembler(options, [&](SceneBody body, AssemblyBody described) {
    return scene.add(std::move(body))
        .map_error([&](const Error& error) { return Error{error.code, fmt::format("{}: {}", described.name, error.message)}; })
        .map([&](BodyId id) {
          ids.push_back(id);
          by_name[described.name] = id;
          bodies.push_back(std::move(described));
        });
  });
  const auto uses_options = [&](std::vector<BodySource> all) -> Result<std::vector<BodySource>> {
    std::vector<std::string> names;
    for (const BodySource& source : all) names.push_back(source.name);
    if (const Result<void> used = check_deflection(options.loading.deflection.value_or(0), names); !used)
      return tl::make_unexpected(used.error());
    return all;
  };
  const Result<void> done = body_sources(files, against)
                                .and_then(uses_options)
                                .and_then([&](std::vector<BodySource>&& all) { return assembler.add_scenes(std::move(all)); })
                                .and_then([&](const std::vector<BodySource>& plain) { return assembler.add_files(plain); });
  if (!done) return tl::make_unexpected(done.error());
  Assembly assembly = std::move(assembler.found());
  assembly.scene = std::move(scene);
  assembly.ids = std::move(ids);
  assembly.bodies = std::move(bodies);
  for (const auto& [a, b] : assembly.excluded) {  // names that no body has were refused by the reader
    const auto first = by_name.find(a), second = by_name.find(b);
    if (first != by_name.end() && second != by_name.end()) static_cast<void>(assembly.scene.exclude(first->second, second->second));
  }
  return assembly;
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
