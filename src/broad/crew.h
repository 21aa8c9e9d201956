#pragma once
/// Threads that wait for parts of a broad phase's work. They are started once: starting one takes longer than many of the parts.

#include <atomic>
#include <condition_variable>
#include <cstddef>
#include <mutex>
#include <thread>
#include <vector>

namespace graze::broad {

class Crew {
 public:
  /// 0: as many as the machine has. The caller of each() is one of them.
  explicit Crew(unsigned threads);
  ~Crew();
  Crew(const Crew&) = delete;
  Crew& operator=(const Crew&) = delete;

  [[nodiscard]] std::size_t size() const { return workers_.size() + 1; }

  /// Calls work(part, worker) for all parts below count, in any order, worker below size(), and waits for them.
  template <class Work>
  void each(std::size_t count, const Work& work) {
    if (workers_.empty() || count < 2) {
      for (std::size_t part = 0; part < count; ++part) work(part, std::size_t{0});
      return;
    }
    run({count, &work,
         [](const void* function, std::size_t part, std::size_t worker) { (*static_cast<const Work*>(function))(part, worker); }});
  }

  /// Calls work(first, last, chunk) for chunks of [0, count), as many as there are threads, in order of their numbers; all but the
  /// last end at a multiple of `grain`.
  template <class Work>
  void each_chunk(std::size_t count, std::size_t grain, const Work& work) {
    const std::size_t chunks = size();
    each(chunks, [&](std::size_t chunk, std::size_t) {
      work(bound_of_chunk(count, grain, chunk), bound_of_chunk(count, grain, chunk + 1), chunk);
    });
  }

 private:
  struct Job {
    std::size_t count = 0;
    const void* function = nullptr;
    void (*call)(const void* function, std::size_t part, std::size_t worker) = nullptr;
  };

  [[nodiscard]] std::size_t bound_of_chunk(std::size_t count, std::size_t grain, std::size_t chunk) const {
    if (chunk == size()) return count;
    return count * chunk / size() / grain * grain;
  }

  void run(const Job& job);
  void work_on(const Job& job, std::size_t worker);
  void wait_for_jobs(std::size_t worker);

  std::vector<std::thread> workers_;
  std::mutex mutex_;
  std::condition_variable job_is_there_;
  std::condition_variable all_are_done_;
  Job job_;
  std::size_t job_number_ = 0;
  std::size_t busy_ = 0;  ///< workers that have not finished the job
  bool closing_ = false;
  std::atomic<std::size_t> next_part_{0};
};

}  // namespace graze::broad
