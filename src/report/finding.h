#pragma once
/// What can be said of a finding by itself: its words, its place, its rank.

#include <optional>
#include <string>
#include <vector>

#include <graze/report.h>

namespace graze::report {

/// A point to look at, and how far around it the finding reaches, in the unit of the report.
struct Place {
  Vec3 center = Vec3::Zero();
  double radius = 0;
};

/// Nothing where no point is known.
[[nodiscard]] std::optional<Place> place_of(const Finding& finding);

/// Numbers of findings, the gravest first: by kind, then by depth, time and distance; else as they were.
[[nodiscard]] std::vector<std::size_t> by_gravity(const ReportData& data);

/// The gravest kind that a finding says of each body.
[[nodiscard]] std::vector<FindingKind> kinds_of_bodies(const ReportData& data);

/// Whether something is wrong: all but separated and unfinished pairs.
[[nodiscard]] bool is_clash(FindingKind kind);

/// "gear A and gear B: first contact at t = 0.52 s", for people, without the digits that nobody reads.
[[nodiscard]] std::string sentence(const ReportData& data, const Finding& finding);

/// Six digits, with the unit where there is one.
[[nodiscard]] std::string length_text(double length, const std::string& units);

/// When the first contact is, if a finding tells.
[[nodiscard]] std::optional<double> first_contact_time(const ReportData& data);
/// What is looked at first: that, or the time of the only finding, or 0.
[[nodiscard]] double first_shown_time(const ReportData& data);

}  // namespace graze::report
