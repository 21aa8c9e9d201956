/// Schoolbook arithmetic on limbs: the numbers are a handful of limbs long.

#include "numbers/dyadic.h"

#include <bit>
#include <cassert>
#include <cmath>
#include <utility>

#include "numbers/double_format.h"

namespace graze {
namespace {

using detail::limb_bits;
using detail::Limbs;
__extension__ using Wide = unsigned __int128;

/// Exponent of the limb above the last one.
int end_of(const Dyadic& a) { return a.limb_exponent() + static_cast<int>(a.limbs().size()); }

/// The limb of weight 2^(64 * exponent), zero outside the stored ones.
std::uint64_t limb_at(const Dyadic& a, int exponent) {
  const auto index = static_cast<std::size_t>(exponent - a.limb_exponent());  // a negative one becomes too large
  return index < a.limbs().size() ? a.limbs()[index] : 0;
}

/// |a| against |b|, neither zero: -1, 0 or 1.
int compare_magnitudes(const Dyadic& a, const Dyadic& b) {
  if (end_of(a) != end_of(b)) return end_of(a) < end_of(b) ? -1 : 1;
  const int lowest = std::min(a.limb_exponent(), b.limb_exponent());
  for (int e = end_of(a) - 1; e >= lowest; --e) {
    const std::uint64_t limb_a = limb_at(a, e);
    const std::uint64_t limb_b = limb_at(b, e);
    if (limb_a != limb_b) return limb_a < limb_b ? -1 : 1;
  }
  return 0;
}

/// |a| + |b|, least limb at `lowest`.
Limbs sum_of_magnitudes(const Dyadic& a, const Dyadic& b, int lowest) {
  const int count = std::max(end_of(a), end_of(b)) - lowest;
  Limbs result(count + 1);
  std::uint64_t* limb = result.data();
  Wide carry = 0;
  for (int i = 0; i < count; ++i) {
    carry += Wide{limb_at(a, lowest + i)} + limb_at(b, lowest + i);
    limb[i] = static_cast<std::uint64_t>(carry);
    carry >>= limb_bits;
  }
  limb[count] = static_cast<std::uint64_t>(carry);
  return result;
}

/// |larger| - |smaller|, least limb at `lowest`.
Limbs difference_of_magnitudes(const Dyadic& larger, const Dyadic& smaller, int lowest) {
  const int count = end_of(larger) - lowest;
  Limbs result(count);
  std::uint64_t* limb = result.data();
  std::uint64_t borrow = 0;
  for (int i = 0; i < count; ++i) {
    const Wide difference = Wide{limb_at(larger, lowest + i)} - limb_at(smaller, lowest + i) - borrow;
    limb[i] = static_cast<std::uint64_t>(difference);
    borrow = static_cast<std::uint64_t>(difference >> limb_bits) & 1;
  }
  return result;
}

Limbs product_of_magnitudes(std::span<const std::uint64_t> a, std::span<const std::uint64_t> b) {
  Limbs result(static_cast<int>(a.size() + b.size()));
  std::uint64_t* limb = result.data();
  for (std::size_t i = 0; i < a.size(); ++i) {
    Wide carry = 0;
    for (std::size_t j = 0; j < b.size(); ++j) {
      carry += Wide{a[i]} * b[j] + limb[i + j];
      limb[i + j] = static_cast<std::uint64_t>(carry);
      carry >>= limb_bits;
    }
    limb[i + b.size()] = static_cast<std::uint64_t>(carry);
  }
  return result;
}

/// x / 2^k and x mod 2^k for k = 64, with the remainder never negative.
int floor_to_limbs(int bits) { return bits >> 6; }
int bits_above_limb(int bits) { return bits & (limb_bits - 1); }

}  // namespace

Dyadic::Dyadic(int sign, int exponent, Limbs limbs) : sign_(sign), exponent_(exponent), limbs_(std::move(limbs)) {
  exponent_ += limbs_.trim();
}

Dyadic::Dyadic(double finite) {
  assert(std::isfinite(finite));
  const detail::DoubleParts parts = detail::parts_of(finite);
  if (parts.magnitude == 0) return;
  const Wide magnitude = Wide{parts.magnitude} << bits_above_limb(parts.exponent);
  sign_ = finite < 0 ? -1 : 1;
  exponent_ = floor_to_limbs(parts.exponent);
  limbs_ = Limbs(2);
  limbs_[0] = static_cast<std::uint64_t>(magnitude);
  limbs_[1] = static_cast<std::uint64_t>(magnitude >> limb_bits);
  exponent_ += limbs_.trim();
}

Dyadic Dyadic::product(const Dyadic& a, const Dyadic& b) {
  if (a.is_zero() || b.is_zero()) return {};
  return {a.sign_ * b.sign_, a.exponent_ + b.exponent_, product_of_magnitudes(a.limbs(), b.limbs())};
}

Dyadic Dyadic::sum(const Dyadic& a, const Dyadic& b, int sign_of_b) {
  if (sign_of_b == 0) return a;
  if (a.is_zero()) return {sign_of_b, b.exponent_, b.limbs_};
  const int lowest = std::min(a.exponent_, b.exponent_);
  if (a.sign_ == sign_of_b) return {a.sign_, lowest, sum_of_magnitudes(a, b, lowest)};
  const int order = compare_magnitudes(a, b);
  if (order == 0) return {};
  if (order > 0) return {a.sign_, lowest, difference_of_magnitudes(a, b, lowest)};
  return {sign_of_b, lowest, difference_of_magnitudes(b, a, lowest)};
}

int Dyadic::compare(const Dyadic& a, const Dyadic& b) {
  if (a.sign_ != b.sign_) return a.sign_ < b.sign_ ? -1 : 1;
  return a.sign_ == 0 ? 0 : a.sign_ * compare_magnitudes(a, b);
}

double Dyadic::to_double() const { return quotient_nearest(*this, Dyadic(1)); }

}  // namespace graze
