#pragma once
/// Many questions at once: one pair of bodies in many poses or motions, or many pairs.
///
/// Every question of graze may be asked from many threads about the same bodies: geometries do not change, and what a question
/// needs on its way belongs to its thread. The answers stand in the order of the pairs, the same for any number of threads.

#include <cstddef>
#include <functional>
#include <span>
#include <type_traits>
#include <vector>

#include <graze/export.h>
#include <graze/geometry.h>
#include <graze/options.h>

namespace graze {

struct BodyPair {
  Body a, b;
};

/// a against b in each of the poses.
[[nodiscard]] GRAZE_API std::vector<BodyPair> in_poses(const Body& a, const Body& b, std::span<const Pose> poses_of_b);

/// a against b in each of the motions.
[[nodiscard]] GRAZE_API std::vector<BodyPair> in_motions(const Body& a, const Body& b, std::span<const Motion> motions_of_b);

/// Calls work(i) for all i below count, in any order, from several threads. It must not throw.
GRAZE_API void for_each_in_parallel(std::size_t count, const BatchOptions& options, const std::function<void(std::size_t)>& work);

/// What question(const Body& a, const Body& b) answers about each pair, in order:
///   answer_each(in_poses(a, b, poses), [](const Body& a, const Body& b) { return overlap(a, b); })
/// The question is called from several threads.
template <class Question>
[[nodiscard]] auto answer_each(std::span<const BodyPair> pairs, const Question& question, const BatchOptions& options = {}) {
  using Answer = std::invoke_result_t<const Question&, const Body&, const Body&>;
  static_assert(!std::is_same_v<Answer, bool>, "neighbours in std::vector<bool> share bytes: return a Result<bool>");
  std::vector<Answer> answers(pairs.size());
  for_each_in_parallel(pairs.size(), options, [&](std::size_t i) { answers[i] = question(pairs[i].a, pairs[i].b); });
  return answers;
}

/// The same for answers that hold room of their own, such as lists of pairs: question(a, b, answer) fills answers[i] for pair i,
/// and finds in it what was there before. Where as many were filled last time, asking again need not allocate:
///   fill_each(pairs, lists, [](const Body& a, const Body& b, auto& list) { if (!intersecting_pairs(a, b, list)) list.clear(); })
template <class Answer, class Question>
void fill_each(std::span<const BodyPair> pairs, std::vector<Answer>& answers, const Question& question,
               const BatchOptions& options = {}) {
  static_assert(!std::is_same_v<Answer, bool>, "neighbours in std::vector<bool> share bytes");
  answers.resize(pairs.size());
  for_each_in_parallel(pairs.size(), options, [&](std::size_t i) { question(pairs[i].a, pairs[i].b, answers[i]); });
}

}  // namespace graze
