#include <cmath>
#include <limits>

#include <embree3/rtcore.h>

#include "mesh_peers.h"
#include "timing.h"

namespace graze::bench {
namespace {

class EmbreeScene {
 public:
  EmbreeScene(RTCDevice device, const MeshCase& m) : scene_(rtcNewScene(device)) {
    rtcSetSceneFlags(scene_, RTC_SCENE_FLAG_ROBUST);
    RTCGeometry geometry = rtcNewGeometry(device, RTC_GEOMETRY_TYPE_TRIANGLE);
    auto* vertices = static_cast<float*>(
        rtcSetNewGeometryBuffer(geometry, RTC_BUFFER_TYPE_VERTEX, 0, RTC_FORMAT_FLOAT3, 3 * sizeof(float), m.mesh.vertices.size()));
    for (std::size_t i = 0; i < m.mesh.vertices.size(); ++i) {
      for (int k = 0; k < 3; ++k) vertices[3 * i + static_cast<std::size_t>(k)] = static_cast<float>(m.mesh.vertices[i][k]);
    }
    auto* corners = static_cast<unsigned*>(rtcSetNewGeometryBuffer(geometry, RTC_BUFFER_TYPE_INDEX, 0, RTC_FORMAT_UINT3,
                                                                   3 * sizeof(unsigned), m.mesh.triangles.size()));
    for (const auto& t : m.mesh.triangles) corners = std::copy(t.begin(), t.end(), corners);
    rtcCommitGeometry(geometry);
    rtcAttachGeometry(scene_, geometry);
    rtcReleaseGeometry(geometry);
    rtcCommitScene(scene_);
  }
  EmbreeScene(const EmbreeScene&) = delete;
  EmbreeScene& operator=(const EmbreeScene&) = delete;
  ~EmbreeScene() { rtcReleaseScene(scene_); }

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

/// One thread, as everybody else here.
RTCDevice device() {
  static RTCDevice made = rtcNewDevice("threads=1");
  return made;
}

RTCRay embree_ray(const Ray& r) {
  RTCRay ray{};
  ray.org_x = static_cast<float>(r.origin.x()), ray.org_y = static_cast<float>(r.origin.y());
  ray.org_z = static_cast<float>(r.origin.z());
  ray.dir_x = static_cast<float>(r.direction.x()), ray.dir_y = static_cast<float>(r.direction.y());
  ray.dir_z = static_cast<float>(r.direction.z());
  ray.tfar = std::numeric_limits<float>::infinity();
  ray.mask = 0xffffffffU;
  return ray;
}

void time_rays(benchmark::State& state, const MeshCase& m) {
  const EmbreeScene scene(device(), m);
  std::vector<RTCRay> rays;
  for (const Ray& r : m.rays) rays.push_back(embree_ray(r));
  const auto is_right = [&](std::size_t i, float t) {
    if (!std::isfinite(t) || !std::isfinite(m.hit[i])) return std::isfinite(t) == std::isfinite(m.hit[i]);
    return std::abs(double(t) - m.hit[i]) < single_precision_error * m.size;
  };
  time_checked(state, rays.size(), is_right, [&](std::size_t i) { return scene.first_hit(rays[i]); });
}

}  // namespace

void register_embree_mesh(const MeshCase& m) {
  add("ray/" + m.name + "/embree", [&m](benchmark::State& state) { time_rays(state, m); });
  add("build/" + m.name + "/embree", [&m](benchmark::State& state) {
    time_all(state, 1, m.mesh.triangles.size(), [&](std::size_t) {
      const EmbreeScene scene(device(), m);
      return 0;
    });
  });
}

}  // namespace graze::bench
