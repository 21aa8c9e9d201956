#pragma once
/// First contact, or least distance, of many shapes on a movement: all pairs together, window after window of time.
///
/// In a window everything is placed once, at its middle, and boxes are inflated by what they can move by. What is apart then is
/// free for the whole window; what is not is looked at again in both halves, the earlier one first. Boxes are opened only where
/// they are large against the motion that is left: time first, then space. [Schwarzer05] halves whole edges by the distance of
/// whole links.

#include <cstdint>
#include <limits>
#include <optional>
#include <vector>

#include <graze/answers.h>

#include "motion/windows/item.h"
#include "motion/windows/leaf.h"
#include "tree/nodes/box_ref.h"

namespace graze::windows {

struct SearchTask {
  double clearance = 0;  ///< what is within it meets, length
  double tolerance = 0;  ///< > 0, length
  bool any = false;      ///< any contact will do, it need not be the first
  bool all = false;      ///< the first contact of every tag
  std::size_t max_looks = 0;
};

struct WindowContact {
  std::uint32_t pair = 0;      ///< index of the ShapePair; closest is from its a to its b
  double t_lo = 0;             ///< no contact of its tag before
  std::optional<double> t_hi;  ///< in contact, certainly
  Closest closest;             ///< at a time within the tolerance of t_lo
};

/// The nearest two shapes that were found.
struct LeastDistance {
  double distance = std::numeric_limits<double>::infinity();
  std::uint32_t pair = 0;
  double at = 0;
};

/// Of one movement after another; what has met once is not looked at again.
class WindowSearch {
 public:
  WindowSearch(const WindowScene& scene, const SearchTask& task);

  enum class End : std::uint8_t { clear, contact, unfinished };
  /// Searches [from, to], part of [0, 1]. With `all` it goes on to the end and never answers `contact`.
  [[nodiscard]] End run(Movement& movement, double from, double to);
  /// Found by the last run(), in the order in which they were found.
  [[nodiscard]] const std::vector<WindowContact>& contacts() const { return contacts_; }
  /// Of the last run(): no contact before this time of the movement, of tags that have not met.
  [[nodiscard]] double free_until() const { return free_until_; }

  /// One contact for each tag that meets at an instant.
  void meet_at(Movement& movement, double t);
  /// Leaves a tag out of all that follows.
  void leave_out(std::uint32_t tag) { is_over_[tag] = true; }

  /// Lowers `least` to the least distance at an instant.
  void measure_at(Movement& movement, double t, LeastDistance& least);
  /// Lowers it to one that no distance in [from, to] is below by more than `slack`. False at the limit of looks.
  [[nodiscard]] bool measure(Movement& movement, double from, double to, double slack, LeastDistance& least);

  [[nodiscard]] std::size_t looks() const { return looks_; }

 private:
  enum class Outcome : std::uint8_t { done, meeting, near };
  struct Meeting {
    std::uint32_t i = 0, j = 0;
  };

  void start(Movement& movement);
  void push_all_pairs();

  // search.cpp: windows.
  bool window(double t0, double t1, std::size_t begin, std::size_t end);
  [[nodiscard]] bool before_meeting(double t0, double tm, std::size_t begin, std::size_t end);
  [[nodiscard]] bool on_near(double t0, double t1);
  [[nodiscard]] bool is_over(std::uint32_t tag, double t) const { return is_over_[tag] || limit_[tag] <= t || limit_of_all_ <= t; }
  [[nodiscard]] std::optional<double> meets_after(double from, double step, double until);
  void add_contact(double t_lo, std::optional<double> t_hi, const Closest& closest);
  [[nodiscard]] std::uint32_t tag_now() const { return pair_.pair->tag; }

  // walk.cpp: pairs of boxes and leaves in one window.
  void enter(std::uint32_t pair);
  [[nodiscard]] Outcome look(const Item& item);
  [[nodiscard]] Outcome look_at_leaves(const Item& item);
  void look_at_whole(const Item& item);
  void look_at_boxes(Item item);
  [[nodiscard]] unsigned test(const Item& item);
  [[nodiscard]] bool open(const Item& item, std::uint32_t lane);
  void open_leaves(tree::Slot slot_a, tree::Slot slot_b);

  const WindowScene& scene_;
  SearchTask task_;
  SearchRoom& room_;

  std::vector<char> is_over_;
  std::vector<double> limit_;  ///< of each tag: it meets at this time, so that nothing after it matters
  double limit_of_all_ = std::numeric_limits<double>::infinity();
  std::vector<WindowContact> contacts_;
  double free_until_ = 0, to_ = 1;
  std::size_t looks_ = 0;
  bool is_out_of_looks_ = false;

  // The pair that is looked at, in the window that is looked at.
  std::uint32_t entered_ = 0;
  bool has_entered_ = false;
  PairWindow pair_;
  double motion_ = 0;
  bool is_final_ = false;  ///< the motion is so small that everything is opened
  bool is_instant_ = false;
  bool is_last_ = false;  ///< the window is not halved any more
  double time_ = 0;
  std::optional<tree::WindowView> a_in_b_, b_in_a_;
  Meeting meeting_;

  LeastDistance* least_ = nullptr;  ///< while distances are measured
  double slack_ = 0;
};

}  // namespace graze::windows
