#pragma once
/// A line on the terminal that shows the progress of long work.

#include <atomic>
#include <condition_variable>
#include <cstddef>
#include <mutex>
#include <string>
#include <thread>

namespace graze::cli {

/// Appears after a second, only when stderr is a terminal, and is erased when it ends.
class Progress {
 public:
  explicit Progress(std::string label);
  ~Progress();
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;
  Progress(Progress&&) = delete;
  Progress& operator=(Progress&&) = delete;

  /// Counts items done, if there are any to count. Any thread may call it.
  void advance(std::size_t count = 1) { done_ += count; }

 private:
  void show();

  std::string label_;
  std::atomic<std::size_t> done_ = 0;
  std::mutex mutex_;
  std::condition_variable ended_;
  bool is_over_ = false;
  std::thread painter_;
};

}  // namespace graze::cli
