#include <graze/query/mesh_point.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <vector>

#include <graze/distance/point_lanes.h>
#include <graze/distance/triangle_features.h>
#include <graze/query/mesh_distance.h>
#include <graze/tree/nearest_one.h>

namespace graze::query {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

/// Squared sizes between these are what triangle_closest.h measures in doubles; no more is asked of it here. Unit of the input,
/// squared. MeshPoint.HasNoLimitsOfSize
constexpr double least_squared_size = 0x1p-360;
constexpr double greatest_squared_size = 0x1p470;

/// Of a squared distance, in parts of the squared size, as for corners that are known within a rounding. No unit.
/// MeshDistance.OfPointsIsThatOfBruteForce
constexpr double squared_doubt = distance::squared_rounding + 16 * tolerance::rounding;

/// Where the place of the point is uncertain by p, a squared distance is by 2 d p + p^2 <= d^2 part + p^2 (1 + 1 / part). No unit.
/// MeshDistance.OfPointsIsThatOfBruteForce
constexpr double placing_part = 0x1p-26;

/// So many are looked at sooner than a tree. No unit: what fits the lanes.
constexpr std::size_t few_triangles = 4;

/// Triangles that may be the nearest, as far as doubles tell in the frame of the mesh.
class NearTriangles {
 public:
  [[nodiscard]] static NearTriangles& of_this_thread(const MeshTree& mesh, const tree::PointInMesh& point) {
    thread_local NearTriangles scratch;
    scratch.begin(mesh, point);
    return scratch;
  }

  /// Returns the squared distance beyond which nothing is of interest any more; a negative one where lanes cannot tell.
  double see(std::span<const std::uint32_t> triangles) {
    for (std::size_t first = 0; first < triangles.size(); first += 4) {
      see_four(triangles.subspan(first, std::min<std::size_t>(4, triangles.size() - first)));
    }
    return limit_;
  }

  [[nodiscard]] bool gave_up() const { return limit_ < 0; }

  /// What measuring all in the world would find, if doubles can tell; the frame of the mesh must be that of the world.
  [[nodiscard]] std::optional<Closest> winner() const {
    const Entry* first = nullptr;
    bool are_trusted = true;
    for (const Entry& e : entries_) {
      if (!is_left(e)) continue;
      are_trusted = are_trusted && e.doubt <= distance::trusted_error * e.squared;  // as closest() trusts it
      if (first == nullptr || is_before(e, *first)) first = &e;
    }
    if (first == nullptr) return std::nullopt;
    std::optional<Closest> best = measured(*first);
    for (const Entry& e : entries_) {
      if (are_trusted || !best) return best;
      if (&e == first || !is_left(e)) continue;
      const std::optional<Closest> other = measured(e);
      if (!other || is_before(*other, *best)) best = other;
    }
    return best;
  }

  /// All that are left, by number.
  [[nodiscard]] std::span<const std::uint32_t> finalists() {
    numbers_.clear();
    for (const Entry& e : entries_) {
      if (is_left(e)) numbers_.push_back(e.triangle);
    }
    std::sort(numbers_.begin(), numbers_.end());
    return numbers_;
  }

 private:
  struct Entry {
    double squared;
    double doubt;
    std::uint32_t triangle;
  };

  void begin(const MeshTree& mesh, const tree::PointInMesh& point) {
    entries_.clear();
    mesh_ = &mesh.mesh();
    point_ = point.place;
    limit_ = infinity;
    const double off = 2 * point.error;  // longer than the diagonal of a cube with that half side
    const double of_self = point.error > 0 || point.shear > 0 ? placing_part + 4 * point.shear : 0;
    doubt_ = {squared_doubt, of_self, off * off * (2 + 1 / placing_part), least_squared_size, greatest_squared_size};
    squares_ = distance::squares_from_point();
  }

