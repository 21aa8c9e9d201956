#pragma once
/// Questions about two triangle meshes: the tree finds the pairs of triangles in reach, exact arithmetic decides each.
/// Meshes are surfaces here; answers are exact on the stored numbers and do not depend on the trees.

#include <graze/query/questions.h>
#include <graze/tree/mesh_tree.h>

namespace graze::query {

struct PlacedMesh {
  const MeshTree* tree = nullptr;
  Pose pose;
  Vec3 velocity = Vec3::Zero();
};

[[nodiscard]] bool surfaces_meet(const PlacedMesh& a, const PlacedMesh& b);

[[nodiscard]] Intersection meeting_triangles(const PlacedMesh& a, const PlacedMesh& b, const IntersectionOptions& options);

/// The first contact of any two triangles; of several at the same time the one with the smallest numbers is described.
[[nodiscard]] std::optional<Impact> first_contact(const PlacedMesh& a, const PlacedMesh& b, const SweepOptions& options);

}  // namespace graze::query
