/// Finds the triangle nearest to a point, four or more at a time in doubles, and measures the candidates.

#include "mesh/point.h"

#include <algorithm>
#include <bit>
#include <vector>

#include "body/infinity.h"
#include "mesh/distance.h"
#include "tree/walk/kernels.h"
#include "tree/walk/nearest_one.h"
#include "triangle/features.h"
#include "triangle/kernels.h"
#include "triangle/point_lanes.h"
#include "triangle/point_proof.h"

namespace graze::query {
namespace {

/// Squared sizes between these are what triangle/closest.h measures in doubles; others are not passed to it. Unit of the input,
/// squared. MeshPoint.HasNoLimitsOfSize
constexpr double least_squared_size = 0x1p-360;
constexpr double greatest_squared_size = 0x1p470;

/// Of a squared distance, in parts of the squared size, as for corners that are known within a rounding. No unit.
/// MeshDistance.OfPointsIsThatOfBruteForce
constexpr double squared_doubt = distance::squared_rounding + 16 * tolerance::rounding;

/// Where the position of the point is uncertain by p, a squared distance is by 2 d p + p^2 <= d^2 part + p^2 (1 + 1 / part). No
/// unit. MeshDistance.OfPointsIsThatOfBruteForce
constexpr double placing_part = 0x1p-26;

/// Of the squared distances of the point.
distance::SquareDoubt doubt_about(const tree::PointInMesh& point) {
  const double off = 2 * point.error;  // longer than the diagonal of a cube with that half side
  const double of_self = point.error > 0 || point.shear > 0 ? placing_part + 4 * point.shear : 0;
  return {squared_doubt, of_self, off * off * (2 + 1 / placing_part), least_squared_size, greatest_squared_size};
}

/// Which triangles of a mesh that has few may be the nearest, as far as doubles decide in the frame of the mesh. A slot is the
/// number of a triangle.
class NearOfFew {
 public:
  NearOfFew(const MeshTree& mesh, const tree::PointInMesh& point)
      : left_(sat::triangle_kernels().few_squares_from_point(point.position, mesh.few_triangles(), doubt_about(point), squares_)) {}

  [[nodiscard]] bool gave_up() const { return squares_.limit < 0; }
  [[nodiscard]] static std::uint32_t number(std::size_t slot) { return static_cast<std::uint32_t>(slot); }
  [[nodiscard]] distance::NearFeatures features(std::size_t slot) const { return squares_.features(slot); }
  [[nodiscard]] double doubt(std::size_t slot) const { return squares_.doubt(slot); }

  template <class OnSlot>
  void for_each_left(OnSlot&& on_slot) const {
    for (std::uint32_t left = left_; left != 0; left &= left - 1) on_slot(static_cast<std::size_t>(std::countr_zero(left)));
  }

 private:
  distance::FewSquares squares_;
  std::uint32_t left_;
};

/// The same for the triangles that a walk of a tree visits.
class NearOfMany {
 public:
  [[nodiscard]] static NearOfMany& of_this_thread(const MeshTree& mesh, const tree::PointInMesh& point) {
    thread_local NearOfMany scratch;
    scratch.begin(mesh, point);
    return scratch;
  }

  /// Returns the squared distance beyond which nothing is of interest any more; a negative one where lanes cannot decide.
  double see(std::span<const std::uint32_t> triangles) {
    for (std::size_t first = 0; first < triangles.size(); first += 4) {
      see_four(triangles.subspan(first, std::min<std::size_t>(4, triangles.size() - first)));
    }
    return limit_;
  }

  [[nodiscard]] bool gave_up() const { return limit_ < 0; }

  [[nodiscard]] std::uint32_t number(std::size_t slot) const { return entries_[slot].number; }
  [[nodiscard]] const distance::NearFeatures& features(std::size_t slot) const { return entries_[slot].near; }
  [[nodiscard]] double doubt(std::size_t slot) const { return entries_[slot].doubt; }

  template <class OnSlot>
  void for_each_left(OnSlot&& on_slot) const {
    for (std::size_t slot = 0; slot < entries_.size(); ++slot) {
      if (is_left(features(slot).squared, doubt(slot))) on_slot(slot);
    }
  }

 private:
  struct NearTriangle {
    std::uint32_t number;
    double doubt;  ///< of the squared distance
    distance::NearFeatures near;
  };

  void begin(const MeshTree& mesh, const tree::PointInMesh& point) {
    entries_.clear();
    mesh_ = &mesh.view();
    point_ = point.position;
    limit_ = infinity;
    doubt_ = doubt_about(point);
    squares_ = sat::triangle_kernels().squares_from_point;
  }

  void see_four(std::span<const std::uint32_t> numbers) {
    distance::FourTriangles four{mesh_->vertices.data(), {}};
    for (std::size_t k = 0; k < 4; ++k) four.corners[k] = &mesh_->triangles[numbers[std::min(k, numbers.size() - 1)]];
    distance::FourSquares squares;
    unsigned left = squares_(point_, four, doubt_, limit_, squares) & ((1U << numbers.size()) - 1);
    for (; left != 0; left &= left - 1) {
      const auto k = static_cast<std::size_t>(std::countr_zero(left));
      if (!(squares.size[k] > least_squared_size && squares.size[k] < greatest_squared_size)) return give_up();
      if (!is_left(squares.distance[k], squares.doubt[k])) continue;
      entries_.push_back({numbers[k], squares.doubt[k], squares.features(k)});
      limit_ = std::min(limit_, squares.distance[k] + squares.doubt[k]);
    }
  }

