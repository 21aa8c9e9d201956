#pragma once
/// Threads that wait for parts of a broad phase's work. They are started once: starting one takes longer than many of the parts.

#include <atomic>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <mutex>
#include <optional>
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

  /// Calls work(part, worker) for all parts below count, in any order, worker below size(), and waits for them: not for workers
  /// that come when nothing is left to do. From one thread at a time. There are fewer than 2^32 parts.
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
    std::uint32_t number = 0;
  };

  [[nodiscard]] std::size_t bound_of_chunk(std::size_t count, std::size_t grain, std::size_t chunk) const {
    if (chunk == size()) return count;
    return count * chunk / size() / grain * grain;
  }

  void run(Job job);
  [[nodiscard]] std::optional<std::size_t> next_part(const Job& job);
  [[nodiscard]] bool work_on(const Job& job, std::size_t worker);
  void wait_for_jobs(std::size_t worker);
  void look_for_a_job(std::uint32_t last) const;

  std::vector<std::thread> workers_;
  std::mutex mutex_;
  std::condition_variable job_is_there_;
  std::condition_variable all_are_done_;
  Job job_;
  bool closing_ = false;
  /// The number of the job, then of its next part: who comes late to a job takes no part of the one after it.
  std::atomic<std::uint64_t> next_{0};
  std::atomic<std::size_t> unfinished_{0};  ///< parts of the job
};

}  // namespace graze::broad
