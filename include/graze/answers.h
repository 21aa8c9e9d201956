#pragma once
/// What queries answer. Index 0 belongs to the first body, 1 to the second; normals are unit and point from first to second.
/// Bodies of the plane are bodies of z = 0, and so are the answers about them.

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include <graze/point_list.h>
#include <graze/vec.h>

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
struct ContactSet {
  PointList points;

  friend bool operator==(const ContactSet&, const ContactSet&) = default;
};

/// Contact of two bodies that move at constant velocities over [0, t_max].
struct Impact {
  double first = 0;            ///< exact first time of contact, rounded down
  std::optional<double> last;  ///< exact last time of contact within [0, t_max], rounded up; of meshes only on request
  bool initial = false;        ///< they meet at time 0 already, so `first` is 0
  bool approaching = true;     ///< false when they touch at time 0 and part at once
  ContactSet set;              ///< where they touch at `first`; empty for initially overlapping solids
  std::optional<Vec3> normal;  ///< of the touching plane at `first`; absent when they overlap at time 0
  std::array<Feature, 2> features;
};

/// A point of one body's facing side that lies within the other body.
struct ManifoldPoint {
  Vec3 point = Vec3::Zero();
  double depth = 0;  ///< >= 0, below the other body's facing side along the normal
};

/// Least translation that ends an overlap.
struct Penetration {
  double depth = 0;  ///< >= 0; moving the second body by depth * normal makes the two just touch
  Vec3 normal = Vec3::Zero();
  std::array<Feature, 2> features;
  std::vector<ManifoldPoint> manifold;  ///< what a solver pushes at: at most 8 points between boxes
};

/// Nearest points of two bodies.
struct Closest {
  double distance = 0;                                     ///< >= 0, and 0 exactly when they meet
  std::array<Vec3, 2> points{Vec3::Zero(), Vec3::Zero()};  ///< one of each body; the same point twice when they meet
  std::array<Feature, 2> features;
};

/// Where a line, ray or segment o + t*d passes through a body's boundary.
struct Crossing {
  double t = 0;  ///< in units of d as given; of a segment, of the way from its first to its second end; infinite if no double
  Vec3 point = Vec3::Zero();
  Vec3 normal = Vec3::Zero();  ///< unit, outward from a solid; against the line from a body without interior
  bool entering = true;        ///< false where the line leaves a solid
  Feature feature;             ///< of the body
};

/// A line, ray or segment against a body.
struct Raycast {
  bool intersect = false;
  /// Of the first common point: 0 where a ray or segment starts inside. A line that comes from infinity inside an unbounded body
  /// has none; t is then where it leaves or, when it never does, 0.
  double t = 0;
  Vec3 point = Vec3::Zero();  ///< at t
  /// Where it passes through the boundary, in order. One where it only touches a convex body or that has no inside. A flat body
  /// that holds the line in its plane is a solid of that plane, with normals in it.
  std::vector<Crossing> crossings;
};

}  // namespace graze
