#pragma once
/// Which of many boxes may meet: of 10^3 to 10^6 bodies, known by a dense index and a box along the axes.
///
/// Bodies lie in the order of a Hilbert curve, eight a leaf, eight nodes a node, without pointers. Every answer is conservative:
/// boxes are rounded outward to single precision, so that a pair that meets is never missed, and one that is apart by less than a
/// rounding may be named. Boxes are closed: touching is meeting. Answers are a function of the boxes alone: not of the history, of
/// the number of threads, or of the processor. Nothing is allocated once the room for as many bodies and pairs is there.

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <type_traits>
#include <vector>

#include <graze/shapes.h>

#include "broad/best_first.h"
#include "broad/kernels.h"
#include "broad/node.h"
#include "broad/order.h"
#include "broad/pair_sort.h"

namespace graze::broad {

class Crew;
class KeptPairs;

class BroadPhase {
 public:
  /// 0 threads: as many as the machine has.
  explicit BroadPhase(unsigned threads = 1);
  /// With threads that others have, too; it searches for all pairs whenever it is asked, and keeps none.
  explicit BroadPhase(std::shared_ptr<Crew> crew);
  ~BroadPhase();
  BroadPhase(const BroadPhase&) = delete;
  BroadPhase& operator=(const BroadPhase&) = delete;
  BroadPhase(BroadPhase&&) noexcept;
  BroadPhase& operator=(BroadPhase&&) noexcept;

  // What is there. A box has min <= max in every coordinate, and may have infinite sides; any other is empty, and stands for a body
  // that is not there. A side that is not a number counts as infinite. Indices should be dense: room is kept for all up to the
  // greatest.

  /// Body i has boxes[i]; bodies from boxes.size() on are no longer there. Filters stay.
  void assign(std::span<const Aabb> boxes);
  void assign(std::span<const Box32> boxes);  ///< that are rounded already
  /// May name a body that was not there before.
  void set(std::uint32_t body, const Aabb& box);
  void set(std::uint32_t body, const Box32& box);
  /// A body that is not there may be removed again.
  void remove(std::uint32_t body);
  void set_filter(std::uint32_t body, const Filter& filter);
  void clear();
  /// Room for bodies below `size`, so that set() of one that has a place needs no memory.
  void make_room(std::size_t size);
  /// One more than the greatest index so far.
  [[nodiscard]] std::size_t size() const { return boxes_.size(); }

  /// Takes in what was set since the last time: new lanes for few bodies, all boxes anew for many, a new order where the old one
  /// has worn out. Which of them is decided by counts alone. The const questions below need it; the others call it themselves.
  void refresh();
  /// Sorts all bodies anew: for bodies that have jumped. refresh() finds that out by itself after one slow search.
  void reorder();
  [[nodiscard]] bool is_fresh() const { return changed_.empty() && !all_changed_ && !order_is_due_; }

  /// All bodies are sorted anew by the next question. Called by every function that memory ends in (std::bad_alloc, and what
  /// threads throw): boxes and filters are all that is believed from then on.
  void give_up();

  // Pairs: sorted, each once, smaller index first, only those that the filters let through.

  /// Of everything, within a distance: that of boxes along each axis, so that pairs up to sqrt(3) times farther apart are named
  /// too. At distance 0, pairs of bodies that hardly move are kept from step to step.
  void pairs(std::vector<IndexPair>& found, double distance = 0);
  /// Those in which at least one of the bodies is; a body may be named twice.
  void pairs_of(std::span<const std::uint32_t> bodies, std::vector<IndexPair>& found, double distance = 0);

  // About one box or line: const, from many threads at once. No filters: the question knows what it looks for.

  /// All bodies whose boxes may meet this one widened by a distance, ascending.
  void in_box(const Aabb& box, std::vector<std::uint32_t>& found, double distance = 0) const;

  /// Calls visit(body, t) for bodies whose boxes the ray origin + t * direction, 0 <= t <= t_max, may meet, in the order of t,
  /// which is not later than the entry; of equal t, in the order of indices. visit returns the t_max from there on: less than t to
  /// stop.
  template <class Visit>
  void along_ray(const Vec3& origin, const Vec3& direction, double t_max, Visit&& visit) const {
    walk_ray(origin, direction, t_max, visitor_of(visit));
  }

