#pragma once
/// The registration of each part of the module.

#include <pybind11/pybind11.h>

namespace graze::python {

void register_answers(pybind11::module_& module);
void register_questions(pybind11::module_& module);
void register_shape_questions(pybind11::module_& module);
void register_motion_questions(pybind11::module_& module);
void register_mesh_questions(pybind11::module_& module);
void register_batches(pybind11::module_& module);
void register_scenes(pybind11::module_& module);
void register_robots(pybind11::module_& module);
void register_reports(pybind11::module_& module);

}  // namespace graze::python
