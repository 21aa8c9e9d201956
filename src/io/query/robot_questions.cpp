/// Questions about robots: many straight lines in joint space at once, and whole trajectories.

#include <algorithm>

#include <fmt/format.h>

#include <graze/sweep.h>

#include "io/files/source.h"
#include "io/json/fields.h"
#include "io/query/answer.h"
#include "io/query/question_scenes.h"
#include "io/query/scene_questions.h"
#include "io/scene/json_robot.h"

namespace graze {
namespace {

/// Which driver each number of a row is for.
Result<std::vector<std::size_t>> columns_of(const Json& root, const Robot& robot) {
  std::vector<std::size_t> columns;
  if (!root.contains("joints")) {
    for (std::size_t k = 0; k < robot.drivers().size(); ++k) columns.push_back(k);
    return columns;
  }
  const Json& joints = root["joints"];
  if (!joints.is_array()) return fail(ErrorCode::bad_option, fmt::format("joints: expected a list, found {}", kind_of(joints)));
  for (std::size_t i = 0; i < joints.size(); ++i) {
    const auto wrong = [&](std::string_view why) { return fail(ErrorCode::bad_option, fmt::format("joints[{}]: {}", i, why)); };
    if (!joints[i].is_string()) return wrong("expected a name");
    const auto name = joints[i].get<std::string>();
    const auto driver = robot.find_driver(name);
    if (!driver) return wrong(fmt::format("\"{}\" is not a joint that can be moved", io::printable(name)));
    if (std::ranges::find(columns, *driver) != columns.end())
      return wrong(fmt::format("\"{}\" is there twice", io::printable(name)));
    columns.push_back(*driver);
  }
  return columns;
}

/// One end of an edge: a number for each column, the other drivers at rest.
Result<std::vector<double>> row_of(const Json& edge, const char* field, const std::vector<std::size_t>& columns,
                                   const std::vector<double>& rest) {
  const auto found = edge.find(field);
  if (found == edge.end()) return fail(ErrorCode::bad_option, fmt::format("{}: missing", field));
  if (!found->is_array() || found->size() != columns.size())
    return fail(ErrorCode::bad_option, fmt::format("{}: expected {} numbers, one for each joint", field, columns.size()));
  std::vector<double> row = rest;
  for (std::size_t k = 0; k < columns.size(); ++k) {
    const Json& value = (*found)[k];
    if (!value.is_number())
      return fail(ErrorCode::bad_option, fmt::format("{}[{}]: expected a number, found {}", field, k, kind_of(value)));
    row[columns[k]] = value.get<double>();
  }
  return row;
}

Result<JointEdge> edge_of(const Json& edge, const std::vector<std::size_t>& columns, const std::vector<double>& rest) {
  if (!edge.is_object()) return fail(ErrorCode::bad_option, fmt::format("expected an object, found {}", kind_of(edge)));
  for (const auto& [name, value] : edge.items()) {
    if (name != "from" && name != "to")
      return fail(ErrorCode::bad_option, fmt::format("{}: unknown field of an edge", io::printable(name)));
  }
  Result<std::vector<double>> from = row_of(edge, "from", columns, rest), to = row_of(edge, "to", columns, rest);
  if (!from) return tl::make_unexpected(from.error());
  if (!to) return tl::make_unexpected(to.error());
  return JointEdge{*std::move(from), *std::move(to)};
}

Result<std::vector<JointEdge>> edges_of(const Json& root, const Robot& robot) {
  const Result<std::vector<std::size_t>> columns = columns_of(root, robot);
  if (!columns) return tl::make_unexpected(columns.error());
  const auto list = root.find("edges");
  if (list == root.end() || !list->is_array())
    return fail(ErrorCode::bad_option, "edges: expected a list of {\"from\": […], \"to\": […]}");
  const std::vector<double> rest = robot.rest();
  std::vector<JointEdge> edges;
  for (std::size_t i = 0; i < list->size(); ++i) {
    Result<JointEdge> edge = edge_of((*list)[i], *columns, rest);
    if (!edge) return tl::make_unexpected(at(fmt::format("edges[{}]", i), edge.error()));
    edges.push_back(*std::move(edge));
  }
  return edges;
}

OrderedJson edge_json(const EdgeAnswer& answer) {
  OrderedJson json{{"valid", answer.valid()}, {"status", name_of(answer.status)}};
  if (!answer.valid()) json["free"] = answer.fraction;
  if (!answer.a.empty()) json.update({{"a", answer.a}, {"b", answer.b}});
  return json;
}

OrderedJson robot_contact_json(const RobotContact& contact) {
  OrderedJson json{{"a", contact.a}, {"b", contact.b}, {"kind", contact.b_is_object ? "world" : "self"}, {"t_lo", contact.t_lo}};
  if (contact.t_hi) json["t_hi"] = *contact.t_hi;
  json["initial"] = contact.initial;
  const auto& [p, q] = contact.closest.points;
  json["closest"] = OrderedJson::array({graze::to_json(p, false), graze::to_json(q, false)});
  if (contact.normal) json["normal"] = graze::to_json(*contact.normal, false);
  return json;
}

}  // namespace

Result<std::shared_ptr<const QuestionRobot>> robot_from_question(const Json& root, QuestionScenes& scenes) {
  const auto cell = scenes.cell(root);
  if (!cell) return tl::make_unexpected(cell.error());
  QuestionRobot robot{*cell};
  if (root["query"] == "edges") {
    Result<std::vector<JointEdge>> edges = edges_of(root, (*cell)->robot());
    if (!edges) return tl::make_unexpected(edges.error());
    robot.edges = *std::move(edges);
  } else {
    if (!root.contains("trajectory")) return fail(ErrorCode::bad_option, "trajectory: missing");
    Result<JointTrajectory> trajectory = io::trajectory_field(root["trajectory"], scenes.directory());
    if (!trajectory) return tl::make_unexpected(trajectory.error());
    robot.trajectory = *std::move(trajectory);
  }
  return std::make_shared<const QuestionRobot>(std::move(robot));
}

Result<OrderedJson> answer_edges(const Question& q) {
  const EdgeOptions options{
      .tolerance = q.options.tolerance, .clearance = q.options.clearance.value_or(0), .want_fraction = q.options.fraction};
  return q.robot->cell->check_edges(q.robot->edges, options).map([](const std::vector<EdgeAnswer>& answers) {
    const auto valid = std::ranges::count_if(answers, [](const EdgeAnswer& answer) { return answer.valid(); });
    OrderedJson json{{"edge_count", answers.size()}, {"valid_count", valid}, {"edges", OrderedJson::array()}};
    for (const EdgeAnswer& answer : answers) json["edges"].push_back(edge_json(answer));
    return json;
  });
}

Result<OrderedJson> answer_trajectory(const Question& q) {
  const RobotCheckOptions options{.tolerance = q.options.tolerance,
                                  .clearance = q.options.clearance.value_or(0),
                                  .all = q.options.pairs,
                                  .ignore_initial = q.options.ignore_initial,
                                  .want_clearance = true};
  const Result<RobotImpact> impact = q.robot->cell->first_contact(q.robot->trajectory, options);
  if (!impact) return tl::make_unexpected(at("trajectory", impact.error()));
  OrderedJson json{{"contact", impact->status == TurningStatus::contact}, {"status", name_of(impact->status)}};
  if (impact->first) json.update(robot_contact_json(*impact->first));
  if (impact->status == TurningStatus::unfinished) json["t_lo"] = impact->free_until;
  if (impact->clearance)
    json["clearance"] = {{"distance", impact->clearance->distance},
                         {"tolerance", impact->clearance->tolerance},
                         {"at", impact->clearance->at},
                         {"a", impact->clearance->a},
                         {"b", impact->clearance->b}};
  const auto list = [&](const char* name, const std::vector<RobotContact>& contacts) {
    json[name] = OrderedJson::array();
    for (const RobotContact& contact : contacts) json[name].push_back(robot_contact_json(contact));
  };
  if (q.options.pairs) list("pairs", impact->pairs);
  if (q.options.ignore_initial) list("initial_pairs", impact->initial);
  if (!impact->limits.empty()) json["limits"] = OrderedJson::array();
  for (const LimitViolation& v : impact->limits)
    json["limits"].push_back(
        {{"joint", v.joint}, {"at", v.at}, {"value", v.value}, {"lower", v.limits.lower}, {"upper", v.limits.upper}});
  return json;
}

}  // namespace graze
