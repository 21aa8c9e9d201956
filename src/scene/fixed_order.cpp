/// Compares bodies by what they are.

#include "scene/fixed_order.h"

#include <algorithm>

namespace graze::scenes {
namespace {

/// -1, 0 or 1 as a comes before b, number by number.
template <class Matrix>
int compared(const Matrix& a, const Matrix& b) {
  const auto ends = std::mismatch(a.data(), a.data() + a.size(), b.data());
  if (ends.first == a.data() + a.size()) return 0;
  return *ends.first < *ends.second ? -1 : 1;
}

int compared_motions(const Record& a, const Record& b) {
  const Motion* in_a = std::get_if<Motion>(&a.given.motion);
  const Motion* in_b = std::get_if<Motion>(&b.given.motion);
  if (in_a == nullptr || in_b == nullptr) return in_a == in_b ? 0 : in_a == nullptr ? 1 : -1;
  const int by_velocity = compared(in_a->velocity, in_b->velocity);
  return by_velocity != 0 ? by_velocity : compared(in_a->angular_velocity, in_b->angular_velocity);
}

std::array<const Record*, 2> in_order(const Cast& cast, const IndexPair& pair) {
  const Record &a = cast[pair.first], &b = cast[pair.second];
  return comes_first(b, a) ? std::array{&b, &a} : std::array{&a, &b};
}

}  // namespace

bool comes_first(const Record& a, const Record& b) {
  if (const int order = compared(a.box.min, b.box.min); order != 0) return order < 0;
  if (const int order = compared(a.box.max, b.box.max); order != 0) return order < 0;
  if (const int order = compared(a.given.pose.rotation, b.given.pose.rotation); order != 0) return order < 0;
  return compared_motions(a, b) < 0;
}

bool comes_first(const Cast& cast, const IndexPair& x, const IndexPair& y) {
  const auto bodies_x = in_order(cast, x), bodies_y = in_order(cast, y);
  for (std::size_t k = 0; k < 2; ++k) {
    if (comes_first(*bodies_x[k], *bodies_y[k])) return true;
    if (comes_first(*bodies_y[k], *bodies_x[k])) return false;
  }
  return x < y;
}

}  // namespace graze::scenes
