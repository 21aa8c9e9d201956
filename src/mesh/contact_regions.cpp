/// Finds for each flat region of a contact a plane between the bodies, by exact signs of everything that touches there.

#include "mesh/contact_regions.h"

#include <algorithm>
#include <utility>

#include "polytope/contact/contact_set.h"
#include "polytope/plane_view.h"

namespace graze::query {
namespace {

using ExactNormal = Vector3<Dyadic>;

int dimension(const TouchingPiece& piece) { return std::min<int>(2, static_cast<int>(piece.set.size()) - 1); }

/// Whether some corner is on the side of a plane that the sign tells.
bool reaches(const sat::FlatPoints& corners, const ExactNormal& normal, const sat::FlatPoint& origin, int sign) {
  return std::any_of(corners.begin(), corners.end(),
                     [&](const sat::FlatPoint& p) { return dot(normal, sat::difference(p, origin)).sign() == sign; });
}

/// Which ways round a normal points from a to b.
struct Supports {
  bool forward = true;
  bool backward = true;

  [[nodiscard]] bool any() const { return forward || backward; }
};

class RegionNormal {
 public:
  RegionNormal(const TouchingPieces& pieces, const sat::FlatRegion& region, const MeetingMotion& motion)
      : pieces_(pieces), region_(region), motion_(motion) {}

  /// From a to b, or nothing. Prefers the known direction, then one that does not oppose the motion.
  [[nodiscard]] std::optional<Vec3> chosen(const std::optional<Vec3>& known) const {
    std::optional<Vec3> first, with_motion;
    for (const ExactNormal& candidate : candidates()) {
      const Supports ways = supports(candidate);
      if (!ways.any()) continue;
      const auto normal = turned(candidate, ways);
      if (!normal) continue;
      const Vec3 direction = sat::length_along(*normal, 0).direction;
      const bool goes_with = dot(*normal, motion_.velocity).sign() == (motion_.parting ? 1 : -1);
      if (known && direction == *known && goes_with) return known;
      if (!first || (known && direction == *known)) first = direction;
      if (!with_motion && goes_with) with_motion = direction;
    }
    return with_motion ? with_motion : first;
  }

 private:
  /// A region with an area has one plane, others those of faces and pairs of edges that touch there.
  [[nodiscard]] std::pmr::vector<ExactNormal> candidates() const {
    std::pmr::vector<ExactNormal> found(sat::region_memory());
    if (!sat::is_zero(region_.normal)) {
      found.push_back(region_.normal);
      return found;
    }
    const auto add = [&](const ExactNormal& n) {
      if (!sat::is_zero(n)) found.push_back(n);
    };
    for (const std::size_t k : region_.pieces) {
      for (const sat::FlatPoints* corners : {&pieces_[k].corners_a, &pieces_[k].corners_b}) {
        if (corners->size() == 3) add(sat::plane_normal(*corners));
      }
    }
    for (const std::size_t k : region_.pieces) {
      const sat::FlatPoints &a = pieces_[k].corners_a, &b = pieces_[k].corners_b;
      for (std::size_t i = 0; a.size() == 3 && b.size() == 3 && i < 9; ++i)
        add(cross(sat::difference(a[(i / 3 + 1) % 3], a[i / 3]), sat::difference(b[(i + 1) % 3], b[i % 3])));
    }
    return found;
  }

  [[nodiscard]] Supports supports(const ExactNormal& normal) const {
    Supports ways;
    const sat::FlatPoint& origin = region_.hull.front();
    for (const std::size_t k : region_.pieces) {
      const TouchingPiece& piece = pieces_[k];
      ways.forward = ways.forward && !reaches(piece.corners_a, normal, origin, 1) && !reaches(piece.corners_b, normal, origin, -1);
      ways.backward =
          ways.backward && !reaches(piece.corners_a, normal, origin, -1) && !reaches(piece.corners_b, normal, origin, 1);
      if (!ways.any()) break;
    }
    return ways;
  }

  /// Where all that touches lies in the plane, the motion tells which body came from where or, from the start, the sides that the
  /// triangles face: outward when they face each other.
  [[nodiscard]] std::optional<ExactNormal> turned(const ExactNormal& n, const Supports& ways) const {
    if (ways.forward != ways.backward) return ways.forward ? n : -n;
    const int along = dot(n, motion_.velocity).sign();
    if (!motion_.initial) return along < 0 ? n : -n;
    const TouchingPiece& piece = pieces_[region_.pieces.front()];
    const int faces_a = dot(n, sat::plane_normal(piece.corners_a)).sign(),
              faces_b = dot(n, sat::plane_normal(piece.corners_b)).sign();
    if (faces_a * faces_b < 0) return faces_a > 0 ? n : -n;
    if (along == 0) return std::nullopt;
    return along > 0 ? n : -n;
  }

  const TouchingPieces& pieces_;
  const sat::FlatRegion& region_;
  const MeetingMotion& motion_;
};

ContactSet rounded_set(const sat::FlatRegion& region) {
  ContactSet set;
  for (const sat::FlatPoint& p : region.hull)
    set.points.push_back({quotient_nearest(p.x.x, p.w), quotient_nearest(p.x.y, p.w), quotient_nearest(p.x.z, p.w)});
  set.convex = region.convex;
  return set;
}

}  // namespace

std::size_t named_piece(const TouchingPieces& pieces) {
  const auto less = [](const TouchingPiece& x, const TouchingPiece& y) { return dimension(x) < dimension(y); };
  return static_cast<std::size_t>(std::max_element(pieces.begin(), pieces.end(), less) - pieces.begin());
}

bool describe_regions(Impact& impact, const TouchingPieces& pieces, std::size_t named, const MeetingMotion& motion) {
  std::pmr::vector<sat::FlatPoints> sets(sat::region_memory());
  for (const TouchingPiece& piece : pieces) sets.push_back(piece.set);
  std::pmr::vector<sat::FlatRegion> regions = sat::flat_regions(sets);
  const auto holds_named = [&](const sat::FlatRegion& r) { return std::binary_search(r.pieces.begin(), r.pieces.end(), named); };
  const auto home = std::find_if(regions.begin(), regions.end(), holds_named);
  std::rotate(regions.begin(), home, home + 1);  // the others keep their order
  auto normal = RegionNormal(pieces, regions.front(), motion).chosen(impact.normal);
  if (!normal) normal = impact.normal;
  if (motion.initial && !normal && dimension(pieces[named]) < 2) return false;
  impact.set = rounded_set(regions.front());
  impact.normal = normal;
  if (regions.size() > 1) {
    impact.regions.push_back({impact.set, normal});
    for (std::size_t k = 1; k < regions.size(); ++k)
      impact.regions.push_back({rounded_set(regions[k]), RegionNormal(pieces, regions[k], motion).chosen(std::nullopt)});
  }
  if (dimension(pieces[named]) == 2 && normal) {
    for (Feature& feature : impact.features) {
      if (feature.kind == FeatureKind::interior) feature = {FeatureKind::face, 0, feature.triangle};
    }
  }
  return true;
}

}  // namespace graze::query
