#pragma once
/// The boxes of the bodies of a scene, kept from question to question so that only what has changed is sorted in.

#include <cstddef>
#include <cstdint>
#include <shared_mutex>
#include <span>
#include <vector>

#include <graze/shapes.h>

#include "broad/broad_phase.h"

namespace graze::scenes {

using broad::IndexPair;

/// Questions are const and may be asked from many threads; each waits for the one before it.
class BoxIndex {
 public:
  BoxIndex() = default;
  BoxIndex(const BoxIndex& other);
  BoxIndex& operator=(const BoxIndex& other) = delete;
  ~BoxIndex() = default;

  /// Room for indices below `count`: set() and remove() of these need no memory.
  void make_room(std::size_t count);
  void set(std::uint32_t index, const Aabb& box);
  void remove(std::uint32_t index);
  /// Where memory ends (std::bad_alloc) the filter is as it was.
  void set_filter(std::uint32_t index, const broad::Filter& filter);

  /// All pairs whose boxes are no farther apart along any axis than the distance and that the groups let meet; sorted.
  void pairs(double distance, std::size_t threads, std::vector<IndexPair>& found) const;
  /// The same of other boxes, one for each index, with the same filters.
  void pairs_of(std::span<const Aabb> boxes, double distance, std::size_t threads, std::vector<IndexPair>& found) const;

  /// The bodies whose boxes may be no farther from this one along any axis than the distance, ascending.
  [[nodiscard]] std::vector<std::uint32_t> in_box(const Aabb& box, double distance) const;

  struct OnWay {
    std::uint32_t index = 0;
    double t = 0;  ///< not later than the ray enters its box
  };
  /// The bodies whose boxes the ray may meet up to t_max, in the order of t, then of indices.
  void along_ray(const Ray& ray, double t_max, std::vector<OnWay>& found) const;
  /// The same of other boxes, which are fresh.
  static void along_ray_of(const broad::BroadPhase& boxes, const Ray& ray, double t_max, std::vector<OnWay>& found);

  [[nodiscard]] std::size_t memory() const;

 private:
  /// A tree of boxes, with as many threads as it was last wanted with.
  struct Tree {
    broad::BroadPhase phase;
    std::size_t threads = 1;
  };
  /// Calls look(now_.phase) while nobody changes it.
  template <class Look>
  auto looking(const Look& look) const;
  void want_threads(Tree& tree, std::span<const Aabb> boxes, std::size_t threads) const;
  void copy_filters(broad::BroadPhase& phase) const;

  std::vector<Aabb> boxes_;
  std::vector<broad::Filter> filters_;  ///< empty as long as nobody has one
  mutable std::shared_mutex mutex_;     ///< shared by questions that only look
  mutable Tree now_;                    ///< of boxes_
  mutable Tree ways_;                   ///< of the boxes that were last asked about
};

}  // namespace graze::scenes
