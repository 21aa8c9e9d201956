/// Pairs of moving boxes by Embree's collision of a scene with itself: built anew at low quality, or refitted. One thread.

#include <memory>

#include <embree3/rtcore.h>

#include "broad_cases.h"
#include "timing.h"

namespace graze::bench {
namespace {

struct Asked {
  const Boxes* boxes;
  std::vector<IndexPair>* pairs;
};

bool meet(const Aabb& a, const Aabb& b) { return (a.min.array() <= b.max.array()).all() && (b.min.array() <= a.max.array()).all(); }

void bounds_of(const RTCBoundsFunctionArguments* arguments) {
  const Aabb& box = (*static_cast<const Asked*>(arguments->geometryUserPtr)->boxes)[arguments->primID];
  RTCBounds& bounds = *arguments->bounds_o;
  bounds.lower_x = static_cast<float>(box.min[0]);
  bounds.lower_y = static_cast<float>(box.min[1]);
  bounds.lower_z = static_cast<float>(box.min[2]);
  bounds.upper_x = static_cast<float>(box.max[0]);
  bounds.upper_y = static_cast<float>(box.max[1]);
  bounds.upper_z = static_cast<float>(box.max[2]);
}

/// Called with pairs of leaves, of a scene with itself in both orders.
void keep_pairs(void* user, RTCCollision* found, unsigned count) {
  const Asked& asked = *static_cast<Asked*>(user);
  for (unsigned i = 0; i < count; ++i) {
    const unsigned a = found[i].primID0, b = found[i].primID1;
    if (a < b && meet((*asked.boxes)[a], (*asked.boxes)[b])) asked.pairs->push_back({a, b});
  }
}

class EmbreeBroad {
 public:
  EmbreeBroad(std::size_t count, RTCBuildQuality quality)
      : device_(rtcNewDevice("threads=1")),
        scene_(rtcNewScene(device_)),
        geometry_(rtcNewGeometry(device_, RTC_GEOMETRY_TYPE_USER)) {
    rtcSetSceneFlags(scene_, RTC_SCENE_FLAG_DYNAMIC);
    rtcSetSceneBuildQuality(scene_, RTC_BUILD_QUALITY_LOW);
    rtcSetGeometryBuildQuality(geometry_, quality);
    rtcSetGeometryUserPrimitiveCount(geometry_, static_cast<unsigned>(count));
    rtcSetGeometryUserData(geometry_, &asked_);
    rtcSetGeometryBoundsFunction(geometry_, bounds_of, nullptr);
    rtcAttachGeometry(scene_, geometry_);
  }
  ~EmbreeBroad() {
    rtcReleaseGeometry(geometry_);
    rtcReleaseScene(scene_);
    rtcReleaseDevice(device_);
  }
  EmbreeBroad(const EmbreeBroad&) = delete;
  EmbreeBroad& operator=(const EmbreeBroad&) = delete;

  void step(const Boxes& boxes, std::vector<IndexPair>& pairs) {
    asked_ = {&boxes, &pairs};
    rtcCommitGeometry(geometry_);
    rtcCommitScene(scene_);
    rtcCollide(scene_, scene_, keep_pairs, &asked_);
  }

 private:
  Asked asked_{};
  RTCDevice device_;
  RTCScene scene_;
  RTCGeometry geometry_;
};

void register_quality(const BroadCase& c, const std::string& name, RTCBuildQuality quality) {
  auto peer = std::make_shared<std::unique_ptr<EmbreeBroad>>();
  add_steps(name, [&c, peer, quality](benchmark::State& state) {
    if (!*peer) *peer = std::make_unique<EmbreeBroad>(c.first.size(), quality);
    time_steps(state, c, [&](const Boxes& boxes, std::vector<IndexPair>& pairs) { (*peer)->step(boxes, pairs); });
  });
}

}  // namespace

void register_embree_broad(const std::list<BroadCase>& cases) {
  for (const BroadCase& c : cases) {
    register_quality(c, "broad_rebuild/" + c.name + "/embree_low", RTC_BUILD_QUALITY_LOW);
    register_quality(c, "broad_refit/" + c.name + "/embree_refit", RTC_BUILD_QUALITY_REFIT);
  }
}

}  // namespace graze::bench
