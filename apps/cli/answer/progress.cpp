/// Shows progress from a thread of its own, with an estimate of what is left.

#include "answer/progress.h"

#include <unistd.h>
#include <chrono>
#include <csignal>

#include <fmt/format.h>

namespace graze::cli {
namespace {

using namespace std::chrono_literals;
constexpr auto silence = 1s;
constexpr auto between_paints = 200ms;
constexpr auto between_lines = 1s;
constexpr const char* wipe_line = "\r\x1b[K";

}  // namespace

Progress::Progress(std::string label, const OutputOptions& options, std::size_t expected)
    : label_(std::move(label)), is_terminal_(isatty(STDERR_FILENO) == 1), expected_(expected) {
  if ((is_terminal_ && !options.quiet) || options.progress) painter_ = std::thread([this] { show(); });
}

Progress::~Progress() {
  {
    const std::lock_guard lock(mutex_);
    is_over_ = true;
  }
  ended_.notify_one();
  if (painter_.joinable()) painter_.join();
}

std::string Progress::line(double seconds) const {
  const std::size_t done = done_, expected = expected_;
  if (done == 0) return fmt::format("{}, {:.0f} s", label_, seconds);
  if (expected == 0) return fmt::format("{} {}, {:.0f} s", label_, done, seconds);
  const double share = static_cast<double>(done) / static_cast<double>(expected);
  return fmt::format("{} {} of {}, {:.0f} s, about {:.0f} s left", label_, done, expected, seconds, seconds * (1 - share) / share);
}

void Progress::show() {
  sigset_t all;
  sigfillset(&all);
  ::pthread_sigmask(SIG_BLOCK, &all, nullptr);  // signals are for the thread that works, which may have to hold them back
  const auto start = std::chrono::steady_clock::now();
  std::unique_lock lock(mutex_);
  if (ended_.wait_for(lock, silence, [this] { return is_over_; })) return;
  const auto pause = is_terminal_ ? std::chrono::milliseconds(between_paints) : std::chrono::milliseconds(between_lines);
  do {
    const std::chrono::duration<double> elapsed = std::chrono::steady_clock::now() - start;
    fmt::print(stderr, "{}{}{}", is_terminal_ ? wipe_line : "", line(elapsed.count()), is_terminal_ ? "" : "\n");
  } while (!ended_.wait_for(lock, pause, [this] { return is_over_; }));
  if (is_terminal_) fmt::print(stderr, "{}", wipe_line);
}

}  // namespace graze::cli
