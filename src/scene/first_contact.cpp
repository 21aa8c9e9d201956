/// The first contact of a scene: pairs by the time at which they can meet at the earliest, until no other can be earlier.

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

#include <graze/scene_motion.h>

#include "scene/candidates.h"
#include "scene/fixed_order.h"
#include "scene/pair_sweep.h"
#include "scene/swept.h"
#include "scene/work.h"

namespace graze {
namespace {

using namespace scenes;

/// So many pairs are searched with the same idea of how early a contact is known: a number of its own, not that of threads, so that
/// answers do not depend on these.
constexpr std::size_t pairs_at_once = 32;

/// Smaller scenes are searched to the end at once.
constexpr std::size_t many_bodies = 64;

/// A window that held no contact is followed by one so many times longer.
constexpr double window_growth = 4;

/// More windows than these would not be shorter than what they lead up to.
constexpr int max_windows = 12;

struct Candidate {
  double earliest = 0;
  IndexPair pair{};
};

class FirstContactSearch {
 public:
  FirstContactSearch(const Scene::Data& data, const SceneTimeOptions& question, const SceneOptions& options)
      : data_(data), question_(question), options_(options) {}

  [[nodiscard]] Result<SceneContact> run() {
    double window = first_window();
    for (int i = 0;; ++i) {
      const bool is_last = i == max_windows || !(window < question_.t_max);
      if (is_last) window = question_.t_max;
      if (const auto done = search(window); !done) return tl::make_unexpected(done.error());
      if (!found_.empty() || is_last) return answer();
      window *= window_growth;
    }
  }

 private:
  [[nodiscard]] double first_window() const {
    if (data_.size < many_bodies) return question_.t_max;
    return std::min(question_.t_max, time_to_move_by_size(data_, question_.t_max));
  }

  /// Pairs by the time of their earliest meeting within the window.
  [[nodiscard]] std::vector<Candidate> ordered_candidates(double window) {
    const SweptBodies swept(data_, window, options_.threads);
    const std::vector<IndexPair> pairs = candidates(data_, swept.boxes(question_.margin / 2), options_);
    considered_ = pairs.size();
    std::vector<Candidate> ordered;
    for (const IndexPair& pair : pairs) {
      const double earliest = swept.earliest(pair[0], pair[1], question_.margin);
      if (earliest <= window) ordered.push_back({earliest, pair});
    }
    std::sort(ordered.begin(), ordered.end(), [](const Candidate& x, const Candidate& y) {
      return x.earliest != y.earliest ? x.earliest < y.earliest : x.pair < y.pair;
    });
    return ordered;
  }

  [[nodiscard]] Result<void> search(double window) {
    const std::vector<Candidate> ordered = ordered_candidates(window);
    latest_ = window;
    std::vector<PairContact> answers;
    for (std::size_t from = 0; from < ordered.size() && ordered[from].earliest <= latest_;) {
      const std::size_t to = std::min(ordered.size(), from + pairs_at_once);
      answers.assign(to - from, {});
      const auto done = for_each_of(from, to, options_, [&](std::size_t i) -> Result<void> {
        if (ordered[i].earliest > latest_) return {};
        return contact_of(ordered[i].pair, latest_).map([&](PairContact contact) { answers[i - from] = std::move(contact); });
      });
      if (!done) return done;
      for (std::size_t i = from; i < to; ++i) take(ordered[i].pair, std::move(answers[i - from]));
      searched_ += to - from;
      if (const auto wanted = go_on(options_, to, ordered.size()); !wanted) return wanted;
      from = to;
    }
    return {};
  }

  [[nodiscard]] Result<PairContact> contact_of(const IndexPair& pair, double t_max) const {
    auto found = in_fixed_order(data_, pair, [&](std::size_t i, std::size_t j) {
      return sweep_pair(data_.records[i], data_.records[j], question_, t_max);
    });
    if (!found) return tl::make_unexpected(of_pair(data_, pair, found.error()));
    if (found->initial && options_.ignore_initial) return PairContact{};
    found->pair = ids_of(data_, pair);
    return found;
  }

  void take(const IndexPair& pair, PairContact contact) {
    if (contact.status == TurningStatus::clear) return;
    latest_ = std::min(latest_, met_by(contact));
    found_.emplace_back(pair, std::move(contact));
  }

  /// When it has certainly happened: within the tolerance where no time of meeting is known.
  [[nodiscard]] static double met_by(const PairContact& contact) {
    return contact.status == TurningStatus::contact ? contact.t_hi.value_or(contact.t_lo) : endless;
  }

  /// What is looked for over a shorter time may be found with other roundings where bodies turn: what counts is the whole time.
  [[nodiscard]] Result<void> search_contenders_again() {
    std::erase_if(found_, [&](const auto& entry) { return entry.second.t_lo > latest_; });
    return for_each_of(0, found_.size(), options_, [&](std::size_t i) -> Result<void> {
      auto& [pair, contact] = found_[i];
      if (contact.certainty == Certainty::exact) return {};
      return contact_of(pair, question_.t_max).map([&](PairContact again) {
        if (again.status != TurningStatus::clear) contact = std::move(again);
      });
    });
  }

  [[nodiscard]] Result<SceneContact> answer() {
    if (const auto done = search_contenders_again(); !done) return tl::make_unexpected(done.error());
    SceneContact result;
    result.pairs_considered = considered_;
    result.pairs_searched = searched_;
    result.t_lo = question_.t_max;
    double met = endless;
    for (const auto& [pair, contact] : found_) met = std::min(met, met_by(contact));
    for (auto& [pair, contact] : found_) {
      if (contact.t_lo <= met) result.pairs.push_back(std::move(contact));
    }
    std::sort(result.pairs.begin(), result.pairs.end(),
              [](const PairContact& x, const PairContact& y) { return x.t_lo != y.t_lo ? x.t_lo < y.t_lo : x.pair < y.pair; });
    if (result.pairs.empty()) return result;
    result.t_lo = result.pairs[0].t_lo;
    for (const PairContact& contact : result.pairs) {
      if (contact.t_hi) result.t_hi = std::min(result.t_hi.value_or(*contact.t_hi), *contact.t_hi);
    }
    result.status = result.pairs[0].status;
    return result;
  }

  const Scene::Data& data_;
  const SceneTimeOptions& question_;
  const SceneOptions& options_;
  double latest_ = 0;  ///< a later contact is not the first
  std::vector<std::pair<IndexPair, PairContact>> found_;
  std::size_t considered_ = 0;
  std::size_t searched_ = 0;
};

}  // namespace

Result<SceneContact> first_contact(const Scene& scene, const SceneTimeOptions& question, const SceneOptions& options) {
  if (const auto ok = check_question(question); !ok) return tl::make_unexpected(ok.error());
  if (const auto ok = check_options(options); !ok) return tl::make_unexpected(ok.error());
  return FirstContactSearch(scene.data(), question, options).run();
}

}  // namespace graze
