#pragma once
/// The layout of saved trees. All numbers are little-endian; floating-point numbers are IEEE 754; sections begin at multiples of 64
/// bytes and hold what memory does, so that they are copied as they are, or used in place where the file is mapped.
///
/// | byte | type            | what |
/// |------|-----------------|------|
/// |    0 | 8 bytes         | 89 'G' 'R' 'Z' 0D 0A 1A 0A: as PNG does it, because transfers as text damage it |
/// |    8 | u32             | version |
/// |   12 | u32             | NodeKind: 0 wide nodes, 1 compact nodes, 2 those of a box tree |
/// |   16 | u64             | bytes of the file |
/// |   24 | u64             | checksum() of all bytes from 32 on |
/// |   32 | f64[3]          | WideTree::origin |
/// |   56 | f64             | WideTree::reach |
/// |   64 | i64             | WideTree::exponent |
/// |   72 | (u64, u64)[4]   | for each section: the byte it begins at, and how many elements it has |
/// |  136 | u32             | 1: the next five tell how the tree was built, TreeRecord; 0: it is not told, and they are 0 |
/// |  140 | u32             | SplitRule |
/// |  144 | u32             | NodeFit |
/// |  148 | u32             | the most triangles a leaf may have |
/// |  152 | u32             | the most cuts from the root |
/// |  156 | u32             | 1: leaves answer by their boxes |
/// |  160 | u64[4]          | Topology: edges, of these open, non-manifold and unbalanced ones; all 0 where it is not told |
///
/// Of a box tree origin, reach and exponent are 0.
///
/// | section    | element                                                                                        | bytes |
/// |------------|------------------------------------------------------------------------------------------------|-------|
/// | vertices   | f64 x, y, z                                                                                    |    24 |
/// | triangles  | u32[3] vertices                                                                                |    12 |
/// | order      | u32 triangle: MeshTree::order(), or BoxTree::listed()                                          |     4 |
/// | nodes      | f32[3][8] centres, f32[3][3][8] axes, f32[3][8] half extents, u32[8] slots: WideNode           |   512 |
/// |            | or f32[3] origin, f32 step, i16[4][8] quaternions, u16[3][8] centres, u16[3][8] half extents,  |       |
/// |            | u32[8] slots: CompactNode                                                                      |   208 |
/// |            | or f64 cut, u32 first, u32 axis + 4 count: BoxTreeNode                                         |    16 |
///
/// A slot is 2^31 - 1 when empty; below 2^31 it is the number of a node; else bits 28 to 30 are a number of triangles less one, and
/// the bits below the position of the first in the order. Sections follow each other in this order; gaps are 0.

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "io/mesh/bytes.h"
#include "tree/nodes/box_tree.h"
#include "tree/nodes/mesh_tree.h"

namespace graze::io::tree_file {

inline constexpr std::string_view magic = "\x89GRZ\r\n\x1a\n";
inline constexpr std::uint32_t version = 2;

inline constexpr std::size_t alignment = 64;
inline constexpr std::size_t header_bytes = 192;
inline constexpr std::size_t kind_at = 12;
inline constexpr std::size_t size_at = 16;
inline constexpr std::size_t checksum_at = 24;
inline constexpr std::size_t numbers_at = 32;  ///< where the bytes under the checksum begin
inline constexpr std::size_t sections_at = 72;

inline constexpr std::size_t record_at = 136;
inline constexpr std::size_t topology_at = 160;

enum class NodeKind : std::uint32_t { wide, compact, box_tree };

enum Section : std::size_t { vertices, triangles, order, nodes, section_count };
[[nodiscard]] constexpr std::array<std::size_t, section_count> element_bytes(NodeKind kind) {
  return {24, 12, 4, kind == NodeKind::box_tree ? 16U : kind == NodeKind::compact ? 208U : 512U};
}

/// Of files that do not tell how their tree was built, which it was by default.
[[nodiscard]] inline TreeRecord default_record(NodeKind kind) {
  if (kind == NodeKind::box_tree) return {.max_leaf_triangles = 1, .max_depth = BoxTree::max_depth};
  return {.max_leaf_triangles = kind == NodeKind::compact ? 4U : 2U};
}

/// The sections are what memory holds.
static_assert(sizeof(Vec3) == 24 && sizeof(std::array<std::uint32_t, 3>) == 12 && sizeof(BoxTreeNode) == 16);
static_assert(sizeof(tree::WideNode) == 512 && sizeof(tree::CompactNode) == 208);
static_assert(std::bit_cast<std::uint32_t>(tree::Slot()) == 0x7fffffff);
inline constexpr bool is_native = std::endian::native == std::endian::little;

[[nodiscard]] constexpr std::uint64_t aligned(std::uint64_t offset) { return (offset + alignment - 1) / alignment * alignment; }

/// Over words of eight bytes, the last filled up with zeros, in eight lanes that take turns and are summed up at the end: a lane
/// waits for its last product, eight wait for memory. Each step is a bijection of the sum so far and of the word, so that damage
/// within one word never goes unnoticed, and other damage once in 2^64.
class Checksum {
 public:
  void add(std::string_view bytes) {
    if (held_bytes_ > 0) {
      const std::string_view some = bytes.substr(0, round - held_bytes_);
      some.copy(held_.data() + held_bytes_, some.size());
      held_bytes_ += some.size();
      bytes.remove_prefix(some.size());
      if (held_bytes_ < round) return;
      mix(held_.data());
    }
    for (; bytes.size() >= round; bytes.remove_prefix(round)) mix(bytes.data());
    held_bytes_ = bytes.copy(held_.data(), round);
  }

  [[nodiscard]] std::uint64_t value() const {
    Checksum ended = *this;
    std::fill(ended.held_.begin() + static_cast<std::ptrdiff_t>(held_bytes_), ended.held_.end(), '\0');
    if (held_bytes_ > 0) ended.mix(ended.held_.data());
    std::uint64_t sum = odd;
    for (const std::uint64_t lane : ended.lanes_) sum = mixed(sum, lane);
    return sum;
  }

 private:
  static constexpr std::uint64_t odd = 0x9e3779b97f4a7c15;
  static constexpr std::size_t lanes = 8, round = lanes * sizeof(std::uint64_t);

  static std::uint64_t mixed(std::uint64_t sum, std::uint64_t word) { return std::rotl(sum ^ word, 29) * odd; }
  void mix(const char* words) {
    for (std::size_t i = 0; i < lanes; ++i) lanes_[i] = mixed(lanes_[i], load<std::uint64_t>(words + i * sizeof(std::uint64_t)));
  }

  std::array<std::uint64_t, lanes> lanes_{1, 2, 3, 4, 5, 6, 7, 8};  ///< any that are not 0, which zeros would leave as it is
  std::array<char, round> held_{};                                  ///< of a round that is not full yet
  std::size_t held_bytes_ = 0;
};

[[nodiscard]] inline std::uint64_t checksum(std::string_view bytes) {
  Checksum sum;
  sum.add(bytes);
  return sum.value();
}

}  // namespace graze::io::tree_file
