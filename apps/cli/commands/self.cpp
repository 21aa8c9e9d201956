/// graze self: do meshes run through themselves?

#include <memory>

#include <fmt/format.h>

#include <graze/pairs.h>

#include "answer/progress.h"
#include "answer/report.h"
#include "commands/commands.h"
#include "commands/pair_report.h"
#include "commands/self_check.h"
#include "grammar/bindings.h"
#include "input/load.h"

namespace graze::cli {
namespace {

struct SelfArguments {
  std::vector<std::string> files;
  SelfOptions options;
};

Result<TrianglePairs> crossings(const Body& mesh, const SelfOptions& options) {
  if (options.pairs) return self_intersection(mesh, {.max_pairs = options.max_pairs});
  return self_intersection(mesh, {.max_pairs = 1});
}

std::string self_text(const std::string& name, const TrianglePairs& found, const SelfOptions& options, const Wording& wording) {
  if (found.pair_count == 0)
    return fmt::format("{} {} itself\n", shown(name), painted("does not intersect", Color::green, wording));
  std::string text = fmt::format("{} {} itself: {} cross\n", shown(name), painted("intersects", Color::red, wording),
                                 counted(found.pair_count, "triangle pair"));
  if (!found.pairs.empty() && !options.pairs)
    text += fmt::format("  for example triangle {} and triangle {}\n", found.pairs[0][0], found.pairs[0][1]);
  return text;
}

/// Meshes that have nothing to do with each other, in one report.
Result<ReportData> side_by_side(const std::vector<ReportMaker>& makers) {
  ReportData all;
  all.title = fmt::format("{} meshes", makers.size());
  for (const ReportMaker& maker : makers) {
    Result<ReportData> one = maker();
    if (!one) return one;
    for (Finding& finding : one->findings) {
      finding.a = finding.b = all.bodies.size();
      all.findings.push_back(std::move(finding));
    }
    all.bodies.push_back(std::move(one->bodies.front()));
    all.notes.insert(all.notes.end(), one->notes.begin(), one->notes.end());
  }
  return all;
}

ExitCode run_self(const SelfArguments& arguments) {
  AnswerForms all{.json = json_head("self")};
  Json listed = Json::array();
  std::vector<ReportMaker> makers;
  for (const std::string& file : arguments.files) {
    const Result<AnswerForms> one = self_checked({.source = file}, arguments.options, "self");
    if (!one) return fail_with(one.error());
    if (arguments.files.size() == 1) return deliver(arguments.options.output, *one);
    if (one->code == hit) all.code = hit;
    all.text += one->text;
    all.rows.push_back(one->rows.front());
    makers.push_back(one->report);
    listed.push_back(one->rows.front());
  }
  all.report = [makers = std::move(makers)] { return side_by_side(makers); };
  all.json["intersect"] = all.code == hit;
  all.json["files"] = std::move(listed);
  return deliver(arguments.options.output, all);
}

}  // namespace

Result<AnswerForms> self_checked(const BodyArgument& argument, const SelfOptions& options, const std::string& command) {
  const Progress progress("checking " + shown(argument.source), options.output);
  const Result<LoadedBodies> loaded =
      load_bodies({{&argument, "--a"}}, {options.output.units, options.output.threads, Solidity::none});
  if (!loaded) return tl::make_unexpected(loaded.error());
  if (!loaded->a().body.geometry.is_mesh())
    return fail(ErrorCode::bad_shape, fmt::format("{}: a shape cannot intersect itself; name a mesh file", argument.source));
  const Result<TrianglePairs> found = crossings(loaded->a().body, options);
  if (!found) return tl::make_unexpected(found.error());
  AnswerForms answer{.json = json_head(command), .code = found->pair_count > 0 ? hit : clear};
  Json row{
      {"a", loaded->a().name}, {"intersect", found->pair_count > 0}, {"pair_count", found->pair_count}, {"pairs", found->pairs}};
  if (found->truncated()) row["truncated"] = true;
  answer.json.update(row);
  answer.json["units"] = loaded->unit.empty() ? Json(nullptr) : Json(loaded->unit);
  answer.report = [loaded = *loaded] { return report_of_self(loaded); };
  row.erase("pairs");
  answer.rows = {row};
  answer.text = self_text(loaded->a().name, *found, options, wording_for(options.output));
  return answer;
}

Command self_command() {
  const auto own = std::make_shared<SelfArguments>();
  SelfArguments& all = *own;
  return {
      .name = "self",
      .summary = "does a mesh run through itself?",
      .description = "Triangles that share corners or edges count only where they meet beyond what they share.",
      .positionals = {arguments("FILE", "Mesh files, or - for standard input", all.files)},
      .groups = {{"Question",
                  {flag("--pairs", "List the pairs of triangles in JSON", all.options.pairs),
                   needing(count("--max-pairs", "N", "List at most so many; default: 1000", all.options.max_pairs), {"--pairs"})}},
                 report_options(all.options.output.reports),
                 output_options(all.options.output)},
      .examples = {{"graze self scan.ply", "Is it free of self-intersections?"},
                   {"graze self *.stl --csv", "A table of many files"}},
      .exits = exit_meanings("no mesh runs through itself", "one does"),
      .run = [own] { return run_self(*own); }};
}

}  // namespace graze::cli
