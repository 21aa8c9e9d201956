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
    if (!shared.is_made.load(std::memory_order_acquire)) [[unlikely]]
      shared.make_once(make);
    return *shared.thing;
  }

 private:
  struct Shared {
    std::atomic<bool> is_made{false};
    std::mutex making;
    std::shared_ptr<const Thing> thing;

    /// Apart, so that those who come later do not save registers for it.
    template <class Make>
    [[gnu::noinline, gnu::cold]] void make_once(const Make& make) {
      const std::lock_guard lock(making);
      if (is_made.load(std::memory_order_relaxed)) return;
      thing = make();
      is_made.store(true, std::memory_order_release);
    }
  };
  std::shared_ptr<Shared> shared_ = std::make_shared<Shared>();
};

}  // namespace graze::tree
