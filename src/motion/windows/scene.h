#pragma once
/// The shapes that a search through windows of time is about, and the pairs of them that count.

#include <cstdint>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include <graze/geometry.h>

#include "tree/nodes/mesh_tree.h"
#include "tree/walk/window_view.h"
#include "views/support_sum.h"

namespace graze::windows {

/// A shape of a group: the tree of a mesh, or one box around a convex shape, which stays what it is.
struct WindowShape {
  WindowShape(Body in_group, std::size_t its_group) : body(std::move(in_group)), group(its_group) {}

  Body body;  ///< its pose is that in the group
  std::size_t group = 0;
  const MeshTree* mesh = nullptr;                 ///< null for convex shapes
  std::unique_ptr<const tree::WideTree> one_box;  ///< of those
  std::optional<query::SupportSum> support;       ///< of those
  double blur = 0;                                ///< bounds the error of support points where the pose is sheared, length
  double shear = 0;                               ///< of the pose
  Vec3 center = Vec3::Zero();                     ///< origin of the tree, in the coordinates of the shape
  double unit = 1;                                ///< of lengths in the tree
  double radius = 0;                              ///< of all points around it, rounded up

  [[nodiscard]] const tree::WideTree& wide() const { return mesh != nullptr ? mesh->wide() : *one_box; }
};

/// How a shape is seen from a group: what the pairs with other shapes of that group share.
struct Sight {
  std::size_t from = 0;   ///< group
  std::size_t shape = 0;  ///< that moves
  std::size_t chain = 0;  ///< the name of the two groups, for Movement::bounds()
};

/// b moves as a sees it.
struct ShapePair {
  std::uint32_t a = 0, b = 0;  ///< shapes
  std::uint32_t sight = 0;     ///< of b from a's group
  std::uint32_t tag = 0;       ///< pairs with the same tag are one pair to whoever asks
  tree::WindowUnits b_in_a, a_in_b;
};

class WindowScene {
 public:
  /// Fails on what is unbounded and on poses that are none; nothing is added for meshes without triangles, and npos returned.
  [[nodiscard]] Result<std::size_t> add_shape(Body in_group, std::size_t group);
  static constexpr std::size_t npos = ~std::size_t{0};

  /// Shapes of different groups. Shape b is the one whose motion, as a sees it, `chain` bounds.
  void add_pair(std::size_t a, std::size_t b, std::size_t chain, std::size_t tag);

  [[nodiscard]] const std::vector<WindowShape>& shapes() const { return shapes_; }
  [[nodiscard]] const std::vector<Sight>& sights() const { return sights_; }
  [[nodiscard]] const std::vector<ShapePair>& pairs() const { return pairs_; }
  [[nodiscard]] std::size_t tag_count() const { return tag_count_; }

 private:
  [[nodiscard]] std::size_t sight_of(std::size_t from, std::size_t shape, std::size_t chain);

  std::vector<WindowShape> shapes_;
  std::vector<Sight> sights_;
  std::vector<ShapePair> pairs_;
  std::size_t tag_count_ = 0;
};

}  // namespace graze::windows
