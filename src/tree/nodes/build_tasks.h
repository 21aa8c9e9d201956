#pragma once
/// Work that may run on several threads, may be watched and may be called off.

#include <atomic>
#include <cstddef>
#include <functional>
#include <memory>
#include <mutex>

namespace graze::tree {

/// A number of threads that share the work of one build.
class Crew {
 public:
  /// 0: as many as the machine has. A build of few triangles is left to the caller's thread.
  Crew(unsigned threads, std::size_t triangles);
  ~Crew();
  Crew(const Crew&) = delete;
  Crew& operator=(const Crew&) = delete;

  /// Calls `work`, from which both() and each() may be called.
  void run(const std::function<void()>& work);
  /// Calls one and other, perhaps at the same time, and waits for both.
  void both(const std::function<void()>& one, const std::function<void()>& other);
  /// Calls work(i) for i in [first, last), perhaps at the same time.
  void each(std::size_t first, std::size_t last, const std::function<void(std::size_t)>& work);
  /// Calls work(i) for i in [0, count), a few thousand of them at a time on one thread: for work that is little.
  template <class Work>
  void each_of_many(std::size_t count, const Work& work) {
    each(0, (count + grain - 1) / grain, [&](std::size_t part) {
      const std::size_t end = count < (part + 1) * grain ? count : (part + 1) * grain;
      for (std::size_t i = part * grain; i < end; ++i) work(i);
    });
  }

 private:
  static constexpr std::size_t grain = 1U << 12U;

  struct Threads;
  std::unique_ptr<Threads> threads_;  ///< none: everything happens on the caller's
};

/// How far a build has come. Tells the caller now and then; the caller may call it off.
class BuildProgress {
 public:
  /// What may end a build early, beside its report.
  enum class EndsAt { nothing_else, interrupts };

  /// `report` takes the share that is done, within 0 and 1, and returns whether to go on. May be empty.
  BuildProgress(std::size_t total, const std::function<bool(double)>& report, EndsAt ends_at = EndsAt::nothing_else)
      : report_(report), total_(total), ends_at_(ends_at) {}

  /// A few more than so many reports come from a build.
  static constexpr std::size_t reports = 128;

  /// From any thread. Reports from one at a time; the share never falls.
  void add(std::size_t done);
  /// Reports that all is done. Returns false when the work was called off, now or before.
  [[nodiscard]] bool finish();
  [[nodiscard]] bool is_called_off() const { return called_off_.load(std::memory_order_relaxed); }

 private:
  const std::function<bool(double)>& report_;
  std::size_t total_;
  EndsAt ends_at_;
  std::atomic<std::size_t> done_{0};
  std::atomic<std::size_t> next_report_{0};
  std::atomic<bool> called_off_{false};
  std::mutex reporting_;
};

}  // namespace graze::tree
