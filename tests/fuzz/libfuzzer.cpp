/// The targets for libFuzzer: the environment variable GRAZE_FUZZ_TARGET names one of them. tools/fuzz runs all.

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <exception>

#include "fuzz/target.h"

namespace graze::fuzz {
namespace {

const Target* wanted = nullptr;

[[noreturn]] void end_without_target() {
  std::fputs("GRAZE_FUZZ_TARGET must be one of:", stderr);
  for (const Target& target : all_targets())
    std::fprintf(stderr, " %.*s", static_cast<int>(target.name.size()), target.name.data());
  std::fputs("\n", stderr);
  std::exit(2);
}

}  // namespace
}  // namespace graze::fuzz

extern "C" int LLVMFuzzerInitialize(int* /*argc*/, char*** /*argv*/) {
  const char* name = std::getenv("GRAZE_FUZZ_TARGET");
  graze::fuzz::wanted = name == nullptr ? nullptr : graze::fuzz::find_target(name);
  if (graze::fuzz::wanted == nullptr) graze::fuzz::end_without_target();
  return 0;
}

/// A broken promise ends the program as a bad access does, so that libFuzzer keeps the input.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  try {
    graze::fuzz::wanted->run({reinterpret_cast<const char*>(bytes), size});
  } catch (const std::exception& broken) {
    std::fprintf(stderr, "broken: %s\n", broken.what());
    std::abort();
  }
  return 0;
}
