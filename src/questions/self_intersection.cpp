/// Which triangles of one mesh meet in more than the corners they share.

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include <graze/pairs.h>

#include "body/pair.h"
#include "geometry/drop_coordinate.h"
#include "geometry/interrupted.h"
#include "geometry/weld.h"
#include "numbers/orient.h"
#include "polytope/flat_intersection.h"
#include "questions/shared_corners.h"
#include "tree/walk/traverse_self.h"
#include "triangle/overlap.h"

namespace graze {
namespace {

using namespace query;

/// The corners of a triangle where they are stored.
struct Corners {
  std::array<const Vec3*, 3> v;

  [[nodiscard]] const Vec3& operator[](std::size_t i) const { return *v[i]; }
  [[nodiscard]] Triangle triangle() const { return {{*v[0], *v[1], *v[2]}}; }
};

/// Which corners of two triangles are at one place: bit 3 i + j for corner i of the first and j of the second.
using CornerMatches = std::uint32_t;

template <class Corner>
CornerMatches matches_of(const std::array<Corner, 3>& a, const std::array<Corner, 3>& b) {
  CornerMatches found = 0;
  for (std::uint32_t i = 0; i < 3; ++i) {
    for (std::uint32_t j = 0; j < 3; ++j) found |= static_cast<CornerMatches>(a[i] == b[j]) << (3 * i + j);
  }
  return found;
}

/// The corners of two triangles in an order that has those they share in front, each of these once.
struct SharedInFront {
  std::array<std::uint8_t, 3> a{0, 1, 2}, b{0, 1, 2};
  std::uint8_t shared = 0;
};

constexpr SharedInFront shared_in_front(CornerMatches matches) {
  SharedInFront order;
  const auto row = [&](std::size_t i) { return matches >> (3 * order.a[i]) & 7U; };
  for (std::size_t i = 0; i < 3; ++i) {
    bool is_known = false;  // an earlier one at the same place
    for (std::size_t k = 0; k < order.shared; ++k) is_known |= (row(k) & row(i)) != 0;
    std::size_t j = order.shared;
    while (j < 3 && (row(i) >> order.b[j] & 1U) == 0) ++j;
    if (is_known || j == 3) continue;
    std::swap(order.a[order.shared], order.a[i]);
    std::swap(order.b[order.shared], order.b[j]);
    ++order.shared;
  }
  return order;
}

/// Looked up: which corners neighbours share is as good as random, and branches would be guessed wrong.
constexpr auto shared_by_matches = [] {
  std::array<SharedInFront, 512> table{};
  for (CornerMatches matches = 0; matches < table.size(); ++matches) table[matches] = shared_in_front(matches);
  return table;
}();

/// Two triangles with the corners they share in front.
struct Neighbours {
  Corners a, b;
  std::size_t shared = 0;
};

Neighbours neighbours(const Corners& a, const Corners& b, CornerMatches matches) {
  const SharedInFront& order = shared_by_matches[matches];
  return {
      {{a.v[order.a[0]], a.v[order.a[1]], a.v[order.a[2]]}}, {{b.v[order.b[0]], b.v[order.b[1]], b.v[order.b[2]]}}, order.shared};
}

int turn(int axis, const Vec3& p, const Vec3& q, const Vec3& r) {
  return orient2d(drop_coordinate(p, axis), drop_coordinate(q, axis), drop_coordinate(r, axis));
}

/// A coordinate without which the triangle keeps an area; nothing when it has none.
std::optional<int> projection_of(const Corners& t) {
  for (int axis = 0; axis < 3; ++axis) {
    if (turn(axis, t[0], t[1], t[2]) != 0) return axis;
  }
  return std::nullopt;
}

sat::FlatPoints exact_corners(const Corners& t) { return {{lifted<Dyadic>(t[0])}, {lifted<Dyadic>(t[1])}, {lifted<Dyadic>(t[2])}}; }

bool is_at(const sat::FlatPoint& p, const Vec3& q) {
  return p.x.x == p.w * Dyadic(q.x()) && p.x.y == p.w * Dyadic(q.y()) && p.x.z == p.w * Dyadic(q.z());
}

/// One or two points span no more than themselves: what is more has another corner.
bool meet_elsewhere_exactly(const Neighbours& n) {
  const sat::FlatPoints common = sat::flat_intersection(exact_corners(n.a), exact_corners(n.b));
  return std::any_of(common.begin(), common.end(), [&](const sat::FlatPoint& p) {
    return std::none_of(n.a.v.begin(), n.a.v.begin() + static_cast<std::ptrdiff_t>(n.shared),
                        [&](const Vec3* corner) { return is_at(p, *corner); });
  });
}

/// Different planes share no more than the edge; in one plane the third corners are on the same side of it, or not.
bool meet_beyond_edge(const Neighbours& n) {
  const Vec3 &p = n.a[0], &q = n.a[1], &r = n.a[2], &s = n.b[2];
  if (orient3d(p, q, r, s) != 0) return false;
  const std::optional<int> axis = projection_of(n.a);
  if (!axis || !projection_of(n.b)) return meet_elsewhere_exactly(n);
  return turn(*axis, p, q, r) == turn(*axis, p, q, s);
}

/// Which side of the plane of one of two neighbours the free corners of the other are on.
struct FreeSides {
  int first, second;

