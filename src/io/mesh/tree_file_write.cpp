/// Writes trees to files, number by number.

#include <cstring>
#include <string>
#include <utility>

#include <graze/mesh_file.h>

#include "io/files/fence.h"
#include "io/files/source.h"
#include "io/files/write.h"
#include "io/mesh/tree_file_layout.h"
#include "tree/nodes/box_tree.h"
#include "tree/nodes/mesh_tree.h"

namespace graze {
namespace {

using namespace io::tree_file;

class TreeWriter {
 public:
  explicit TreeWriter(const MeshTree& tree)
      : mesh_(tree.mesh()),
        wide_(tree.wide()),
        order_(tree.order()),
        kind_(tree.wide().is_compact() ? NodeKind::compact : NodeKind::wide),
        record_(tree.record()) {
    lay_out(wide_.node_count());
  }
  explicit TreeWriter(const BoxTree& tree)
      : mesh_(tree.mesh()),
        wide_(none_),
        order_(tree.listed()),
        box_nodes_(tree.nodes()),
        kind_(NodeKind::box_tree),
        record_{.max_leaf_triangles = tree.max_leaf_triangles(), .max_depth = tree.depth_limit()} {
    lay_out(box_nodes_.size());
  }

  std::string run() {
    put_header();
    put_vertices();
    put_triangles();
    put_order();
    put_nodes();
    put_at(checksum_at, checksum(std::string_view(bytes_).substr(numbers_at)));
    return std::move(bytes_);
  }

 private:
  struct WrittenSection {
    std::uint64_t offset, count;
  };

  void lay_out(std::size_t node_count) {
    const std::array<std::size_t, section_count> counts = {mesh_.vertices.size(), mesh_.triangles.size(), order_.size(),
                                                           node_count};
    std::uint64_t end = header_bytes;
    for (std::size_t s = 0; s < section_count; ++s) {
      sections_[s] = {aligned(end), counts[s]};
      end = sections_[s].offset + counts[s] * element_bytes(kind_)[s];
    }
    bytes_.reserve(end);
    file_bytes_ = end;
  }

  template <class T>
  static T little_endian(T value) {
    return std::endian::native == std::endian::little ? value : io::byte_swapped(value);
  }
  template <class T>
  void put(T value) {
    value = little_endian(value);
    bytes_.append(reinterpret_cast<const char*>(&value), sizeof(T));
  }
  void put_at(std::size_t offset, std::uint64_t value) {
    value = little_endian(value);
    std::memcpy(bytes_.data() + offset, &value, sizeof(value));
  }
  void put(const Vec3& v) {
    for (int k = 0; k < 3; ++k) put(v[k]);
  }
  template <class T, std::size_t N>
  void put(const T (&values)[N]) {
    for (const T& value : values) put(value);
  }

  void put_header() {
    bytes_ = magic;
    put(version);
    put(static_cast<std::uint32_t>(kind_));
    put(file_bytes_);
    put(std::uint64_t{0});  // the checksum, filled in later
    put(wide_.origin);
    put(wide_.reach);
    put(static_cast<std::int64_t>(wide_.exponent));
    for (const WrittenSection& section : sections_) {
      put(section.offset);
      put(section.count);
    }
    put_record();
  }
  /// Trees built by default do not tell.
  void put_record() {
    if (record_ == default_record(kind_)) return;
    put(std::uint32_t{1});
    put(static_cast<std::uint32_t>(record_.rule));
    put(static_cast<std::uint32_t>(record_.fit));
    put(record_.max_leaf_triangles);
    put(record_.max_depth);
    put(std::uint32_t{record_.box_leaves ? 1U : 0U});
  }
  void begin(Section section) { bytes_.resize(sections_[section].offset, '\0'); }

  void put_vertices() {
    begin(vertices);
    for (const Vec3& v : mesh_.vertices) put(v);
  }
  void put_triangles() {
    begin(triangles);
    for (const auto& t : mesh_.triangles) {
      for (const std::uint32_t corner : t) put(corner);
    }
  }
  void put_order() {
    begin(order);
    for (const std::uint32_t t : order_) put(t);
  }
  void put_nodes() {
    begin(nodes);
    for (const tree::WideNode& node : wide_.nodes) {
      put(node.boxes.center);
      put(node.boxes.axes);
      put(node.boxes.half_extents);
      put_slots(node.slots);
    }
    for (const tree::CompactNode& node : wide_.compact) {
      put(node.origin);
      put(node.step);
      put(node.turn);
      put(node.center);
      put(node.half_extents);
      put_slots(node.slots);
    }
    for (const BoxTreeNode& node : box_nodes_) {
      put(node.cut);
      put(node.first);
      const std::uint32_t axis = node.axis, count = node.count;
      put(axis | count << 2U);
    }
  }
  void put_slots(const std::array<tree::Slot, 8>& slots) {
    for (const tree::Slot slot : slots) put(bits_of(slot));
  }
  static std::uint32_t bits_of(tree::Slot slot) {
    if (slot.is_empty()) return empty_slot;
    return slot.is_leaf() ? triangles_bit | (slot.count() - 1) << 28U | slot.first() : slot.node();
  }

  tree::WideTree none_;  ///< of a box tree
  const TriangleMesh& mesh_;
  const tree::WideTree& wide_;
  std::span<const std::uint32_t> order_;
  std::span<const BoxTreeNode> box_nodes_;
  NodeKind kind_;
  TreeRecord record_;
  std::array<WrittenSection, section_count> sections_{};
  std::uint64_t file_bytes_ = 0;
  std::string bytes_;
};

}  // namespace

Result<void> write_tree(const std::filesystem::path& path, const Geometry& mesh) {
  if (!std::holds_alternative<TriangleMesh>(mesh.shape().value))
    return tl::make_unexpected(io::error_in(path, "only meshes have trees to save", ErrorCode::bad_shape));
  return io::fenced(path, [&] {
    const BoxTree* boxes = mesh.box_tree();
    return io::replace_file(path, boxes != nullptr ? TreeWriter(*boxes).run() : TreeWriter(*mesh.tree()).run(),
                            {magic, "a tree of graze"});
  });
}

}  // namespace graze
