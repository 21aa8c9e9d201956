/// Every operation on eight floats and on four doubles, lane by lane, against the same operation on one number: over all pairs of
/// ordinary numbers, zeros of both signs, numbers below the normal range, the largest ones, infinities and NaN.

#include <bit>
#include <cmath>
#include <cstdint>
#include <functional>
#include <limits>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "simd/lane_table.h"
#include "simd/same.h"

namespace graze::testing {
namespace {

using testing::is_same;

template <class Number>
std::vector<Number> notable_numbers() {
  using Limits = std::numeric_limits<Number>;
  std::vector<Number> numbers{0,
                              1,
                              Number(0.1),
                              Number(3),
                              1 + Limits::epsilon(),
                              1 - Limits::epsilon() / 2,
                              Limits::denorm_min(),
                              Limits::min(),
                              Limits::min() - Limits::denorm_min(),
                              Limits::max(),
                              Limits::max() / 2,
                              std::sqrt(Limits::max()),
                              Limits::infinity()};
  for (std::size_t k = numbers.size(); k-- > 0;) numbers.push_back(-numbers[k]);
  numbers.push_back(Limits::quiet_NaN());
  return numbers;
}

/// The same number, zeros with their sign; any NaN for any other.

/// Lane k of three operands is numbers[i + k], numbers[j + 2 k] and numbers[i + j + 3 k], so that neighbours differ.
template <class Number, std::size_t Lanes>
struct Operands {
  Number a[Lanes], b[Lanes], c[Lanes];
};

template <class Number, std::size_t Lanes>
std::vector<Operands<Number, Lanes>> all_operands() {
  const std::vector<Number> numbers = notable_numbers<Number>();
  const std::size_t n = numbers.size();
  std::vector<Operands<Number, Lanes>> all;
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t j = 0; j < n; ++j) {
      Operands<Number, Lanes>& one = all.emplace_back();
      for (std::size_t k = 0; k < Lanes; ++k) {
        one.a[k] = numbers[(i + k) % n];
        one.b[k] = numbers[(j + 2 * k) % n];
        one.c[k] = numbers[(i + j + 3 * k) % n];
      }
    }
  return all;
}

/// Of every instruction set that can run here.
class EveryLane : public ::testing::TestWithParam<bool> {
 protected:
  void SetUp() override {
    table_ = GetParam() ? avx2_lanes() : &baseline_lanes();
    if (table_ == nullptr) GTEST_SKIP() << "no AVX2 here";
  }

  template <class Number, std::size_t Lanes, class Operation, class Scalar>
  static void expect_lanes(const char* name, Operation operation, Scalar scalar) {
    for (const auto& x : all_operands<Number, Lanes>()) {
      Number result[Lanes];
      operation(x, result);
      for (std::size_t k = 0; k < Lanes; ++k) {
        const Number expected = scalar(x.a[k], x.b[k], x.c[k]);
        ASSERT_TRUE(is_same(result[k], expected)) << name << " of " << x.a[k] << ", " << x.b[k] << ", " << x.c[k] << " in lane "
                                                  << k << ": " << result[k] << " instead of " << expected;
      }
    }
  }

  template <class Scalar>
  static void expect_binary8(const char* name, LaneTable::Binary8 operation, Scalar scalar) {
    expect_lanes<float, 8>(
        name, [&](const auto& x, Eight& result) { operation(x.a, x.b, result); },
        [&](float a, float b, float) { return scalar(a, b); });
  }

  template <class Scalar>
  static void expect_binary4(const char* name, LaneTable::Binary4 operation, Scalar scalar) {
    expect_lanes<double, 4>(
        name, [&](const auto& x, FourDoubles& result) { operation(x.a, x.b, result); },
        [&](double a, double b, double) { return scalar(a, b); });
  }

