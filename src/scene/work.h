#pragma once
/// Work on many pairs, shared among threads, that can be called off and fails with the error of the first pair that fails.

#include <algorithm>
#include <cstddef>
#include <mutex>
#include <optional>
#include <utility>

#include <graze/batch.h>
#include <graze/error.h>
#include <graze/scene_questions.h>

namespace graze::scenes {

/// Between two calls of progress; pairs are quick, so that a shorter portion would spend its time on handing out work.
inline constexpr std::size_t pairs_a_portion = 4096;

[[nodiscard]] inline Result<void> go_on(const SceneOptions& options, std::size_t done, std::size_t count) {
  if (!options.progress || options.progress(count == 0 ? 1.0 : static_cast<double>(done) / static_cast<double>(count))) return {};
  return fail(ErrorCode::limit, "progress: called off");
}

/// Keeps the error with the least number, so that it does not depend on threads.
class FirstError {
 public:
  void report(std::size_t i, Error error) {
    const std::lock_guard lock(mutex_);
    if (!error_ || i < error_->first) error_.emplace(i, std::move(error));
  }
  [[nodiscard]] Result<void> result() const {
    if (error_) return tl::make_unexpected(error_->second);
    return {};
  }

 private:
  std::mutex mutex_;
  std::optional<std::pair<std::size_t, Error>> error_;
};

/// work(i) -> Result<void> for i in [from, to), from several threads.
template <class Work>
[[nodiscard]] Result<void> for_each_of(std::size_t from, std::size_t to, const SceneOptions& options, const Work& work) {
  if (options.threads == 1) {  // nothing to hand out, and no function to wrap
    Result<void> first;
    for (std::size_t i = from; i < to; ++i) {
      if (Result<void> done = work(i); !done && first) first = std::move(done);
    }
    return first;
  }
  FirstError error;
  for_each_in_parallel(to - from, {options.threads}, [&](std::size_t k) {
    if (Result<void> done = work(from + k); !done) error.report(from + k, std::move(done.error()));
  });
  return error.result();
}

/// The same for all i below count, portion by portion. After each, after(end) -> bool says whether to go on to the next.
template <class Work, class After>
[[nodiscard]] Result<void> in_portions(std::size_t count, std::size_t portion, const SceneOptions& options, const Work& work,
                                       const After& after) {
  for (std::size_t from = 0; from < count;) {
    const std::size_t to = std::min(count, from + portion);
    if (auto done = for_each_of(from, to, options, work); !done) return done;
    if (!after(to)) return {};
    if (auto wanted = go_on(options, to, count); !wanted) return wanted;
    from = to;
  }
  return {};
}

/// All of them. Without progress to tell there is one portion: at the end of each all threads wait for the slowest.
template <class Work>
[[nodiscard]] Result<void> in_portions(std::size_t count, std::size_t portion, const SceneOptions& options, const Work& work) {
  if (!options.progress) return for_each_of(0, count, options, work);
  return in_portions(count, portion, options, work, [](std::size_t) { return true; });
}

template <class Work>
[[nodiscard]] Result<void> in_portions(std::size_t count, const SceneOptions& options, const Work& work) {
  return in_portions(count, pairs_a_portion, options, work);
}

}  // namespace graze::scenes
