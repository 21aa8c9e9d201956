/// Loads each mesh file that questions name once, and shares it among threads.

#include "io/json/question_meshes.h"

#include <fmt/format.h>

#include <graze/mesh_file.h>

namespace graze {
namespace {

Error in_file_field(const Error& error) { return {error.code, fmt::format("file: {}", error.message)}; }

std::array<std::uint32_t, 7> key_of(const std::optional<BuildOptions>& options) {
  if (!options) return {};
  const auto number = [](auto choice) { return static_cast<std::uint32_t>(choice); };
  return {1 + number(options->kind), number(options->rule), number(options->fit),       number(options->layout),
          options->leaf_triangles(), options->max_depth,    number(options->box_leaves)};
}

std::size_t triangle_count(const Result<Geometry>& geometry) { return geometry ? geometry->triangles().size() : 0; }

}  // namespace

Result<Geometry> QuestionMeshes::load(const std::filesystem::path& path, const Vec3& scale,
                                      const std::optional<BuildOptions>& options) const {
  const bool is_plain = scale == Vec3::Ones() && !options;
  if (is_plain && is_tree_file(path)) return open_tree(path).map_error(in_file_field);
  return (is_plain && source_ ? source_(path) : read_geometry(path, scale, options)).map_error(in_file_field);
}

Result<std::vector<Vec3>> QuestionMeshes::vertices(const std::string& file) const {
  return read_mesh((directory_ / file).lexically_normal())
      .map([](TriangleMesh&& mesh) { return std::move(mesh.vertices); })
      .map_error(in_file_field);
}

Result<Geometry> QuestionMeshes::get(const std::string& file, const Vec3& scale, const std::optional<BuildOptions>& options) {
  const std::filesystem::path path = (directory_ / file).lexically_normal();
  const Key key{path.string(), {scale[0], scale[1], scale[2]}, key_of(options)};
  std::promise<Result<Geometry>> promise;
  std::unique_lock lock(mutex_);
  const auto [entry, is_new] = loaded_.try_emplace(key, promise.get_future().share());
  const std::shared_future<Result<Geometry>> future = entry->second;
  lock.unlock();
  if (!is_new) return future.get();
  promise.set_value(
      load(path, scale, options));  // which throws nothing: a promise that is dropped would be an exception in every waiter
  forget_all_when_full(triangle_count(future.get()));
  return future.get();
}

void QuestionMeshes::forget_all_when_full(std::size_t added_triangles) {
  const std::lock_guard lock(mutex_);
  kept_triangles_ += added_triangles;
  if (kept_triangles_ <= most_triangles_) return;
  loaded_.clear();
  kept_triangles_ = 0;
}

}  // namespace graze
