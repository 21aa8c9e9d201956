#pragma once
/// The questions FCL answers too, to be timed in the same run. Only where FCL was found.

namespace graze::bench {

void register_fcl_benchmarks();

}  // namespace graze::bench
