#pragma once
/// The cells into which a Hilbert curve sorts the centres of bodies: where they are, how large, how many bits each axis needs.

#include <cstddef>
#include <cstdint>

#include "broad/node.h"

namespace graze::broad {

/// Of boxes that are there and not too large to have a centre and a size in single precision.
struct FrameBounds {
  float lo[4] = {nowhere, nowhere, nowhere, nowhere};  ///< of the centres
  float hi[4] = {-nowhere, -nowhere, -nowhere, -nowhere};
  std::uint32_t sizes[256] = {};  ///< how many have their longest side in [2^(i-127), 2^(i-126))
  std::size_t missing = 0;        ///< how many are empty

  void add(const FrameBounds& other);
};

/// Boxes with a side beyond this have no say in the frame: differences and sums of smaller ones do not overflow.
inline constexpr float largest_of_frame = 0x1p125F;

/// How cells become a number of key_bits bits. Axes are called by their rank: 0 has the most bits.
struct Curve {
  float origin[3] = {};        ///< by rank
  float cells_per_length = 1;  ///< a power of two
  int axis[3] = {0, 1, 2};     ///< rank -> x, y, z
  int bits[3] = {};            ///< by rank, descending
  int id_bits = 0;
  bool some_are_missing = false;  ///< then one more bit on top sorts them behind all others
  [[nodiscard]] int cell_bits() const { return bits[0] + bits[1] + bits[2]; }
  [[nodiscard]] int key_bits() const { return cell_bits() + (some_are_missing ? 1 : 0); }
};

[[nodiscard]] Curve curve_of(const FrameBounds& bounds, std::size_t bodies);

}  // namespace graze::broad
