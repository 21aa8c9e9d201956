#pragma once
/// Threads that wait for parts of a broad phase's work. They are started once: starting one takes longer than many of the parts.

#include <atomic>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <mutex>
#include <optional>
#include <thread>
#include <vector>

namespace graze::broad {

/// What threads write at the same time lies so many bytes apart: on lines of the cache of their own, and not on two that are
/// fetched together. Between cores without a common cache a line takes 180 ns: counters side by side took 25 times as long as with
/// one thread.
inline constexpr std::size_t bytes_apart = 128;

class Crew {
 public:
  /// 0: as many as the machine has. The caller of each() is one of them.
  explicit Crew(unsigned threads);
  ~Crew();
  Crew(const Crew&) = delete;
  Crew& operator=(const Crew&) = delete;

  [[nodiscard]] std::size_t size() const { return stretches_.size(); }

  /// Calls work(part, worker) for all parts below count, in any order, worker below size(), and waits for them: not for workers
  /// that come when nothing is left to do. Each worker begins with its own stretch of the parts, the same for jobs of as many
  /// parts, so that what it wrote in one is still in its cache in the next. From one thread at a time. There are fewer than 2^32
  /// parts. What a part throws leaves here when all are done.
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

  /// The parts of a job that a worker begins with, apart from those of others.
  struct alignas(bytes_apart) Stretch {
    /// The number of the job, then of its next part: who comes late to a job takes no part of the one after it.
    std::atomic<std::uint64_t> next{0};
  };

  [[nodiscard]] std::size_t begin_of(std::size_t count, std::size_t stretch) const { return count * stretch / size(); }

  void run(Job job);
  [[nodiscard]] std::optional<std::size_t> next_part(const Job& job, std::size_t stretch);
  [[nodiscard]] bool work_on(const Job& job, std::size_t worker);
  void do_part(const Job& job, std::size_t part, std::size_t worker) noexcept;
  void wait_until_done();
  void wait_for_jobs(std::size_t worker);
  void look_for_a_job(std::uint32_t last, std::size_t worker) const;

  std::vector<std::thread> workers_;
  std::mutex mutex_;
  std::condition_variable job_is_there_;
  std::condition_variable all_are_done_;
  Job job_;
  std::exception_ptr thrown_;  ///< by some part of the job
  bool closing_ = false;
  std::vector<Stretch> stretches_;                               ///< by worker
  alignas(bytes_apart) std::atomic<std::size_t> unfinished_{0};  ///< parts of the job
};

}  // namespace graze::broad