  [[nodiscard]] bool are_beside() const { return first * second > 0; }
  [[nodiscard]] bool are_on_plane() const { return first == 0 && second == 0; }
};

FreeSides sides_of(const Corners& t, const Corners& plane) {
  return {orient3d(plane[0], plane[1], plane[2], t[1]), orient3d(plane[0], plane[1], plane[2], t[2])};
}

/// Two triangles of one plane share more than a corner iff their angles there share a direction: a side of one that is within the
/// other.
bool meet_beyond_corner_in_plane(const Neighbours& n, int axis) {
  const Vec3 &p = n.a[0], &a1 = n.a[1], &a2 = n.a[2], &b1 = n.b[1], &b2 = n.b[2];
  const int a = turn(axis, p, a1, a2), b = turn(axis, p, b1, b2);
  const int from_a1[2] = {turn(axis, p, a1, b1), turn(axis, p, a1, b2)};
  const int from_a2[2] = {turn(axis, p, a2, b1), turn(axis, p, a2, b2)};
  const auto is_within = [](int after_first, int before_second, int turn_of_angle) {
    return after_first * turn_of_angle >= 0 && before_second * turn_of_angle >= 0;
  };
  return is_within(from_a1[0], -from_a2[0], a) || is_within(from_a1[1], -from_a2[1], a) || is_within(-from_a1[0], from_a1[1], b) ||
         is_within(-from_a2[0], from_a2[1], b);
}

/// A common point other than the corner is seen from it in a direction that leaves one of the triangles, first or together with the
/// other, through the side opposite to the corner. Where that side, a line across the plane of the other triangle, passes the three
/// sides of this one, two signs are known: they are the sides of the corners. The third is the same for both.
bool meet_beyond_corner(const Neighbours& n) {
  const FreeSides a = sides_of(n.a, n.b);
  if (a.are_beside()) return false;
  const FreeSides b = sides_of(n.b, n.a);
  if (b.are_beside()) return false;
  if (a.are_on_plane() || b.are_on_plane()) {  // one plane, or a triangle without area, which has none
    const std::optional<int> axis = projection_of(n.a);
    return axis && projection_of(n.b) ? meet_beyond_corner_in_plane(n, *axis) : meet_elsewhere_exactly(n);
  }
  const int across = orient3d(n.a[1], n.a[2], n.b[1], n.b[2]);
  const auto passes_within = [&](const FreeSides& s) { return across * s.first >= 0 && across * s.second <= 0; };
  return passes_within(a) || passes_within(b);
}

bool meet_beyond_shared(const Corners& a, const Corners& b, CornerMatches matches) {
  const Neighbours n = neighbours(a, b, matches);
  switch (n.shared) {
    case 0: return overlap(a.triangle(), b.triangle());
    case 1: return meet_beyond_corner(n);
    case 2: return meet_beyond_edge(n);
    default: return true;
  }
}

/// Decides about pairs of triangles of one mesh. Vertices at one place get one number first, so that corners need not be compared.
class PairsWithin {
 public:
  explicit PairsWithin(const TriangleMesh& mesh) : mesh_(mesh), places_(welded(mesh).triangles) {}

  [[nodiscard]] bool meet(std::uint32_t i, std::uint32_t j) const {
    return meet_beyond_shared(corners(i), corners(j), matches_of(places_[i], places_[j]));
  }

 private:
  [[nodiscard]] Corners corners(std::uint32_t i) const {
    const auto& t = mesh_.triangles[i];
    return {{&mesh_.vertices[t[0]], &mesh_.vertices[t[1]], &mesh_.vertices[t[2]]}};
  }

  const TriangleMesh& mesh_;
  std::vector<std::array<std::uint32_t, 3>> places_;  ///< of the corners of triangles
};

Result<const MeshTree*> tree_of(const Body& mesh) {
  if (const auto ok = check_body(mesh); !ok) return tl::make_unexpected(at("a", ok.error()));
  if (std::holds_alternative<TriangleMesh>(mesh.geometry.shape().value)) return mesh.geometry.tree();
  return fail(ErrorCode::unsupported_pair, "self_intersection: a is not a mesh");
}

}  // namespace

bool meet_beyond_shared_corners(const Triangle& a, const Triangle& b) {
  const auto corners = [](const Triangle& t) { return Corners{{&t.v[0], &t.v[1], &t.v[2]}}; };
  return meet_beyond_shared(corners(a), corners(b), matches_of(a.v, b.v));
}

Result<TrianglePairs> self_intersection(const Body& mesh, const PairsOptions& options) {
  const Result<const MeshTree*> tree = tree_of(mesh);
  if (!tree) return tl::make_unexpected(tree.error());
  const PairsWithin within((*tree)->mesh());
  TrianglePairs result;
  tree::for_each_near_pair_within(**tree, [&](std::uint32_t i, std::uint32_t j) {
    if (within.meet(i, j)) result.pairs.push_back({std::min(i, j), std::max(i, j)});
    return true;
  });
  if (Interrupt::is_asked_for()) return tl::make_unexpected(interrupted());
  std::sort(result.pairs.begin(), result.pairs.end());
  result.pair_count = result.pairs.size();
  if (result.pairs.size() > options.max_pairs) result.pairs.resize(options.max_pairs);
  return result;
}

Result<bool> intersects_itself(const Body& mesh) {
  return unless_interrupted(tree_of(mesh).map([](const MeshTree* tree) {
    const PairsWithin within(tree->mesh());
    return !tree::for_each_near_pair_within(*tree, [&](std::uint32_t i, std::uint32_t j) { return !within.meet(i, j); });
  }));
}

}  // namespace graze
