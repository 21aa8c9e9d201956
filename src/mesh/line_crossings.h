#pragma once
/// A line through a mesh: its contacts with triangles in exact order, joined into the connected pieces of what it shares with the
/// surface. What crossings, winding numbers and containment are made of.

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "mesh/overlap.h"
#include "triangle/line.h"

namespace graze::query {

struct PassageContact {
  std::uint32_t triangle;
  distance::LineContact contact;
};

/// Refers to the mesh. The direction of the line must not be zero.
class Passage {
 public:
  using End = distance::LineProbe::End;
  enum class Wanted { all, first, any };

  template <class AnyLine>
  Passage(const AnyLine& line, const PlacedMesh& mesh) : mesh_(mesh), probe_(line, mesh.pose) {}

  [[nodiscard]] const distance::LineProbe& probe() const { return probe_; }
  [[nodiscard]] Triangle triangle(std::uint32_t i) const { return mesh_.tree->mesh().triangle(i); }

  /// All contacts, those that may be first, or one of them, in no order.
  [[nodiscard]] std::vector<PassageContact> contacts(Wanted wanted) const;

  /// By exact parameters of their first points, then by the number of the triangle.
  void sort(std::vector<PassageContact>& contacts) const;

  /// Where the connected piece ends that begins with contacts[begin]; sorted.
  [[nodiscard]] std::size_t end_of_piece(std::span<const PassageContact> contacts, std::size_t begin) const;

  /// The contact of a piece that reaches farthest.
  [[nodiscard]] const PassageContact& last_of(std::span<const PassageContact> piece) const;

  /// -1 when that end of x comes before that of y, exactly.
  [[nodiscard]] int compare(const PassageContact& x, End end_of_x, const PassageContact& y, End end_of_y) const;
  [[nodiscard]] int compare(const PassageContact& x, End end_of_x, double t) const;

 private:
  const PlacedMesh& mesh_;
  distance::LineProbe probe_;
};

/// How often the surface is passed, and in which sense.
struct Passed {
  int net = 0;    ///< inward less outward
  int count = 0;  ///< of both
};

[[nodiscard]] inline Passed passed(std::span<const PassageContact> contacts) {
  Passed result;
  for (const PassageContact& c : contacts) {
    result.net += c.contact.crossing;
    result.count += c.contact.crossing != 0 ? 1 : 0;
  }
  return result;
}

}  // namespace graze::query
