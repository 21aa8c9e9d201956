#include <graze/sat/lifted_face.h>

#include <algorithm>
#include <optional>
#include <set>

#include <graze/exact/orient.h>

namespace graze::sat {
namespace {

using Side = std::array<std::int32_t, 2>;
using Triple = std::array<std::int32_t, 3>;
using Numbers = std::vector<std::int32_t>;

bool comes_before(const Vec3& p, const Vec3& q) { return std::lexicographical_compare(p.begin(), p.end(), q.begin(), q.end()); }

/// Drops the coordinate with this index.
Vec2 without(const Vec3& v, int coordinate) { return {v[(coordinate + 1) % 3], v[(coordinate + 2) % 3]}; }

/// Gift wrapping after Chand and Kapur: from every edge of a facet on to the facet beyond.
class Wrapping {
 public:
  Wrapping(std::span<const Vec3> vertices, std::span<const std::int32_t> corners)
      : vertices_(vertices), corners_(corners.begin(), corners.end()) {
    std::sort(corners_.begin(), corners_.end(), [&](auto i, auto j) { return comes_before(at(i), at(j)); });
    corners_.erase(std::unique(corners_.begin(), corners_.end(), [&](auto i, auto j) { return at(i) == at(j); }), corners_.end());
  }

  [[nodiscard]] LiftedFace wrapped() {
    if (const auto first = first_facet()) {
      add_facet(*first);
    } else if (corners_.size() > 1) {
      add_edge({corners_.front(), corners_.back()});
    }
    while (!open_.empty()) {
      const Side side = open_.back();
      open_.pop_back();
      if (!done_.contains(side)) add_facet({side[0], side[1], *beyond(side)});
    }
    face_.edges.assign(edges_.begin(), edges_.end());
    return std::move(face_);
  }

 private:
  [[nodiscard]] const Vec3& at(std::int32_t i) const { return vertices_[i]; }

  [[nodiscard]] int turn(std::int32_t i, std::int32_t j, std::int32_t k, int dropped) const {
    return orient2d(without(at(i), dropped), without(at(j), dropped), without(at(k), dropped));
  }

  /// A coordinate that may be dropped and leaves the three an area; nothing for corners in a line.
  [[nodiscard]] std::optional<int> droppable(std::int32_t i, std::int32_t j, std::int32_t k) const {
    for (int c = 0; c < 3; ++c) {
      if (turn(i, j, k, c) != 0) return c;
    }
    return std::nullopt;
  }

  [[nodiscard]] int side_of(const Triple& plane, std::int32_t i) const {
    return orient3d(at(plane[0]), at(plane[1]), at(plane[2]), at(i));
  }

  /// The corner that makes a facet with the side, if that is an edge of the hull: then none is on the positive side of theirs.
  [[nodiscard]] std::optional<std::int32_t> beyond(const Side& side) const {
    std::optional<std::int32_t> outermost;
    for (const std::int32_t i : corners_) {
      if (!droppable(side[0], side[1], i)) continue;
      if (!outermost || side_of({side[0], side[1], *outermost}, i) > 0) outermost = i;
    }
    return outermost;
  }

  /// The first corner in lexicographic order is a corner of the hull.
  [[nodiscard]] std::optional<Triple> first_facet() const {
    for (std::size_t k = 1; k < corners_.size(); ++k) {
      const auto third = beyond({corners_[0], corners_[k]});
      if (!third) continue;
      const Triple plane{corners_[0], corners_[k], *third};
      if (std::all_of(corners_.begin(), corners_.end(), [&](auto i) { return side_of(plane, i) <= 0; })) return plane;
    }
    return std::nullopt;
  }

  /// The strictly convex hull of corners in one plane, which turns as the three do.
  [[nodiscard]] Numbers loop_in(const Triple& plane, int dropped) const {
    Numbers flat;
    std::copy_if(corners_.begin(), corners_.end(), std::back_inserter(flat), [&](auto i) { return side_of(plane, i) == 0; });
    std::sort(flat.begin(), flat.end(), [&](auto i, auto j) {
      const Vec2 p = without(at(i), dropped), q = without(at(j), dropped);
      return p.x() != q.x() ? p.x() < q.x() : p.y() < q.y();
    });
    Numbers loop;
    const auto extend = [&](std::int32_t i, std::size_t fixed) {
      while (loop.size() > fixed && turn(loop[loop.size() - 2], loop.back(), i, dropped) <= 0) loop.pop_back();
      loop.push_back(i);
    };
    for (const std::int32_t i : flat) extend(i, 1);
    const std::size_t lower = loop.size();
    for (auto i = flat.rbegin() + 1; i != flat.rend(); ++i) extend(*i, lower);
    loop.pop_back();
    if (turn(plane[0], plane[1], plane[2], dropped) < 0) std::reverse(loop.begin(), loop.end());
    return loop;
  }

  void add_edge(const Side& side) { edges_.insert({std::min(side[0], side[1]), std::max(side[0], side[1])}); }

  void add_facet(const Triple& plane) {
    const Numbers loop = loop_in(plane, *droppable(plane[0], plane[1], plane[2]));
    face_.planes.push_back({loop[0], loop[1], loop[2]});
    for (std::size_t k = 0; k < loop.size(); ++k) {
      const Side side{loop[k], loop[(k + 1) % loop.size()]};
      done_.insert(side);
      add_edge(side);
      open_.push_back({side[1], side[0]});
    }
  }

  std::span<const Vec3> vertices_;
  Numbers corners_;
  LiftedFace face_;
  std::vector<Side> open_;  ///< beyond which no facet has been looked for
  std::set<Side> done_;
  std::set<Side> edges_;
};

}  // namespace

LiftedFace lifted_face(std::span<const Vec3> vertices, std::span<const std::int32_t> corners) {
  return Wrapping(vertices, corners).wrapped();
}

}  // namespace graze::sat
