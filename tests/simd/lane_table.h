#pragma once
/// Every operation on lanes as a function of plain arrays, so that one test can hold each instruction set against scalars.

namespace graze::testing {

using Eight = float[8];
using FourFloats = float[4];
using FourDoubles = double[4];

struct LaneTable {
  bool is_fused = false;  ///< products and sums of fused.h round once

  using Binary8 = void (*)(const Eight& a, const Eight& b, Eight& result);
  Binary8 add, subtract, multiply, divide, larger, smaller, times_sign;
  Binary8 chosen_where_greater, selected_where_greater;  ///< a where a > b, b elsewhere
  void (*absolute)(const Eight& a, Eight& result);
  void (*root)(const Eight& a, Eight& result);
  void (*everywhere)(float a, Eight& result);
  void (*product_and)(const Eight& a, const Eight& b, const Eight& c, Eight& result);
  void (*less_product)(const FourFloats& a, const FourFloats& b, const FourFloats& c, FourFloats& result);
  unsigned (*greater)(const Eight& a, const Eight& b);
  unsigned (*greater_or_less)(const Eight& a, const Eight& b);             ///< (a > b) | (b > a)
  unsigned (*descending)(const Eight& a, const Eight& b, const Eight& c);  ///< (a > b) & (b > c)

  using Binary4 = void (*)(const FourDoubles& a, const FourDoubles& b, FourDoubles& result);
  Binary4 add4, subtract4, multiply4, divide4, larger4, smaller4, chosen_where_greater4;
  void (*negate4)(const FourDoubles& a, FourDoubles& result);
  void (*absolute4)(const FourDoubles& a, FourDoubles& result);
  void (*everywhere4)(double a, FourDoubles& result);
  void (*only4)(int lane, const FourDoubles& a, FourDoubles& result);
  using Compare4 = unsigned (*)(const FourDoubles& a, const FourDoubles& b);
  Compare4 less4, greater4, at_most4, at_least4;
  unsigned (*descending4)(const FourDoubles& a, const FourDoubles& b, const FourDoubles& c);
};

[[nodiscard]] const LaneTable& baseline_lanes();

/// Null when this program was compiled without it, or the processor does not have it.
[[nodiscard]] const LaneTable* avx2_lanes();

}  // namespace graze::testing
