#include <ode/ode.h>

#include <vector>

#include "accuracy.h"

namespace graze::bench {
namespace {

/// The arrays are the mesh from then on: the process ends soon.
dGeomID ode_mesh(const TriangleMesh& mesh) {
  auto* vertices = new std::vector<double>;
  auto* corners = new std::vector<dTriIndex>;
  for (const Vec3& v : mesh.vertices) vertices->insert(vertices->end(), {v.x(), v.y(), v.z()});
  for (const auto& t : mesh.triangles) corners->insert(corners->end(), t.begin(), t.end());
  const dTriMeshDataID data = dGeomTriMeshDataCreate();
  dGeomTriMeshDataBuildDouble(data, vertices->data(), 3 * sizeof(double), static_cast<int>(mesh.vertices.size()), corners->data(),
                              static_cast<int>(corners->size()), 3 * sizeof(dTriIndex));
  return dCreateTriMesh(nullptr, data, nullptr, nullptr, nullptr);
}

dGeomID unplaced(const HardShape& shape) {
  const Vec3 full = 2 * shape.half;
  switch (shape.kind) {
    case HardShape::Kind::box: return dCreateBox(nullptr, full.x(), full.y(), full.z());
    case HardShape::Kind::ball: return dCreateSphere(nullptr, shape.half.x());
    case HardShape::Kind::capsule: return dCreateCapsule(nullptr, shape.half.x(), full.z());
    case HardShape::Kind::cylinder: return dCreateCylinder(nullptr, shape.half.x(), full.z());
    default: return ode_mesh(shape.mesh);
  }
}

dGeomID ode_geom(const HardShape& shape, const Pose& pose) {
  const dGeomID geom = unplaced(shape);
  dMatrix3 rotation = {};
  for (int i = 0; i < 3; ++i) {
    for (int j = 0; j < 3; ++j) rotation[4 * i + j] = pose.rotation(i, j);
  }
  dGeomSetRotation(geom, rotation);
  dGeomSetPosition(geom, pose.translation.x(), pose.translation.y(), pose.translation.z());
  return geom;
}

dGeomID ode_ray(const Vec3& from, const Vec3& way) {
  const dGeomID ray = dCreateRay(nullptr, way.norm());
  dGeomRaySet(ray, from.x(), from.y(), from.z(), way.x(), way.y(), way.z());
  dGeomRaySetClosestHit(ray, 1);
  return ray;
}

Opinion ask_ode(const HardCase& c) {
  dInitODE2(0);
  dAllocateODEDataForThread(dAllocateMaskAll);
  const bool is_ray = c.question == HardCase::Question::ray;
  const Vec3 way = c.to - c.from;
  dContactGeom contact;
  const bool hit =
      dCollide(is_ray ? ode_ray(c.from, way) : ode_geom(c.b, c.pose_b), ode_geom(c.a, c.pose_a), 1, &contact, sizeof contact) > 0;
  return {false, hit, hit && is_ray ? contact.depth / way.norm() : 0};
}

/// It has contacts and rays, neither distances nor cones; its depth is not meant to be the least.
bool knows(const HardCase& c) {
  const bool is_shape = c.a.kind != HardShape::Kind::cone && c.b.kind != HardShape::Kind::cone;
  return is_shape && (c.question == HardCase::Question::overlap || c.question == HardCase::Question::ray);
}

}  // namespace

Asked asked_ode() { return {"ode", knows, ask_ode}; }

}  // namespace graze::bench
