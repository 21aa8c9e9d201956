/// graze-mpi: query, clash and robot --edges on all ranks of an MPI job, with the answers of one process.

#include <unistd.h>
#include <array>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <new>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "commands/commands.h"
#include "grammar/suggestion.h"
#include "help_command.h"
#include "mpi/engine.h"
#include "mpi/ranks.h"
#include "outcome.h"
#include "run_command.h"

namespace graze::cli {
namespace {

constexpr const char* usage =
    "usage: mpirun -n RANKS graze-mpi query|clash|robot ARGUMENTS...\n"
    "\n"
    "The same commands with the same options as those of graze, done by all ranks together: robot takes --edges. The first rank\n"
    "writes the answer, byte for byte that of graze. --threads N: threads of each rank; default: the cores of its machine, shared\n"
    "among the ranks there. --resume: go on where a job that was killed has stopped; its journals lie beside --out.\n";

/// Of the other ranks standard error is kept for the first one, which says most of it itself, and standard output goes nowhere.
class KeptMessages {
 public:
  explicit KeptMessages(bool keep) {
    if (!keep) return;
    static_cast<void>(std::freopen("/dev/null", "w", stdout));
    kept_ = std::tmpfile();
    if (kept_ != nullptr) ::dup2(::fileno(kept_), STDERR_FILENO);
  }

  [[nodiscard]] std::string text() const {
    if (kept_ == nullptr) return {};
    std::fflush(stderr);
    std::rewind(kept_);
    std::string text;
    std::array<char, 4096> block{};
    for (std::size_t n = std::fread(block.data(), 1, block.size(), kept_); n > 0;
         n = std::fread(block.data(), 1, block.size(), kept_))
      text.append(block.data(), n);
    return text;
  }

 private:
  std::FILE* kept_ = nullptr;
};

/// What other ranks had to say, once each.
void tell_messages(const std::vector<std::string>& texts) {
  constexpr std::string_view head = "graze: ";
  std::set<std::string> told;
  for (std::size_t i = 1; i < texts.size(); ++i) {
    const std::string text = texts[i].starts_with(head) ? texts[i].substr(head.size()) : texts[i];
    if (!text.empty() && told.insert(text).second) fmt::print(stderr, "graze: rank {}: {}", i, text);
  }
}

/// With --resume on its own: journals take the place of shards.
Command for_ranks(Command command) {
  for (OptionGroup& group : command.groups) {
    std::erase_if(group.options, [](const Option& option) { return option.name == "--shard"; });
    for (Option& option : group.options)
      if (option.name == "--resume") option.needs.clear();
  }
  return command;
}

ExitCode run(const std::vector<std::string>& words, RankEngine& engine) {
  if (words.empty() || words.front() == "--help" || words.front() == "-h") return print_text(usage);
  const Engine by_ranks = engine.engine();
  std::vector<std::string> names;
  for (const Command& command : {query_command(by_ranks), clash_command(by_ranks), robot_command(by_ranks)}) {
    if (command.name == words.front()) return run_command(for_ranks(command), {words.begin() + 1, words.end()});
    names.push_back(command.name);
  }
  return fail_with(words.front(), fmt::format("no such command{} (see graze-mpi --help)", suggestion(words.front(), names)));
}

ExitCode run_without_exceptions(const std::vector<std::string>& words, RankEngine& engine) {
  try {
    return run(words, engine);
  } catch (const std::bad_alloc&) {
    return fail_with("memory", "not enough");
  } catch (const std::exception& unexpected) {
    return fail_with("unexpected", unexpected.what());
  }
}

int run_rank(int argc, char** argv) {
  const Ranks ranks(&argc, &argv);
  const KeptMessages messages(!ranks.is_first());
  RankEngine engine(ranks);
  const ExitCode mine = run_without_exceptions({argv + 1, argv + argc}, engine);
  engine.leave();
  const std::vector<std::string> texts = ranks.to_first(messages.text());
  if (engine.has_run() && mine == error) tell_messages(texts);  // else the first rank has failed as the others have
  return ranks.from_first(static_cast<int>(mine));
}

}  // namespace
}  // namespace graze::cli

int main(int argc, char** argv) {
  graze::cli::catch_bus_errors();
  std::signal(SIGPIPE, SIG_IGN);
  ::setenv("NO_COLOR", "1", 1);  // launchers give ranks a terminal of their own, which says nothing of where the answer goes
  return graze::cli::run_rank(argc, argv);
}
