#pragma once
/// How much memory there is for what a command is about to do.

#include <cstdint>
#include <optional>

namespace graze::cli {

/// What the machine, the control group and the limits of this process leave, whichever is least. Bytes; nothing where none of them
/// tells.
[[nodiscard]] std::optional<std::uint64_t> free_memory();

}  // namespace graze::cli
