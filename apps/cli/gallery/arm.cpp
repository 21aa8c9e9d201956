/// A robot arm of two links with a torch that swings past a post, by motions that bound themselves.

#include <array>
#include <cmath>
#include <numbers>

#include <fmt/format.h>
#include <Eigen/Geometry>

#include <graze/overlap.h>
#include <graze/sweep.h>

#include "gallery/gallery.h"

namespace graze::cli {
namespace {

constexpr double swing_time = 0.5;                        ///< seconds
constexpr double swing_angle = 0.75 * std::numbers::pi;   ///< of the shoulder about z
constexpr double elbow_angle = -0.35 * std::numbers::pi;  ///< of the elbow about its own axis, meanwhile
constexpr double shoulder_height = 0.8, upper_length = 0.9, fore_length = 0.8, torch_length = 0.36;
constexpr int samples_per_second = 60;

Mat3 about(const Vec3& axis, double angle) { return Eigen::AngleAxisd(angle, axis).toRotationMatrix(); }

Pose upper_arm_at(double t) {
  return {about(Vec3::UnitZ(), -0.3 * std::numbers::pi + swing_angle * t / swing_time), Vec3(0, 0, shoulder_height)};
}

Pose forearm_at(double t) {
  return upper_arm_at(t) *
         Pose{about(Vec3::UnitZ(), 0.1 * std::numbers::pi + elbow_angle * t / swing_time), Vec3(upper_length, 0, 0)};
}

/// A link, its motion, and bounds of that over any time: rates are constant, and the elbow is as far from the axis as the upper arm
/// is long.
struct MovingLink {
  std::string name;
  std::vector<Shape> shapes;
  GuidedMotion motion;
};

std::vector<MovingLink> links() {
  const SpeedBound upper{0, swing_angle / swing_time};
  const SpeedBound fore{upper_length * swing_angle / swing_time, (swing_angle + std::abs(elbow_angle)) / swing_time};
  const Vec3 elbow(upper_length, 0, 0), wrist(fore_length, 0, 0);
  const auto bound = [](SpeedBound b) { return [b](double, double) { return b; }; };
  return {{"upper arm", {Shape{Capsule{{Vec3::Zero(), elbow}, 0.11}}}, {upper_arm_at, bound(upper)}},
          {"forearm", {Shape{Capsule{{Vec3::Zero(), wrist}, 0.075}}}, {forearm_at, bound(fore)}},
          {"torch",
           {Shape{Cylinder{{Vec3(wrist), Vec3(wrist + Vec3(0.12, 0, 0))}, 0.05}},
            Shape{Capsule{{Vec3(wrist), Vec3(wrist + Vec3(torch_length, 0, 0))}, 0.014}}},
           {forearm_at, bound(fore)}}};
}

GuidedMotion at_rest() {
  return {[](double) { return Pose{}; }, [](double, double) { return SpeedBound{}; }};
}

struct Contact {
  std::size_t body = 0;
  TurningImpact impact;
};

Result<ReportPart> part_of(const Shape& shape) {
  return Geometry::make(shape).map([](Geometry geometry) { return ReportPart{std::move(geometry)}; });
}

/// How many poses, taken at equal times, meet the post.
Result<int> sampled_hits(const std::vector<ReportBody>& bodies, const std::vector<MovingLink>& moving, const Geometry& post) {
  int hits = 0;
  for (int i = 0; i <= swing_time * samples_per_second; ++i) {
    const double t = static_cast<double>(i) / samples_per_second;
    for (std::size_t k = 0; k < moving.size(); ++k) {
      for (const ReportPart& part : bodies[k].parts) {
        const Result<bool> meets = overlap({part.geometry, moving[k].motion.pose_at(t), {}}, {post, {}, {}});
        if (!meets) return tl::make_unexpected(meets.error());
        hits += *meets ? 1 : 0;
      }
    }
  }
  return hits;
}

Result<std::optional<Contact>> first_of(const std::vector<ReportBody>& bodies, const std::vector<MovingLink>& moving,
                                        const Geometry& post) {
  std::optional<Contact> first;
  for (std::size_t k = 0; k < moving.size(); ++k) {
    for (const ReportPart& part : bodies[k].parts) {
      const Result<TurningImpact> impact = sweep_along(part.geometry, moving[k].motion, post, at_rest(), {.t_max = swing_time});
      if (!impact) return tl::make_unexpected(impact.error());
      if (impact->status == TurningStatus::contact && (!first || impact->t_lo < first->impact.t_lo)) first = {k, *impact};
    }
  }
  return first;
}

void add_finding(ReportData& data, const Contact& contact, std::size_t post) {
  const auto& [p, q] = contact.impact.closest.points;
  Finding finding{.a = contact.body, .b = post, .kind = FindingKind::contact, .time = contact.impact.t_lo};
  finding.contacts.push_back({{Vec3(0.5 * p + 0.5 * q)}});
  if (p != q) finding.normal = (q - p).stableNormalized();
  data.findings.push_back(std::move(finding));
}

}  // namespace

Result<GalleryPiece> swinging_arm() {
  GalleryPiece piece{.name = "arm", .report = {}, .image = {.view_from = Vec3(0.35, -1.2, 1.1)}};
  ReportData& data = piece.report;
  const std::vector<MovingLink> moving = links();
  for (const MovingLink& link : moving) {
    ReportBody body{link.name, {}, sampled_poses(link.motion, swing_time)};
    for (const Shape& shape : link.shapes) {
      Result<ReportPart> part = part_of(shape);
      if (!part) return tl::make_unexpected(part.error());
      body.parts.push_back(std::move(*part));
    }
    data.bodies.push_back(std::move(body));
  }
  constexpr double post_radius = 0.006;
  const Vec3 foot(1.7306, 0.6874, 0);  // where the torch is between two samples
  const Result<Geometry> post = Geometry::make(Shape{Cylinder{{foot, foot + Vec3(0, 0, 1.1)}, post_radius}});
  const Result<Geometry> base = Geometry::make(Shape{Cylinder{{Vec3::Zero(), Vec3(0, 0, shoulder_height - 0.12)}, 0.17}});
  if (!post) return tl::make_unexpected(post.error());
  if (!base) return tl::make_unexpected(base.error());
  const Result<int> hits = sampled_hits(data.bodies, moving, *post);
  if (!hits) return tl::make_unexpected(hits.error());
  const Result<std::optional<Contact>> first = first_of(data.bodies, moving, *post);
  if (!first) return tl::make_unexpected(first.error());
  data.bodies.push_back({"thin post", {{*post}}, {}});
  data.bodies.push_back({"base", {{*base}}, {}});
  data.title = "A robot arm swings past a thin post";
  data.units = "m";
  data.t_max = swing_time;
  if (*first) add_finding(data, **first, moving.size());
  data.notes.push_back(fmt::format("At {} poses a second {} of them meet the post; the swing between them {}.", samples_per_second,
                                   *hits == 0 ? "none" : std::to_string(*hits), *first ? "does" : "does not either"));
  return piece;
}

}  // namespace graze::cli
