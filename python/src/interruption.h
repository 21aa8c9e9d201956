#pragma once
/// Ctrl-C while the library works without the lock of the interpreter.

#include <chrono>
#include <exception>

#include <pybind11/pybind11.h>

#include <graze/options.h>

namespace graze::python {

/// Looks for signals now and then, and keeps what a handler raised until the question has come to its end.
class SignalWatch {
 public:
  /// Without the lock, from one thread at a time. Only in the main thread handlers run.
  [[nodiscard]] bool has_raised() {
    const auto now = Clock::now();
    if (raised_ || now - last_ < time_between_looks) return raised_ != nullptr;
    last_ = now;
    const pybind11::gil_scoped_acquire acquired;
    if (PyErr_CheckSignals() != 0) keep_error();
    return raised_ != nullptr;
  }

  /// With the lock.
  void rethrow_if_any() const {
    if (raised_) std::rethrow_exception(raised_);
  }

 private:
  using Clock = std::chrono::steady_clock;
  static constexpr std::chrono::milliseconds time_between_looks{20};

  void keep_error() {
    try {
      throw pybind11::error_already_set();
    } catch (...) {
      raised_ = std::current_exception();
    }
  }

  Clock::time_point last_ = Clock::now();
  std::exception_ptr raised_;
};

/// Asks a question without the lock. Searches through time end at Ctrl-C.
template <class Question>
[[nodiscard]] auto interruptible(const Question& question) {
  SignalWatch watch;
  auto answer = [&] {
    const pybind11::gil_scoped_release released;
    const Interrupt interrupt([&] { return watch.has_raised(); });
    return question();
  }();
  watch.rethrow_if_any();
  return answer;
}

}  // namespace graze::python
