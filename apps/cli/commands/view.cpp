/// graze view: the report of an assembly in a browser, anew whenever its files change.

#include <atomic>
#include <chrono>
#include <csignal>
#include <memory>
#include <mutex>
#include <thread>

#include <fmt/format.h>

#include "answer/output.h"
#include "commands/clash_answer.h"
#include "commands/commands.h"
#include "grammar/bindings.h"
#include "view/server.h"
#include "view/watched_files.h"

namespace graze::cli {
namespace {

constexpr std::size_t most_ports = 65535;
constexpr std::chrono::milliseconds between_looks{400};

struct ViewArguments {
  ClashArguments clash;
  std::size_t port = 0;
};

volatile std::sig_atomic_t interrupted = 0;

/// A large scene may take more triangles than a file that is sent around.
constexpr std::size_t served_triangles = 2'000'000;

Result<std::string> page_of(const ViewArguments& arguments) {
  Progress progress("loading", arguments.clash.output);
  const Result<AnswerForms> answer = clash_answer(arguments.clash, progress);
  if (!answer) return tl::make_unexpected(answer.error());
  return answer->report().and_then(
      [](const ReportData& data) { return report_html(data, {.max_triangles = served_triangles, .live = true}); });
}

/// What is wrong instead of the page: the files may be right again in a moment.
std::string page_of(const Error& error) {
  ReportData data;
  data.title = "The files cannot be read";
  data.notes = {error.message};
  return report_html(data, {.live = true}).value_or("");
}

/// The page as it is, for threads that serve it while another one makes the next.
class LivePage {
 public:
  void set(const Result<std::string>& page) {
    std::string text = page ? *page : page_of(page.error());
    const std::lock_guard held(mutex_);
    text_ = std::move(text);
    ++version_;
  }
  [[nodiscard]] std::string text() const {
    const std::lock_guard held(mutex_);
    return text_;
  }
  [[nodiscard]] std::uint64_t version() const {
    const std::lock_guard held(mutex_);
    return version_;
  }

 private:
  mutable std::mutex mutex_;
  std::string text_;
  std::uint64_t version_ = 0;
};

std::vector<std::string> sources_of(const ClashArguments& arguments) {
  std::vector<std::string> sources = arguments.files;
  sources.insert(sources.end(), arguments.against.begin(), arguments.against.end());
  return sources;
}

/// Makes the page anew when files have changed and stayed the same for a moment: writers may not be done yet.
void follow(const ViewArguments& arguments, LivePage& page, const std::atomic<bool>& ended) {
  const std::vector<std::string> sources = sources_of(arguments.clash);
  FileStates shown = states_of(sources), before = shown;
  while (!ended) {
    std::this_thread::sleep_for(between_looks);
    const FileStates now = states_of(sources);
    if (now != shown && now == before) {
      page.set(page_of(arguments));
      shown = now;
    }
    before = now;
  }
}

ExitCode run_view(const ViewArguments& arguments) {
  if (!can_serve()) return fail_with("view", serve({}, {}).error().message);
  const Result<std::string> first = page_of(arguments);
  if (!first) return fail_with(first.error());
  LivePage page;
  page.set(first);
  std::signal(SIGINT, [](int) { interrupted = 1; });
  std::signal(SIGTERM, [](int) { interrupted = 1; });
  std::atomic<bool> ended = false;
  std::thread follower([&] { follow(arguments, page, ended); });
  const Result<void> served = serve({[&] { return page.text(); }, [&] { return page.version(); }},
                                    {.port = static_cast<int>(arguments.port),
                                     .on_ready =
                                         [](const std::string& url) {
                                           Output output;
                                           output.write(fmt::format("Open {}\nEnds with Ctrl-C.\n", url));
                                           (void)output.finished(clear);
                                         },
                                     .should_end = [] { return interrupted != 0; }});
  ended = true;
  follower.join();
  return served ? clear : fail_with(served.error());
}

}  // namespace

Command view_command() {
  const auto own = std::make_shared<ViewArguments>();
  ClashArguments& all = own->clash;
  Option against = texts("--against", "FILE", "Only pairs of a body of FILE... with one of these", all.against);
  against.takes_many = true;
  against.completes = Completes::files;
  OptionGroup question{"Question", {against}};
  for (Option& option : solidity_options(all.solidity)) question.options.push_back(std::move(option));
  question.options.push_back(number("--tolerance", "LENGTH", "No farther apart, and no deeper in each other, is touching",
                                    all.tolerance, Numbers::not_negative));
  question.options.push_back(
      number("--clearance", "LENGTH", "No farther apart is near, and is listed", all.clearance, Numbers::not_negative));
  question.options.push_back(deflection_option(all.deflection));
  question.options.push_back(texts("--ignore", "A,B", "Leave this pair of bodies out. May be given several times", all.ignore));
  question.options.push_back(
      flag("--motion", "When does each pair first meet, as scene files and glTF animations move them?", all.motion));
  question.options.push_back(needing(
      number("--t-max", "TIME", "End of the motion; default: that of the file", all.t_max, Numbers::not_negative), {"--motion"}));
  question.options.push_back(flag("--split", "Groups and objects of OBJ files are bodies of their own", all.split));
  OptionGroup serving{"Serving",
                      {count("--port", "N", "Listen on this port; default: any that is free", own->port, 0, most_ports)}};
  return {.name = "view",
          .summary = "the clashes of an assembly in a browser, anew whenever its files change",
          .description =
              "Serves the page that graze clash --report writes, to this machine alone and only at an address with a random token. "
              "When "
              "a file changes, the page is made and shown anew. Ends with Ctrl-C.",
          .positionals = {arguments("FILE", "Mesh files, folders, shapes such as box:1,2,3, scene files (.json), glTF, STEP, URDF",
                                    all.files)},
          .groups = {question, serving, without(output_options_without_out(all.output), {"--json", "--csv", "--quiet"})},
          .examples = {{"graze view parts/ --clearance 0.5", "Look at the parts of a folder while they are worked on"}},
          .exits = {{0, "ended by Ctrl-C"}, {2, "an error, told in one line on standard error"}},
          .run = [own] {
            if (own->clash.motion && !own->clash.animation) own->clash.animation = 0;
            return run_view(*own);
          }};
}

}  // namespace graze::cli
