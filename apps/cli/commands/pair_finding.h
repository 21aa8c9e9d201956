#pragma once
/// What is to be said about two bodies at rest: which way they meet, where, how deep or how far apart.

#include <array>
#include <cstdint>
#include <optional>
#include <string>

#include <graze/answers.h>
#include <graze/error.h>
#include <graze/options.h>

#include "answer/json.h"
#include "answer/wording.h"
#include "input/load.h"

namespace graze::cli {

struct PairFinding {
  Status status = Status::separated;
  std::optional<double> distance{};  ///< of bodies that are apart
  std::optional<double> depth{};     ///< of convex bodies that meet
  std::optional<Closest> closest{};  ///< the nearest points; a common one where they meet
  std::array<std::int32_t, 2> triangles{-1, -1};
  double slack = 0;  ///< how much nearer the CAD models may be than the meshes

  [[nodiscard]] bool meet() const { return status != Status::separated && status != Status::near; }
};

/// Meshes of CAD models are near where the models may be within the clearance.
[[nodiscard]] Result<PairFinding> find_pair(const Body& a, const Body& b, StatusOptions options, double slack = 0);

/// "a.stl and b.stl overlap", "a.stl contains b.stl", …, and where, on lines of their own.
[[nodiscard]] std::string finding_text(const std::string& a, const std::string& b, const PairFinding& found,
                                       const Wording& wording);

void add_finding(Json& json, const PairFinding& found);

}  // namespace graze::cli
