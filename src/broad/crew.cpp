/// Hands parts of work to threads that wait for them.

#include "broad/crew.h"

#include <algorithm>

namespace graze::broad {

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

void Crew::run(const Job& job) {
  {
    const std::scoped_lock lock(mutex_);
    job_ = job;
    ++job_number_;
    busy_ = workers_.size();
    next_part_.store(0, std::memory_order_relaxed);
  }
  job_is_there_.notify_all();
  work_on(job, 0);
  std::unique_lock lock(mutex_);
  all_are_done_.wait(lock, [this] { return busy_ == 0; });
}

void Crew::work_on(const Job& job, std::size_t worker) {
  for (std::size_t part = next_part_++; part < job.count; part = next_part_++) job.call(job.function, part, worker);
}

void Crew::wait_for_jobs(std::size_t worker) {
  std::size_t last = 0;
  for (;;) {
    Job job;
    {
      std::unique_lock lock(mutex_);
      job_is_there_.wait(lock, [&] { return closing_ || job_number_ != last; });
      if (closing_) return;
      last = job_number_;
      job = job_;
    }
    work_on(job, worker);
    const std::scoped_lock lock(mutex_);
    if (--busy_ == 0) all_are_done_.notify_one();
  }
}

}  // namespace graze::broad
