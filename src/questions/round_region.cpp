/// Circles and lenses from exact numbers, rounded at the end.

#include "questions/round_region.h"

#include "body/pair.h"
#include "numbers/radical.h"
#include "polytope/contact/contact_set.h"
#include "views/implicit_form.h"

namespace graze::query {
namespace {

using ExactVec = Vector3<Dyadic>;

struct ExactBall {
  ExactVec center;
  Dyadic radius;
};

std::optional<ExactBall> as_ball(const Body& body) {
  const auto* ball = std::get_if<Sphere>(&body.geometry.shape().value);
  if (ball == nullptr) return std::nullopt;
  return ExactBall{distance::placed<Dyadic>(body.pose, ball->center, Vec3::Zero()), ball->radius};
}

Vec3 nearest_vector(const ExactVec& x, const Dyadic& w) {
  return {quotient_nearest(x.x, w), quotient_nearest(x.y, w), quotient_nearest(x.z, w)};
}

/// The disc of a ball in the plane normal.x = offset, which it meets.
CircleInSpace section_of_ball(const ExactBall& ball, const ExactVec& normal, const Dyadic& offset) {
  const Dyadic squared = dot(normal, normal);
  const Dyadic height = dot(normal, ball.center) - offset;
  const Radical radius{0, ball.radius * ball.radius * squared - height * height, 0, squared};
  return {nearest_vector(squared * ball.center - height * normal, squared), sat::length_along(normal, 0).direction, nearly(radius)};
}

/// The part of a line of the plane in a disc, which are the section of a plane across it and of a ball.
ContactSet chord_of(const CircleInSpace& section) {
  const Vec3 half = section.radius * Vec3(-section.normal.y(), section.normal.x(), 0);
  return {{section.center - half, section.center + half}};
}

/// (whole + k sqrt(root)) / divisor, which is positive.
double with_root(const Dyadic& whole, const Dyadic& k, const Dyadic& root, const Dyadic& divisor) {
  const Dyadic under_root = k * k * root;
  if (k.sign() >= 0) return nearly({whole, under_root, 0, divisor * divisor});
  return 0.0 - nearly({-whole, under_root, 0, divisor * divisor});
}

/// Of balls whose surfaces meet. With d the way between the centres, the plane of the circle cuts it at m / 2dd of its length.
Region lens_of(const ExactBall& a, const ExactBall& b, bool is_planar) {
  const ExactVec way = b.center - a.center;
  const Dyadic squared = dot(way, way);
  const Dyadic m = squared + a.radius * a.radius - b.radius * b.radius;
  const Dyadic twice = squared + squared;
  const ExactVec middle = twice * a.center + m * way;  // times 2dd
  const Dyadic root = Dyadic(4) * squared * a.radius * a.radius - m * m;
  Lens lens;
  if (!is_planar) {
    lens.circle = {nearest_vector(middle, twice), sat::length_along(way, 0).direction, nearly({0, root, 0, Dyadic(4) * squared})};
    return lens;
  }
  for (const int k : {0, 1}) {
    const ExactVec across = k == 0 ? ExactVec{way.y, -way.x, 0} : ExactVec{-way.y, way.x, 0};
    lens.corners[k] = {with_root(middle.x, across.x, root, twice), with_root(middle.y, across.y, root, twice), 0};
  }
  return lens;
}

Region common_of_balls(const ExactBall& a, const ExactBall& b, bool is_planar) {
  const ExactVec way = b.center - a.center;
  const Dyadic difference = a.radius - b.radius;
  if (dot(way, way) > difference * difference) return lens_of(a, b, is_planar);
  const ExactBall& inner = difference.sign() > 0 ? b : a;
  return Sphere{nearest_vector(inner.center, 1), inner.radius.to_double()};
}

}  // namespace

std::optional<Region> round_region(const Body& a, const Body& b) {
  const auto ball_a = as_ball(a), ball_b = as_ball(b);
  if (ball_a && ball_b) return common_of_balls(*ball_a, *ball_b, a.geometry.is_planar());
  if (ball_b) return round_region(b, a);
  const auto* plane = std::get_if<Plane>(&b.geometry.shape().value);
  if (!ball_a || plane == nullptr) return std::nullopt;
  const auto placed = distance::placed_plane<Dyadic>(b.pose, plane->normal, plane->offset, Vec3::Zero());
  const CircleInSpace section = section_of_ball(*ball_a, placed.normal, placed.offset);
  return a.geometry.is_planar() ? Region{chord_of(section)} : Region{section};
}

}  // namespace graze::query
