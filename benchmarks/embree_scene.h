#pragma once
/// A mesh and rays as Embree has them: single precision, and the flag that is to keep rays from slipping through edges.

#include <algorithm>
#include <limits>

#include <embree3/rtcore.h>

#include <graze/shapes.h>

namespace graze::bench {

class EmbreeScene {
 public:
  EmbreeScene(RTCDevice device, const TriangleMesh& mesh) : scene_(rtcNewScene(device)) {
    rtcSetSceneFlags(scene_, RTC_SCENE_FLAG_ROBUST);
    RTCGeometry geometry = rtcNewGeometry(device, RTC_GEOMETRY_TYPE_TRIANGLE);
    auto* vertices = static_cast<float*>(
        rtcSetNewGeometryBuffer(geometry, RTC_BUFFER_TYPE_VERTEX, 0, RTC_FORMAT_FLOAT3, 3 * sizeof(float), mesh.vertices.size()));
    for (std::size_t i = 0; i < mesh.vertices.size(); ++i) {
      for (int k = 0; k < 3; ++k) vertices[3 * i + static_cast<std::size_t>(k)] = static_cast<float>(mesh.vertices[i][k]);
    }
    auto* corners = static_cast<unsigned*>(
        rtcSetNewGeometryBuffer(geometry, RTC_BUFFER_TYPE_INDEX, 0, RTC_FORMAT_UINT3, 3 * sizeof(unsigned), mesh.triangles.size()));
    for (const auto& t : mesh.triangles) corners = std::copy(t.begin(), t.end(), corners);
    rtcCommitGeometry(geometry);
    rtcAttachGeometry(scene_, geometry);
    rtcReleaseGeometry(geometry);
    rtcCommitScene(scene_);
  }
  EmbreeScene(const EmbreeScene&) = delete;
  EmbreeScene& operator=(const EmbreeScene&) = delete;
  ~EmbreeScene() { rtcReleaseScene(scene_); }

  /// Infinite where there is none.
  [[nodiscard]] float first_hit(const RTCRay& ray) const {
    RTCRayHit hit;
    hit.ray = ray;
    hit.hit.geomID = RTC_INVALID_GEOMETRY_ID;
    hit.hit.instID[0] = RTC_INVALID_GEOMETRY_ID;
    RTCIntersectContext context;
    rtcInitIntersectContext(&context);
    rtcIntersect1(scene_, &context, &hit);
    return hit.ray.tfar;
  }

 private:
  RTCScene scene_;
};

inline RTCRay embree_ray(const Ray& r) {
  RTCRay ray{};
  ray.org_x = static_cast<float>(r.origin.x()), ray.org_y = static_cast<float>(r.origin.y());
  ray.org_z = static_cast<float>(r.origin.z());
  ray.dir_x = static_cast<float>(r.direction.x()), ray.dir_y = static_cast<float>(r.direction.y());
  ray.dir_z = static_cast<float>(r.direction.z());
  ray.tfar = std::numeric_limits<float>::infinity();
  ray.mask = 0xffffffffU;
  return ray;
}

}  // namespace graze::bench
