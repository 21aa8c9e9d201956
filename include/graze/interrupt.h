#pragma once
/// Ending long searches from outside: at Ctrl-C, at a deadline, when nobody waits for the answer any more.

#include <functional>

#include <graze/export.h>

namespace graze {

/// While one lives, searches through time that its thread makes (turning sweeps, sweeps along paths, closest approaches of what
/// turns, trajectories of robots, edges asked one by one) end soon after `stop` has said yes, as if their limit of evaluations were
/// reached: unfinished, with everything proven until then. It is asked every few hundred evaluations, from that thread. The latest
/// one of a thread counts; the one before counts again when it dies. Scenes have SceneOptions::progress instead.
class GRAZE_API Interrupt {
 public:
  explicit Interrupt(std::function<bool()> stop);
  ~Interrupt();
  Interrupt(const Interrupt&) = delete;
  Interrupt& operator=(const Interrupt&) = delete;

  /// For searches: whether the one of this thread has said yes. Cheap where there is none.
  [[nodiscard]] static bool is_asked_for();

 private:
  std::function<bool()> stop_;
  Interrupt* before_;
  unsigned calls_ = 0;
  bool has_stopped_ = false;
};

}  // namespace graze
