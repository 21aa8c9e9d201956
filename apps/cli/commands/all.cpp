/// The commands in the order in which help lists them.

#include "commands/commands.h"

namespace graze::cli {

std::vector<Command> all_commands() {
  return {check_command(),    clash_command(), robot_command(), scene_command(), distance_command(), sweep_command(),
          contains_command(), self_command(),  fit_command(),   tree_command(),  info_command(),     convert_command(),
          build_command(),    view_command(),  query_command(), merge_command(), demo_command()};
}

}  // namespace graze::cli
