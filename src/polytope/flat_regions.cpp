/// Sorts pieces by plane and line, finds which are connected, and whether together they fill their hull.

#include "polytope/flat_regions.h"

#include <algorithm>
#include <array>
#include <map>
#include <numeric>
#include <optional>

#include "numbers/fraction.h"
#include "polytope/plane_view.h"
#include "polytope/rounded_bounds.h"

namespace graze::sat {
namespace {

using ExactVector = Vector3<Dyadic>;

/// Turned so that its first component that is not zero is positive.
ExactVector turned_up(const ExactVector& v) {
  for (const Dyadic* x : {&v.x, &v.y, &v.z}) {
    if (!x->is_zero()) return x->sign() > 0 ? v : -v;
  }
  return v;
}

/// The same for parallel vectors that point the same way: each quotient is rounded once.
std::array<double, 3> rounded_ratios(const ExactVector& v) {
  const Dyadic largest = std::max({abs(v.x), abs(v.y), abs(v.z)});
  return {quotient_nearest(v.x, largest), quotient_nearest(v.y, largest), quotient_nearest(v.z, largest)};
}

ExactVector any_normal_across(const ExactVector& d) {
  const ExactVector n = cross(d, ExactVector{1, 0, 0});
  return is_zero(n) ? cross(d, ExactVector{0, 1, 0}) : n;
}

class Regions {
 public:
  explicit Regions(std::span<const FlatPoints> pieces)
      : pieces_(pieces), parent_(pieces.size(), 0, region_memory()), placed_(pieces.size(), false, region_memory()) {
    for (const FlatPoints& piece : pieces) bounds_.push_back(rounded_bounds(piece));
  }

  [[nodiscard]] std::pmr::vector<FlatRegion> all() {
    for (const Plane& plane : planes()) add_regions_of(plane);
    add_lines_and_points();
    return std::move(regions_);
  }

 private:
  struct Plane {
    ExactVector normal;
    PieceNumbers members;
  };

  [[nodiscard]] bool is_in(const FlatPoints& piece, const ExactVector& normal, const FlatPoint& origin) const {
    return std::all_of(piece.begin(), piece.end(),
                       [&](const FlatPoint& p) { return dot(normal, difference(p, origin)).is_zero(); });
  }

  /// The planes of pieces with an area, in the order of their first piece.
  [[nodiscard]] std::pmr::vector<Plane> planes() const {
    std::pmr::vector<Plane> found(region_memory());
    std::pmr::map<std::array<double, 3>, PieceNumbers> by_direction(region_memory());  // numbers of planes
    for (std::size_t k = 0; k < pieces_.size(); ++k) {
      if (pieces_[k].size() < 3) continue;
      const ExactVector normal = turned_up(plane_normal(pieces_[k]));
      PieceNumbers& alike = by_direction[rounded_ratios(normal)];
      const auto same_plane = std::find_if(alike.begin(), alike.end(), [&](std::size_t plane) {
        return is_in(pieces_[k], found[plane].normal, pieces_[found[plane].members.front()].front());
      });
      if (same_plane != alike.end()) {
        found[*same_plane].members.push_back(k);
      } else {
        alike.push_back(found.size());
        found.push_back({normal, PieceNumbers({k}, region_memory())});
      }
    }
    return found;
  }

  std::size_t root(std::size_t k) {
    while (parent_[k] != k) k = parent_[k] = parent_[parent_[k]];
    return k;
  }

  /// Joins all members of which `meet` says so; answers the connected parts, by their first members.
  template <class Meet>
  std::pmr::vector<PieceNumbers> connected(const PieceNumbers& members, Meet&& meet) {
    for (const std::size_t k : members) parent_[k] = k;
    for (std::size_t i = 0; i < members.size(); ++i) {
      for (std::size_t j = 0; j < i; ++j) {
        const std::size_t k = members[i], l = members[j];
        if (bounds_[k].meets(bounds_[l]) && root(k) != root(l) && meet(pieces_[k], pieces_[l])) parent_[root(k)] = root(l);
      }
    }
    std::pmr::map<std::size_t, PieceNumbers> parts(region_memory());
    for (const std::size_t k : members) parts[root(k)].push_back(k);
    std::pmr::vector<PieceNumbers> result(region_memory());
    for (auto& [first, part] : parts) result.push_back(std::move(part));
    std::sort(result.begin(), result.end());
    return result;
  }

