#pragma once
/// The contacts of a line with the triangles of a mesh in exact order, joined into the connected pieces of what it shares with the
/// surface. Crossings, winding numbers and containment are computed from them.

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "mesh/overlap.h"
#include "numbers/kept_blocks.h"
#include "triangle/line.h"

namespace graze::query {

struct TriangleContact {
  std::uint32_t triangle;
  distance::LineContact contact;
};

using TriangleContacts = KeptList<TriangleContact>;

/// Refers to the mesh. The direction of the line must not be zero.
class LineCrossings {
 public:
  using End = distance::LineProbe::End;
  enum class Wanted { all, first, any };

  template <class AnyLine>
  LineCrossings(const AnyLine& line, const PlacedMesh& mesh) : mesh_(mesh), probe_(line, mesh.pose) {}

  [[nodiscard]] const distance::LineProbe& probe() const { return probe_; }
  [[nodiscard]] Triangle triangle(std::uint32_t i) const { return mesh_.tree->view().triangle(i); }

  /// All contacts, those that may be first, or one of them, in no order.
  [[nodiscard]] TriangleContacts contacts(Wanted wanted) const;

  /// By exact parameters of their first points, then by the number of the triangle.
  void sort(TriangleContacts& contacts) const;

  /// Where the connected piece ends that begins with contacts[begin]; sorted.
  [[nodiscard]] std::size_t end_of_piece(std::span<const TriangleContact> contacts, std::size_t begin) const;

  /// The contact of a piece that reaches farthest.
  [[nodiscard]] const TriangleContact& last_of(std::span<const TriangleContact> piece) const;

  /// -1 when that end of x comes before that of y, exactly.
  [[nodiscard]] int compare(const TriangleContact& x, End end_of_x, const TriangleContact& y, End end_of_y) const;
  [[nodiscard]] int compare(const TriangleContact& x, End end_of_x, double t) const;

 private:
  const PlacedMesh& mesh_;
  distance::LineProbe probe_;
};

/// How often a line crosses the surface, and in which sense.
struct CrossingCount {
  int net = 0;    ///< inward minus outward
  int count = 0;  ///< inward plus outward
};

[[nodiscard]] inline CrossingCount crossing_count(std::span<const TriangleContact> contacts) {
  CrossingCount result;
  for (const TriangleContact& c : contacts) {
    result.net += c.contact.crossing;
    result.count += c.contact.crossing != 0 ? 1 : 0;
  }
  return result;
}

}  // namespace graze::query
