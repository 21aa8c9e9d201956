/// graze contains: are bodies wholly inside another one?

#include <graze/contains.h>

#include <memory>

#include <fmt/format.h>

#include "answer/answer.h"
#include "answer/progress.h"
#include "answer/report.h"
#include "commands/commands.h"
#include "commands/pair_report.h"
#include "grammar/bindings.h"
#include "input/load.h"

namespace graze::cli {
namespace {

struct ContainsArguments {
  BodyArgument a, b;
  std::vector<std::string> inner;
  SolidityFlags solidity;
  OutputOptions output;
};

Result<AnswerForms> contains_answer(const ContainsArguments& arguments) {
  const Progress progress("checking", arguments.output);
  std::vector<BodyArgument> more;
  for (std::size_t i = 1; i < arguments.inner.size(); ++i) more.push_back({.source = arguments.inner[i]});
  std::vector<NamedArgument> named{{&arguments.a, "--a"}, {&arguments.b, "--b"}};
  for (const BodyArgument& body : more) named.emplace_back(&body, "");
  const Result<LoadedBodies> loaded =
      load_bodies(named, {arguments.output.units, arguments.output.threads, arguments.solidity.chosen()});
  if (!loaded) return tl::make_unexpected(loaded.error());
  const Wording wording = wording_for(arguments.output, loaded->unit);
  AnswerForms answer{.json = json_head("contains")};
  bool all_inside = true;
  for (std::size_t i = 1; i < loaded->bodies.size(); ++i) {
    const LoadedBody& inner = loaded->bodies[i];
    const Result<bool> is_inside = contains(loaded->a().body, inner.body);
    if (!is_inside)
      return fail(is_inside.error().code, fmt::format("{} in {}: {}", inner.name, loaded->a().name, is_inside.error().message));
    all_inside = all_inside && *is_inside;
    if (*is_inside) answer.code = hit;
    answer.rows.push_back({{"a", loaded->a().name}, {"b", inner.name}, {"contains", *is_inside}});
    answer.text += fmt::format(
        "{} {} {}\n", shown(inner.name),
        painted(*is_inside ? "is wholly inside" : "is not wholly inside", *is_inside ? Color::red : Color::green, wording),
        shown(loaded->a().name));
  }
  if (answer.rows.size() == 1)
    answer.json.update(answer.rows.front());
  else
    answer.json.update(Json{{"a", loaded->a().name}, {"contains", all_inside}, {"bodies", answer.rows}});
  answer.report = [loaded = *loaded] {
    std::vector<std::pair<std::size_t, std::size_t>> pairs;
    for (std::size_t i = 1; i < loaded.bodies.size(); ++i) pairs.emplace_back(0, i);
    return report_of_pairs(loaded, pairs, {});
  };
  add_loading(answer.json, *loaded);
  answer.text += footer_text(*loaded);
  return answer;
}

}  // namespace

Command contains_command() {
  const auto own = std::make_shared<ContainsArguments>();
  ContainsArguments& all = *own;
  return {.name = "contains",
          .summary = "is a body wholly inside another one?",
          .description =
              "The first body is the container, always as the solid that it bounds: a mesh must be closed. Touching from inside is "
              "inside.\n\n" +
              solidity_text(),
          .positionals = {argument("A", "The container: closed mesh file, - for standard input, or a shape such as box:1,2,3",
                                   all.a.source),
                          arguments("B", "What may be inside; the options of B are for the first", all.inner)},
          .groups = {{"Question", solidity_options(all.solidity)},
                     placing_options("Placing A", "--a", all.a),
                     placing_options("Placing B", "--b", all.b),
                     report_options(all.output.reports),
                     output_options(all.output)},
          .examples = {{"graze contains housing.stl board.obj", "Does the board fit into the housing, as they lie?"},
                       {"graze contains box:300,200,150 part.stl --units mm", "Is a part within the build volume?"}},
          .exits = exit_meanings("nothing is wholly inside A", "at least one body is"),
          .run = [own] {
            own->b.source = own->inner.front();
            const Result<AnswerForms> answer = contains_answer(*own);
            return answer ? deliver(own->output, *answer) : fail_with(answer.error());
          }};
}

}  // namespace graze::cli
