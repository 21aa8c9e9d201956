#pragma once
/// What a tree looks at: arrays of its own, or arrays in a file that is mapped.

#include <utility>

namespace graze::tree {

/// Own is a container, View what is read, made of it. Reading costs the same for both.
template <class Own, class View>
class Kept {
 public:
  Kept() = default;
  explicit Kept(Own own) : own_(std::move(own)), view_(own_), is_own_(true) {}
  /// Somebody else keeps the memory.
  explicit Kept(View elsewhere) : view_(elsewhere), is_own_(false) {}
  Kept(const Kept& other) : own_(other.own_), view_(other.is_own_ ? View(own_) : other.view_), is_own_(other.is_own_) {}
  Kept(Kept&& other) noexcept
      : own_(std::move(other.own_)), view_(other.is_own_ ? View(own_) : other.view_), is_own_(other.is_own_) {
    other = Kept();
  }
  Kept& operator=(const Kept& other) { return *this = Kept(other); }
  Kept& operator=(Kept&& other) noexcept {
    own_ = std::exchange(other.own_, {});
    view_ = other.is_own_ ? View(own_) : other.view_;
    is_own_ = std::exchange(other.is_own_, true);
    other.view_ = View();
    return *this;
  }
  ~Kept() = default;

  [[nodiscard]] const View& get() const { return view_; }
  [[nodiscard]] bool is_own() const { return is_own_; }
  /// Empty where it is not its own.
  [[nodiscard]] const Own& own() const { return own_; }
  /// What was its own, to be changed and kept again.
  [[nodiscard]] Own release() {
    view_ = View();
    return std::exchange(own_, {});
  }

 private:
  Own own_{};
  View view_{};
  bool is_own_ = true;
};

}  // namespace graze::tree
