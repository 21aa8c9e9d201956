/// What each question costs, as its users call it: CSV for the page of questions. Orders of magnitude, not records: each question
/// is asked about twenty placements of the pair, half of them meeting; processor time, least of three rounds.

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <ctime>
#include <functional>
#include <random>
#include <string>
#include <vector>

#include <Eigen/Geometry>

#include <graze/graze.h>

namespace {

using graze::Body;
using graze::Vec3;

constexpr int placements = 20;

double processor_seconds() {
  timespec now{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + static_cast<double>(now.tv_nsec) / 1e9;
}

struct Pair {
  std::string name;
  graze::Geometry a, b;
  double reach;  ///< distance of the centres at which about half of the placements meet
  bool solid;    ///< closed meshes count as the solids they bound
};

graze::Geometry made(graze::Shape::Variant shape) { return *graze::Geometry::make(graze::Shape{std::move(shape)}); }

graze::Geometry made_hull(int corners) {
  std::mt19937 random(1);
  std::normal_distribution<double> normal;
  std::vector<Vec3> points;
  for (int i = 0; i < corners; ++i) points.push_back(Vec3(normal(random), normal(random), normal(random)).normalized());
  return made(*graze::convex_hull(points));
}

std::vector<Pair> pairs() {
  const graze::Obb box{.half_extents = {0.6, 0.8, 1}};
  const graze::Cylinder can{{Vec3(0, 0, -1), Vec3(0, 0, 1)}, 0.7};
  const graze::Geometry bumpy = made(graze::make_bumpy_sphere_mesh(1, 0.1, 6));  // 81,920 triangles
  return {{"ball, ball", made(graze::Sphere{.radius = 1}), made(graze::Sphere{.radius = 1}), 2, false},
          {"box, box", made(box), made(box), 1.7, false},
          {"hulls of 100 corners", made_hull(100), made_hull(100), 1.9, false},
          {"cylinder, cylinder", made(can), made(can), 1.7, false},
          {"mesh, ball", bumpy, made(graze::Sphere{.radius = 1}), 2, false},
          {"mesh, mesh", bumpy, bumpy, 2, false},
          {"solid mesh, solid mesh", bumpy, bumpy, 2, true}};
}

/// Random turns and directions, at distances around the reach.
std::vector<Body> placed(const Pair& pair) {
  std::mt19937 random(2);
  std::normal_distribution<double> normal;
  std::vector<Body> bodies;
  for (int i = 0; i < placements; ++i) {
    Vec3 x = Vec3(normal(random), normal(random), normal(random)).normalized();
    const Vec3 y = x.cross(Vec3(normal(random), normal(random), normal(random))).normalized();
    graze::Pose pose;
    pose.rotation << x, y, x.cross(y);
    pose.translation = x * pair.reach * (i % 2 == 0 ? 0.9 : 1.2);
    bodies.push_back({pair.b, pose, {.velocity = -x}, pair.solid && pair.b.mesh() != nullptr});
  }
  return bodies;
}

using Question = std::function<void(const Body&, const Body&)>;

double nanoseconds(const Body& a, const std::vector<Body>& bodies, const Question& question) {
  double least = INFINITY;
  for (int round = 0; round < 3; ++round) {
    int asked = 0;
    const double start = processor_seconds();
    double now = start;
    do {
      for (const Body& b : bodies) question(a, b);
      asked += placements;
      now = processor_seconds();
    } while (now - start < 0.02);
    least = std::min(least, (now - start) / asked * 1e9);
  }
  return least;
}

std::vector<std::pair<std::string, Question>> questions() {
  const auto ignore = [](const auto&) {};
  return {{"overlap", [=](const Body& a, const Body& b) { ignore(graze::overlap(a, b)); }},
          {"explain_overlap", [=](const Body& a, const Body& b) { ignore(graze::explain_overlap(a, b)); }},
          {"closest_points", [=](const Body& a, const Body& b) { ignore(graze::closest_points(a, b)); }},
          {"within", [=](const Body& a, const Body& b) { ignore(graze::within(a, b, 0.1)); }},
          {"contains", [=](const Body& a, const Body& b) { ignore(graze::contains(a, b)); }},
          {"status", [=](const Body& a, const Body& b) { ignore(graze::status(a, b)); }},
          {"penetration", [=](const Body& a, const Body& b) { ignore(graze::penetration(a, b)); }},
          {"intersection", [=](const Body& a, const Body& b) { ignore(graze::intersection(a, b)); }},
          {"sweep", [=](const Body& a, const Body& b) { ignore(graze::sweep(a, b, {.t_max = 1})); }},
          {"sweep_turning",
           [=](const Body& a, Body b) {
             b.motion.angular_velocity = {0.3, 1, 0.2};
             ignore(graze::sweep_turning(a, b, {.t_max = 1}));
           }},
          {"closest_approach", [=](const Body& a, const Body& b) { ignore(graze::closest_approach(a, b, {.t_max = 0.1})); }},
          {"extent", [=](const Body&, const Body& b) { ignore(graze::extent(b, {1, 2, 3})); }},
          {"raycast", [=](const Body& a, const Body& b) {
             const Vec3 from = b.pose.translation * 3;
             ignore(graze::raycast(graze::Ray{from, -from}, a, {.first_only = true}));
           }}};
}

/// Two digits and a unit.
std::string readable(double ns) {
  const char* const units[] = {"ns", "us", "ms", "s"};
  int unit = 0;
  for (; ns >= 995 && unit < 3; ++unit) ns /= 1000;
  char text[32];
  std::snprintf(text, sizeof text, ns < 9.95 ? "%.1f %s" : "%.0f %s", ns, units[unit]);
  return text;
}

/// Rows of questions, columns of pairs.
void print_costs() {
  const std::vector<Pair> all = pairs();
  std::string row = "question";
  for (const Pair& pair : all) row += ",\"" + pair.name + "\"";
  std::puts(row.c_str());
  for (const auto& [name, question] : questions()) {
    row = name;
    for (const Pair& pair : all) {
      const bool takes_seconds = name == "penetration" && pair.a.mesh() != nullptr;
      row += "," + (takes_seconds ? "" : readable(nanoseconds({pair.a, {}, {}, pair.solid}, placed(pair), question)));
    }
    std::puts(row.c_str());
    std::fflush(stdout);
  }
}

}  // namespace

int main() { print_costs(); }
