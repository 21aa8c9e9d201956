#pragma once
/// Which of two bodies a question is asked about first: by what they are, not by their ids, so that answers do not depend on the
/// order in which bodies were added, down to the last digit and to which of several equal points is named.

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <utility>

#include <graze/scene_motion.h>
#include <graze/scene_questions.h>

#include "scene/cast.h"
#include "scene/pair_status.h"

namespace graze::scenes {

/// By their boxes, then by their rotations at time 0; false where there is no difference.
[[nodiscard]] bool comes_first(const Record& a, const Record& b);

/// The same of pairs: by what their bodies are, then by their indices.
[[nodiscard]] bool comes_first(const Cast& cast, const IndexPair& x, const IndexPair& y);

template <class Place>
void swap_both(std::array<Place, 2>& both) {
  std::swap(both[0], both[1]);
}

inline void mirror(PairContact& answer) {
  if (answer.normal) answer.normal = -*answer.normal;
  swap_both(answer.points);
  swap_both(answer.places);
}

inline void mirror(PairStatus& answer) {
  if (answer.status == Status::contains || answer.status == Status::inside)
    answer.status = answer.status == Status::contains ? Status::inside : Status::contains;
  swap_both(answer.points);
  swap_both(answer.places);
}

inline void mirror(NearestParts& answer) {
  swap_both(answer.closest.points);
  swap_both(answer.closest.features);
  swap_both(answer.places);
}

/// By the parts, then by the triangles of the other body.
inline void mirror(PairContacts& answer) {
  for (PartContact& contact : answer.contacts) {
    if (contact.normal) contact.normal = -*contact.normal;
    swap_both(contact.places);
  }
  std::ranges::stable_sort(answer.contacts, {}, [](const PartContact& contact) {
    const auto& [in_a, in_b] = contact.places;
    return std::array{static_cast<std::int64_t>(in_a.part), static_cast<std::int64_t>(in_b.part),
                      static_cast<std::int64_t>(in_a.triangle), static_cast<std::int64_t>(in_b.triangle)};
  });
}

template <class Answer>
void mirror(std::optional<Answer>& answer) {
  if (answer) mirror(*answer);
}

/// ask(i, j) -> Result<Answer> about the bodies with indices i and j, as the answer about the pair.
template <class Ask>
[[nodiscard]] auto in_fixed_order(const Cast& cast, const IndexPair& pair, const Ask& ask) {
  if (!comes_first(cast[pair.second], cast[pair.first])) return ask(pair.first, pair.second);
  auto answer = ask(pair.second, pair.first);
  if (answer) mirror(*answer);
  return answer;
}

}  // namespace graze::scenes
