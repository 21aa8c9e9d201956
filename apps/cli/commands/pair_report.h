#pragma once
/// Reports of bodies that were loaded.

#include <cstddef>
#include <utility>
#include <vector>

#include <graze/error.h>
#include <graze/report.h>

#include "commands/sweep_answer.h"
#include "input/load.h"

namespace graze::cli {

/// Every listed pair of bodies, at rest.
[[nodiscard]] Result<ReportData> report_of_pairs(const LoadedBodies& loaded,
                                                 const std::vector<std::pair<std::size_t, std::size_t>>& pairs,
                                                 const StatusOptions& options);

/// Two bodies in motion, and what was found about them.
[[nodiscard]] ReportData report_of_sweep(const LoadedBodies& loaded, const SweepFinding& found, std::optional<double> t_max);

/// A mesh that runs through itself: the triangles that cross, of the first pairs.
[[nodiscard]] Result<ReportData> report_of_self(const LoadedBodies& loaded);

}  // namespace graze::cli
