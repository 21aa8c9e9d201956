/// Meshes: made by formula, asked about themselves and their trees, and which of their triangles meet.

#include <pybind11/functional.h>
#include <pybind11/stl.h>
#include <pybind11/stl/filesystem.h>

#include <graze/fit.h>
#include <graze/generate.h>
#include <graze/mesh.h>
#include <graze/mesh_file.h>
#include <graze/options.h>
#include <graze/pairs.h>
#include <graze/scene.h>

#include "answers.h"
#include "arrays.h"
#include "body.h"
#include "errors.h"
#include "interruption.h"

namespace graze::python {
namespace {

PyGeometry geometry_of(TriangleMesh mesh) {
  auto made = interruptible([&] { return Geometry::make(Shape{std::move(mesh)}); });
  return {value_or_raise(std::move(made)), ""};
}

/// Numbers that a formula makes a mesh of: positive, and so few triangles that they are wanted.
void check_size(double size, const char* name) {
  if (!(size > 0) || size > std::numeric_limits<double>::max()) raise(ErrorCode::bad_shape, std::string(name) + ": not positive");
}
void check_count(int count, int least, int most, const char* name) {
  if (count < least || count > most)
    raise(ErrorCode::bad_option, std::string(name) + ": " + std::to_string(count) + " is not within " + std::to_string(least) +
                                     " and " + std::to_string(most));
}
constexpr int most_levels = 9;       // 5 million triangles
constexpr int most_segments = 2000;  // 8 million triangles where both are so many

PyGeometry box_mesh(py::handle size) {
  const Vec3 sides = as_vec3(size, "size");
  for (int i = 0; i < 3; ++i) check_size(sides[i], ("size[" + std::to_string(i) + "]").c_str());
  return geometry_of(make_box_mesh(sides / 2));
}

PyGeometry sphere_mesh(double radius, int levels) {
  check_size(radius, "radius");
  check_count(levels, 0, most_levels, "levels");
  return geometry_of(make_sphere_mesh(radius, levels));
}

PyGeometry bumpy_mesh(double radius, double bump, int levels) {
  check_size(radius, "radius");
  if (!(std::abs(bump) < 1)) raise(ErrorCode::bad_option, "bump: not within -1 and 1");
  check_count(levels, 0, most_levels, "levels");
  return geometry_of(make_bumpy_sphere_mesh(radius, bump, levels));
}

PyGeometry torus_mesh(double ring_radius, double tube_radius, int around, int across) {
  check_size(ring_radius, "ring_radius");
  check_size(tube_radius, "tube_radius");
  check_count(around, 3, most_segments, "around");
  check_count(across, 3, most_segments, "across");
  return geometry_of(make_torus_mesh(ring_radius, tube_radius, around, across));
}

PyGeometry height_field_mesh(py::handle heights, py::handle spacing) {
  const Doubles grid = as_doubles(heights, "heights");
  if (grid.ndim() != 2) raise(ErrorCode::bad_shape, "heights: expected a (rows, columns) array");
  const Doubles step = as_doubles(spacing, "spacing");
  if (step.ndim() != 1 || step.shape(0) != 2) raise(ErrorCode::bad_shape, "spacing: expected 2 numbers");
  return geometry_of(
      value_or_raise(height_field(static_cast<std::size_t>(grid.shape(1)), {grid.data(), static_cast<std::size_t>(grid.size())},
                                  Vec2(step.data()[0], step.data()[1]))));
}

py::tuple ask_hull(py::handle points) {
  const ConvexPolyhedron hull = value_or_raise(convex_hull(as_points(points, "points")), "points");
  return py::make_tuple(to_array(hull.vertices), hull.faces);
}

const TriangleMesh& mesh_in(const PyGeometry& geometry) {
  if (!geometry.geometry.is_mesh()) raise(ErrorCode::unsupported_pair, "mesh: not a mesh");
  return *geometry.geometry.mesh();
}

py::dict report_of_mesh(py::handle argument) {
  const PyGeometry geometry = as_geometry(argument, "mesh");
  const TriangleMesh& mesh = mesh_in(geometry);
  const MeshReport report = interruptible([&] { return report_on(mesh); });
  const TreeReport tree = report_on(geometry.geometry);
  py::dict told;
  told["vertices"] = report.vertices;
  told["positions"] = report.positions;
  told["triangles"] = report.triangles;
  told["degenerate"] = report.degenerate;
  told["duplicate"] = report.duplicate;
  told["parts"] = report.parts;
  told["edges"] = report.topology.edges;
  told["open_edges"] = report.topology.open_edges;
  told["non_manifold_edges"] = report.topology.non_manifold_edges;
  told["inconsistent_edges"] = report.inconsistent_edges();
  told["is_closed"] = report.is_closed();
  told["bounds"] = py::make_tuple(to_array(report.bounds.min), to_array(report.bounds.max));
  told["area"] = report.area;
  told["volume"] = report.volume;
  told["tree_nodes"] = tree.nodes;
  told["tree_levels"] = tree.levels;
  told["tree_bytes"] = tree.bytes;
  return told;
}

std::vector<Obb> boxes_at_level(py::handle argument, std::size_t level) {
  const PyGeometry geometry = as_geometry(argument, "mesh");
  static_cast<void>(mesh_in(geometry));
  return boxes_of_level(geometry.geometry, level);
}

PyGeometry refitted(const PyGeometry& geometry, py::handle vertices) {
  const std::vector<Vec3> moved = as_points(vertices, "vertices");
  static_cast<void>(mesh_in(geometry));
  auto made = interruptible([&] { return geometry.geometry.refitted(moved); });
  return {value_or_raise(std::move(made)), ""};
}

void write(const PyGeometry& geometry, const std::filesystem::path& path) { value_or_raise(write_mesh(path, mesh_in(geometry))); }

py::array all_pairs(py::handle a, py::handle b) {
  const BodyArgument first(a, "a"), second(b, "b");
  std::vector<TrianglePair> pairs;
  auto count = interruptible([&] { return intersecting_pairs(*first, *second, pairs); });
  static_cast<void>(value_or_raise(std::move(count)));
  return to_array(pairs.empty() ? nullptr : pairs[0].data(), pairs.size(), 2);
}

bool crosses_itself(py::handle mesh) {
  const BodyArgument given(mesh, "mesh");
  auto answer = interruptible([&] { return intersects_itself(*given); });
  return value_or_raise(std::move(answer));
}

DepthOptions depth_options(double t_max, std::optional<std::uint32_t> depth_a, std::optional<std::uint32_t> depth_b) {
  return {.t_max = t_max, .max_depths = {depth_a, depth_b}};
}

bool overlap_down_to(py::handle a, py::handle b, double t_max, std::optional<std::uint32_t> depth_a,
                     std::optional<std::uint32_t> depth_b) {
  const BodyArgument first(a, "a"), second(b, "b");
  return value_or_raise(overlap_to_depth(*first, *second, depth_options(t_max, depth_a, depth_b)));
}

py::list contacts_down_to(py::handle a, py::handle b, double t_max, std::optional<std::uint32_t> depth_a,
                          std::optional<std::uint32_t> depth_b, std::size_t max_contacts) {
  const BodyArgument first(a, "a"), second(b, "b");
  py::list found;
  value_or_raise(contacts_to_depth(*first, *second, depth_options(t_max, depth_a, depth_b), [&](const DepthContact& contact) {
                   if (found.size() == max_contacts) return false;
                   found.append(py::make_tuple(
                       contact.time, to_array(contact.point), py::make_tuple(contact.parts[0].triangle, contact.parts[1].triangle),
                       py::make_tuple(contact.parts[0].box, contact.parts[1].box),
                       py::make_tuple(to_array(contact.parts[0].normal), to_array(contact.parts[1].normal))));
                   return true;
                 }).map([](bool) {}));
  return found;
}

void register_made_meshes(py::module_& module) {
  module.def("box_mesh", &box_mesh, py::arg("size"), "Twelve triangles around the origin, with sides of these three lengths.");
  module.def("sphere_mesh", &sphere_mesh, py::arg("radius"), py::arg("levels") = 3,
             "A ball of 20 * 4**levels triangles, whose corners are on the sphere.");
  module.def("bumpy_sphere_mesh", &bumpy_mesh, py::arg("radius"), py::arg("bump"), py::arg("levels") = 3,
             "The same with radial bumps of that relative height: a body that is not convex.");
  module.def("torus_mesh", &torus_mesh, py::arg("ring_radius"), py::arg("tube_radius"), py::arg("around") = 48,
             py::arg("across") = 24, "A ring around z of 2 * around * across triangles.");
  module.def("height_field", &height_field_mesh, py::arg("heights"), py::arg("spacing"),
             "An open surface over a grid: (rows, columns) heights, spacing (x, y) between columns and rows.");
  module.def("_convex_hull", &ask_hull, py::arg("points"));
}

}  // namespace

void register_mesh_questions(py::module_& module) {
  register_made_meshes(module);
  const auto a = py::arg("a"), b = py::arg("b"), mesh = py::arg("mesh");
  module.def("_mesh_report", &report_of_mesh, mesh);
  module.def("boxes_of_level", &boxes_at_level, mesh, py::arg("level"),
             "[Box]: the boxes of one level of a mesh's tree, in its frame; level 0 is the root.");
  module.def("refitted", &refitted, mesh, py::arg("vertices"),
             "The same mesh with its (n,3) vertices elsewhere: its tree is fitted anew, which is faster than a build.");
  module.def("write_mesh", &write, mesh, py::arg("path"), "Writes a mesh as .stl, .obj, .off or .ply.");
  module.def("intersecting_pairs", &all_pairs, a, b, "(k,2) uint32: all triangles of two meshes that meet, sorted.");
  module.def("intersects_itself", &crosses_itself, mesh, "Does a mesh run through itself? Stops at the first place.");
  module.def("overlap_to_depth", &overlap_down_to, a, b, py::kw_only(), py::arg("t_max") = 0.0, py::arg("depth_a") = py::none(),
             py::arg("depth_b") = py::none(),
             "Does anything of two meshes meet in [0, t_max], searched only to a depth of their trees? False is certain; True may "
             "be about boxes.");
  module.def("_contacts_to_depth", &contacts_down_to, a, b, py::arg("t_max"), py::arg("depth_a"), py::arg("depth_b"),
             py::arg("max_contacts"));
}

}  // namespace graze::python
