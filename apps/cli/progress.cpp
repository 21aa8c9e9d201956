/// Shows progress on the terminal from a thread of its own.

#include "progress.h"

#include <unistd.h>
#include <chrono>
#include <csignal>

#include <fmt/format.h>

namespace graze::cli {
namespace {

using namespace std::chrono_literals;
constexpr auto silence = 1s;
constexpr auto between_paints = 200ms;
constexpr const char* wipe_line = "\r\x1b[K";

}  // namespace

Progress::Progress(std::string label) : label_(std::move(label)) {
  if (isatty(STDERR_FILENO)) painter_ = std::thread([this] { show(); });
}

Progress::~Progress() {
  {
    const std::lock_guard lock(mutex_);
    is_over_ = true;
  }
  ended_.notify_one();
  if (painter_.joinable()) painter_.join();
}

void Progress::show() {
  sigset_t all;
  sigfillset(&all);
  ::pthread_sigmask(SIG_BLOCK, &all, nullptr);  // signals are for the thread that works, which may have to hold them back
  const auto start = std::chrono::steady_clock::now();
  std::unique_lock lock(mutex_);
  if (ended_.wait_for(lock, silence, [this] { return is_over_; })) return;
  do {
    const std::chrono::duration<double> elapsed = std::chrono::steady_clock::now() - start;
    const std::string count = done_ > 0 ? fmt::format(" {}", done_.load()) : std::string();
    fmt::print(stderr, "{}{}{}, {:.0f} s", wipe_line, label_, count, elapsed.count());
  } while (!ended_.wait_for(lock, between_paints, [this] { return is_over_; }));
  fmt::print(stderr, "{}", wipe_line);
}

}  // namespace graze::cli
