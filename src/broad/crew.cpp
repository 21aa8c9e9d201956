/// Hands parts of work to threads that wait for them.

#include "broad/crew.h"

#include <algorithm>
#include <utility>

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

unsigned count_of(unsigned threads) { return threads == 0 ? std::max(1U, std::thread::hardware_concurrency()) : threads; }

}  // namespace

Crew::Crew(unsigned threads) : stretches_(count_of(threads)) {
  for (std::size_t worker = 1; worker < stretches_.size(); ++worker)
    workers_.emplace_back([this, worker] { wait_for_jobs(worker); });
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
    for (std::size_t i = 0; i < size(); ++i) {
      stretches_[i].next.store((std::uint64_t{job.number} << bits_of_part) | begin_of(job.count, i), std::memory_order_release);
    }
  }
  job_is_there_.notify_all();
  if (!work_on(job, 0)) wait_until_done();
  if (thrown_) std::rethrow_exception(std::exchange(thrown_, nullptr));
}

void Crew::wait_until_done() {
  const auto is_done = [this] { return unfinished_.load(std::memory_order_acquire) == 0; };
  look_for(is_done);
  if (is_done()) return;
  std::unique_lock lock(mutex_);
  all_are_done_.wait(lock, is_done);
}

std::optional<std::size_t> Crew::next_part(const Job& job, std::size_t stretch) {
  std::atomic<std::uint64_t>& place = stretches_[stretch].next;
  std::uint64_t next = place.load(std::memory_order_acquire);
  for (;;) {
    const std::uint64_t part = next & ((std::uint64_t{1} << bits_of_part) - 1);
    if (next >> bits_of_part != job.number || part >= begin_of(job.count, stretch + 1)) return std::nullopt;
    if (place.compare_exchange_weak(next, next + 1, std::memory_order_acq_rel, std::memory_order_acquire)) return part;
  }
}

/// Nothing may leave a thread, nor the caller before the others are done with what it lent them.
void Crew::do_part(const Job& job, std::size_t part, std::size_t worker) noexcept {
  try {
    job.call(job.function, part, worker);
  } catch (...) {
    const std::scoped_lock lock(mutex_);
    thrown_ = std::current_exception();
  }
}

/// What is left of the stretches of others comes after its own. Whether the last part was finished here.
bool Crew::work_on(const Job& job, std::size_t worker) {
  std::size_t done = 0;
  for (std::size_t i = 0; i < size(); ++i) {
    while (const std::optional<std::size_t> part = next_part(job, (worker + i) % size())) {
      do_part(job, *part, worker);
      ++done;
    }
  }
  return done != 0 && unfinished_.fetch_sub(done, std::memory_order_acq_rel) == done;
}

void Crew::look_for_a_job(std::uint32_t last, std::size_t worker) const {
  look_for([&] { return stretches_[worker].next.load(std::memory_order_acquire) >> bits_of_part != last; });
}

void Crew::wait_for_jobs(std::size_t worker) {
  std::uint32_t last = 0;
  for (;;) {
    look_for_a_job(last, worker);
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
