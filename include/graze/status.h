#pragma once
/// The one-word answer about two bodies: separated, near, touching, overlapping, one inside the other.

#include <string_view>

#include <graze/answers.h>
#include <graze/error.h>
#include <graze/export.h>
#include <graze/geometry.h>
#include <graze/options.h>

namespace graze {

/// At time 0. A mesh that is not solid neither contains anything nor overlaps by a depth.
[[nodiscard]] GRAZE_API Result<StatusReport> status(const Body& a, const Body& b, const StatusOptions& options = {});

/// The word of the query format.
[[nodiscard]] GRAZE_API std::string_view name_of(Status status);

}  // namespace graze
