/// Reads a question from a line of JSON and answers it.

#include <algorithm>
#include <cmath>
#include <exception>
#include <limits>
#include <new>
#include <stdexcept>
#include <type_traits>

#include <fmt/format.h>

#include <graze/path.h>
#include <graze/query_format.h>

#include "body/pair.h"
#include "io/json/body.h"
#include "io/json/fields.h"
#include "io/query/answer.h"
#include "io/query/part_names.h"
#include "io/query/question_kinds.h"
#include "io/query/question_options.h"
#include "io/query/question_scenes.h"
#include "io/scene/scene_meshes.h"
#include "mesh/box_leaves.h"

namespace graze {
namespace {

Result<QuestionBody> read_body(const Json& root, std::string_view name, QuestionMeshes& meshes) {
  const auto shape = root.find(name);
  if (shape == root.end()) return fail(ErrorCode::bad_shape, fmt::format("{}: missing", name));
  return body_from_json(*shape, meshes).map_error([&](const Error& error) { return at(name, error); });
}

Result<const QuestionKind*> find_kind(std::string_view name) {
  if (const QuestionKind* kind = find_question_kind(name)) return kind;
  const auto meant = meant_by(name, question_names());
  return fail(ErrorCode::unknown_query, fmt::format("query: unknown question {}{}", Json(name).dump(),
                                                    meant ? fmt::format(" (did you mean {}?)", *meant) : ""));
}

Result<const QuestionKind*> read_kind(const Json& root) {
  if (!root.is_object()) return fail(ErrorCode::bad_json, fmt::format("expected an object, found {}", kind_of(root)));
  JsonFields fields(root, ErrorCode::unknown_query);
  const std::string name = fields.string("query");
  if (fields.error()) return tl::make_unexpected(*fields.error());
  return find_kind(name);
}

bool is_marked(const Json& root, std::string_view mark) {
  const auto field = root.find(mark);
  return field != root.end() && field->is_boolean() && field->get<bool>();
}

/// A body beside a and b would be forgotten.
Result<void> check_no_third_body(const Json& root) {
  for (const auto& [name, value] : root.items()) {
    const bool is_body = name.size() == 1 && name != "a" && name != "b" && value.is_object() && value.contains("type");
    if (is_body)
      return fail(ErrorCode::bad_option, fmt::format("{}: a question is about a and b; more go into a list \"bodies\"", name));
  }
  return {};
}

/// As many numbers as the bodies have coordinates.
Result<void> check_direction_size(const Json& root, const Geometry& geometry) {
  const auto direction = root.find("direction");
  const std::size_t wanted = geometry.is_planar() ? 2 : 3;
  if (direction == root.end() || direction->size() == wanted) return {};
  return fail(ErrorCode::bad_option, fmt::format("direction: expected {} numbers, found {}", wanted, direction->size()));
}

/// The bodies of a list, as they are at the time of the question.
Result<std::vector<Body>> read_bodies(const Json& root, QuestionMeshes& meshes, const QuestionOptions& options) {
  const Json& list = root["bodies"];
  if (!list.is_array() || list.size() < 2) return fail(ErrorCode::bad_option, "bodies: expected a list of two bodies or more");
  for (const char* other : {"a", "b"}) {
    if (root.contains(other)) return fail(ErrorCode::bad_option, fmt::format("bodies: not together with {}", other));
  }
  std::vector<Body> bodies;
  for (std::size_t i = 0; i < list.size(); ++i) {
    const std::string name = fmt::format("bodies[{}]", i);
    Result<QuestionBody> read = body_from_json(list[i], meshes);
    if (!read) return tl::make_unexpected(at(name, read.error()));
    read->body.solid = read->solid.value_or(options.solid);
    bodies.push_back(read->path ? at_time(read->body.geometry, *read->path, options.at, read->body.solid)
                                : at_time(read->body, options.at));
    if (const auto ok = query::check_same_space(bodies.front().geometry, bodies.back().geometry); !ok)
      return tl::make_unexpected(at(name, ok.error()));
  }
  return bodies;
}

/// Whether the question follows motions in time, from the time it is asked at on.
bool is_about_motion(std::string_view query) {
  return query == "sweep" || query == "closest_approach" || query == "contacts_to_depth";
}

/// The bodies as they are at the time of the question, going on as they do.
Result<void> go_to_time(Question& question) {
  const double t = question.options.at;
  if (t == 0) return {};
  const auto go = [&](std::optional<Body>& body, std::optional<Path>& path) {
    if (!body) return;
    body = path ? Body{body->geometry, path->pose_at(t), {}, body->solid} : at_time(*body, t);
    if (path) path = path->from_time(t);
  };
  go(question.a, question.path_a);
  go(question.b, question.path_b);
  if (!is_about_motion(question.query)) return {};
  if (question.options.t_max < t)
    return fail(ErrorCode::bad_option, fmt::format("at: {} is after t_max {}", t, question.options.t_max));
  question.options.t_max -= t;
  return {};
}

/// Times of an answer count from 0 again: those before which something is sure rounded down, the others up.
void count_from_start(OrderedJson& json, double at) {
  const auto shift = [&](const char* name, double toward) {
    if (!json.contains(name) || !json[name].is_number()) return;
    const double t = json[name].get<double>();
    json[name] = t == 0 ? at : std::max(at, std::nextafter(at + t, toward));
  };
  constexpr double end = std::numeric_limits<double>::infinity();
  for (const char* name : {"first", "t_lo", "time"}) shift(name, 0);
  for (const char* name : {"last", "t_hi"}) shift(name, end);
  if (!json.contains("contacts")) return;
  for (OrderedJson& contact : json["contacts"]) count_from_start(contact, at);
}

/// What a question about a scene or a robot must not have.
Result<void> check_fields_around(const Json& root, const QuestionKind& kind) {
  const char* about = kind.about == QuestionKind::About::scene ? "a scene" : "a robot";
  if (root.contains("b")) return fail(ErrorCode::bad_option, fmt::format("b: {} is about {} and has no b", kind.name, about));
  if (root.contains("a") && kind.bodies == 0 && !kind.takes_probe)
    return fail(ErrorCode::bad_option, fmt::format("a: {} is about {} and has no a", kind.name, about));
  if (root.contains("at") && kind.is_about_motion)
    return fail(ErrorCode::bad_option, fmt::format("at: {} begins at time 0", kind.name));
  return {};
}

Result<void> read_surroundings(const Json& root, const QuestionKind& kind, QuestionScenes& scenes, Question& question) {
  if (kind.about == QuestionKind::About::bodies) return {};
  if (const auto ok = check_fields_around(root, kind); !ok) return ok;
  if (kind.about == QuestionKind::About::scene) return scenes.scene(root).map([&](const auto& scene) { question.scene = scene; });
  return robot_from_question(root, scenes).map([&](const auto& robot) { question.robot = robot; });
}

/// How many bodies, a and b, the line is to have.
int body_count(const Json& root, const QuestionKind& kind) { return kind.takes_probe && root.contains("a") ? 1 : kind.bodies; }

Result<Question> read_question(const Json& root, QuestionMeshes& meshes, QuestionScenes& scenes, bool strict) {
  const Result<const QuestionKind*> kind = read_kind(root);
  if (!kind) return tl::make_unexpected(kind.error());
  Question question;
  question.query = (*kind)->name;
  Result<QuestionOptions> options = options_from_json(root, (*kind)->name, (*kind)->options, strict);
  if (!options) return tl::make_unexpected(options.error());
  question.options = std::move(*options);
  if (const auto ok = check_no_third_body(root); !ok) return tl::make_unexpected(ok.error());
  if (const auto ok = read_surroundings(root, **kind, scenes, question); !ok) return tl::make_unexpected(ok.error());
  const bool is_list = root.contains("bodies");
  if (is_list) {
    Result<std::vector<Body>> bodies = read_bodies(root, meshes, question.options);
    if (!bodies) return tl::make_unexpected(bodies.error());
    question.bodies = std::move(*bodies);
  }
  for (const bool is_b : {false, true}) {
    if (is_list) break;
    if (body_count(root, **kind) < (is_b ? 2 : 1)) break;
    Result<QuestionBody> read = read_body(root, is_b ? "b" : "a", meshes);
    if (!read) return tl::make_unexpected(read.error());
    const bool otherwise = question.scene ? io::counts_as_solid(read->body.geometry, solids_of(root)) : question.options.solid;
    read->body.solid = read->solid.value_or(otherwise);
    (is_b ? question.b : question.a) = std::move(read->body);
    (is_b ? question.path_b : question.path_a) = std::move(read->path);
    (is_b ? question.repaired_b : question.repaired_a) = read->repaired;
    (is_b ? question.integrated_b : question.integrated_a) = read->integrated;
  }
  if (question.b) {
    if (const auto ok = query::check_same_space(question.a->geometry, question.b->geometry); !ok)
      return tl::make_unexpected(ok.error());
  }
  if (question.a) {
    if (const auto ok = check_direction_size(root, question.a->geometry); !ok) return tl::make_unexpected(ok.error());
  }
  if (!question.scene) {
    if (const auto ok = go_to_time(question); !ok) return tl::make_unexpected(ok.error());
  }
  if (root.contains("expect")) question.expect = root["expect"].dump();
  question.is_expectation_soft = is_marked(root, "borderline") || is_marked(root, "disputed") || is_marked(root, "inputs_rounded");
  return question;
}

/// action(), which returns a Result. What containers or dependencies throw becomes an error of this line alone.
template <class Action>
std::invoke_result_t<const Action&> contained(const Action& action) {
  try {
    return action();
  } catch (const std::bad_alloc&) {
    return fail(ErrorCode::limit, "line: does not fit into memory");
  } catch (const std::length_error&) {
    return fail(ErrorCode::limit, "line: does not fit into memory");
  } catch (const std::exception& unforeseen) {
    return fail(ErrorCode::bad_json, fmt::format("line: failed: {}", unforeseen.what()));
  }
}

/// Whether boxes of leaves stood for the triangles in them, so that contact may be reported where only boxes meet.
bool is_about_box_leaves(const Question& q) {
  if (!q.b || !query::has_box_leaves(*q.a, *q.b) || !query::is_mesh(*q.a) || !query::is_mesh(*q.b)) return false;
  if (q.query == "overlap" || q.query == "contacts_to_depth") return true;
  const bool turns = q.path_a || q.path_b || q.a->motion.rotates() || q.b->motion.rotates();
  return q.query == "sweep" && !turns && !q.options.pairs;
}

Result<OrderedJson> answer_fields(const Result<Question>& question) {
  if (!question) return tl::make_unexpected(question.error());
  return find_kind(question->query)
      .and_then([&](const QuestionKind* kind) { return kind->answer(*question); })
      .map([&](OrderedJson json) {
        if (question->options.at > 0 && is_about_motion(question->query)) count_from_start(json, question->options.at);
        add_part_names(json, *question);
        if (is_about_box_leaves(*question)) json["box_leaves"] = true;
        if (question->integrated_a) json["integration"]["a"] = to_json(*question->integrated_a);
        if (question->integrated_b) json["integration"]["b"] = to_json(*question->integrated_b);
        if (question->repaired_a) json["repaired"]["a"] = *question->repaired_a;
        if (question->repaired_b) json["repaired"]["b"] = *question->repaired_b;
        return json;
      });
}

}  // namespace

QuestionReader::QuestionReader(std::filesystem::path directory, bool strict)
    : meshes_(std::make_unique<QuestionMeshes>(directory)),
      scenes_(std::make_unique<QuestionScenes>(std::move(directory))),
      strict_(strict) {}
QuestionReader::~QuestionReader() = default;
QuestionReader::QuestionReader(QuestionReader&&) noexcept = default;
QuestionReader& QuestionReader::operator=(QuestionReader&&) noexcept = default;

void QuestionReader::use_meshes(std::function<Result<Geometry>(const std::filesystem::path& path)> source) {
  meshes_->use(std::move(source));
}

QuestionLine QuestionReader::read(std::string_view line) const {
  QuestionLine result{"null", fail(ErrorCode::bad_json, "line: not read")};
  result.question = contained([&]() -> Result<Question> {
    JsonLine json = read_json_line(line);
    result.id = std::move(json.id);
    if (!json.root) return tl::make_unexpected(json.root.error());
    return read_question(*json.root, *meshes_, *scenes_, strict_);
  });
  return result;
}

Answer answer(const QuestionLine& line) {
  Result<OrderedJson> fields = contained([&] { return answer_fields(line.question); });
  const bool ok = fields.has_value();
  if (!ok) fields = OrderedJson{{"error", {{"code", name_of(fields.error().code)}, {"message", fields.error().message}}}};
  const std::string rest = fields->dump(-1, ' ', false, OrderedJson::error_handler_t::replace);
  return {ok, fmt::format(R"({{"id":{},"ok":{},{})", line.id, ok, rest.substr(1))};
}

}  // namespace graze
