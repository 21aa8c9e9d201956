/// Puts the status of two bodies together from those of their parts.

#include "scene/pair_status.h"

#include <algorithm>

#include <graze/distance.h>
#include <graze/overlap.h>
#include <graze/pairs.h>
#include <graze/status.h>

#include "numbers/kept_blocks.h"

namespace graze::scenes {
namespace {

bool is_mesh_part(const PlacedPart& part) { return part.body.geometry.is_mesh(); }

/// Meshes that meet are known to do so long before it is known whether they are near, and meshes that are far apart long before it
/// is known how far.
Result<bool> are_near(const PlacedPart& a, const PlacedPart& b, double distance) {
  if (!std::isfinite(distance) || (!is_mesh_part(a) && !is_mesh_part(b))) return true;
  const auto found = overlap(a.body, b.body);
  return !found || *found || distance == 0 ? found : within(a.body, b.body, distance);
}

Result<std::optional<Closest>> closest_within(const PlacedPart& a, const PlacedPart& b, double distance) {
  const auto is_near = are_near(a, b, distance);
  if (!is_near) return tl::make_unexpected(is_near.error());
  if (!*is_near) return std::optional<Closest>();
  return closest_points(a.body, b.body).map([&](const Closest& found) {
    return found.distance <= distance ? std::optional(found) : std::nullopt;
  });
}

/// What parts that meet add up to.
class Meeting {
 public:
  Meeting(std::size_t count_a, std::size_t count_b) : is_inside_{Flags(count_a, 0), Flags(count_b, 0)} {}

  void add(std::size_t i, std::size_t j, const StatusReport& report) {
    any_overlap_ = any_overlap_ || report.status != Status::touching;
    if (report.status == Status::contains) is_inside_[1][j] = 1;
    if (report.status == Status::inside) is_inside_[0][i] = 1;
    if (report.depth) depth_ = std::max(depth_.value_or(0), *report.depth);
  }
  [[nodiscard]] Status status() const {
    const auto all = [](const Flags& flags) { return std::find(flags.begin(), flags.end(), 0) == flags.end(); };
    if (all(is_inside_[1])) return Status::contains;
    if (all(is_inside_[0])) return Status::inside;
    return any_overlap_ ? Status::overlapping : Status::touching;
  }
  [[nodiscard]] std::optional<double> depth() const { return depth_; }

 private:
  using Flags = KeptList<char>;

  std::array<Flags, 2> is_inside_;  ///< the parts of each that are wholly inside one of the other
  bool any_overlap_ = false;
  std::optional<double> depth_;
};

std::array<PartPlace, 2> places_of(std::size_t i, std::size_t j, const Closest& closest) {
  return {PartPlace{static_cast<std::uint32_t>(i), closest.features[0].triangle},
          PartPlace{static_cast<std::uint32_t>(j), closest.features[1].triangle}};
}

Result<std::size_t> count_triangle_pairs(const std::vector<PlacedPart>& a, const std::vector<PlacedPart>& b) {
  thread_local std::vector<TrianglePair> buffer;
  std::size_t count = 0;
  for (const PlacedPart& in_a : a) {
    for (const PlacedPart& in_b : b) {
      if (!is_mesh_part(in_a) || !is_mesh_part(in_b) || !meet(in_a.box, in_b.box)) continue;
      const auto found = intersecting_pairs(in_a.body, in_b.body, buffer);
      if (!found) return found;
      count += *found;
    }
  }
  return count;
}

bool have_meshes(const std::vector<PlacedPart>& a, const std::vector<PlacedPart>& b) {
  return std::any_of(a.begin(), a.end(), is_mesh_part) && std::any_of(b.begin(), b.end(), is_mesh_part);
}

/// Calls on_parts(i, j, closest) -> Result<double>, the distance from which on others are of no interest.
template <class OnParts>
Result<void> for_near_parts(const std::vector<PlacedPart>& a, const std::vector<PlacedPart>& b, double within, OnParts&& on_parts) {
  for (std::size_t i = 0; i < a.size(); ++i) {
    for (std::size_t j = 0; j < b.size(); ++j) {
      if (gap(a[i].box, b[j].box) > within) continue;
      const auto closest = closest_within(a[i], b[j], within);
      if (!closest) return tl::make_unexpected(closest.error());
      if (!*closest) continue;
      const Result<double> limit = on_parts(i, j, **closest);
      if (!limit) return tl::make_unexpected(limit.error());
      within = *limit;
    }
  }
  return {};
}

}  // namespace

Result<std::optional<NearestParts>> nearest_parts(const std::vector<PlacedPart>& a, const std::vector<PlacedPart>& b,
                                                  double within) {
  std::optional<NearestParts> nearest;
  const auto done = for_near_parts(a, b, within, [&](std::size_t i, std::size_t j, const Closest& closest) -> Result<double> {
    if (std::isfinite(closest.distance) && (!nearest || closest.distance < nearest->closest.distance))
      nearest = NearestParts{closest, places_of(i, j, closest)};
    return nearest ? nearest->closest.distance : within;
  });
  if (!done) return tl::make_unexpected(done.error());
  return nearest;
}

Result<std::optional<PairStatus>> status_of(const std::vector<PlacedPart>& a, const std::vector<PlacedPart>& b,
                                            const SceneStatusOptions& options) {
  const double reach = std::max(options.tolerance, options.clearance);
  std::optional<PairStatus> nearest;
  Meeting meeting(a.size(), b.size());
  const auto done = for_near_parts(a, b, reach, [&](std::size_t i, std::size_t j, const Closest& closest) -> Result<double> {
    if (!nearest || closest.distance < nearest->distance)
      nearest = PairStatus{{}, Status::near, closest.distance, {}, closest.points, places_of(i, j, closest), {}};
    if (closest.distance == 0) {
      const auto report = status(a[i].body, b[j].body, {options.tolerance, options.clearance});
      if (!report) return tl::make_unexpected(report.error());
      meeting.add(i, j, *report);
    }
    return nearest->distance;
  });
  if (!done) return tl::make_unexpected(done.error());
  if (!nearest) return nearest;
  if (nearest->distance > 0) {
    if (nearest->distance <= options.tolerance) nearest->status = Status::touching;
    return nearest;
  }
  nearest->status = meeting.status();
  nearest->depth = meeting.depth();
  if (!options.triangle_pairs || !have_meshes(a, b)) return nearest;
  const auto count = count_triangle_pairs(a, b);
  if (!count) return tl::make_unexpected(count.error());
  nearest->triangle_pairs = *count;
  return nearest;
}

}  // namespace graze::scenes
