/// When two meshes in relative translation first and last meet.

#include <algorithm>

#include "mesh/contact_regions.h"
#include "mesh/earliest_pairs.h"
#include "mesh/overlap.h"
#include "polytope/contact/contact_set.h"
#include "polytope/contact/sweep.h"
#include "tree/walk/traverse_moving.h"

namespace graze::query {
namespace {

/// Whether the contact of all these pairs, which meet at time 0, ends there. The first that goes on is enough to deny it.
bool part_at_once(MovingTrianglePairs& moving, const std::vector<TrianglePair>& pairs, double t_max) {
  if (!(t_max > 0)) return false;
  const sat::Velocities velocities{moving.a().velocity, moving.b().velocity};
  return std::none_of(pairs.begin(), pairs.end(), [&](TrianglePair pair) {
    const sat::Convex a = placed_triangle(moving.a(), pair[0]), b = placed_triangle(moving.b(), pair[1]);
    const auto contact = sat::contact_interval({a, b}, velocities, t_max);
    return contact && !(contact->last && contact->last->numerator.is_zero());
  });
}

/// With the whole contact of pairs that share the first time, sorted, in the place of that of one of them.
Impact impact_of_all(MovingTrianglePairs& moving, std::vector<TrianglePair>& pairs, double t_max) {
  std::sort(pairs.begin(), pairs.end());
  const sat::Velocities velocities{moving.a().velocity, moving.b().velocity};
  const sat::ExactTime time = *moving.first_time(pairs.front(), t_max);
  TouchingPieces pieces(sat::region_memory());
  const std::size_t count = std::min(pairs.size(), most_touching_pieces);
  for (std::size_t k = 0; k < count; ++k) {
    const sat::Convex a = placed_triangle(moving.a(), pairs[k][0]), b = placed_triangle(moving.b(), pairs[k][1]);
    pieces.push_back({sat::common_part_at({a, b}, velocities, time), sat::corners_at(a, velocities.a, time),
                      sat::corners_at(b, velocities.b, time)});
  }
  const std::size_t named = named_piece(pieces);
  Impact impact = moving.impact(pairs[named], t_max);
  const bool parting = impact.initial && part_at_once(moving, pairs, t_max);
  const MeetingMotion motion{lifted<Dyadic>(velocities.b) - lifted<Dyadic>(velocities.a), impact.initial, parting};
  const bool touches = describe_regions(impact, pieces, named, motion);
  if (!touches) impact = moving.impact(pairs.front(), t_max);
  impact.approaching = !parting;
  impact.truncated = touches && count < pairs.size();
  return impact;
}

}  // namespace

std::optional<Impact> first_contact(const PlacedMesh& a, const PlacedMesh& b, const SweepOptions& options,
                                    std::optional<TrianglePair> likely) {
  MovingTrianglePairs moving(a, b);
  EarliestPairs& search = EarliestPairs::of_this_thread(moving, options.t_max);
  if (likely && has(a, b, *likely)) search.look_at(*likely);
  search.look_at_all();
  std::vector<TrianglePair>& pairs = search.earliest();
  if (pairs.empty()) return std::nullopt;
  Impact impact;
  if (pairs.size() == 1 || search.is_one_point() || search.crosses_at_start()) {
    impact = moving.impact(*std::min_element(pairs.begin(), pairs.end()), options.t_max);
    impact.approaching = !impact.initial || search.crosses_at_start() || !part_at_once(moving, pairs, options.t_max);
  } else {
    impact = impact_of_all(moving, pairs, options.t_max);
  }
  impact.last = options.want_last ? last_contact(a, b, options.t_max) : std::nullopt;
  return impact;
}

std::optional<double> last_contact(const PlacedMesh& a, const PlacedMesh& b, double t_max) {
  std::optional<double> last;
  tree::for_each_pair_by_time(
      *a.tree, a.pose, *b.tree, b.pose, b.velocity - a.velocity, t_max, [&](std::uint32_t i, std::uint32_t j, double) {
        const sat::Convex tri_a = placed_triangle(a, i), tri_b = placed_triangle(b, j);
        const auto contact = sat::contact_interval({tri_a, tri_b}, {a.velocity, b.velocity}, t_max);
        if (!contact) return t_max;
        const double end = contact->last ? quotient_up(contact->last->numerator, contact->last->denominator) : t_max;
        last = std::max(last.value_or(0), std::min(end, t_max));
        return t_max;
      });
  return last;
}

}  // namespace graze::query
