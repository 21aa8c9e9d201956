#pragma once
/// Something that is made when it is first asked for.

#include <atomic>
#include <memory>
#include <mutex>

namespace graze::tree {

/// Is made by whoever asks first; others wait. Copies share it: nobody changes what is made.
template <class Thing>
class OnDemand {
 public:
  /// make() -> std::shared_ptr<const Thing>
  template <class Make>
  const Thing& get(const Make& make) const {
    Shared& shared = *shared_;
    if (!shared.is_made.load(std::memory_order_acquire)) [[unlikely]] {
      const std::lock_guard lock(shared.making);
      if (!shared.is_made.load(std::memory_order_relaxed)) {
        shared.thing = make();
        shared.is_made.store(true, std::memory_order_release);
      }
    }
    return *shared.thing;
  }

 private:
  struct Shared {
    std::atomic<bool> is_made{false};
    std::mutex making;
    std::shared_ptr<const Thing> thing;
  };
  std::shared_ptr<Shared> shared_ = std::make_shared<Shared>();
};

}  // namespace graze::tree
