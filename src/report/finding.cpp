/// Ranks and words findings.

#include "report/finding.h"

#include <algorithm>
#include <array>
#include <limits>
#include <numeric>

#include <fmt/format.h>

namespace graze {

std::string_view name_of(FindingKind kind) {
  constexpr std::array<std::string_view, 9> names{"separated", "unfinished", "near",      "touching",   "contact",
                                                  "inside",    "contains",   "duplicate", "overlapping"};
  return names[static_cast<std::size_t>(kind)];
}

FindingKind finding_kind(Status status) {
  switch (status) {
    case Status::separated: return FindingKind::separated;
    case Status::near: return FindingKind::near;
    case Status::touching: return FindingKind::touching;
    case Status::overlapping: return FindingKind::overlapping;
    case Status::contains: return FindingKind::contains;
    case Status::inside: return FindingKind::inside;
  }
  return FindingKind::separated;
}

namespace report {
namespace {

/// Around points, by the box along the axes.
class Surroundings {
 public:
  void add(const Vec3& p) {
    low_ = empty_ ? p : Vec3(low_.cwiseMin(p));
    high_ = empty_ ? p : Vec3(high_.cwiseMax(p));
    empty_ = false;
  }
  [[nodiscard]] std::optional<Place> place() const {
    if (empty_) return std::nullopt;
    return Place{0.5 * low_ + 0.5 * high_, (0.5 * high_ - 0.5 * low_).stableNorm()};
  }

 private:
  Vec3 low_ = Vec3::Zero(), high_ = Vec3::Zero();
  bool empty_ = true;
};

constexpr double infinity = std::numeric_limits<double>::infinity();

bool is_graver(const Finding& x, const Finding& y) {
  if (x.kind != y.kind) return x.kind > y.kind;
  if (x.depth.value_or(0) != y.depth.value_or(0)) return x.depth.value_or(0) > y.depth.value_or(0);
  if (x.time.value_or(infinity) != y.time.value_or(infinity)) return x.time.value_or(infinity) < y.time.value_or(infinity);
  return x.distance.value_or(0) < y.distance.value_or(0);
}

}  // namespace

std::optional<Place> place_of(const Finding& finding) {
  Surroundings around;
  for (const ContactSet& set : finding.contacts) {
    for (const Vec3& p : set.points) {
      around.add(p - Vec3::Constant(set.radius));
      around.add(p + Vec3::Constant(set.radius));
    }
  }
  for (const IntersectionCurve& curve : finding.curves)
    for (const Vec3& p : curve.points) around.add(p);
  if (finding.witness)
    for (const Vec3& p : *finding.witness) around.add(p);
  return around.place();
}

std::vector<std::size_t> by_gravity(const ReportData& data) {
  std::vector<std::size_t> order(data.findings.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(),
                   [&](std::size_t x, std::size_t y) { return is_graver(data.findings[x], data.findings[y]); });
  return order;
}

std::vector<FindingKind> kinds_of_bodies(const ReportData& data) {
  std::vector<FindingKind> kinds(data.bodies.size(), FindingKind::separated);
  for (const Finding& finding : data.findings)
    for (const std::size_t body : {finding.a, finding.b}) kinds[body] = std::max(kinds[body], finding.kind);
  return kinds;
}

bool is_clash(FindingKind kind) { return kind > FindingKind::unfinished; }

std::string length_text(double length, const std::string& units) {
  return units.empty() ? fmt::format("{:.6g}", length) : fmt::format("{:.6g} {}", length, units);
}

std::string sentence(const ReportData& data, const Finding& finding) {
  const std::string& a = data.bodies[finding.a].name;
  const std::string& b = data.bodies[finding.b].name;
  if (finding.a == finding.b)
    return finding.kind == FindingKind::overlapping ? fmt::format("{} runs through itself", a)
                                                    : fmt::format("{}: {}", a, name_of(finding.kind));
  const std::string when = finding.time ? fmt::format(" at t = {:.6g}", *finding.time) : "";
  const std::string far = finding.distance ? fmt::format(", {} apart", length_text(*finding.distance, data.units)) : "";
  const std::string deep = finding.depth ? fmt::format(", {} deep", length_text(*finding.depth, data.units)) : "";
  switch (finding.kind) {
    case FindingKind::separated: return fmt::format("{} and {} are clear of each other{}{}", a, b, far, when);
    case FindingKind::unfinished:
      return fmt::format("{} and {} do not meet before t = {:.6g}; the search was not finished", a, b, finding.time.value_or(0));
    case FindingKind::near: return fmt::format("{} and {} are near{}{}", a, b, far, when);
    case FindingKind::touching: return fmt::format("{} and {} touch{}", a, b, when);
    case FindingKind::contact: return fmt::format("{} and {} first meet{}", a, b, when);
    case FindingKind::inside: return fmt::format("{} is inside {}", a, b);
    case FindingKind::contains: return fmt::format("{} is inside {}", b, a);
    case FindingKind::duplicate: return fmt::format("{} and {} are the same body at the same place", a, b);
    case FindingKind::overlapping: return fmt::format("{} and {} overlap{}{}", a, b, deep, when);
  }
  return {};
}

std::optional<double> first_contact_time(const ReportData& data) {
  std::optional<double> first;
  for (const Finding& finding : data.findings)
    if (finding.time && is_clash(finding.kind)) first = std::min(first.value_or(*finding.time), *finding.time);
  return first;
}

double first_shown_time(const ReportData& data) {
  if (const std::optional<double> first = first_contact_time(data)) return *first;
  return data.findings.size() == 1 ? data.findings.front().time.value_or(0) : 0;
}

}  // namespace report
}  // namespace graze
