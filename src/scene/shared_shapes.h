#pragma once
/// Shapes that bodies of a scene share: one for each geometry and scale, with what bounds it.

#include <cstddef>
#include <map>
#include <memory>
#include <utility>

#include <graze/geometry.h>

#include "scene/part_bound.h"

namespace graze::scenes {

struct SharedShape {
  Geometry original;  ///< keeps alive what the shape is found by
  Geometry geometry;  ///< of the right size
  PartBound bound;
};

class SharedShapes {
 public:
  /// Made when it is asked for first, and while nobody has it any more made again.
  [[nodiscard]] Result<std::shared_ptr<const SharedShape>> get(const Geometry& geometry, double scale);
  /// Of scaled copies of meshes, in bytes; and of the table.
  [[nodiscard]] std::size_t memory() const;

 private:
  using Key = std::pair<const Shape*, double>;
  void forget_unused();

  std::map<Key, std::weak_ptr<const SharedShape>> shapes_;
  std::size_t kept_ = 64;  ///< above so many entries those that nobody uses are looked for
};

}  // namespace graze::scenes
