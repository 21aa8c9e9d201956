/// Draws bodies, where they have been, and what was found about them.

#include "report/picture.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include <Eigen/Geometry>

#include "report/camera.h"
#include "report/canvas.h"
#include "report/caption.h"
#include "report/corner_normals.h"
#include "report/finding.h"
#include "report/framing.h"
#include "report/palette.h"

namespace graze::report {
namespace {

constexpr int trail_steps = 3;  ///< earlier places of a moving body
constexpr float trail_opacity = 0.22F;
constexpr float ghost_opacity = 0.16F;   ///< of bodies that a finding is not about
constexpr float curve_thickness = 4.5F;  ///< samples
constexpr float point_radius = 7;        ///< samples
constexpr float rim = 2.5F;              ///< samples: pale border around marks
constexpr double normal_length = 0.22;   ///< as a part of what the picture shows

/// How bright a surface is with a lamp at the upper left behind the camera, a weak one at the right, and light from the sky.
float brightness(const Vec3& normal_in_view) {
  static const Vec3 lamp = Vec3(-0.45, 0.65, -0.85).normalized(), fill = Vec3(0.9, 0.1, -0.5).normalized();
  const double facing = normal_in_view.z() > 0 ? -1 : 1;  // both sides of open surfaces are lit
  const Vec3 n = facing * normal_in_view;
  return static_cast<float>(0.46 + 0.46 * std::max(0.0, n.dot(lamp)) + 0.22 * std::max(0.0, n.dot(fill)) + 0.08 * n.y());
}

class Drawing {
 public:
  Drawing(const ReportData& data, const Display& display, const ImageOptions& options)
      : data_(data),
        display_(display),
        options_(options),
        palette_(palette(options.dark)),
        framing_(framed(data, display, options)),
        camera_(framing_.target, framing_.radius, framing_.from, options.up, Canvas::samples_per_pixel * options.width,
                free_height(Canvas::samples_per_pixel * options.width, Canvas::samples_per_pixel * options.height)),
        canvas_(options.width, options.height, palette_.top, palette_.bottom) {
    for (const DisplayMesh& mesh : display.meshes) normals_.push_back(corner_normals(mesh));
  }

  std::string png() {
    draw_bodies();
    canvas_.outline(palette_.ink, 0.55F);
    draw_veil(ghost_opacity, [&] { draw_ghosts(); });
    if (options_.trail) draw_veil(trail_opacity, [&] { draw_trail(); });
    for (std::size_t i = 0; i < data_.findings.size(); ++i)
      if (!options_.finding || *options_.finding == i) draw_finding(data_.findings[i]);
    draw_caption(canvas_, data_, options_, palette_);
    return encoded_png(canvas_.pixels());
  }

 private:
  [[nodiscard]] bool is_ghost(std::size_t body) const {
    return framing_.pair && body != framing_.pair->a && body != framing_.pair->b;
  }

  void draw_bodies() {
    for (std::size_t i = 0; i < data_.bodies.size(); ++i)
      if (!is_ghost(i)) draw_body(canvas_, i, framing_.time);
  }
  void draw_ghosts() {
    for (std::size_t i = 0; i < data_.bodies.size(); ++i)
      if (is_ghost(i)) draw_body(*veil_, i, framing_.time);
  }
  void draw_trail() {
    for (std::size_t i = 0; i < data_.bodies.size(); ++i)
      if (!is_ghost(i) && display_.bodies[i].poses.size() > 1)
        for (int step = 0; step < trail_steps; ++step) draw_body(*veil_, i, framing_.time * step / trail_steps);
  }

  template <class Draw>
  void draw_veil(float opacity, const Draw& draw) {
    veil_.emplace(options_.width, options_.height, palette_.top, palette_.bottom);
    draw();
    canvas_.overlay(*veil_, opacity);
    veil_.reset();
  }

  void draw_body(Canvas& canvas, std::size_t body, double t) {
    const Pose pose = pose_between(display_.bodies[body].poses, t);
    const Colour colour = body_colour(palette_, data_, framing_.pair, body);
    for (const DisplayPart& part : display_.bodies[body].parts)
      draw_mesh(canvas, part.mesh, pose * part.pose, part.scale, colour, static_cast<std::uint32_t>(body + 1));
  }

  void draw_mesh(Canvas& canvas, std::size_t number, const Pose& pose, double scale, const Colour& colour, std::uint32_t owner) {
    const DisplayMesh& mesh = display_.meshes[number];
    std::vector<Vec3> seen;
    seen.reserve(mesh.vertices.size());
    for (const Float3& v : mesh.vertices) seen.push_back(camera_.in_view(pose.to_world(scale * Vec3(v[0], v[1], v[2]))));
    const Mat3 turn = camera_.axes() * pose.rotation;
    for (std::size_t i = 0; i < mesh.triangles.size(); ++i) {
      std::array<Vec3, 3> corners;
      std::array<Colour, 3> colours;
      for (std::size_t k = 0; k < 3; ++k) {
        corners[k] = seen[mesh.triangles[i][k]];
        const Vec3 normal = turn * normals_[number][i][k].cast<double>();
        colours[k] = brightness(normal) * colour;
      }
      draw_triangle(canvas, corners, colours, owner);
    }
  }

