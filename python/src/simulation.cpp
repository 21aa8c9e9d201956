/// Simulations of rigid bodies: graze/simulate.h with functions of Python.

#include <pybind11/functional.h>
#include <pybind11/stl.h>

#include <graze/simulate.h>

#include "arrays.h"
#include "scene.h"

namespace graze::python {
namespace {

/// A simulation with its scene, which it keeps.
class PySimulation {
 public:
  PySimulation(std::shared_ptr<PyScene> scene, const SimulationOptions& options)
      : scene_(std::move(scene)),
        simulation_(value_or_raise(scene_->change([&](Scene& changed) { return Simulation::make(changed, options); }))) {}

  void add(PyId id, double mass, py::handle inertia, py::handle center_of_mass, py::handle velocity, py::handle angular_velocity) {
    RigidBody body{.id = from_python(id), .mass = mass};
    if (!inertia.is_none()) body.inertia = as_matrix(inertia, "inertia");
    if (!center_of_mass.is_none()) body.center_of_mass = as_vec3(center_of_mass, "center_of_mass");
    if (!velocity.is_none()) body.velocity = as_vec3(velocity, "velocity");
    if (!angular_velocity.is_none()) body.angular_velocity = as_vec3(angular_velocity, "angular_velocity");
    body.pose = value_or_raise(scene_->read([&](const Scene& s) { return s.pose_at(body.id, 0); }));
    value_or_raise(scene_->change([&](Scene&) { return simulation_.add(body); }));
  }
  void remove(PyId id) {
    value_or_raise(scene_->change([&](Scene&) { return simulation_.remove(from_python(id)); }));
  }

  [[nodiscard]] double time() const { return simulation_.time(); }
  [[nodiscard]] std::vector<PyId> ids() {
    std::vector<PyId> list;
    for (const RigidBody& body : simulation_.bodies()) list.push_back(to_python(body.id));
    return list;
  }
  [[nodiscard]] py::tuple state(PyId id) {
    const RigidBody& body = known(id);
    return py::make_tuple(to_array(body.pose), to_array(body.velocity), to_array(body.angular_velocity));
  }
  void set_velocity(PyId id, py::handle velocity, py::handle angular_velocity) {
    const Vec3 linear = finite(velocity, "velocity");
    if (!angular_velocity.is_none()) known(id).angular_velocity = finite(angular_velocity, "angular_velocity");
    known(id).velocity = linear;
  }
  [[nodiscard]] double energy() {
    double sum = 0;
    for (const RigidBody& body : simulation_.bodies()) sum += kinetic_energy(body);
    return sum;
  }
  [[nodiscard]] py::tuple momenta() {
    Vec3 linear = Vec3::Zero(), angular = Vec3::Zero();
    for (const RigidBody& body : simulation_.bodies()) {
      linear += momentum(body);
      angular += angular_momentum(body);
    }
    return py::make_tuple(to_array(linear), to_array(angular));
  }

  /// Of the contact that is being told of.
  void bounce_now(double restitution) {
    if (contact_ == nullptr) raise(ErrorCode::bad_option, "bounce: only while on_contact is called");
    if (!(restitution >= 0 && restitution <= 1)) raise(ErrorCode::bad_option, "restitution: not within 0 and 1");
    bounce(*contact_, restitution);
  }

  py::tuple step(double duration, const std::optional<py::function>& on_contact, const std::optional<py::function>& loads,
                 std::optional<double> restitution) {
    if (is_stepping_) raise(ErrorCode::bad_option, "step: called by what a step calls");
    if (restitution && !(*restitution >= 0 && *restitution <= 1)) raise(ErrorCode::bad_option, "restitution: not within 0 and 1");
    raised_ = nullptr;
    is_stepping_ = true;
    auto done = scene_->change([&](Scene&) {
      const PyScene::Telling telling(*scene_);
      Simulation::Loads given;
      if (loads) given = [&](double time, const RigidBody& body) { return load_of(*loads, time, body); };
      return simulation_.step(duration, [&](const SimulationContact& contact) { tell(contact, on_contact, restitution); }, given);
    });
    is_stepping_ = false;
    if (raised_) std::rethrow_exception(std::exchange(raised_, nullptr));
    const StepReport report = value_or_raise(std::move(done));
    std::vector<PyId> held;
    for (const BodyId id : report.held) held.push_back(to_python(id));
    return py::make_tuple(report.contacts, held);
  }

 private:
  [[nodiscard]] RigidBody& known(PyId id) {
    RigidBody* body = simulation_.body(from_python(id));
    if (body == nullptr) raise(ErrorCode::bad_option, "id: the simulation does not move this body");
    return *body;
  }
  static Vec3 finite(py::handle argument, const std::string& name) {
    const Vec3 v = as_vec3(argument, name);
    if (!v.allFinite()) raise(ErrorCode::not_finite, name + ": not finite");
    return v;
  }
  static Mat3 as_matrix(py::handle argument, const std::string& name) {
    const Doubles m = as_doubles(argument, name);
    if (m.ndim() != 2 || m.shape(0) != 3 || m.shape(1) != 3) raise(ErrorCode::bad_shape, name + ": expected a (3,3) array");
    Mat3 matrix;
    for (int i = 0; i < 3; ++i)
      for (int j = 0; j < 3; ++j) matrix(i, j) = m.data()[3 * i + j];
    return matrix;
  }

