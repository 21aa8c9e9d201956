/// What each question costs, as its users call it: CSV for the page of questions. Orders of magnitude, not records: processor time,
/// least of three rounds. Without an argument questions about pairs, each asked about twenty placements of which half meet; with
/// `one` those about one mesh and about a scene.

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <ctime>
#include <functional>
#include <random>
#include <string>
#include <string_view>
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

/// Returns whether there is an answer: some questions are not for all pairs.
using Question = std::function<bool(const Body&, const Body&)>;

/// Of one call, which asks `asked` questions.
double nanoseconds(int asked, const std::function<void()>& ask) {
  double least = INFINITY;
  for (int round = 0; round < 3; ++round) {
    int calls = 0;
    const double start = processor_seconds();
    double now = start;
    do {
      ask();
      ++calls;
      now = processor_seconds();
    } while (now - start < 0.02);
    least = std::min(least, (now - start) / calls / asked * 1e9);
  }
  return least;
}

double nanoseconds(const Body& a, const std::vector<Body>& bodies, const Question& question) {
  return nanoseconds(placements, [&] {
    for (const Body& b : bodies) question(a, b);
  });
}

std::vector<std::pair<std::string, Question>> questions() {
  return {
      {"overlap", [=](const Body& a, const Body& b) { return graze::overlap(a, b).has_value(); }},
      {"explain_overlap", [=](const Body& a, const Body& b) { return graze::explain_overlap(a, b).has_value(); }},
      {"closest_points", [=](const Body& a, const Body& b) { return graze::closest_points(a, b).has_value(); }},
      {"within", [=](const Body& a, const Body& b) { return graze::within(a, b, 0.1).has_value(); }},
      {"contains", [=](const Body& a, const Body& b) { return graze::contains(a, b).has_value(); }},
      {"status", [=](const Body& a, const Body& b) { return graze::status(a, b).has_value(); }},
      {"penetration", [=](const Body& a, const Body& b) { return graze::penetration(a, b).has_value(); }},
      {"intersection", [=](const Body& a, const Body& b) { return graze::intersection(a, b).has_value(); }},
      {"sweep", [=](const Body& a, const Body& b) { return graze::sweep(a, b, {.t_max = 1}).has_value(); }},
      {"sweep_turning",
       [=](const Body& a, Body b) {
         b.motion.angular_velocity = {0.3, 1, 0.2};
         return graze::sweep_turning(a, b, {.t_max = 1}).has_value();
       }},
      {"closest_approach", [=](const Body& a, const Body& b) { return graze::closest_approach(a, b, {.t_max = 0.1}).has_value(); }},
      {"last_contact",
       [=](const Body& a, Body b) {
         b.motion.angular_velocity = {0.3, 1, 0.2};
         return graze::last_contact(a, b, {.t_max = 1}).has_value();
       }},
      {"sweep_along",
       [=](const Body& a, const Body& b) {
         const graze::Path rests(a.pose, {});
         const auto flies = graze::Path::through({{0, b.pose}, {1, graze::pose_at(b.pose, {b.motion.velocity, {0.3, 1, 0.2}}, 1)}});
         return graze::sweep_along(a.geometry, rests, b.geometry, *flies, {.t_max = 1}, {a.solid, b.solid}).has_value();
       }},
      {"signed_distance", [=](const Body& a, const Body& b) { return graze::signed_distance(b, a).has_value(); }},
      {"extent", [=](const Body&, const Body& b) { return graze::extent(b, {1, 2, 3}).has_value(); }},
      {"separates", [=](const Body& a, const Body& b) { return graze::separates(a, b, {1, 2, 3}).has_value(); }},
      {"raycast",
       [=](const Body& a, const Body& b) {
         const Vec3 from = b.pose.translation * 3;
         return graze::raycast(graze::Ray{from, -from}, a, {.first_only = true}).has_value();
       }},
      {"pairs_within", [=](const Body& a, const Body& b) { return graze::pairs_within(a, b, 0.001).has_value(); }},
      {"intersecting_pairs",
       [](const Body& a, const Body& b) {
         static std::vector<graze::TrianglePair> pairs;
         return graze::intersecting_pairs(a, b, pairs).has_value();
       }},
      {"first_contacts", [=](const Body& a, const Body& b) { return graze::first_contacts(a, b, {.t_max = 1}).has_value(); }}};
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

/// Rows of questions, columns of pairs; nothing where one question would take seconds, or is not answered.
void print_costs_of_pairs() {
  const std::vector<Pair> all = pairs();
  std::string row = "question";
  for (const Pair& pair : all) row += ",\"" + pair.name + "\"";
  std::puts(row.c_str());
  for (const auto& [name, question] : questions()) {
    row = name;
    for (const Pair& pair : all) {
      const Body a{pair.a, {}, {}, pair.solid};
      const std::vector<Body> bodies = placed(pair);
      const bool takes_seconds = name == "penetration" && pair.a.mesh() != nullptr;
      const bool is_answered = !takes_seconds && std::ranges::all_of(bodies, [&](const Body& b) { return question(a, b); });
      row += "," + (is_answered ? readable(nanoseconds(a, bodies, question)) : "");
    }
    std::puts(row.c_str());
    std::fflush(stdout);
  }
}

void print_cost(const char* of, const char* question, const std::function<void()>& ask) {
  std::printf("%s,%s,%s\n", question, of, readable(nanoseconds(1, ask)).c_str());
  std::fflush(stdout);
}

/// 81,920 triangles, and points and rays around them.
void print_costs_of_a_mesh() {
  const char* const of = "a mesh of 81920 triangles";
  const graze::TriangleMesh triangles = graze::make_bumpy_sphere_mesh(1, 0.1, 6);
  const graze::Geometry mesh = *graze::Geometry::make(graze::Shape{triangles}, {.threads = 1});
  const Body body{mesh, {}, {}};
  const Body plane{made(graze::Plane{.normal = {0, 0.6, 0.8}, .offset = 0.1}), {}, {}};
  const Vec3 point(1, 2, 0.5);
  print_cost(of, "first_hit", [&] { (void)graze::first_hit(*mesh.tree(), graze::Ray{point, -point}); });
  print_cost(of, "nearest_point", [&] { (void)graze::nearest_point(*mesh.tree(), point); });
  print_cost(of, "triangles_meeting", [&] { (void)graze::triangles_meeting(body, plane); });
  print_cost(of, "section", [&] { (void)graze::section(body, plane); });
  print_cost(of, "side", [&] { (void)graze::side(body, plane); });
  print_cost(of, "self_intersection", [&] { (void)graze::self_intersection(body); });
  print_cost(of, "fit: best", [&] { (void)graze::fit(triangles, graze::FitMethod::best); });
  print_cost(of, "fit: min_volume", [&] { (void)graze::fit(triangles, graze::FitMethod::min_volume); });
  print_cost(of, "fit: sphere", [&] { (void)graze::fit(triangles, graze::FitMethod::sphere); });
  print_cost(of, "convex_hull", [&] { (void)graze::convex_hull(triangles.vertices); });
  print_cost(of, "report_on", [&] { (void)graze::report_on(triangles); });
  print_cost(of, "Geometry::make", [&] { (void)graze::Geometry::make(graze::Shape{triangles}, {.threads = 1}); });
  print_cost(of, "Geometry::refitted", [&] { (void)mesh.refitted(triangles.vertices, 1); });
}

/// A thousand turned boxes that drift about, of which some meet.
graze::Scene made_scene() {
  graze::Scene scene;
  const graze::Geometry box = made(graze::Obb{.half_extents = {0.3, 0.4, 0.5}});
  std::mt19937 random(3);
  std::uniform_real_distribution<double> place(0, 20);
  std::normal_distribution<double> normal;
  for (int i = 0; i < 1000; ++i) {
    const Eigen::Quaterniond turn(normal(random), normal(random), normal(random), normal(random));
    const graze::Pose pose{turn.normalized().toRotationMatrix(), {place(random), place(random), place(random)}};
    (void)scene.add(
        {.parts = {{box}}, .pose = pose, .motion = graze::Motion{.velocity = {normal(random), normal(random), normal(random)}}});
  }
  return scene;
}

void print_costs_of_a_scene() {
  const char* const of = "a scene of 1000 boxes";
  const graze::Scene scene = made_scene();
  const graze::SceneOptions alone{.threads = 1};
  graze::SceneOptions later = alone;
  later.ignore_initial = true;
  const graze::SceneBody probe{.parts = {{made(graze::Sphere{.radius = 2})}}, .pose = {.translation = {10, 10, 10}}};
  print_cost(of, "overlapping_pairs", [&] { (void)graze::overlapping_pairs(scene, alone); });
  print_cost(of, "any_overlap", [&] { (void)graze::any_overlap(scene, alone); });
  print_cost(of, "statuses", [&] { (void)graze::statuses(scene, {.clearance = 0.1}, alone); });
  print_cost(of, "closest_pairs: 10", [&] { (void)graze::closest_pairs(scene, 10, later); });
  print_cost(of, "contacts", [&] { (void)graze::contacts(scene, {}, alone); });
  print_cost(of, "find_contacts", [&] { (void)graze::find_contacts(scene, {.t_max = 0.1}, {}, alone); });
  print_cost(of, "first_contact", [&] { (void)graze::first_contact(scene, {.t_max = 1}, later); });
  print_cost(of, "first_contacts", [&] { (void)graze::first_contacts(scene, {.t_max = 0.1}, later); });
  print_cost(of, "closest_approach", [&] { (void)graze::closest_approach(scene, {.t_max = 0.01}, later); });
  print_cost(of, "timeline", [&] { (void)graze::timeline(scene, {.t_max = 0.1}, alone); });
  print_cost(of, "raycast", [&] { (void)graze::raycast(scene, {{-1, 10, 10}, {1, 0.1, 0}}, {.first_only = true}); });
  print_cost(of, "overlapping_bodies", [&] { (void)graze::overlapping_bodies(scene, probe, alone); });
}

}  // namespace

int main(int count, char** words) {
  if (count == 2 && std::string_view(words[1]) == "one") {
    std::puts("question,about,takes");
    print_costs_of_a_mesh();
    print_costs_of_a_scene();
  } else {
    print_costs_of_pairs();
  }
}
