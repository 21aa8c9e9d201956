/// When does a flying box touch a ball, and where?

#include <cstdio>

#include <graze/graze.h>

int main() {
  const auto ball = graze::Geometry::make(graze::Shape{graze::make_sphere_mesh(1.0, 3)});
  const auto crate = graze::Geometry::make(graze::Shape{graze::make_box_mesh({0.5, 0.5, 0.5})});
  if (!ball || !crate) return 2;

  const graze::Body resting{*ball, {}, {}};
  const graze::Body flying{*crate, {.translation = {5, 0, 0}}, {.velocity = {-2, 0, 0}}};

  const auto impact = graze::sweep(resting, flying, {.t_max = 10});
  if (!impact) {
    std::puts(impact.error().message.c_str());
  } else if (!*impact) {
    std::puts("they never touch");
  } else {
    std::printf("first contact at t = %.17g\n", (*impact)->first);
    for (const graze::Vec3& p : (*impact)->set.points) std::printf("  at (%g, %g, %g)\n", p.x(), p.y(), p.z());
  }
}
