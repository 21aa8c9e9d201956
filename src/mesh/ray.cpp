/// Turns the contacts of a line with a mesh into crossings, with a fast path for the first one.

#include "mesh/ray.h"

#include <algorithm>
#include <cassert>
#include <cmath>

#include <Eigen/Geometry>

#include <graze/mesh.h>

#include "mesh/distance.h"
#include "mesh/line_crossings.h"
#include "mesh/ray_quick.h"
#include "tree/walk/ray.h"

namespace graze::query {
namespace {

using distance::Probe;

bool is_point(const Probe& line) { return line.end ? *line.end == line.origin : line.direction == Vec3::Zero(); }

/// Two sides of a triangle, in the frame of the mesh, by the order of the corners.
struct TriangleSides {
  Vec3 first;
  Vec3 second;

  TriangleSides(const MeshView& mesh, std::uint32_t i) {
    const auto& [a, b, c] = mesh.triangles[i];
    first = mesh.vertices[b] - mesh.vertices[a];
    second = mesh.vertices[c] - mesh.vertices[a];
  }

  /// The same triangle in a unit of its own, for products that would vanish or overflow.
  void scale() {
    const double largest = std::max(first.cwiseAbs().maxCoeff(), second.cwiseAbs().maxCoeff());
    if (!(largest > 0) || !std::isfinite(largest)) return;
    first /= largest;
    second /= largest;
  }

  [[nodiscard]] Vec3 normal() const { return first.cross(second); }
};

/// Squares of lengths within these have lost nothing that counts: what underflows is below 2^-174 of them. Unit: length squared.
constexpr double least_square = 0x1p-900;
constexpr double greatest_square = 0x1p900;

/// Unit; `otherwise` where the corners span none.
Vec3 normal_of(const PlacedMesh& mesh, std::uint32_t i, const Vec3& otherwise) {
  TriangleSides sides(mesh.tree->view(), i);
  const Vec3 across = mesh.pose.rotation * sides.normal();
  const double square = across.squaredNorm();
  if (square > least_square && square < greatest_square) return across * (1 / std::sqrt(square));
  sides.scale();
  const Vec3 scaled = mesh.pose.rotation * sides.normal();
  return scaled == Vec3::Zero() ? otherwise : scaled.stableNormalized();
}

/// Of a line of the world, with a normal (x, y, z) of any length. Put together where it is returned to, and one coordinate after
/// the other: a copy, or two at once, would load what was stored in parts a moment ago and wait for that as long as a leaf takes.
std::optional<Crossing> crossing_at(const QuickHit& hit, const Vec3& origin, const Vec3& direction, double x, double y, double z) {
  std::optional<Crossing> out(std::in_place);
  out->t = hit.t;
  for (int k = 0; k < 3; ++k) out->point[k] = origin[k] + hit.t * direction[k];
  const double square = x * x + y * y + z * z;
  if (square > least_square && square < greatest_square) {
    const double slowness = 1 / std::sqrt(square);
    out->normal = {slowness * x, slowness * y, slowness * z};
  } else {
    out->normal = Vec3(x, y, z).stableNormalized();
  }
  out->entering = hit.entering;
  out->feature.kind = FeatureKind::face;
  out->feature.triangle = static_cast<std::int32_t>(hit.triangle);
  return out;
}

Feature face_of(std::uint32_t triangle) { return {FeatureKind::face, 0, static_cast<std::int32_t>(triangle)}; }

/// A line without direction touches what it lies on.
std::vector<Crossing> crossings_of_point(const Probe& line, const PlacedMesh& mesh) {
  const std::optional<Closest> closest = closest_points(distance::placed_point(line.origin, line.pose), mesh);
  if (!closest || closest->distance > 0) return {};
  const Feature& feature = closest->features[1];
  const Vec3 normal = normal_of(mesh, static_cast<std::uint32_t>(feature.triangle), Vec3::UnitX());
  return {{0, closest->points[0], normal, true, feature}, {0, closest->points[0], normal, false, feature}};
}

/// Turns the connected pieces of contacts into crossings.
class CrossingReporter {
 public:
  CrossingReporter(const LineCrossings& line_crossings, const PlacedMesh& mesh) : line_crossings_(line_crossings), mesh_(mesh) {}

  /// The beginning of a piece that the line enters from inside, or from outside.
  [[nodiscard]] Crossing first(std::span<const TriangleContact> piece, bool inside) const {
    const int net = crossing_count(piece).net;
    if (net == 0) return crossing(piece.front().contact.first, piece.front().triangle, !inside);
    const auto passes =
        std::find_if(piece.begin(), piece.end(), [&](const TriangleContact& c) { return c.contact.crossing * net > 0; });
    return crossing(piece.front().contact.first, passes->triangle, net > 0);
  }

  void report(std::span<const TriangleContact> piece, bool inside, KeptList<Crossing>& out) const {
    out.push_back(first(piece, inside));
    if (crossing_count(piece).net != 0) return;
    const TriangleContact& last = line_crossings_.last_of(piece);
    out.push_back(crossing(last.contact.last, last.triangle, inside));
  }

