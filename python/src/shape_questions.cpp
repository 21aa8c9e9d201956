/// Questions about how bodies lie: extents, axes, sides, lines, common sets, depths. Answers are tuples, which graze/questions.py
/// gives names.

#include <pybind11/stl.h>

#include <graze/distance.h>
#include <graze/extent.h>
#include <graze/intersection.h>
#include <graze/overlap.h>
#include <graze/penetration.h>

#include "answers.h"
#include "arrays.h"
#include "body.h"
#include "errors.h"
#include "interruption.h"

namespace graze::python {
namespace {

template <class T>
py::object or_none(const std::optional<T>& value) {
  if (!value) return py::none();
  if constexpr (std::is_same_v<T, Vec3>)
    return to_array(*value);
  else
    return py::cast(*value);
}

template <class Question>
auto ask_two(py::handle a, py::handle b, const char* name_of_b, const Question& question) {
  const BodyArgument first(a, "a"), second(b, name_of_b);
  return value_or_raise(ask_about(*first, *second, question));
}

py::object ask_extent(py::handle body, py::handle direction) {
  const BodyArgument given(body, "body");
  const ExtentAlong found = value_or_raise(extent(*given, as_vec3(direction, "direction")));
  if (found.is_empty) return py::none();
  return py::make_tuple(found.min, found.max, to_array(found.direction),
                        py::make_tuple(or_none(found.points[0]), or_none(found.points[1])));
}

py::tuple ask_separates(py::handle a, py::handle b, py::handle direction) {
  const Vec3 along = as_vec3(direction, "direction");
  const AxisTest found = ask_two(a, b, "b", [&](const Body& x, const Body& y) { return separates(x, y, along); });
  return py::make_tuple(found.separates, found.touches, found.separation, to_array(found.normal));
}

py::tuple ask_explain(py::handle a, py::handle b) {
  const OverlapReport found = ask_two(a, b, "b", [](const Body& x, const Body& y) { return explain_overlap(x, y); });
  if (!found.separating) return py::make_tuple(found.intersect, py::none(), py::none());
  return py::make_tuple(found.intersect, std::string(found.separating->kind), to_array(found.separating->direction));
}

py::tuple ask_side(py::handle body, py::handle plane) {
  const SideReport found = ask_two(body, plane, "plane", [](const Body& x, const Body& y) { return side(x, y); });
  return py::make_tuple(std::string(name_of(found.side)), found.min, found.max);
}

py::tuple ask_lines(py::handle a, py::handle b) {
  const LineReport found = ask_two(a, b, "b", [](const Body& x, const Body& y) { return lines(x, y); });
  return py::make_tuple(std::string(name_of(found.relation)), found.intersect, found.distance,
                        py::make_tuple(found.parameters[0], found.parameters[1]),
                        py::make_tuple(to_array(found.points[0]), to_array(found.points[1])),
                        found.common ? py::object(py::make_tuple((*found.common)[0], (*found.common)[1])) : py::none());
}

py::object ask_penetration_along(py::handle a, py::handle b, py::handle direction) {
  const Vec3 along = as_vec3(direction, "direction");
  return or_none(ask_two(a, b, "b", [&](const Body& x, const Body& y) { return penetration(x, y, along); }));
}

py::object ask_solid_penetration(py::handle a, py::handle b) {
  const auto found = ask_two(a, b, "b", [](const Body& x, const Body& y) { return solid_penetration(x, y); });
  if (!found) return py::none();
  return py::make_tuple(found->found, found->at_least);
}

/// ("segment", {"points": (2,3)}) and the like.
struct RegionInWords {
  py::tuple operator()(const ContactSet& set) const {
    const std::size_t count = set.points.size();
    const char* kind = count == 0 ? "nothing" : set.radius > 0 ? "disc" : count == 1 ? "point" : count == 2 ? "segment" : "polygon";
    py::dict numbers;
    numbers["points"] = to_array(set.points.data(), count);
    if (set.radius > 0) numbers["radius"] = set.radius;
    return py::make_tuple(kind, numbers);
  }
  py::tuple operator()(const Line& s) const { return along("line", s.origin, s.direction); }
  py::tuple operator()(const Ray& s) const { return along("ray", s.origin, s.direction); }
  py::tuple operator()(const Plane& s) const {
    py::dict numbers;
    numbers["normal"] = to_array(s.normal);
    numbers["offset"] = s.offset;
    return py::make_tuple("plane", numbers);
  }
  py::tuple operator()(const Sphere& s) const { return round("ball", s.center, s.radius); }
  py::tuple operator()(const CircleInSpace& s) const { return circle("circle", s); }
  py::tuple operator()(const Lens& s) const {
    if (s.circle) return circle("lens", *s.circle);
    py::dict numbers;
    numbers["corners"] = to_array(s.corners.data(), s.corners.size());
    return py::make_tuple("lens", numbers);
  }
  py::tuple operator()(const CommonPolytope& s) const {
    py::dict numbers;
    numbers["points"] = to_array(s.polyhedron.vertices);
    numbers["faces"] = s.polyhedron.faces;
    numbers["volume"] = s.volume;
    return py::make_tuple("polytope", numbers);
  }

