/// Bounded against Dyadic: the true value is never outside the bound, and the bound is tight enough to decide.

#include <cmath>
#include <limits>
#include <vector>

#include <gtest/gtest.h>

#include "numbers/bounded.h"
#include "numbers/dyadic.h"
#include "numbers/random_doubles.h"
#include "numbers/vector.h"

namespace graze {
namespace {

struct Both {
  Bounded bounded;
  Dyadic dyadic;
};

/// A sum or product of doubles of sizes within 2^+-range, nested `depth` deep, some of them shared so that sums cancel.
Both random_expression(test::RandomDoubles& random, int depth, int range) {
  if (depth == 0) {
    const double value = range > 1000 ? random.any() : random.around(range);
    return {Bounded(value), Dyadic(value)};
  }
  const Both a = random_expression(random, depth - 1, range);
  const Both b = random.integer(0, 4) == 0 ? a : random_expression(random, depth - 1, range);
  switch (random.integer(0, 3)) {
    case 0: return {a.bounded + b.bounded, a.dyadic + b.dyadic};
    case 1: return {a.bounded - b.bounded, a.dyadic - b.dyadic};
    case 2: return {abs(a.bounded) - b.bounded, abs(a.dyadic) - b.dyadic};
    default: return {a.bounded * b.bounded, a.dyadic * b.dyadic};
  }
}

bool holds(const Both& both) {
  const Bounded& bounded = both.bounded;
  if (!std::isfinite(bounded.value) || !std::isfinite(bounded.error)) return sign_of(bounded) == Sign::unknown;
  return abs(both.dyadic - Dyadic(bounded.value)) <= Dyadic(bounded.error);
}

template <class N>
N volume(const std::array<Vec3, 4>& p) {
  const auto a = lifted<N>(p[0]);
  return dot(cross(lifted<N>(p[1]) - a, lifted<N>(p[2]) - a), lifted<N>(p[3]) - a);
}

TEST(Bounded, HoldsTheTrueValueOfRandomExpressions) {
  for (const int range : {0, 3, 60, 300, 500, 1000, 2000}) {
    test::RandomDoubles random(range + 1);
    for (int i = 0; i < 20000; ++i) {
      const Both both = random_expression(random, random.integer(1, 4), range);
      ASSERT_TRUE(holds(both)) << "range " << range << " case " << i;
      if (sign_of(both.bounded) != Sign::unknown) {
        ASSERT_EQ(sign_of(both.bounded), sign_of(both.dyadic)) << "range " << range << " case " << i;
      }
    }
  }
}

TEST(Bounded, DecidesTheVolumeOfAlmostEveryRandomTetrahedron) {
  test::RandomDoubles random(7);
  int undecided = 0;
  for (int i = 0; i < 100000; ++i) {
    std::array<Vec3, 4> p;
    for (Vec3& v : p) v = {random.uniform(-1, 1), random.uniform(-1, 1), random.uniform(-1, 1)};
    if (sign_of(volume<Bounded>(p)) == Sign::unknown) ++undecided;
  }
  EXPECT_LE(undecided, 1);
}

TEST(Bounded, NeverDecidesACoplanarQuadrupleWrongly) {
  test::RandomDoubles random(8);
  for (int i = 0; i < 20000; ++i) {
    std::array<Vec3, 4> p;
    for (int k = 0; k < 3; ++k) p[k] = {random.uniform(-1, 1), random.uniform(-1, 1), random.uniform(-1, 1)};
    p[3] = p[0] + random.uniform(-1, 1) * (p[1] - p[0]) + random.uniform(-1, 1) * (p[2] - p[0]);
    const Sign filtered = sign_of(volume<Bounded>(p));
    if (filtered != Sign::unknown) {
      ASSERT_EQ(filtered, sign_of(volume<Dyadic>(p))) << "case " << i;
    }
  }
}

TEST(Bounded, StaysUncertainWhenAProductUnderflows) {
  const Bounded tiny(0x1p-600);
  EXPECT_EQ(sign_of(tiny * tiny), Sign::unknown);
  EXPECT_EQ(sign_of(tiny * tiny - tiny * tiny), Sign::unknown);
  EXPECT_EQ(sign_of(Bounded(std::numeric_limits<double>::denorm_min())), Sign::positive);
}

TEST(Bounded, StaysUncertainAfterOverflow) {
  const Bounded huge(0x1p600);
  EXPECT_EQ(sign_of(huge * huge), Sign::unknown);
  EXPECT_EQ(sign_of(huge * huge - huge * huge), Sign::unknown);
  EXPECT_EQ(sign_of(Bounded(0x1p1023) + Bounded(0x1p1023)), Sign::unknown);
  EXPECT_EQ(sign_of(huge * huge * Bounded(0)), Sign::unknown);
}

TEST(Bounded, KnowsExactZeros) {
  EXPECT_EQ(sign_of(Bounded(0) * Bounded(0.1)), Sign::zero);
  EXPECT_EQ(sign_of(Bounded(0.1) - Bounded(0.1)), Sign::zero);
  EXPECT_EQ(sign_of(Bounded(0x1p-1074) - Bounded(0x1p-1074)), Sign::zero);
  EXPECT_EQ(sign_of(Bounded(0.1) * Bounded(0.1) - Bounded(0.1 * 0.1)), Sign::unknown);
}

}  // namespace
}  // namespace graze
