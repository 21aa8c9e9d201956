/// Pairs of moving boxes by Bullet's broad phase of two dynamic trees. Its boxes are fatter than ours, and its pairs stay from step
/// to step; what it adds is left out by looking at the boxes.

#include <memory>

#include <BulletCollision/BroadphaseCollision/btDbvtBroadphase.h>

#include "broad_cases.h"
#include "timing.h"

namespace graze::bench {
namespace {

btVector3 vector_of(const Vec3& v) { return {v[0], v[1], v[2]}; }

bool meet(const btBroadphaseProxy& a, const btBroadphaseProxy& b) {
  return TestAabbAgainstAabb2(a.m_aabbMin, a.m_aabbMax, b.m_aabbMin, b.m_aabbMax);
}

class BulletBroad {
 public:
  explicit BulletBroad(bool deferred) { broad_.m_deferedcollide = deferred; }

  void step(const Boxes& boxes, std::vector<IndexPair>& pairs) {
    for (std::size_t i = 0; i < boxes.size(); ++i) set(i, boxes[i]);
    broad_.calculateOverlappingPairs(nullptr);
    const btBroadphasePairArray& found = broad_.getOverlappingPairCache()->getOverlappingPairArray();
    for (int i = 0; i < found.size(); ++i) {
      if (!meet(*found[i].m_pProxy0, *found[i].m_pProxy1)) continue;
      const auto a = index_of(*found[i].m_pProxy0), b = index_of(*found[i].m_pProxy1);
      pairs.push_back({std::min(a, b), std::max(a, b)});
    }
  }

 private:
  static std::uint32_t index_of(const btBroadphaseProxy& proxy) {
    return static_cast<std::uint32_t>(reinterpret_cast<std::uintptr_t>(proxy.m_clientObject));
  }

  void set(std::size_t i, const Aabb& box) {
    const btVector3 lo = vector_of(box.min), hi = vector_of(box.max);
    if (i < proxies_.size()) return broad_.setAabb(proxies_[i], lo, hi, nullptr);
    proxies_.push_back(broad_.createProxy(lo, hi, 0, reinterpret_cast<void*>(static_cast<std::uintptr_t>(i)), 1, -1, nullptr));
  }

  btDbvtBroadphase broad_;
  std::vector<btBroadphaseProxy*> proxies_;
};

}  // namespace

void register_bullet_broad(const std::list<BroadCase>& cases) {
  for (const BroadCase& c : cases) {
    for (const bool deferred : {false, true}) {
      const std::string name = "broad_rebuild/" + c.name + (deferred ? "/bullet_deferred" : "/bullet");
      auto peer = std::make_shared<std::unique_ptr<BulletBroad>>();  // filled when first asked
      add_steps(name, [&c, peer, deferred](benchmark::State& state) {
        if (!*peer) *peer = std::make_unique<BulletBroad>(deferred);
        time_steps(state, c, [&](const Boxes& boxes, std::vector<IndexPair>& pairs) { (*peer)->step(boxes, pairs); });
      });
    }
  }
}

}  // namespace graze::bench