  /// The lock of the interpreter is held throughout a step.
  void tell(const SimulationContact& contact, const std::optional<py::function>& on_contact, std::optional<double> restitution) {
    if (raised_) return;
    contact_ = &contact;
    try {
      if (restitution) bounce(contact, *restitution);
      if (on_contact)
        (*on_contact)(py::make_tuple(contact.time, py::make_tuple(to_python(contact.ids[0]), to_python(contact.ids[1])),
                                     py::make_tuple(to_array(contact.points[0]), to_array(contact.points[1])),
                                     to_array(contact.normal), contact.closing_speed(), contact.initial, contact.resting));
      if (PyErr_CheckSignals() != 0) throw py::error_already_set();
    } catch (...) {
      raised_ = std::current_exception();
    }
    contact_ = nullptr;
  }

  [[nodiscard]] Load load_of(const py::function& loads, double time, const RigidBody& body) {
    if (raised_) return {};
    try {
      const py::object given = loads(time, to_python(body.id), to_array(body.pose), to_array(body.velocity));
      if (py::isinstance<py::tuple>(given) && py::len(given) == 2) {
        const auto pair = py::reinterpret_borrow<py::tuple>(given);
        return {as_vec3(pair[0], "loads()[0]"), as_vec3(pair[1], "loads()[1]")};
      }
      return {as_vec3(given, "loads()"), Vec3::Zero()};
    } catch (...) {
      raised_ = std::current_exception();
      return {};
    }
  }

  std::shared_ptr<PyScene> scene_;
  Simulation simulation_;
  const SimulationContact* contact_ = nullptr;
  std::exception_ptr raised_;
  bool is_stepping_ = false;
};

std::unique_ptr<PySimulation> make(std::shared_ptr<PyScene> scene, double clearance, const std::string& method,
                                   std::size_t max_contacts) {
  SimulationOptions options{.clearance = clearance, .max_contacts = max_contacts};
  if (method == "euler")
    options.method = Integrator::euler;
  else if (method != "runge_kutta4")
    raise(ErrorCode::bad_option, "method: '" + method + "' is none of euler, runge_kutta4");
  return std::make_unique<PySimulation>(std::move(scene), options);
}

}  // namespace

void register_simulation(py::module_& module) {
  py::class_<PySimulation>(
      module, "Simulation",
      "Rigid bodies of a scene, stepped from contact to contact: nothing tunnels. Bodies of the scene that are not "
      "added stand still, whatever hits them. Belongs to one thread at a time.")
      .def(py::init(&make), py::arg("scene").none(false), py::kw_only(), py::arg("clearance") = 1e-3,
           py::arg("method") = "runge_kutta4", py::arg("max_contacts") = 32,
           "clearance: a length, small beside the bodies: coming within it is contact.")
      .def("add", &PySimulation::add, py::arg("id"), py::kw_only(), py::arg("mass") = 1.0, py::arg("inertia") = py::none(),
           py::arg("center_of_mass") = py::none(), py::arg("velocity") = py::none(), py::arg("angular_velocity") = py::none(),
           "Moves a body of the scene. inertia: (3,3) about the centre of mass, in the axes of the body.")
      .def("remove", &PySimulation::remove, py::arg("id"), "It stands from then on.")
      .def_property_readonly("time", &PySimulation::time, "that was simulated")
      .def_property_readonly("ids", &PySimulation::ids, "of the bodies that move")
      .def("state", &PySimulation::state, py::arg("id"),
           "((4,4) pose, (3,) velocity of the centre of mass, (3,) angular velocity), now")
      .def("set_velocity", &PySimulation::set_velocity, py::arg("id"), py::arg("velocity"),
           py::arg("angular_velocity") = py::none(), "Of the centre of mass, length per time; radians per time.")
      .def_property_readonly("kinetic_energy", &PySimulation::energy, "of all bodies that move")
      .def_property_readonly("momenta", &PySimulation::momenta, "(linear, angular about the origin) of all bodies that move")
      .def("bounce", &PySimulation::bounce_now, py::arg("restitution"),
           "From within on_contact: the impulse of a collision without friction for the two bodies of this contact.")
      .def("_step", &PySimulation::step, py::arg("duration"), py::arg("on_contact"), py::arg("loads"), py::arg("restitution"))
      .def("__repr__", [](PySimulation& s) {
        return "<graze.Simulation: " + std::to_string(s.ids().size()) + " bodies, t = " + std::to_string(s.time()) + ">";
      });
}

}  // namespace graze::python
