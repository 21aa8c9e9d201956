#pragma once
/// A value built once, on first use, safe from several threads.

#include <atomic>
#include <memory>
#include <mutex>

namespace graze::tree {

/// The first caller builds it, others wait. Copies share the value, which is immutable.
template <class Value>
class OnDemand {
 public:
  /// make() -> std::shared_ptr<const Value>
  template <class Make>
  const Value& get(const Make& make) const {
    Shared& shared = *shared_;
    if (!shared.is_made.load(std::memory_order_acquire)) [[unlikely]]
      shared.make_once(make);
    return *shared.value;
  }

 private:
  struct Shared {
    std::atomic<bool> is_made{false};
    std::mutex making;
    std::shared_ptr<const Value> value;

    /// Out of line: later callers need not save registers for it.
    template <class Make>
    [[gnu::noinline, gnu::cold]] void make_once(const Make& make) {
      const std::lock_guard lock(making);
      if (is_made.load(std::memory_order_relaxed)) return;
      value = make();
      is_made.store(true, std::memory_order_release);
    }
  };
  std::shared_ptr<Shared> shared_ = std::make_shared<Shared>();
};

}  // namespace graze::tree
