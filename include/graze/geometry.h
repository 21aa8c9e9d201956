#pragma once
/// Bodies: what the public questions are asked about.

#include <memory>

#include <graze/error.h>
#include <graze/export.h>
#include <graze/motion.h>
#include <graze/pose.h>
#include <graze/shapes.h>
#include <graze/shapes2.h>
#include <graze/topology.h>

namespace graze {

class MeshTree;

/// A shape that has passed validation, with what queries need prepared (the tree of a mesh). Immutable and shared: copies are cheap
/// and may be used from many threads.
class GRAZE_API Geometry {
 public:
  /// Validates, then prepares. The error names the field: "h[1]: negative half extent -0.5".
  [[nodiscard]] static Result<Geometry> make(Shape shape);
  /// Shapes of the plane are held as shapes of the plane z = 0 (a circle as the sphere it is the section of).
  [[nodiscard]] static Result<Geometry> make(const Shape2& shape);
  /// A mesh whose tree is there already.
  [[nodiscard]] static Geometry of(MeshTree tree);

  [[nodiscard]] const Shape& shape() const;  ///< of a mesh only the kind: its triangles are in tree()->mesh()
  [[nodiscard]] bool is_planar() const;      ///< made from a Shape2
  /// Of a mesh, or of a point cloud, whose points are triangles with three equal corners; null for other shapes.
  [[nodiscard]] const MeshTree* tree() const;
  /// How the triangles of a mesh hang together; worked out when first asked for.
  [[nodiscard]] const Topology& topology() const;

 private:
  struct Data;
  explicit Geometry(std::shared_ptr<const Data> data);
  std::shared_ptr<const Data> data_;
};

/// A geometry with a place and a movement. Poses and velocities must be finite, rotations orthonormal: check_body() says so.
struct Body {
  Geometry geometry;
  Pose pose;
  Motion motion;
};

/// The first thing wrong with the pose or the motion, if anything is.
[[nodiscard]] GRAZE_API Result<void> check_body(const Body& body);

}  // namespace graze
