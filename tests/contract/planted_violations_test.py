"""Plants one violation at a time in a small copy of the tree and expects the check that guards against it to name the place."""

import pathlib
import re
import subprocess
import sys
import tempfile
import types
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
BUILD = pathlib.Path(sys.argv.pop())
sys.dont_write_bytecode = True  # the source tree stays as it is
sys.path.insert(0, str(ROOT / "tools"))
import plant_errors  # noqa: E402

CLEAN_TREE = {
    "cmake/layers.txt": "# comment\nnumbers: | vec.h\nshapes: numbers | box.h\npolytope: numbers shapes\npolytope/contact: polytope shapes numbers\n",
    "include/graze/vec.h": "#pragma once\nstruct Vec { double x = 0; };\n",
    "include/graze/box.h": "#pragma once\n#include <vector>\n#include <Eigen/Core>\n#include <tl/expected.hpp>\n#include <graze/vec.h>\nstruct Box { Vec half; };\n",
    "src/numbers/tolerance.h": "#pragma once\ninline constexpr double rounding = 0x1p-53;\n",
    "src/polytope/axes.h": '#pragma once\n#include <graze/box.h>\n#include "numbers/tolerance.h"\nstruct Axis { Vec along; };\n',
    "src/polytope/contact/overlap.cpp": '#include <graze/box.h>\n\n#include "polytope/axes.h"\n',
    "apps/cli/main.cpp": '#include "options.h"\n#include <graze/box.h>\nint main() { return 0; }\n',
    "apps/cli/options.h": "#pragma once\n",
}
# A source of the clean tree to plant numbers in.
SOURCE = "src/polytope/contact/overlap.cpp"

PLANT = """[[plant]]
name = "a larger rounding"
file = "src/numbers/tolerance.h"
find = "0x1p-53"
replace = "0x1p-52"
tests = "numbers_test:Orient*"
"""


