#pragma once
/// Memory that ends at the k-th allocation of this thread.

#include <cstddef>
#include <new>

#include <graze/error.h>

namespace graze::fuzz {

/// The allocation after k more ones is refused, and none after it: what follows has memory, as where others freed some. None is
/// where k is negative.
void refuse_allocation(long k);
/// Whether one was refused since.
[[nodiscard]] bool was_refused();

/// While it is there, requests for fewer bytes neither count nor fail.
class OnlyFrom {
 public:
  explicit OnlyFrom(std::size_t size);
  ~OnlyFrom();
  OnlyFrom(const OnlyFrom&) = delete;
  OnlyFrom& operator=(const OnlyFrom&) = delete;
};

/// What became of a call whose k-th allocation failed.
enum class Outcome { answered, refused_for_memory, refused_for_something_else, threw };

template <class Call>
Outcome outcome_of(const Call& call, long k) {
  refuse_allocation(k);
  try {
    const auto result = call();
    refuse_allocation(-1);
    if (result) return Outcome::answered;
    return result.error().code == ErrorCode::limit ? Outcome::refused_for_memory : Outcome::refused_for_something_else;
  } catch (const std::bad_alloc&) {
    return Outcome::threw;
  }
}

}  // namespace graze::fuzz
