/// Writes trees to files, number by number.

#include <cstring>
#include <string>
#include <utility>

#include <graze/mesh_file.h>

#include "io/files/fence.h"
#include "io/files/source.h"
#include "io/files/write.h"
#include "io/mesh/tree_file_layout.h"
#include "tree/nodes/mesh_tree.h"

namespace graze {
namespace {

using namespace io::tree_file;

class TreeWriter {
 public:
  explicit TreeWriter(const MeshTree& tree) : tree_(tree), kind_(tree.wide().is_compact() ? NodeKind::compact : NodeKind::wide) {
    const std::array<std::size_t, section_count> counts = {tree.mesh().vertices.size(), tree.mesh().triangles.size(),
                                                           tree.order().size(), tree.wide().node_count()};
    std::uint64_t end = header_bytes;
    for (std::size_t s = 0; s < section_count; ++s) {
      sections_[s] = {aligned(end), counts[s]};
      end = sections_[s].offset + counts[s] * element_bytes(kind_)[s];
    }
    bytes_.reserve(end);
    file_bytes_ = end;
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
    const tree::WideTree& wide = tree_.wide();
    bytes_ = magic;
    put(version);
    put(static_cast<std::uint32_t>(kind_));
    put(file_bytes_);
    put(std::uint64_t{0});  // the checksum, filled in later
    put(wide.origin);
    put(wide.reach);
    put(static_cast<std::int64_t>(wide.exponent));
    for (const WrittenSection& section : sections_) {
      put(section.offset);
      put(section.count);
    }
  }
  void begin(Section section) { bytes_.resize(sections_[section].offset, '\0'); }

  void put_vertices() {
    begin(vertices);
    for (const Vec3& v : tree_.mesh().vertices) put(v);
  }
  void put_triangles() {
    begin(triangles);
    for (const auto& t : tree_.mesh().triangles) {
      for (const std::uint32_t corner : t) put(corner);
    }
  }
  void put_order() {
    begin(order);
    for (const std::uint32_t t : tree_.order()) put(t);
  }
  void put_nodes() {
    begin(nodes);
    for (const tree::WideNode& node : tree_.wide().nodes) {
      put(node.boxes.center);
      put(node.boxes.axes);
      put(node.boxes.half_extents);
      put_slots(node.slots);
    }
    for (const tree::CompactNode& node : tree_.wide().compact) {
      put(node.origin);
      put(node.step);
      put(node.turn);
      put(node.center);
      put(node.half_extents);
      put_slots(node.slots);
    }
  }
  void put_slots(const std::array<tree::Slot, 8>& slots) {
    for (const tree::Slot slot : slots) put(bits_of(slot));
  }
  static std::uint32_t bits_of(tree::Slot slot) {
    if (slot.is_empty()) return empty_slot;
    return slot.is_leaf() ? triangles_bit | (slot.count() - 1) << 28U | slot.first() : slot.node();
  }

  const MeshTree& tree_;
  NodeKind kind_;
  std::array<WrittenSection, section_count> sections_{};
  std::uint64_t file_bytes_ = 0;
  std::string bytes_;
};

}  // namespace

Result<void> write_tree(const std::filesystem::path& path, const Geometry& mesh) {
  if (!std::holds_alternative<TriangleMesh>(mesh.shape().value))
    return tl::make_unexpected(io::error_in(path, "only meshes have trees to save", ErrorCode::bad_shape));
  return io::fenced(path, [&] { return io::replace_file(path, TreeWriter(*mesh.tree()).run(), {magic, "a tree of graze"}); });
}

}  // namespace graze
