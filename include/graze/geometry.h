#pragma once
/// Geometries and bodies: what the questions are asked about.

#include <array>
#include <cstdint>
#include <memory>
#include <span>

#include <graze/error.h>
#include <graze/export.h>
#include <graze/options.h>
#include <graze/pose.h>
#include <graze/shapes.h>

namespace graze {

class MeshTree;
class BoxTree;
struct Topology;

/// A shape that has passed validation, with what questions need prepared (the tree of a mesh). Immutable and shared: copies are
/// cheap and may be used from many threads.
class GRAZE_API Geometry {
 public:
  /// Validates, then prepares. The error names the field: "h[1]: negative half extent -0.5". The options are about the tree of a
  /// mesh or of a point cloud; it fails when options.progress calls it off (ErrorCode::limit).
  [[nodiscard]] static Result<Geometry> make(Shape shape, const BuildOptions& options = {});
  /// Shapes of the plane are held as shapes of the plane z = 0 (a circle as the sphere it is the section of, an ellipse as an
  /// ellipsoid, an implicit line as a plane, a half-plane as a half-space).
  [[nodiscard]] static Result<Geometry> make(const Shape2& shape, const BuildOptions& options = {});
  /// A mesh whose tree is there already.
  [[nodiscard]] static Geometry of(MeshTree tree);
  [[nodiscard]] static Geometry of(BoxTree tree);

  /// The same mesh with its vertices elsewhere: fits all boxes of the tree anew and leaves it else as it is, which is faster than a
  /// build, and worse where parts have moved away from each other. As many vertices as before, all finite. A box tree is built
  /// anew.
  [[nodiscard]] Result<Geometry> refitted(std::span<const Vec3> vertices, unsigned threads = 0) const;

  [[nodiscard]] const Shape& shape() const;  ///< of a mesh only the kind: its triangles are in mesh()
  [[nodiscard]] bool is_planar() const;      ///< made from a Shape2
  /// Of a mesh, or of a point cloud, whose points are triangles with three equal corners; null for other shapes. See mesh.h.
  /// Built when first asked for where BuildOptions::kind is another.
  [[nodiscard]] const MeshTree* tree() const;
  /// Of a mesh, or of a point cloud, made with TreeKind::box_tree; else null.
  [[nodiscard]] const BoxTree* box_tree() const;
  /// Made of triangles: a mesh, or a point cloud as above.
  [[nodiscard]] bool is_mesh() const;
  /// The triangles of a mesh, or of a point cloud as above; null for other shapes. Of a mesh that lies in a file (open_tree()) a
  /// copy of all of them, made when first asked for: see vertices() and triangles().
  [[nodiscard]] const TriangleMesh* mesh() const;
  /// The same arrays where they are, without a copy; empty for other shapes. As long as this geometry or a copy of it is there.
  [[nodiscard]] std::span<const Vec3> vertices() const;
  [[nodiscard]] std::span<const std::array<std::uint32_t, 3>> triangles() const;
  /// Whether some answers are about the boxes of its leaves: see BuildOptions::box_leaves.
  [[nodiscard]] bool has_box_leaves() const;
  /// How the triangles of a mesh are connected; computed when first asked for. Of other shapes it must not be asked.
  [[nodiscard]] const Topology& topology() const;

 private:
  struct Data;
  explicit Geometry(std::shared_ptr<const Data> data);
  static Result<void> prepare(Data& data, Shape shape, const BuildOptions& options);
  std::shared_ptr<const Data> data_;
};

/// A geometry with a place and a movement. Poses and velocities must be finite, rotations orthonormal; bodies of the plane stay in
/// it. Every question checks that, with check_body().
struct Body {
  Geometry geometry;
  Pose pose;
  Motion motion;
  /// Of a mesh: it counts as the solid that its closed surface bounds, the surface included. Otherwise it is the surface alone. A
  /// mesh with open edges has no inside, which is an error where a question needs one. Other shapes are what they are.
  bool solid = false;
};

/// The first thing wrong with the pose or the motion, if anything is.
[[nodiscard]] GRAZE_API Result<void> check_body(const Body& body);

}  // namespace graze
