"""The Debian packages: built by the one command, free of lintian's complaints, each with what belongs into it and nothing else, and of use
when unpacked. Takes a whole release build where there is none: tools/test --all runs it."""

import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
FOLDER = ROOT / "build/package/packages"
TOOLS = ("cpack", "lintian", "dpkg-deb", "dpkg-shlibdeps")
VERSION = re.search(r"project\(graze VERSION ([0-9.]+)", (ROOT / "CMakeLists.txt").read_text()).group(1)
ABI = ".".join(VERSION.split(".")[:2] if VERSION.startswith("0.") else VERSION.split(".")[:1])
LIBRARY = f"libgraze{ABI}"


def run(*command, **options):
    done = subprocess.run([str(word) for word in command], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False, **options)
    if done.returncode:
        raise AssertionError(f"{command}: exit {done.returncode}\n{done.stdout}")
    return done.stdout


def missing():
    sphinx = subprocess.run(["/usr/bin/python3", "-c", "import sphinx, myst_parser, furo, numpy"], capture_output=True, check=False).returncode
    return [tool for tool in TOOLS if not shutil.which(tool)] + (["the packages of tools/setup docs"] if sphinx else [])


@unittest.skipIf(missing(), f"not installed (tools/setup docs package): {', '.join(missing())}")
class Packages(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(folder.cleanup)
        cls.root = pathlib.Path(folder.name)
        run(ROOT / "tools/package", "--no-setup")  # fails where lintian complains
        cls.packages = {path.name.split("_")[0]: path for path in FOLDER.glob("*.deb")}
        for package in cls.packages.values():
            run("dpkg-deb", "--extract", package, cls.root)

    def files(self, name):
        return [line.split(maxsplit=5)[5][1:] for line in run("dpkg-deb", "--contents", self.packages[name]).splitlines() if not line.startswith("d")]

    def field(self, name, field):
        return run("dpkg-deb", "--field", self.packages[name], field).strip()

    def test_there_are_five_with_the_version_of_the_project(self):
        self.assertEqual(set(self.packages), {LIBRARY, "libgraze-dev", "graze", "python3-graze", "graze-doc"})
        for name in self.packages:
            self.assertEqual(self.field(name, "Version"), f"{VERSION}-1")
            self.assertIn(f"/usr/share/doc/{name}/copyright", self.files(name))
            self.assertIn(f"/usr/share/doc/{name}/changelog.Debian.gz", self.files(name))
            self.assertIn("md5sums", run("dpkg-deb", "--info", self.packages[name]))

    def test_every_file_is_in_one_package(self):
        files = [file for name in self.packages for file in self.files(name)]
        self.assertEqual(len(files), len(set(files)))
        headers = {path.name for path in (ROOT / "include/graze").glob("*.h")}
        self.assertEqual({pathlib.Path(file).name for file in files if "/include/" in file}, headers)
        shipped = {pathlib.Path(file).name for file in files if "/dist-packages/graze/" in file and not file.endswith(".so")}
        self.assertEqual(shipped, {path.name for path in (ROOT / "python/graze").iterdir() if path.is_file()})

    def test_users_of_the_library_depend_on_it(self):
        for name in ("graze", "python3-graze", "libgraze-dev"):
            self.assertIn(f"{LIBRARY} (= {VERSION}-1)", self.field(name, "Depends"))
        for library in ("libc6", "libstdc++6", "libtbb12", "libfmt9", "libqhull-r"):
            self.assertIn(library, self.field(LIBRARY, "Depends"))
        for program in (self.root / "usr/bin/graze", next(self.root.glob("usr/lib/python3/dist-packages/graze/_core*.so"))):
            self.assertIn(f"[libgraze.so.{ABI}]", run("readelf", "--dynamic", program))
            self.assertNotRegex(run("readelf", "--dynamic", program), "RPATH|RUNPATH")

    def test_nothing_is_left_to_strip(self):
        for path in (self.root / "usr/bin/graze", *self.root.rglob("*.so.*"), *self.root.rglob("_core*.so")):
            self.assertNotRegex(run("readelf", "--sections", "--wide", path.resolve()), r"\.(symtab|debug_\w+|comment)\b", path)

    def test_the_command_and_the_module_answer_from_where_they_were_unpacked(self):
        library = next(self.root.rglob("libgraze.so.*")).parent
        environment = {**os.environ, "LD_LIBRARY_PATH": str(library), "PYTHONPATH": str(self.root / "usr/lib/python3/dist-packages")}
        self.assertIn("They first touch at", run(self.root / "usr/bin/graze", "demo", env=environment))
        asked = "import graze; print(graze.distance(graze.sphere(1), graze.point([0, 0, 3])), graze.__file__)"
        told = run("/usr/bin/python3", "-B", "-c", asked, env=environment, cwd=self.root)
        self.assertTrue(told.startswith("2.0 ") and str(self.root) in told, told)
        self.assertIn("graze", (self.root / "usr/share/doc/graze-doc/html/index.html").read_text())


if __name__ == "__main__":
    unittest.main()
