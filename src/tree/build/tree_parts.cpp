/// Looks through stored parts of a mesh tree, array by array and as fast as they can be read, before any walk relies on them, and
/// makes the tree.

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "tree/build/array_check.h"
#include "tree/nodes/build_tasks.h"
#include "tree/nodes/tree_parts.h"

namespace graze {
namespace {

using Defect = std::optional<TreeDefect>;
using tree::ArrayCheck;

/// Coordinates of a wide tree: its root has half extents of at most one, but for meshes near the end of the range of double, whose
/// exponent is cut short by 25 at most. Far below what would overflow a kernel in single precision. In units of the tree.
/// TreeParts.MakeATreeOfEveryMesh
constexpr double wide_limit = 0x1p28;

/// Less is not worth a second thread. Bytes.
constexpr std::size_t much = std::size_t{1} << 23U;
/// More than what rounding to single precision makes of a component of a unit vector. No unit.
constexpr float axis_limit = 1.0F + 0x1p-20F;

bool exceeds(const float (&row)[8], const float (&limit)[8]) {
  bool is_beyond = false;
  for (int lane = 0; lane < 8; ++lane) is_beyond |= !(std::fabs(row[lane]) <= limit[lane]);
  return is_beyond;
}

/// Boxes of empty slots overlap nothing; the others are finite, of the size of the tree, and have axes that are not too long.
class WrongBoxes {
 public:
  explicit WrongBoxes(double reach) : reach_(static_cast<float>(reach) * axis_limit) {}

  bool operator()(const tree::WideNode& node) const {
    float center[8], axes[8], least[8], greatest[8];
    for (std::size_t lane = 0; lane < 8; ++lane) {
      const bool is_empty = node.slots[lane].is_empty();
      center[lane] = is_empty ? 0 : reach_;
      axes[lane] = is_empty ? 0 : axis_limit;
      least[lane] = is_empty ? tree::empty_half_extent : 0;
      greatest[lane] = is_empty ? tree::empty_half_extent : static_cast<float>(wide_limit);
    }
    bool is_wrong = false;
    for (int k = 0; k < 3; ++k) {
      is_wrong |= exceeds(node.boxes.center[k], center);
      for (int j = 0; j < 3; ++j) is_wrong |= exceeds(node.boxes.axes[j][k], axes);
      for (int lane = 0; lane < 8; ++lane) {
        const float half = node.boxes.half_extents[k][lane];
        is_wrong |= !(half >= least[lane]) | !(half <= greatest[lane]);
      }
    }
    return is_wrong;
  }

  bool operator()(const tree::CompactNode& node) const {
    constexpr float most_steps = 0x1p16F;
    bool is_wrong = !(node.step > 0) | !(node.step * most_steps <= static_cast<float>(wide_limit) * 4);
    for (const float x : node.origin) is_wrong |= !(std::fabs(x) <= static_cast<float>(wide_limit) * 4);
    for (std::size_t lane = 0; lane < 8; ++lane) {
      const bool has_turn = (node.turn[0][lane] | node.turn[1][lane] | node.turn[2][lane] | node.turn[3][lane]) != 0;
      is_wrong |= has_turn == node.slots[lane].is_empty();
    }
    return is_wrong;
  }

 private:
  float reach_;
};

/// Not finite, times zero, is not zero.
bool is_wrong_vertex(const Vec3& v) { return !(v[0] * 0 + v[1] * 0 + v[2] * 0 == 0); }

/// What is checked, wherever it lies.
struct PartsView {
  MeshView mesh;
  std::span<const std::uint32_t> order;
  const tree::WideTree& wide;
};

Defect defect_of_numbers(const PartsView& parts) {
  const auto wrong = [](const char* reason) { return TreeDefect{TreeArray::numbers, 0, reason}; };
  const std::size_t count = parts.mesh.triangles.size();
  const tree::WideTree& wide = parts.wide;
  if (count > tree::Slot::max_position) return wrong("2^28 triangles or more");
  if (parts.order.size() != count || (wide.node_count() == 0) != (count == 0) || (!wide.wide_nodes().empty() && wide.is_compact()))
    return wrong("the sizes of the arrays do not fit each other");
  constexpr int max_exponent = 1100;  // beyond both ends of double's
  if (!wide.origin.allFinite() || !(wide.reach >= 0 && wide.reach <= 3 * wide_limit) || std::abs(wide.exponent) > max_exponent)
    return wrong("the origin, reach or exponent makes no sense");
  return std::nullopt;
}

Defect defect_of_arrays(const PartsView& parts, ArrayCheck& check) {
  const MeshView& mesh = parts.mesh;
  const auto corners = static_cast<std::uint32_t>(std::min<std::size_t>(mesh.vertices.size(), ~0U));
  const auto triangles = static_cast<std::uint32_t>(mesh.triangles.size());
  Defect found = check.look_through(mesh.vertices, TreeArray::vertices, "a coordinate is not finite", is_wrong_vertex);
  if (found) return found;
  found = check.look_through(mesh.triangles, TreeArray::triangles, "",
                             [&](const auto& t) { return (t[0] >= corners) | (t[1] >= corners) | (t[2] >= corners); });
  if (found) found->reason = "there is no vertex " + std::to_string(std::ranges::max(mesh.triangles[found->index]));
  if (found) return found;
  const double far = std::ldexp(wide_limit, -parts.wide.exponent);
  const auto is_far = [&](std::uint32_t v) { return !((mesh.vertices[v] - parts.wide.origin).cwiseAbs().maxCoeff() <= far); };
  found = check.look_through(mesh.triangles, TreeArray::triangles, "a corner is farther out than the tree",
                             [&](const auto& t) { return is_far(t[0]) || is_far(t[1]) || is_far(t[2]); });
  if (found) return found;
  const WrongBoxes wrong_boxes(parts.wide.reach);
  found = parts.wide.is_compact()
              ? check.look_through_nodes(parts.wide.compact_nodes(), triangles, TreeArray::wide_nodes, wrong_boxes)
              : check.look_through_nodes(parts.wide.wide_nodes(), triangles, TreeArray::wide_nodes, wrong_boxes);
  return found;
}

/// Marks positions that must each be taken once.
class EachOnce {
 public:
  explicit EachOnce(std::size_t size) : taken_(size) {}

