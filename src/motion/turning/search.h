#pragma once
/// First contact of a mesh and another mesh or a convex shape that move and turn: best-first over pairs of boxes, then of triangles
/// (or of a triangle and the shape), by a time before which they certainly do not meet. [Tang09] keeps one time step for all pairs;
/// here every pair has its own.

#include <optional>

#include <graze/answers.h>
#include <graze/pose.h>

#include "motion/turning/reach.h"
#include "tree/nodes/mesh_tree.h"

namespace graze::query {

struct TurningMesh {
  const MeshTree* tree = nullptr;
  Pose pose;
  Motion motion;
  double reach = 0;  ///< bounds the distance of its points from the centre of the motion, length
};

/// A shape without triangles, as a tree of one box.
struct TurningConvex {
  const Body* body = nullptr;    ///< for distances
  const Shape* shape = nullptr;  ///< the same set, at least where the mesh comes: bounded and convex
  Pose pose;                     ///< of that
  Motion motion;
  Reach reach;
};

struct TurningTask {
  double from = 0, to = 0;  ///< times; to may be infinite
  double tolerance = 0;     ///< length; raised to what doubles can resolve
  double clearance = 0;     ///< surfaces within it of each other are in contact, length
  std::size_t max_evaluations = 0;
  bool is_linear =
      false;  ///< points keep their velocities from each evaluation to the end; the clearance covers what that neglects
};

/// Whether single precision can hold the boxes, and doubles the rest: sizes, speeds and distances of like magnitude.
[[nodiscard]] bool suits_turning_search(const TurningMesh& a, const TurningMesh& b);
[[nodiscard]] bool suits_turning_search(const TurningMesh& a, const TurningConvex& b);

struct TurningContact {
  TurningStatus status = TurningStatus::clear;
  double t_lo = 0;
  std::array<std::uint32_t, 2> triangles{};  ///< in contact at t_lo; of a convex shape 0
  Closest closest;                           ///< of them, with their numbers
};

/// The bodies have to be suited and must have triangles. A search of a thread must not run inside another: they share a queue.
[[nodiscard]] TurningContact search_turning(const TurningMesh& a, const TurningMesh& b, const TurningTask& task);
[[nodiscard]] TurningContact search_turning(const TurningMesh& a, const TurningConvex& b, const TurningTask& task);

}  // namespace graze::query
