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

/// Numbers by the tolerance, all else by itself, lists and objects by what they hold.
bool alike(const Json& found, const Json& expected, double tol) {
  if (found.is_number() && expected.is_number()) return close(found.get<double>(), expected.get<double>(), tol);
  if (found.type() != expected.type() || found.size() != expected.size()) return false;
  if (!expected.is_structured()) return found == expected;
  const auto items = expected.items();
  if (expected.is_object())
    return std::all_of(items.begin(), items.end(),
                       [&](const auto& item) { return found.contains(item.key()) && alike(found[item.key()], item.value(), tol); });
  return std::equal(found.begin(), found.end(), expected.begin(), [&](const Json& x, const Json& y) { return alike(x, y, tol); });
}

/// What is compared, and how exactly.
struct Compared {
  const Json& expect;
  const Json& answer;
  double tol;      ///< of the expectation
  double no_less;  ///< the same, but not below the default
};

Difference differs(std::string_view key, const Json& expect, const Json& answer) {
  const std::string found = answer.contains(key) ? answer[key].dump() : "nothing";
  return fmt::format("{}: expected {}, got {}", key, expect[key].dump(), found);
}

/// Fields without a rule of their own: a name that the answer does not have is a mistake, of the expectation or of the answer.
Difference compare_any(std::string_view key, const Compared& c) {
  if (c.answer.contains(key) && alike(c.answer[key], c.expect[key], c.tol)) return {};
  return differs(key, c.expect, c.answer);
}

