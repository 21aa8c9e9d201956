/// graze sweep: when and where do two moving bodies first touch?

#include <limits>
#include <memory>
#include <string>
#include <utility>

#include <fmt/format.h>

#include <graze/pairs.h>
#include <graze/sweep.h>

#include "answer/progress.h"
#include "commands/commands.h"
#include "commands/pair_report.h"
#include "commands/sweep_answer.h"
#include "grammar/bindings.h"

namespace graze::cli {
namespace {

std::string both_names(const LoadedBodies& loaded) {
  return fmt::format("{} and {}", shown(loaded.a().name), shown(loaded.b().name));
}

std::string interval_text(const SweepArguments& arguments, const Wording& wording) {
  return arguments.t_max ? fmt::format("for t from 0 to {}", number_text(*arguments.t_max, wording)) : "at any time from t = 0 on";
}

Json finding_json(const LoadedBodies& loaded, const SweepFinding& found) {
  Json json{{"a", loaded.a().name}, {"b", loaded.b().name}};
  json["contact"] = found.status == TurningStatus::contact;
  json["status"] = name_of(found.status);
  if (found.status != TurningStatus::clear) json[found.is_exact ? "first" : "t_lo"] = found.time;
  if (found.meets_by) json["t_hi"] = *found.meets_by;
  if (found.status == TurningStatus::contact) {
    json["initial"] = found.initial;
    json["points"] = Json::array();
    for (const Vec3& p : found.points) json["points"].push_back(json_of(p));
    if (found.normal) json["normal"] = json_of(*found.normal);
    json["triangles"] = {found.features[0].triangle, found.features[1].triangle};
  }
  if (found.nearest)
    json["nearest"] = {{"at_least", found.nearest->at_least}, {"at_most", found.nearest->at_most}, {"t", found.nearest->time}};
  if (found.box_leaves) json["box_leaves"] = true;
  return json;
}

std::string no_contact_text(const SweepArguments& arguments, const LoadedBodies& loaded, const SweepFinding& found,
                            const Wording& wording) {
  const std::string event =
      arguments.margin > 0 ? fmt::format("do not come within {}", length_text(arguments.margin, wording)) : "do not touch";
  const std::string head = fmt::format("{} {} ", both_names(loaded), painted(event, Color::green, wording));
  if (found.status == TurningStatus::unfinished)
    return head + fmt::format("before t = {}; what happens later was not found out within the limit of work\n",
                              floor_text(found.time, wording));
  std::string text = head + interval_text(arguments, wording) + "\n";
  if (found.nearest)
    text += fmt::format("  nearest approach: {}, at t = {}\n", length_text(found.nearest->at_most, wording),
                        number_text(found.nearest->time, wording));
  return text;
}

std::string how_known(const SweepFinding& found) {
  if (found.box_leaves) return "boxes around parts; the meshes not before";
  return found.is_exact ? "exact" : "certified: not before";
}

std::string contact_text(const SweepArguments& arguments, const LoadedBodies& loaded, const SweepFinding& found,
                         const Wording& wording) {
  const bool is_margin = arguments.margin > 0;
  const std::string within = fmt::format("within {} of each other", length_text(arguments.margin, wording));
  std::string text = both_names(loaded) + " ";
  if (found.initial || (found.time == 0 && found.is_exact))
    text +=
        painted(is_margin ? fmt::format("are {} at the start, t = 0", within) : "meet at the start, t = 0", Color::red, wording) +
        "\n";
  else
    text += painted(is_margin ? "are first " + within : "first touch", Color::red, wording) +
            fmt::format(" at t = {} ({})\n", floor_text(found.time, wording), how_known(found));
  std::string told;
  for (const Vec3& p : found.points) {
    const std::string place = fmt::format("  at {}\n", point_text(p, wording));
    if (std::exchange(told, place) != place) text += place;  // points that read alike once
  }
  if (found.normal) text += fmt::format("  normal {}, from the first to the second\n", point_text(*found.normal, wording));
  const auto& [a, b] = found.features;
  if (!found.box_leaves && (a.triangle >= 0 || b.triangle >= 0)) {
    const auto part = [](const std::string& name, const Feature& f) {
      return f.triangle >= 0 ? fmt::format("triangle {} of {}", f.triangle, shown(name)) : shown(name);
    };
    text += fmt::format("  {} and {}\n", part(loaded.a().name, a), part(loaded.b().name, b));
  }
  return text;
}

/// Everything that touches first, and when the last contact ends.
Result<AnswerForms> all_first_contacts(const SweepArguments& arguments, const LoadedBodies& loaded) {
  FirstContactsOptions options{.want_last = arguments.last, .max_pairs = arguments.pairs ? arguments.max_pairs : 0};
  options.t_max = arguments.t_max.value_or(options.t_max);
  const auto found = first_contacts(loaded.a().body, loaded.b().body, options);
  if (!found) return tl::make_unexpected(found.error());
  const Wording wording = wording_for(arguments.output, loaded.unit);
  AnswerForms answer{.json = json_head("sweep"), .code = *found ? hit : clear};
  answer.report = [arguments, loaded] {
    return sweep_bodies(arguments, loaded).map([&](const SweepFinding& one) {
      return report_of_sweep(loaded, one, arguments.t_max);
    });
  };
  answer.json.update(Json{{"a", loaded.a().name}, {"b", loaded.b().name}, {"contact", found->has_value()}});
  if (!*found) {
    answer.text = fmt::format("{} do not touch {}\n", both_names(loaded), interval_text(arguments, wording));
    return answer;
  }
  const FirstContacts& contacts = **found;
  answer.json["first"] = contacts.first;
  if (contacts.last) answer.json["last"] = *contacts.last;  // infinite becomes null
  answer.json["initial"] = contacts.initial;
  answer.json["pair_count"] = contacts.pair_count;
  if (arguments.pairs) answer.json["pairs"] = Json::array();
  answer.text = fmt::format("{} {} t = {}: {}\n", both_names(loaded), contacts.initial ? "meet at the start," : "first touch at",
                            floor_text(contacts.first, wording), counted(contacts.pair_count, "triangle pair"));
  if (contacts.last) answer.text += fmt::format("  last at t = {}\n", number_text(*contacts.last, wording));
  for (const TouchingPair& pair : contacts.pairs) {
    Json row{{"triangles", pair.triangles}, {"points", Json::array()}};
    for (const Vec3& p : pair.set.points) row["points"].push_back(json_of(p));
    if (pair.normal) row["normal"] = json_of(*pair.normal);
    answer.rows.push_back(row);
    answer.json["pairs"].push_back(std::move(row));
    answer.text += fmt::format("  triangle {} and triangle {} at", pair.triangles[0], pair.triangles[1]);
    for (const Vec3& p : pair.set.points) answer.text += " " + point_text(p, wording);
    answer.text += "\n";
  }
  return answer;
}

Result<AnswerForms> first_contact(const SweepArguments& arguments, const LoadedBodies& loaded) {
  const Result<SweepFinding> found = sweep_bodies(arguments, loaded);
  if (!found) return tl::make_unexpected(found.error());
  const Wording wording = wording_for(arguments.output, loaded.unit);
  AnswerForms answer{.json = json_head("sweep"), .code = found->status == TurningStatus::clear ? clear : hit};
  const Json row = finding_json(loaded, *found);
  answer.rows = {row};
  answer.json.update(row);
  answer.report = [loaded, found = *found, t_max = arguments.t_max]() -> Result<ReportData> {
    return report_of_sweep(loaded, found, t_max);
  };
  answer.text = found->status == TurningStatus::contact ? contact_text(arguments, loaded, *found, wording)
                                                        : no_contact_text(arguments, loaded, *found, wording);
  return answer;
}

Result<AnswerForms> swept(const SweepArguments& arguments) {
  const Progress progress("sweeping", arguments.output);
  const Result<LoadedBodies> loaded = load_bodies({{&arguments.a, "--a"}, {&arguments.b, "--b"}},
                                                  {arguments.output.units, arguments.output.threads, arguments.solidity.chosen()});
  if (!loaded) return tl::make_unexpected(loaded.error());
  Result<AnswerForms> answer =
      arguments.pairs || arguments.last ? all_first_contacts(arguments, *loaded) : first_contact(arguments, *loaded);
  if (!answer) return answer;
  add_loading(answer->json, *loaded);
  answer->text += footer_text(*loaded);
  return answer;
}

}  // namespace

Command sweep_command() {
  const auto own = std::make_shared<SweepArguments>();
  SweepArguments& all = *own;
  OptionGroup question{"Question", solidity_options(all.solidity)};
  question.options.push_back(number("--t-max", "TIME", "End of the motion; default: no end", all.t_max, Numbers::not_negative));
  question.options.push_back(
      number("--margin", "LENGTH", "A clearance: when are they first within this distance?", all.margin, Numbers::not_negative));
  question.options.push_back(number(
      "--tol", "LENGTH",
      "How finely turning bodies are resolved: no farther apart than this counts as touching, so that the time is early by as "
      "long as they take to close it. Default: 1e-7 of their size. For a clearance use --margin",
      all.tolerance, Numbers::positive));
  question.options.push_back(
      excluding(flag("--pairs", "List all triangle pairs that touch first (meshes that do not turn)", all.pairs),
                {"--margin", "--a-omega", "--b-omega", "--a-keyframe", "--b-keyframe"}));
  question.options.push_back(needing(count("--max-pairs", "N", "List at most so many; default: 1000", all.max_pairs), {"--pairs"}));
  question.options.push_back(excluding(flag("--last", "When the last contact ends (meshes that do not turn)", all.last),
                                       {"--margin", "--a-omega", "--b-omega", "--a-keyframe", "--b-keyframe"}));
  question.options.push_back(repair_option(all.a, all.b));
  return {.name = "sweep",
          .summary = "when and where do two moving bodies first touch?",
          .description =
              "No contact happens before the time that is told, however fast or thin the bodies are. Where no body turns the time "
              "is exact. Bodies that "
              "never touch are told with how near they come.\n\n" +
              solidity_text(),
          .positionals = {argument("A", "Mesh file, - for standard input, or a shape such as box:1,2,3", all.a.source),
                          argument("B", "The other one", all.b.source)},
          .groups = {question, motion_options("Motion of A", "--a", all.a), motion_options("Motion of B", "--b", all.b),
                     placing_options("Placing A", "--a", all.a), placing_options("Placing B", "--b", all.b), tree_options(all.tree),
                     report_options(all.output.reports), output_options(all.output)},
          .examples = {{"graze sweep wall.stl ball.stl --b-vel 0,0,-1 --t-max 5", "When does the ball that flies down hit?"},
                       {"graze sweep a.stl b.stl --b-vel 0,0,-1 --b-omega 0,2,0 --t-max 5", "The same while it turns"},
                       {"graze sweep a.stl b.stl --b-keyframe 0:0,0,9 --b-keyframe 2:0,0,0:z,90", "Along keyframes"},
                       {"graze sweep a.stl b.stl --b-vel 0,0,-1 --t-max 9 --report flight.html", "To watch in a browser"},
                       {"graze sweep a.stl b.stl --b-vel 0,0,-1 --margin 0.2", "When are they first within 0.2 of each other?"}},
          .exits = exit_meanings("they do not touch", "they do, or the limit of work was reached before that was known"),
          .run = [own] {
            own->a.tree = own->b.tree = own->tree;
            const Result<AnswerForms> answer = swept(*own);
            return answer ? deliver(own->output, *answer) : fail_with(answer.error());
          }};
}

}  // namespace graze::cli
