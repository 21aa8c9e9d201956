#pragma once
/// When and where do two moving bodies first touch?

#include <array>
#include <optional>
#include <string_view>

#include <graze/answers.h>
#include <graze/error.h>
#include <graze/export.h>
#include <graze/geometry.h>
#include <graze/options.h>
#include <graze/path.h>

namespace graze {

/// First contact in [0, t_max] under the constant velocities and angular velocities of the bodies; nothing when they never meet.
/// Where no body turns the times are exact (Certainty::exact); where one does, sweep_turning() answers, and `first` is its t_lo.
[[nodiscard]] GRAZE_API Result<std::optional<Impact>> sweep(const Body& a, const Body& b, const SweepOptions& options = {});
/// The same answer, perhaps sooner: the memory takes part only between meshes.
[[nodiscard]] GRAZE_API Result<std::optional<Impact>> sweep(const Body& a, const Body& b, WarmStart& memory,
                                                            const SweepOptions& options = {});

/// First contact in [0, t_max] of bodies that may turn, with all the search knows. Never late. Of two
/// unbounded bodies none may turn; one that turns and moves against a bounded one needs a t_max.
/// Contact is a distance of at most the tolerance, which counts as at least 2^-43 of the coordinates involved, 2^-40 where one is a
/// mesh. Bodies that are apart at time 0 but within the tolerance are given half their distance as tolerance, again and again if
/// need be, so that those which part or stay are not in contact for that reason alone.
[[nodiscard]] GRAZE_API Result<TurningImpact> sweep_turning(const Body& a, const Body& b, const TurningOptions& options = {});

/// A time of [0, t_max] after which bodies that may turn are not in contact any more, the earliest that was found: the first
/// contact of the motion run backward from t_max, which must be finite. Nothing when they never meet.
[[nodiscard]] GRAZE_API Result<std::optional<double>> last_contact(const Body& a, const Body& b, const TurningOptions& options);

/// First contact in [0, t_max] of bodies on legs of constant velocities (keyframes), leg by leg with sweep_turning(): as fast, and
/// never late. The limit of evaluations holds for each pair of legs. Where they meet within the tolerance as one leg ends and
/// another begins, that is the contact. `solid`: which of the two meshes count as the solids they bound.
[[nodiscard]] GRAZE_API Result<TurningImpact> sweep_along(const Geometry& a, const Path& path_a, const Geometry& b,
                                                          const Path& path_b, const TurningOptions& options = {},
                                                          std::array<bool, 2> solid = {});

/// A time of [0, t_max] after which they are not in contact any more, as last_contact() tells of single legs: the first contact of
/// the motions run backward from t_max, which must be finite. Nothing when they never meet.
[[nodiscard]] GRAZE_API Result<std::optional<double>> last_contact_along(const Geometry& a, const Path& path_a, const Geometry& b,
                                                                         const Path& path_b, const TurningOptions& options,
                                                                         std::array<bool, 2> solid = {});

/// First contact of motions known by their bounds alone: conservative advancement on the distance, which takes many more steps.
/// t_max must be finite, the bodies bounded unless they never turn.
[[nodiscard]] GRAZE_API Result<TurningImpact> sweep_along(const Geometry& a, const GuidedMotion& motion_a, const Geometry& b,
                                                          const GuidedMotion& motion_b, const TurningOptions& options = {});

/// The words of the query format.
[[nodiscard]] GRAZE_API std::string_view name_of(TurningStatus status);
[[nodiscard]] GRAZE_API std::string_view name_of(Certainty certainty);

}  // namespace graze
