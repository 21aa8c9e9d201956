/// What the questions answer, as small read-only objects.

#include "answers.h"

#include <pybind11/stl.h>

#include <graze/answers.h>
#include <graze/distance.h>
#include <graze/status.h>
#include <graze/sweep.h>

#include "arrays.h"

namespace graze::python {
namespace {

const char* word(FeatureKind kind) {
  switch (kind) {
    case FeatureKind::vertex: return "vertex";
    case FeatureKind::edge: return "edge";
    case FeatureKind::face: return "face";
    case FeatureKind::interior: return "interior";
  }
  return "?";
}

py::tuple points_of(const std::array<Vec3, 2>& points) { return py::make_tuple(to_array(points[0]), to_array(points[1])); }
py::tuple features_of(const std::array<Feature, 2>& features) { return py::make_tuple(features[0], features[1]); }
py::object vector_or_none(const std::optional<Vec3>& v) { return v ? py::object(to_array(*v)) : py::none(); }
py::object set_points(const ContactSet& set) { return to_array(set.points.data(), set.points.size()); }
std::string number(double x) { return py::repr(py::float_(x)).cast<std::string>(); }

py::array pairs_of(const std::vector<TrianglePair>& pairs) {
  return to_array(pairs.empty() ? nullptr : pairs[0].data(), pairs.size(), 2);
}

void register_distances(py::module_& module) {
  py::class_<Feature>(module, "Feature", "A part of a body's boundary.")
      .def_property_readonly(
          "kind", [](const Feature& f) { return word(f.kind); }, "'vertex', 'edge', 'face' or 'interior'")
      .def_readonly("index", &Feature::index, "of the vertex, edge or face")
      .def_readonly("triangle", &Feature::triangle, "of a mesh; -1 for other shapes")
      .def("__repr__", [](const Feature& f) {
        return std::string("<") + word(f.kind) + " " + std::to_string(f.index) +
               (f.triangle < 0 ? "" : " of triangle " + std::to_string(f.triangle)) + ">";
      });
  py::class_<Closest>(module, "Closest", "Nearest points of two bodies.")
      .def_readonly("distance", &Closest::distance, "0 exactly when they meet")
      .def_property_readonly(
          "points", [](const Closest& c) { return points_of(c.points); }, "one of each body")
      .def_property_readonly(
          "features", [](const Closest& c) { return features_of(c.features); }, "the part of each that the points belong to")
      .def("__repr__", [](const Closest& c) { return "<graze.Closest: distance " + number(c.distance) + ">"; });
  py::class_<SignedDistance>(module, "SignedDistance", "Of a body from the boundary of a solid: negative inside.")
      .def_readonly("distance", &SignedDistance::distance, "positive apart, negative where a is in b")
      .def_property_readonly(
          "points", [](const SignedDistance& s) { return s.points ? py::object(points_of(*s.points)) : py::none(); },
          "the point of a and the point of b's boundary that are so far apart, or None")
      .def_property_readonly(
          "normal", [](const SignedDistance& s) { return vector_or_none(s.normal); },
          "unit, the way out of b, or None where they just touch")
      .def("__repr__", [](const SignedDistance& s) { return "<graze.SignedDistance: " + number(s.distance) + ">"; });
  py::class_<Penetration>(module, "Penetration", "Least translation that ends an overlap.")
      .def_readonly("depth", &Penetration::depth, "moving the second body by depth * normal makes the two just touch")
      .def_property_readonly(
          "normal", [](const Penetration& p) { return to_array(p.normal); }, "unit, from first to second")
      .def_property_readonly(
          "features", [](const Penetration& p) { return features_of(p.features); }, "the part of each that is deepest in the other")
      .def_property_readonly(
          "manifold",
          [](const Penetration& p) {
            py::list points;
            for (const ManifoldPoint& m : p.manifold) points.append(py::make_tuple(to_array(m.point), m.depth));
            return points;
          },
          "[(point, depth), ...]: what a solver pushes at")
      .def("__repr__", [](const Penetration& p) { return "<graze.Penetration: depth " + number(p.depth) + ">"; });
  py::class_<StatusReport>(module, "Status", "The one-word answer about two bodies.")
      .def_property_readonly(
          "status", [](const StatusReport& s) { return std::string(name_of(s.status)); },
          "'separated', 'near', 'touching', 'overlapping', 'contains' or 'inside'")
      .def_readonly("distance", &StatusReport::distance, "0 where they meet")
      .def_readonly("depth", &StatusReport::depth, "of convex bodies that meet, else None")
      .def("__repr__", [](const StatusReport& s) { return "<graze.Status: " + std::string(name_of(s.status)) + ">"; });
}

void register_motion(py::module_& module) {
  py::class_<Impact>(module, "Impact", "First contact of two bodies that move.")
      .def_readonly("first", &Impact::first, "first time of contact; never late")
      .def_readonly("last", &Impact::last, "last time of contact, where known")
      .def_readonly("initial", &Impact::initial, "they meet at time 0 already")
      .def_readonly("approaching", &Impact::approaching, "False when they touch at time 0 and part at once")
      .def_property_readonly(
          "points", [](const Impact& i) { return set_points(i.set); },
          "(k,3): the point, the ends of the segment or the corners of the polygon in which they touch")
      .def_property_readonly(
          "normal", [](const Impact& i) { return vector_or_none(i.normal); }, "unit, from first to second, or None")
      .def_property_readonly(
          "features", [](const Impact& i) { return features_of(i.features); }, "the part of each that touches")
      .def_property_readonly(
          "certainty", [](const Impact& i) { return std::string(name_of(i.certainty)); },
          "'exact', 'certified' (a body turns) or 'bound' (no contact before `first`, nothing known after)")
      .def_readonly("meets_by", &Impact::meets_by, "of turning bodies a time at which they certainly meet, or None")
      .def("__repr__", [](const Impact& i) {
        return "<graze.Impact: first " + number(i.first) + ", " + std::string(name_of(i.certainty)) +
               (i.initial ? ", initial>" : ">");
      });
  py::class_<TurningImpact>(module, "TurningImpact", "How a certified search for the first contact ended.")
      .def_property_readonly(
          "status", [](const TurningImpact& i) { return std::string(name_of(i.status)); }, "'clear', 'contact' or 'unfinished'")
      .def_readonly("t_lo", &TurningImpact::t_lo, "no contact before, guaranteed")
      .def_readonly("t_hi", &TurningImpact::t_hi, "a time at which they meet, or None")
      .def_readonly("initial", &TurningImpact::initial, "they meet at time 0 already")
      .def_property_readonly(
          "closest", [](const TurningImpact& i) { return i.closest; }, "at t_lo")
      .def("__repr__", [](const TurningImpact& i) {
        return "<graze.TurningImpact: " + std::string(name_of(i.status)) + ", t_lo " + number(i.t_lo) + ">";
      });
}

void register_lists(py::module_& module) {
  py::class_<Crossing>(module, "Crossing", "Where a line passes through a body's boundary.")
      .def_readonly("t", &Crossing::t, "in lengths of the direction as given")
      .def_property_readonly(
          "point", [](const Crossing& c) { return to_array(c.point); }, "where that is")
      .def_property_readonly(
          "normal", [](const Crossing& c) { return to_array(c.normal); },
          "unit, outward from a solid; against the line from a body without inside")
      .def_readonly("entering", &Crossing::entering, "False where the line leaves a solid")
      .def_readonly("feature", &Crossing::feature, "the part of the body that is crossed")
      .def("__repr__", [](const Crossing& c) { return "<graze.Crossing: t " + number(c.t) + ">"; });
  py::class_<Raycast>(module, "Raycast", "A line, ray or segment against a body.")
      .def_readonly("intersect", &Raycast::intersect, "whether they share a point")
      .def_readonly("t", &Raycast::t, "of the first common point, in lengths of the direction; 0 where the ray starts inside")
      .def_property_readonly(
          "point", [](const Raycast& r) { return to_array(r.point); }, "at t")
      .def_readonly("crossings", &Raycast::crossings, "where it passes through the boundary, in order")
      .def("__bool__", [](const Raycast& r) { return r.intersect; })
      .def("__repr__", [](const Raycast& r) {
        return r.intersect ? "<graze.Raycast: t " + number(r.t) + ">" : std::string("<graze.Raycast: none>");
      });
  py::class_<TrianglePairs>(module, "TrianglePairs", "All are counted, the smallest max_pairs are listed, sorted.")
      .def_readonly("count", &TrianglePairs::pair_count, "of all of them")
      .def_property_readonly(
          "pairs", [](const TrianglePairs& p) { return pairs_of(p.pairs); }, "(k,2) triangle numbers")
      .def_property_readonly("truncated", &TrianglePairs::truncated, "whether fewer are listed than there are")
      .def("__len__", [](const TrianglePairs& p) { return p.pair_count; })
      .def("__repr__", [](const TrianglePairs& p) { return "<graze.TrianglePairs: " + std::to_string(p.pair_count) + ">"; });
  py::class_<IntersectionCurve>(module, "Curve", "A polyline in which two surfaces meet.")
      .def_property_readonly(
          "points", [](const IntersectionCurve& c) { return to_array(c.points); }, "(k,3), in order")
      .def_readonly("closed", &IntersectionCurve::closed, "whether the last point leads back to the first")
      .def_property_readonly(
          "pairs", [](const IntersectionCurve& c) { return pairs_of(c.pairs); },
          "(m,2): the triangles that meet between a point and the next");
  py::class_<Intersection>(module, "Intersection", "What two bodies have in common.")
      .def_readonly("intersect", &Intersection::intersect, "whether they share a point")
      .def_property_readonly(
          "points", [](const Intersection& i) { return i.set ? set_points(*i.set) : py::none(); },
          "(k,3): a point, a segment's ends or a polygon's corners; None where the set has no such name")
      .def_property_readonly(
          "pair_count", [](const Intersection& i) { return i.pair_count; }, "between meshes, else None")
      .def_property_readonly(
          "pairs", [](const Intersection& i) { return pairs_of(i.pairs); }, "(k,2): triangles of two meshes that meet, sorted")
      .def_property_readonly("truncated", &Intersection::truncated, "whether fewer pairs are listed than there are")
      .def_property_readonly(
          "curves", [](const Intersection& i) { return i.curves ? py::cast(i.curves->curves) : py::object(py::list()); },
          "of two meshes, with curves=True")
      .def("__bool__", [](const Intersection& i) { return i.intersect; })
      .def("__repr__",
           [](const Intersection& i) { return std::string("<graze.Intersection: ") + (i.intersect ? "they meet>" : "nothing>"); });
  py::class_<Obb>(module, "Box", "A fitted box.")
      .def_property_readonly(
          "center", [](const Obb& b) { return to_array(b.center); }, "of the box")
      .def_property_readonly(
          "axes", [](const Obb& b) { return to_array(b.axes.data(), 3); }, "(3,3), one axis a row")
      .def_property_readonly(
          "half_extents", [](const Obb& b) { return to_array(b.half_extents); }, "along its axes")
      .def_property_readonly(
          "volume", [](const Obb& b) { return 8 * b.half_extents.prod(); }, "in cubed units of the coordinates")
      .def("__repr__", [](const Obb& b) { return "<graze.Box: volume " + number(8 * b.half_extents.prod()) + ">"; });
  py::class_<Sphere>(module, "Ball", "A fitted ball.")
      .def_property_readonly(
          "center", [](const Sphere& s) { return to_array(s.center); }, "of the ball")
      .def_readonly("radius", &Sphere::radius, "in the unit of the coordinates")
      .def("__repr__", [](const Sphere& s) { return "<graze.Ball: radius " + number(s.radius) + ">"; });
}

}  // namespace

void register_answers(py::module_& module) {
  register_distances(module);
  register_motion(module);
  register_lists(module);
}

}  // namespace graze::python
