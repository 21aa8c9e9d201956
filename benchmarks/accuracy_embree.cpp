#include <limits>

#include "accuracy.h"
#include "embree_scene.h"

namespace graze::bench {
namespace {

Opinion ask_embree(const HardCase& c) {
  const EmbreeScene scene(rtcNewDevice("threads=1"), c.a.mesh);
  const Vec3 way = c.to - c.from;
  const float t = scene.first_hit(embree_ray({c.from, way}));
  return {false, t <= 1, double(t)};
}

/// Rays and meshes only.
bool knows(const HardCase& c) { return c.question == HardCase::Question::ray && c.a.kind == HardShape::Kind::mesh; }

}  // namespace

Asked asked_embree() { return {"embree", knows, ask_embree}; }

}  // namespace graze::bench
