#pragma once
/// Scenes of bodies of every kind, made at random, and the plain way to ask all pairs of them.

#include <questions/any_body.h>

#include <vector>

#include <graze/overlap.h>
#include <graze/scene.h>
#include <graze/scene_questions.h>

namespace graze::testing {

class AnyScene : public AnyBody {
 public:
  using AnyBody::AnyBody;

  /// Lines, rays, planes and half-spaces meet nearly everything: they are left out unless wanted.
  static bool is_endless(int kind) { return kind == 1 || kind == 2 || kind == 4 || kind == 5; }

  BodyPart part(bool with_endless) {
    int kind = 0;
    do kind = static_cast<int>(below(kinds));
    while (!with_endless && is_endless(kind));
    BodyPart result{*Geometry::make(shape(kind)), {}, false, {}};
    result.solid = kind == kinds - 1 && below(2) == 0;
    return result;
  }

  SceneBody scene_body(double spread, bool with_endless = false) {
    SceneBody body;
    const std::size_t parts = below(3) == 0 ? 1 + below(3) : 1;
    for (std::size_t k = 0; k < parts; ++k) {
      body.parts.push_back(part(with_endless));
      if (parts > 1) body.parts.back().pose = pose(1);
    }
    body.pose = pose(spread);
    if (below(3) == 0) body.scale = real(0.3, 2);
    body.group = 1 + below(7);
    body.mask = 1 + below(7);
    return body;
  }

  std::vector<SceneBody> bodies(std::size_t count, double spread) {
    std::vector<SceneBody> result;
    for (std::size_t i = 0; i < count; ++i) result.push_back(scene_body(spread));
    return result;
  }
};

inline Scene scene_of(const std::vector<SceneBody>& bodies) {
  Scene scene;
  for (const SceneBody& body : bodies) {
    if (!scene.add(body)) std::abort();
  }
  return scene;
}

/// x -> scale * x, written out again for the shapes of AnyBody.
inline Shape larger(const Shape& shape, double s) {
  return std::visit(
      [&](auto value) {
        using Kind = decltype(value);
        if constexpr (requires { value.vertices; }) {
          for (Vec3& v : value.vertices) v *= s;
        } else if constexpr (requires { value.points; }) {
          for (Vec3& v : value.points) v *= s;
        } else if constexpr (requires { value.v; }) {
          for (Vec3& v : value.v) v *= s;
        } else if constexpr (std::is_same_v<Kind, Point>) {
          value.p *= s;
        } else if constexpr (std::is_same_v<Kind, Aabb>) {
          value = {value.min * s, value.max * s};
        } else if constexpr (std::is_same_v<Kind, Cone>) {
          value.base *= s;
          value.apex *= s;
        } else if constexpr (requires { value.center; }) {
          value.center *= s;
        } else if constexpr (requires { value.origin; }) {
          value.origin *= s;
        } else if constexpr (requires { value.offset; }) {
          value.offset *= s;
        }
        if constexpr (requires { value.radius; }) value.radius *= s;
        if constexpr (requires { value.half_extents; }) value.half_extents *= s;
        return Shape{value};
      },
      shape.value);
}

/// The parts of a body where they are at time 0, by hand.
inline std::vector<Body> parts_in_world(const SceneBody& body) {
  std::vector<Body> result;
  for (const BodyPart& part : body.parts) {
    const Shape whole = part.geometry.mesh() != nullptr && std::holds_alternative<TriangleMesh>(part.geometry.shape().value)
                            ? Shape{*part.geometry.mesh()}
                            : part.geometry.shape();
    Pose pose = part.pose;
    pose.translation *= body.scale;
    const bool is_simple = pose.is_identity();
    Motion motion = std::get<Motion>(body.motion);
    if (!motion.center) motion.center = body.pose.translation;
    result.push_back({*Geometry::make(larger(whole, body.scale)), is_simple ? body.pose : body.pose * pose, motion, part.solid});
  }
  return result;
}

inline bool may_meet(const SceneBody& a, const SceneBody& b) { return (a.group & b.mask) != 0 && (b.group & a.mask) != 0; }

inline bool bodies_meet(const SceneBody& a, const SceneBody& b) {
  for (const Body& in_a : parts_in_world(a)) {
    for (const Body& in_b : parts_in_world(b)) {
      if (*overlap(in_a, in_b)) return true;
    }
  }
  return false;
}

}  // namespace graze::testing