  void add_regions_of(const Plane& plane) {
    PieceNumbers members(plane.members, region_memory());
    const FlatPoint& origin = pieces_[members.front()].front();
    for (std::size_t k = 0; k < pieces_.size(); ++k) {
      const auto near = [&](std::size_t l) { return bounds_[k].meets(bounds_[l]); };
      if (pieces_[k].size() < 3 && std::any_of(plane.members.begin(), plane.members.end(), near) &&
          is_in(pieces_[k], plane.normal, origin))
        members.push_back(k);
    }
    std::sort(members.begin(), members.end());
    const auto meet = [&](const FlatPoints& p, const FlatPoints& q) { return !intersection_in_plane(plane.normal, p, q).empty(); };
    for (PieceNumbers& part : connected(members, meet)) {
      if (std::none_of(part.begin(), part.end(), [&](std::size_t k) { return pieces_[k].size() >= 3; })) continue;
      const FlatPoints hull = hull_of(plane.normal, part);
      const bool convex = fills(plane.normal, hull, part);
      add(part, plane.normal, hull, convex);
    }
  }

  /// What no plane has taken.
  void add_lines_and_points() {
    PieceNumbers left(region_memory());
    for (std::size_t k = 0; k < pieces_.size(); ++k) {
      if (!placed_[k]) left.push_back(k);
    }
    const auto meet = [&](const FlatPoints& p, const FlatPoints& q) {
      return on_one_line(p, q) && !flat_intersection(p, q).empty();
    };
    std::pmr::vector<PieceNumbers> points(region_memory());
    for (PieceNumbers& part : parts_by_line(left, meet)) {
      const auto segment = std::find_if(part.begin(), part.end(), [&](std::size_t k) { return pieces_[k].size() == 2; });
      if (segment == part.end()) {
        points.push_back(part);
        continue;
      }
      const ExactVector along = difference(pieces_[*segment][1], pieces_[*segment][0]);
      add(part, {}, hull_of(any_normal_across(along), part), true);
    }
    for (const PieceNumbers& part : points) add(part, {}, pieces_[part.front()], true);
  }

  /// Segments first: a point must not join two of different lines, so it goes to the first that holds it.
  template <class Meet>
  std::pmr::vector<PieceNumbers> parts_by_line(const PieceNumbers& left, Meet&& meet) {
    PieceNumbers segments(region_memory()), rest(region_memory());
    for (const std::size_t k : left) (pieces_[k].size() == 2 ? segments : rest).push_back(k);
    std::pmr::vector<PieceNumbers> parts = connected(segments, meet);
    PieceNumbers alone(region_memory());
    for (const std::size_t k : rest) {
      const auto holds = [&](const PieceNumbers& part) {
        return std::any_of(part.begin(), part.end(),
                           [&](std::size_t l) { return bounds_[k].meets(bounds_[l]) && meet(pieces_[k], pieces_[l]); });
      };
      const auto home = std::find_if(parts.begin(), parts.end(), holds);
      if (home == parts.end())
        alone.push_back(k);
      else
        home->insert(std::upper_bound(home->begin(), home->end(), k), k);
    }
    for (PieceNumbers& part : connected(alone, meet)) parts.push_back(std::move(part));
    return parts;
  }

  static bool on_one_line(const FlatPoints& p, const FlatPoints& q) {
    const FlatPoints& longer = p.size() < q.size() ? q : p;
    const FlatPoints& other = p.size() < q.size() ? p : q;
    const ExactVector along = difference(longer.back(), longer.front());
    return std::all_of(other.begin(), other.end(),
                       [&](const FlatPoint& x) { return is_zero(cross(along, difference(x, longer.front()))); });
  }

  /// Point by point, because hulls mostly have few corners and short lists need no heap.
  [[nodiscard]] FlatPoints hull_of(const ExactVector& normal, const PieceNumbers& part) const {
    FlatPoints hull;
    for (const std::size_t k : part) {
      for (const FlatPoint& p : pieces_[k]) {
        if (std::any_of(hull.begin(), hull.end(), [&](const FlatPoint& q) { return same(p, q); })) continue;
        hull.push_back(p);
        hull = hull_in_plane(normal, std::move(hull));
      }
    }
    return hull;
  }

  void add(const PieceNumbers& part, const ExactVector& normal, const FlatPoints& hull, bool convex) {
    for (const std::size_t k : part) placed_[k] = true;
    regions_.push_back({PieceNumbers(part, region_memory()), normal, hull, convex});
  }

