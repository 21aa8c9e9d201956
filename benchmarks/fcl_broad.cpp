/// Pairs of moving boxes by FCL's dynamic trees.

#include <memory>

#include <fcl/broadphase/broadphase_dynamic_AABB_tree.h>
#include <fcl/broadphase/broadphase_dynamic_AABB_tree_array.h>
#include <fcl/geometry/shape/box.h>

#include "broad_cases.h"
#include "timing.h"

namespace graze::bench {
namespace {

bool keep_pair(fcl::CollisionObjectd* a, fcl::CollisionObjectd* b, void* pairs) {
  const auto index = [](const fcl::CollisionObjectd* body) {
    return static_cast<std::uint32_t>(reinterpret_cast<std::uintptr_t>(body->getUserData()));
  };
  const std::uint32_t i = index(a), j = index(b);
  static_cast<std::vector<IndexPair>*>(pairs)->push_back({std::min(i, j), std::max(i, j)});
  return false;
}

template <class Tree>
class FclBroad {
 public:
  void step(const Boxes& boxes, std::vector<IndexPair>& pairs) {
    if (bodies_.empty()) make(boxes);
    for (std::size_t i = 0; i < boxes.size(); ++i) {
      bodies_[i]->setTranslation(0.5 * (boxes[i].min + boxes[i].max));
      bodies_[i]->computeAABB();
    }
    tree_.update();
    tree_.collide(&pairs, keep_pair);
  }

 private:
  void make(const Boxes& boxes) {
    std::vector<fcl::CollisionObjectd*> all;
    for (const Aabb& box : boxes) {
      bodies_.push_back(std::make_unique<fcl::CollisionObjectd>(std::make_shared<fcl::Boxd>(Vec3(box.max - box.min))));
      bodies_.back()->setUserData(reinterpret_cast<void*>(static_cast<std::uintptr_t>(all.size())));
      all.push_back(bodies_.back().get());
    }
    for (std::size_t i = 0; i < boxes.size(); ++i) {
      bodies_[i]->setTranslation(0.5 * (boxes[i].min + boxes[i].max));
      bodies_[i]->computeAABB();
    }
    tree_.registerObjects(all);
    tree_.setup();
  }

  std::vector<std::unique_ptr<fcl::CollisionObjectd>> bodies_;
  Tree tree_;
};

template <class Tree>
void register_tree(const BroadCase& c, const std::string& who) {
  auto peer = std::make_shared<std::unique_ptr<FclBroad<Tree>>>();
  add_steps("broad_rebuild/" + c.name + "/" + who, [&c, peer](benchmark::State& state) {
    if (!*peer) *peer = std::make_unique<FclBroad<Tree>>();
    time_steps(state, c, [&](const Boxes& boxes, std::vector<IndexPair>& pairs) { (*peer)->step(boxes, pairs); });
  });
}

}  // namespace

void register_fcl_broad(const std::list<BroadCase>& cases) {
  for (const BroadCase& c : cases) {
    register_tree<fcl::DynamicAABBTreeCollisionManagerd>(c, "fcl");
    register_tree<fcl::DynamicAABBTreeCollisionManager_Arrayd>(c, "fcl_array");
  }
}

}  // namespace graze::bench
