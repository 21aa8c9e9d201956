#pragma once
/// Keeps exceptions of containers and dependencies inside: one bad file must not end a program that reads many.

#include <exception>
#include <filesystem>
#include <new>
#include <stdexcept>
#include <type_traits>

#include <graze/error.h>

#include "io/files/source.h"

namespace graze::io {

/// action(), which returns a Result; whatever it throws becomes an error that names the file.
template <class Action>
[[nodiscard]] auto fenced(const std::filesystem::path& path, const Action& action) -> std::invoke_result_t<const Action&> {
  const auto too_large = [&] { return tl::make_unexpected(error_in(path, "does not fit into memory", ErrorCode::limit)); };
  try {
    return action();
  } catch (const std::bad_alloc&) {
    return too_large();
  } catch (const std::length_error&) {
    return too_large();
  } catch (const std::exception& unforeseen) {
    return tl::make_unexpected(error_in(path, "failed: " + printable(unforeseen.what())));
  }
}

}  // namespace graze::io
