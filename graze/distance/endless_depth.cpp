#include <graze/distance/endless_depth.h>

#include <limits>

#include <graze/distance/core.h>
#include <graze/sat/contact_set.h>

namespace graze::distance {
namespace {

using Directions = std::vector<Vector3<Dyadic>>;

/// Both bodies seen from one point, with everything that can span a facet of their difference.
struct EndlessPair {
  sat::Vectors<Dyadic> a;  ///< corners
  sat::Vectors<Dyadic> b;
  Directions rays;   ///< of the difference
  Directions edges;  ///< and rays
};

EndlessPair endless_pair(const Rounded& a, const Rounded& b) {
  const Vec3& origin = a.core.pose.translation;
  const sat::Corners<Dyadic> corners_a = sat::corners_in<Dyadic>(a.core, origin);
  const sat::Corners<Dyadic> corners_b = sat::corners_in<Dyadic>(b.core, origin);
  EndlessPair pair{sat::all_corners(corners_a), sat::all_corners(corners_b), {}, {}};
  for (const Vec3& d : a.rays) pair.rays.push_back(sat::rotated<Dyadic>(a.core.pose, lifted<Dyadic>(d)));
  for (const Vec3& d : b.rays) pair.rays.push_back(-sat::rotated<Dyadic>(b.core.pose, lifted<Dyadic>(d)));
  pair.edges = pair.rays;
  pair.edges.insert(pair.edges.end(), corners_a.directions.begin(), corners_a.directions.end());
  pair.edges.insert(pair.edges.end(), corners_b.directions.begin(), corners_b.directions.end());
  return pair;
}

bool is_zero(const Vector3<Dyadic>& v) { return v.x.is_zero() && v.y.is_zero() && v.z.is_zero(); }

/// Normals of all planes that a facet may lie in, one of each pair of opposites.
Directions facet_normals(const Directions& edges, sat::World world) {
  Directions normals;
  const auto add = [&](const Vector3<Dyadic>& n) {
    if (!is_zero(n)) normals.push_back(n);
  };
  for (std::size_t i = 0; i < edges.size(); ++i) {
    if (world == sat::World::plane) add(cross(sat::coordinate_axis<Dyadic>(2), edges[i]));
    for (std::size_t j = i + 1; world == sat::World::space && j < edges.size(); ++j) add(cross(edges[i], edges[j]));
  }
  for (int k = 0; normals.empty() && k < 3; ++k) add(cross(edges[0], sat::coordinate_axis<Dyadic>(k)));  // all on one line
  return normals;
}

struct Facet {
  Vector3<Dyadic> normal;  ///< outward
  Dyadic depth;            ///< of the origin below it, times |normal|
};

Dyadic farthest(const sat::Vectors<Dyadic>& corners, const Vector3<Dyadic>& direction) {
  Dyadic far = dot(corners[0], direction);
  for (const auto& c : corners) far = sat::greater(far, dot(c, direction));
  return far;
}

/// Nothing where the difference has no end along the normal.
std::optional<Facet> facet_along(const EndlessPair& pair, const Vector3<Dyadic>& normal) {
  for (const auto& ray : pair.rays) {
    if (dot(normal, ray).sign() > 0) return std::nullopt;
  }
  return Facet{normal, farthest(pair.a, normal) + farthest(pair.b, -normal)};
}

bool nearer(const Facet& x, const Facet& y) {
  return x.depth * x.depth * dot(y.normal, y.normal) < y.depth * y.depth * dot(x.normal, x.normal);
}

}  // namespace

Penetration endless_depth(const Rounded& a, const Rounded& b, sat::World world) {
  const EndlessPair pair = endless_pair(a, b);
  std::optional<Facet> best;
  for (const auto& normal : facet_normals(pair.edges, world)) {
    for (const auto& outward : {normal, -normal}) {
      const auto facet = facet_along(pair, outward);
      if (facet && (!best || nearer(*facet, *best))) best = facet;
    }
  }
  Penetration out;
  if (!best) {  // lines that cross in the plane still do so wherever one is pushed
    out.depth = std::numeric_limits<double>::infinity();
    return out;
  }
  const sat::Length length = sat::length_along(best->normal, best->depth);
  out.depth = length.length;
  out.normal = length.direction;
  return out;
}

}  // namespace graze::distance
