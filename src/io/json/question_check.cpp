/// Compares an answer with what its question expects, within the tolerances of the format.

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include <fmt/format.h>
#include <boost/multiprecision/cpp_int.hpp>

#include <graze/query_format.h>

#include "io/json/line.h"

namespace graze {
namespace {

using Difference = std::optional<std::string>;
using Rational = boost::multiprecision::cpp_rational;

/// Relative where the number is larger than 1, absolute below; what the expected answers are known to.
constexpr double default_tolerance = 1e-9;
/// How far before its bracket, in units of time, a contact under rotation may be reported.
constexpr double bracket_early = 5e-3;
/// Relative; fits are compared with the best volume another program found, whose digits this covers.
constexpr double volume_slack = 1e-7;
/// Relative: two units in the last place.
constexpr double exact_time_slack = 4 * std::numeric_limits<double>::epsilon();

const Json* number_in(const Json& object, std::string_view key) {
  const auto field = object.find(key);
  return field != object.end() && field->is_number() ? &*field : nullptr;
}

bool close(double found, double expected, double tol) {
  return std::abs(found - expected) <= tol * std::max(1.0, std::abs(expected));
}

Difference differs(std::string_view key, const Json& expect, const Json& answer) {
  const std::string found = answer.contains(key) ? answer[key].dump() : "nothing";
  return fmt::format("{}: expected {}, got {}", key, expect[key].dump(), found);
}

Difference compare_equal(std::string_view key, const Json& expect, const Json& answer) {
  if (!expect.contains(key) || (answer.contains(key) && answer[key] == expect[key])) return {};
  return differs(key, expect, answer);
}

Difference compare_number(std::string_view key, const Json& expect, const Json& answer, double tol) {
  const Json* expected = number_in(expect, key);
  if (!expected) return {};
  const Json* found = number_in(answer, key);
  if (found && close(found->get<double>(), expected->get<double>(), tol)) return {};
  return differs(key, expect, answer);
}

std::optional<Rational> fraction(const Json& text) {
  if (!text.is_string()) return {};
  const std::string& s = text.get_ref<const std::string&>();
  const std::size_t slash = s.find('/');
  const auto is_whole = [](std::string_view part) {
    if (part.starts_with('-')) part.remove_prefix(1);
    return !part.empty() && part.find_first_not_of("0123456789") == std::string_view::npos;
  };
  const std::string denominator = slash == std::string::npos ? "1" : s.substr(slash + 1);
  if (!is_whole(s.substr(0, slash)) || !is_whole(denominator)) return {};
  if (denominator.find_first_not_of("-0") == std::string::npos) return {};
  using boost::multiprecision::cpp_int;
  return Rational(cpp_int(s.substr(0, slash)), cpp_int(denominator));
}

Difference compare_exact_time(const Rational& exact, double found) {
  const auto exact_double = exact.convert_to<double>();
  if (Rational(found) > exact) return fmt::format("first: {} is after the exact {}", found, exact_double);
  const double early = Rational(exact - Rational(found)).convert_to<double>();
  if (early <= exact_time_slack * std::abs(exact_double)) return {};
  return fmt::format("first: expected {}, got {}", exact_double, found);
}

Difference compare_times(const Json& expect, const Json& answer, double tol) {
  if (!expect.value("contact", false)) return {};
  const Json* first = number_in(answer, "first");
  const std::optional<Rational> exact = expect.contains("first_exact") ? fraction(expect["first_exact"]) : std::nullopt;
  Difference difference;
  if (exact && first && !answer.contains("t_lo")) {
    difference = compare_exact_time(*exact, first->get<double>());
  } else if (const Json* expected = number_in(expect, "first")) {
    const Json* found = first ? first : number_in(answer, "t_lo");
    if (!found || !close(found->get<double>(), expected->get<double>(), tol)) difference = differs("first", expect, answer);
  }
  if (!difference && number_in(answer, "last")) difference = compare_number("last", expect, answer, tol);
  return difference;
}

bool same_point(const Json& p, const Json& q, double tol) {
  if (!p.is_array() || !q.is_array() || p.size() != q.size()) return false;
  return std::equal(p.begin(), p.end(), q.begin(), [&](const Json& x, const Json& y) {
    return x.is_number() && y.is_number() && close(x.get<double>(), y.get<double>(), tol);
  });
}

bool all_found(const Json& points, const Json& among, double tol) {
  return std::all_of(points.begin(), points.end(), [&](const Json& p) {
    return std::any_of(among.begin(), among.end(), [&](const Json& q) { return same_point(p, q, tol); });
  });
}

Difference compare_set(const Json& expect, const Json& answer, double tol) {
  if (!expect.contains("set_type")) return {};
  const Json set = answer.value("set", Json::object());
  const Json type = set.value("type", Json()), points = set.value("points", Json::array());
  if (type != expect["set_type"]) return fmt::format("set: expected {}, got {}", expect["set_type"].dump(), type.dump());
  if (!expect.contains("set_points")) return {};
  const Json& expected = expect["set_points"];
  if (all_found(points, expected, tol) && all_found(expected, points, tol)) return {};
  return fmt::format("set: expected points {}, got {}", expected.dump(), points.dump());
}

Difference compare_closest(const Json& expect, const Json& answer, double tol) {
  const Json* distance = number_in(expect, "distance");
  if (!expect.contains("closest") || !distance) return {};
  const Json pair = answer.value("closest", Json::array());
  double squared = 0;
  const auto is_pair = pair.size() == 2 && pair[0].is_array() && pair[1].is_array() && pair[0].size() == pair[1].size();
  for (std::size_t i = 0; is_pair && i < pair[0].size(); ++i)
    squared += std::pow(pair[0][i].get<double>() - pair[1][i].get<double>(), 2);
  if (is_pair && close(std::sqrt(squared), distance->get<double>(), tol)) return {};
  return fmt::format("closest: {} are not {} apart", pair.dump(), distance->dump());
}

/// A contact of rotating bodies, known to begin within [lo, hi]; without one, min_distance is how close they come.
Difference compare_bracket(const Json& expect, const Json& answer) {
  const bool contact = answer.value("contact", false);
  if (!expect.value("contact", false)) {
    const double apart = expect.value("min_distance", 0.0);
    if (!contact || apart <= 2 * expect.value("tol_length", 0.0)) return {};
    return fmt::format("contact: reported, but the bodies come no closer than {}", apart);
  }
  const double low = expect["bracket"][0].get<double>(), high = expect["bracket"][1].get<double>();
  if (!contact) return fmt::format("contact: missed, at {}", low);
  const Json* found = number_in(answer, "t_lo") ? number_in(answer, "t_lo") : number_in(answer, "first");
  if (!found) return "first: no time";
  const double t = found->get<double>();
  if (t <= high && t >= low - bracket_early) return {};
  return fmt::format("first: {} is {} [{}, {}]", t, t > high ? "after" : "far before", low, high);
}

Difference compare_volume(const Json& expect, const Json& answer) {
  const Json* best = number_in(expect, "volume");
  const Json* found = number_in(answer, "volume");
  if (!best || (found && found->get<double>() <= best->get<double>() * (1 + volume_slack))) return {};
  return differs("volume", expect, answer);
}

Difference compare(const Json& expect, const Json& answer) {
  if (!answer.value("ok", false)) return fmt::format("no answer: {}", answer.value("error", Json()).dump());
  if (expect.contains("bracket")) return compare_bracket(expect, answer);
  const double tol = expect.value("tol", default_tolerance), no_less = std::max(tol, default_tolerance);
  Difference found;
  for (const auto* key : {"intersect", "contains", "contact", "pair_count"})
    if (!found) found = compare_equal(key, expect, answer);
  for (const auto* key : {"distance", "depth"})
    if (!found) found = compare_number(key, expect, answer, tol);
  if (!found) found = compare_closest(expect, answer, no_less);
  if (!found) found = compare_times(expect, answer, no_less);
  if (!found) found = compare_set(expect, answer, no_less);
  if (!found) found = compare_number("t", expect, answer, no_less);
  if (!found) found = compare_volume(expect, answer);
  return found;
}

}  // namespace

std::optional<std::string> unmet_expectation(std::string_view expect, std::string_view answer) {
  const Json expected = Json::parse(expect, nullptr, false), found = Json::parse(answer, nullptr, false);
  if (!expected.is_object() || !found.is_object()) return "expect: not an object";
  try {
    return compare(expected, found);
  } catch (const Json::exception&) {  // an expectation of the wrong type, such as "tol": "small"
    return "expect: a field has the wrong type";
  }
}

}  // namespace graze
