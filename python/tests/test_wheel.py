"""The wheel: built offline from the build tree, installed alone into a new environment, used from elsewhere."""

import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import unittest
import importlib.util

ROOT = pathlib.Path(__file__).resolve().parents[2]


def has_tools():
    return all(importlib.util.find_spec(name) for name in ("setuptools", "wheel", "pip", "venv", "ensurepip"))


@unittest.skipUnless(has_tools() and os.environ.get("GRAZE_BUILD_DIR"), "needs setuptools, wheel, pip, venv and a build tree")
class Wheel(unittest.TestCase):
    def run_command(self, *command, **options):
        done = subprocess.run([str(part) for part in command], capture_output=True, text=True, timeout=600, **options)
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        return done.stdout

    def test_a_new_environment_needs_the_wheel_alone(self):
        with tempfile.TemporaryDirectory() as folder:
            folder = pathlib.Path(folder)
            source = folder / "source"  # setuptools writes beside the sources
            shutil.copytree(ROOT / "python", source / "python", ignore=shutil.ignore_patterns("__pycache__"))
            for name in ("setup.py", "pyproject.toml", "CMakeLists.txt", "README.md", "LICENSE", "MANIFEST.in"):
                shutil.copy(ROOT / name, source / name)
            clean = {key: value for key, value in os.environ.items() if key != "PYTHONPATH"}
            self.run_command(sys.executable, "-m", "pip", "wheel", "--no-build-isolation", "--no-deps", "--no-index", "-w", folder, source, env=clean)
            wheel = next(folder.glob("graze-*.whl"))
            self.run_command(sys.executable, "-m", "venv", "--system-site-packages", folder / "venv", env=clean)  # numpy is the system's
            python = folder / "venv" / "bin" / "python"
            self.run_command(python, "-m", "pip", "install", "--no-index", "--no-deps", wheel, env=clean)
            told = self.run_command(python, "-c", "import graze; print(graze.distance(graze.sphere(1), graze.point([0, 0, 3])), graze.__file__)",
                                    env=clean, cwd=folder)
            self.assertTrue(told.startswith("2.0 "))
            self.assertIn("venv", told)

    def test_the_source_distribution_holds_all_that_a_build_needs(self):
        with tempfile.TemporaryDirectory() as folder:
            folder = pathlib.Path(folder)
            source = folder / "source"
            shutil.copytree(ROOT, source, ignore=lambda at, names: {"build", ".git", "tests"} & set(names) if pathlib.Path(at) == ROOT else set())
            self.run_command(sys.executable, "setup.py", "-q", "sdist", "-d", folder, cwd=source)
            shutil.unpack_archive(next(folder.glob("graze-*.tar.gz")), folder)
            unpacked = next(path for path in folder.glob("graze-*") if path.is_dir())
            shipped = {path.relative_to(unpacked).as_posix() for path in unpacked.rglob("*.cpp")}
            self.assertEqual(shipped, {path.relative_to(ROOT).as_posix() for part in ("src", "python/src") for path in (ROOT / part).rglob("*.cpp")})
            self.run_command("cmake", "-S", unpacked, "-B", folder / "tree", "-G", "Ninja", "-DGRAZE_BUILD_PYTHON=ON", "-DGRAZE_BUILD_APPS=OFF",
                             "-DGRAZE_BUILD_SHARED=OFF", "-DGRAZE_UNITY=ON")
            # What is made from files that are no sources; to compile everything takes minutes.
            self.run_command("cmake", "--build", folder / "tree", "--target", "page/page.cpp", "graze_python_sources")
            self.assertIn("graze_python", self.run_command("cmake", "--build", folder / "tree", "--target", "help"))


if __name__ == "__main__":
    unittest.main()
