#pragma once
/// Serves one page to the browser of the person at this machine, and to nobody else.

#include <cstdint>
#include <functional>
#include <string>

#include <graze/error.h>

namespace graze::cli {

/// What is served; both functions are called from several threads.
struct ServedPage {
  std::function<std::string()> html;
  std::function<std::uint64_t()> version;  ///< grows when the page has changed
};

struct ServeOptions {
  int port = 0;  ///< 0: any that is free
  /// Called with the address once the server listens.
  std::function<void(const std::string& url)> on_ready;
  /// Asked several times a second.
  std::function<bool()> should_end;
};

/// Whether this graze was built with the library that it takes.
[[nodiscard]] bool can_serve();

/// Listens on the loopback interface alone until it should end. The address holds a random token of 128 bits, without which nothing
/// is told; requests that name another host than this one are refused, so that no page from elsewhere can ask by a name that it has
/// pointed here.
[[nodiscard]] Result<void> serve(const ServedPage& page, const ServeOptions& options);

}  // namespace graze::cli
