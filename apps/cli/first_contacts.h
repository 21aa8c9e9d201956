#pragma once
/// graze sweep A B --pairs --last: everything that touches first, and when the last contact ends.

#include "sweep_command.h"

namespace graze::cli {

[[nodiscard]] ExitCode run_first_contacts(const SweepArguments& arguments);

}  // namespace graze::cli
