#pragma once
/// What several questions name, each made once and shared among threads. Internal to the sources of io.

#include <cstddef>
#include <future>
#include <map>
#include <memory>
#include <mutex>
#include <string>

#include <graze/error.h>

namespace graze {

/// Made by a function that throws nothing: a promise that is dropped would be an exception in every waiter.
template <class Value>
class Loaded {
 public:
  using Made = Result<std::shared_ptr<const Value>>;

  /// The one of this key. Callers wait for one that is being made.
  template <class Make>
  [[nodiscard]] Made get(const std::string& key, const Make& make) {
    std::promise<Made> promise;
    std::unique_lock lock(mutex_);
    if (made_.size() >= most_kept && !made_.contains(key)) made_.clear();
    const auto [entry, is_new] = made_.try_emplace(key, promise.get_future().share());
    const std::shared_future<Made> future = entry->second;
    lock.unlock();
    if (is_new) promise.set_value(make());
    return future.get();
  }

 private:
  /// Beyond it all are dropped, and made again when needed: a file of questions, each with a scene of its own, must not fill
  /// memory.
  static constexpr std::size_t most_kept = 64;

  std::mutex mutex_;
  std::map<std::string, std::shared_future<Made>> made_;
};

}  // namespace graze
