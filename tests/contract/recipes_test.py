"""The recipes for vcpkg, Conan and wheels stay true to the build: versions, options, libraries. Neither tool is needed: stand-ins record
what the recipes ask for, and CMake configures what vcpkg's would."""

import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import types
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
PACKAGING = ROOT / "packaging"
VERSION = re.search(r"project\(graze VERSION ([0-9.]+)", (ROOT / "CMakeLists.txt").read_text()).group(1)
# Name of a library for CMake, for vcpkg, for Conan. zlib and the like have one name everywhere.
LIBRARIES = (
    ("Eigen3", "eigen3", "eigen"), ("tl-expected", "tl-expected", "tl-expected"), ("fmt", "fmt", "fmt"), ("TBB", "tbb", "onetbb"),
    ("nlohmann_json", "nlohmann-json", "nlohmann_json"), ("Qhull", "qhull", "qhull"), ("Boost", "boost-container", "boost"),
    ("EXPAT", "expat", "expat"), ("ZLIB", "zlib", "zlib"), ("minizip", "minizip", "minizip"), ("FAST_FLOAT_INCLUDE_DIR", "fast-float", "fast_float"),
)
VCPKG = """
cmake_minimum_required(VERSION 3.25)
function(vcpkg_check_features)
  set(feature_options -DGRAZE_BUILD_APPS=ON PARENT_SCOPE)
endfunction()
function(vcpkg_find_acquire_program name)
  find_program(program pkg-config REQUIRED)
  set(${name} ${program} PARENT_SCOPE)
endfunction()
function(vcpkg_cmake_configure)
  cmake_parse_arguments(arg "" "SOURCE_PATH" "OPTIONS" ${ARGN})
  execute_process(COMMAND ${CMAKE_COMMAND} -S ${arg_SOURCE_PATH} -B ${CURRENT_PACKAGES_DIR}/tree -G Ninja ${arg_OPTIONS} COMMAND_ERROR_IS_FATAL ANY)
endfunction()
foreach(name vcpkg_cmake_install vcpkg_cmake_config_fixup vcpkg_fixup_pkgconfig vcpkg_copy_tools)
  cmake_language(EVAL CODE "function(${name})\\nendfunction()")
endforeach()
function(vcpkg_install_copyright)
  if(NOT EXISTS "${ARGV1}")
    message(FATAL_ERROR "no licence ${ARGV1}")
  endif()
endfunction()
include(%s)
"""


def libraries_of_the_build():
    text = (ROOT / "cmake/GrazeDependencies.cmake").read_text()
    found = set(re.findall(r"(?:find_package|pkg_check_modules|find_path)\((\S+)", text))
    return found - {"Threads", "PkgConfig"}


def conan_recipe():
    """The recipe's module, with stand-ins for Conan's."""
    names = ("conan", "conan.tools", "conan.tools.build", "conan.tools.cmake", "conan.tools.files", "conan.tools.gnu")
    for name in names:
        sys.modules[name] = types.ModuleType(name)
    for name in ("CMake", "CMakeDeps", "CMakeToolchain", "cmake_layout"):
        setattr(sys.modules["conan.tools.cmake"], name, object)
    for name in ("copy", "load", "rmdir"):
        setattr(sys.modules["conan.tools.files"], name, None)
    sys.modules["conan"].ConanFile = object
    sys.modules["conan.tools.build"].check_min_cppstd = None
    sys.modules["conan.tools.gnu"].PkgConfigDeps = object
    path = PACKAGING / "conan/conanfile.py"
    module = types.ModuleType("recipe")
    exec(compile(path.read_text(), str(path), "exec"), module.__dict__)  # pylint: disable=exec-used
    return module


class Recipes(unittest.TestCase):
    def test_the_table_names_every_library_of_the_build(self):
        self.assertEqual({cmake for cmake, _, _ in LIBRARIES}, libraries_of_the_build())

    def test_the_port_has_the_version_and_the_libraries_of_the_build(self):
        port = json.loads((PACKAGING / "vcpkg/graze/vcpkg.json").read_text())
        self.assertEqual(port["version-semver"], VERSION)
        self.assertLessEqual({vcpkg for _, vcpkg, _ in LIBRARIES}, {one for one in port["dependencies"] if isinstance(one, str)})

    def test_the_port_configures_one_kind_of_library(self):
        for linkage, installed, missing in (("dynamic", "libgraze.so", "libgraze.a"), ("static", "libgraze.a", "libgraze.so")):
            with self.subTest(linkage), tempfile.TemporaryDirectory() as folder:
                script = pathlib.Path(folder) / "run.cmake"
                script.write_text(VCPKG % (PACKAGING / "vcpkg/graze/portfile.cmake"))
                run = subprocess.run(["cmake", f"-DVCPKG_LIBRARY_LINKAGE={linkage}", f"-DCURRENT_PACKAGES_DIR={folder}", "-DPORT=graze", "-P", script],
                                     capture_output=True, text=True, check=False)
                self.assertEqual(run.returncode, 0, run.stdout + run.stderr)
                self.assertTrue((pathlib.Path(folder) / "share/graze/usage").is_file())
                rules = (pathlib.Path(folder) / "tree/cmake_install.cmake").read_text()
                self.assertIn(installed, rules)
                self.assertNotIn(missing, rules)
                self.assertNotRegex(run.stdout + run.stderr, "Manually-specified variables were not used")

    def test_conan_requires_the_libraries_of_the_build_and_sets_options_that_exist(self):
        recipe = conan_recipe()
        text = (PACKAGING / "conan/conanfile.py").read_text()
        required = set(re.findall(r'self\.requires\("([\w-]+)/', text))
        self.assertEqual(required, {conan for _, _, conan in LIBRARIES})
        self.assertEqual(set(recipe.GrazeConan.default_options) - {"boost/*:header_only", "qhull/*:reentrant"}, set(recipe.GrazeConan.options))
        cmake = (ROOT / "CMakeLists.txt").read_text() + (ROOT / "cmake/GrazeInstall.cmake").read_text()
        for option in re.findall(r'cache_variables\["(\w+)"\]', text):
            self.assertRegex(cmake, rf"(option|set)\({option}\b", option)

    def test_conan_exports_all_that_the_build_reads(self):
        read = {"CMakeLists.txt", "LICENSE", "apps/*", "cmake/*", "include/*", "src/*", "web/*"}
        self.assertEqual(set(conan_recipe().SOURCES), read)
        for pattern in read:
            self.assertTrue(list(ROOT.glob(pattern)), pattern)

    def test_the_script_for_wheels_is_a_script(self):
        script = PACKAGING / "wheels/dependencies"
        self.assertTrue(os.access(script, os.X_OK))
        subprocess.run(["bash", "-n", script], check=True)
        self.assertIn("{project}/packaging/wheels/dependencies", (ROOT / "pyproject.toml").read_text())


if __name__ == "__main__":
    unittest.main()
