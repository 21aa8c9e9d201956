/// All pairs of a scene of meshes, and of moving boxes, by FCL's manager of a dynamic tree.

#include <algorithm>
#include <memory>

#include <fcl/broadphase/broadphase_dynamic_AABB_tree.h>
#include <fcl/geometry/bvh/BVH_model.h>
#include <fcl/geometry/shape/box.h>
#include <fcl/narrowphase/collision.h>

#include "scene_cases.h"
#include "timing.h"

namespace graze::bench {
namespace {

std::uint32_t index_of(const fcl::CollisionObjectd* body) {
  return static_cast<std::uint32_t>(reinterpret_cast<std::uintptr_t>(body->getUserData()));
}

bool keep_if_meeting(fcl::CollisionObjectd* a, fcl::CollisionObjectd* b, void* pairs) {
  const fcl::CollisionRequestd request(1, false);
  fcl::CollisionResultd result;
  if (fcl::collide(a, b, request, result) == 0) return false;
  static_cast<IndexPairs*>(pairs)->emplace_back(std::min(index_of(a), index_of(b)), std::max(index_of(a), index_of(b)));
  return false;
}

bool count_if_meeting(fcl::CollisionObjectd* a, fcl::CollisionObjectd* b, void* pairs) {
  const fcl::CollisionRequestd request(1, false);
  fcl::CollisionResultd result;
  *static_cast<std::size_t*>(pairs) += fcl::collide(a, b, request, result) > 0 ? 1 : 0;
  return false;
}

class FclBoxes {
 public:
  explicit FclBoxes(std::size_t count) : boxes_(count) {
    std::vector<fcl::CollisionObjectd*> all;
    for (const Vec3& half : boxes_.half) {
      bodies_.push_back(std::make_unique<fcl::CollisionObjectd>(std::make_shared<fcl::Boxd>(Vec3(2 * half))));
      all.push_back(bodies_.back().get());
    }
    place(0);
    manager_.registerObjects(all);
    manager_.setup();
  }

  std::size_t step(int number) {
    place(number);
    manager_.update();
    std::size_t pairs = 0;
    manager_.collide(&pairs, count_if_meeting);
    return pairs;
  }

 private:
  void place(int number) {
    for (std::size_t i = 0; i < bodies_.size(); ++i) {
      bodies_[i]->setTranslation(boxes_.at(i, number));
      bodies_[i]->computeAABB();
    }
  }

  MovingBoxes boxes_;
  std::vector<std::unique_ptr<fcl::CollisionObjectd>> bodies_;
  fcl::DynamicAABBTreeCollisionManagerd manager_;
};

class FclScene {
 public:
  explicit FclScene(const MeshScene& scene) {
    const auto model = std::make_shared<fcl::BVHModel<fcl::OBBd>>();
    std::vector<fcl::Triangle> triangles;
    for (const auto& t : scene.mesh.triangles) triangles.emplace_back(t[0], t[1], t[2]);
    model->beginModel();
    model->addSubModel(scene.mesh.vertices, triangles);
    model->endModel();
    std::vector<fcl::CollisionObjectd*> all;
    for (std::size_t i = 0; i < scene.steps[0].size(); ++i) {
      bodies_.push_back(std::make_unique<fcl::CollisionObjectd>(model));
      bodies_.back()->setUserData(reinterpret_cast<void*>(static_cast<std::uintptr_t>(i)));
      all.push_back(bodies_.back().get());
    }
    place(scene.steps[0]);
    manager_.registerObjects(all);
    manager_.setup();
  }

  IndexPairs step(const std::vector<Pose>& poses) {
    place(poses);
    manager_.update();
    IndexPairs pairs;
    manager_.collide(&pairs, keep_if_meeting);
    return pairs;
  }

 private:
  void place(const std::vector<Pose>& poses) {
    for (std::size_t i = 0; i < poses.size(); ++i) {
      bodies_[i]->setTransform(poses[i].rotation, poses[i].translation);
      bodies_[i]->computeAABB();
    }
  }

  std::vector<std::unique_ptr<fcl::CollisionObjectd>> bodies_;
  fcl::DynamicAABBTreeCollisionManagerd manager_;
};

}  // namespace

void register_fcl_boxes(std::size_t count) {
  add_steps_of_boxes("fcl", count, [](std::size_t n) {
    const auto scene = std::make_shared<FclBoxes>(n);
    return [scene](int step) { return scene->step(step); };
  });
}

void register_fcl_scene(const MeshScene& scene, const std::vector<IndexPairs>& answers) {
  add("scene_pairs/300_bodies_96k_triangles/fcl", [&scene, &answers](benchmark::State& state) {
    FclScene peer(scene);
    for (std::size_t i = 0; i < scene.steps.size(); ++i) {
      IndexPairs pairs = peer.step(scene.steps[i]);
      std::sort(pairs.begin(), pairs.end());
      if (pairs != answers[i]) return state.SkipWithError("other pairs than ours");
    }
    time_all(state, scene.steps.size(), 1, [&](std::size_t i) { return peer.step(scene.steps[i]); });
  });
}

}  // namespace graze::bench
