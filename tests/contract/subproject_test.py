"""Another project that takes in the sources of graze builds the library and nothing else, and keeps its own settings.

The whole library takes minutes and is built by the other tests: here the project is configured, its plan of work read, and one room compiled.
"""

import pathlib
import re
import subprocess
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
CONSUMER = ROOT / "tests/contract/consumer"


def run(*command):
    done = subprocess.run([str(word) for word in command], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False)
    if done.returncode:
        raise AssertionError(f"{command}: exit {done.returncode}\n{done.stdout}")
    return done.stdout


class Subproject(unittest.TestCase):
    def configured(self, *options):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        tree = pathlib.Path(folder.name)
        run("cmake", "-S", CONSUMER, "-B", tree, "-G", "Ninja", f"-DGRAZE_SOURCE={ROOT}", "-DCMAKE_EXPORT_COMPILE_COMMANDS=OFF", *options)
        return tree

    def linked(self, tree):
        """What the plain build of the project links."""
        commands = run("ninja", "-C", tree, "-t", "commands", "all")
        return set(re.findall(r"(?:-o |qc )(\S*(?:libgraze\S*|consumer|bin/\S+))(?= |$)", commands, re.MULTILINE))

    def test_only_the_static_library_is_built(self):
        for way in ("subdirectory", "fetch"):
            with self.subTest(way):
                tree = self.configured(f"-DGRAZE_FROM={way}")
                names = [path.rsplit("/", 1)[-1] for path in self.linked(tree)]
                self.assertEqual(sorted(names), ["consumer", "libgraze.a"])
                targets = run("ninja", "-C", tree, "-t", "targets", "all")
                self.assertIn("graze_layer_numbers", targets)
                self.assertNotRegex(targets, r"graze_cli|graze_shared|graze_python|_test\b")

    def test_a_project_that_builds_shared_gets_the_shared_library_alone(self):
        tree = self.configured("-DGRAZE_FROM=subdirectory", "-DBUILD_SHARED_LIBS=ON")
        names = sorted(path.rsplit("/", 1)[-1] for path in self.linked(tree))
        self.assertEqual([re.sub(r"(\.\d+)+$", "", name) for name in names], ["consumer", "libgraze.so"])

    def test_settings_and_installation_of_the_project_stay_its_own(self):
        tree = self.configured("-DGRAZE_FROM=subdirectory")
        cache = (tree / "CMakeCache.txt").read_text()
        self.assertRegex(cache, r"CMAKE_BUILD_TYPE:STRING=\n")
        self.assertFalse((tree / "compile_commands.json").exists())
        run("cmake", "--install", tree, "--prefix", tree / "prefix")
        self.assertFalse((tree / "prefix").exists())

    def test_its_sources_and_those_of_graze_compile(self):
        tree = self.configured("-DGRAZE_FROM=fetch", "-DCMAKE_BUILD_TYPE=Debug", "-DCMAKE_DISABLE_PRECOMPILE_HEADERS=ON")
        run("ninja", "-C", tree, "graze_layer_simd", "CMakeFiles/consumer.dir/main.cpp.o")


if __name__ == "__main__":
    unittest.main()
