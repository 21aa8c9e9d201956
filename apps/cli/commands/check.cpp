/// graze check: do two bodies meet, or does one mesh run through itself? Of more than two, every pair is asked.

#include <algorithm>
#include <memory>
#include <optional>

#include <fmt/format.h>

#include <graze/distance.h>
#include <graze/intersection.h>
#include <graze/overlap.h>

#include "answer/answer.h"
#include "answer/progress.h"
#include "commands/commands.h"
#include "commands/pair_finding.h"
#include "commands/pair_report.h"
#include "commands/self_check.h"
#include "grammar/bindings.h"
#include "input/cad.h"
#include "input/load.h"

namespace graze::cli {
namespace {

struct CheckArguments {
  std::vector<std::string> files;
  BodyArgument a, b;
  SolidityFlags solidity;
  StatusOptions status;
  bool pairs = false;   ///< count the intersecting triangle pairs, and list them in JSON
  bool curves = false;  ///< count the curves in which the meshes meet, and list them in JSON
  std::size_t max_pairs = 1000;
  double deflection = 0;  ///< length, of STEP files
  TreeArgument tree;      ///< of all
  OutputOptions output;
};

/// One pair, with what was asked beyond the status.
struct CheckFinding {
  PairFinding pair;
  std::optional<Intersection> surfaces{};
  bool box_leaves = false;  ///< the answer is about boxes around parts
};

Result<CheckFinding> check_by_boxes(const Body& a, const Body& b, double slack) {
  return (slack > 0 ? within(a, b, slack) : overlap(a, b)).map([](bool meet) {
    CheckFinding found;
    found.pair.status = meet ? Status::overlapping : Status::separated;
    found.box_leaves = true;
    return found;
  });
}

Result<CheckFinding> check_pair(const CheckArguments& arguments, const LoadedBody& loaded_a, const LoadedBody& loaded_b) {
  const Body &a = loaded_a.body, &b = loaded_b.body;
  const double slack = slack_between(loaded_a, loaded_b);
  const bool wants_surfaces = arguments.pairs || arguments.curves;
  if (!wants_surfaces && (a.geometry.has_box_leaves() || b.geometry.has_box_leaves())) return check_by_boxes(a, b, slack);
  Result<PairFinding> pair = find_pair(a, b, arguments.status, slack);
  if (!pair) return tl::make_unexpected(pair.error());
  CheckFinding found{*std::move(pair)};
  if (!wants_surfaces) return found;
  Body surface_a = a, surface_b = b;
  surface_a.solid = surface_b.solid = false;
  return intersection(surface_a, surface_b, {arguments.max_pairs, arguments.curves}).map([&](const Intersection& surfaces) {
    found.surfaces = surfaces;
    return found;
  });
}

Json points_json(const std::vector<Vec3>& points) {
  Json json = Json::array();
  for (const Vec3& p : points) json.push_back(json_of(p));
  return json;
}

void add_curves(Json& json, const IntersectionCurves& found) {
  json["curves"] = Json::array();
  for (const IntersectionCurve& c : found.curves)
    json["curves"].push_back({{"closed", c.closed}, {"points", points_json(c.points)}, {"pairs", c.pairs}});
  json["patches"] = Json::array();
  for (const IntersectionPatch& p : found.patches) json["patches"].push_back({{"pair", p.pair}, {"points", points_json(p.points)}});
}

Json pair_json(const LoadedBody& a, const LoadedBody& b, const CheckFinding& found) {
  Json json{{"a", a.name}, {"b", b.name}};
  add_finding(json, found.pair);
  if (found.surfaces && found.surfaces->pair_count) {
    json["pair_count"] = *found.surfaces->pair_count;
    json["pairs"] = found.surfaces->pairs;
    if (found.surfaces->truncated()) json["truncated"] = true;
  }
  if (found.surfaces && found.surfaces->curves) add_curves(json, *found.surfaces->curves);
  if (found.box_leaves) json["box_leaves"] = true;
  return json;
}

std::string curves_text(const IntersectionCurves& found) {
  const auto count_of = [&](auto&& is_one) { return static_cast<std::size_t>(std::ranges::count_if(found.curves, is_one)); };
  const std::size_t touches = count_of([](const IntersectionCurve& c) { return c.points.size() == 1; });
  const std::size_t loops = count_of([](const IntersectionCurve& c) { return c.closed; });
  const std::size_t open = found.curves.size() - touches - loops;
  return fmt::format("  {}, {}, {}, {}\n", counted(loops, "closed curve"), counted(open, "open curve"),
                     counted(touches, "single point"), counted(found.patches.size(), "coplanar patch", "es"));
}

std::string pair_text(const LoadedBody& a, const LoadedBody& b, const CheckFinding& found, const Wording& wording) {
  if (found.box_leaves)
    return fmt::format("{} and {} {}\n", shown(a.name), shown(b.name),
                       found.pair.meet() ? "may overlap: boxes around parts do" : "do not meet");
  std::string text = finding_text(a.name, b.name, found.pair, wording);
  if (!found.surfaces) return text;
  if (found.surfaces->pair_count)
    text += fmt::format("  {} intersect{}\n", counted(*found.surfaces->pair_count, "triangle pair"),
                        *found.surfaces->pair_count == 1 ? "s" : "");
  return text + (found.surfaces->curves ? curves_text(*found.surfaces->curves) : "");
}

bool is_hit(const CheckFinding& found) { return found.pair.status != Status::separated; }

/// Every pair of three bodies or more.
Result<AnswerForms> checked_pairs(const CheckArguments& arguments, const LoadedBodies& loaded, const Wording& wording) {
  AnswerForms answer{.json = json_head("check")};
  Json listed = Json::array();
  std::vector<std::pair<std::size_t, std::size_t>> hits;
  const std::size_t all = loaded.bodies.size() * (loaded.bodies.size() - 1) / 2;
  Progress progress("pairs checked:", arguments.output, all);
  for (std::size_t i = 0; i < loaded.bodies.size(); ++i) {
    for (std::size_t j = i + 1; j < loaded.bodies.size(); ++j) {
      const Result<CheckFinding> found = check_pair(arguments, loaded.bodies[i], loaded.bodies[j]);
      if (!found) return tl::make_unexpected(found.error());
      progress.advance();
      answer.rows.push_back(pair_json(loaded.bodies[i], loaded.bodies[j], *found));
      listed.push_back(answer.rows.back());
      if (!is_hit(*found)) continue;
      answer.code = hit;
      hits.emplace_back(i, j);
      answer.text += pair_text(loaded.bodies[i], loaded.bodies[j], *found, wording);
    }
  }
  answer.report = [loaded, hits, options = arguments.status] { return report_of_pairs(loaded, hits, options); };
  answer.json["bodies"] = loaded.bodies.size();
  answer.json["intersect"] = answer.code == hit;
  add_loading(answer.json, loaded);
  answer.json["pairs"] = std::move(listed);
  answer.text += answer.code == hit ? fmt::format("{} checked\n", counted(all, "pair"))
                                    : fmt::format("No two of {} bodies meet\n", loaded.bodies.size());
  return answer;
}

Result<AnswerForms> checked(const CheckArguments& arguments) {
  if (const Result<void> used = check_deflection(arguments.deflection, arguments.files); !used)
    return tl::make_unexpected(used.error());
  if (arguments.files.size() == 1)
    return self_checked(arguments.a, {arguments.output, arguments.pairs, arguments.max_pairs}, "check");
  std::vector<BodyArgument> others;
  for (std::size_t i = 2; i < arguments.files.size(); ++i) others.push_back({.source = arguments.files[i], .tree = arguments.tree});
  std::vector<NamedArgument> named{{&arguments.a, "--a"}, {&arguments.b, "--b"}};
  for (const BodyArgument& other : others) named.emplace_back(&other, "");
  const Result<LoadedBodies> loaded =
      load_bodies(named, {arguments.output.units, arguments.output.threads, arguments.solidity.chosen(), arguments.deflection});
  if (!loaded) return tl::make_unexpected(loaded.error());
  const Wording wording = wording_for(arguments.output, loaded->unit);
  if (loaded->bodies.size() > 2) return checked_pairs(arguments, *loaded, wording);
  const Result<CheckFinding> found = check_pair(arguments, loaded->a(), loaded->b());
  if (!found) return tl::make_unexpected(found.error());
  AnswerForms answer{.json = json_head("check"), .code = is_hit(*found) ? hit : clear};
  Json pair = pair_json(loaded->a(), loaded->b(), *found);
  answer.rows = {pair};
  answer.json.update(pair);
  add_loading(answer.json, *loaded);
  answer.report = [loaded = *loaded, options = arguments.status] { return report_of_pairs(loaded, {{0, 1}}, options); };
  answer.text = pair_text(loaded->a(), loaded->b(), *found, wording) + footer_text(*loaded);
  return answer;
}

/// What belongs to a second body that is not there.
std::string_view orphan(const CheckArguments& arguments) {
  const BodyArgument& b = arguments.b;
  const PoseText& pose = b.pose;
  const std::string placing = b.scale + b.refit + b.unit + pose.pose + pose.rotate + pose.quat + pose.rpy + pose.translate;
  return arguments.curves ? "--curves" : !placing.empty() ? "an option --b-..." : "";
}

ExitCode run_check(CheckArguments& arguments) {
  if (arguments.files.size() < 2 && !orphan(arguments).empty())
    return fail_with("check", fmt::format("{} needs a second body B", orphan(arguments)));
  arguments.a.source = arguments.files[0];
  if (arguments.files.size() > 1) arguments.b.source = arguments.files[1];
  arguments.a.tree = arguments.b.tree = arguments.tree;
  Result<AnswerForms> answer = [&] {
    const Progress progress("checking", arguments.output);
    return checked(arguments);
  }();
  return answer ? deliver(arguments.output, *answer) : fail_with(answer.error());
}

}  // namespace

Command check_command() {
  const auto own = std::make_shared<CheckArguments>();
  CheckArguments& all = *own;
  OptionGroup question{"Question", solidity_options(all.solidity)};
  question.options.push_back(number("--tolerance", "LENGTH", "No farther apart, and no deeper in each other, is touching",
                                    all.status.tolerance, Numbers::not_negative));
  question.options.push_back(number("--clearance", "LENGTH", "No farther apart is near, and counts as meeting",
                                    all.status.clearance, Numbers::not_negative));
  question.options.push_back(flag("--pairs", "Count the triangle pairs that intersect, and list them in JSON", all.pairs));
  question.options.push_back(flag("--curves", "Count the curves in which the surfaces meet, and list them in JSON", all.curves));
  question.options.push_back(
      needing(count("--max-pairs", "N", "List at most so many pairs; default: 1000", all.max_pairs), {"--pairs", "--curves"}));
  question.options.push_back(deflection_option(all.deflection));
  question.options.push_back(repair_option(all.a, all.b));
  return {
      .name = "check",
      .summary = "do bodies meet, and where? One mesh alone: does it run through itself?",
      .description = "Asks every pair of the bodies. Touching is meeting. Answers are exact on the numbers of the files.\n\n" +
                     solidity_text(),
      .positionals = {arguments(
          "BODY", "Mesh files, - for standard input, or shapes such as box:1,2,3; the options of A and B are for the first two",
          all.files)},
      .groups = {question, placing_options("Placing the first body, A", "--a", all.a),
                 placing_options("Placing the second body, B", "--b", all.b), tree_options(all.tree),
                 report_options(all.output.reports), output_options(all.output)},
      .examples = {{"graze check bracket.stl housing.obj", "Do two parts meet?"},
                   {"graze check bracket.stl housing.obj --clearance 0.5 --units mm", "Do they meet, or come closer than 0.5 mm?"},
                   {"graze check part.stl halfspace:0,0,1,0 --a-rotate x,90",
                    "Does a part that was turned reach below the ground?"},
                   {"graze check a.ply b.ply --b-rotate z,45 --b-translate 0,0,2.5 --pairs --json",
                    "Which triangles meet, for a program"},
                   {"graze check bracket.stl housing.obj --report clash.html --image clash.png",
                    "Where do they meet? In a browser, and as a picture"},
                   {"graze check bracket.stl", "Does one mesh run through itself?"}},
      .exits = exit_meanings("no two of them meet", "some do (or are within --clearance)"),
      .run = [own] { return run_check(*own); }};
}

}  // namespace graze::cli
