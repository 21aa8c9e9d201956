/// Many questions in one call: arrays in, structured arrays out, all cores, other Python threads running meanwhile.

#include <atomic>
#include <chrono>
#include <mutex>

#include <pybind11/stl.h>

#include <graze/batch.h>
#include <graze/distance.h>
#include <graze/mesh.h>
#include <graze/overlap.h>
#include <graze/sweep.h>

#include "answers.h"
#include "arrays.h"
#include "body.h"
#include "errors.h"
#include "interruption.h"

namespace graze::python {
namespace {

// Rows of the structured arrays: plain data, so that numpy can describe them.
struct ClosestRow {
  double distance;
  double point_a[3], point_b[3];
  std::int32_t triangle_a, triangle_b;
};
struct HitRow {
  bool hit;
  double t;
  double point[3], normal[3];
  std::int32_t triangle;
};
struct NearestRow {
  double distance;
  double point[3];
  std::int32_t triangle;
};
struct ImpactRow {
  bool contact, initial, certain;
  double first, meets_by;
  double point[3], normal[3];
  std::int32_t triangle_a, triangle_b;
};

constexpr double missing = std::numeric_limits<double>::quiet_NaN();

void store(double (&out)[3], const Vec3& v) {
  for (int i = 0; i < 3; ++i) out[i] = v[i];
}

/// The first error of a batch, by index, so that it does not depend on threads.
class FirstError {
 public:
  void report(std::size_t index, const Error& error) {
    const std::scoped_lock lock(mutex_);
    if (found_ && index > index_) return;
    found_ = error;
    index_ = index;
  }
  void raise_if_any(const std::string& name) const {
    if (found_) raise(at(name + "[" + std::to_string(index_) + "]", *found_));
  }

