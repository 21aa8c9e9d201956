/// The interrupt of each thread.

#include <graze/options.h>

#include <utility>

namespace graze {
namespace {

thread_local Interrupt* interrupt_of_this_thread = nullptr;

/// Evaluations, or looks of a Lookout, between two questions: less than a millisecond of ordinary ones.
constexpr unsigned calls_between_questions = 64;

}  // namespace

Interrupt::Interrupt(std::function<bool()> stop) : stop_(std::move(stop)), before_(std::exchange(interrupt_of_this_thread, this)) {}

Interrupt::~Interrupt() { interrupt_of_this_thread = before_; }

bool Interrupt::is_asked_for() {
  Interrupt* const now = interrupt_of_this_thread;
  if (now == nullptr) return false;
  if (!now->has_stopped_ && ++now->calls_ % calls_between_questions == 0) now->has_stopped_ = now->stop_();
  return now->has_stopped_;
}

}  // namespace graze
