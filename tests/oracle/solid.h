#pragma once
/// Bodies as solids, where a test is about what closed meshes bound.

#include <graze/geometry.h>

namespace graze::testing {

[[nodiscard]] inline Body solid(Body body, bool is_solid = true) {
  body.solid = is_solid;
  return body;
}

}  // namespace graze::testing
