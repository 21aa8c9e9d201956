#pragma once
/// Work on many pairs, shared among threads, that can be called off and fails with the error of the first pair that fails.

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstddef>
#include <functional>
#include <mutex>
#include <optional>
#include <thread>
#include <utility>
#include <vector>

#include <graze/batch.h>
#include <graze/error.h>
#include <graze/options.h>
#include <graze/scene_questions.h>

#include "scene/cast.h"
#include "scene/fixed_order.h"

namespace graze::scenes {

/// Between two calls of progress; pairs are quick, so that a shorter portion would spend its time on handing out work.
inline constexpr std::size_t pairs_a_portion = 4096;

/// Portions grow from so many pairs while they take less than this time: a few that are slow must not keep progress waiting.
inline constexpr std::size_t first_portion_told = 16;
inline constexpr std::chrono::milliseconds quick_portion{50};

[[nodiscard]] inline double share_of(std::size_t done, std::size_t count) {
  return count == 0 ? 1.0 : static_cast<double>(done) / static_cast<double>(count);
}

[[nodiscard]] inline Result<void> called_off() { return fail(ErrorCode::limit, "progress: called off"); }

[[nodiscard]] inline Result<void> go_on(const SceneOptions& options, std::size_t done, std::size_t count) {
  return !options.progress || options.progress(share_of(done, count)) ? Result<void>() : called_off();
}

/// Asks for progress from within the work on a pair, which may take long: in the thread of the question, and tells all others.
class Watch {
 public:
  Watch(const SceneOptions& options, double share) : options_(options), share_(share) {}

  /// work(i) -> Result<void>, which ends soon after progress has said no.
  template <class Work>
  [[nodiscard]] Result<void> watched(const Work& work, std::size_t i) {
    const Interrupt interrupt([this] { return look(); });
    return work(i);
  }
  [[nodiscard]] bool is_called_off() const { return is_called_off_.load(std::memory_order_relaxed); }

 private:
  [[nodiscard]] bool look() {
    const auto now = std::chrono::steady_clock::now();
    if (std::this_thread::get_id() == thread_ && now - last_look_ >= quick_portion) {
      last_look_ = now;
      if (!options_.progress(share_)) is_called_off_.store(true, std::memory_order_relaxed);
    }
    return is_called_off();
  }

  const SceneOptions& options_;
  double share_;
  std::thread::id thread_ = std::this_thread::get_id();
  std::chrono::steady_clock::time_point last_look_ = std::chrono::steady_clock::now();
  std::atomic<bool> is_called_off_ = false;
};

/// Keeps the error of the pair that comes before those of all others, so that it does not depend on threads.
template <class ComesBefore>
class FirstError {
 public:
  explicit FirstError(ComesBefore comes_before) : comes_before_(std::move(comes_before)) {}

  void report(std::size_t i, Error error) {
    const std::lock_guard lock(mutex_);
    if (!error_ || comes_before_(i, error_->first)) error_.emplace(i, std::move(error));
  }
  [[nodiscard]] Result<void> result() const {
    if (error_) return tl::make_unexpected(error_->second);
    return {};
  }
  /// Where it was, if there is one.
  [[nodiscard]] std::optional<std::size_t> place() const { return error_ ? std::optional(error_->first) : std::nullopt; }

 private:
  ComesBefore comes_before_;
  std::mutex mutex_;
  std::optional<std::pair<std::size_t, Error>> error_;
};

/// work(i) -> Result<void> for i in [from, to), from several threads; errors are reported.
template <class Work, class ComesBefore>
void for_each_unwatched(std::size_t from, std::size_t to, const SceneOptions& options, const Work& work,
                        FirstError<ComesBefore>& error) {
  const auto work_at = [&](std::size_t i) {
    if (Result<void> done = work(i); !done) error.report(i, std::move(done.error()));
  };
  if (options.threads != 1) return for_each_in_parallel(to - from, {options.threads}, [&](std::size_t k) { work_at(from + k); });
  for (std::size_t i = from; i < to; ++i) work_at(i);  // nothing to hand out, and no function to wrap
}

/// The same, of `count` in all, with progress told. Fails if that says no.
template <class Work, class ComesBefore>
[[nodiscard]] Result<void> for_each_watched(std::size_t from, std::size_t to, std::size_t count, const SceneOptions& options,
                                            const Work& work, FirstError<ComesBefore>& error) {
  if (!options.progress) {
    for_each_unwatched(from, to, options, work, error);
    return {};
  }
  Watch watch(options, share_of(from, count));
  const auto watched = [&](std::size_t i) { return watch.is_called_off() ? Result<void>() : watch.watched(work, i); };
  for_each_unwatched(from, to, options, watched, error);
  return watch.is_called_off() ? called_off() : Result<void>();
}

/// The same, failing with the error with the least number.
template <class Work>
[[nodiscard]] Result<void> for_each_of(std::size_t from, std::size_t to, std::size_t count, const SceneOptions& options,
                                       const Work& work) {
  FirstError error{std::less<>()};
  if (auto wanted = for_each_watched(from, to, count, options, work, error); !wanted) return wanted;
  return error.result();
}

/// work(i) -> Result<void> for all pairs, in portions of no more than `largest` between which progress is told. Without progress to
/// tell there is one: at the end of each all threads wait for the slowest. After an error the rest is asked too, so that which one
/// is told depends neither on portions nor on the order in which bodies were added.
template <class Work>
[[nodiscard]] Result<void> in_portions(const Cast& cast, const std::vector<IndexPair>& pairs, std::size_t largest,
                                       const SceneOptions& options, const Work& work) {
  const std::size_t count = pairs.size();
  FirstError error([&](std::size_t i, std::size_t j) { return comes_first(cast, pairs[i], pairs[j]); });
  std::size_t portion = options.progress ? std::min(first_portion_told, largest) : count;
  for (std::size_t from = 0; from < count;) {
    const auto begin = std::chrono::steady_clock::now();
    const std::size_t to = std::min(count, from + portion);
    if (auto wanted = for_each_watched(from, to, count, options, work, error); !wanted) return wanted;
    if (auto wanted = go_on(options, to, count); !wanted) return wanted;
    from = to;
    if (std::chrono::steady_clock::now() - begin < quick_portion) portion = std::min(2 * portion, largest);
  }
  return error.result();
}

template <class Work>
[[nodiscard]] Result<void> in_portions(const Cast& cast, const std::vector<IndexPair>& pairs, const SceneOptions& options,
                                       const Work& work) {
  return in_portions(cast, pairs, pairs_a_portion, options, work);
}

}  // namespace graze::scenes
