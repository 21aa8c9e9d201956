/// Takes the address of what known_shapes.h declares for every pair of simple shapes: templates have no symbol until someone asks.

#include <graze/known_shapes.h>

namespace {

using namespace graze;

template <class A, class B>
bool has_both() {
  Closest (*volatile closest)(const A&, const B&) = &closest_points<A, B>;
  bool (*volatile meet)(const A&, const B&) = &overlap<A, B>;
  return closest != nullptr && meet != nullptr;
}
template <class A, class... B>
bool has_all() {
  return (has_both<A, B>() && ...);
}
template <class... Shapes>
bool has_pairs() {
  return (has_all<Shapes, Shapes...>() && ...);
}

}  // namespace

int main() { return has_pairs<Point, Segment, Sphere, Capsule, Aabb, Obb>() ? 0 : 1; }
