/// Searches pairs in the order in which they can meet, with what is known of the first contact so far.

#include "scene/earliest.h"

#include <algorithm>
#include <mutex>

#include "scene/fixed_order.h"
#include "scene/pair_overlap.h"
#include "scene/pair_sweep.h"
#include "scene/work.h"

namespace graze::scenes {
namespace {

/// So many pairs are searched with the same idea of how early a contact is known, or a quarter of those that were searched already:
/// what that looks at in vain is little beside them, and each time threads wait for the slowest. Numbers of their own, not of
/// threads, so that answers do not depend on these.
constexpr std::size_t pairs_at_once = 32;
constexpr std::size_t share_at_once = 4;

/// Between two calls of progress: sweeps take longer than overlaps.
constexpr std::size_t sweeps_a_portion = 256;

/// When it has certainly happened: within the tolerance where no time of meeting is known.
double met_by(const PairContact& contact) {
  return contact.status == TurningStatus::contact ? contact.t_hi.value_or(contact.t_lo) : endless;
}

std::optional<std::size_t> index_of_earliest(const std::vector<PairContact>& contacts) {
  std::optional<std::size_t> first;
  for (std::size_t i = 0; i < contacts.size(); ++i) {
    if (!first || contacts[i].t_lo < contacts[*first].t_lo) first = i;
  }
  return first;
}

}  // namespace

Result<PairContact> contact_of_pair(const Cast& cast, const IndexPair& pair, const SceneTimeOptions& question, double t_max,
                                    const SceneOptions& options) {
  // Whether they meet now is known sooner than where.
  if (options.ignore_initial && meet(cast[pair.first].box, cast[pair.second].box)) {
    const auto met = parts_meet(cast[pair.first].placed, cast[pair.second].placed);
    if (!met) return tl::make_unexpected(cast.of_pair(pair, met.error()));
    if (*met) return PairContact{};
  }
  auto found =
      in_fixed_order(cast, pair, [&](std::uint32_t a, std::uint32_t b) { return sweep_pair(cast[a], cast[b], question, t_max); });
  if (!found) return tl::make_unexpected(cast.of_pair(pair, found.error()));
  if (found->initial && options.ignore_initial) return PairContact{};
  found->pair = cast.ids_of(pair);
  return found;
}

EarliestSearch::EarliestSearch(const Cast& cast, const SceneTimeOptions& question, const SceneOptions& options)
    : cast_(cast), question_(question), options_(options) {
  room_->found.clear();
}

std::vector<TimedPair>& EarliestSearch::pairs_to_search() {
  room_->pairs.clear();
  return room_->pairs;
}

Result<void> EarliestSearch::search(double window) {
  std::vector<TimedPair>& pairs = room_->pairs;
  std::vector<PairContact>& answers = room_->answers;
  std::sort(pairs.begin(), pairs.end(), [](const TimedPair& x, const TimedPair& y) {
    return x.earliest != y.earliest ? x.earliest < y.earliest : x.pair < y.pair;
  });
  latest_ = window;
  FirstError error([&](std::size_t i, std::size_t j) {
    return pairs[i].earliest != pairs[j].earliest ? pairs[i].earliest < pairs[j].earliest
                                                  : comes_first(cast_, pairs[i].pair, pairs[j].pair);
  });
  for (std::size_t from = 0; from < pairs.size() && pairs[from].earliest <= latest_;) {
    const std::size_t to = std::min(pairs.size(), from + std::max(pairs_at_once, from / share_at_once));
    answers.assign(to - from, {});
    const auto ask = [&](std::size_t i) -> Result<void> {
      if (pairs[i].earliest > latest_) return {};
      return contact_of(pairs[i].pair, latest_).map([&](PairContact contact) { answers[i - from] = std::move(contact); });
    };
    if (auto wanted = for_each_watched(from, to, pairs.size(), options_, ask, error); !wanted) return wanted;
    for (std::size_t i = from; i < to; ++i) take(pairs[i].pair, std::move(answers[i - from]));
    searched_ += to - from;
    if (const auto wanted = go_on(options_, to, pairs.size()); !wanted) return wanted;
    from = to;
  }
  // Pairs that can only meet later than the first are asked or not, as it happens: what is wrong with them is of no interest.
  const auto failed = error.place();
  return failed && pairs[*failed].earliest <= latest_ ? error.result() : Result<void>();
}

Result<PairContact> EarliestSearch::contact_of(const IndexPair& pair, double t_max) const {
  return contact_of_pair(cast_, pair, question_, t_max, options_);
}

void EarliestSearch::take(const IndexPair& pair, PairContact contact) {
  if (contact.status == TurningStatus::clear) return;
  latest_ = std::min(latest_, met_by(contact));
  room_->found.emplace_back(pair, std::move(contact));
}

/// What is looked for over a shorter time may be found with other roundings where bodies turn, and with another of several touching
/// planes where they do not: what counts is the whole time. Where bodies overlap only a common point is told, whatever the time.
Result<void> EarliestSearch::search_contenders_again() {
  std::erase_if(room_->found, [&](const auto& entry) { return entry.second.t_lo > latest_; });
  return for_each_of(0, room_->found.size(), room_->found.size(), options_, [&](std::size_t i) -> Result<void> {
    auto& [pair, contact] = room_->found[i];
    if (contact.certainty == Certainty::exact && !contact.normal) return {};
    return contact_of(pair, question_.t_max).map([&contact = contact](PairContact again) {
      if (again.status != TurningStatus::clear) contact = std::move(again);
    });
  });
}

Result<SceneContact> EarliestSearch::answer() {
  if (const auto done = search_contenders_again(); !done) return tl::make_unexpected(done.error());
  SceneContact result;
  result.pairs_searched = searched_;
  result.t_lo = question_.t_max;
  double met = endless;
  for (const auto& [pair, contact] : room_->found) met = std::min(met, met_by(contact));
  const auto may_be_first = [&](const auto& entry) { return entry.second.t_lo <= met; };
  result.pairs.reserve(static_cast<std::size_t>(std::ranges::count_if(room_->found, may_be_first)));
  for (auto& entry : room_->found) {
    if (may_be_first(entry)) result.pairs.push_back(std::move(entry.second));
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

namespace {

/// Contacts by the numbers of their pairs, told by several threads: few pairs of those that are considered meet.
class FoundContacts {
 public:
  void add(std::size_t number, PairContact contact) {
    const std::lock_guard lock(mutex_);
    room_->places.emplace_back(number, room_->contacts.size());
    room_->contacts.push_back(std::move(contact));
  }
  [[nodiscard]] std::vector<PairContact> in_order() {
    std::ranges::sort(room_->places);
    std::vector<PairContact> ordered;
    ordered.reserve(room_->places.size());
    for (const auto& [number, place] : room_->places) ordered.push_back(std::move(room_->contacts[place]));
    return ordered;
  }

  FoundContacts() {
    room_->places.clear();
    room_->contacts.clear();
  }

 private:
  struct Room {
    std::vector<std::pair<std::size_t, std::size_t>> places;  ///< of the pair, and in `contacts`
    std::vector<PairContact> contacts;
  };

  std::mutex mutex_;
  TakenRoom<Room> room_;
};

}  // namespace

Result<SceneContacts> contacts_of_pairs(const Cast& cast, const std::vector<IndexPair>& pairs, const SceneTimeOptions& question,
                                        const SceneOptions& options) {
  FoundContacts found;
  const auto work = [&](std::size_t i) -> Result<void> {
    return contact_of_pair(cast, pairs[i], question, question.t_max, options).map([&](PairContact contact) {
      if (contact.status != TurningStatus::clear) found.add(i, std::move(contact));
    });
  };
  const auto done = in_portions(cast, pairs, sweeps_a_portion, options, work);
  if (!done) return tl::make_unexpected(done.error());
  SceneContacts answer{found.in_order(), {}, pairs.size()};
  answer.first = index_of_earliest(answer.pairs);
  return answer;
}

}  // namespace graze::scenes
