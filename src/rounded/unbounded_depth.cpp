/// Lists the facets of an unbounded difference and picks the nearest: shortlisted in doubles, chosen exactly.

#include "rounded/unbounded_depth.h"

#include <algorithm>
#include <limits>

#include "polytope/contact/contact_set.h"
#include "views/body_view.h"

namespace graze::distance {
namespace {

using ExactDirections = std::vector<Vector3<Dyadic>>;

/// Both bodies relative to one point, with everything that can span a facet of their difference.
struct UnboundedPair {
  sat::Vectors<Dyadic> a;  ///< corners
  sat::Vectors<Dyadic> b;
  ExactDirections rays;   ///< of the difference
  ExactDirections edges;  ///< of both bodies
  ExactDirections faces;  ///< normals of both bodies' faces
};

UnboundedPair unbounded_pair(const Rounded& a, const Rounded& b) {
  const Vec3& origin = a.core.pose.translation;
  UnboundedPair pair;
  const auto add = [&](const Rounded& body, int sign) {
    const sat::Corners<Dyadic> corners = sat::corners_in<Dyadic>(body.core, origin);
    for (const Vec3& d : body.rays) pair.rays.push_back(Dyadic(sign) * sat::rotated<Dyadic>(body.core.pose, lifted<Dyadic>(d)));
    pair.edges.insert(pair.edges.end(), corners.directions.begin(), corners.directions.end());
    pair.faces.insert(pair.faces.end(), corners.normals.begin(), corners.normals.end());
    return sat::all_corners(corners);
  };
  pair.a = add(a, 1);
  pair.b = add(b, -1);
  return pair;
}

bool is_zero(const Vector3<Dyadic>& v) { return v.x.is_zero() && v.y.is_zero() && v.z.is_zero(); }

/// Nothing of the difference lies beyond any of its planes along a ray.
bool ends_along(const UnboundedPair& pair, const Vector3<Dyadic>& normal) {
  return std::none_of(pair.rays.begin(), pair.rays.end(), [&](const auto& ray) { return dot(normal, ray).sign() > 0; });
}

/// Outward normals of all planes that a facet may lie in. A line or a ray has no edge, so a facet is a face of the other body or
/// holds a ray and an edge or another ray.
ExactDirections facet_normals(const UnboundedPair& pair, sat::World world) {
  ExactDirections normals;
  bool any = false;
  const auto add = [&](const Vector3<Dyadic>& n) {
    if (is_zero(n)) return;
    any = true;
    if (ends_along(pair, n)) normals.push_back(n);
    if (ends_along(pair, -n)) normals.push_back(-n);
  };
  const auto add_all = [&](const ExactDirections& with, const Vector3<Dyadic>& direction) {
    for (const auto& d : with) add(cross(direction, d));
  };
  if (world == sat::World::plane) {
    add_all(pair.rays, sat::coordinate_axis<Dyadic>(2));
    add_all(pair.edges, sat::coordinate_axis<Dyadic>(2));
  } else {
    for (const auto& n : pair.faces) add(n);
    for (const auto& ray : pair.rays) {
      add_all(pair.rays, ray);
      add_all(pair.edges, ray);
    }
  }
  for (int k = 0; !any && k < 3; ++k) add(cross(pair.rays[0], sat::coordinate_axis<Dyadic>(k)));  // all on one line
  return normals;
}

struct UnboundedFacet {
  Vector3<Dyadic> normal;  ///< outward
  Dyadic depth;            ///< of the origin below it, times |normal|
};

Dyadic exact_reach(const sat::Vectors<Dyadic>& corners, const Vector3<Dyadic>& direction) {
  Dyadic far = dot(corners[0], direction);
  for (const auto& c : corners) far = sat::greater(far, dot(c, direction));
  return far;
}

UnboundedFacet facet_along(const UnboundedPair& pair, const Vector3<Dyadic>& normal) {
  return {normal, exact_reach(pair.a, normal) + exact_reach(pair.b, -normal)};
}

/// A corner off by 1u, a unit direction by 4u and three products and two sums by 3u make less than 16u of the corners' size, for
/// two bodies; the rest is margin. Relative to the sizes. UnboundedDepth.IsTheLeastOfAllFacets
constexpr double facet_depth_error = 0x1p-46;

/// Depths of facets in doubles, to leave most of them out.
class FacetDepths {
 public:
  explicit FacetDepths(const UnboundedPair& pair) : a_(rounded(pair.a)), b_(rounded(pair.b)) {}

  [[nodiscard]] double depth(const Vector3<Dyadic>& normal) const {
    const Vec3 unit = sat::length_along(normal, 0).direction;
    return reach(a_, unit) + reach(b_, -unit);
  }

  [[nodiscard]] double error() const { return facet_depth_error * (size(a_) + size(b_)); }

 private:
  static std::vector<Vec3> rounded(const sat::Vectors<Dyadic>& corners) {
    std::vector<Vec3> out;
    for (const auto& c : corners) out.emplace_back(c.x.to_double(), c.y.to_double(), c.z.to_double());
    return out;
  }
  static double reach(const std::vector<Vec3>& corners, const Vec3& unit) {
    double far = -std::numeric_limits<double>::infinity();
    for (const Vec3& c : corners) far = std::max(far, c.dot(unit));
    return far;
  }
  static double size(const std::vector<Vec3>& corners) {
    double size = 0;
    for (const Vec3& c : corners) size = std::max(size, c.cwiseAbs().sum());
    return size;
  }

  std::vector<Vec3> a_;
  std::vector<Vec3> b_;
};

/// The normals whose facets may be the nearest; all of them where doubles overflow.
ExactDirections near_facets(const UnboundedPair& pair, const ExactDirections& normals) {
  const FacetDepths in_doubles(pair);
  const double slack = 2 * in_doubles.error();
  std::vector<double> depths;
  double least = std::numeric_limits<double>::infinity();
  for (const auto& n : normals) {
    depths.push_back(in_doubles.depth(n));
    least = std::min(least, depths.back());
  }
  ExactDirections near;
  for (std::size_t i = 0; i < normals.size(); ++i) {
    if (!(depths[i] > least + slack)) near.push_back(normals[i]);
  }
  return near;
}

bool nearer(const UnboundedFacet& x, const UnboundedFacet& y) {
  return x.depth * x.depth * dot(y.normal, y.normal) < y.depth * y.depth * dot(x.normal, x.normal);
}

}  // namespace

Penetration unbounded_depth(const Rounded& a, const Rounded& b, sat::World world) {
  const UnboundedPair pair = unbounded_pair(a, b);
  std::optional<UnboundedFacet> best;
  for (const auto& normal : near_facets(pair, facet_normals(pair, world))) {
    const UnboundedFacet facet = facet_along(pair, normal);
    if (!best || nearer(facet, *best)) best = facet;
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
