/// Makes shapes of what walks of trees end at.

#include "mesh/leaf_parts.h"

namespace graze::query {

std::vector<LeafPart> parts_at(const MeshTree& tree, tree::BoxRef at) {
  const Obb box = tree::box_in_mesh(tree.wide(), at.node(), at.lane());
  const tree::Slot slot = tree::slot_of(tree.wide(), at);
  if (!slot.is_leaf() || (tree.record().box_leaves && slot.count() > 1)) return {{Shape{box}, -1, box}};
  std::vector<LeafPart> parts;
  for (const std::uint32_t i : tree.order().subspan(slot.first(), slot.count()))
    parts.push_back({Shape{tree.view().triangle(i)}, static_cast<std::int32_t>(i), box});
  return parts;
}

}  // namespace graze::query
