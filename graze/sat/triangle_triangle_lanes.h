#pragma once
/// The triangle-triangle test in the widest registers of the processor, where its signs are certain: three corners at a time.

#include <array>
#include <cstdint>

#include <graze/core/export.h>
#include <graze/core/vec.h>

namespace graze::sat {

enum class Meeting : std::uint8_t { no, yes, unknown };

/// Do triangles meet whose coordinates are off by so little that differences of two are off by `slack` at most, beside rounding? By
/// the bounds of exact/orient_filter.h; unknown as soon as a sign that counts is not certain.
using CertainMeeting = Meeting (*)(const std::array<Vec3, 3>& a, const std::array<Vec3, 3>& b, double slack);
[[nodiscard]] GRAZE_API CertainMeeting certain_meeting_of_processor();

/// The variants it chooses from.
[[nodiscard]] GRAZE_API Meeting certain_meeting_baseline(const std::array<Vec3, 3>& a, const std::array<Vec3, 3>& b, double slack);
[[nodiscard]] GRAZE_API Meeting certain_meeting_avx2(const std::array<Vec3, 3>& a, const std::array<Vec3, 3>& b, double slack);

}  // namespace graze::sat