  void draw_triangle(Canvas& canvas, const std::array<Vec3, 3>& corners, const std::array<Colour, 3>& colours,
                     std::uint32_t owner) {
    const auto is_behind = [&](const Vec3& p) { return p.z() < camera_.near(); };
    const auto behind = std::count_if(corners.begin(), corners.end(), is_behind);
    if (behind == 3) return;
    std::vector<ShadedCorner> polygon;
    for (std::size_t k = 0; k < 3; ++k) {
      const std::size_t next = (k + 1) % 3;
      if (!is_behind(corners[k])) polygon.push_back({camera_.projected(corners[k]), colours[k]});
      if (is_behind(corners[k]) == is_behind(corners[next])) continue;
      const double s = (camera_.near() - corners[k].z()) / (corners[next].z() - corners[k].z());
      polygon.push_back(
          {camera_.projected((1 - s) * corners[k] + s * corners[next]), mixed(colours[k], colours[next], static_cast<float>(s))});
    }
    for (std::size_t k = 2; k < polygon.size(); ++k) canvas.triangle({polygon[0], polygon[k - 1], polygon[k]}, owner);
  }

  void draw_line(const Vec3& from, const Vec3& to, float thickness, const Colour& colour) {
    Vec3 p = camera_.in_view(display_.shown(from)), q = camera_.in_view(display_.shown(to));
    if (p.z() > q.z()) std::swap(p, q);
    if (q.z() <= camera_.near()) return;
    if (p.z() < camera_.near()) p += (camera_.near() - p.z()) / (q.z() - p.z()) * (q - p);
    canvas_.line(camera_.projected(p), camera_.projected(q), thickness, colour);
  }

  void draw_point(const Vec3& p) {
    draw_line(p, p, 2 * (point_radius + rim), palette_.rim);
    draw_line(p, p, 2 * point_radius, palette_.mark);
  }

  template <class Points>
  void draw_loop(const Points& points, bool closed, float thickness, const Colour& colour) {
    for (std::size_t i = 1; i < points.size(); ++i) draw_line(points[i - 1], points[i], thickness, colour);
    if (closed && points.size() > 2) draw_line(points[points.size() - 1], points[0], thickness, colour);
  }

  void draw_set(const ContactSet& set, const std::optional<Vec3>& normal) {
    if (set.radius > 0 && normal && !set.points.empty())
      return draw_loop(circle(set, *normal), true, curve_thickness, palette_.mark);
    if (set.points.size() > 1) draw_loop(set.points, true, curve_thickness, palette_.mark);
    if (set.points.size() < 3)
      for (const Vec3& p : set.points) draw_point(p);
  }

  static std::vector<Vec3> circle(const ContactSet& set, const Vec3& normal) {
    constexpr int corners = 48;
    const Vec3 u = set.radius * normal.unitOrthogonal(), v = normal.cross(u);
    std::vector<Vec3> points;
    for (int i = 0; i < corners; ++i) {
      const double angle = 2 * std::numbers::pi * i / corners;
      points.emplace_back(set.points.front() + std::cos(angle) * u + std::sin(angle) * v);
    }
    return points;
  }

  void draw_normal(const Vec3& at, const Vec3& normal) {
    const Vec3 tip = at + normal_length * framing_.radius * display_.size * normal;
    draw_line(at, tip, curve_thickness + rim, palette_.rim);
    draw_line(at, tip, curve_thickness - rim / 2, palette_.normal);
    draw_line(tip, tip, 2 * (point_radius - 1), palette_.normal);
  }

  void draw_finding(const Finding& finding) {
    for (const IntersectionCurve& curve : finding.curves) {
      draw_loop(curve.points, curve.closed, curve_thickness + rim, palette_.rim);
      draw_loop(curve.points, curve.closed, curve_thickness, palette_.mark);
      if (curve.points.size() == 1) draw_point(curve.points.front());
    }
    if (finding.witness) {
      const auto& [p, q] = *finding.witness;
      draw_line(p, q, curve_thickness + rim, palette_.rim);
      draw_line(p, q, curve_thickness - 1, palette_.witness);
      for (const Vec3& end : {p, q}) draw_point(end);
    }
    if (finding.normal && !finding.contacts.empty())
      if (const std::optional<Place> place = place_of(finding)) draw_normal(place->center, *finding.normal);
    for (const ContactSet& set : finding.contacts) draw_set(set, finding.normal);
  }

  const ReportData& data_;
  const Display& display_;
  const ImageOptions& options_;
  Palette palette_;
  Framing framing_;
  Camera camera_;
  Canvas canvas_;
  std::optional<Canvas> veil_;
  std::vector<std::vector<std::array<Eigen::Vector3f, 3>>> normals_;
};

}  // namespace

std::string png_of(const ReportData& data, const Display& display, const ImageOptions& options) {
  return Drawing(data, display, options).png();
}

}  // namespace graze::report