  template <class Number, std::size_t Lanes, class Compare, class Scalar>
  static void expect_bits(const char* name, Compare compare, Scalar scalar) {
    for (const auto& x : all_operands<Number, Lanes>()) {
      unsigned expected = 0;
      for (std::size_t k = 0; k < Lanes; ++k) expected |= (scalar(x.a[k], x.b[k], x.c[k]) ? 1U : 0U) << k;
      ASSERT_EQ(compare(x), expected) << name << " of " << x.a[0] << " and " << x.b[0] << " on";
    }
  }

  const LaneTable* table_ = nullptr;
};

TEST_P(EveryLane, OfEightCalculatesLikeAFloat) {
  expect_binary8("+", table_->add, [](float a, float b) { return a + b; });
  expect_binary8("-", table_->subtract, [](float a, float b) { return a - b; });
  expect_binary8("*", table_->multiply, [](float a, float b) { return a * b; });
  expect_binary8("/", table_->divide, [](float a, float b) { return a / b; });
  expect_lanes<float, 8>(
      "abs", [&](const auto& x, Eight& result) { table_->absolute(x.a, result); },
      [](float a, float, float) { return std::fabs(a); });
  expect_lanes<float, 8>(
      "sqrt", [&](const auto& x, Eight& result) { table_->root(x.a, result); }, [](float a, float, float) { return std::sqrt(a); });
}

TEST_P(EveryLane, OfEightChoosesLikeAFloat) {
  // The first operand is what is known: it stays unless the second is certainly larger.
  expect_binary8("larger", table_->larger, [](float known, float candidate) { return candidate > known ? candidate : known; });
  expect_binary8("smaller", table_->smaller, [](float known, float candidate) { return candidate < known ? candidate : known; });
  expect_binary8("chosen", table_->chosen_where_greater, [](float a, float b) { return a > b ? a : b; });
  expect_binary8("select", table_->selected_where_greater, [](float a, float b) { return a > b ? a : b; });
  expect_binary8("times_sign", table_->times_sign, [](float a, float b) { return std::signbit(b) ? -a : a; });
}

TEST_P(EveryLane, OfEightComparesIntoItsOwnBit) {
  expect_bits<float, 8>(
      ">", [&](const auto& x) { return table_->greater(x.a, x.b); }, [](float a, float b, float) { return a > b; });
  expect_bits<float, 8>(
      "|", [&](const auto& x) { return table_->greater_or_less(x.a, x.b); },
      [](float a, float b, float) { return a > b || b > a; });
  expect_bits<float, 8>(
      "&", [&](const auto& x) { return table_->descending(x.a, x.b, x.c); },
      [](float a, float b, float c) { return a > b && b > c; });
}

TEST_P(EveryLane, HoldsANumberThatIsGivenOnce) {
  for (const float number : notable_numbers<float>()) {
    Eight eight;
    table_->everywhere(number, eight);
    for (const float lane : eight) EXPECT_TRUE(is_same(lane, number)) << number;
  }
  for (const double number : notable_numbers<double>()) {
    FourDoubles four;
    table_->everywhere4(number, four);
    for (const double lane : four) EXPECT_TRUE(is_same(lane, number)) << number;
  }
}

TEST_P(EveryLane, RoundsProductsAndSumsOnceOrTwiceAsItsTableSays) {
  const auto sum = [&](float a, float b, float c) { return table_->is_fused ? std::fma(a, b, c) : a * b + c; };
  expect_lanes<float, 8>("a * b + c", [&](const auto& x, Eight& result) { table_->product_and(x.a, x.b, x.c, result); }, sum);
  expect_lanes<float, 4>(
      "a - b * c", [&](const auto& x, FourFloats& result) { table_->less_product(x.a, x.b, x.c, result); },
      [&](float a, float b, float c) { return sum(-b, c, a); });
  // (1 + e)(1 - e) is 1 - e^2, of which two roundings leave nothing.
  constexpr float e = 0x1p-20F;
  Eight up, down, less, result;
  for (std::size_t k = 0; k < 8; ++k) up[k] = 1 + e, down[k] = 1 - e, less[k] = -1;
  table_->product_and(up, down, less, result);
  for (const float lane : result) EXPECT_EQ(lane, table_->is_fused ? -e * e : 0);
}

TEST_P(EveryLane, OfFourCalculatesLikeADouble) {
  expect_binary4("+", table_->add4, [](double a, double b) { return a + b; });
  expect_binary4("-", table_->subtract4, [](double a, double b) { return a - b; });
  expect_binary4("*", table_->multiply4, [](double a, double b) { return a * b; });
  expect_binary4("/", table_->divide4, [](double a, double b) { return a / b; });
  expect_binary4("larger", table_->larger4, [](double a, double b) { return a > b ? a : b; });
  expect_binary4("smaller", table_->smaller4, [](double a, double b) { return a < b ? a : b; });
  expect_binary4("chosen", table_->chosen_where_greater4, [](double a, double b) { return a > b ? a : b; });
  expect_lanes<double, 4>(
      "negative", [&](const auto& x, FourDoubles& result) { table_->negate4(x.a, result); },
      [](double a, double, double) { return -a; });
  expect_lanes<double, 4>(
      "abs", [&](const auto& x, FourDoubles& result) { table_->absolute4(x.a, result); },
      [](double a, double, double) { return std::fabs(a); });
}

TEST_P(EveryLane, OfFourComparesIntoItsOwnBit) {
  const auto expect = [&](const char* name, LaneTable::Compare4 compare, auto scalar) {
    expect_bits<double, 4>(
        name, [&](const auto& x) { return compare(x.a, x.b); }, [&](double a, double b, double) { return scalar(a, b); });
  };
  expect("<", table_->less4, std::less<>());
  expect(">", table_->greater4, std::greater<>());
  expect("<=", table_->at_most4, std::less_equal<>());
  expect(">=", table_->at_least4, std::greater_equal<>());
  expect_bits<double, 4>(
      "&", [&](const auto& x) { return table_->descending4(x.a, x.b, x.c); },
      [](double a, double b, double c) { return a > b && b > c; });
}

TEST_P(EveryLane, OfFourCanBeTakenAlone) {
  const FourDoubles numbers{1.5, -0.0, std::numeric_limits<double>::infinity(), 5e-324};
  for (int lane = 0; lane < 4; ++lane) {
    FourDoubles alone;
    table_->only4(lane, numbers, alone);
    for (const double number : alone) EXPECT_TRUE(is_same(number, numbers[lane])) << lane;
  }
}

/// What kernels rely on when they compare sums from several sets of instructions: without fused products there is one result.
TEST(Lanes, OfAllInstructionSetsGiveTheSameBits) {
  const LaneTable* wide = avx2_lanes();
  if (wide == nullptr) GTEST_SKIP() << "no AVX2 here";
  const LaneTable& narrow = baseline_lanes();
  for (const auto& x : all_operands<float, 8>())
    for (const auto operation :
         {&LaneTable::add, &LaneTable::subtract, &LaneTable::multiply, &LaneTable::divide, &LaneTable::larger, &LaneTable::smaller,
          &LaneTable::times_sign, &LaneTable::chosen_where_greater}) {
      Eight one, other;
      (narrow.*operation)(x.a, x.b, one);
      (wide->*operation)(x.a, x.b, other);
      for (std::size_t k = 0; k < 8; ++k) {
        if (std::isnan(one[k])) continue;  // which NaN comes out is the compiler's choice of operands
        ASSERT_EQ(std::bit_cast<std::uint32_t>(one[k]), std::bit_cast<std::uint32_t>(other[k])) << x.a[k] << " and " << x.b[k];
      }
    }
}

INSTANTIATE_TEST_SUITE_P(InstructionSets, EveryLane, ::testing::Bool(),
                         [](const auto& use_avx2) { return use_avx2.param ? std::string("Avx2") : std::string("Baseline"); });

}  // namespace
}  // namespace graze::testing
