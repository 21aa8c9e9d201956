#pragma once
/// What queries answer. Index 0 belongs to the first body, 1 to the second; normals are unit and point from first to second.
/// Every type is a template on the vector, so that 2D and 3D answers have the same shape.

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include <graze/core/vec.h>

namespace graze {

enum class FeatureKind : std::uint8_t { vertex, edge, face, interior };

/// A part of a body's boundary. Vertices, edges and faces are numbered as the shape's header says.
struct Feature {
  FeatureKind kind = FeatureKind::interior;
  std::int32_t index = 0;      ///< of the vertex, edge or face within the convex piece
  std::int32_t triangle = -1;  ///< of the mesh this belongs to, -1 for other shapes

  friend bool operator==(const Feature&, const Feature&) = default;
};

/// A convex set of at most two dimensions: one point, the two ends of a segment, or the corners of a polygon in order.
template <class Vec>
struct PointSet {
  std::vector<Vec> points;

  friend bool operator==(const PointSet&, const PointSet&) = default;
};

using ContactSet = PointSet<Vec3>;
using ContactSet2 = PointSet<Vec2>;

/// Contact of two bodies that move at constant velocities over [0, t_max].
template <class Vec>
struct BasicImpact {
  double first = 0;            ///< exact first time of contact, rounded down
  std::optional<double> last;  ///< exact last time of contact within [0, t_max], rounded up; of meshes only on request
  bool initial = false;        ///< they meet at time 0 already, so `first` is 0
  bool approaching = true;     ///< false when they touch at time 0 and part at once
  PointSet<Vec> set;           ///< where they touch at `first`; empty for initially overlapping solids
  std::optional<Vec> normal;   ///< of the touching plane at `first`; absent when they overlap at time 0
  std::array<Feature, 2> features;
};

using Impact = BasicImpact<Vec3>;
using Impact2 = BasicImpact<Vec2>;

/// A point of one body's facing side that lies within the other body.
template <class Vec>
struct BasicManifoldPoint {
  Vec point = Vec::Zero();
  double depth = 0;  ///< >= 0, below the other body's facing side along the normal
};

/// Least translation that ends an overlap.
template <class Vec>
struct BasicPenetration {
  double depth = 0;  ///< >= 0; moving the second body by depth * normal makes the two just touch
  Vec normal = Vec::Zero();
  std::array<Feature, 2> features;
  std::vector<BasicManifoldPoint<Vec>> manifold;  ///< what a solver pushes at: at most 8 points between boxes
};

/// Nearest points of two bodies.
template <class Vec>
struct BasicClosest {
  double distance = 0;                                  ///< >= 0, and 0 exactly when they meet
  std::array<Vec, 2> points{Vec::Zero(), Vec::Zero()};  ///< one of each body; the same point twice when they meet
  std::array<Feature, 2> features;
};

using Closest = BasicClosest<Vec3>;
using Closest2 = BasicClosest<Vec2>;

/// Where a line, ray or segment o + t*d passes through a body's boundary.
template <class Vec>
struct BasicCrossing {
  double t = 0;  ///< in units of d as given; of a segment, of the way from its first to its second end
  Vec point = Vec::Zero();
  Vec normal = Vec::Zero();  ///< unit, outward from a solid; against the line from a body without interior
  bool entering = true;      ///< false where the line leaves a solid
  Feature feature;           ///< of the body
};

using Crossing = BasicCrossing<Vec3>;
using Crossing2 = BasicCrossing<Vec2>;

using ManifoldPoint = BasicManifoldPoint<Vec3>;
using Penetration = BasicPenetration<Vec3>;
using Penetration2 = BasicPenetration<Vec2>;

}  // namespace graze
