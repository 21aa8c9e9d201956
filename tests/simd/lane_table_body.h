#pragma once
/// The table of one instruction set: the one that the including source is compiled for. Nothing from the standard library is used
/// here, because its inline functions would be shared with sources compiled for less.

#include <cstring>

#include "simd/double_lanes.h"
#include "simd/fused.h"
#include "simd/lane_table.h"
#include "simd/lanes.h"

namespace graze::simd::GRAZE_SIMD_TARGET {

using testing::Eight;
using testing::FourDoubles;
using testing::FourFloats;

GRAZE_FORCE_INLINE Double4 loaded(const FourDoubles& from) {
  Double4 lanes;
  std::memcpy(&lanes.lanes, from, sizeof lanes.lanes);
  return lanes;
}
GRAZE_FORCE_INLINE void store(const Double4& lanes, FourDoubles& to) { std::memcpy(to, &lanes.lanes, sizeof lanes.lanes); }

#define GRAZE_BINARY8(expression)                                 \
  [](const Eight& left, const Eight& right, Eight& result) {      \
    const Float8 a = Float8::load(left), b = Float8::load(right); \
    (expression).store(result);                                   \
  }
#define GRAZE_BINARY4(expression)                                              \
  [](const FourDoubles& left, const FourDoubles& right, FourDoubles& result) { \
    const Double4 a = loaded(left), b = loaded(right);                         \
    store(expression, result);                                                 \
  }
#define GRAZE_COMPARE4(expression)                        \
  [](const FourDoubles& left, const FourDoubles& right) { \
    const Double4 a = loaded(left), b = loaded(right);    \
    return (expression).bits();                           \
  }

inline testing::LaneTable lane_table() {
  testing::LaneTable t{};
#if defined(__FMA__)
  t.is_fused = true;
#endif
  t.add = GRAZE_BINARY8(a + b);
  t.subtract = GRAZE_BINARY8(a - b);
  t.multiply = GRAZE_BINARY8(a * b);
  t.divide = GRAZE_BINARY8(a / b);
  t.larger = GRAZE_BINARY8(larger(a, b));
  t.smaller = GRAZE_BINARY8(smaller(a, b));
  t.times_sign = GRAZE_BINARY8(times_sign(a, b));
  t.chosen_where_greater = GRAZE_BINARY8(chosen(a > b, a, b));
  t.selected_where_greater = GRAZE_BINARY8(select(a > b, a, b));
  t.absolute = [](const Eight& a, Eight& result) { abs(Float8::load(a)).store(result); };
  t.root = [](const Eight& a, Eight& result) { sqrt(Float8::load(a)).store(result); };
  t.everywhere = [](float a, Eight& result) { Float8(a).store(result); };
  t.product_and = [](const Eight& a, const Eight& b, const Eight& c, Eight& result) {
    product_and(Float8::load(a), Float8::load(b), Float8::load(c)).store(result);
  };
  t.less_product = [](const FourFloats& a, const FourFloats& b, const FourFloats& c, FourFloats& result) {
    const Four lanes = less_product(four_of(a), four_of(b), four_of(c));
    std::memcpy(result, &lanes, sizeof lanes);
  };
  t.greater = [](const Eight& a, const Eight& b) { return (Float8::load(a) > Float8::load(b)).bits(); };
  t.greater_or_less = [](const Eight& left, const Eight& right) {
    const Float8 a = Float8::load(left), b = Float8::load(right);
    return ((a > b) | (b > a)).bits();
  };
  t.descending = [](const Eight& a, const Eight& b, const Eight& c) {
    return ((Float8::load(a) > Float8::load(b)) & (Float8::load(b) > Float8::load(c))).bits();
  };
  t.add4 = GRAZE_BINARY4(a + b);
  t.subtract4 = GRAZE_BINARY4(a - b);
  t.multiply4 = GRAZE_BINARY4(a * b);
  t.divide4 = GRAZE_BINARY4(a / b);
  t.larger4 = GRAZE_BINARY4(larger(a, b));
  t.smaller4 = GRAZE_BINARY4(smaller(a, b));
  t.chosen_where_greater4 = GRAZE_BINARY4(chosen(a > b, a, b));
  t.negate4 = [](const FourDoubles& a, FourDoubles& result) { store(-loaded(a), result); };
  t.absolute4 = [](const FourDoubles& a, FourDoubles& result) { store(abs(loaded(a)), result); };
  t.everywhere4 = [](double a, FourDoubles& result) { store(Double4(a), result); };
  t.only4 = [](int lane, const FourDoubles& a, FourDoubles& result) { store(only(lane, loaded(a)), result); };
  t.less4 = GRAZE_COMPARE4(a < b);
  t.greater4 = GRAZE_COMPARE4(a > b);
  t.at_most4 = GRAZE_COMPARE4(a <= b);
  t.at_least4 = GRAZE_COMPARE4(a >= b);
  t.descending4 = [](const FourDoubles& a, const FourDoubles& b, const FourDoubles& c) {
    return ((loaded(a) > loaded(b)) & (loaded(b) > loaded(c))).bits();
  };
  return t;
}

#undef GRAZE_BINARY8
#undef GRAZE_BINARY4
#undef GRAZE_COMPARE4

}  // namespace graze::simd::GRAZE_SIMD_TARGET
