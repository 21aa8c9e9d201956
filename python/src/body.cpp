/// Geometries and bodies: made of arrays, files and descriptions, pickled, shown.

#include "body.h"

#include <pybind11/stl.h>
#include <pybind11/stl/filesystem.h>

#include <graze/generate.h>
#include <graze/mesh.h>
#include <graze/mesh_file.h>
#include <graze/options.h>
#include <graze/query_format.h>

#include "arrays.h"
#include "errors.h"
#include "interruption.h"
#include "state.h"

namespace graze::python {
namespace {

/// Builds the tree without the lock; stopped by Ctrl-C.
PyGeometry mesh_geometry(py::handle vertices, py::handle faces, const std::string& name, BuildOptions options = {}) {
  TriangleMesh mesh{as_points(vertices, name + "vertices"), as_faces(faces, name + "faces")};
  SignalWatch watch;  // beside the interrupt, which only the thread that asks looks at
  options.progress = [&](double) { return !watch.has_raised(); };
  auto made = interruptible([&] { return Geometry::make(Shape{std::move(mesh)}, options); });
  watch.rethrow_if_any();
  return {value_or_raise(std::move(made)), ""};
}

template <class Methods>
auto named(const std::string& word, const Methods& methods, const char* argument) {
  const auto found = method_named(word, methods);
  if (!found) raise(ErrorCode::bad_option, std::string(argument) + ": '" + word + "' is none of " + names_of(methods));
  return *found;
}

PyGeometry make_mesh(py::handle vertices, py::handle faces, const std::string& kind, const std::string& rule,
                     const std::string& fit, const std::string& layout, std::optional<std::uint32_t> leaf, std::uint32_t depth,
                     bool box_leaves, unsigned threads) {
  BuildOptions options;
  options.kind = named(kind, tree_kinds, "kind");
  options.rule = named(rule, split_rules, "rule");
  options.fit = named(fit, node_fits, "fit");
  options.layout = named(layout, node_layouts, "layout");
  options.max_leaf_triangles = leaf;
  options.max_depth = depth;
  options.box_leaves = box_leaves;
  options.threads = threads;
  if (!faces.is_none()) return mesh_geometry(vertices, faces, "", options);
  if (py::isinstance<PyGeometry>(vertices)) return vertices.cast<const PyGeometry&>();
  if (!py::hasattr(vertices, "vertices") || !py::hasattr(vertices, "faces")) return as_geometry(vertices, "mesh");
  return mesh_geometry(vertices.attr("vertices"), vertices.attr("faces"), "mesh.", options);
}

/// How the tree of a mesh was built, so that a copy answers the same: leaves may be boxes.
py::tuple tree_state(const Geometry& geometry) {
  const TreeReport tree = report_on(geometry);
  return py::make_tuple(std::string(name_in(tree_kinds, tree.kind)), std::string(name_in(split_rules, tree.rule)),
                        std::string(name_in(node_fits, tree.fit)), std::string(name_in(node_layouts, tree.layout)),
                        tree.max_leaf_triangles, tree.max_depth, tree.box_leaves);
}

/// A body in the words of the query format, as graze.shapes writes them.
Body body_from_description(const std::string& description) {
  const QuestionReader reader{std::filesystem::path()};
  const QuestionLine line = reader.read(R"({"query":"fit","a":)" + description + "}");
  if (!line.question) {
    Error error = line.question.error();
    if (error.message.starts_with("a.")) error.message.erase(0, 2);
    raise(error);
  }
  return *line.question->a;
}

PyGeometry geometry_from_description(const std::string& description) {
  return {body_from_description(description).geometry, description};
}

PyGeometry load(const std::filesystem::path& path, double scale) {
  auto made = interruptible([&] { return read_geometry(path, Vec3::Constant(scale)); });
  return {value_or_raise(std::move(made)), ""};
}

py::object vertices_of(const PyGeometry& geometry) {
  const TriangleMesh* mesh = geometry.geometry.mesh();
  if (mesh == nullptr) return py::none();
  return to_array(mesh->vertices);
}

py::object faces_of(const PyGeometry& geometry) {
  const TriangleMesh* mesh = geometry.geometry.mesh();
  if (mesh == nullptr) return py::none();
  return to_array(mesh->triangles.empty() ? nullptr : mesh->triangles[0].data(), mesh->triangles.size(), 3);
}

std::string show(const Geometry& geometry, const std::string& description) {
  if (!description.empty()) return description;
  if (const TriangleMesh* mesh = geometry.mesh())
    return "mesh of " + std::to_string(mesh->triangles.size()) + " triangles, " + std::to_string(mesh->vertices.size()) +
           " vertices";
  return "shape";
}

py::tuple pickle_geometry(const PyGeometry& geometry) {
  if (!geometry.description.empty()) return py::make_tuple(geometry.description);
  return py::make_tuple(vertices_of(geometry), faces_of(geometry), tree_state(geometry.geometry));
}

PyGeometry unpickle_geometry(const py::tuple& state) {
  if (state.size() == 1) return geometry_from_description(state[0].cast<std::string>());
  const auto tree = py::cast<py::tuple>(state[2]);
  if (tree[4].cast<std::uint32_t>() == 0) return mesh_geometry(state[0], state[1], "");  // a saved tree that does not tell
  return make_mesh(state[0], state[1], tree[0].cast<std::string>(), tree[1].cast<std::string>(), tree[2].cast<std::string>(),
                   tree[3].cast<std::string>(), tree[4].cast<std::uint32_t>(), tree[5].cast<std::uint32_t>(), tree[6].cast<bool>(),
                   0);
}

Path path_of(py::handle keyframes) {
  std::vector<Keyframe> frames;
  for (const py::handle frame : py::iter(keyframes)) {
    const std::string name = "keyframes[" + std::to_string(frames.size()) + "]";
    if (!py::isinstance<py::tuple>(frame) || py::len(frame) != 2) raise(ErrorCode::bad_option, name + ": expected (time, pose)");
    const auto pair = py::reinterpret_borrow<py::tuple>(frame);
    frames.push_back({pair[0].cast<double>(), as_pose(pair[1], name)});
  }
  return value_or_raise(Path::through(frames));
}

Vec3 as_finite(py::handle argument, const std::string& name) {
  const Vec3 v = as_vec3(argument, name);
  if (!v.allFinite()) raise(ErrorCode::not_finite, name + ": not finite");
  return v;
}

PyBody make_body(py::handle geometry, py::handle pose, py::handle velocity, py::handle angular_velocity, py::handle center,
                 bool solid, py::handle keyframes) {
  PyGeometry shape = as_geometry(geometry, "geometry");
  Motion motion;
  if (!velocity.is_none()) motion.velocity = as_finite(velocity, "velocity");
  if (!angular_velocity.is_none()) motion.angular_velocity = as_finite(angular_velocity, "angular_velocity");
  if (!center.is_none()) motion.center = as_finite(center, "center");
  PyBody made{{std::move(shape.geometry), as_pose(pose, "pose"), motion, solid}, std::move(shape.description), std::nullopt};
  if (!keyframes.is_none()) {
    if (made.body.motion.moves() || !pose.is_none())
      raise(ErrorCode::bad_option,
            "keyframes: say where the body is and how it moves; give neither pose nor velocities beside them");
    made.path = path_of(keyframes);
    made.body.pose = made.path->pose_at(0);
  }
  value_or_raise(check_body({made.body.geometry, made.body.pose, {}, solid}), "pose");
  value_or_raise(check_body(made.body));
  return made;
}

py::tuple pickle_body(const PyBody& body) {
  return py::make_tuple(PyGeometry{body.body.geometry, body.description}, to_array(body.body.pose), body.body.solid,
                        body.path ? state_of(*body.path) : state_of(body.body.motion));
}

PyBody unpickle_body(const py::tuple& state) {
  const auto& geometry = state[0].cast<const PyGeometry&>();
  PyBody body{{geometry.geometry, as_pose(state[1], "pose"), {}, state[2].cast<bool>()}, geometry.description, std::nullopt};
  const BodyMotion motion = motion_from(py::cast<py::tuple>(state[3]));
  if (const auto* path = std::get_if<Path>(&motion))
    body.path = *path;
  else
    body.body.motion = std::get<Motion>(motion);
  value_or_raise(check_body(body.body));
  return body;
}

py::object optional_vector(const std::optional<Vec3>& v) { return v ? py::object(to_array(*v)) : py::none(); }

}  // namespace

PyGeometry as_geometry(py::handle argument, const std::string& name) {
  if (py::isinstance<PyGeometry>(argument)) return argument.cast<const PyGeometry&>();
  if (py::hasattr(argument, "vertices") && py::hasattr(argument, "faces"))
    return mesh_geometry(argument.attr("vertices"), argument.attr("faces"), name + ".");
  throw py::type_error(name + ": expected a graze.Body, a graze.Geometry or something with vertices and faces, found " +
                       py::str(py::type::of(argument).attr("__name__")).cast<std::string>());
}

BodyArgument::BodyArgument(py::handle argument, const char* name) {
  static const std::optional<Path> no_path;
  path_ = &no_path;
  if (py::isinstance<PyBody>(argument)) {
    const auto& given = argument.cast<const PyBody&>();
    body_ = &given.body;
    path_ = &given.path;
    return;
  }
  made_.emplace(Body{as_geometry(argument, name).geometry, {}, {}});
  body_ = &*made_;
}

void register_bodies(py::module_& module) {
  py::class_<PyGeometry>(module, "Geometry",
                         "A shape or a triangle mesh, checked and prepared (a mesh has its tree built). Immutable, shared by "
                         "bodies, safe to use from many threads, picklable.\n\nMade by graze.mesh(), graze.load() and the shapes: "
                         "graze.box(), graze.sphere(), ...")
      .def_property_readonly("vertices", &vertices_of, "(n,3) float64 of a mesh or a point cloud, read-only; None of other shapes")
      .def_property_readonly("faces", &faces_of, "(m,3) uint32 of a mesh, read-only; None of other shapes")
      .def_property_readonly(
          "is_mesh", [](const PyGeometry& g) { return g.geometry.is_mesh(); }, "whether it is made of triangles")
      .def_property_readonly(
          "is_planar", [](const PyGeometry& g) { return g.geometry.is_planar(); }, "a shape of the plane")
      .def_property_readonly(
          "is_closed", [](const PyGeometry& g) { return !g.geometry.is_mesh() || g.geometry.topology().is_closed(); },
          "whether a mesh has no open edges and so bounds a solid")
      .def_property_readonly(
          "description", [](const PyGeometry& g) { return g.description; },
          "the shape in the query format (docs/query.md); empty for meshes")
      .def(
          "save", [](const PyGeometry& g, const std::filesystem::path& path) { value_or_raise(write_tree(path, g.geometry)); },
          py::arg("path"), "Saves a mesh with its tree; graze.load() reads it without building anything.")
      .def("__repr__", [](const PyGeometry& g) { return "<graze.Geometry: " + show(g.geometry, g.description) + ">"; })
      .def(py::pickle(&pickle_geometry, &unpickle_geometry));

  py::class_<PyBody>(module, "Body", "A geometry with a place and a movement: what questions are asked about.")
      .def(py::init(&make_body), py::arg("geometry"), py::arg("pose") = py::none(), py::kw_only(), py::arg("velocity") = py::none(),
           py::arg("angular_velocity") = py::none(), py::arg("center") = py::none(), py::arg("solid") = false,
           py::arg("keyframes") = py::none(),
           "pose: (4,4), (R, t) or (quaternion wxyz, t). velocity: length per time. angular_velocity: radians per time about "
           "`center` (world, at time 0; default: the origin of the pose). solid: a closed mesh counts as the solid it bounds. "
           "keyframes: [(time, pose), ...] instead of pose and velocities.")
      .def_property_readonly(
          "geometry", [](const PyBody& b) { return PyGeometry{b.body.geometry, b.description}; }, "what it is made of")
      .def_property_readonly(
          "pose", [](const PyBody& b) { return to_array(b.body.pose); }, "(4,4), read-only")
      .def_property_readonly(
          "velocity", [](const PyBody& b) { return to_array(b.body.motion.velocity); }, "length per time, world axes")
      .def_property_readonly(
          "angular_velocity", [](const PyBody& b) { return to_array(b.body.motion.angular_velocity); },
          "radians per time, world axes")
      .def_property_readonly(
          "center", [](const PyBody& b) { return optional_vector(b.body.motion.center); },
          "what it turns about, at time 0; None: the origin of the pose")
      .def_property_readonly(
          "solid", [](const PyBody& b) { return b.body.solid; }, "whether a closed mesh counts as the solid it bounds")
      .def(
          "pose_at",
          [](const PyBody& b, double t) { return to_array(b.path ? b.path->pose_at(t) : pose_at(b.body.pose, b.body.motion, t)); },
          py::arg("t"), "(4,4): where the body is at time t")
      .def("__repr__",
           [](const PyBody& b) {
             return "<graze.Body: " + show(b.body.geometry, b.description) + (b.body.solid ? ", solid" : "") +
                    (b.path                  ? ", on keyframes"
                     : b.body.motion.moves() ? ", moving"
                                             : "") +
                    ">";
           })
      .def(py::pickle(&pickle_body, &unpickle_body));

  module.def("mesh", &make_mesh, py::arg("vertices"), py::arg("faces") = py::none(), py::kw_only(), py::arg("kind") = "oriented",
             py::arg("rule") = "surface", py::arg("fit") = "best", py::arg("layout") = "wide",
             py::arg("max_leaf_triangles") = py::none(), py::arg("max_depth") = 96, py::arg("box_leaves") = false,
             py::arg("threads") = 0,
             "A triangle mesh from (n,3) vertices and (m,3) faces, or from anything that has both, such as a trimesh.Trimesh. "
             "The other arguments say how its tree is built, on which answers do not depend but for box_leaves, where parts of "
             "the mesh count as the boxes around them.");
  module.def("load", &load, py::arg("path"), py::arg("scale") = 1.0,
             "A mesh from a file: STL, OBJ, PLY, OFF, glTF/GLB, 3MF, COLLADA, or a tree saved with "
             "Geometry.save().");
  module.def("_shape", &geometry_from_description, py::arg("description"));
}

}  // namespace graze::python
