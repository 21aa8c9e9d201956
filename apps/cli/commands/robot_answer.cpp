/// Loads a robot with its surroundings and words what its trajectory meets.

#include "commands/robot_answer.h"

#include <algorithm>

#include <fmt/format.h>

#include <graze/report.h>
#include <graze/sweep.h>

#include "input/assembly.h"
#include "input/world.h"

namespace graze::cli {
namespace {

/// Objects of the world that are called like a link get this in front, so that both can be named.
constexpr std::string_view world_prefix = "world:";

/// The name as its file has it.
std::string told(const std::string& name, bool is_object, const RobotCell& cell) {
  if (!is_object || !name.starts_with(world_prefix)) return name;
  const std::string rest = name.substr(world_prefix.size());
  const auto& links = cell.robot().model().links;
  return std::ranges::find(links, rest, &RobotLink::name) == links.end() ? name : rest;
}

void name_apart(std::vector<WorldObject>& world, const RobotModel& model) {
  for (WorldObject& object : world)
    if (std::ranges::find(model.links, object.name, &RobotLink::name) != model.links.end()) object.name.insert(0, world_prefix);
}

Json contact_of(const RobotContact& found, const RobotCell& cell) {
  Json json{{"a", found.a}, {"b", told(found.b, found.b_is_object, cell)}, {"status", "contact"}, {"t_lo", found.t_lo}};
  if (found.t_hi) json["t_hi"] = *found.t_hi;
  json["initial"] = found.initial;
  json["kind"] = found.b_is_object ? "world" : "self";
  json["point"] = json_of(found.closest.points[0]);
  if (found.normal) json["normal"] = json_of(*found.normal);
  return json;
}

Json limits_json(const RobotImpact& impact) {
  Json json = Json::array();
  for (const LimitViolation& v : impact.limits)
    json.push_back({{"joint", v.joint}, {"at", v.at}, {"value", v.value}, {"lower", v.limits.lower}, {"upper", v.limits.upper}});
  return json;
}

std::string contact_words(const RobotContact& found, const RobotCell& cell, bool moves, const Wording& wording) {
  const std::string when = !moves          ? "meet in the pose at rest"
                           : found.initial ? "meet at the start"
                                           : fmt::format("first touch at t = {}", floor_text(found.t_lo, wording));
  return fmt::format("{} and {} {}, at {}\n", shown(found.a), shown(told(found.b, found.b_is_object, cell)),
                     painted(when, Color::red, wording), point_text(found.closest.points[0], wording));
}

std::string remarks(const RobotCell& cell, const RobotImpact& impact, bool moves, const Wording& wording) {
  std::string text;
  for (const LimitViolation& v : impact.limits)
    text +=
        fmt::format("  outside its limits: {} is {} at t = {}, allowed {} to {}\n", shown(v.joint), number_text(v.value, wording),
                    number_text(v.at, wording), number_text(v.limits.lower, wording), number_text(v.limits.upper, wording));
  for (const AssumedPosition& assumed : impact.assumed)
    if (moves || assumed.position != 0)
      text += fmt::format("  {}{} stays at {}\n", moves ? "not in the trajectory: " : "", shown(assumed.driver),
                          number_text(assumed.position, wording));
  return text + fmt::format("  {} checked, {} ignored; lengths in m\n", counted(cell.pair_count(), "pair"),
                            counted(cell.ignored().size(), "pair"));
}

std::string impact_text(const RobotArguments& arguments, const RobotCell& cell, const RobotImpact& impact) {
  const Wording wording = wording_for(arguments.output, "m");
  std::string text;
  if (impact.status == TurningStatus::clear) {
    text =
        painted("clear", Color::green, wording) + (arguments.trajectory.empty() ? " in the pose at rest\n" : " at every instant\n");
    if (impact.clearance)
      text += fmt::format("  never nearer than {} m: {} and {}, about t = {}\n", floor_text(impact.clearance->distance, wording),
                          shown(impact.clearance->a), shown(told(impact.clearance->b, impact.clearance->b_is_object, cell)),
                          number_text(impact.clearance->at, wording));
  } else if (impact.status == TurningStatus::unfinished) {
    text = fmt::format("no contact before t = {}; later is not known within the limit of work\n",
                       floor_text(impact.free_until, wording));
  } else if (impact.first) {
    text = contact_words(*impact.first, cell, !arguments.trajectory.empty(), wording);
  }
  for (const RobotContact& contact : impact.pairs)
    if (!impact.first || contact.a != impact.first->a || contact.b != impact.first->b)
      text += "  " + contact_words(contact, cell, !arguments.trajectory.empty(), wording);
  return text + remarks(cell, impact, !arguments.trajectory.empty(), wording);
}

Json impact_json(const RobotArguments& arguments, const RobotCell& cell, const RobotImpact& impact) {
  Json json = json_head("robot");
  json["robot"] = cell.robot().model().name;
  json["status"] = name_of(impact.status);
  if (impact.first) {
    Json first = contact_of(*impact.first, cell);
    first.erase("status");
    json.update(first);
  } else if (impact.status == TurningStatus::unfinished) {
    json["t_lo"] = impact.free_until;
  }
  if (impact.clearance)
    json["clearance"] = {{"distance", impact.clearance->distance},
                         {"tolerance", impact.clearance->tolerance},
                         {"at", impact.clearance->at},
                         {"a", impact.clearance->a},
                         {"b", told(impact.clearance->b, impact.clearance->b_is_object, cell)}};
  if (arguments.all) {
    json["pairs"] = Json::array();
    for (const RobotContact& contact : impact.pairs) json["pairs"].push_back(contact_of(contact, cell));
  }
  json["units"] = "m";
  json["ignored"] = ignored_json(cell);
  json["limits"] = limits_json(impact);
  json["assumed"] = Json::array();
  for (const AssumedPosition& assumed : impact.assumed)
    json["assumed"].push_back({{"joint", assumed.driver}, {"position", assumed.position}});
  json["evaluations"] = impact.evaluations;
  return json;
}

/// Objects under the names that their file gives them.
Result<ReportData> robot_report(const RobotCell& cell, const JointTrajectory& trajectory, const RobotImpact& impact) {
  return report_of(cell, trajectory, impact).map([&](ReportData data) {
    for (std::size_t i = data.bodies.size() - cell.world().size(); i < data.bodies.size(); ++i)
      data.bodies[i].name = told(data.bodies[i].name, true, cell);
    return data;
  });
}

Result<AnswerForms> answer_for(const RobotArguments& arguments, const RobotCell& cell, const JointTrajectory& trajectory) {
  const RobotCheckOptions options{
      .tolerance = arguments.tolerance, .clearance = arguments.clearance, .all = arguments.all, .want_clearance = true};
  const Result<RobotImpact> impact = cell.first_contact(trajectory, options);
  if (!impact)
    return fail(impact.error().code, fmt::format("{}: {}", arguments.trajectory.empty() ? arguments.urdf : arguments.trajectory,
                                                 impact.error().message));
  AnswerForms answer{.json = impact_json(arguments, cell, *impact),
                     .text = impact_text(arguments, cell, *impact),
                     .code = impact->status == TurningStatus::clear ? clear : hit};
  answer.report = [cell, trajectory, found = *impact] { return robot_report(cell, trajectory, found); };
  for (const RobotContact& contact : impact->pairs) answer.rows.push_back(contact_of(contact, cell));
  if (answer.rows.empty() && impact->first) answer.rows.push_back(contact_of(*impact->first, cell));
  if (answer.rows.empty())
    answer.rows.push_back({{"status", name_of(impact->status)},
                           {"clearance", impact->clearance ? Json(impact->clearance->distance) : Json(nullptr)}});
  return answer;
}

std::vector<std::string> names_of_cell(const RobotModel& model, const std::vector<WorldObject>& world) {
  std::vector<std::string> names;
  for (const RobotLink& link : model.links) names.push_back(link.name);
  for (const WorldObject& object : world) names.push_back(object.name);
  return names;
}

Result<std::vector<IgnoredPair>> asked_for(const RobotArguments& arguments, const std::vector<std::string>& names) {
  std::vector<IgnoredPair> pairs;
  for (const std::string& text : arguments.ignore) {
    const auto pair = pair_in(text, names);
    if (!pair) return fail(ErrorCode::bad_option, "--ignore: " + pair.error().message);
    pairs.push_back({pair->first, pair->second, "asked for"});
  }
  return pairs;
}

}  // namespace

Json ignored_json(const RobotCell& cell) {
  Json json = Json::array();
  for (const IgnoredPair& pair : cell.ignored()) json.push_back({{"a", pair.a}, {"b", pair.b}, {"why", pair.reason}});
  return json;
}

Result<RobotCell> load_cell(const RobotArguments& arguments) {
  UrdfOptions options{.solid = !arguments.surface};
  for (const std::string& folder : arguments.packages) options.packages.emplace_back(folder);
  Result<RobotModel> model = read_urdf(arguments.urdf, options);
  if (!model) return tl::make_unexpected(model.error());
  Result<std::vector<WorldObject>> world =
      arguments.world.empty() ? std::vector<WorldObject>() : read_world(arguments.world, arguments.surface);
  if (!world) return tl::make_unexpected(world.error());
  name_apart(*world, *model);
  RobotCellOptions cell;
  const Result<std::vector<IgnoredPair>> asked = asked_for(arguments, names_of_cell(*model, *world));
  if (!asked) return tl::make_unexpected(asked.error());
  cell.ignored = *asked;
  if (!arguments.srdf.empty()) {
    const Result<Srdf> srdf = read_srdf(arguments.srdf, *model);
    if (!srdf) return tl::make_unexpected(srdf.error());
    cell.ignored.insert(cell.ignored.end(), srdf->ignored.begin(), srdf->ignored.end());
  }
  const Result<Robot> robot = Robot::make(*std::move(model)).map_error([&](const Error& error) {
    return Error{error.code, fmt::format("{}: {}", arguments.urdf, error.message)};
  });
  if (!robot) return tl::make_unexpected(robot.error());
  Result<RobotCell> made = RobotCell::make(*robot, *world, cell);
  if (!made || !arguments.ignore_initial) return made;
  const std::vector<double> zero(robot->drivers().size(), 0.0);
  const Result<std::vector<IgnoredPair>> touching = made->touching(zero, arguments.tolerance.value_or(0));
  if (!touching) return tl::make_unexpected(touching.error());
  cell.ignored.insert(cell.ignored.end(), touching->begin(), touching->end());
  return RobotCell::make(*robot, *std::move(world), cell);
}

Result<AnswerForms> robot_along_trajectory(const RobotArguments& arguments, const RobotCell& cell) {
  const Result<JointTrajectory> trajectory = read_trajectory(arguments.trajectory);
  if (!trajectory) return tl::make_unexpected(trajectory.error());
  return answer_for(arguments, cell, *trajectory);
}

Result<AnswerForms> robot_at_rest(const RobotArguments& arguments, const RobotCell& cell) {
  return answer_for(arguments, cell, {.joints = {}, .times = {0.0}, .positions = {{}}, .velocities = {}});
}

}  // namespace graze::cli
