/// Reads the options of a question and refuses those that it does not take.

#include "io/query/question_options.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "io/json/fields.h"

namespace graze {
namespace {

/// Every option of any question.
constexpr std::array all_options = std::to_array<std::string_view>(
    {"axes",           "t_max",     "tol",           "tolerance",   "clearance",   "distance",  "relative_error",
     "absolute_error", "method",    "max_pairs",     "max_depth_a", "max_depth_b", "sub_steps", "margin",
     "solid",          "curves",    "pairs",         "last",        "first_only",  "expect",    "front_only",
     "direction",      "triangles", "max_triangles", "bodies"});

/// Of questions about scenes and robots alone: words that lines about two bodies may use as annotations.
constexpr std::array scene_words = std::to_array<std::string_view>(
    {"scene", "robot", "world", "edges", "joints", "trajectory", "count", "resolution", "fraction", "ignore_initial"});

/// Fields of a question other than options, and the time, which every question takes. Too short a word to be missed nearly.
constexpr std::array<std::string_view, 9> other_fields{"id",       "query",          "a", "b", "expect", "borderline",
                                                       "disputed", "inputs_rounded", "at"};

bool is_among(std::span<const std::string_view> names, std::string_view name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

/// Without underscores, in lower case.
std::string simplified(std::string_view name) {
  std::string result;
  for (const char c : name) {
    if (c != '_') result += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  }
  return result;
}

/// Whether one insertion, deletion or replacement of a letter, one swap of neighbours, or nothing makes one of the other.
bool is_one_edit_apart(std::string_view x, std::string_view y) {
  if (x.size() > y.size()) std::swap(x, y);
  if (y.size() - x.size() > 1) return false;
  const auto at = static_cast<std::size_t>(std::mismatch(x.begin(), x.end(), y.begin()).first - x.begin());
  const std::string_view rest_x = x.substr(at), rest_y = y.substr(at);
  if (rest_y.empty()) return true;
  if (x.size() != y.size()) return rest_x == rest_y.substr(1);
  const bool swapped =
      rest_x.size() > 1 && rest_x[0] == rest_y[1] && rest_x[1] == rest_y[0] && rest_x.substr(2) == rest_y.substr(2);
  return swapped || rest_x.substr(1) == rest_y.substr(1);
}

Result<void> check_field(const std::string& name, std::string_view query, std::span<const std::string_view> taken, bool strict) {
  if (is_among(other_fields, name) || is_among(taken, name)) return {};
  const bool is_about_scenes = is_among(taken, "scene") || is_among(taken, "robot");
  if (is_among(all_options, name) || (is_about_scenes && is_among(scene_words, name)))
    return fail(ErrorCode::bad_option, fmt::format("{}: not an option of {}, which takes {}", name, query,
                                                   taken.empty() ? "none" : fmt::format("{}", fmt::join(taken, ", "))));
  if (const auto meant = meant_by(name, is_about_scenes ? taken : std::span<const std::string_view>(all_options)))
    return fail(ErrorCode::bad_option, fmt::format("{}: did you mean {}?", name, *meant));
  if (strict) return fail(ErrorCode::bad_option, fmt::format("{}: unknown field", name.empty() ? "\"\"" : name));
  return {};
}

/// Numbers with a lower end; `inclusive` says whether the end itself is allowed.
std::optional<double> read_at_least_0(JsonFields& fields, std::string_view name, bool inclusive = true) {
  if (!fields.has(name)) return std::nullopt;
  const double value = fields.number(name);
  if (!fields.error() && (value < 0 || (value == 0 && !inclusive)))
    fields.report(ErrorCode::bad_option, fmt::format("{}: {} is not {} 0", name, value, inclusive ? ">=" : ">"));
  return value;
}

/// Under either of its names. Turning bodies need a positive one.
std::optional<double> read_tolerance(JsonFields& fields, std::string_view query) {
  if (fields.has("tol") && fields.has("tolerance"))
    fields.report(ErrorCode::bad_option, "tol: the same as tolerance; give one of them");
  return read_at_least_0(fields, fields.has("tol") ? "tol" : "tolerance", query != "sweep" && query != "closest_approach");
}

/// A depth beyond that of any tree means no limit.
std::optional<std::uint32_t> read_depth(JsonFields& fields, std::string_view name) {
  if (!fields.has(name)) return std::nullopt;
  constexpr std::uint64_t greatest = std::numeric_limits<std::uint32_t>::max();
  return static_cast<std::uint32_t>(std::min(fields.count(name), greatest));
}

/// Of two or three numbers; whether that suits the bodies is looked at when they are known.
std::optional<Vec3> read_direction(JsonFields& fields, const Json& root) {
  if (!fields.has("direction")) return std::nullopt;
  const Json& list = root["direction"];
  if (!list.is_array() || list.size() != 2) return fields.vec<3>("direction");
  const Vec2 in_plane = fields.vec<2>("direction");
  return Vec3(in_plane.x(), in_plane.y(), 0);
}

}  // namespace

std::optional<std::string_view> meant_by(std::string_view name, std::span<const std::string_view> words) {
  const std::string simple = simplified(name);
  for (const std::string_view word : words) {
    if (is_one_edit_apart(simple, simplified(word))) return word;
  }
  return std::nullopt;
}

Result<QuestionOptions> options_from_json(const Json& root, std::string_view query, std::span<const std::string_view> taken,
                                          bool strict) {
  for (const auto& [name, value] : root.items()) {
    if (const auto ok = check_field(name, query, taken, strict); !ok) return tl::make_unexpected(ok.error());
  }
  QuestionOptions options;
  JsonFields fields(root, ErrorCode::bad_option);
  options.t_max = read_at_least_0(fields, "t_max").value_or(options.t_max);
  options.tolerance = read_tolerance(fields, query);
  options.clearance = read_at_least_0(fields, "clearance");
  options.distance = read_at_least_0(fields, "distance");
  options.relative_error = read_at_least_0(fields, "relative_error").value_or(0);
  options.absolute_error = read_at_least_0(fields, "absolute_error").value_or(0);
  if (fields.has("method")) options.method = fields.string("method");
  if (fields.has("axes")) options.axes = fields.corners<3, 3>("axes");
  if (fields.has("max_pairs")) options.max_pairs = fields.count("max_pairs");
  options.max_depths = {read_depth(fields, "max_depth_a"), read_depth(fields, "max_depth_b")};
  if (fields.has("sub_steps")) options.sub_steps = fields.count("sub_steps");
  options.margin = read_at_least_0(fields, "margin", true).value_or(0);
  options.at = read_at_least_0(fields, "at").value_or(0);
  if (fields.has("max_triangles")) options.max_triangles = fields.count("max_triangles");
  options.direction = read_direction(fields, root);
  if (is_among(taken, "count") && fields.has("count")) options.count = fields.count("count");
  if (is_among(taken, "resolution")) options.resolution = read_at_least_0(fields, "resolution", false).value_or(options.resolution);
  for (const auto& [name, wanted] :
       {std::pair{"solid", &options.solid}, std::pair{"curves", &options.curves}, std::pair{"pairs", &options.pairs},
        std::pair{"last", &options.last}, std::pair{"first_only", &options.first_only},
        std::pair{"front_only", &options.front_only}, std::pair{"triangles", &options.triangles},
        std::pair{"fraction", &options.fraction}, std::pair{"ignore_initial", &options.ignore_initial}}) {
    if (is_among(taken, name) && fields.has(name)) *wanted = fields.boolean(name);
  }
  if (fields.error()) return tl::make_unexpected(*fields.error());
  return options;
}

}  // namespace graze
