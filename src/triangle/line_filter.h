#pragma once
/// Where lines meet triangles as far as doubles can tell; what they cannot is left to exact arithmetic (triangle/line.h).

#include <cstdint>
#include <limits>
#include <optional>

#include <graze/shapes.h>
#include <graze/vec.h>

namespace graze::distance {

/// Origin and direction with what each coordinate may be off by.
struct RoundedLine {
  Vec3 origin = Vec3::Zero();
  Vec3 direction = Vec3::UnitX();
  double origin_error = 0;
  double direction_error = 0;
};

/// Doubles not above and not below a parameter.
struct ParameterBracket {
  double low = 0;
  double high = 0;
  double nearest = 0;  ///< within 2^-40 of the exact parameter, relative
};

/// The parameters that are meant.
struct ParameterRange {
  double least = 0;
  double greatest = std::numeric_limits<double>::infinity();

  /// Certainly for a part of what is between two parameters, the exact ones if brackets are tight.
  [[nodiscard]] bool holds(const ParameterBracket& first, const ParameterBracket& last) const {
    return last.low >= least && first.high <= greatest;
  }
  [[nodiscard]] bool is_clear_of(const ParameterBracket& t) const { return t.high < least || t.low > greatest; }
};

struct FilteredContact {
  enum class Kind : std::uint8_t { apart, meets, unsure };
  Kind kind = Kind::apart;
  std::int8_t crossing = 0;  ///< as in LineContact; 1 or -1 of a triangle that is met
  ParameterBracket at;       ///< of a triangle that is met
};

/// A line against the triangle abc, in one frame.
[[nodiscard]] FilteredContact filtered_contact(const RoundedLine& line, const ParameterRange& range, const Vec3& a, const Vec3& b,
                                               const Vec3& c);

/// Where the line passes through the triangle's plane, if that is certain to twelve digits.
[[nodiscard]] std::optional<ParameterBracket> trusted_parameter(const RoundedLine& line, const Triangle& triangle);

}  // namespace graze::distance
