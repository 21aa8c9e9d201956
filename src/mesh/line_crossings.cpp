/// Collects the contacts of a line with the triangles of a mesh and orders them exactly.

#include "mesh/line_crossings.h"

#include <algorithm>

#include "body/infinity.h"
#include "tree/walk/ray.h"

namespace graze::query {
namespace {

const distance::ParameterBracket& bracket_of(const TriangleContact& c, LineCrossings::End end) {
  return end == LineCrossings::End::first ? c.contact.first : c.contact.last;
}

}  // namespace

TriangleContacts LineCrossings::contacts(Wanted wanted) const {
  TriangleContacts found;
  double limit = infinity;
  tree::for_each_triangle_along(*mesh_.tree, probe_.in_body(), probe_.range(), [&](std::uint32_t i) {
    const std::optional<distance::LineContact> contact = probe_.contact(triangle(i));
    if (!contact || contact->first.low > limit) return limit;
    found.push_back({i, *contact});
    if (wanted == Wanted::first) limit = std::min(limit, std::max(contact->first.high, probe_.range().least));
    if (wanted == Wanted::any) limit = -infinity;
    return limit;
  });
  if (wanted == Wanted::first) std::erase_if(found, [&](const TriangleContact& c) { return c.contact.first.low > limit; });
  return found;
}

void LineCrossings::sort(TriangleContacts& contacts) const {
  std::sort(contacts.begin(), contacts.end(), [&](const TriangleContact& x, const TriangleContact& y) {
    const int order = x.triangle == y.triangle ? 0 : compare(x, End::first, y, End::first);
    return order != 0 ? order < 0 : x.triangle < y.triangle;
  });
}

std::size_t LineCrossings::end_of_piece(std::span<const TriangleContact> contacts, std::size_t begin) const {
  std::size_t last = begin, end = begin + 1;
  for (; end < contacts.size() && compare(contacts[end], End::first, contacts[last], End::last) <= 0; ++end) {
    if (compare(contacts[last], End::last, contacts[end], End::last) < 0) last = end;
  }
  return end;
}

const TriangleContact& LineCrossings::last_of(std::span<const TriangleContact> piece) const {
  return *std::max_element(piece.begin(), piece.end(), [&](const TriangleContact& x, const TriangleContact& y) {
    return compare(x, End::last, y, End::last) < 0;
  });
}

int LineCrossings::compare(const TriangleContact& x, End end_of_x, const TriangleContact& y, End end_of_y) const {
  const distance::ParameterBracket &s = bracket_of(x, end_of_x), &t = bracket_of(y, end_of_y);
  if (s.high < t.low) return -1;
  if (t.high < s.low) return 1;
  return probe_.compare(triangle(x.triangle), end_of_x, triangle(y.triangle), end_of_y);
}

int LineCrossings::compare(const TriangleContact& x, End end_of_x, double t) const {
  const distance::ParameterBracket& s = bracket_of(x, end_of_x);
  if (s.high < t) return -1;
  if (t < s.low) return 1;
  return probe_.compare(triangle(x.triangle), end_of_x, t);
}

}  // namespace graze::query
