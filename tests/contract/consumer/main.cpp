/// Asks an installed graze one question: do two unit boxes that share a corner meet? They do, because sets are closed.

#include <cstdio>

#include <graze/error.h>
#include <graze/overlap.h>

int main() {
  const auto box = graze::Geometry::make(graze::Shape{graze::Aabb{.min = {0, 0, 0}, .max = {1, 1, 1}}});
  if (!box) return 2;
  const graze::Body here{*box, {}, {}};
  const graze::Body at_the_corner{*box, {.translation = {1, 1, 1}}, {}};
  const auto answer = graze::overlap(here, at_the_corner);
  if (!answer) std::puts(answer.error().message.c_str());
  return answer && *answer ? 0 : 1;
}