  bool take(std::size_t first, std::size_t count) {
    if (first > taken_.size() || count > taken_.size() - first) return false;
    for (std::size_t i = first; i < first + count; ++i) {
      if (taken_[i]) return false;
      taken_[i] = true;
    }
    total_ += count;
    return true;
  }
  [[nodiscard]] bool all() const { return total_ == taken_.size(); }

 private:
  std::vector<bool> taken_;
  std::size_t total_ = 0;
};

/// look_at(i) -> Defect, for one element after the other.
template <class T, class LookAt>
Defect first_defect(std::span<const T> all, const DoneWith& done_with, const LookAt& look_at) {
  for (const tree::Part& part : tree::parts_of(all)) {
    for (std::size_t i = part.first; i < part.last; ++i)
      if (Defect found = look_at(i)) return found;
    if (done_with) done_with(all.data() + part.first, (part.last - part.first) * sizeof(T));
  }
  return std::nullopt;
}

Defect defect_of_order(std::span<const std::uint32_t> order, const DoneWith& done_with) {
  EachOnce triangles(order.size());
  return first_defect(order, done_with, [&](std::size_t i) -> Defect {
    if (triangles.take(order[i], 1)) return std::nullopt;
    return TreeDefect{TreeArray::order, i, "the triangle does not exist or is listed twice"};
  });
}

template <class Node>
Defect defect_of_leaves(std::span<const Node> nodes, std::size_t listed, const DoneWith& done_with) {
  EachOnce positions(listed);
  Defect found = first_defect(nodes, done_with, [&](std::size_t i) -> Defect {
    for (const tree::Slot slot : nodes[i].slots) {
      if (slot.is_leaf() && !positions.take(slot.first(), slot.count()))
        return TreeDefect{TreeArray::wide_nodes, i, "a slot lists triangles that are not there, or not its own"};
    }
    return std::nullopt;
  });
  if (found) return found;
  if (!positions.all()) return TreeDefect{TreeArray::wide_nodes, 0, "some nodes or triangles are not reached"};
  return std::nullopt;
}

Defect defect_of_lists(const PartsView& parts, const DoneWith& done_with) {
  if (Defect found = defect_of_order(parts.order, done_with)) return found;
  const tree::WideTree& wide = parts.wide;
  return wide.is_compact() ? defect_of_leaves(wide.compact_nodes(), parts.order.size(), done_with)
                           : defect_of_leaves(wide.wide_nodes(), parts.order.size(), done_with);
}

Defect defect_in(const PartsView& parts, const DoneWith& done_with) {
  if (Defect found = defect_of_numbers(parts)) return found;
  const std::size_t bytes = parts.wide.wide_nodes().size_bytes() + parts.wide.compact_nodes().size_bytes();
  tree::Crew crew(bytes < much ? 1 : 0, parts.order.size());
  ArrayCheck check(crew, done_with);
  Defect in_arrays, in_lists;
  crew.run([&] {
    crew.both([&] { in_arrays = defect_of_arrays(parts, check); }, [&] { in_lists = defect_of_lists(parts, done_with); });
  });
  return in_arrays ? in_arrays : in_lists;
}

}  // namespace

tl::expected<MeshTree, TreeDefect> tree_from_parts(TreeParts parts) {
  if (Defect found = defect_in({parts.mesh, parts.order, parts.wide}, {})) return tl::make_unexpected(*std::move(found));
  MeshTree tree;
  tree.mesh_ = MeshTree::KeptMesh(std::move(parts.mesh));
  tree.order_ = MeshTree::KeptOrder(std::move(parts.order));
  tree.wide_ = std::move(parts.wide);
  tree.record_ = parts.record;
  tree.topology_ = parts.topology;
  if (!tree.empty()) tree.finish();
  return tree;
}

std::optional<TreeDefect> defect_in_parts(const MappedTreeParts& parts, const DoneWith& done_with) {
  return defect_in({parts.mesh, parts.order, parts.wide}, done_with);
}

tl::expected<MeshTree, TreeDefect> tree_in_file(MappedTreeParts parts) {
  if (Defect found = defect_of_numbers({parts.mesh, parts.order, parts.wide})) return tl::make_unexpected(*std::move(found));
  MeshTree tree;
  tree.mesh_ = MeshTree::KeptMesh(parts.mesh);
  tree.order_ = MeshTree::KeptOrder(parts.order);
  tree.wide_ = std::move(parts.wide);
  tree.record_ = parts.record;
  tree.topology_ = parts.topology;
  tree.file_ = std::move(parts.keeper);
  tree.most_for_axis_tree_ = parts.most_for_axis_tree;
  if (!tree.empty()) tree.finish();
  return tree;
}

}  // namespace graze
