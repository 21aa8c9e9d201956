/// Hands parts of work to threads that wait for them.

#include "broad/crew.h"

#include <algorithm>

namespace graze::broad {
namespace {

constexpr int bits_of_part = 32;

/// Looks before a thread goes to sleep, some 50 us: a step of a broad phase is twenty jobs one after the other, and waking up for
/// each takes longer than many of them do.
constexpr int looks_before_sleep = 1000;

void pause_a_little() {
#if defined(__x86_64__)
  __builtin_ia32_pause();
#else
  std::this_thread::yield();
#endif
}

template <class Condition>
void look_for(const Condition& condition) {
  for (int look = 0; look < looks_before_sleep && !condition(); ++look) pause_a_little();
}

}  // namespace

Crew::Crew(unsigned threads) {
  const unsigned count = threads == 0 ? std::max(1U, std::thread::hardware_concurrency()) : threads;
  for (std::size_t worker = 1; worker < count; ++worker) workers_.emplace_back([this, worker] { wait_for_jobs(worker); });
}

Crew::~Crew() {
  {
    const std::scoped_lock lock(mutex_);
    closing_ = true;
  }
  job_is_there_.notify_all();
  for (std::thread& worker : workers_) worker.join();
}

void Crew::run(Job job) {
  {
    const std::scoped_lock lock(mutex_);
    job.number = job_.number + 1;
    job_ = job;
    unfinished_.store(job.count, std::memory_order_relaxed);
    next_.store(std::uint64_t{job.number} << bits_of_part, std::memory_order_release);
  }
  job_is_there_.notify_all();
  if (work_on(job, 0)) return;
  const auto is_done = [this] { return unfinished_.load(std::memory_order_acquire) == 0; };
  look_for(is_done);
  if (is_done()) return;
  std::unique_lock lock(mutex_);
  all_are_done_.wait(lock, is_done);
}

std::optional<std::size_t> Crew::next_part(const Job& job) {
  std::uint64_t next = next_.load(std::memory_order_acquire);
  for (;;) {
    const std::uint64_t part = next & ((std::uint64_t{1} << bits_of_part) - 1);
    if (next >> bits_of_part != job.number || part >= job.count) return std::nullopt;
    if (next_.compare_exchange_weak(next, next + 1, std::memory_order_acq_rel, std::memory_order_acquire)) return part;
  }
}

/// Whether the last part was finished here.
bool Crew::work_on(const Job& job, std::size_t worker) {
  bool is_last = false;
  while (const std::optional<std::size_t> part = next_part(job)) {
    job.call(job.function, *part, worker);
    is_last = unfinished_.fetch_sub(1, std::memory_order_acq_rel) == 1;
  }
  return is_last;
}

void Crew::look_for_a_job(std::uint32_t last) const {
  look_for([&] { return next_.load(std::memory_order_acquire) >> bits_of_part != last; });
}

void Crew::wait_for_jobs(std::size_t worker) {
  std::uint32_t last = 0;
  for (;;) {
    look_for_a_job(last);
    Job job;
    {
      std::unique_lock lock(mutex_);
      job_is_there_.wait(lock, [&] { return closing_ || job_.number != last; });
      if (closing_) return;
      job = job_;
      last = job.number;
    }
    if (!work_on(job, worker)) continue;
    const std::scoped_lock lock(mutex_);  // who is about to wait has either seen that all is done, or hears of it
    all_are_done_.notify_one();
  }
}

}  // namespace graze::broad
