/// Reports: what a scene answers, as a page to look at or a picture.

#include <pybind11/stl.h>
#include <pybind11/stl/filesystem.h>

#include <graze/report.h>
#include <graze/scene_motion.h>
#include <graze/scene_questions.h>

#include "answers.h"
#include "errors.h"
#include "interruption.h"
#include "scene.h"

namespace graze::python {
namespace {

namespace py = pybind11;

/// Without an end of time how the bodies lie, else when they first meet until then.
ReportData report_on_scene(const PyScene& asked, const std::string& title, double tolerance, double clearance,
                           std::optional<double> t_max) {
  auto made = asked.ask([&](const Scene& scene) -> Result<ReportData> {
    if (!t_max)
      return statuses(scene, {tolerance, clearance}).and_then([&](const SceneStatuses& found) { return report_of(scene, found); });
    SceneTimeOptions time;
    time.t_max = *t_max;
    return first_contacts(scene, time).and_then([&](const SceneContacts& found) { return report_of(scene, found, *t_max); });
  });
  ReportData data = value_or_raise(std::move(made));
  if (!title.empty()) data.title = title;
  return data;
}

// Title and units may be set by another thread meanwhile: what is written is a copy.

std::string html(const ReportData& given) {
  const ReportData data = given;
  auto page = interruptible([&] { return report_html(data); });
  return value_or_raise(std::move(page));
}

py::bytes png(const ReportData& given) {
  const ReportData data = given;
  auto picture = interruptible([&] { return render_png(data); });
  return py::bytes(value_or_raise(std::move(picture)));
}

void save_report(const ReportData& given, const std::filesystem::path& path) {
  const ReportData data = given;
  auto done = interruptible([&] { return path.extension() == ".png" ? write_image(path, data) : write_report(path, data); });
  value_or_raise(std::move(done));
}

}  // namespace

void register_reports(py::module_& module) {
  py::class_<ReportData>(module, "Report", "What a scene answers, to look at: one page with a table and a 3D view, or a picture.")
      .def_readwrite("title", &ReportData::title, "at the top of the page")
      .def_readwrite("units", &ReportData::units, "named beside the numbers; nothing is converted")
      .def("html", &html, "The page as text: one self-contained file.")
      .def("png", &png, "A picture as the bytes of a PNG file, drawn without a browser.")
      .def("save", &save_report, py::arg("path"), "Writes the page, or, where the name ends in .png, the picture.")
      .def("__repr__", [](const ReportData& data) {
        return "<graze.Report: " + std::to_string(data.bodies.size()) + " bodies, " + std::to_string(data.findings.size()) +
               " findings>";
      });
  module.def("report", &report_on_scene, py::arg("scene"), py::kw_only(), py::arg("title") = "", py::arg("tolerance") = 0.0,
             py::arg("clearance") = 0.0, py::arg("t_max") = py::none(),
             "How the bodies of a scene lie or, with t_max, when they first meet until then, as a Report.");
}

}  // namespace graze::python