  /// Calls visit(body, d) for bodies in the order of d, a lower bound of the distance between the box of the body and this one, as
  /// long as d <= d_max; of equal d, in the order of indices. visit returns the d_max from there on: less than d to stop.
  template <class Visit>
  void nearest(const Aabb& box, double d_max, Visit&& visit) const {
    walk_nearest(box, d_max, visitor_of(visit));
  }

  /// The box of a body as it is compared, rounded outward; sides beyond single precision at its greatest number.
  [[nodiscard]] const Box32& rounded_box(std::uint32_t body) const { return boxes_[body]; }

  [[nodiscard]] std::size_t memory_bytes() const;

  /// What was done, since the beginning: the same for any number of threads.
  struct Work {
    std::size_t reorders = 0;  ///< all bodies sorted
    std::size_t refits = 0;    ///< all boxes anew in the old order
    std::size_t partial = 0;   ///< some boxes anew
    std::size_t opened = 0;    ///< pairs of nodes in the last search for all pairs
    std::size_t kept = 0;      ///< questions for all pairs that kept ones answered, without a search
  };
  [[nodiscard]] const Work& work() const { return work_; }

 private:
  void walk_ray(const Vec3& origin, const Vec3& direction, double t_max, const Visitor& visit) const;
  void walk_nearest(const Aabb& box, double d_max, const Visitor& visit) const;

  template <class Change>
  void or_give_up(const Change& change) {
    try {
      change();
    } catch (...) {
      give_up();
      throw;
    }
  }
  void mark(std::uint32_t body);
  [[nodiscard]] bool needs_new_order() const;
  void take_in_changes();
  void order_anew();
  void make_room_for_all(std::size_t count);
  void all_were_assigned(std::size_t count, std::size_t empty);
  void make_levels();
  void know_positions();
  void place_new_bodies();
  void look_for_new_bodies();
  void count_changes();
  void refit_all();
  void refit_changed();
  void watch_order();
  void forget_changes();

  [[nodiscard]] Levels levels() const;
  void find_pairs(std::vector<IndexPair>& found, float widening);
  void find_pairs_of(std::span<const std::uint32_t> bodies, std::vector<IndexPair>& found, float widening);
  void search_all(float widening);
  [[nodiscard]] std::size_t open_top(PairSearch& search);
  void search_around(std::uint32_t body, float widening, std::vector<IndexPair>& found, std::size_t& count) const;

  std::shared_ptr<Crew> crew_;
  std::unique_ptr<KeptPairs> kept_;        ///< none in the trees of those themselves
  std::vector<Box32> boxes_;               ///< by body
  std::vector<Filter> filters_;            ///< by body; empty as long as nobody has one
  std::vector<std::uint32_t> position_;    ///< by body: 8 * leaf + lane, or nowhere; known when positions_are_known_
  std::vector<std::uint32_t> order_;       ///< by position: the body; a multiple of eight of them
  std::vector<std::vector<Node>> levels_;  ///< leaves first; the last one has one node; at least two, or none
  std::size_t placed_ = 0;                 ///< positions in use, those of removed bodies too
  std::size_t sorted_ = 0;                 ///< how many of them were sorted: the others are a tail
  std::size_t removed_ = 0;                ///< how many of them are of bodies that are no longer there
  bool positions_are_known_ = false;

  std::vector<std::uint32_t> changed_;   ///< bodies since the last refresh, each once
  std::vector<std::uint8_t> is_marked_;  ///< by body: whether it is among them, or among those that are asked about
  std::vector<std::uint32_t> touched_;   ///< while refitting: nodes of a level
  bool all_changed_ = false;
  bool all_are_there_ = false;  ///< in the last assignment, and nothing was removed since
  bool order_is_due_ = false;

  std::size_t opened_when_sorted_ = 0;  ///< in the first search since, 0: there was none
  std::size_t strayed_ = 0;             ///< bodies set since then, each time they left the box of their leaf
  std::size_t unwatched_ = 0;           ///< refits of everything since the last search
  bool is_worn_ = false;
  Work work_;

  OrderRoom order_room_;
  PairRoom pair_room_;
  std::vector<NodePair> tasks_, opened_tasks_;
};

}  // namespace graze::broad
