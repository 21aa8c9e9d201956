#pragma once
/// Ctrl-C while the library works without the lock of the interpreter.

#include <atomic>
#include <chrono>
#include <exception>
#include <future>
#include <type_traits>
#include <variant>

#include <pybind11/pybind11.h>

#include <graze/geometry.h>
#include <graze/options.h>
#include <graze/shapes.h>

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

/// Asks a question without the lock. At Ctrl-C it ends, and so does whatever the library does in its loops.
template <class Question>
auto interruptible(const Question& question) {
  SignalWatch watch;
  const auto ask = [&] {
    const pybind11::gil_scoped_release released;
    const Interrupt interrupt([&] { return watch.has_raised(); });
    return question();
  };
  if constexpr (std::is_void_v<decltype(ask())>) {
    ask();
    watch.rethrow_if_any();
  } else {
    auto answer = ask();
    watch.rethrow_if_any();
    return answer;
  }
}

/// Calls work(is_called_off) from a thread of its own, while this one, in which alone handlers of signals run, waits for it and for
/// Ctrl-C.
template <class Work>
void in_background(const Work& work) {
  constexpr std::chrono::milliseconds between_looks{20};
  SignalWatch watch;
  {
    const pybind11::gil_scoped_release released;
    std::atomic<bool> is_called_off = false;
    std::future<void> done = std::async(std::launch::async, [&] { work(is_called_off); });
    while (done.wait_for(between_looks) != std::future_status::ready) {
      if (watch.has_raised()) is_called_off = true;
    }
    done.get();
  }
  watch.rethrow_if_any();
}

/// Whether questions about the body may take longer than letting other threads run.
[[nodiscard]] inline bool is_large(const Body& body) {
  return body.geometry.is_mesh() || std::holds_alternative<ConvexPolyhedron>(body.geometry.shape().value);
}

/// Asks about two bodies so where one is large.
template <class Question>
[[nodiscard]] auto ask_about(const Body& a, const Body& b, const Question& question) {
  if (!is_large(a) && !is_large(b)) return question(a, b);
  return interruptible([&] { return question(a, b); });
}

}  // namespace graze::python
