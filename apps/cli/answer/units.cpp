/// A table of units.

#include "answer/units.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace graze::cli {
namespace {

struct NamedUnit {
  std::string_view name;
  double metres;
};

constexpr std::array units{NamedUnit{"um", 1.0 / 1'000'000}, NamedUnit{"mm", 1e-3},  NamedUnit{"cm", 1e-2}, NamedUnit{"m", 1},
                           NamedUnit{"in", 0.0254},          NamedUnit{"ft", 0.3048}};

/// Files write units with few digits; the units themselves are far apart.
constexpr double same_unit = 1e-6;

/// How far from the factor, as a share of it: the same part saved twice differs by nothing, parts that belong together by more.
constexpr double near_factor = 0.02;

}  // namespace

std::vector<std::string> unit_names() {
  std::vector<std::string> names;
  for (const NamedUnit& unit : units) names.emplace_back(unit.name);
  return names;
}

double metres_in(std::string_view unit) {
  const auto found = std::ranges::find(units, unit, &NamedUnit::name);
  return found == units.end() ? 1 : found->metres;
}

std::optional<std::string> unit_of_metres(double metres) {
  const auto found =
      std::ranges::find_if(units, [&](const NamedUnit& u) { return std::abs(metres - u.metres) <= same_unit * u.metres; });
  return found == units.end() ? std::nullopt : std::optional(std::string(found->name));
}

std::optional<double> suspicious_ratio(double size_a, double size_b) {
  if (!(size_a > 0) || !(size_b > 0)) return std::nullopt;
  const double ratio = std::max(size_a, size_b) / std::min(size_a, size_b);
  for (const double factor : {10.0, 25.4, 1000.0})
    if (std::abs(ratio / factor - 1) <= near_factor) return factor;
  return std::nullopt;
}

}  // namespace graze::cli