 private:
  [[nodiscard]] Crossing crossing(const distance::ParameterBracket& at, std::uint32_t triangle, bool entering) const {
    const distance::LineProbe& probe = line_crossings_.probe();
    const double t = std::clamp(at.nearest, probe.range().least, probe.range().greatest);
    const Vec3 against = -probe.world_direction().stableNormalized();
    return {t, probe.world_point(t), normal_of(mesh_, triangle, against), entering, face_of(triangle)};
  }

  const LineCrossings& line_crossings_;
  const PlacedMesh& mesh_;
};

bool runs_along_any(std::span<const TriangleContact> contacts) {
  return std::any_of(contacts.begin(), contacts.end(), [](const TriangleContact& c) { return c.contact.in_plane; });
}

/// They are in order along the line, but each parameter was rounded by itself.
void keep_in_order(std::span<Crossing> all) {
  for (std::size_t i = 1; i < all.size(); ++i) {
    if (all[i].t >= all[i - 1].t) continue;
    all[i].t = all[i - 1].t;
    all[i].point = all[i - 1].point;
  }
}

std::optional<Crossing> first_of(const std::vector<Crossing>& all) {
  return all.empty() ? std::nullopt : std::optional(all.front());
}

/// When doubles cannot decide.
std::optional<Crossing> exact_first_crossing(const Probe& line, const PlacedMesh& mesh) {
  if (is_point(line)) return first_of(crossings_of_point(line, mesh));
  const LineCrossings line_crossings(line, mesh);
  TriangleContacts contacts = line_crossings.contacts(LineCrossings::Wanted::first);
  if (contacts.empty()) return std::nullopt;
  if (runs_along_any(contacts)) return first_of(crossings(line, mesh));  // the piece may go on beyond its first point
  line_crossings.sort(contacts);
  return CrossingReporter(line_crossings, mesh).first(std::span(contacts).first(line_crossings.end_of_piece(contacts, 0)), false);
}

}  // namespace

std::vector<Crossing> crossings(const Probe& line, const PlacedMesh& mesh) {
  if (is_point(line)) return crossings_of_point(line, mesh);
  const LineCrossings line_crossings(line, mesh);
  TriangleContacts contacts = line_crossings.contacts(LineCrossings::Wanted::all);
  line_crossings.sort(contacts);
  KeptList<Crossing> out;
  for (std::size_t begin = 0, end = 0; begin < contacts.size(); begin = end) {
    end = line_crossings.end_of_piece(contacts, begin);
    const bool inside = !out.empty() && out.back().entering;
    CrossingReporter(line_crossings, mesh).report(std::span(contacts).subspan(begin, end - begin), inside, out);
  }
  keep_in_order(out);
  return {out.begin(), out.end()};
}

std::optional<Crossing> first_crossing(const Probe& line, const PlacedMesh& mesh) {
  if (is_point(line)) return exact_first_crossing(line, mesh);
  const distance::RoundedLine world = distance::rounded_world(line);
  const distance::RoundedLine in_mesh = distance::rounded_in_body(world, mesh.pose);
  const QuickHit hit = quick_first_hit(*mesh.tree, tree::part_of(in_mesh, {line.t_min, line.t_max}));
  if (hit.kind == QuickHit::Kind::none) return std::nullopt;
  if (hit.kind == QuickHit::Kind::unsure) return exact_first_crossing(line, mesh);
  const Vec3 normal = mesh.pose.rotation * Vec3(hit.normal[0], hit.normal[1], hit.normal[2]);
  return crossing_at(hit, world.origin, world.direction, normal.x(), normal.y(), normal.z());
}

bool meets(const Probe& line, const PlacedMesh& mesh) {
  if (is_point(line)) return !crossings_of_point(line, mesh).empty();
  return !LineCrossings(line, mesh).contacts(LineCrossings::Wanted::any).empty();
}

}  // namespace graze::query

namespace graze {

namespace {

[[gnu::noinline, gnu::cold]] std::optional<Crossing> exact_first_hit(const MeshTree& mesh, const Ray& ray, double t_max) {
  query::Probe line = distance::as_probe(ray);
  line.t_max = t_max;
  return query::exact_first_crossing(line, {&mesh, Pose{}});
}

}  // namespace

std::optional<Crossing> first_hit(const MeshTree& mesh, const Ray& ray, double t_max) {
  assert(t_max >= 0);
  if (ray.direction == Vec3::Zero()) return exact_first_hit(mesh, ray, t_max);
  const query::QuickHit hit = query::quick_first_hit(mesh, {{ray.origin.data(), ray.direction.data(), 0, 0}, 0, t_max});
  if (hit.kind == query::QuickHit::Kind::none) return std::nullopt;
  if (hit.kind == query::QuickHit::Kind::unsure) return exact_first_hit(mesh, ray, t_max);
  return query::crossing_at(hit, ray.origin, ray.direction, hit.normal[0], hit.normal[1], hit.normal[2]);
}

}  // namespace graze
