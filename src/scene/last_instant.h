#pragma once
/// The boxes of a scene at the time other than 0 that was last asked about, sorted: for many rays and probes at one time.

#include <cstddef>
#include <memory>
#include <mutex>

#include <graze/scene.h>

#include "broad/broad_phase.h"

namespace graze::scenes {

class LastInstant {
 public:
  LastInstant() = default;
  LastInstant(const LastInstant& /*other*/) {}  ///< a copy of the scene finds out for itself
  LastInstant& operator=(const LastInstant& other) = delete;
  ~LastInstant() = default;

  /// By index of the body, fresh. From many threads at once.
  [[nodiscard]] std::shared_ptr<const broad::BroadPhase> boxes(const Scene::Data& data, double t) const;

  /// The scene has changed.
  void forget() { last_.reset(); }

  [[nodiscard]] std::size_t memory() const;

 private:
  struct Instant {
    double t = 0;
    broad::BroadPhase boxes;
  };

  [[nodiscard]] std::shared_ptr<const Instant> at(const Scene::Data& data, double t) const;

  mutable std::mutex mutex_;
  mutable std::shared_ptr<const Instant> last_;
};

}  // namespace graze::scenes
