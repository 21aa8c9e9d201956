#pragma once
/// Ending questions at rest from outside: when loops look, and what stands in the place of an answer.

#include <graze/error.h>
#include <graze/options.h>

namespace graze {

/// For loops whose rounds are shorter than asking is long.
class Lookout {
 public:
  /// Whether to leave the loop. What it would have found is of no use then: see unless_interrupted().
  [[nodiscard]] bool is_called_off() { return ++rounds_ % rounds_between_looks == 0 && Interrupt::is_asked_for(); }

 private:
  static constexpr unsigned rounds_between_looks = 64;
  unsigned rounds_ = 0;
};

[[nodiscard]] inline Error interrupted() { return {ErrorCode::limit, "interrupted"}; }

/// The answer of a question whose loops end when the interrupt of this thread says so: then it is half an answer, and an error.
template <class T>
[[nodiscard]] Result<T> unless_interrupted(Result<T> answer) {
  if (answer && Interrupt::is_asked_for()) return tl::make_unexpected(interrupted());
  return answer;
}

}  // namespace graze
