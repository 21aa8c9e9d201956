#include <algorithm>
#include <limits>

#include <fmt/format.h>

#include "io/json/body.h"
#include "io/json/fields.h"
#include <graze/query_format.h>
#include "io/json/question_kinds.h"

namespace graze {
namespace {

Result<QuestionBody> read_body(const Json& root, std::string_view name, QuestionMeshes& meshes) {
  const auto shape = root.find(name);
  if (shape == root.end()) return fail(ErrorCode::bad_shape, fmt::format("{}: missing", name));
  return body_from_json(*shape, meshes).map_error([&](const Error& error) { return at(name, error); });
}

/// Numbers with a lower end; `inclusive` says whether the end itself is allowed.
std::optional<double> read_at_least_0(JsonFields& fields, std::string_view name, bool inclusive = true) {
  if (!fields.has(name)) return std::nullopt;
  const double value = fields.number(name);
  if (!fields.error() && (value < 0 || (value == 0 && !inclusive)))
    fields.report(ErrorCode::bad_option, fmt::format("{}: {} is not {} 0", name, value, inclusive ? ">=" : ">"));
  return value;
}

/// Deeper than any tree is as good as no limit.
std::optional<std::uint32_t> read_depth(JsonFields& fields, std::string_view name) {
  if (!fields.has(name)) return std::nullopt;
  constexpr std::uint64_t greatest = std::numeric_limits<std::uint32_t>::max();
  return static_cast<std::uint32_t>(std::min(fields.count(name), greatest));
}

Result<QuestionOptions> read_options(const Json& root) {
  QuestionOptions options;
  JsonFields fields(root, ErrorCode::bad_option);
  options.t_max = read_at_least_0(fields, "t_max").value_or(options.t_max);
  options.tol = read_at_least_0(fields, "tol", false);
  options.tolerance = read_at_least_0(fields, "tolerance");
  options.clearance = read_at_least_0(fields, "clearance");
  options.distance = read_at_least_0(fields, "distance");
  options.relative_error = read_at_least_0(fields, "relative_error").value_or(0);
  options.absolute_error = read_at_least_0(fields, "absolute_error").value_or(0);
  if (fields.has("method")) options.method = fields.string("method");
  if (fields.has("max_pairs")) options.max_pairs = fields.count("max_pairs");
  options.max_depths = {read_depth(fields, "max_depth_a"), read_depth(fields, "max_depth_b")};
  if (fields.has("sub_steps")) options.sub_steps = fields.count("sub_steps");
  for (const auto& [name, wanted] : {std::pair{"solid", &options.solid}, std::pair{"curves", &options.curves},
                                     std::pair{"pairs", &options.pairs}, std::pair{"last", &options.last}}) {
    if (fields.has(name)) *wanted = fields.boolean(name);
  }
  if (fields.error()) return tl::make_unexpected(*fields.error());
  return options;
}

Result<const QuestionKind*> find_kind(std::string_view name) {
  if (const QuestionKind* kind = find_question_kind(name)) return kind;
  return fail(ErrorCode::unknown_query, fmt::format("query: unknown question {}", Json(name).dump()));
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

Result<Question> read_question(const Json& root, QuestionMeshes& meshes) {
  const Result<const QuestionKind*> kind = read_kind(root);
  if (!kind) return tl::make_unexpected(kind.error());
  Question question;
  question.query = (*kind)->name;
  Result<QuestionOptions> options = read_options(root);
  if (!options) return tl::make_unexpected(options.error());
  question.options = std::move(*options);
  for (const bool is_b : {false, true}) {
    if (is_b && (*kind)->bodies == 1) break;
    Result<QuestionBody> read = read_body(root, is_b ? "b" : "a", meshes);
    if (!read) return tl::make_unexpected(read.error());
    (is_b ? question.b : question.a) = std::move(read->body);
    (is_b ? question.path_b : question.path_a) = std::move(read->path);
  }
  if (question.b && question.a->geometry.is_planar() != question.b->geometry.is_planar())
    return fail(ErrorCode::bad_shape, fmt::format("b: {0} 2D shape, a {1} one", question.b->geometry.is_planar() ? "a" : "not a",
                                                  question.a->geometry.is_planar() ? "is" : "is not"));
  if (root.contains("expect")) question.expect = root["expect"].dump();
  question.is_expectation_soft = is_marked(root, "borderline") || is_marked(root, "disputed") || is_marked(root, "inputs_rounded");
  return question;
}

Result<OrderedJson> answer_fields(const Result<Question>& question) {
  if (!question) return tl::make_unexpected(question.error());
  return find_kind(question->query).and_then([&](const QuestionKind* kind) { return kind->answer(*question); });
}

}  // namespace

QuestionReader::QuestionReader(std::filesystem::path directory) : meshes_(std::make_unique<QuestionMeshes>(std::move(directory))) {}
QuestionReader::~QuestionReader() = default;
QuestionReader::QuestionReader(QuestionReader&&) noexcept = default;
QuestionReader& QuestionReader::operator=(QuestionReader&&) noexcept = default;

QuestionLine QuestionReader::read(std::string_view line) const {
  JsonLine json = read_json_line(line);
  if (!json.root) return {std::move(json.id), tl::make_unexpected(json.root.error())};
  return {std::move(json.id), read_question(*json.root, *meshes_)};
}

Answer answer(const QuestionLine& line) {
  Result<OrderedJson> fields = answer_fields(line.question);
  const bool ok = fields.has_value();
  if (!ok) fields = OrderedJson{{"error", {{"code", name_of(fields.error().code)}, {"message", fields.error().message}}}};
  const std::string rest = fields->dump(-1, ' ', false, OrderedJson::error_handler_t::replace);
  return {ok, fmt::format(R"({{"id":{},"ok":{},{})", line.id, ok, rest.substr(1))};
}

}  // namespace graze
