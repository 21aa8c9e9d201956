#pragma once
/// One exception class for everything the library refuses: graze.Error, a ValueError with the library's message and its code.

#include <string>
#include <utility>

#include <pybind11/pybind11.h>

#include <graze/error.h>

namespace graze::python {

void register_error(pybind11::module_& module);

[[noreturn]] void raise(const Error& error);
/// With what was given wrong: raise("poses[3]", "not a rotation").
[[noreturn]] void raise(ErrorCode code, const std::string& message);

template <class T>
[[nodiscard]] T value_or_raise(Result<T>&& result) {
  if (!result) raise(result.error());
  if constexpr (!std::is_void_v<T>) return std::move(*result);
}

/// The same, the message preceded by the argument it is about.
template <class T>
[[nodiscard]] T value_or_raise(Result<T>&& result, const std::string& argument) {
  if (!result) raise(at(argument, result.error()));
  if constexpr (!std::is_void_v<T>) return std::move(*result);
}

}  // namespace graze::python
