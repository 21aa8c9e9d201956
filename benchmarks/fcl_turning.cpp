#include <fcl/geometry/bvh/BVH_model.h>
#include <fcl/narrowphase/continuous_collision.h>

#include <graze/motion/pose_at.h>

#include "timing.h"
#include "turning_cases.h"

namespace graze::bench {
namespace {

using Model = fcl::BVHModel<fcl::OBB<double>>;
using Transform = fcl::Transform3<double>;

/// It looks at so many poses and misses what happens between them.
constexpr std::size_t samples = 1000;

Model model_of(const TriangleMesh& mesh) {
  std::vector<fcl::Triangle> triangles;
  for (const auto& t : mesh.triangles) triangles.emplace_back(t[0], t[1], t[2]);
  Model model;
  model.beginModel();
  model.addSubModel(mesh.vertices, triangles);
  model.endModel();
  return model;
}

Transform transform_of(const Body& body, double t) {
  const Pose pose = motion::pose_at(body.pose, body.motion, t);
  Transform transform = Transform::Identity();
  transform.linear() = pose.rotation;
  transform.translation() = pose.translation;
  return transform;
}

struct Ends {
  Transform a0, a1, b0, b1;
};

double first_sample(const Model& a, const Model& b, const Ends& ends) {
  // Translation and rotation interpolated separately: our motion, as long as it turns by less than 180 degrees.
  const fcl::ContinuousCollisionRequest<double> request(samples, 0, fcl::CCDM_LINEAR, fcl::GST_LIBCCD, fcl::CCDC_NAIVE);
  fcl::ContinuousCollisionResult<double> result;
  fcl::continuousCollide(&a, ends.a0, ends.a1, &b, ends.b0, ends.b1, request, result);
  return result.is_collide ? result.time_of_contact : 2;
}

/// A sample in contact is one not before our bound; where it finds none, ours may only be a contact between two samples.
bool agree(const TurningImpact& ours, double t_max, double sample) {
  const bool contact = ours.status == TurningStatus::contact;
  if (sample > 1) return !contact || ours.t_lo > 0;
  return contact && ours.t_lo <= sample * t_max;
}

}  // namespace

void register_fcl_turning(const TurningCase& c) {
  add("turning/" + c.name + "/fcl_naive_1000", [&c](benchmark::State& state) {
    const Model a = model_of(c.mesh_a), b = model_of(c.mesh_b);
    std::vector<Ends> ends;
    for (std::size_t i = 0; i < c.a.size(); ++i) {
      ends.push_back(
          {transform_of(c.a[i], 0), transform_of(c.a[i], c.t_max[i]), transform_of(c.b[i], 0), transform_of(c.b[i], c.t_max[i])});
    }
    time_checked(
        state, ends.size(), [&](std::size_t i, double sample) { return agree(c.answer[i], c.t_max[i], sample); },
        [&](std::size_t i) { return first_sample(a, b, ends[i]); });
  });
}

}  // namespace graze::bench
