#pragma once
/// Who is told of bodies in the order of a number, and decides how far the search goes on.

#include <cstdint>
#include <type_traits>

namespace graze::broad {

/// A function of the caller without its type; it stays the caller's.
struct Visitor {
  void* function;
  double (*call)(void* function, std::uint32_t body, double at);

  double operator()(std::uint32_t body, double at) const { return call(function, body, at); }
};

template <class Visit>
[[nodiscard]] Visitor visitor_of(Visit& visit) {
  using Function = std::remove_const_t<Visit>;
  return {const_cast<Function*>(&visit),
          [](void* function, std::uint32_t body, double at) -> double { return (*static_cast<Visit*>(function))(body, at); }};
}

}  // namespace graze::broad
