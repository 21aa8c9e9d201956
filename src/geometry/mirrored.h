#pragma once
/// The answer to a question about (b, a) as the answer about (a, b).

#include <utility>

#include <graze/answers.h>

namespace graze {

inline void mirror(Closest& answer) {
  std::swap(answer.points[0], answer.points[1]);
  std::swap(answer.features[0], answer.features[1]);
}

[[nodiscard]] inline Closest mirrored(Closest answer) {
  mirror(answer);
  return answer;
}

[[nodiscard]] inline Impact mirrored(Impact answer) {
  if (answer.normal) answer.normal = -*answer.normal;
  for (ContactRegion& region : answer.regions) {
    if (region.normal) region.normal = -*region.normal;
  }
  std::swap(answer.features[0], answer.features[1]);
  return answer;
}

/// The points of the manifold belong to both bodies and stay.
[[nodiscard]] inline Penetration mirrored(Penetration answer) {
  answer.normal = -answer.normal;
  std::swap(answer.features[0], answer.features[1]);
  return answer;
}

}  // namespace graze
