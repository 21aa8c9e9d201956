#pragma once
/// Lists of triangle pairs, in order.

#include <vector>

#include <graze/answers.h>

namespace graze::query {

/// By the triangle of a, then by that of b. Allocates nothing once the scratch of this thread has grown.
void sort_pairs(std::vector<TrianglePair>& pairs);

}  // namespace graze::query