  void give_up() { limit_ = -1; }

  [[nodiscard]] bool is_left(double squared, double doubt) const { return squared - doubt <= limit_; }

  std::vector<NearTriangle> entries_;
  const MeshView* mesh_ = nullptr;
  Vec3 point_ = Vec3::Zero();  ///< in the frame of the mesh
  distance::SquaresFromPoint squares_ = nullptr;
  double limit_ = infinity;  ///< squared, no less than the least distance
  distance::SquareDoubt doubt_;
};

distance::Simplex triangle_of(const MeshView& mesh, std::uint32_t i) {
  const auto& [a, b, c] = mesh.triangles[i];
  return {{mesh.vertices[a], mesh.vertices[b], mesh.vertices[c]}, 3};
}

/// What measuring all that are left would find, where doubles can decide; the frame of the mesh must be that of the world. The
/// answer is put together where it is returned to: a copy would wait for what was stored in parts a moment ago.
template <class Near>
std::optional<Closest> winner_of(const Near& near, const Vec3& point, const MeshView& mesh) {
  std::size_t winner = 0;
  double shortest = infinity;
  bool are_certain = true;
  near.for_each_left([&](std::size_t slot) {
    if (!are_certain) return;
    const std::optional<double> length =
        distance::length_in_doubles(point, triangle_of(mesh, near.number(slot)), near.features(slot), near.doubt(slot));
    are_certain = length.has_value();
    if (length && (*length < shortest || (*length == shortest && near.number(slot) < near.number(winner)))) {
      shortest = *length;
      winner = slot;
    }
  });
  std::optional<Closest> answer;
  if (!are_certain || shortest == infinity) return answer;
  const std::uint32_t number = near.number(winner);
  const distance::PointFinding found =
      shortest > 0 ? distance::finding_of(triangle_of(mesh, number).v, near.features(winner), shortest)
                   : distance::PointFinding{point, {FeatureKind::face, 0}, 0};  // as meeting_point() names it
  answer.emplace();
  answer->distance = shortest;
  for (int k = 0; k < 3; ++k) answer->points[0][k] = point[k], answer->points[1][k] = found.nearest[k];
  answer->features[0].kind = FeatureKind::vertex;
  answer->features[1].kind = found.feature.kind;
  answer->features[1].index = found.feature.index;
  answer->features[1].triangle = static_cast<std::int32_t>(number);
  return answer;
}

/// Returns use(near), given the triangles that may be the nearest; nothing where lanes cannot decide.
template <class Use>
std::optional<Closest> with_near_triangles(const MeshTree& mesh, const tree::PointInMesh& point, const Use& use) {
  if (mesh.empty()) return std::nullopt;
  if (mesh.order().size() <= distance::FewTriangles::most) {
    const NearOfFew near(mesh, point);
    return near.gave_up() ? std::optional<Closest>() : use(near);
  }
  const tree::PointInTree in_tree = tree::point_in_tree(mesh.wide(), point);
  if (!in_tree.is_near) return std::nullopt;
  NearOfMany& near = NearOfMany::of_this_thread(mesh, point);
  const auto bounds = [&, kernel = tree::walk_kernels().point_bounds](const sat::EightBoxes& eight, float limit,
                                                                      float(&squared)[8]) {
    return kernel(in_tree.point, eight, limit, squared);
  };
  tree::for_each_leaf_by_distance(mesh, tree::TreeSquares(mesh.wide()), bounds, infinity, 4,
                                  [&](std::span<const std::uint32_t> triangles) { return near.see(triangles); });
  return near.gave_up() ? std::optional<Closest>() : use(near);
}

/// What measuring all that are left in the world finds.
template <class Near>
std::optional<Closest> nearest_of(const Near& near, const distance::PlacedSimplex& point, const PlacedMesh& mesh) {
  std::optional<Closest> best;
  near.for_each_left([&](std::size_t slot) {
    const auto number = static_cast<std::int32_t>(near.number(slot));
    const Closest found = closest(point, {place(mesh.tree->view().triangle(near.number(slot)), mesh.pose), 3});
    const bool is_before =
        !best || found.distance < best->distance || (found.distance == best->distance && number < best->features[1].triangle);
    if (is_before) best = named(found, -1, number);
  });
  return best;
}

}  // namespace

std::optional<Closest> nearest_to_point(const Vec3& point, const MeshTree& mesh) {
  return with_near_triangles(mesh, {point, 0, 0}, [&](const auto& near) {
    std::optional<Closest> found = winner_of(near, point, mesh.view());
    if (!found) found = nearest_of(near, distance::placed_point(point, {}), {&mesh, {}});
    return found;
  });
}

std::optional<Closest> nearest_to_point(const distance::PlacedSimplex& point, const PlacedMesh& mesh) {
  const tree::PointInMesh in_mesh = tree::point_in_mesh(mesh.pose, point.triangle.world.v[0]);
  if (in_mesh.error == 0 && in_mesh.shear == 0) return nearest_to_point(in_mesh.position, *mesh.tree);
  return with_near_triangles(*mesh.tree, in_mesh, [&](const auto& near) { return nearest_of(near, point, mesh); });
}

}  // namespace graze::query
