/// Every target with its seeds and some thousands of changed ones. With GRAZE_EFFORT=1000 as many more: that is the long run.

#include <cctype>
#include <chrono>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "fuzz/mutate.h"
#include "fuzz/target.h"
#include "oracle/effort.h"

namespace graze::fuzz {
namespace {

std::string escaped(const std::string& bytes) {
  std::string text;
  for (const char c : bytes) {
    const auto byte = static_cast<unsigned char>(c);
    text += std::isprint(byte) != 0 && c != '\\' ? std::string(1, c) : fmt::format("\\x{:02x}", byte);
  }
  return text;
}

/// Whether the target kept its promises; says which input broke one.
bool survives(const Target& target, const std::string& input, const std::string& which) {
  try {
    target.run(input);
    return true;
  } catch (const std::exception& broken) {
    ADD_FAILURE() << target.name << ", " << which << ": " << broken.what() << "\n" << escaped(input);
    return false;
  }
}

class FuzzTarget : public ::testing::TestWithParam<Target> {};

TEST_P(FuzzTarget, KeepsItsPromisesForSeedsAndChangedSeeds) {
  const Target& target = GetParam();
  const std::vector<std::string> seeds = target.seeds();
  ASSERT_FALSE(seeds.empty());
  for (std::size_t i = 0; i < seeds.size(); ++i) ASSERT_TRUE(survives(target, seeds[i], fmt::format("seed {}", i)));
  const auto rounds = static_cast<unsigned>(testing::effort(static_cast<int>(target.rounds)));
  for (unsigned i = 0; i < rounds; ++i) {
    const std::string& seed = seeds[i % seeds.size()];
    ASSERT_TRUE(survives(target, changed(seed, i), fmt::format("change {}", i)));
  }
}

INSTANTIATE_TEST_SUITE_P(All, FuzzTarget, ::testing::ValuesIn(all_targets().begin(), all_targets().end()),
                         [](const auto& one) { return std::string(one.param.name); });

}  // namespace
}  // namespace graze::fuzz
