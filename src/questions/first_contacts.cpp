/// All triangle pairs of two moving meshes that meet first.

#include <algorithm>

#include <graze/pairs.h>

#include "body/pair.h"
#include "geometry/interrupted.h"
#include "mesh/earliest_pairs.h"
#include "mesh/shape_sweep.h"
#include "questions/ring.h"

namespace graze {
namespace {

using namespace query;

FirstContacts described_contacts(MovingTrianglePairs& moving, const std::vector<TrianglePair>& pairs,
                                 const FirstContactsOptions& options) {
  FirstContacts result;
  result.pair_count = pairs.size();
  const std::size_t described = std::max<std::size_t>(1, std::min(pairs.size(), options.max_pairs));  // one is needed for the time
  for (std::size_t k = 0; k < described; ++k) {
    Impact impact = moving.impact(pairs[k], options.t_max);
    result.first = impact.first;
    result.initial = impact.initial;
    result.pairs.push_back({pairs[k], std::move(impact.set), impact.normal, impact.features});
  }
  if (options.max_pairs == 0) result.pairs.clear();
  if (options.want_last) result.last = last_contact(moving.a(), moving.b(), options.t_max);
  return result;
}

/// Of a mesh, index 0, and a shape.
std::optional<FirstContacts> contacts_with_shape(const PlacedMesh& mesh, const Body& shape, const FirstContactsOptions& options) {
  const auto impact = first_contact(mesh, shape, {.t_max = options.t_max, .want_last = options.want_last});
  if (!impact) return std::nullopt;
  FirstContacts result;
  result.first = impact->first;
  result.last = impact->last;
  result.initial = impact->initial;
  const std::vector<Impact> contacts = contacts_at_first(mesh, shape, impact->first, options.t_max);
  result.pair_count = contacts.size();
  for (std::size_t k = 0; k < std::min(contacts.size(), options.max_pairs); ++k) {
    const Impact& contact = contacts[k];
    const auto triangle = static_cast<std::uint32_t>(contact.features[0].triangle);
    result.pairs.push_back({{triangle, 0}, contact.set, contact.normal, contact.features});
  }
  return result;
}

using Found = Result<std::optional<FirstContacts>>;

FirstContacts bodies_exchanged(FirstContacts found) {
  for (TouchingPair& pair : found.pairs) {
    std::swap(pair.triangles[0], pair.triangles[1]);
    std::swap(pair.features[0], pair.features[1]);
    if (pair.normal) pair.normal = Vec3(Vec3::Zero() - *pair.normal);
  }
  return found;
}

}  // namespace

Result<std::optional<FirstContacts>> first_contacts(const Body& a, const Body& b, const FirstContactsOptions& options) {
  if (!(options.t_max >= 0)) return fail(ErrorCode::bad_option, "t_max: must be >= 0");
  if (const auto ok = check_bodies(a, b); !ok) return tl::make_unexpected(ok.error());
  if (a.motion.rotates() || b.motion.rotates())
    return fail(ErrorCode::bad_option, "omega: bodies that turn are for sweep_turning()");
  const auto mesh_a = as_mesh(a), mesh_b = as_mesh(b);
  if ((!mesh_a && !mesh_b) || any_is_ring(a, b)) return unsupported("first contacts", a, b);
  if (!mesh_b) return unless_interrupted(Found(contacts_with_shape(*mesh_a, b, options)));
  if (!mesh_a) {
    auto found = contacts_with_shape(*mesh_b, a, options);
    if (found) found = bodies_exchanged(*std::move(found));
    return unless_interrupted(Found(std::move(found)));
  }
  MovingTrianglePairs moving(*mesh_a, *mesh_b);
  EarliestPairs& search = EarliestPairs::of_this_thread(moving, options.t_max);
  search.look_at_all();
  if (Interrupt::is_asked_for()) return tl::make_unexpected(interrupted());
  std::vector<TrianglePair>& pairs = search.earliest();
  if (pairs.empty()) return std::optional<FirstContacts>();
  std::sort(pairs.begin(), pairs.end());
  return unless_interrupted(Found(described_contacts(moving, pairs, options)));
}

}  // namespace graze
