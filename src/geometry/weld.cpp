/// Merging by an open-addressed table of vertex numbers: one pass, no node allocations, deterministic.

#include "geometry/weld.h"

#include <bit>
#include <limits>

namespace graze {

namespace {

constexpr std::uint32_t empty_slot = std::numeric_limits<std::uint32_t>::max();

/// Adding zero turns -0 into 0 and leaves every other number alone.
Vec3 without_negative_zero(const Vec3& v) { return v + Vec3::Zero(); }

std::uint64_t bits_of(double x) { return std::bit_cast<std::uint64_t>(x); }

/// Mixes as the finaliser of MurmurHash3 does, so that coordinates on a grid do not collide.
std::uint64_t mixed(std::uint64_t h) {
  h = (h ^ (h >> 33)) * 0xff51afd7ed558ccdULL;
  h = (h ^ (h >> 33)) * 0xc4ceb9fe1a85ec53ULL;
  return h ^ (h >> 33);
}

std::uint64_t hash_of(const Vec3& v) { return mixed(bits_of(v.x()) + mixed(bits_of(v.y()) + mixed(bits_of(v.z())))); }

class VertexTable {
 public:
  explicit VertexTable(std::size_t expected) : slots_(std::bit_ceil(2 * expected + 1), empty_slot), mask_(slots_.size() - 1) {}

  /// Number of the vertex among `vertices`, appended when it is new.
  std::uint32_t number_of(const Vec3& v, std::vector<Vec3>& vertices) {
    std::size_t slot = hash_of(v) & mask_;
    while (slots_[slot] != empty_slot && vertices[slots_[slot]] != v) slot = (slot + 1) & mask_;
    if (slots_[slot] == empty_slot) {
      slots_[slot] = static_cast<std::uint32_t>(vertices.size());
      vertices.push_back(v);
    }
    return slots_[slot];
  }

 private:
  std::vector<std::uint32_t> slots_;
  std::size_t mask_;
};

}  // namespace

TriangleMesh welded(const MeshView& mesh) {
  TriangleMesh result;
  VertexTable table(mesh.vertices.size());
  std::vector<std::uint32_t> new_number;
  new_number.reserve(mesh.vertices.size());
  for (const Vec3& v : mesh.vertices) new_number.push_back(table.number_of(without_negative_zero(v), result.vertices));
  result.triangles.reserve(mesh.triangles.size());
  for (const auto& t : mesh.triangles) result.triangles.push_back({new_number[t[0]], new_number[t[1]], new_number[t[2]]});
  return result;
}

}  // namespace graze
