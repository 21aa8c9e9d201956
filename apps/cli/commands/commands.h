#pragma once
/// All commands. Each is declared, asked and worded in a file of its own.

#include <vector>

#include "grammar/grammar.h"
#include "shard/shard.h"

namespace graze::cli {

[[nodiscard]] Command check_command();
[[nodiscard]] Command scene_command();
[[nodiscard]] Command distance_command();
[[nodiscard]] Command sweep_command();
[[nodiscard]] Command contains_command();
[[nodiscard]] Command self_command();
[[nodiscard]] Command fit_command();
[[nodiscard]] Command tree_command();
[[nodiscard]] Command info_command();
[[nodiscard]] Command convert_command();
[[nodiscard]] Command build_command();
[[nodiscard]] Command view_command();
[[nodiscard]] Command merge_command();
[[nodiscard]] Command demo_command();

// Commands whose work many processes can share: without an engine they do it themselves, or one shard of it.

[[nodiscard]] Command clash_command(const Engine& engine = {});
[[nodiscard]] Command robot_command(const Engine& engine = {});
[[nodiscard]] Command query_command(const Engine& engine = {});

/// Those above, in the order in which help lists them.
[[nodiscard]] std::vector<Command> all_commands();

}  // namespace graze::cli