  /// A union of polygons is its hull when no side of one has nothing beyond it but in the hull.
  [[nodiscard]] bool fills(const ExactVector& normal, const FlatPoints& hull, const PieceNumbers& part) const {
    const PlaneView view(normal);
    return std::all_of(part.begin(), part.end(), [&](std::size_t k) {
      const FlatPoints& piece = pieces_[k];
      for (std::size_t i = 0; piece.size() >= 3 && i < piece.size(); ++i) {
        const FlatPoint &p = piece[i], &q = piece[(i + 1) % piece.size()];
        if (!is_on_rim(view, hull, p, q) && !is_covered(view, p, q, part, k)) return false;
      }
      return true;
    });
  }

  static bool is_on_rim(const PlaneView& view, const FlatPoints& hull, const FlatPoint& p, const FlatPoint& q) {
    for (std::size_t i = 0; i < hull.size(); ++i) {
      const FlatPoint &r = hull[i], &s = hull[(i + 1) % hull.size()];
      if (view.turn(r, s, p) == 0 && view.turn(r, s, q) == 0) return true;
    }
    return false;
  }

  struct Stretch {
    Fraction from{0, 1}, to{1, 1};
  };

  /// Whether polygons lie beyond all of the side from p to q of polygon k, beyond being on its right.
  [[nodiscard]] bool is_covered(const PlaneView& view, const FlatPoint& p, const FlatPoint& q, const PieceNumbers& part,
                                std::size_t k) const {
    std::pmr::vector<Stretch> stretches(region_memory());
    for (const std::size_t l : part) {
      const FlatPoints& other = pieces_[l];
      if (l == k || other.size() < 3 || !bounds_[k].meets(bounds_[l])) continue;
      const bool is_beyond = std::any_of(other.begin(), other.end(), [&](const FlatPoint& x) { return view.turn(p, q, x) < 0; });
      if (!is_beyond) continue;
      if (const auto stretch = part_within(view, p, q, other)) stretches.push_back(*stretch);
    }
    std::sort(stretches.begin(), stretches.end(), [](const Stretch& x, const Stretch& y) { return x.from < y.from; });
    Fraction reached{0, 1};
    for (const Stretch& stretch : stretches) {
      if (reached < stretch.from) return false;
      if (reached < stretch.to) reached = stretch.to;
    }
    return !(reached < Fraction{1, 1});
  }

  /// Which stretch of the way from p to q is in a polygon.
  static std::optional<Stretch> part_within(const PlaneView& view, const FlatPoint& p, const FlatPoint& q,
                                            const FlatPoints& polygon) {
    Stretch stretch;
    for (std::size_t i = 0; i < polygon.size(); ++i) {
      const FlatPoint &r = polygon[i], &s = polygon[(i + 1) % polygon.size()];
      const Dyadic at_p = view.determinant(r, s, p) * q.w, at_q = view.determinant(r, s, q) * p.w;  // over the same denominator
      if (at_p.sign() < 0 && at_q.sign() < 0) return std::nullopt;
      if (at_p.sign() < 0) {
        const Fraction enter{-at_p, at_q - at_p};
        if (stretch.from < enter) stretch.from = enter;
      } else if (at_q.sign() < 0) {
        const Fraction leave{at_p, at_p - at_q};
        if (leave < stretch.to) stretch.to = leave;
      }
    }
    return stretch.to < stretch.from ? std::nullopt : std::optional(stretch);
  }

  std::span<const FlatPoints> pieces_;
  std::pmr::vector<RoundedBounds> bounds_{region_memory()};
  PieceNumbers parent_;  ///< of the sets of connected pieces
  std::pmr::vector<bool> placed_;
  std::pmr::vector<FlatRegion> regions_{region_memory()};
};

}  // namespace

std::pmr::memory_resource* region_memory() {
  constexpr std::size_t largest_kept_block = std::size_t{1} << 22;  // bytes: lists of some hundred pieces
  thread_local std::pmr::unsynchronized_pool_resource kept(
      {.max_blocks_per_chunk = 0, .largest_required_pool_block = largest_kept_block});
  return &kept;
}

std::pmr::vector<FlatRegion> flat_regions(std::span<const FlatPoints> pieces) { return Regions(pieces).all(); }

}  // namespace graze::sat
