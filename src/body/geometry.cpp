/// Makes, checks and shares geometries, and checks bodies: pose, motion and solidity.

#include <graze/geometry.h>

#include <cassert>
#include <cmath>
#include <mutex>
#include <optional>
#include <string>

#include <Eigen/Geometry>

#include <graze/answers.h>
#include <graze/validate.h>

#include "body/pair.h"
#include "body/view_of.h"
#include "geometry/embed.h"
#include "geometry/topology.h"
#include "numbers/tolerance.h"
#include "tree/nodes/box_tree.h"
#include "tree/nodes/mesh_tree.h"

namespace graze {

struct Geometry::Data {
  Shape shape;  ///< without its mesh, which the tree owns
  bool is_planar = false;
  std::optional<MeshTree> tree;
  std::optional<BoxTree> box_tree;               ///< instead of the other, which is then made when it is first needed
  tree::OnDemand<MeshTree> tree_on_demand = {};  ///< with the default options, so that it cannot fail
  mutable std::once_flag topology_once;
  mutable Topology topology;
};

namespace {

Result<void> check_finite(const Vec3& v, const char* field) {
  for (int i = 0; i < 3; ++i) {
    if (!std::isfinite(v[i])) return fail(ErrorCode::not_finite, std::string(field) + "[" + std::to_string(i) + "]: not finite");
  }
  return {};
}

/// Whether nothing is wrong, in one expression: comparisons with NaN fail. The columns of a rotation are as far from
/// orthonormal as its rows, in the spectral norm, which is between the largest entry and the sum of all.
bool is_sound(const Body& body) {
  const Mat3& r = body.pose.rotation;
  const Motion& m = body.motion;
  const double skew = std::abs(r.col(0).dot(r.col(1))) + std::abs(r.col(1).dot(r.col(2))) + std::abs(r.col(2).dot(r.col(0)));
  const double stretch =
      std::abs(r.col(0).squaredNorm() - 1) + std::abs(r.col(1).squaredNorm() - 1) + std::abs(r.col(2).squaredNorm() - 1);
  const double zero = 0 * (body.pose.translation.sum() + m.velocity.sum() + m.angular_velocity.sum());
  return stretch + 2 * skew <= tolerance::orthonormal_frame && r.col(0).cross(r.col(1)).dot(r.col(2)) > 0 && zero == 0 && !m.center;
}

Result<void> check_rotation(const Mat3& r) {
  for (int i = 0; i < 3; ++i) {
    for (int j = 0; j < 3; ++j) {
      if (!std::isfinite(r(i, j))) {
        return fail(ErrorCode::not_finite, "R[" + std::to_string(i) + "][" + std::to_string(j) + "]: not finite");
      }
    }
  }
  const double off = (r * r.transpose() - Mat3::Identity()).cwiseAbs().maxCoeff();
  if (off > tolerance::orthonormal_frame)
    return fail(ErrorCode::bad_pose, "R: not a rotation (rows off by " + std::to_string(off) + ")");
  if (r.col(0).cross(r.col(1)).dot(r.col(2)) < 0) return fail(ErrorCode::bad_pose, "R: a reflection, not a rotation");
  return {};
}

/// A cloud as the mesh of its points, so that one tree and one set of methods serve both.
TriangleMesh mesh_of(const PointCloud& cloud) {
  TriangleMesh mesh{cloud.points, {}};
  for (std::uint32_t i = 0; i < cloud.points.size(); ++i) mesh.triangles.push_back({i, i, i});
  return mesh;
}

}  // namespace

Geometry::Geometry(std::shared_ptr<const Data> data) : data_(std::move(data)) {}

/// Of a shape that has been validated.
Result<void> Geometry::prepare(Data& data, Shape shape, const BuildOptions& options) {
  std::optional<TriangleMesh> mesh;
  if (auto* given = std::get_if<TriangleMesh>(&shape.value)) {
    mesh = std::move(*given);
    shape.value = TriangleMesh{};
  } else if (const auto* cloud = std::get_if<PointCloud>(&shape.value)) {
    mesh = mesh_of(*cloud);
  }
  if (mesh && options.kind == TreeKind::box_tree) {
    auto tree = BoxTree::build(*std::move(mesh), options);
    if (!tree) return tl::make_unexpected(tree.error());
    data.box_tree = *std::move(tree);
  } else if (mesh) {
    auto tree = MeshTree::build(*std::move(mesh), options);
    if (!tree) return tl::make_unexpected(tree.error());
    data.tree = *std::move(tree);
  }
  data.shape = std::move(shape);
  return {};
}

Result<Geometry> Geometry::make(Shape shape, const BuildOptions& options) {
  if (const auto valid = validate(shape); !valid) return tl::make_unexpected(valid.error());
  auto data = std::make_shared<Data>();
  if (const auto done = prepare(*data, std::move(shape), options); !done) return tl::make_unexpected(done.error());
  return Geometry(std::move(data));
}

Result<Geometry> Geometry::make(const Shape2& shape, const BuildOptions& options) {
  if (const auto valid = validate(shape); !valid) return tl::make_unexpected(valid.error());
  auto data = std::make_shared<Data>();
  if (const auto done = prepare(*data, embedded(shape), options); !done) return tl::make_unexpected(done.error());
  data->is_planar = true;
  return Geometry(std::move(data));
}

Geometry Geometry::of(MeshTree tree) {
  auto data = std::make_shared<Data>();
  data->shape.value = TriangleMesh{};
  data->tree = std::move(tree);
  return Geometry(std::move(data));
}

Geometry Geometry::of(BoxTree tree) {
  auto data = std::make_shared<Data>();
  data->shape.value = TriangleMesh{};
  data->box_tree = std::move(tree);
  return Geometry(std::move(data));
}

Result<Geometry> Geometry::refitted(std::span<const Vec3> vertices, unsigned threads) const {
  if (!is_mesh()) return fail(ErrorCode::bad_shape, "only meshes can be refitted");
  auto data = std::make_shared<Data>();
  data->shape = data_->shape;
  data->is_planar = data_->is_planar;
  if (auto* cloud = std::get_if<PointCloud>(&data->shape.value)) cloud->points.assign(vertices.begin(), vertices.end());
  if (data_->box_tree) {
    auto tree = data_->box_tree->refitted(vertices);
    if (!tree) return tl::make_unexpected(tree.error());
    data->box_tree = *std::move(tree);
  } else {
    data->tree = *data_->tree;
    if (const auto done = data->tree->refit(vertices, threads); !done) return tl::make_unexpected(done.error());
  }
  return Geometry(std::move(data));
}

const Shape& Geometry::shape() const { return data_->shape; }
bool Geometry::is_planar() const { return data_->is_planar; }

const MeshTree* Geometry::tree() const {
  if (data_->tree) [[likely]]
    return &*data_->tree;
  if (!data_->box_tree) return nullptr;
  return &data_->tree_on_demand.get([&] { return std::make_shared<const MeshTree>(*MeshTree::build(data_->box_tree->mesh())); });
}

const BoxTree* Geometry::box_tree() const { return data_->box_tree ? &*data_->box_tree : nullptr; }

bool Geometry::is_mesh() const { return data_->tree || data_->box_tree; }

std::span<const Vec3> Geometry::vertices() const {
  if (data_->tree) return data_->tree->view().vertices;
  return data_->box_tree ? std::span<const Vec3>(data_->box_tree->mesh().vertices) : std::span<const Vec3>();
}

std::span<const std::array<std::uint32_t, 3>> Geometry::triangles() const {
  using Corners = std::span<const std::array<std::uint32_t, 3>>;
  if (data_->tree) return data_->tree->view().triangles;
  return data_->box_tree ? Corners(data_->box_tree->mesh().triangles) : Corners();
}

const TriangleMesh* Geometry::mesh() const {
  if (data_->tree) return &data_->tree->mesh();
  return data_->box_tree ? &data_->box_tree->mesh() : nullptr;
}

bool Geometry::has_box_leaves() const { return data_->tree && data_->tree->record().box_leaves; }

const Topology& Geometry::topology() const {
  assert(is_mesh());
  std::call_once(data_->topology_once, [&] {
    const bool is_told = data_->tree && data_->tree->told_topology();
    data_->topology = is_told ? *data_->tree->told_topology() : topology_of(view_of(*this));
  });
  return data_->topology;
}

namespace {

Result<void> check_numbers(const Body& body) {
  const auto all_hold = check_rotation(body.pose.rotation)
                            .and_then([&] { return check_finite(body.pose.translation, "t"); })
                            .and_then([&] { return check_finite(body.motion.velocity, "vel"); })
                            .and_then([&] { return check_finite(body.motion.angular_velocity, "omega"); });
  if (!all_hold || !body.motion.center) return all_hold;
  return check_finite(*body.motion.center, "center");
}

/// A body of the plane z = 0 that is placed or moves out of it.
Result<void> check_in_plane(const Body& body) {
  const Mat3& r = body.pose.rotation;
  const Motion& m = body.motion;
  if (r(0, 2) != 0 || r(1, 2) != 0 || r(2, 0) != 0 || r(2, 1) != 0 || r(2, 2) <= 0)
    return fail(ErrorCode::bad_pose, "R: turns a 2D shape out of its plane");
  if (body.pose.translation.z() != 0) return fail(ErrorCode::bad_pose, "t[2]: moves a 2D shape out of its plane");
  if (m.velocity.z() != 0) return fail(ErrorCode::bad_pose, "vel[2]: moves a 2D shape out of its plane");
  if (m.angular_velocity.x() != 0 || m.angular_velocity.y() != 0)
    return fail(ErrorCode::bad_pose, "omega: turns a 2D shape out of its plane");
  if (m.center && m.center->z() != 0) return fail(ErrorCode::bad_pose, "center[2]: outside the plane of a 2D shape");
  return {};
}

}  // namespace

Result<void> query::check_bodies(const Body& a, const Body& b) {
  if (const auto ok = check_body(a); !ok) return tl::make_unexpected(at("a", ok.error()));
  if (const auto ok = check_body(b); !ok) return tl::make_unexpected(at("b", ok.error()));
  return check_same_space(a.geometry, b.geometry);
}

Result<void> query::check_same_space(const Geometry& a, const Geometry& b) {
  if (a.is_planar() == b.is_planar()) return {};
  return fail(ErrorCode::bad_shape,
              std::string("b: ") + (b.is_planar() ? "a" : "not a") + " 2D shape, a " + (a.is_planar() ? "is" : "is not") + " one");
}

Result<void> check_body(const Body& body) {
  const Result<void> ok = is_sound(body) ? Result<void>() : check_numbers(body);
  return ok && body.geometry.is_planar() ? check_in_plane(body) : ok;
}

}  // namespace graze
