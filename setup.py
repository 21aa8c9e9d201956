"""Builds the compiled part of the Python module with CMake.

GRAZE_BUILD_DIR=build/test takes a build tree that is there already (configured with GRAZE_BUILD_PYTHON=ON) instead of a new one;
CMAKE_ARGS holds further arguments for the configuration of a new one.
"""

import os
import pathlib
import re
import shlex
import shutil
import subprocess
import sys

from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext

ROOT = pathlib.Path(__file__).resolve().parent


def pybind11_folder():
    """Where pip put pybind11 for this build, which CMake would not find by itself."""
    try:
        import pybind11
    except ImportError:
        return []
    return [f"-Dpybind11_DIR={pybind11.get_cmake_dir()}"]


class CMakeBuild(build_ext):
    def build_extension(self, ext):
        target = pathlib.Path(self.get_ext_fullpath(ext.name)).resolve()
        tree = os.environ.get("GRAZE_BUILD_DIR")
        if tree is None:
            tree = str(pathlib.Path(self.build_temp).resolve())
            generator = ["-G", "Ninja"] if shutil.which("ninja") and "CMAKE_GENERATOR" not in os.environ else []
            subprocess.check_call(["cmake", "-S", str(ROOT), "-B", tree, *generator, "-DCMAKE_BUILD_TYPE=Release", "-DGRAZE_BUILD_PYTHON=ON",
                                   "-DGRAZE_BUILD_APPS=OFF", "-DGRAZE_BUILD_SHARED=OFF", "-DGRAZE_UNITY=ON",
                                   f"-DPython3_EXECUTABLE={sys.executable}", *pybind11_folder(), *shlex.split(os.environ.get("CMAKE_ARGS", ""))])
        jobs = os.environ.get("CMAKE_BUILD_PARALLEL_LEVEL", str(os.cpu_count()))  # make would start them all at once, a gigabyte each
        subprocess.check_call(["cmake", "--build", tree, "--target", "graze_python", "--parallel", jobs])
        built = next((pathlib.Path(tree) / "python" / "graze").glob("_core.*.so"))  # not the stub _core.pyi
        target.parent.mkdir(parents=True, exist_ok=True)
        self.copy_file(str(built), str(target))


version = re.search(r"project\(graze VERSION ([0-9.]+)", (ROOT / "CMakeLists.txt").read_text()).group(1)
setup(version=version, packages=["graze"], package_dir={"graze": "python/graze"},
      package_data={"graze": ["py.typed", "*.pyi"]}, ext_modules=[Extension("graze._core", [])],
      cmdclass={"build_ext": CMakeBuild})
