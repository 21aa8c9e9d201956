/// Reads the fields "tree" and "refit" of a mesh or a cloud of points.

#include "io/json/tree_options.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <limits>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <graze/options.h>

#include "geometry/embed.h"
#include "io/json/fields.h"

namespace graze {
namespace {

constexpr std::array<std::string_view, 7> tree_fields{"kind", "rule", "fit", "layout", "leaf", "depth", "box_leaves"};
/// What trees of oriented boxes alone have.
constexpr std::array<std::string_view, 3> fields_of_oriented{"fit", "layout", "box_leaves"};

template <class Names>
Result<void> only_these(const Json& object, const Names& known) {
  for (const auto& [name, value] : object.items()) {
    if (std::find(known.begin(), known.end(), name) == known.end())
      return fail(ErrorCode::bad_option, fmt::format("{}: unknown field, not among {}", name, fmt::join(known, ", ")));
  }
  return {};
}

/// The choice that a word names; the one given where there is no such field.
template <class Methods, class Method>
Method choice(JsonFields& fields, std::string_view name, const Methods& methods, Method otherwise) {
  if (!fields.has(name)) return otherwise;
  const std::string word = fields.string(name);
  const auto method = method_named(word, methods);
  if (!fields.error() && !method)
    fields.report(ErrorCode::bad_option, fmt::format("{}: {} is none of {}", name, Json(word).dump(), names_of(methods)));
  return method.value_or(otherwise);
}

std::uint32_t small_count(JsonFields& fields, std::string_view name) {
  const std::uint64_t count = fields.count(name);
  constexpr std::uint64_t greatest = std::numeric_limits<std::uint32_t>::max();
  if (count > greatest) fields.report(ErrorCode::bad_option, fmt::format("{}: {} is more than {}", name, count, greatest));
  return static_cast<std::uint32_t>(std::min(count, greatest));
}

Result<BuildOptions> read_options(const Json& tree) {
  if (!tree.is_object()) return fail(ErrorCode::bad_option, fmt::format("expected an object, found {}", kind_of(tree)));
  if (const auto known = only_these(tree, tree_fields); !known) return tl::make_unexpected(known.error());
  JsonFields fields(tree, ErrorCode::bad_option);
  BuildOptions options;
  options.threads = 1;  // lines are answered at the same time
  options.kind = choice(fields, "kind", tree_kinds, options.kind);
  options.rule = choice(fields, "rule", split_rules, options.rule);
  options.fit = choice(fields, "fit", node_fits, options.fit);
  options.layout = choice(fields, "layout", node_layouts, options.layout);
  if (fields.has("leaf")) options.max_leaf_triangles = small_count(fields, "leaf");
  if (fields.has("depth")) options.max_depth = small_count(fields, "depth");
  if (fields.has("box_leaves")) options.box_leaves = fields.boolean("box_leaves");
  if (fields.error()) return tl::make_unexpected(*fields.error());
  for (const std::string_view name : fields_of_oriented) {
    if (options.kind == TreeKind::box_tree && fields.has(name))
      return fail(ErrorCode::bad_option, fmt::format("{}: not an option of a box_tree", name));
  }
  return options;
}

/// In the plane points have two numbers, and files hold meshes of space.
Result<std::vector<Vec3>> read_vertices_in_plane(const Json& refit) {
  if (!refit.is_object() || refit.size() != 1 || !refit.contains("v"))
    return fail(ErrorCode::bad_shape, "expected v, the points, of a cloud of the plane");
  JsonFields fields(refit, ErrorCode::bad_shape);
  std::vector<Vec3> points;
  for (const Vec2& p : fields.points<2>("v")) points.push_back(embedded(p));
  if (fields.error()) return tl::make_unexpected(*fields.error());
  return points;
}

Result<std::vector<Vec3>> read_vertices(const Json& refit, QuestionMeshes& meshes) {
  if (!refit.is_object()) return fail(ErrorCode::bad_shape, fmt::format("expected an object, found {}", kind_of(refit)));
  if (refit.size() != 1 || (!refit.contains("v") && !refit.contains("file")))
    return fail(ErrorCode::bad_shape, "expected v, the vertices, or file, a mesh file that has them");
  JsonFields fields(refit, ErrorCode::bad_shape);
  const bool is_file = refit.contains("file");
  const std::string file = is_file ? fields.string("file") : std::string();
  std::vector<Vec3> vertices = is_file ? std::vector<Vec3>() : fields.points<3>("v");
  if (fields.error()) return tl::make_unexpected(*fields.error());
  return is_file ? meshes.vertices(file) : Result<std::vector<Vec3>>(std::move(vertices));
}

}  // namespace

Result<std::optional<BuildOptions>> tree_options_from_json(const Json& object) {
  if (!object.contains("tree")) return std::optional<BuildOptions>();
  return read_options(object["tree"])
      .map([](const BuildOptions& options) { return std::optional(options); })
      .map_error([](const Error& error) { return at("tree", error); });
}

Result<Geometry> refitted_by_json(const Json& object, const Vec3& scale, QuestionMeshes& meshes, Geometry geometry) {
  if (!object.contains("refit")) return geometry;
  const auto refitted = [&](std::vector<Vec3> vertices) {
    for (Vec3& v : vertices) v = v.cwiseProduct(scale);
    return geometry.refitted(vertices);
  };
  const Json& refit = object["refit"];
  return (geometry.is_planar() ? read_vertices_in_plane(refit) : read_vertices(refit, meshes))
      .and_then(refitted)
      .map_error([](const Error& error) { return at("refit", error); });
}

}  // namespace graze
