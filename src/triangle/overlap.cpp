/// Six points that know the signs of their orientations: first by doubles with an error bound, then exactly.

#include "triangle/overlap.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>

#include "geometry/drop_coordinate.h"
#include "geometry/interrupted.h"
#include "numbers/bounded.h"
#include "numbers/dyadic.h"
#include "numbers/orient.h"
#include "numbers/orient_filter.h"
#include "numbers/tolerance.h"
#include "numbers/vector.h"
#include "triangle/kernels.h"
#include "triangle/overlap_decision.h"

namespace graze {
namespace {

using SixPoints = std::array<const Vec3*, 6>;

SixPoints points_of(const Triangle& a, const Triangle& b) { return {&a.v[0], &a.v[1], &a.v[2], &b.v[0], &b.v[1], &b.v[2]}; }

int sign_of_double(double x) { return (x > 0) - (x < 0); }

/// Exact signs for points that are given as doubles.
struct StoredPoints {
  SixPoints points;

  [[nodiscard]] int side(int i, int j, int k, int l) const {
    return detail::exact_orient3d(*points[i], *points[j], *points[k], *points[l]);
  }
  [[nodiscard]] int turn(int axis, int i, int j, int k) const {
    return detail::exact_orient2d(drop_coordinate(*points[i], axis), drop_coordinate(*points[j], axis),
                                  drop_coordinate(*points[k], axis));
  }
  [[nodiscard]] int compare(int axis, int i, int j) const { return sign_of_double((*points[i])[axis] - (*points[j])[axis]); }
};

Vector3<Dyadic> exact_world(const Vec3& local, const Pose& pose) {
  const auto x = lifted<Dyadic>(local);
  const auto row = [&](int i) { return dot(lifted<Dyadic>(pose.rotation.row(i)), x) + Dyadic(pose.translation[i]); };
  return {row(0), row(1), row(2)};
}

const Dyadic& coordinate(const Vector3<Dyadic>& p, int axis) { return axis == 0 ? p.x : axis == 1 ? p.y : p.z; }

/// Exact signs for points that are images of doubles. The images are made when the first sign is asked for.
class PlacedPoints {
 public:
  PlacedPoints(const PosedTriangle& a, const PosedTriangle& b) : a_(&a), b_(&b) {}

  [[nodiscard]] int side(int i, int j, int k, int l) const {
    const auto& p = world();
    return dot(cross(p[j] - p[i], p[k] - p[i]), p[l] - p[i]).sign();
  }
  [[nodiscard]] int turn(int axis, int i, int j, int k) const {
    const auto along = [&](int from, int to, int shift) { return difference(axis + shift, from, to); };
    return (along(i, j, 1) * along(i, k, 2) - along(i, j, 2) * along(i, k, 1)).sign();
  }
  [[nodiscard]] int compare(int axis, int i, int j) const { return difference(axis, j, i).sign(); }

 private:
  [[nodiscard]] Dyadic difference(int axis, int from, int to) const {
    const auto& p = world();
    return coordinate(p[to], axis % 3) - coordinate(p[from], axis % 3);
  }
  [[nodiscard]] const std::array<Vector3<Dyadic>, 6>& world() const {
    if (!world_) {
      (void)Interrupt::is_asked_for();  // so that walks through pairs like this look around as often as others
      world_.emplace();
      for (int i = 0; i < 3; ++i) {
        (*world_)[i] = exact_world(a_->local.v[i], *a_->pose);
        (*world_)[3 + i] = exact_world(b_->local.v[i], *b_->pose);
      }
    }
    return *world_;
  }

  const PosedTriangle* a_;
  const PosedTriangle* b_;
  mutable std::optional<std::array<Vector3<Dyadic>, 6>> world_;
};

/// Signs by the rounded points where these are certain, else by Exact.
template <class Exact>
struct FilteredPoints {
  SixPoints rounded;
  double slack;  ///< the difference of two coordinates is off by this at most, beside the rounding of the subtraction
  Exact exact;

  [[nodiscard]] detail::Signs sides(int f, int g) const {
    const detail::SideFilter plane(*rounded[f], *rounded[f + 1], *rounded[f + 2], slack);
    const std::array<Sign, 3> filtered = plane.sides(*rounded[g], *rounded[g + 1], *rounded[g + 2]);
    detail::Signs signs;
    for (int i = 0; i < 3; ++i) {
      signs[i] = filtered[i] != Sign::unknown ? static_cast<int>(filtered[i]) : exact.side(f, f + 1, f + 2, g + i);
    }
    return signs;
  }
  [[nodiscard]] int side(int i, int j, int k, int l) const {
    const Sign sign = detail::SideFilter(*rounded[i], *rounded[j], *rounded[k], slack).side(*rounded[l]);
    return sign != Sign::unknown ? static_cast<int>(sign) : exact.side(i, j, k, l);
  }
  [[nodiscard]] int turn(int axis, int i, int j, int k) const {
    const Sign sign = detail::filtered_turn(drop_coordinate(*rounded[i], axis), drop_coordinate(*rounded[j], axis),
                                            drop_coordinate(*rounded[k], axis), slack);
    return sign != Sign::unknown ? static_cast<int>(sign) : exact.turn(axis, i, j, k);
  }
  [[nodiscard]] int compare(int axis, int i, int j) const {
    const double difference = (*rounded[i])[axis] - (*rounded[j])[axis];
    return std::fabs(difference) > 2 * slack ? sign_of_double(difference) : exact.compare(axis, i, j);
  }
};

/// Bound of |rounded - exact| for each coordinate of the three placed vertices. A coordinate is a sum of four terms, the first of
/// which is rounded four times: ((1 + u)^4 - 1) * (sum of |terms|); the fifth u pays for the rounding of the bound itself.
double placement_error(const Triangle& local, const Pose& pose) {
  constexpr double roundings = 5 * tolerance::rounding;
  const Vec3 extent = local.v[0].cwiseAbs().cwiseMax(local.v[1].cwiseAbs()).cwiseMax(local.v[2].cwiseAbs());
  const Vec3 reach = pose.rotation.cwiseAbs() * extent + pose.translation.cwiseAbs();
  return roundings * reach.maxCoeff() + detail::underflow_bound;
}

sat::Verdict certain_meeting(const Triangle& a, const Triangle& b, double slack) {
  return sat::triangle_kernels().certain_meeting(a.v, b.v, slack);
}

}  // namespace

bool overlap(const Triangle& a, const Triangle& b) {
  if (const sat::Verdict quick = certain_meeting(a, b, 0); quick != sat::Verdict::unknown) return quick == sat::Verdict::yes;
  const SixPoints points = points_of(a, b);
  return detail::triangles_meet(FilteredPoints<StoredPoints>{points, 0, {points}});
}

PosedTriangle place(const Triangle& local, const Pose& pose) {
  if (pose.is_identity()) return {local, &pose, local, 0};
  const Triangle world{{pose.to_world(local.v[0]), pose.to_world(local.v[1]), pose.to_world(local.v[2])}};
  return {local, &pose, world, placement_error(local, pose)};
}

bool overlap(const PosedTriangle& a, const PosedTriangle& b) {
  if (a.pose == b.pose) return overlap(a.local, b.local);
  const double slack = 2 * std::max(a.error, b.error);
  if (slack == 0) return overlap(a.world, b.world);
  if (const auto quick = certain_meeting(a.world, b.world, slack); quick != sat::Verdict::unknown)
    return quick == sat::Verdict::yes;
  return detail::triangles_meet(FilteredPoints<PlacedPoints>{points_of(a.world, b.world), slack, {a, b}});
}

}  // namespace graze
