#include <cmath>

#include <fcl/geometry/bvh/BVH_model.h>
#include <fcl/narrowphase/collision.h>

#include <graze/overlap.h>

#include "motion/pose_at.h"
#include "motion_cases.h"
#include "timing.h"

namespace graze::bench {
namespace {

using Model = fcl::BVHModel<fcl::OBB<double>>;
using Transform = fcl::Transform3<double>;

/// As many poses are looked at; what happens between them is missed.
constexpr int samples = 1000;

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
  const Pose pose = pose_at(body.pose, body.motion, t);
  Transform transform = Transform::Identity();
  transform.linear() = pose.rotation;
  transform.translation() = pose.translation;
  return transform;
}

double time_of(int sample, double t_max) { return t_max * sample / (samples - 1); }

/// The loop of its CCDC_NAIVE, with our poses, so that both look at the same motion: with its own ones (version 0.7) its answers
/// differ from ours on a good part of the motions.
/// The number of the first sample in contact, or as many as there are.
int first_sample(const Model& a, const Model& b, const Body& body_a, const Body& body_b, double t_max) {
  for (int i = 0; i < samples; ++i) {
    const double t = time_of(i, t_max);
    const fcl::CollisionRequest<double> request;
    fcl::CollisionResult<double> result;
    if (fcl::collide(&a, transform_of(body_a, t), &b, transform_of(body_b, t), request, result) > 0) return i;
  }
  return samples;
}

/// A sample in contact is one not before our bound. Where there is none, ours must be over before the next sample.
bool agree(const MotionCase& c, std::size_t i, int sample) {
  const TurningImpact& ours = c.answer[i];
  const bool contact = ours.status == TurningStatus::contact;
  if (sample < samples) return contact && ours.t_lo <= time_of(sample, c.t_max[i]);
  if (!contact || !ours.t_hi) return true;
  const double next = time_of(static_cast<int>(std::ceil(*ours.t_hi / c.t_max[i] * (samples - 1))), c.t_max[i]);
  const auto at = [&](const Body& body) { return Body{body.geometry, pose_at(body.pose, body.motion, next), {}}; };
  return next > c.t_max[i] || !overlap(at(c.a[i]), at(c.b[i])).value();
}

}  // namespace

void register_fcl_motion(const MotionCase& c) {
  add(question_of(c) + "/fcl_naive_1000", [&c](benchmark::State& state) {
    const Model a = model_of(c.mesh_a), b = model_of(c.mesh_b);
    time_checked(
        state, c.a.size(), [&](std::size_t i, int sample) { return agree(c, i, sample); },
        [&](std::size_t i) { return first_sample(a, b, c.a[i], c.b[i], c.t_max[i]); });
  });
}

}  // namespace graze::bench
