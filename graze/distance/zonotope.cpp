#include <graze/distance/zonotope.h>

#include <utility>

#include <graze/distance/zonotope_question.h>

namespace graze::distance {
namespace {

/// Apart from the quick questions, whose numbers stay in registers as long as nothing here sees them.
template <std::size_t na, std::size_t nb>
[[gnu::noinline]] std::optional<Closest> thorough_closest(const Zonotope& a, const Zonotope& b) {
  return Question<na, nb>(a, b).closest();
}

template <std::size_t na, std::size_t nb>
[[gnu::noinline]] std::optional<bool> thorough_overlap(const Zonotope& a, const Zonotope& b) {
  return Question<na, nb>(a, b).overlap();
}

template <std::size_t na, std::size_t nb>
[[nodiscard, gnu::noinline]] std::optional<Closest> closest(const Zonotope& a, const Zonotope& b) {
  const Question<na, nb> question(a, b);
  Places<na + nb> p;
  Measure m;
  if (!question.settles(p, m)) return thorough_closest<na, nb>(a, b);
  return question.answer(p, m);
}

template <std::size_t na, std::size_t nb>
[[nodiscard, gnu::noinline]] std::optional<bool> meet(const Zonotope& a, const Zonotope& b) {
  const auto answer = Question<na, nb>(a, b).quick_overlap();
  return answer ? answer : thorough_overlap<na, nb>(a, b);
}

template <std::size_t na, std::size_t nb>
[[nodiscard]] std::optional<Closest> closest_turned(const Zonotope& a, const Zonotope& b) {
  std::optional<Closest> out = closest<na, nb>(b, a);
  if (out) {
    std::swap(out->points[0], out->points[1]);
    std::swap(out->features[0], out->features[1]);
  }
  return out;
}

GRAZE_FORCE_INLINE int generator_count(const Zonotope& z) {
  return z.kind == Zonotope::Kind::point ? 0 : z.kind == Zonotope::Kind::segment ? 1 : 3;
}

}  // namespace

std::optional<Zonotope> as_zonotope(const Core& c) {
  using Kind = Zonotope::Kind;
  if (!c.rays.empty()) return std::nullopt;
  if (c.box_axes != nullptr)
    return Zonotope{Kind::oriented_box, &c.vertices[0], nullptr, c.box_axes, &c.half_extents, c.radius, c.pose};
  if (c.is_aligned_box) return Zonotope{Kind::aligned_box, &c.vertices[0], &c.vertices[7], nullptr, nullptr, c.radius, c.pose};
  if (c.vertices.size() == 2) return Zonotope{Kind::segment, &c.vertices[0], &c.vertices[1], nullptr, nullptr, c.radius, c.pose};
  if (c.vertices.size() == 1) return Zonotope{Kind::point, &c.vertices[0], nullptr, nullptr, nullptr, c.radius, c.pose};
  return std::nullopt;
}

std::optional<Closest> closest_points(const Zonotope& a, const Zonotope& b) {
  switch (4 * generator_count(a) + generator_count(b)) {
    case 0: return closest<0, 0>(a, b);
    case 1: return closest<0, 1>(a, b);
    case 3: return closest<0, 3>(a, b);
    case 4: return closest_turned<0, 1>(a, b);
    case 5: return closest<1, 1>(a, b);
    case 7: return closest<1, 3>(a, b);
    case 12: return closest_turned<0, 3>(a, b);
    case 13: return closest_turned<1, 3>(a, b);
    default: return closest<3, 3>(a, b);
  }
}

std::optional<bool> overlap(const Zonotope& a, const Zonotope& b) {
  switch (4 * generator_count(a) + generator_count(b)) {
    case 0: return meet<0, 0>(a, b);
    case 1: return meet<0, 1>(a, b);
    case 3: return meet<0, 3>(a, b);
    case 4: return meet<0, 1>(b, a);
    case 5: return meet<1, 1>(a, b);
    case 7: return meet<1, 3>(a, b);
    case 12: return meet<0, 3>(b, a);
    case 13: return meet<1, 3>(b, a);
    default: return meet<3, 3>(a, b);
  }
}

}  // namespace graze::distance
