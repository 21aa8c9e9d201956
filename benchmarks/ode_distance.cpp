#include <ode/ode.h>

#include "distance_peers.h"
#include "shape_pairs.h"
#include "timing.h"

namespace graze::bench {
namespace {

dGeomID ode_geom(const Shape& shape, const Pose& pose) {
  dGeomID geom = nullptr;
  if (const auto* sphere = std::get_if<Sphere>(&shape.value)) {
    geom = dCreateSphere(nullptr, sphere->radius);
  } else if (const auto* capsule = std::get_if<Capsule>(&shape.value)) {
    geom = dCreateCapsule(nullptr, capsule->radius, 2 * capsule->v[1].z());
  } else {
    const Vec3 sides = 2 * std::get<Aabb>(shape.value).max;
    geom = dCreateBox(nullptr, sides.x(), sides.y(), sides.z());
  }
  dMatrix3 rotation = {};
  for (int i = 0; i < 3; ++i) {
    for (int j = 0; j < 3; ++j) rotation[4 * i + j] = pose.rotation(i, j);
  }
  dGeomSetRotation(geom, rotation);
  dGeomSetPosition(geom, pose.translation.x(), pose.translation.y(), pose.translation.z());
  return geom;
}

struct OdePairs {
  std::vector<dGeomID> a, b;

  explicit OdePairs(const ShapePairs& pairs) {
    for (std::size_t i = 0; i < pairs.size(); ++i) {
      a.push_back(ode_geom(pairs.a[i], pairs.pose_a[i]));
      b.push_back(ode_geom(pairs.b[i], pairs.pose_b[i]));
    }
  }
  OdePairs(const OdePairs&) = delete;
  OdePairs& operator=(const OdePairs&) = delete;
  ~OdePairs() {
    for (std::size_t i = 0; i < a.size(); ++i) dGeomDestroy(a[i]), dGeomDestroy(b[i]);
  }
};

/// ODE has contacts, no distances: one contact is its way to say that bodies meet. That any will do (CONTACTS_UNIMPORTANT) must not
/// be said: it then finds none in a tenth of the boxes that meet.
void time_overlap(benchmark::State& state, const ShapePairs& pairs) {
  const OdePairs ode(pairs);
  time_checked(
      state, pairs.size(), [&](std::size_t i, bool meet) { return is_overlap(pairs, i, meet); },
      [&](std::size_t i) {
        dContactGeom contact;
        return dCollide(ode.a[i], ode.b[i], 1, &contact, sizeof contact) > 0;
      });
}

void time_box_overlap(benchmark::State& state, const ShapePairs& pairs) {
  const OdePairs ode(pairs);
  time_checked(
      state, pairs.size(), [&](std::size_t i, bool meet) { return is_overlap(pairs, i, meet); },
      [&](std::size_t i) {
        dVector3 sides_a, sides_b;
        dGeomBoxGetLengths(ode.a[i], sides_a);
        dGeomBoxGetLengths(ode.b[i], sides_b);
        return dBoxTouchesBox(dGeomGetPosition(ode.a[i]), dGeomGetRotation(ode.a[i]), sides_a, dGeomGetPosition(ode.b[i]),
                              dGeomGetRotation(ode.b[i]), sides_b) != 0;
      });
}

void time_segments(benchmark::State& state, const ShapePairs& pairs) {
  struct Ends {
    dVector3 start, end;
  };
  const auto ends = [](const Shape& shape) {
    const auto& v = std::get<Segment>(shape.value).v;
    return Ends{{v[0].x(), v[0].y(), v[0].z(), 0}, {v[1].x(), v[1].y(), v[1].z(), 0}};
  };
  std::vector<Ends> a, b;
  for (std::size_t i = 0; i < pairs.size(); ++i) a.push_back(ends(pairs.world_a[i])), b.push_back(ends(pairs.world_b[i]));
  time_checked(
      state, pairs.size(), [&](std::size_t i, double d) { return is_distance(pairs, i, d); },
      [&](std::size_t i) {
        dVector3 on_a, on_b;
        dClosestLineSegmentPoints(a[i].start, a[i].end, b[i].start, b[i].end, on_a, on_b);
        return dCalcPointsDistance3(on_a, on_b);
      });
}

}  // namespace

void register_ode_distances() {
  dInitODE2(0);
  for (const ShapePairs& pairs : shape_pairs()) {
    if (pairs.kind == "segment_segment") {
      add("distance/" + pairs.name() + "/ode", [&](benchmark::State& state) { time_segments(state, pairs); });
      continue;
    }
    for (const char* question : {"overlap/", "bodies_overlap/"}) {  // its users call no other
      add(question + pairs.name() + "/ode", [&](benchmark::State& state) { time_overlap(state, pairs); });
    }
    if (pairs.kind == "box_box") {
      add("overlap/" + pairs.name() + "/ode_touches", [&](benchmark::State& state) { time_box_overlap(state, pairs); });
    }
  }
}

}  // namespace graze::bench
