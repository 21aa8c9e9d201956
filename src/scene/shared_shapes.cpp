/// Finds or makes the shape for a geometry and a scale.

#include "scene/shared_shapes.h"

#include <algorithm>

#include <graze/answers.h>
#include <graze/mesh.h>

#include "body/view_of.h"
#include "scene/scaled.h"

namespace graze::scenes {

Result<std::shared_ptr<const SharedShape>> SharedShapes::get(const Geometry& geometry, double scale) {
  const Key key{&geometry.shape(), scale};
  if (const auto found = shapes_.find(key); found != shapes_.end()) {
    if (auto shape = found->second.lock()) return shape;
  }
  Result<Geometry> sized = scale == 1 ? geometry : scaled(geometry, scale);
  if (!sized) return tl::make_unexpected(sized.error());
  PartBound bound = bound_of(*sized);
  std::shared_ptr<const SharedShape> shape(new SharedShape{geometry, *std::move(sized), std::move(bound)});
  if (shapes_.size() >= kept_) forget_unused();
  shapes_[key] = shape;
  return shape;
}

void SharedShapes::forget_unused() {
  std::erase_if(shapes_, [](const auto& entry) { return entry.second.expired(); });
  kept_ = std::max<std::size_t>(64, 2 * shapes_.size());
}

std::size_t SharedShapes::memory() const {
  std::size_t bytes = 0;
  for (const auto& [key, entry] : shapes_) {
    bytes += sizeof(key) + sizeof(entry) + sizeof(SharedShape);
    const auto shape = entry.lock();
    if (!shape || key.second == 1 || !shape->geometry.is_mesh()) continue;
    const MeshView mesh = view_of(shape->geometry);
    bytes += report_on(shape->geometry).bytes + mesh.vertices.size() * sizeof(mesh.vertices[0]) +
             mesh.triangles.size() * sizeof(mesh.triangles[0]);
  }
  return bytes;
}

}  // namespace graze::scenes