class PlantedViolations(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)
        self.tree = pathlib.Path(self.folder.name)
        for name, text in CLEAN_TREE.items():
            self.plant(name, text)

    def plant(self, name, text):
        path = self.tree / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)

    def run_check(self, *command):
        return subprocess.run([sys.executable, *map(str, command)], capture_output=True, text=True, check=False)

    def layers(self):
        return self.run_check(ROOT / "tools/check_layers.py", "--root", self.tree)

    def tolerances(self):
        return self.run_check(ROOT / "tools/check_tolerances.py", "--root", self.tree)

    def plants(self):
        return self.run_check(ROOT / "tools/plant_errors.py", "--check", "--root", self.tree)

    def headers(self):
        return self.run_check(ROOT / "tools/check_headers.py", "--build", BUILD, "--headers", self.tree)

    def expect_complaint(self, run, *words):
        self.assertEqual(run.returncode, 1, run.stdout + run.stderr)
        for word in words:
            self.assertIn(word, run.stdout)

    def expect_clean(self, run):
        self.assertEqual(run.returncode, 0, run.stdout + run.stderr)

    def test_the_clean_tree_passes_every_check(self):
        for run in (self.layers(), self.tolerances(), self.headers()):
            self.expect_clean(run)

    def test_plants_rejects_a_text_that_is_gone_or_there_twice_and_tests_that_are_not_there(self):
        self.plant("tests/plants.toml", PLANT)
        self.expect_complaint(self.plants(), "there is no test numbers_test:Orient*")
        self.plant("tests/numbers/orient_test.cpp", "TEST(Orient, IsRight) {}\n")
        self.expect_clean(self.plants())
        self.plant("src/numbers/tolerance.h", "#pragma once\n")
        self.expect_complaint(self.plants(), "src/numbers/tolerance.h: 0 times")
        self.plant("src/numbers/tolerance.h", "double x = 0x1p-53, y = 0x1p-53;\n")
        self.expect_complaint(self.plants(), "src/numbers/tolerance.h: 2 times")

    def failing_in(self, output, code):
        """What plant_errors.py makes of a test program that says so."""
        self.plant("bin/numbers_test", f"#!/bin/sh\necho '{output}'\nexit {code}\n")
        (self.tree / "bin/numbers_test").chmod(0o755)
        (self.tree / "tests").mkdir(exist_ok=True)
        build = types.SimpleNamespace(tree=self.tree)
        return plant_errors.Tests(build, "numbers_test:Orient*", self.tree).failing()

    def test_an_error_counts_as_noticed_only_when_a_test_ran(self):
        passed = "[==========] {0} tests from 1 test suite ran. (0 ms total)\n[  PASSED  ] {0} tests."
        self.assertEqual(self.failing_in(passed.format(2), 0), "")
        self.assertEqual(self.failing_in("[  FAILED  ] Orient.IsRight (0 ms)\n" + passed.format(0), 1), "Orient.IsRight")
        self.assertEqual(self.failing_in("", 139), "numbers_test ends with 139")
        skipped = "Ran 2 tests in 0.1s\n\nOK (skipped={})"
        self.assertEqual(self.failing_in(skipped.format(1), 0), "")
        for output, code in ((passed.format(0), 0), ("Ran 0 tests in 0.0s\n\nOK", 0), ("Ran 0 tests in 0.0s\n\nNO TESTS RAN", 5), (skipped.format(2), 0)):
            with self.subTest(output=output), self.assertRaisesRegex(SystemExit, r"numbers_test: no test is called Orient\*"):
                self.failing_in(output, code)

    def test_layers_rejects_an_include_upwards(self):
        self.plant("src/numbers/tolerance.h", '#pragma once\n\n#include "polytope/axes.h"\n')
        self.expect_complaint(self.layers(), "src/numbers/tolerance.h:3", "'numbers' may not include")

    def test_layers_rejects_a_public_header_that_includes_upwards(self):
        self.plant("include/graze/vec.h", "#pragma once\n#include <graze/box.h>\n")
        self.expect_complaint(self.layers(), "include/graze/vec.h:2", "'numbers' may not include")

    def test_layers_rejects_an_include_of_a_public_header_of_a_room_above(self):
        self.plant("src/numbers/tolerance.h", "#pragma once\n#include <graze/box.h>\n")
        self.expect_complaint(self.layers(), "src/numbers/tolerance.h:2", "'numbers' may not include")

    def test_layers_rejects_an_include_of_a_room_that_is_not_named(self):
        self.plant("src/shapes/box.cpp", '#include "polytope/axes.h"\n')
        self.expect_complaint(self.layers(), "src/shapes/box.cpp:1", "'shapes' may not include")

    def test_layers_rejects_a_room_within_the_room_that_it_may_include(self):
        self.plant("src/polytope/contact/sweep.h", "#pragma once\n")
        self.plant("src/polytope/axes.cpp", '#include "polytope/contact/sweep.h"\n')
        self.expect_complaint(self.layers(), "src/polytope/axes.cpp:1", "'polytope' may not include")

    def test_layers_rejects_a_cycle_in_the_table(self):
        self.plant("cmake/layers.txt", "numbers: polytope | vec.h\nshapes: numbers | box.h\npolytope: shapes numbers\n")
        self.expect_complaint(self.layers(), "layers.txt:1", "cycle")

    def test_layers_rejects_two_rooms_that_include_each_other(self):
        self.plant("src/shapes/hull.h", '#pragma once\n#include "polytope/axes.h"\n')
        self.plant("src/polytope/axes.h", '#pragma once\n#include "shapes/hull.h"\n')
        self.expect_complaint(self.layers(), "src/shapes/hull.h:2", "'shapes' may not include", "include cycle")
        rooms = CLEAN_TREE["cmake/layers.txt"].replace("shapes: numbers |", "shapes: numbers polytope |")
        self.plant("cmake/layers.txt", rooms)
        self.expect_complaint(self.layers(), "layers.txt:3", "'polytope' must be named on a line above 'shapes'", "cycle")

    def test_layers_rejects_a_folder_outside_the_table(self):
        self.plant("src/utils/all.h", "#pragma once\n")
        self.expect_complaint(self.layers(), "src/utils/all.h:1")

    def test_layers_rejects_includes_by_another_path(self):
        for include in ('"../axes.h"', '"axes.h"', '"graze/box.h"', '"src/polytope/axes.h"', "<polytope/axes.h>"):
            with self.subTest(include):
                self.plant(SOURCE, f"#include {include}\n")
                self.expect_complaint(self.layers(), f"{SOURCE}:1")

    def test_layers_rejects_headers_that_include_each_other(self):
        self.plant("src/numbers/a.h", '#pragma once\n#include "numbers/b.h"\n')
        self.plant("src/numbers/b.h", '#pragma once\n#include "numbers/a.h"\n')
        self.expect_complaint(self.layers(), "include cycle", "numbers/a.h", "numbers/b.h")

    def test_layers_rejects_a_public_header_of_no_slack(self):
        self.plant("include/graze/extra.h", "#pragma once\n")
        self.expect_complaint(self.layers(), "include/graze/extra.h:1", "to no room")

    def test_layers_rejects_a_public_header_that_is_not_there(self):
        self.plant("cmake/layers.txt", CLEAN_TREE["cmake/layers.txt"].replace("vec.h", "vec.h pose.h"))
        self.expect_complaint(self.layers(), "pose.h")

    def test_layers_rejects_a_public_header_that_shows_the_inside(self):
        for include in ('"polytope/axes.h"', "<polytope/axes.h>", "<boost/container/small_vector.hpp>"):
            with self.subTest(include):
                self.plant("include/graze/box.h", f"#pragma once\n#include {include}\n")
                self.expect_complaint(self.layers(), "include/graze/box.h:2")

    def test_layers_rejects_an_app_that_reaches_into_the_library_by_path(self):
        self.plant("apps/cli/main.cpp", '#include "../../src/polytope/axes.h"\n')
        self.expect_complaint(self.layers(), "apps/cli/main.cpp:1")

    def test_layers_rejects_an_app_that_uses_test_code(self):
        self.plant("apps/cli/main.cpp", "#include <tests/oracle/rational.h>\n")
        self.expect_complaint(self.layers(), "apps/cli/main.cpp:1")

    def test_headers_rejects_a_missing_include(self):
        for name in ("src/polytope/names.h", "include/graze/names.h"):
            with self.subTest(name):
                self.plant(name, "#pragma once\ninline std::string name() { return {}; }\n")
                self.expect_complaint(self.headers(), name.split("/", 1)[1] + ": does not compile alone")

    def test_headers_rejects_a_missing_include_guard(self):
        self.plant("src/polytope/names.h", "struct Name { int index = 0; };\n")
        self.expect_complaint(self.headers(), "polytope/names.h: does not compile alone, or not twice")

    def test_headers_rejects_a_public_header_that_reads_what_users_need_not_have(self):
        self.plant("include/graze/through.h", "#pragma once\n#include <boost/version.hpp>\n")
        self.plant("include/graze/vec.h", "#pragma once\n#include <expat.h>\nstruct Vec { double x = 0; };\n")
        self.expect_complaint(self.headers(), "graze/through.h: reads", "boost/version.hpp", "graze/vec.h: reads", "expat.h")

    def test_headers_rejects_a_public_header_that_includes_an_internal_one(self):
        self.plant("include/graze/box.h", '#pragma once\n#include "polytope/axes.h"\n')
        self.expect_complaint(self.headers(), "graze/box.h: does not compile alone", "polytope/axes.h")

    def test_tolerances_rejects_bare_small_numbers_in_every_spelling(self):
        for number in ("1e-9", "1.5E-12f", "0x1p-40", "0x1.8p-30", "0.0000001", "std::numeric_limits<double>::epsilon()"):
            with self.subTest(number):
                self.plant(SOURCE, f"bool f(double x) {{\n  return x < {number};\n}}\n")
                self.expect_complaint(self.tolerances(), f"{SOURCE}:2", number)

    def test_tolerances_rejects_a_constant_without_a_reason(self):
        self.plant(SOURCE, "\nconstexpr double tiny = 1e-9;\n")
        self.expect_complaint(self.tolerances(), f"{SOURCE}:2")

    def test_tolerances_accepts_a_named_constant_with_a_reason(self):
        self.plant(SOURCE, "/// Two roundings.\nconstexpr double bound =\n    2 * 0x1p-53;\n")
        self.expect_clean(self.tolerances())

    def test_tolerances_ignores_comments_strings_and_ordinary_fractions(self):
        self.plant(SOURCE, '// about 1e-9\nconst char* text = "1e-9";\ndouble half = 0.5, tenth = 1e-1, big = 0x1p40, grouped = 1\'000.0;\n')
        self.expect_clean(self.tolerances())

    def test_clang_tidy_looks_at_every_source(self):
        own = re.compile(re.search(r"^HeaderFilterRegex: '(.*)'$", (ROOT / ".clang-tidy").read_text(), re.MULTILINE)[1])
        sources = [path for folder in ("src", "include", "apps") for path in (ROOT / folder).rglob("*") if path.suffix in (".h", ".cpp")]
        self.assertEqual([str(path) for path in sources if not own.search(str(path))], [])
        self.assertIsNone(own.search("/usr/include/eigen3/Eigen/src/Core/Matrix.h"))


if __name__ == "__main__":
    unittest.main()
