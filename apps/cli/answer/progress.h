#pragma once
/// A line on the terminal that shows the progress of long work.

#include <atomic>
#include <condition_variable>
#include <cstddef>
#include <mutex>
#include <string>
#include <thread>

#include "answer/answer.h"

namespace graze::cli {

/// Appears after a second, only when standard error is a terminal, and is erased when it ends; with --progress also elsewhere, as
/// lines that stay.
class Progress {
 public:
  Progress(std::string label, const OutputOptions& options, std::size_t expected = 0);
  ~Progress();
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;
  Progress(Progress&&) = delete;
  Progress& operator=(Progress&&) = delete;

  /// Counts items done, if there are any to count. Any thread may call these.
  void advance(std::size_t count = 1) { done_ += count; }
  void set(std::size_t done, std::size_t expected) {
    done_ = done;
    expected_ = expected;
  }

 private:
  void show();
  [[nodiscard]] std::string line(double seconds) const;

  std::string label_;
  bool is_terminal_;
  std::atomic<std::size_t> done_ = 0;
  std::atomic<std::size_t> expected_;  ///< 0 where nobody knows
  std::mutex mutex_;
  std::condition_variable ended_;
  bool is_over_ = false;
  std::thread painter_;
};

}  // namespace graze::cli
