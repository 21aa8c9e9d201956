/// Finds out what kind of scene a path is, and puts several together.

#include <algorithm>
#include <array>
#include <iterator>
#include <map>
#include <system_error>
#include <utility>

#include <fmt/format.h>

#include <graze/scene_file.h>

#include "io/files/fence.h"
#include "io/files/gunzip.h"
#include "io/files/source.h"
#include "io/mesh/format.h"
#include "io/mesh/parts.h"
#include "io/mesh/text.h"
#include "io/scene/gltf_scene.h"
#include "io/scene/json_scene.h"
#include "io/scene/names.h"
#include "io/scene/scene_meshes.h"
#include "io/step/step.h"

namespace graze {
namespace {

namespace fs = std::filesystem;

bool has_extension(const fs::path& path, std::string_view lower_case) {
  return io::same_word(path.extension().string(), lower_case);
}

/// JSON that is not glTF, which says so in "asset".
bool is_json_scene(const fs::path& path, std::string_view bytes) {
  if (has_extension(path, ".gltf")) return false;
  const std::string_view text = io::without_mark(bytes);
  const std::size_t first = text.find_first_not_of(" \t\r\n");
  const bool is_json = first != std::string_view::npos && text[first] == '{';
  return is_json && (has_extension(path, ".json") || text.find("\"asset\"") == std::string_view::npos);
}

Result<void> add_mesh(const fs::path& path, const std::string& name, TriangleMesh mesh, const SceneReadOptions& options,
                      io::DistinctNames& names, SceneFile& scene) {
  if (mesh.triangles.empty()) {
    scene.notes.push_back(fmt::format("{}: {}: has no triangles and is left out", io::name_of(path), io::printable(name)));
    return {};
  }
  Result<Geometry> made = Geometry::make(Shape{std::move(mesh)});
  if (!made) return tl::make_unexpected(io::error_in(path, made.error().message, made.error().code));
  SceneBody body;
  body.parts.push_back({*made, {}, io::counts_as_solid(*made, options.solids), {}});
  body.name = names.taken(name);
  scene.bodies.push_back(std::move(body));
  return {};
}

Result<SceneFile> from_parts(const fs::path& path, std::vector<io::NamedMesh> parts, const SceneReadOptions& options) {
  SceneFile scene;
  io::DistinctNames names;
  for (io::NamedMesh& part : parts) {
    const std::string name = part.name.empty() ? path.filename().string() : part.name;
    if (const auto added = add_mesh(path, name, std::move(part.mesh), options, names, scene); !added)
      return tl::make_unexpected(added.error());
  }
  return scene;
}

Result<SceneFile> from_threemf(const io::MeshSource& source, const SceneReadOptions& options) {
  auto items = io::read_threemf_items(source, options.mesh);
  if (!items) return tl::make_unexpected(items.error());
  return from_parts(source.path, std::move(items->parts), options).map([&](SceneFile scene) {
    scene.units = items->unit;
    return scene;
  });
}

Result<SceneFile> from_urdf(const fs::path& path, const SceneReadOptions& options) {
  auto model = read_urdf(path, {.packages = options.packages, .solid = options.solids != Solids::none});
  if (!model) return tl::make_unexpected(model.error());
  SceneRobot robot;
  robot.name = model->name;
  robot.model = std::move(*model);
  robot.file = path;
  auto links = robot_bodies(robot);
  if (!links) return tl::make_unexpected(links.error());
  SceneFile scene;
  scene.units = "m";
  const std::size_t prefix = robot.name.size() + 1;  // alone in its file, a robot needs no name in front of its links
  scene.bodies = std::move(links->bodies);
  for (SceneBody& body : scene.bodies) body.name.erase(0, prefix);
  for (const auto& [a, b] : links->exclude) scene.exclude.push_back({a.substr(prefix), b.substr(prefix)});
  return scene;
}

std::string instance_name(const io::StepInstance& instance, const fs::path& path) {
  return instance.name.empty() ? path.filename().string() : instance.name;
}

/// Uses of a part share its geometry.
Result<SceneFile> from_step(const io::MeshSource& source, const SceneReadOptions& options) {
  auto model = io::read_step(source, {options.deflection, options.mesh.max_triangles, options.mesh.max_instances});
  if (!model) return tl::make_unexpected(model.error());
  std::vector<Geometry> geometries;
  for (io::StepShape& shape : model->shapes) {
    auto made = Geometry::make(Shape{std::move(shape.mesh)});
    if (!made) return tl::make_unexpected(io::error_in(source.path, made.error().message, made.error().code));
    geometries.push_back(*std::move(made));
  }
  SceneFile scene;
  scene.units = model->unit;
  scene.notes = model->notes;
  io::DistinctNames names;
  for (const io::StepInstance& instance : model->instances) {
    const Geometry& geometry = geometries[instance.shape];
    SceneBody body;
    body.name = names.taken(instance_name(instance, source.path));
    body.pose = instance.pose;
    body.parts.push_back({geometry, {}, io::counts_as_solid(geometry, options.solids), {}});
    scene.cad.push_back({body.name, model->shapes[instance.shape].deviation, instance.colour});
    scene.bodies.push_back(std::move(body));
  }
  return scene;
}

Result<SceneFile> from_mesh(const fs::path& path, const SceneReadOptions& options) {
  if (is_tree_file(path)) {
    Result<Geometry> saved = read_tree(path, options.mesh);
    if (!saved) return tl::make_unexpected(saved.error());
    SceneFile scene;
    SceneBody body;
    body.parts.push_back({*saved, {}, io::counts_as_solid(*saved, options.solids), {}});
    body.name = path.filename().string();
    scene.bodies.push_back(std::move(body));
    return scene;
  }
  auto mesh = read_mesh(path, options.mesh);
  if (!mesh) return tl::make_unexpected(mesh.error());
  std::vector<io::NamedMesh> parts;
  parts.push_back({path.filename().string(), std::move(*mesh)});
  return from_parts(path, std::move(parts), options);
}

/// Of a file that gzip compressed the bytes are unpacked.
Result<SceneFile> from_source(const io::MeshSource& source, const SceneReadOptions& options) {
  const fs::path& path = source.path;
  if (is_json_scene(io::without_gz(path), source.bytes)) return io::read_json_scene(source, options);
  if (options.cad && !options.mesh.format && io::is_step(source.bytes)) return from_step(source, options);
  const Result<MeshFormat> format = options.mesh.format ? *options.mesh.format : io::recognise(path, source.bytes);
  if (!format) return tl::make_unexpected(format.error());
  if (*format == MeshFormat::gltf) return io::read_gltf_scene(source, options);
  if (*format == MeshFormat::threemf) return from_threemf(source, options);
  if (*format != MeshFormat::obj || !options.split) return from_mesh(path, options);
  auto groups = io::read_obj_groups(source, options.mesh);
  if (!groups) return tl::make_unexpected(groups.error());
  return from_parts(path, std::move(*groups), options);
}

Result<SceneFile> from_file(const fs::path& path, const SceneReadOptions& options) {
  if (has_extension(path, ".urdf")) return from_urdf(path, options);
  const auto file = io::MappedFile::open(path, options.mesh.max_file_bytes);
  if (!file) return tl::make_unexpected(file.error());
  if (!io::is_gzip(file->bytes())) return from_source({path, file->bytes()}, options);
  const auto unpacked = io::gunzipped(path, file->bytes(), options.mesh.max_unpacked_bytes);
  if (!unpacked) return tl::make_unexpected(unpacked.error());
  if (unpacked->starts_with("PK")) return from_mesh(path, options);  // which says why not
  return from_source({path, *unpacked}, options);
}

bool is_mesh_name(const fs::path& path, bool cad) {
  if (cad && (has_extension(path, ".step") || has_extension(path, ".stp"))) return true;
  constexpr auto endings =
      std::to_array<std::string_view>({".stl", ".obj", ".ply", ".off", ".gltf", ".glb", ".3mf", ".dae", ".graze"});
  return std::ranges::any_of(endings, [&](std::string_view ending) { return has_extension(io::without_gz(path), ending); });
}

/// Sorted by name; other files are no part of it.
Result<std::vector<fs::path>> mesh_files_in(const fs::path& folder, bool cad) {
  std::vector<fs::path> files;
  std::error_code problem;
  for (fs::directory_iterator at(folder, problem), end; !problem && at != end; at.increment(problem)) {
    std::error_code other;
    if (is_mesh_name(at->path(), cad) && at->is_regular_file(other)) files.push_back(at->path());
  }
  if (problem) return tl::make_unexpected(io::error_in(folder, "cannot be listed: " + problem.message()));
  if (files.empty()) return tl::make_unexpected(io::error_in(folder, "holds no mesh files"));
  std::ranges::sort(files);
  return files;
}

/// Takes over what another file says. Names that are taken are changed, in its excluded pairs too.
Result<void> append(SceneFile&& more, const fs::path& path, io::DistinctNames& names, SceneFile& scene) {
  std::map<std::string, std::string> renamed;
  const auto rename = [&](std::string& name) {
    const std::string free = names.taken(name);
    renamed[name] = free;
    name = free;
  };
  for (SceneBody& body : more.bodies) rename(body.name);
  for (SceneRobot& robot : more.robots) rename(robot.name);
  for (CadBody& body : more.cad) body.body = renamed[body.body];
  for (auto& pair : more.exclude) {
    for (std::string& name : pair) {
      if (const auto found = renamed.find(name); found != renamed.end()) name = found->second;
    }
    scene.exclude.push_back(pair);
  }
  if (!more.units.empty() && !scene.units.empty() && more.units != scene.units)
    return tl::make_unexpected(io::error_in(path, fmt::format("is in {}, the files before it in {}", more.units, scene.units)));
  if (scene.units.empty()) scene.units = more.units;
  std::ranges::move(more.bodies, std::back_inserter(scene.bodies));
  std::ranges::move(more.robots, std::back_inserter(scene.robots));
  std::ranges::move(more.animations, std::back_inserter(scene.animations));
  std::ranges::move(more.notes, std::back_inserter(scene.notes));
  std::ranges::move(more.cad, std::back_inserter(scene.cad));
  scene.end = std::max(scene.end, more.end);
  return {};
}

Result<std::vector<fs::path>> listed(std::span<const fs::path> paths, bool cad) {
  std::vector<fs::path> files;
  for (const fs::path& path : paths) {
    std::error_code problem;
    if (!fs::is_directory(path, problem)) {
      files.push_back(path);
      continue;
    }
    auto inside = mesh_files_in(path, cad);
    if (!inside) return inside;
    files.insert(files.end(), inside->begin(), inside->end());
  }
  return files;
}

}  // namespace

Result<SceneFile> read_scene(const fs::path& path, const SceneReadOptions& options) {
  return read_scene(std::span(&path, 1), options);
}

Result<SceneFile> read_scene(std::span<const fs::path> paths, const SceneReadOptions& options) {
  if (paths.empty()) return fail(ErrorCode::bad_option, "no files");
  return io::fenced(paths.front(), [&]() -> Result<SceneFile> {
    const auto files = listed(paths, options.cad);
    if (!files) return tl::make_unexpected(files.error());
    SceneFile scene;
    io::DistinctNames names;
    for (const fs::path& path : *files) {
      auto more = io::fenced(path, [&] { return from_file(path, options); });
      if (!more) return more;
      if (files->size() == 1) return more;
      if (const auto added = append(std::move(*more), path, names, scene); !added) return tl::make_unexpected(added.error());
    }
    return scene;
  });
}

}  // namespace graze