  void see_four(std::span<const std::uint32_t> numbers) {
    distance::FourTriangles four{mesh_->vertices.data(), {}};
    for (std::size_t k = 0; k < 4; ++k) four.corners[k] = &mesh_->triangles[numbers[std::min(k, numbers.size() - 1)]];
    distance::FourSquares squares;
    unsigned left = squares_(point_, four, doubt_, limit_, squares) & ((1U << numbers.size()) - 1);
    for (; left != 0; left &= left - 1) {
      const auto k = static_cast<std::size_t>(std::countr_zero(left));
      see({squares.distance[k], squares.doubt[k], numbers[k]}, squares.size[k]);
    }
  }

  void see(const Entry& seen, double size) {
    if (!(size > least_squared_size && size < greatest_squared_size)) return give_up();
    if (seen.squared - seen.doubt > limit_) return;
    entries_.push_back(seen);
    limit_ = std::min(limit_, seen.squared + seen.doubt);
  }

  void give_up() { limit_ = -1; }

  [[nodiscard]] bool is_left(const Entry& e) const { return e.squared - e.doubt <= limit_; }
  [[nodiscard]] std::optional<Closest> measured(const Entry& e) const {
    std::optional<Closest> found = distance::closest_in_doubles(point_, mesh_->triangle(e.triangle));
    if (found) *found = named(*found, -1, static_cast<std::int32_t>(e.triangle));
    return found;
  }

  /// By the distance as it is answered, then by number.
  [[nodiscard]] static bool is_before(const Entry& x, const Entry& y) {
    const double distance_x = std::sqrt(x.squared), distance_y = std::sqrt(y.squared);
    return distance_x < distance_y || (distance_x == distance_y && x.triangle < y.triangle);
  }
  [[nodiscard]] static bool is_before(const Closest& x, const Closest& y) {
    return x.distance < y.distance || (x.distance == y.distance && x.features[1].triangle < y.features[1].triangle);
  }

  std::vector<Entry> entries_;
  std::vector<std::uint32_t> numbers_;
  const TriangleMesh* mesh_ = nullptr;
  Vec3 point_ = Vec3::Zero();  ///< in the frame of the mesh
  distance::SquaresFromPoint squares_ = nullptr;
  double limit_ = infinity;  ///< squared, no less than the least distance
  distance::SquareDoubt doubt_;
};

}  // namespace

std::optional<Closest> nearest_to_point(const distance::PlacedSimplex& point, const PlacedMesh& mesh) {
  const MeshTree& tree = *mesh.tree;
  const tree::PointInMesh in_mesh = tree::point_in_mesh(mesh.pose, point.triangle.world.v[0]);
  NearTriangles& near = NearTriangles::of_this_thread(tree, in_mesh);
  if (tree.order().size() <= few_triangles) {
    near.see(tree.order());
  } else {
    const tree::PointInTree in_tree = tree::point_in_tree(tree.wide(), in_mesh);
    if (!in_tree.is_near) return std::nullopt;
    const auto bounds = [&, kernel = tree::point_bounds()](const sat::EightBoxes& eight, float limit, float(&squared)[8]) {
      return kernel(in_tree.point, eight, limit, squared);
    };
    tree::for_each_leaf_by_distance(tree, tree::TreeSquares(tree.wide()), bounds, infinity, 4,
                                    [&](std::span<const std::uint32_t> triangles) { return near.see(triangles); });
  }
  if (near.gave_up()) return std::nullopt;
  const bool is_in_world = in_mesh.error == 0 && in_mesh.shear == 0;
  if (is_in_world) {
    if (const auto found = near.winner()) return found;
  }
  const std::span<const std::uint32_t> finalists = near.finalists();
  if (finalists.empty()) return std::nullopt;
  const auto measured = [&](std::uint32_t i) {
    return named(closest(point, {place(tree.mesh().triangle(i), mesh.pose), 3}), -1, static_cast<std::int32_t>(i));
  };
  Closest best = measured(finalists.front());
  for (const std::uint32_t i : finalists.subspan(1)) {
    const Closest found = measured(i);
    if (found.distance < best.distance) best = found;
  }
  return best;
}

}  // namespace graze::query
