/// graze distance: how far are two bodies apart, and between which points?

#include <algorithm>
#include <memory>
#include <optional>

#include <fmt/format.h>

#include <graze/distance.h>
#include <graze/pairs.h>

#include "answer/answer.h"
#include "answer/progress.h"
#include "commands/commands.h"
#include "commands/pair_finding.h"
#include "commands/pair_report.h"
#include "grammar/bindings.h"
#include "input/cad.h"
#include "input/load.h"

namespace graze::cli {
namespace {

struct DistanceArguments {
  BodyArgument a, b;
  SolidityFlags solidity;
  DistanceOptions errors;
  std::optional<double> within;  ///< only whether they are at most this far apart
  bool pairs = false;            ///< with `within`: count the triangle pairs that are, and list them in JSON
  std::size_t max_pairs = 1000;
  double deflection = 0;  ///< length, of STEP files
  TreeArgument tree;
  OutputOptions output;
};

Result<AnswerForms> measured(const DistanceArguments& arguments, const LoadedBodies& loaded) {
  const Result<Closest> closest = closest_points(loaded.a().body, loaded.b().body, arguments.errors);
  if (!closest) return tl::make_unexpected(closest.error());
  const bool meet = closest->distance == 0;
  const double slack = slack_between(loaded.a(), loaded.b());
  const Wording wording = wording_for(arguments.output, loaded.unit);
  const std::string both = fmt::format("{} and {}", shown(loaded.a().name), shown(loaded.b().name));
  PairFinding found{.distance = closest->distance, .closest = *closest};
  found.triangles = {closest->features[0].triangle, closest->features[1].triangle};
  found.slack = slack;
  AnswerForms answer{.json = json_head("distance"), .code = closest->distance <= slack ? hit : clear};
  Json row{{"a", loaded.a().name}, {"b", loaded.b().name}, {"intersect", meet}, {"distance", closest->distance}};
  if (slack > 0) {
    row["deflection"] = slack;
    row["distance_at_least"] = std::max(0.0, closest->distance - slack);
    row["distance_at_most"] = closest->distance + slack;
  }
  row["closest"] = {json_of(closest->points[0]), json_of(closest->points[1])};
  row["triangles"] = found.triangles;
  answer.rows = {row};
  answer.json.update(row);
  if (meet) {
    answer.text = fmt::format("{} {}, for example at {}\n", both, painted("meet", Color::red, wording),
                              point_text(closest->points[0], wording));
  } else {
    const std::string text = finding_text(loaded.a().name, loaded.b().name, found, wording);
    answer.text =
        fmt::format("{} are {} apart\n{}", both, length_text(closest->distance, wording), text.substr(text.find('\n') + 1));
  }
  return answer;
}

Result<AnswerForms> compared(const DistanceArguments& arguments, const LoadedBodies& loaded) {
  const double slack = slack_between(loaded.a(), loaded.b());  // so near that the CAD models may be within the length
  std::optional<TrianglePairs> pairs;
  bool is_near = false;
  if (arguments.pairs) {
    const Result<TrianglePairs> found =
        pairs_within(loaded.a().body, loaded.b().body, *arguments.within + slack, {.max_pairs = arguments.max_pairs});
    if (!found) return tl::make_unexpected(found.error());
    pairs = *found;
    is_near = found->pair_count > 0;
  } else {
    const Result<bool> near = within(loaded.a().body, loaded.b().body, *arguments.within + slack);
    if (!near) return tl::make_unexpected(near.error());
    is_near = *near;
  }
  const Wording wording = wording_for(arguments.output, loaded.unit);
  AnswerForms answer{.json = json_head("distance"), .code = is_near ? hit : clear};
  Json row{{"a", loaded.a().name}, {"b", loaded.b().name}, {"within", is_near}};
  if (slack > 0) row["deflection"] = slack;
  if (pairs) row["pair_count"] = pairs->pair_count;
  answer.rows = {row};
  if (pairs) row["pairs"] = pairs->pairs;
  answer.json.update(row);
  answer.text = fmt::format("{} and {} are {} {} apart", shown(loaded.a().name), shown(loaded.b().name),
                            !is_near    ? "more than"
                            : slack > 0 ? "as CAD models perhaps at most"
                                        : "at most",
                            length_text(*arguments.within, wording));
  answer.text += pairs ? fmt::format(": {}\n", counted(pairs->pair_count, "triangle pair")) : "\n";
  return answer;
}

Result<AnswerForms> distance_answer(const DistanceArguments& arguments) {
  const Progress progress("measuring", arguments.output);
  if (const Result<void> used = check_deflection(arguments.deflection, {arguments.a.source, arguments.b.source}); !used)
    return tl::make_unexpected(used.error());
  const Result<LoadedBodies> loaded =
      load_bodies({{&arguments.a, "--a"}, {&arguments.b, "--b"}},
                  {arguments.output.units, arguments.output.threads, arguments.solidity.chosen(), arguments.deflection});
  if (!loaded) return tl::make_unexpected(loaded.error());
  Result<AnswerForms> answer = arguments.within ? compared(arguments, *loaded) : measured(arguments, *loaded);
  if (!answer) return answer;
  add_loading(answer->json, *loaded);
  answer->report = [loaded = *loaded] { return report_of_pairs(loaded, {{0, 1}}, {}); };
  answer->text += footer_text(*loaded);
  return answer;
}

ExitCode run_distance(DistanceArguments& arguments) {
  arguments.a.tree = arguments.b.tree = arguments.tree;
  const Result<AnswerForms> answer = distance_answer(arguments);
  return answer ? deliver(arguments.output, *answer) : fail_with(answer.error());
}

}  // namespace

Command distance_command() {
  const auto own = std::make_shared<DistanceArguments>();
  DistanceArguments& all = *own;
  OptionGroup question{"Question", solidity_options(all.solidity)};
  question.options.push_back(
      number("--within", "LENGTH", "Only whether they are at most this far apart", all.within, Numbers::not_negative));
  question.options.push_back(
      needing(flag("--pairs", "Count the triangle pairs within that distance, and list them in JSON", all.pairs), {"--within"}));
  question.options.push_back(needing(count("--max-pairs", "N", "List at most so many; default: 1000", all.max_pairs), {"--pairs"}));
  question.options.push_back(number("--relative-error", "SHARE", "How far off the distance may be, as a share of it",
                                    all.errors.relative_error, Numbers::not_negative));
  question.options.push_back(
      number("--absolute-error", "LENGTH", "How far off it may be, as a length", all.errors.absolute_error, Numbers::not_negative));
  question.options.push_back(deflection_option(all.deflection));
  question.options.push_back(repair_option(all.a, all.b));
  return {.name = "distance",
          .summary = "how far are two bodies apart, and between which points?",
          .description = "Bodies that meet are 0 apart.\n\n" + solidity_text(),
          .positionals = {argument("A", "Mesh file, - for standard input, or a shape such as box:1,2,3", all.a.source),
                          argument("B", "The other one", all.b.source)},
          .groups = {question, placing_options("Placing A", "--a", all.a), placing_options("Placing B", "--b", all.b),
                     tree_options(all.tree), report_options(all.output.reports), output_options(all.output)},
          .examples = {{"graze distance a.stl b.stl --units mm", "How far apart, between which points of which triangles?"},
                       {"graze distance a.stl b.stl --within 0.5 --pairs --json", "Which triangles are closer than that?"},
                       {"graze distance a.stl b.stl --report gap.html", "And where that is, in a browser"},
                       {"graze distance part.stl plane:0,0,1,0", "How far is a part from the plane z = 0?"}},
          .exits = exit_meanings("they are apart (or farther apart than --within)", "they meet (or are within the distance)"),
          .run = [own] { return run_distance(*own); }};
}

}  // namespace graze::cli
