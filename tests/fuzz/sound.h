#pragma once
/// What every reader promises of its answers.

#include <cmath>
#include <string>

#include <graze/error.h>
#include <graze/geometry.h>
#include <graze/overlap.h>
#include <graze/shapes.h>

#include "fuzz/target.h"

namespace graze::fuzz {

/// One line that can be shown, not the text of an exception that nobody foresaw.
inline void expect_sound(const Error& error) {
  expect(!error.message.empty(), "an error says something");
  expect(error.message.find_first_of("\r\n") == std::string::npos, "an error is one line: " + error.message);
  const std::string ours = error.message.substr(0, error.message.find_first_of("\"'"));  // not what a file says, which is quoted
  expect(ours.find(": failed: ") == std::string::npos, "no exception is unforeseen: " + error.message);
}

/// Of meshes larger than this nothing is built: most of the time would go there.
inline constexpr std::size_t small_mesh = 200;

/// Corners exist and are finite; what can be built can be asked.
inline void expect_sound(const TriangleMesh& mesh) {
  for (const auto& triangle : mesh.triangles) {
    for (const std::uint32_t corner : triangle) expect(corner < mesh.vertices.size(), "triangles have their corners");
  }
  for (const Vec3& v : mesh.vertices) expect(v.allFinite(), "coordinates are finite");
  if (mesh.triangles.size() > small_mesh) return;
  const auto geometry = Geometry::make(Shape{mesh});
  if (!geometry) return expect_sound(geometry.error());
  const Body body{*geometry, {}, {}};
  const auto met = overlap(body, body);
  if (!met) return expect_sound(met.error());
  expect(*met == !mesh.triangles.empty(), "a mesh meets itself");
}

template <class T>
void expect_sound_error(const Result<T>& result) {
  if (!result) expect_sound(result.error());
}

}  // namespace graze::fuzz