 private:
  static py::tuple along(const char* kind, const Vec3& origin, const Vec3& direction) {
    py::dict numbers;
    numbers["origin"] = to_array(origin);
    numbers["direction"] = to_array(direction);
    return py::make_tuple(kind, numbers);
  }
  static py::tuple round(const char* kind, const Vec3& center, double radius) {
    py::dict numbers;
    numbers["center"] = to_array(center);
    numbers["radius"] = radius;
    return py::make_tuple(kind, numbers);
  }
  static py::tuple circle(const char* kind, const CircleInSpace& s) {
    py::tuple told = round(kind, s.center, s.radius);
    told[1]["normal"] = to_array(s.normal);
    return told;
  }
};

py::object ask_region(const py::args& arguments) {
  std::vector<Body> bodies;
  for (const py::handle one : arguments)
    bodies.push_back(*BodyArgument(one, ("bodies[" + std::to_string(bodies.size()) + "]").c_str()));
  const auto region = value_or_raise(common_region(bodies));
  if (!region) return py::none();
  return std::visit(RegionInWords{}, *region);
}

py::tuple ask_triangles(py::handle mesh, py::handle body, std::size_t max_triangles) {
  const TriangleList found =
      ask_two(mesh, body, "body", [&](const Body& x, const Body& y) { return triangles_meeting(x, y, max_triangles); });
  py::array_t<std::uint32_t> numbers(static_cast<py::ssize_t>(found.triangles.size()), found.triangles.data());
  return py::make_tuple(found.count, read_only(std::move(numbers)));
}

py::tuple ask_section(py::handle mesh, py::handle plane) {
  const IntersectionCurves found = ask_two(mesh, plane, "plane", [](const Body& x, const Body& y) { return section(x, y); });
  py::list patches;
  for (const IntersectionPatch& patch : found.patches) patches.append(to_array(patch.points));
  return py::make_tuple(found.curves, patches);
}

}  // namespace

void register_shape_questions(py::module_& module) {
  const auto a = py::arg("a"), b = py::arg("b"), direction = py::arg("direction");
  module.def("_extent", &ask_extent, py::arg("body"), direction);
  module.def("_separates", &ask_separates, a, b, direction);
  module.def("_explain_overlap", &ask_explain, a, b);
  module.def("_side", &ask_side, py::arg("body"), py::arg("plane"));
  module.def("_lines", &ask_lines, a, b);
  module.def("_penetration_along", &ask_penetration_along, a, b, direction);
  module.def("_solid_penetration", &ask_solid_penetration, a, b);
  module.def("_common_region", &ask_region);
  module.def("_triangles_meeting", &ask_triangles, py::arg("mesh"), py::arg("body"), py::arg("max_triangles"));
  module.def("_section", &ask_section, py::arg("mesh"), py::arg("plane"));
}

}  // namespace graze::python
