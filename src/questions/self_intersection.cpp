/// Which triangles of one mesh meet in more than the corners they share.

#include <algorithm>
#include <array>
#include <optional>

#include <graze/pairs.h>

#include "body/pair.h"
#include "geometry/drop_coordinate.h"
#include "numbers/orient.h"
#include "polytope/flat_intersection.h"
#include "questions/shared_corners.h"
#include "tree/walk/traverse_self.h"
#include "triangle/overlap.h"

namespace graze {
namespace {

using namespace query;

/// Two triangles with the corners they share in front, each of these once.
struct Neighbours {
  Triangle a, b;
  std::size_t shared = 0;
};

Neighbours shared_in_front(Triangle a, Triangle b) {
  std::size_t shared = 0;
  for (std::size_t i = 0; i < 3; ++i) {
    const Vec3 corner = a.v[i];
    const auto known = a.v.begin() + static_cast<std::ptrdiff_t>(shared);
    if (std::find(a.v.begin(), known, corner) != known) continue;
    const auto same = std::find(b.v.begin() + static_cast<std::ptrdiff_t>(shared), b.v.end(), corner);
    if (same == b.v.end()) continue;
    std::swap(a.v[shared], a.v[i]);
    std::swap(b.v[shared], *same);
    ++shared;
  }
  return {a, b, shared};
}

int turn(int axis, const Vec3& p, const Vec3& q, const Vec3& r) {
  return orient2d(drop_coordinate(p, axis), drop_coordinate(q, axis), drop_coordinate(r, axis));
}

/// A coordinate without which the triangle keeps an area; nothing when it has none.
std::optional<int> projection_of(const Triangle& t) {
  for (int axis = 0; axis < 3; ++axis) {
    if (turn(axis, t.v[0], t.v[1], t.v[2]) != 0) return axis;
  }
  return std::nullopt;
}

sat::FlatPoints exact_corners(const Triangle& t) {
  return {{lifted<Dyadic>(t.v[0])}, {lifted<Dyadic>(t.v[1])}, {lifted<Dyadic>(t.v[2])}};
}

bool is_at(const sat::FlatPoint& p, const Vec3& q) {
  return p.x.x == p.w * Dyadic(q.x()) && p.x.y == p.w * Dyadic(q.y()) && p.x.z == p.w * Dyadic(q.z());
}

/// One or two points span no more than themselves: what is more has another corner.
bool meet_elsewhere_exactly(const Neighbours& n) {
  const sat::FlatPoints common = sat::flat_intersection(exact_corners(n.a), exact_corners(n.b));
  return std::any_of(common.begin(), common.end(), [&](const sat::FlatPoint& p) {
    return std::none_of(n.a.v.begin(), n.a.v.begin() + static_cast<std::ptrdiff_t>(n.shared),
                        [&](const Vec3& corner) { return is_at(p, corner); });
  });
}

/// Different planes share no more than the edge; in one plane the third corners are on the same side of it, or not.
bool meet_beyond_edge(const Neighbours& n) {
  const auto& [p, q, r] = n.a.v;
  const Vec3& s = n.b.v[2];
  if (orient3d(p, q, r, s) != 0) return false;
  const std::optional<int> axis = projection_of(n.a);
  if (!axis || !projection_of(n.b)) return meet_elsewhere_exactly(n);
  return turn(*axis, p, q, r) == turn(*axis, p, q, s);
}

/// A common point other than the corner is seen from it in a direction that leaves one of the triangles, first or together with the
/// other, through the side opposite to the corner.
bool meet_beyond_corner(const Neighbours& n) {
  const auto is_beside = [](const Triangle& t, const Triangle& plane) {
    const auto& [p, q, r] = plane.v;
    return orient3d(p, q, r, t.v[1]) * orient3d(p, q, r, t.v[2]) > 0;
  };
  if (is_beside(n.a, n.b) || is_beside(n.b, n.a)) return false;
  if (!projection_of(n.a) || !projection_of(n.b)) return meet_elsewhere_exactly(n);
  const auto opposite = [](const Triangle& t) { return Triangle{{t.v[1], t.v[2], t.v[2]}}; };
  return overlap(opposite(n.a), n.b) || overlap(opposite(n.b), n.a);
}

Result<const MeshTree*> tree_of(const Body& mesh) {
  if (const auto ok = check_body(mesh); !ok) return tl::make_unexpected(at("a", ok.error()));
  if (std::holds_alternative<TriangleMesh>(mesh.geometry.shape().value)) return mesh.geometry.tree();
  return fail(ErrorCode::unsupported_pair, "self_intersection: a is not a mesh");
}

}  // namespace

bool meet_beyond_shared_corners(const Triangle& a, const Triangle& b) {
  const Neighbours n = shared_in_front(a, b);
  switch (n.shared) {
    case 0: return overlap(a, b);
    case 1: return meet_beyond_corner(n);
    case 2: return meet_beyond_edge(n);
    default: return true;
  }
}

Result<TrianglePairs> self_intersection(const Body& mesh, const PairsOptions& options) {
  const Result<const MeshTree*> tree = tree_of(mesh);
  if (!tree) return tl::make_unexpected(tree.error());
  const TriangleMesh& triangles = (*tree)->mesh();
  TrianglePairs result;
  tree::for_each_near_pair_within(**tree, [&](std::uint32_t i, std::uint32_t j) {
    if (meet_beyond_shared_corners(triangles.triangle(i), triangles.triangle(j)))
      result.pairs.push_back({std::min(i, j), std::max(i, j)});
    return true;
  });
  std::sort(result.pairs.begin(), result.pairs.end());
  result.pair_count = result.pairs.size();
  if (result.pairs.size() > options.max_pairs) result.pairs.resize(options.max_pairs);
  return result;
}

Result<bool> intersects_itself(const Body& mesh) {
  return tree_of(mesh).map([](const MeshTree* tree) {
    const TriangleMesh& triangles = tree->mesh();
    return !tree::for_each_near_pair_within(*tree, [&](std::uint32_t i, std::uint32_t j) {
      return !meet_beyond_shared_corners(triangles.triangle(i), triangles.triangle(j));
    });
  });
}

}  // namespace graze
