"""Installs the build, then builds and runs strangers' projects against it: through CMake and through pkg-config, static and shared; one of
them links everything that public headers declare."""

import os
import pathlib
import shlex
import subprocess
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
CONSUMER = ROOT / "tests/contract/consumer"
BUILD = pathlib.Path(sys.argv.pop())
sys.path.insert(0, str(ROOT / "tools"))
from public_interface import PublicInterface  # noqa: E402


def run(*command, env=None):
    done = subprocess.run(
        [str(word) for word in command], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, env=env, check=False
    )
    if done.returncode:
        raise AssertionError(f"{shlex.join(map(str, command))}: exit {done.returncode}\n{done.stdout}")
    return done.stdout


class InstalledPackage(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(cls.folder.cleanup)
        cls.work = pathlib.Path(cls.folder.name)
        cls.prefix = cls.work / "prefix"
        run("cmake", "--install", BUILD, "--prefix", cls.prefix)

    def library_folder(self):
        return next(self.prefix.glob("lib/**/libgraze.a")).parent

    def build_with_cmake(self, name, *options):
        tree = self.work / name
        run("cmake", "-S", CONSUMER, "-B", tree, "-G", "Ninja", f"-DCMAKE_PREFIX_PATH={self.prefix}", *options)
        run("cmake", "--build", tree)
        return tree / "consumer"

    def build_with_pkg_config(self, name, *options, sources=(CONSUMER / "main.cpp",)):
        env = dict(os.environ, PKG_CONFIG_PATH=str(self.library_folder() / "pkgconfig"))
        flags = shlex.split(run("pkg-config", *options, "--cflags", "--libs", "graze", env=env))
        program = self.work / name
        run("c++", "-std=c++20", *sources, "-o", program, *flags)
        return program

    def run_with_libraries(self, program):
        run(program, env=dict(os.environ, LD_LIBRARY_PATH=str(self.library_folder()), LD_BIND_NOW="1"))

    def loads_libgraze(self, program):
        return "libgraze.so" in run("readelf", "--dynamic", program)

    def test_public_headers_command_and_licence_are_there(self):
        public = {path.name: path.read_bytes() for path in (ROOT / "include/graze").glob("*.h")}
        self.assertGreater(len(public), 20)
        installed = {path.relative_to(self.prefix / "include").as_posix(): path for path in (self.prefix / "include").rglob("*") if path.is_file()}
        self.assertEqual(sorted(installed), sorted(f"graze/{name}" for name in public))
        self.assertEqual({path.name: path.read_bytes() for path in installed.values()}, public)
        self.assertTrue((self.prefix / "bin/graze").is_file())
        self.assertEqual(len(list(self.prefix.glob("share/doc/graze/LICENSE"))), 1)

    def test_every_header_compiles_alone_with_only_eigen_and_expected(self):
        said = run(sys.executable, ROOT / "tools/check_headers.py", "--build", BUILD, "--headers", self.prefix)
        self.assertRegex(said, r"headers: (\d+) compile alone, \1 of them with what users have")

    def test_no_file_mentions_the_source_or_the_build_tree(self):
        texts = [p for p in self.prefix.rglob("*") if p.suffix in (".cmake", ".pc")]
        self.assertGreater(len(texts), 3)
        for path in texts:
            for tree in (str(ROOT), str(BUILD)):
                self.assertNotIn(tree, path.read_text(), path)

    def test_cmake_takes_the_static_library_by_default(self):
        program = self.build_with_cmake("default")
        self.assertFalse(self.loads_libgraze(program))
        run(program)

    def test_cmake_takes_the_shared_library_when_the_project_builds_shared(self):
        program = self.build_with_cmake("build_shared", "-DBUILD_SHARED_LIBS=ON")
        self.assertTrue(self.loads_libgraze(program))
        run(program)

    def test_cmake_component_wins_over_build_shared_libs(self):
        program = self.build_with_cmake("component", "-DBUILD_SHARED_LIBS=ON", "-DGRAZE_COMPONENTS=static")
        self.assertFalse(self.loads_libgraze(program))
        run(program)
        self.assertTrue(self.loads_libgraze(self.build_with_cmake("shared", "-DGRAZE_COMPONENTS=shared")))

    def test_cmake_refuses_a_component_that_does_not_exist(self):
        with self.assertRaisesRegex(AssertionError, "component"):
            self.build_with_cmake("wrong", "-DGRAZE_COMPONENTS=dynamic")

    def test_examples_are_a_project_of_their_own(self):
        tree = self.work / "examples"
        run("cmake", "-S", ROOT / "examples", "-B", tree, "-G", "Ninja", f"-DCMAKE_PREFIX_PATH={self.prefix}", "-DCMAKE_DISABLE_FIND_PACKAGE_ompl=ON")
        run("cmake", "--build", tree)
        run("ctest", "--test-dir", tree)

    def test_pkg_config_links_the_shared_library(self):
        program = self.build_with_pkg_config("pc_shared")
        self.assertTrue(self.loads_libgraze(program))
        self.run_with_libraries(program)

    def test_pkg_config_static_links_the_archive_though_the_shared_library_lies_beside_it_and_brings_what_the_static_library_needs(self):
        program = self.build_with_pkg_config("pc_static", "--static")
        self.assertFalse(self.loads_libgraze(program))
        run(program)

    def test_every_public_function_can_be_linked_static_and_shared(self):
        names = sorted(PublicInterface(ROOT, BUILD).functions())
        self.assertGreater(len(names), 250)
        declarations = "".join(f'extern "C" void {name}();\n' for name in names)
        table = ", ".join(f"&{name}" for name in names)
        addresses = self.work / "addresses.cpp"
        addresses.write_text(f"{declarations}extern void (*const all_functions[])();\nvoid (*const all_functions[])() = {{{table}}};\n")
        for options, is_shared in ((("--static",), False), ((), True)):
            with self.subTest(shared=is_shared):
                program = self.build_with_pkg_config(f"everything_{is_shared}", *options, sources=[CONSUMER / "known_pairs.cpp", addresses])
                self.assertEqual(self.loads_libgraze(program), is_shared)
                self.run_with_libraries(program)


if __name__ == "__main__":
    unittest.main()
