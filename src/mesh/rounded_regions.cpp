/// Joins polygons by two of their coordinates, exactly for the rounded points, and segments along their line.

#include "mesh/rounded_regions.h"

#include <algorithm>
#include <cmath>

#include "mesh/contact_regions.h"
#include "numbers/kept_blocks.h"
#include "polytope/flat_regions.h"

namespace graze::query {
namespace {

/// How far points and normals of contacts in one plane may be off: a few roundings each, of a sum with radius and motion. Relative
/// to the largest coordinate, or to the unit normal. RestingContact.ACapsuleLiesOnTheWholeSideOfAMesh
constexpr double same_up_to = 0x1p-46;

bool have_same_normal(const Impact& x, const Impact& y) {
  return x.normal && y.normal && (*x.normal - *y.normal).lpNorm<Eigen::Infinity>() <= same_up_to;
}

double largest_coordinate(const PointList& points) {
  double largest = 0;
  for (const Vec3& p : points) largest = std::max(largest, p.lpNorm<Eigen::Infinity>());
  return largest;
}

/// A stretch of a line, by the places of its ends along it.
struct Stretch {
  double from = 0, to = 0;
  Vec3 start = Vec3::Zero(), end = Vec3::Zero();
};

/// Contacts that lie on one line up to rounding, as far as they are connected with the first.
class SegmentRegion {
 public:
  explicit SegmentRegion(const ContactSet& first)
      : origin_(first.points.front()), direction_((first.points.back() - first.points.front()).stableNormalized()) {
    all_ = stretch_of(first);
  }

  /// False when it is not connected, or not in the line.
  bool join(const ContactSet& set) {
    const double slack = same_up_to * std::max(largest_coordinate(set.points), origin_.lpNorm<Eigen::Infinity>());
    for (const Vec3& p : set.points) {
      const Vec3 away = p - origin_;
      if ((away - direction_.dot(away) * direction_).stableNorm() > slack) return false;
    }
    const Stretch other = stretch_of(set);
    if (other.from > all_.to + slack || all_.from > other.to + slack) return false;
    if (other.from < all_.from) all_.from = other.from, all_.start = other.start;
    if (other.to > all_.to) all_.to = other.to, all_.end = other.end;
    return true;
  }

  [[nodiscard]] ContactSet set() const { return {{all_.start, all_.end}}; }

 private:
  [[nodiscard]] Stretch stretch_of(const ContactSet& set) const {
    const auto place = [&](const Vec3& p) { return direction_.dot(p - origin_); };
    const auto less = [&](const Vec3& p, const Vec3& q) { return place(p) < place(q); };
    const auto [low, high] = std::minmax_element(set.points.begin(), set.points.end(), less);
    return {place(*low), place(*high), *low, *high};
  }

  Vec3 origin_, direction_;
  Stretch all_;
};

using Contacts = KeptList<const Impact*>;
using Sets = KeptList<ContactSet>;

/// Takes what belongs to the region of the first, a segment, out of the list.
ContactSet take_segment_region(Contacts& left) {
  SegmentRegion region(left.front()->set);
  const Impact& first = *left.front();
  left.erase(left.begin());
  for (bool grows = true; grows;) {
    const auto joins = [&](const Impact* other) { return have_same_normal(first, *other) && region.join(other->set); };
    const std::size_t before = left.size();
    std::erase_if(left, joins);
    grows = left.size() < before;
  }
  return region.set();
}

/// Seen along the largest component of the normal: the points of a plane by two coordinates, the third 0.
sat::FlatPoints seen_along(const ContactSet& set, int axis) {
  sat::FlatPoints points;
  for (const Vec3& p : set.points) points.push_back({{Dyadic(p[(axis + 1) % 3]), Dyadic(p[(axis + 2) % 3]), 0}});
  return sat::hull_in_plane({0, 0, 1}, std::move(points));
}

/// The point of the contacts that is seen there.
Vec3 point_seen_at(const Contacts& contacts, const sat::FlatPoint& at, int axis) {
  for (const Impact* contact : contacts) {
    for (const Vec3& p : contact->set.points) {
      if (Dyadic(p[(axis + 1) % 3]) == at.x.x && Dyadic(p[(axis + 2) % 3]) == at.x.y) return p;
    }
  }
  return Vec3::Zero();
}

/// Takes all that has the normal of the first, which has an area, out of the list; the region of the first comes first.
Sets take_plane_regions(Contacts& left) {
  const Impact& first = *left.front();
  const auto rest = std::stable_partition(left.begin(), left.end(), [&](const Impact* c) { return have_same_normal(first, *c); });
  const Contacts here(left.begin(), rest);
  left.erase(left.begin(), rest);
  int axis = 0;
  first.normal->cwiseAbs().maxCoeff(&axis);
  std::vector<sat::FlatPoints> pieces;
  for (const Impact* contact : here) pieces.push_back(seen_along(contact->set, axis));
  Sets sets;
  for (const sat::FlatRegion& region : sat::flat_regions(pieces)) {
    ContactSet set;
    for (const sat::FlatPoint& p : region.hull) set.points.push_back(point_seen_at(here, p, axis));
    set.convex = region.convex;
    const bool holds_first = std::binary_search(region.pieces.begin(), region.pieces.end(), std::size_t{0});
    sets.insert(holds_first ? sets.begin() : sets.end(), std::move(set));
  }
  return sets;
}

/// A point that others share is one region.
ContactSet take_point(Contacts& left) {
  const ContactSet set = left.front()->set;
  const double slack = same_up_to * largest_coordinate(set.points);
  std::erase_if(left, [&](const Impact* other) {
    return other->set.points.size() == 1 && (other->set.points[0] - set.points[0]).lpNorm<Eigen::Infinity>() <= slack;
  });
  return set;
}

}  // namespace

Impact joined_contacts(std::span<const Impact> contacts) {
  const auto flatter = [](const Impact& x, const Impact& y) {
    return std::min<std::size_t>(3, x.set.points.size()) < std::min<std::size_t>(3, y.set.points.size());
  };
  const auto named = std::max_element(contacts.begin(), contacts.end(), flatter);
  Impact whole = *named;
  Contacts left{&*named};
  for (const Impact& contact : contacts) {
    if (!contact.normal || contact.set.points.empty()) return whole;  // they overlap at the start
    if (&contact != &*named) left.push_back(&contact);
  }
  // By their places where they are alike: a stable sort would take memory.
  std::sort(left.begin() + 1, left.end(),
            [&](const Impact* x, const Impact* y) { return flatter(*y, *x) || (!flatter(*x, *y) && x < y); });
  KeptList<ContactRegion> regions;
  while (!left.empty()) {
    const Vec3 normal = *left.front()->normal;
    Sets sets;
    switch (left.front()->set.points.size()) {
      case 1: sets.push_back(take_point(left)); break;
      case 2: sets.push_back(take_segment_region(left)); break;
      default: sets = take_plane_regions(left); break;
    }
    for (ContactSet& set : sets) regions.push_back({std::move(set), normal});
  }
  whole.set = regions.front().set;
  if (regions.size() > 1) whole.regions.assign(regions.begin(), regions.end());
  return whole;
}

}  // namespace graze::query
