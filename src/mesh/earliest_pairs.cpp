/// Keeps the triangle pairs that may meet first, by bounds of their times and, where these overlap, exactly.

#include "mesh/earliest_pairs.h"

#include <algorithm>
#include <array>

#include "polytope/contact/contact_times.h"
#include "tree/walk/traverse_moving.h"

namespace graze::query {
namespace {

using sat::FirstContactKind;

const Vec3& corner(const PlacedMesh& mesh, std::uint32_t triangle, std::int32_t k) {
  const MeshView& all = mesh.tree->view();
  return all.vertices[all.triangles[triangle][static_cast<std::size_t>(k % 3)]];
}

/// Regardless of the direction of the edges.
bool same_edge(const PlacedMesh& mesh, std::uint32_t s, std::int32_t i, std::uint32_t t, std::int32_t j) {
  const Vec3 &from = corner(mesh, s, i), &to = corner(mesh, s, i + 1), &other_from = corner(mesh, t, j),
             &other_to = corner(mesh, t, j + 1);
  return (from == other_from && to == other_to) || (from == other_to && to == other_from);
}

}  // namespace

EarliestPairs& EarliestPairs::of_this_thread(MovingTrianglePairs& moving, double t_max) {
  thread_local EarliestPairs scratch;
  scratch.moving_ = &moving;
  scratch.t_max_ = scratch.horizon_ = t_max;
  scratch.plain_.clear();
  scratch.exact_.clear();
  return scratch;
}

void EarliestPairs::look_at(TrianglePair pair) {
  if (moving_->earliest_meeting(pair) > horizon_) return;
  const auto contact = moving_->first_contact_filter(pair);
  if (contact && contact->low > horizon_) return;
  if (contact && contact->high <= t_max_) {
    plain_.push_back({pair, *contact});
    horizon_ = std::min(horizon_, contact->high);
  } else if (const auto first = moving_->first_time(pair, horizon_)) {
    add_exact(pair, *first);
    horizon_ = std::min(horizon_, sat::barely_after(first_));
  }
}

void EarliestPairs::look_at_all() {
  const PlacedMesh &a = moving_->a(), &b = moving_->b();
  tree::for_each_pair_by_time(*a.tree, a.pose, *b.tree, b.pose, b.velocity - a.velocity, horizon_,
                              [&](std::uint32_t i, std::uint32_t j, double) {
                                look_at({i, j});
                                return horizon_;
                              });
}

void EarliestPairs::add_exact(TrianglePair pair, const sat::ExactTime& first) {
  const bool is_sooner = exact_.empty() || first < first_;
  if (!is_sooner && first_ < first) return;
  if (is_sooner) {
    exact_.clear();
    first_ = first;
  }
  exact_.push_back(pair);
}

std::vector<TrianglePair>& EarliestPairs::earliest() {
  drop_later_pairs();
  const bool at_once =
      std::all_of(plain_.begin(), plain_.end(), [&](const Plain& plain) { return meet_at_the_same_time(plain, plain_.front()); });
  at_once_ = exact_.empty() && at_once;
  if (!at_once_) {
    compare_exactly();
  } else {
    for (const Plain& plain : plain_) exact_.push_back(plain.pair);
  }
  return exact_;
}

bool EarliestPairs::is_one_point() const {
  return at_once_ && !plain_.empty() && plain_.front().contact.kind != FirstContactKind::at_start;
}

bool EarliestPairs::crosses_at_start() const {
  return std::any_of(plain_.begin(), plain_.end(),
                     [](const Plain& plain) { return plain.contact.kind == FirstContactKind::at_start; });
}

void EarliestPairs::drop_later_pairs() {
  std::erase_if(plain_, [&](const Plain& plain) { return plain.contact.low > horizon_; });
  if (!exact_.empty() && sat::barely_before(first_) > horizon_) exact_.clear();
}

void EarliestPairs::compare_exactly() {
  const Plain* known = nullptr;
  sat::ExactTime time;
  for (const Plain& plain : plain_) {
    if (known == nullptr || !meet_at_the_same_time(*known, plain)) time = exact_time(plain);
    known = &plain;
    add_exact(plain.pair, time);
  }
}

sat::ExactTime EarliestPairs::exact_time(const Plain& plain) const {
  if (plain.contact.kind == FirstContactKind::at_start) return {};
  return *moving_->first_time(plain.pair, t_max_);
}

/// Whether both times come from the same numbers by the same formula. False decides nothing.
bool EarliestPairs::meet_at_the_same_time(const Plain& x, const Plain& y) const {
  const sat::FirstContact &c = x.contact, &d = y.contact;
  if (c.kind != d.kind) return false;
  const PlacedMesh &a = moving_->a(), &b = moving_->b();
  switch (c.kind) {
    case FirstContactKind::at_start: return true;
    case FirstContactKind::corner_of_a: return x.pair[1] == y.pair[1] && corner(a, x.pair[0], c.i) == corner(a, y.pair[0], d.i);
    case FirstContactKind::corner_of_b: return x.pair[0] == y.pair[0] && corner(b, x.pair[1], c.j) == corner(b, y.pair[1], d.j);
    case FirstContactKind::edges: break;
  }
  return same_edge(a, x.pair[0], c.i, y.pair[0], d.i) && same_edge(b, x.pair[1], c.j, y.pair[1], d.j);
}

}  // namespace graze::query
