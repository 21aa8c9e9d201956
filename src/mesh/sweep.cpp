/// When two meshes in relative translation first and last meet.

#include <algorithm>

#include "mesh/earliest_pairs.h"
#include "mesh/overlap.h"
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

}  // namespace

std::optional<Impact> first_contact(const PlacedMesh& a, const PlacedMesh& b, const SweepOptions& options,
                                    std::optional<TrianglePair> likely) {
  MovingTrianglePairs moving(a, b);
  EarliestPairs& search = EarliestPairs::of_this_thread(moving, options.t_max);
  if (likely && has(a, b, *likely)) search.look_at(*likely);
  search.look_at_all();
  const std::vector<TrianglePair>& pairs = search.earliest();
  if (pairs.empty()) return std::nullopt;
  Impact impact = moving.impact(*std::min_element(pairs.begin(), pairs.end()), options.t_max);
  impact.last = options.want_last ? last_contact(a, b, options.t_max) : std::nullopt;
  impact.approaching = !impact.initial || !part_at_once(moving, pairs, options.t_max);
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