 private:
  std::mutex mutex_;
  std::optional<Error> found_;
  std::size_t index_ = 0;
};

/// Calls work(i) for all i without the lock of the interpreter, until Ctrl-C.
template <class Work>
void for_each(std::size_t count, std::size_t threads, const Work& work) {
  if (threads == 1 || count < 2) {
    interruptible([&] {
      for (std::size_t i = 0; i < count && !Interrupt::is_asked_for(); ++i) work(i);
    });
    return;
  }
  in_background([&](const std::atomic<bool>& is_called_off) {
    for_each_in_parallel(count, {.threads = threads}, [&](std::size_t i) {
      if (is_called_off) return;
      const Interrupt interrupt([&] { return is_called_off.load(); });
      work(i);
    });
  });
}

/// b in each of the poses, which are those of b itself: its own pose counts no more.
Body posed(const Body& body, const Pose& pose) { return {body.geometry, pose, body.motion, body.solid}; }

py::array overlap_poses(py::handle a, py::handle b, py::handle poses_argument, std::size_t threads) {
  const BodyArgument first(a, "a"), second(b, "b");
  const PoseRows poses(poses_argument, "poses");
  py::array_t<bool> answers(static_cast<py::ssize_t>(poses.size()));
  bool* out = answers.mutable_data();
  FirstError error;
  for_each(poses.size(), threads, [&](std::size_t i) {
    const auto meet = overlap(*first, posed(*second, poses[i]));
    if (meet)
      out[i] = *meet;
    else
      error.report(i, meet.error());
  });
  error.raise_if_any("poses");
  return read_only(answers);
}

/// What a program in C++ takes for the same: of graze.bench. The least of several runs, in seconds.
double seconds_of_overlaps(py::handle a, py::handle b, py::handle poses_argument, std::size_t runs) {
  using Clock = std::chrono::steady_clock;
  const BodyArgument first(a, "a"), second(b, "b");
  const PoseRows rows(poses_argument, "poses");
  std::vector<Pose> poses(rows.size());
  for (std::size_t i = 0; i < poses.size(); ++i) poses[i] = rows[i];
  double least = std::numeric_limits<double>::infinity();
  std::size_t meeting = 0;
  for (std::size_t run = 0; run < runs; ++run) {
    const auto start = Clock::now();
    for (const Pose& pose : poses) meeting += overlap(*first, posed(*second, pose)).value_or(false) ? 1 : 0;
    least = std::min(least, std::chrono::duration<double>(Clock::now() - start).count());
  }
  if (meeting > runs * poses.size()) raise(ErrorCode::limit, "more answers than questions");  // nothing is optimised away
  return least;
}

void store(ClosestRow& row, const Closest& closest) {
  row.distance = closest.distance;
  store(row.point_a, closest.points[0]);
  store(row.point_b, closest.points[1]);
  row.triangle_a = closest.features[0].triangle;
  row.triangle_b = closest.features[1].triangle;
}

py::array distance_poses(py::handle a, py::handle b, py::handle poses_argument, std::size_t threads) {
  const BodyArgument first(a, "a"), second(b, "b");
  const PoseRows poses(poses_argument, "poses");
  py::array_t<ClosestRow> answers(static_cast<py::ssize_t>(poses.size()));
  ClosestRow* out = answers.mutable_data();
  FirstError error;
  for_each(poses.size(), threads, [&](std::size_t i) {
    const auto closest = closest_points(*first, posed(*second, poses[i]));
    if (closest)
      store(out[i], *closest);
    else
      error.report(i, closest.error());
  });
  error.raise_if_any("poses");
  return read_only(answers);
}

void store(ImpactRow& row, const std::optional<Impact>& impact) {
  row = {};
  row.contact = impact.has_value();
  row.certain = true;
  row.first = row.meets_by = missing;
  store(row.point, Vec3::Constant(missing));
  store(row.normal, Vec3::Constant(missing));
  row.triangle_a = row.triangle_b = -1;
  if (!impact) return;
  row.certain = impact->certainty != Certainty::bound;
  row.initial = impact->initial;
  row.first = impact->first;
  row.meets_by = impact->meets_by.value_or(impact->certainty == Certainty::exact ? impact->first : missing);
  if (!impact->set.points.empty()) store(row.point, impact->set.points.front());
  if (impact->normal) store(row.normal, *impact->normal);
  row.triangle_a = impact->features[0].triangle;
  row.triangle_b = impact->features[1].triangle;
}

py::array sweep_motions(py::handle a, py::handle b, py::handle velocities, py::handle angular_velocities, double t_max,
                        std::optional<double> tolerance, std::size_t threads) {
  const BodyArgument first(a, "a"), second(b, "b");
  const std::vector<Vec3> linear = as_points(velocities, "velocities");
  std::vector<Vec3> angular(linear.size(), second->motion.angular_velocity);
  if (!angular_velocities.is_none()) angular = as_points(angular_velocities, "angular_velocities");
  if (angular.size() != linear.size())
    raise(ErrorCode::bad_option, "angular_velocities: " + std::to_string(angular.size()) + " of them, and " +
                                     std::to_string(linear.size()) + " velocities");
  py::array_t<ImpactRow> answers(static_cast<py::ssize_t>(linear.size()));
  ImpactRow* out = answers.mutable_data();
  FirstError error;
  for_each(linear.size(), threads, [&](std::size_t i) {
    Body moving = *second;
    moving.motion.velocity = linear[i];
    moving.motion.angular_velocity = angular[i];
    const auto impact = sweep(*first, moving, {.t_max = t_max, .tolerance = tolerance});
    if (impact)
      store(out[i], *impact);
    else
      error.report(i, impact.error());
  });
  error.raise_if_any("velocities");
  return read_only(answers);
}

/// In the frame of the mesh, which rays and points are taken into.
struct PlacedTree {
  const MeshTree* tree = nullptr;
  Pose pose;
};

PlacedTree tree_of(const BodyArgument& body) {
  if (body->geometry.tree() == nullptr) raise(ErrorCode::unsupported_pair, "mesh: not a mesh");
  return {body->geometry.tree(), body->pose};
}

void check_finite(const std::vector<Vec3>& points, const std::string& name) {
  for (std::size_t i = 0; i < points.size(); ++i)
    if (!points[i].allFinite()) raise(ErrorCode::not_finite, name + "[" + std::to_string(i) + "]: not finite");
}

py::array first_hits(py::handle mesh, py::handle origins, py::handle directions, double t_max, std::size_t threads) {
  const BodyArgument body(mesh, "mesh");
  const PlacedTree placed = tree_of(body);
  const std::vector<Vec3> from = as_points(origins, "origins"), along = as_points(directions, "directions");
  if (from.size() != along.size())
    raise(ErrorCode::bad_option,
          "directions: " + std::to_string(along.size()) + " of them, and " + std::to_string(from.size()) + " origins");
  check_finite(from, "origins");
  check_finite(along, "directions");
  if (!(t_max >= 0)) raise(ErrorCode::bad_option, "t_max: negative or not a number");
  py::array_t<HitRow> answers(static_cast<py::ssize_t>(from.size()));
  HitRow* out = answers.mutable_data();
  for_each(from.size(), threads, [&](std::size_t i) {
    const Ray ray{placed.pose.to_body(from[i]), placed.pose.rotation.transpose() * along[i]};
    const auto hit = first_hit(*placed.tree, ray, t_max);
    out[i].hit = hit.has_value();
    out[i].t = hit ? hit->t : missing;
    store(out[i].point, hit ? placed.pose.to_world(hit->point) : Vec3::Constant(missing));
    store(out[i].normal, hit ? Vec3(placed.pose.rotation * hit->normal) : Vec3::Constant(missing));
    out[i].triangle = hit ? hit->feature.triangle : -1;
  });
  return read_only(answers);
}

py::array nearest_points(py::handle mesh, py::handle points_argument, std::size_t threads) {
  const BodyArgument body(mesh, "mesh");
  const PlacedTree placed = tree_of(body);
  const std::vector<Vec3> points = as_points(points_argument, "points");
  check_finite(points, "points");
  py::array_t<NearestRow> answers(static_cast<py::ssize_t>(points.size()));
  NearestRow* out = answers.mutable_data();
  for_each(points.size(), threads, [&](std::size_t i) {
    const auto nearest = nearest_point(*placed.tree, placed.pose.to_body(points[i]));
    out[i].distance = nearest ? nearest->distance : std::numeric_limits<double>::infinity();
    store(out[i].point, nearest ? placed.pose.to_world(nearest->points[1]) : Vec3::Constant(missing));
    out[i].triangle = nearest ? nearest->features[1].triangle : -1;
  });
  return read_only(answers);
}

/// One question about many pairs: a list of (a, b).
std::vector<BodyPair> as_pairs(py::handle argument) {
  std::vector<BodyPair> pairs;
  for (const py::handle one : py::iter(argument)) {
    const auto pair = py::cast<py::sequence>(one);
    if (pair.size() != 2) raise(ErrorCode::bad_option, "pairs[" + std::to_string(pairs.size()) + "]: expected two bodies");
    const py::object x = pair[0], y = pair[1];
    pairs.push_back({*BodyArgument(x, "a"), *BodyArgument(y, "b")});
  }
  return pairs;
}

py::array overlap_pairs(py::handle argument, std::size_t threads) {
  const std::vector<BodyPair> pairs = as_pairs(argument);
  py::array_t<bool> answers(static_cast<py::ssize_t>(pairs.size()));
  bool* out = answers.mutable_data();
  FirstError error;
  for_each(pairs.size(), threads, [&](std::size_t i) {
    const auto meet = overlap(pairs[i].a, pairs[i].b);
    if (meet)
      out[i] = *meet;
    else
      error.report(i, meet.error());
  });
  error.raise_if_any("pairs");
  return read_only(answers);
}

py::array distance_pairs(py::handle argument, std::size_t threads) {
  const std::vector<BodyPair> pairs = as_pairs(argument);
  py::array_t<ClosestRow> answers(static_cast<py::ssize_t>(pairs.size()));
  ClosestRow* out = answers.mutable_data();
  FirstError error;
  for_each(pairs.size(), threads, [&](std::size_t i) {
    const auto closest = closest_points(pairs[i].a, pairs[i].b);
    if (closest)
      store(out[i], *closest);
    else
      error.report(i, closest.error());
  });
  error.raise_if_any("pairs");
  return read_only(answers);
}

}  // namespace

void register_batches(py::module_& module) {
  PYBIND11_NUMPY_DTYPE(ClosestRow, distance, point_a, point_b, triangle_a, triangle_b);
  PYBIND11_NUMPY_DTYPE(HitRow, hit, t, point, normal, triangle);
  PYBIND11_NUMPY_DTYPE(NearestRow, distance, point, triangle);
  PYBIND11_NUMPY_DTYPE(ImpactRow, contact, initial, certain, first, meets_by, point, normal, triangle_a, triangle_b);
  const auto a = py::arg("a"), b = py::arg("b"), threads = py::arg("threads");
  module.def("overlap_poses", &overlap_poses, a, b, py::arg("poses"), py::kw_only(), threads = 0,
             "(k,) bool: a against b in each of (k,4,4) poses. threads=0: all cores.");
  module.def("_seconds_of_overlaps", &seconds_of_overlaps, a, b, py::arg("poses"), py::arg("runs"));
  module.def("distance_poses", &distance_poses, a, b, py::arg("poses"), py::kw_only(), threads = 0,
             "(k,) records distance, point_a, point_b, triangle_a, triangle_b: a against b in each of (k,4,4) poses.");
  module.def("sweep_motions", &sweep_motions, a, b, py::arg("velocities"), py::arg("angular_velocities") = py::none(),
             py::kw_only(), py::arg("t_max") = std::numeric_limits<double>::infinity(), py::arg("tolerance") = py::none(),
             threads = 0,
             "(k,) records contact, initial, certain, first, meets_by, point, normal, triangle_a, triangle_b: b in each of (k,3) "
             "velocities. certain is False where the search ended before it could tell: no contact before `first`.");
  module.def("first_hits", &first_hits, py::arg("mesh"), py::arg("origins"), py::arg("directions"), py::kw_only(),
             py::arg("t_max") = std::numeric_limits<double>::infinity(), threads = 0,
             "(k,) records hit, t, point, normal, triangle: first hits of (k,3) rays on a mesh.");
  module.def("nearest_points", &nearest_points, py::arg("mesh"), py::arg("points"), py::kw_only(), threads = 0,
             "(k,) records distance, point, triangle: nearest places of a mesh to (k,3) points.");
  module.def("overlap_pairs", &overlap_pairs, py::arg("pairs"), py::kw_only(), threads = 0, "(k,) bool of a list of (a, b).");
  module.def("distance_pairs", &distance_pairs, py::arg("pairs"), py::kw_only(), threads = 0,
             "(k,) records, as distance_poses(), of a list of (a, b).");
}

}  // namespace graze::python
