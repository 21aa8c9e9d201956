#include <graze/query/first_contacts.h>

#include <algorithm>
#include <cmath>

#include <graze/query/moving_triangles.h>
#include <graze/query/pair.h>
#include <graze/sat/contact_times.h>
#include <graze/sat/sweep.h>
#include <graze/tree/traverse_moving.h>

namespace graze {
namespace {

using namespace query;

/// The pairs that share the earliest time seen so far. Times stay exact, so that none joins or falls behind by rounding.
class EarliestPairs {
 public:
  void add(TrianglePair pair, const sat::ExactTime& first) {
    const bool is_sooner = pairs_.empty() || sat::before(first, first_);
    if (!is_sooner && sat::before(first_, first)) return;
    if (is_sooner) {
      pairs_.clear();
      first_ = first;
    }
    pairs_.push_back(pair);
  }
  [[nodiscard]] double horizon(double t_max) const { return pairs_.empty() ? t_max : std::min(t_max, sat::barely_after(first_)); }
  [[nodiscard]] std::vector<TrianglePair> sorted() && {
    std::sort(pairs_.begin(), pairs_.end());
    return std::move(pairs_);
  }

 private:
  sat::ExactTime first_;
  std::vector<TrianglePair> pairs_;
};

std::vector<TrianglePair> earliest_pairs(const PlacedMesh& a, const PlacedMesh& b, double t_max) {
  EarliestPairs earliest;
  MovingTrianglePairs moving(a, b);
  tree::for_each_pair_by_time(*a.tree, a.pose, *b.tree, b.pose, b.velocity - a.velocity, t_max,
                              [&](std::uint32_t i, std::uint32_t j, double) {
                                if (const auto first = moving.first_time({i, j}, earliest.horizon(t_max)))
                                  earliest.add({i, j}, *first);
                                return earliest.horizon(t_max);
                              });
  return std::move(earliest).sorted();
}

FirstContacts described(const PlacedMesh& a, const PlacedMesh& b, std::vector<TrianglePair> pairs,
                        const FirstContactsOptions& options) {
  FirstContacts result;
  result.pair_count = pairs.size();
  const std::size_t described = std::max<std::size_t>(1, std::min(pairs.size(), options.max_pairs));  // one tells the time
  for (std::size_t k = 0; k < described; ++k) {
    const auto& [i, j] = pairs[k];
    Impact impact = *sat::sweep(placed_triangle(a, i), placed_triangle(b, j), {a.velocity, b.velocity}, options.t_max);
    impact.features[0].triangle = static_cast<std::int32_t>(i);
    impact.features[1].triangle = static_cast<std::int32_t>(j);
    result.first = impact.first;
    result.initial = impact.initial;
    result.pairs.push_back({pairs[k], std::move(impact.set), impact.normal, impact.features});
  }
  if (options.max_pairs == 0) result.pairs.clear();
  if (options.want_last) result.last = last_contact(a, b, options.t_max);
  return result;
}

}  // namespace

Result<std::optional<FirstContacts>> first_contacts(const Body& a, const Body& b, const FirstContactsOptions& options) {
  if (!(options.t_max >= 0)) return fail(ErrorCode::bad_option, "t_max: must be >= 0");
  if (const auto ok = check_bodies(a, b); !ok) return tl::make_unexpected(ok.error());
  if (a.motion.rotates() || b.motion.rotates())
    return fail(ErrorCode::bad_option, "omega: bodies that turn are for sweep_turning()");
  const auto mesh_a = as_mesh(a), mesh_b = as_mesh(b);
  if (!mesh_a || !mesh_b) return unsupported("first contacts", a, b);
  std::vector<TrianglePair> pairs = earliest_pairs(*mesh_a, *mesh_b, options.t_max);
  if (pairs.empty()) return std::optional<FirstContacts>();
  return described(*mesh_a, *mesh_b, std::move(pairs), options);
}

}  // namespace graze
