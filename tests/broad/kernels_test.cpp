/// Kernels for AVX2 and for every processor answer alike, to the bit.

#include <cstring>

#include <gmpxx.h>
#include <gtest/gtest.h>

#include "box_scenes.h"
#include "broad/kernels.h"
#include "broad/widened.h"

namespace graze::broad::testing {
namespace {

struct Made {
  std::vector<Box32> boxes;
  FrameBounds bounds;
  std::vector<std::uint64_t> keys;
  std::vector<std::uint32_t> order;
  std::vector<Node> leaves, above;
};

Made made_by(const BroadKernels& kernels, const Boxes& boxes) {
  Made made;
  made.boxes.resize(boxes.size());
  kernels.round_boxes(boxes[0].min.data(), boxes.size(), made.boxes.data());
  kernels.frame_bounds(made.boxes.data(), boxes.size(), made.bounds);
  made.keys.resize(boxes.size());
  const Curve curve = curve_of(made.bounds, boxes.size());
  kernels.curve_keys(made.boxes.data(), 0, boxes.size(), curve, made.keys.data());
  std::vector<std::uint64_t> sorted = made.keys;
  std::sort(sorted.begin(), sorted.end());
  for (const std::uint64_t key : sorted) made.order.push_back(static_cast<std::uint32_t>(key & ((1ULL << curve.id_bits) - 1)));
  made.leaves.resize((boxes.size() + 7) / 8);
  made.above.resize((made.leaves.size() + 7) / 8);
  kernels.fill_leaves(made.boxes.data(), made.order.data(), boxes.size(), 0, made.leaves.size(), made.leaves.data(),
                      made.above.data());
  return made;
}

template <class T>
bool same_bytes(const std::vector<T>& a, const std::vector<T>& b) {
  return a.size() == b.size() && std::memcmp(a.data(), b.data(), a.size() * sizeof(T)) == 0;
}

TEST(BroadPhaseKernels, OfBothInstructionSetsAnswerAlike) {
  if (!simd::has_avx2()) GTEST_SKIP();
  for (const SceneKind& kind : scene_kinds) {
    Random random(1);
    const Boxes boxes = kind.make(1003, random);
    const Made plain = made_by(broad_kernels_baseline, boxes), wide = made_by(broad_kernels_avx2, boxes);
    EXPECT_TRUE(same_bytes(plain.boxes, wide.boxes)) << kind.name;
    EXPECT_TRUE(same_bytes(plain.keys, wide.keys)) << kind.name;
    EXPECT_TRUE(same_bytes(plain.leaves, wide.leaves)) << kind.name;
    EXPECT_EQ(std::memcmp(&plain.bounds, &wide.bounds, sizeof plain.bounds), 0) << kind.name;
    double one[lane_count] = {}, other[lane_count] = {};
    const RayNumbers ray{{-1, 2, 3}, {1, 0.5, 0}, 1e9};
    const double box[6] = {1, 2, 3, 4, 5, 6};
    for (const Node& node : plain.leaves) {
      EXPECT_EQ(broad_kernels_baseline.ray_enters(node, ray, one), broad_kernels_avx2.ray_enters(node, ray, other));
      EXPECT_EQ(std::memcmp(one, other, sizeof one), 0);
      EXPECT_EQ(broad_kernels_baseline.gaps(node, box, one), broad_kernels_avx2.gaps(node, box, other));
      EXPECT_EQ(std::memcmp(one, other, sizeof one), 0);
    }
  }
}

/// Sums of floats of very different size, which a double need not hold.
TEST(BroadPhaseKernels, SidesMoveAtLeastAsFarAsTheyAreToldTo) {
  Random random(3);
  for (int i = 0; i < 20000; ++i) {
    const auto side = static_cast<float>(random.in(-1, 1) * std::pow(2, random.in(-40, 40)));
    const auto by = static_cast<float>(random.in(0, 1) * std::pow(2, random.in(-60, 40)));
    const mpq_class x(static_cast<double>(side)), distance(static_cast<double>(by));
    ASSERT_GE(mpq_class(static_cast<double>(widened(side, by))), x + distance) << side << " " << by;
    ASSERT_LE(mpq_class(static_cast<double>(widened(side, -by))), x - distance) << side << " " << by;
  }
}

/// Cells that follow each other along the curve share a face.
TEST(BroadPhaseKernels, TheCurveGoesFromCellToNeighbouringCell) {
  Boxes boxes;
  for (int i = 0; i < 4096; ++i) {
    const Vec3 cell(i % 16, i / 16 % 16, i / 256);
    boxes.push_back({cell, cell + Vec3::Constant(0.75)});
  }
  for (const BroadKernels* kernels : {&broad_kernels_baseline, &broad_kernels()}) {
    const Made made = made_by(*kernels, boxes);
    for (std::size_t i = 1; i < made.order.size(); ++i) {
      EXPECT_EQ((boxes[made.order[i]].min - boxes[made.order[i - 1]].min).cwiseAbs().sum(), 1) << i;
    }
  }
}

/// A long row has bits where it is long.
TEST(BroadPhaseKernels, ARowIsSortedByItsLength) {
  Random random(2);
  Boxes boxes;
  for (int i = 0; i < 5000; ++i) boxes.push_back(around({0, random.in(0, 1e5), 0}, {0.5, 0.5, 0.5}));
  const Made made = made_by(broad_kernels(), boxes);
  for (std::size_t i = 1; i < made.order.size(); ++i) {
    EXPECT_GE(boxes[made.order[i]].min.y() - boxes[made.order[i - 1]].min.y(), -2)
        << i;  // a cell is the power of two above the size
  }
}

}  // namespace
}  // namespace graze::broad::testing
