/// Writes trees to files: a header, and arrays as they are in memory.

#include <algorithm>
#include <array>
#include <cstring>
#include <span>
#include <string>
#include <utility>
#include <vector>

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

/// A section as memory holds it.
struct WrittenSection {
  std::string_view bytes;
  std::uint64_t count = 0;
};

template <class Element>
WrittenSection section_of(std::span<Element> elements) {
  return {{reinterpret_cast<const char*>(elements.data()), elements.size_bytes()}, elements.size()};
}

class TreeWriter {
 public:
  TreeWriter(const MeshTree& tree, const Topology& topology)
      : wide_(&tree.wide()),
        kind_(tree.wide().is_compact() ? NodeKind::compact : NodeKind::wide),
        record_(tree.record()),
        topology_(topology) {
    put_mesh(tree.view(), tree.order());
    sections_[nodes] = wide_->is_compact() ? section_of(wide_->compact_nodes()) : section_of(wide_->wide_nodes());
  }
  explicit TreeWriter(const BoxTree& tree)
      : kind_(NodeKind::box_tree), record_{.max_leaf_triangles = tree.max_leaf_triangles(), .max_depth = tree.depth_limit()} {
    put_mesh(tree.mesh(), tree.listed());
    sections_[nodes] = section_of(tree.nodes());
  }

  /// The file, piece by piece. Must not outlive the writer and the tree.
  [[nodiscard]] const std::vector<std::string_view>& run() {
    static constexpr std::array<char, alignment> zeros{};
    put_header();
    pieces_ = {header_};
    std::uint64_t end = header_.size();
    for (const WrittenSection& section : sections_) {
      pieces_.emplace_back(zeros.data(), aligned(end) - end);
      pieces_.push_back(section.bytes);
      end = aligned(end) + section.bytes.size();
    }
    put_at(checksum_at, sum_of_pieces());
    return pieces_;
  }

 private:
  void put_mesh(const MeshView& mesh, std::span<const std::uint32_t> in_order) {
    sections_[vertices] = section_of(mesh.vertices);
    sections_[triangles] = section_of(mesh.triangles);
    sections_[order] = section_of(in_order);
  }

  [[nodiscard]] std::uint64_t sum_of_pieces() const {
    Checksum sum;
    sum.add(std::string_view(header_).substr(numbers_at));
    for (const std::string_view piece : std::span(pieces_).subspan(1)) sum.add(piece);
    return sum.value();
  }

  template <class T>
  void put(T value) {
    header_.append(reinterpret_cast<const char*>(&value), sizeof(T));
  }
  void put_at(std::size_t offset, std::uint64_t value) { std::memcpy(header_.data() + offset, &value, sizeof(value)); }

  void put_header() {
    static const tree::WideTree none;  // of a box tree
    const tree::WideTree& wide = wide_ == nullptr ? none : *wide_;
    header_ = magic;
    put(version);
    put(static_cast<std::uint32_t>(kind_));
    put(std::uint64_t{0});  // bytes of the file, filled in later
    put(std::uint64_t{0});  // the checksum, filled in later
    for (int k = 0; k < 3; ++k) put(wide.origin[k]);
    put(wide.reach);
    put(static_cast<std::int64_t>(wide.exponent));
    header_.resize(record_at, '\0');
    put_record();
    header_.resize(topology_at, '\0');
    for (const std::size_t count :
         {topology_.edges, topology_.open_edges, topology_.non_manifold_edges, topology_.unbalanced_edges})
      put(std::uint64_t{count});
    header_.resize(header_bytes, '\0');
    put_sections();
  }
  void put_sections() {
    std::uint64_t end = header_bytes;
    for (std::size_t s = 0; s < sections_.size(); ++s) {
      const std::size_t entry = sections_at + s * 2 * sizeof(std::uint64_t);
      put_at(entry, aligned(end));
      put_at(entry + sizeof(std::uint64_t), sections_[s].count);
      end = aligned(end) + sections_[s].bytes.size();
    }
    put_at(size_at, end);
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

  const tree::WideTree* wide_ = nullptr;
  NodeKind kind_;
  TreeRecord record_;
  Topology topology_;
  std::array<WrittenSection, section_count> sections_{};
  std::string header_;
  std::vector<std::string_view> pieces_;
};

}  // namespace

Result<void> write_tree(const std::filesystem::path& path, const Geometry& mesh) {
  if (!std::holds_alternative<TriangleMesh>(mesh.shape().value))
    return tl::make_unexpected(io::error_in(path, "only meshes have trees to save", ErrorCode::bad_shape));
  if (!is_native) return tl::make_unexpected(io::error_in(path, "saved trees are little-endian, and this machine is not"));
  return io::fenced(path, [&] {
    constexpr io::WriteRules rules{magic, "a tree of graze"};
    const BoxTree* boxes = mesh.box_tree();
    return boxes != nullptr ? io::replace_file(path, TreeWriter(*boxes).run(), rules)
                            : io::replace_file(path, TreeWriter(*mesh.tree(), mesh.topology()).run(), rules);
  });
}

}  // namespace graze
