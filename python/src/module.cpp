/// graze._core: what graze/__init__.py makes a module of.

#include <pybind11/pybind11.h>

#include "answers.h"
#include "body.h"
#include "errors.h"

PYBIND11_MODULE(_core, module) {
  module.doc() = "The compiled part of graze; use `import graze`.";
  module.attr("__version__") = GRAZE_VERSION;
  graze::python::register_error(module);
  graze::python::register_bodies(module);
  graze::python::register_answers(module);
  graze::python::register_questions(module);
  graze::python::register_shape_questions(module);
  graze::python::register_motion_questions(module);
  graze::python::register_mesh_questions(module);
  graze::python::register_batches(module);
  graze::python::register_scenes(module);
  graze::python::register_robots(module);
  graze::python::register_reports(module);
}
