/// Shares the pairs of a batch among threads.

#include <graze/batch.h>

#include <algorithm>
#include <atomic>
#include <thread>

#if defined(GRAZE_WITH_TBB)
#include <tbb/info.h>
#include <tbb/parallel_for.h>
#include <tbb/task_arena.h>
#endif

namespace graze {
namespace {

std::size_t threads_for(std::size_t count, const BatchOptions& options) {
  const std::size_t wanted = options.threads != 0 ? options.threads : std::max(1U, std::thread::hardware_concurrency());
  return std::min(wanted, count);
}

#if defined(GRAZE_WITH_TBB)

void run(std::size_t count, std::size_t threads, const std::function<void(std::size_t)>& work) {
  const int available = tbb::info::default_concurrency();  // for more it warns on the terminal, and starts none
  tbb::task_arena arena(std::min(static_cast<int>(threads), available));
  arena.execute([&] { tbb::parallel_for(std::size_t{0}, count, work); });
}

#else

void run(std::size_t count, std::size_t threads, const std::function<void(std::size_t)>& work) {
  std::atomic<std::size_t> next = 0;
  const auto take = [&] {
    for (std::size_t i = next++; i < count; i = next++) work(i);
  };
  std::vector<std::jthread> others;
  for (std::size_t k = 1; k < threads; ++k) others.emplace_back(take);
  take();
}

#endif

}  // namespace

std::vector<BodyPair> in_poses(const Body& a, const Body& b, std::span<const Pose> poses_of_b) {
  std::vector<BodyPair> pairs(poses_of_b.size(), {a, b});
  for (std::size_t i = 0; i < pairs.size(); ++i) pairs[i].b.pose = poses_of_b[i];
  return pairs;
}

std::vector<BodyPair> in_motions(const Body& a, const Body& b, std::span<const Motion> motions_of_b) {
  std::vector<BodyPair> pairs(motions_of_b.size(), {a, b});
  for (std::size_t i = 0; i < pairs.size(); ++i) pairs[i].b.motion = motions_of_b[i];
  return pairs;
}

void for_each_in_parallel(std::size_t count, const BatchOptions& options, const std::function<void(std::size_t)>& work) {
  const std::size_t threads = threads_for(count, options);
  if (threads > 1) return run(count, threads, work);
  for (std::size_t i = 0; i < count; ++i) work(i);
}

}  // namespace graze