Difference compare_equal(std::string_view key, const Compared& c) {
  if (c.answer.contains(key) && c.answer[key] == c.expect[key]) return {};
  return differs(key, c.expect, c.answer);
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

/// Of bodies that turn, the time before which there is no contact.
Difference compare_first(std::string_view key, const Compared& c) {
  const Json* found = number_in(c.answer, "first");
  if (found && c.expect.contains("first_exact")) return {};  // which is compared by itself
  if (!found) found = number_in(c.answer, "t_lo");
  if (found && alike(*found, c.expect[key], c.no_less)) return {};
  return differs(key, c.expect, c.answer);
}

Difference compare_first_exact(std::string_view key, const Compared& c) {
  const std::optional<Rational> exact = fraction(c.expect[key]);
  if (!exact) return fmt::format("{}: {} is no fraction", key, c.expect[key].dump());
  if (const Json* first = number_in(c.answer, "first")) return compare_exact_time(*exact, first->get<double>());
  const Json* found = number_in(c.answer, "t_lo");
  if (found && close(found->get<double>(), exact->convert_to<double>(), c.no_less)) return {};
  return differs(key, c.expect, c.answer);
}

/// Meshes tell the last time only where it was asked for.
Difference compare_last(std::string_view key, const Compared& c) {
  if (c.answer.contains("last") && alike(c.answer["last"], c.expect[key], c.no_less)) return {};
  return differs(key, c.expect, c.answer);
}

Difference compare_last_exact(std::string_view key, const Compared& c) {
  const std::optional<Rational> exact = fraction(c.expect[key]);
  if (!exact) return fmt::format("{}: {} is no fraction", key, c.expect[key].dump());
  const Json* found = number_in(c.answer, "last");
  if (found && close(found->get<double>(), exact->convert_to<double>(), c.no_less)) return {};
  return fmt::format("last: expected {}, got {}", exact->convert_to<double>(), found ? found->dump() : "nothing");
}

bool all_found(const Json& points, const Json& among, double tol) {
  return std::all_of(points.begin(), points.end(), [&](const Json& p) {
    return std::any_of(among.begin(), among.end(), [&](const Json& q) { return p.is_array() && alike(p, q, tol); });
  });
}

Difference compare_set_type(std::string_view key, const Compared& c) {
  const Json type = c.answer.value("set", Json::object()).value("type", Json());
  if (type == c.expect[key]) return {};
  return fmt::format("set: expected {}, got {}", c.expect[key].dump(), type.dump());
}

Difference compare_set_points(std::string_view key, const Compared& c) {
  const Json& expected = c.expect[key];
  const Json points = c.answer.value("set", Json::object()).value("points", Json::array());
  if (expected.is_array() && all_found(points, expected, c.no_less) && all_found(expected, points, c.no_less)) return {};
  return fmt::format("set: expected points {}, got {}", expected.dump(), points.dump());
}

/// How far the two points are apart; nothing when they are no two points.
std::optional<double> length_of(const Json& pair) {
  const auto is_point = [](const Json& p) {
    return p.is_array() && std::all_of(p.begin(), p.end(), [](const Json& x) { return x.is_number(); });
  };
  if (!pair.is_array() || pair.size() != 2 || !is_point(pair[0]) || !is_point(pair[1]) || pair[0].size() != pair[1].size())
    return {};
  double squared = 0;
  for (std::size_t i = 0; i < pair[0].size(); ++i) squared += std::pow(pair[0][i].get<double>() - pair[1][i].get<double>(), 2);
  return std::sqrt(squared);
}

/// There may be many nearest pairs: what counts is how far the points are apart.
Difference compare_closest(std::string_view key, const Compared& c) {
  const Json* distance = number_in(c.expect, "distance");
  const std::optional<double> expected = distance ? distance->get<double>() : length_of(c.expect[key]);
  const Json pair = c.answer.value("closest", Json::array());
  const std::optional<double> found = length_of(pair);
  if (!expected) return fmt::format("closest: {} are not two points", c.expect[key].dump());
  if (found && close(*found, *expected, c.no_less)) return {};
  return fmt::format("closest: {} are not {} apart", pair.dump(), Json(*expected).dump());
}

/// A number is how many there are.
Difference compare_hits(std::string_view key, const Compared& c) {
  if (!c.expect[key].is_number()) return compare_any(key, c);
  const std::size_t count = c.answer.value("hits", Json::array()).size();
  if (c.expect[key] == count && c.answer.contains("intersect")) return {};
  return fmt::format("hits: expected {}, got {}", c.expect[key].dump(), count);
}

Difference compare_number(std::string_view key, const Compared& c) {
  if (c.answer.contains(key) && alike(c.answer[key], c.expect[key], c.no_less)) return {};
  return differs(key, c.expect, c.answer);
}

Difference compare_volume(std::string_view key, const Compared& c) {
  const Json* best = number_in(c.expect, key);
  const Json* found = number_in(c.answer, key);
  if (best && found && found->get<double>() <= best->get<double>() * (1 + volume_slack)) return {};
  return differs(key, c.expect, c.answer);
}

struct Rule {
  std::string_view key;
  Difference (*compare)(std::string_view key, const Compared& c);
};

/// In this order: the first difference is the one that is told.
constexpr Rule rules[] = {
    {"intersect", compare_equal},
    {"contains", compare_equal},
    {"contact", compare_equal},
    {"pair_count", compare_equal},
    {"distance", compare_any},
    {"depth", compare_any},
    {"closest", compare_closest},
    {"first_exact", compare_first_exact},
    {"first", compare_first},
    {"last_exact", compare_last_exact},
    {"last", compare_last},
    {"set_type", compare_set_type},
    {"set_points", compare_set_points},
    {"t", compare_number},
    {"volume", compare_volume},
    {"hits", compare_hits},
    {"point", compare_number},
};

bool has_rule(std::string_view key) {
  return std::any_of(std::begin(rules), std::end(rules), [&](const Rule& rule) { return rule.key == key; });
}

/// A contact of rotating bodies, known to begin within [lo, hi]; without one, min_distance is how close they come.
Difference compare_bracket(const Json& expect, const Json& answer) {
  if (!answer.contains("contact")) return "contact: not in the answer";
  const bool contact = answer["contact"].get<bool>();
  if (!expect.value("contact", false)) {
    const double apart = expect.value("min_distance", 0.0);
    if (!contact || apart <= 2 * expect.value("tol_length", 0.0)) return {};
    return fmt::format("contact: reported, but the bodies come no closer than {}", apart);
  }
  const double low = expect["bracket"].at(0).get<double>(), high = expect["bracket"].at(1).get<double>();
  if (!contact) return fmt::format("contact: missed, at {}", low);
  const Json* found = number_in(answer, "t_lo") ? number_in(answer, "t_lo") : number_in(answer, "first");
  if (!found) return "first: no time";
  const double t = found->get<double>();
  if (t <= high && t >= low - bracket_early) return {};
  return fmt::format("first: {} is {} [{}, {}]", t, t > high ? "after" : "far before", low, high);
}

/// Says how to compare, not what to expect.
bool is_measure(std::string_view key, bool is_bracket) {
  if (key == "tol") return true;
  constexpr std::string_view of_brackets[] = {"bracket", "contact", "first", "min_distance", "tol_length"};
  return is_bracket && std::find(std::begin(of_brackets), std::end(of_brackets), key) != std::end(of_brackets);
}

/// Every field is compared, or is said to be no part of the answer.
Difference compare(const Json& expect, const Json& answer) {
  if (!answer.value("ok", false)) return fmt::format("no answer: {}", answer.value("error", Json()).dump());
  const bool is_bracket = expect.contains("bracket");
  const double tol = expect.value("tol", default_tolerance);
  const Compared compared{expect, answer, tol, std::max(tol, default_tolerance)};
  Difference found = is_bracket ? compare_bracket(expect, answer) : Difference{};
  std::size_t count = is_bracket ? 1 : 0;
  for (const Rule& rule : rules) {
    if (!expect.contains(rule.key) || is_measure(rule.key, is_bracket)) continue;
    ++count;
    if (!found) found = rule.compare(rule.key, compared);
  }
  for (const auto& [key, value] : expect.items()) {
    if (has_rule(key) || is_measure(key, is_bracket)) continue;
    ++count;
    if (!found) found = compare_any(key, compared);
  }
  return count == 0 ? "expect: nothing to compare" : found;
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
