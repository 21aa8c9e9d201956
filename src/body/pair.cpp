/// What questions about two bodies share: error messages, names of features in the plane, exchanging a and b.

#include "body/pair.h"

#include <algorithm>

namespace graze::query {
namespace {

/// The word of the query format for every kind of shape, in the order of Shape::Variant.
constexpr const char* kind_names[] = {"point",       "line",     "ray",    "segment",   "plane", "halfspace", "sphere",
                                      "capsule",     "cylinder", "cone",   "ellipsoid", "aabb",  "obb",       "triangle",
                                      "tetrahedron", "polygon",  "convex", "points",    "mesh",  "torus"};
static_assert(std::size(kind_names) == std::variant_size_v<Shape::Variant>);

std::string kind_of(const Body& body) { return kind_names[body.geometry.shape().value.index()]; }

}  // namespace

tl::unexpected<Error> unsupported(const char* question, const Body& a, const Body& b) {
  return fail(ErrorCode::unsupported_pair, std::string(question) + ": not answered for " + kind_of(a) + " and " + kind_of(b));
}

std::optional<PlacedMesh> as_mesh(const Body& body) {
  const MeshTree* tree = body.geometry.tree();
  if (tree == nullptr) return std::nullopt;
  return PlacedMesh{tree, body.pose, body.motion.velocity};
}

Feature named_in_plane(const Feature& feature, const Body& body) {
  if (!body.geometry.is_planar()) return feature;
  const auto& shape = body.geometry.shape().value;
  if (!std::holds_alternative<Aabb>(shape) && !std::holds_alternative<Obb>(shape)) return feature;
  const std::int32_t i = feature.index;
  switch (feature.kind) {
    case FeatureKind::vertex: return {FeatureKind::vertex, i & 3};
    case FeatureKind::edge:  // along x, y, z in turn, four each: see box_feature()
      if (i < 4) return {FeatureKind::edge, 2 + (i & 1)};
      if (i < 8) return {FeatureKind::edge, i >> 1 & 1};
      return {FeatureKind::vertex, i & 3};
    case FeatureKind::face: return i < 4 ? Feature{FeatureKind::edge, i} : Feature{FeatureKind::face, 0};
    case FeatureKind::interior: break;
  }
  return feature;
}

}  // namespace graze::query
