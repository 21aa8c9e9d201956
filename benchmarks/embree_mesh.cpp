#include <cmath>
#include <limits>

#include "embree_scene.h"
#include "mesh_peers.h"
#include "timing.h"

namespace graze::bench {
namespace {

/// One thread, as everybody else here.
RTCDevice device() {
  static RTCDevice made = rtcNewDevice("threads=1");
  return made;
}

void time_rays(benchmark::State& state, const MeshCase& m) {
  const EmbreeScene scene(device(), m.mesh);
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
      const EmbreeScene scene(device(), m.mesh);
      return 0;
    });
  });
}

}  // namespace graze::bench
