/// Shares the work of a build among threads, with TBB or with plain threads, and reports its progress.

#include "tree/nodes/build_tasks.h"

#include <algorithm>
#include <thread>

#include <graze/options.h>

#if defined(GRAZE_WITH_TBB)
#include <tbb/parallel_invoke.h>
#include <tbb/task_arena.h>
#endif

namespace graze::tree {

#if defined(GRAZE_WITH_TBB)

struct Crew::Threads {
  explicit Threads(unsigned count) : arena(static_cast<int>(count)) {}
  tbb::task_arena arena;
};

void Crew::run(const std::function<void()>& work) {
  if (threads_) {
    threads_->arena.execute(work);
  } else {
    work();
  }
}

void Crew::both(const std::function<void()>& one, const std::function<void()>& other) {
  if (threads_) {
    tbb::parallel_invoke(one, other);
  } else {
    one();
    other();
  }
}

#else

/// A thread is started while there is one to spare.
struct Crew::Threads {
  explicit Threads(unsigned count) : spare(static_cast<int>(count) - 1) {}
  std::atomic<int> spare;
};

void Crew::run(const std::function<void()>& work) { work(); }

void Crew::both(const std::function<void()>& one, const std::function<void()>& other) {
  if (!threads_ || threads_->spare.fetch_sub(1) <= 0) {
    if (threads_) threads_->spare.fetch_add(1);
    one();
    other();
    return;
  }
  std::thread helper(one);
  other();
  helper.join();
  threads_->spare.fetch_add(1);
}

#endif

/// Their build takes about a millisecond, and waiting for threads of a busy machine much longer.
constexpr std::size_t few_triangles = 1000;

Crew::Crew(unsigned threads, std::size_t triangles) {
  if (triangles < few_triangles) return;
  const unsigned count = threads == 0 ? std::max(1U, std::thread::hardware_concurrency()) : threads;
  if (count > 1) threads_ = std::make_unique<Threads>(count);
}

Crew::~Crew() = default;

void Crew::each(std::size_t first, std::size_t last, const std::function<void(std::size_t)>& work) {
  if (!threads_ || last - first < 2) {
    for (; first < last; ++first) work(first);
    return;
  }
  const std::size_t middle = first + (last - first) / 2;
  both([&] { each(first, middle, work); }, [&] { each(middle, last, work); });
}

void BuildProgress::add(std::size_t done) {
  if (ends_at_ == EndsAt::interrupts && Interrupt::is_asked_for()) called_off_.store(true, std::memory_order_relaxed);
  const std::size_t all = done_.fetch_add(done, std::memory_order_relaxed) + done;
  if (!report_ || all < next_report_.load(std::memory_order_relaxed)) return;
  const std::unique_lock lock(reporting_, std::try_to_lock);
  if (!lock || is_called_off()) return;
  next_report_.store(all + total_ / reports, std::memory_order_relaxed);
  const double share = static_cast<double>(done_.load(std::memory_order_relaxed)) / static_cast<double>(total_);
  if (!report_(share)) called_off_.store(true, std::memory_order_relaxed);
}

bool BuildProgress::finish() { return !is_called_off() && (!report_ || report_(1)); }

}  // namespace graze::tree
