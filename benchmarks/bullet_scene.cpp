/// Which of many moving boxes meet, by Bullet's collision world.

#include <memory>

#include <btBulletCollisionCommon.h>

#include "bullet_transform.h"
#include "scene_cases.h"

namespace graze::bench {
namespace {

/// Its pairs are manifolds; those of boxes that are only near have no point at a distance below 0.
class BulletBoxes {
 public:
  explicit BulletBoxes(std::size_t count)
      : boxes_(count), dispatcher_(&configuration_), world_(&dispatcher_, &broad_, &configuration_) {
    for (std::size_t i = 0; i < count; ++i) {
      shapes_.push_back(std::make_unique<btBoxShape>(bullet_vector(boxes_.half[i])));
      bodies_.push_back(std::make_unique<btCollisionObject>());
      bodies_[i]->setCollisionShape(shapes_[i].get());
      bodies_[i]->setWorldTransform(bullet_transform({.translation = boxes_.at(i, 0)}));
      world_.addCollisionObject(bodies_[i].get());
    }
  }
  BulletBoxes(const BulletBoxes&) = delete;
  BulletBoxes& operator=(const BulletBoxes&) = delete;
  ~BulletBoxes() {
    for (const auto& body : bodies_) world_.removeCollisionObject(body.get());
  }

  std::size_t step(int number) {
    for (std::size_t i = 0; i < bodies_.size(); ++i) bodies_[i]->getWorldTransform().setOrigin(bullet_vector(boxes_.at(i, number)));
    world_.performDiscreteCollisionDetection();
    std::size_t pairs = 0;
    for (int i = 0; i < dispatcher_.getNumManifolds(); ++i) pairs += meets(*dispatcher_.getManifoldByIndexInternal(i)) ? 1 : 0;
    return pairs;
  }

 private:
  static bool meets(const btPersistentManifold& manifold) {
    for (int i = 0; i < manifold.getNumContacts(); ++i) {
      if (manifold.getContactPoint(i).getDistance() <= 0) return true;
    }
    return false;
  }

  MovingBoxes boxes_;
  btDefaultCollisionConfiguration configuration_;
  btCollisionDispatcher dispatcher_;
  btDbvtBroadphase broad_;
  btCollisionWorld world_;
  std::vector<std::unique_ptr<btBoxShape>> shapes_;
  std::vector<std::unique_ptr<btCollisionObject>> bodies_;
};

}  // namespace

void register_bullet_boxes(std::size_t count) {
  add_steps_of_boxes("bullet", count, [](std::size_t n) {
    const auto scene = std::make_shared<BulletBoxes>(n);
    return [scene](int step) { return scene->step(step); };
  });
}

}  // namespace graze::bench
