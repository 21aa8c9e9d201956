/// The exception class of the module.

#include "errors.h"

namespace graze::python {
namespace {

namespace py = pybind11;

/// Lives as long as the process: the class may be needed while the interpreter shuts down.
PyObject* error_class = nullptr;

}  // namespace

void register_error(py::module_& module) {
  error_class = PyErr_NewExceptionWithDoc(
      "graze.Error", "What graze refuses: bad shapes, poses, options or files. `code` is one word for the kind of error.",
      PyExc_ValueError, nullptr);
  if (error_class == nullptr) throw py::error_already_set();
  module.attr("Error") = py::reinterpret_borrow<py::object>(error_class);
}

void raise(const Error& error) {
  py::object exception = py::reinterpret_borrow<py::object>(error_class)(error.message);
  exception.attr("code") = std::string(name_of(error.code));
  PyErr_SetObject(error_class, exception.ptr());
  throw py::error_already_set();
}

void raise(ErrorCode code, const std::string& message) { raise(Error{code, message}); }

}  // namespace graze::python
