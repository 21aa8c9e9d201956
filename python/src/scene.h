#pragma once
/// Scenes as Python sees them: safe to use from several threads.

#include <algorithm>
#include <array>
#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <set>
#include <shared_mutex>
#include <utility>
#include <vector>

#include <pybind11/pybind11.h>

#include <graze/scene.h>
#include <graze/scene_questions.h>

#include "errors.h"
#include "interruption.h"

namespace graze::python {

namespace py = pybind11;

// A body's id is one whole number in Python: hashable, sortable, fit for arrays. 0 names none.
using PyId = std::uint64_t;
[[nodiscard]] inline PyId to_python(BodyId id) { return PyId{id.generation} << 32 | id.index; }
[[nodiscard]] inline BodyId from_python(PyId id) { return {static_cast<std::uint32_t>(id), static_cast<std::uint32_t>(id >> 32)}; }
[[nodiscard]] inline py::tuple to_python(const ScenePair& pair) { return py::make_tuple(to_python(pair.a), to_python(pair.b)); }
[[nodiscard]] inline py::tuple parts_of(const std::array<PartPlace, 2>& places) {
  return py::make_tuple(places[0].part, places[1].part);
}

/// Questions are asked by many threads at once; a change waits until they are answered, and they for it. The lock of the
/// interpreter is never held while waiting.
class PyScene {
 public:
  PyScene() = default;
  explicit PyScene(Scene scene) : scene_(std::move(scene)) {}
  PyScene(const PyScene& other) : scene_(copy_of(other)), excluded(other.excluded), removed(other.removed) {}
  PyScene& operator=(const PyScene&) = delete;

  /// Asks without the lock of the interpreter, which `question` takes where it needs it.
  template <class Question>
  auto ask(const Question& question) const {
    const py::gil_scoped_release released;
    const std::shared_lock lock = is_telling() ? std::shared_lock<std::shared_mutex>() : std::shared_lock(mutex_);
    return question(scene_);
  }

  /// A short question: with the lock of the interpreter, if nobody changes the scene just now.
  template <class Question>
  auto read(const Question& question) const {
    if (is_telling()) return question(scene_);
    std::shared_lock lock(mutex_, std::try_to_lock);
    if (!lock.owns_lock()) {
      const py::gil_scoped_release released;
      lock.lock();
    }
    return question(scene_);
  }

  /// Changes the scene. `change` leaves Python alone, unless it says that it is telling.
  template <class Change>
  auto change(const Change& change) {
    if (is_telling()) raise(ErrorCode::bad_option, "the scene cannot be changed by what it calls while it is asked");
    std::unique_lock lock(mutex_, std::try_to_lock);
    if (!lock.owns_lock()) {
      const py::gil_scoped_release released;
      lock.lock();
    }
    return change(scene_);
  }

  /// While one lives its thread calls functions of Python about the scene: they find it locked by themselves.
  class Telling {
   public:
    explicit Telling(const PyScene& scene) { told().push_back(&scene); }
    ~Telling() { told().pop_back(); }
    Telling(const Telling&) = delete;
    Telling& operator=(const Telling&) = delete;
  };

 private:
  static Scene copy_of(const PyScene& other) {
    return other.read([](const Scene& scene) { return scene; });
  }
  static std::vector<const PyScene*>& told() {
    thread_local std::vector<const PyScene*> scenes;
    return scenes;
  }
  [[nodiscard]] bool is_telling() const { return std::find(told().begin(), told().end(), this) != told().end(); }

  Scene scene_;
  mutable std::shared_mutex mutex_;

 public:
  // Changed under the lock of the interpreter.
  std::set<ScenePair> excluded;                    ///< by exclude(), bodies that are gone included
  std::map<std::uint32_t, std::uint32_t> removed;  ///< by index: the generation of the body that was last removed there
};

/// How to ask, with Ctrl-C looked for whenever the question reports progress.
[[nodiscard]] inline SceneOptions as_options(double at, std::size_t threads, bool ignore_initial, SignalWatch& watch) {
  SceneOptions options;
  options.at = at;
  options.threads = threads;
  options.ignore_initial = ignore_initial;
  options.progress = [&watch](double) { return !watch.has_raised(); };
  return options;
}

template <class Question>
auto ask_scene(const PyScene& scene, double at, std::size_t threads, bool ignore_initial, const Question& question) {
  SignalWatch watch;
  const SceneOptions options = as_options(at, threads, ignore_initial, watch);
  auto answer = scene.ask([&](const Scene& asked) {
    const Interrupt interrupt([&] { return watch.has_raised(); });
    return question(asked, options);
  });
  watch.rethrow_if_any();
  return value_or_raise(std::move(answer));
}

/// A graze.Body brings its place, motion and solidity along; anything else is a geometry or a list of parts.
[[nodiscard]] SceneBody as_scene_body(py::handle body, py::handle pose, bool solid);

/// Simulations share scenes with Python.
using PySceneClass = py::class_<PyScene, std::shared_ptr<PyScene>>;

void register_scene_answers(py::module_& module);
/// Questions about time, contacts and bodies that are not in the scene; simulations; files and pickles.
void register_scene_time(PySceneClass& scene, py::module_& module);
void register_scene_files(PySceneClass& scene, py::module_& module);
void register_simulation(py::module_& module);

}  // namespace graze::python
