/// Looks through stored parts of a mesh tree, array by array and as fast as they can be read, before any walk relies on them, and
/// makes the tree.

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>
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

/// Half of a row of eight: of scalars g++ makes one comparison after the other.
using FourFloats [[gnu::vector_size(16)]] = float;
using FourBits [[gnu::vector_size(16)]] = std::int32_t;

FourFloats all(float x) { return FourFloats{x, x, x, x}; }

template <class Four, class T>
Four half_of(const T (&row)[8], std::size_t first) {
  Four half;
  static_assert(sizeof half == 4 * sizeof(T));
  std::memcpy(&half, row + first, sizeof half);
  return half;
}

FourFloats magnitude_of(const FourFloats& x) {
  return reinterpret_cast<FourFloats>(reinterpret_cast<FourBits>(x) & std::numeric_limits<std::int32_t>::max());
}

/// Boxes of empty slots overlap nothing; the others are finite, of the size of the tree, and have axes that are not too long.
class WrongBoxes {
 public:
  explicit WrongBoxes(double reach) : reach_(static_cast<float>(reach) * axis_limit) {}

  bool operator()(const tree::WideNode& node) const {
    const FourBits wrong = wrong_lanes(node, 0) | wrong_lanes(node, 4);
    return (wrong[0] | wrong[1] | wrong[2] | wrong[3]) != 0;
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
  /// Numbers that are not greater are right, so that NaN is wrong.
  [[nodiscard]] FourBits wrong_lanes(const tree::WideNode& node, std::size_t first) const {
    FourBits slots;
    std::memcpy(&slots, node.slots.data() + first, sizeof slots);
    const FourBits is_empty = slots == std::bit_cast<std::int32_t>(tree::Slot());
    const FourFloats center = is_empty ? all(0) : all(reach_), axis = is_empty ? all(0) : all(axis_limit);
    const FourFloats least = is_empty ? all(tree::empty_half_extent) : all(0);
    const FourFloats greatest = is_empty ? all(tree::empty_half_extent) : all(static_cast<float>(wide_limit));
    FourBits right = ~FourBits{};
    for (int k = 0; k < 3; ++k) {
      right &= magnitude_of(half_of<FourFloats>(node.boxes.center[k], first)) <= center;
      for (int j = 0; j < 3; ++j) right &= magnitude_of(half_of<FourFloats>(node.boxes.axes[j][k], first)) <= axis;
      const FourFloats half = half_of<FourFloats>(node.boxes.half_extents[k], first);
      right &= (half >= least) & (half <= greatest);
    }
    return ~right;
  }

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
  const double far = std::ldexp(wide_limit, -parts.wide.exponent);
  const auto is_far = [&](const Vec3& v) { return !((v - parts.wide.origin).cwiseAbs().maxCoeff() <= far); };
  const auto may_be_wrong = [&](const Vec3& v) { return is_wrong_vertex(v) | is_far(v); };
  const bool is_any_wrong = check.look_through(mesh.vertices, TreeArray::vertices, "", may_be_wrong).has_value();
  Defect found;
  if (is_any_wrong) found = check.look_through(mesh.vertices, TreeArray::vertices, "a coordinate is not finite", is_wrong_vertex);
  if (found) return found;
  found = check.look_through(mesh.triangles, TreeArray::triangles, "",
                             [&](const auto& t) { return (t[0] >= corners) | (t[1] >= corners) | (t[2] >= corners); });
  if (found) found->reason = "there is no vertex " + std::to_string(std::ranges::max(mesh.triangles[found->index]));
  if (found) return found;
  if (is_any_wrong) {  // vertices that no triangle has may be anywhere
    found = check.look_through(mesh.triangles, TreeArray::triangles, "a corner is farther out than the tree", [&](const auto& t) {
      return is_far(mesh.vertices[t[0]]) || is_far(mesh.vertices[t[1]]) || is_far(mesh.vertices[t[2]]);
    });
  }
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
  explicit EachOnce(std::size_t size) : size_(size), taken_(size / bits + 2) {}

  /// Of a few positions that follow each other.
  bool take(std::size_t first, std::size_t count) {
    if (first > size_ || count > size_ - first) return false;
    const std::size_t shift = first % bits;
    const std::uint64_t run = (std::uint64_t{1} << count) - 1, low = run << shift;
    std::uint64_t* words = &taken_[first / bits];
    bool is_new = (words[0] & low) == 0;
    words[0] |= low;
    if (shift + count > bits) {
      const std::uint64_t high = run >> (bits - shift);
      is_new &= (words[1] & high) == 0;
      words[1] |= high;
    }
    total_ += count;
    return is_new;
  }
  [[nodiscard]] bool all() const { return total_ == size_; }

 private:
  static constexpr std::size_t bits = 64;
  std::size_t size_;
  std::vector<std::uint64_t> taken_;
  std::size_t total_ = 0;
};
static_assert(tree::Slot::max_triangles < 64);

/// The first element for which is_wrong(element), asked for one after the other.
template <class T, class IsWrong>
std::optional<std::size_t> first_one_wrong(std::span<const T> all, const DoneWith& done_with, const IsWrong& is_wrong) {
  for (const tree::Part& part : tree::parts_of(all)) {
    for (std::size_t i = part.first; i < part.last; ++i)
      if (is_wrong(all[i])) return i;
    if (done_with) done_with(all.data() + part.first, (part.last - part.first) * sizeof(T));
  }
  return std::nullopt;
}

Defect defect_of_order(std::span<const std::uint32_t> order, const DoneWith& done_with) {
  EachOnce triangles(order.size());
  const auto wrong = first_one_wrong(order, done_with, [&](std::uint32_t i) { return !triangles.take(i, 1); });
  if (!wrong) return std::nullopt;
  return TreeDefect{TreeArray::order, *wrong, "the triangle does not exist or is listed twice"};
}

template <class Node>
Defect defect_of_leaves(std::span<const Node> nodes, std::size_t listed, const DoneWith& done_with) {
  EachOnce positions(listed);
  const auto wrong = first_one_wrong(nodes, done_with, [&](const Node& node) {
    for (const tree::Slot slot : node.slots)
      if (slot.is_leaf() && !positions.take(slot.first(), slot.count())) return true;
    return false;
  });
  if (wrong) return TreeDefect{TreeArray::wide_nodes, *wrong, "a slot lists triangles that are not there, or not its own"};
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
