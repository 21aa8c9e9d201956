"""Plants one violation at a time in a small copy of the tree and expects the check that guards against it to name the place."""

import pathlib
import subprocess
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
BUILD = pathlib.Path(sys.argv.pop())

CLEAN_TREE = {
    "cmake/layers.txt": "# comment\ncore:\nshapes: core\nsat: shapes core\n",
    "graze/core/vec.h": "#pragma once\nstruct Vec { double x = 0; };\n",
    "graze/core/tolerance.h": "#pragma once\ninline constexpr double rounding = 0x1p-53;\n",
    "graze/shapes/box.h": "#pragma once\n#include <graze/core/vec.h>\nstruct Box { Vec half; };\n",
    "graze/sat/overlap.cpp": "#include <graze/shapes/box.h>\n",
    "apps/cli/main.cpp": '#include "options.h"\n#include <graze/shapes/box.h>\nint main() { return 0; }\n',
    "apps/cli/options.h": "#pragma once\n",
}


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

    def test_layers_rejects_an_include_upwards(self):
        self.plant("graze/core/vec.h", "#pragma once\n\n#include <graze/shapes/box.h>\n")
        self.expect_complaint(self.layers(), "graze/core/vec.h:3", "'core' may not include")

    def test_layers_rejects_an_include_of_a_layer_that_is_not_named(self):
        self.plant("graze/shapes/box.h", "#pragma once\n#include <graze/sat/overlap.h>\n")
        self.plant("graze/sat/overlap.h", "#pragma once\n")
        self.expect_complaint(self.layers(), "graze/shapes/box.h:2", "'shapes' may not include")

    def test_layers_rejects_a_cycle_in_the_table(self):
        self.plant("cmake/layers.txt", "core: sat\nshapes: core\nsat: shapes core\n")
        self.expect_complaint(self.layers(), "layers.txt:1", "cycle")

    def test_layers_rejects_a_folder_outside_the_table(self):
        self.plant("graze/utils/all.h", "#pragma once\n")
        self.expect_complaint(self.layers(), "graze/utils/all.h:1")

    def test_layers_rejects_quoted_includes_in_the_library(self):
        self.plant("graze/sat/overlap.cpp", '#include "../shapes/box.h"\n')
        self.expect_complaint(self.layers(), "graze/sat/overlap.cpp:1")

    def test_layers_rejects_headers_that_include_each_other(self):
        self.plant("graze/core/a.h", "#pragma once\n#include <graze/core/b.h>\n")
        self.plant("graze/core/b.h", "#pragma once\n#include <graze/core/a.h>\n")
        self.expect_complaint(self.layers(), "include cycle", "graze/core/a.h", "graze/core/b.h")

    def test_layers_rejects_an_app_that_reaches_into_the_library_by_path(self):
        self.plant("apps/cli/main.cpp", '#include "../../graze/shapes/box.h"\n')
        self.expect_complaint(self.layers(), "apps/cli/main.cpp:1")

    def test_layers_rejects_an_app_that_uses_test_code(self):
        self.plant("apps/cli/main.cpp", "#include <tests/oracle/rational.h>\n")
        self.expect_complaint(self.layers(), "apps/cli/main.cpp:1")

    def test_headers_rejects_a_missing_include(self):
        self.plant("graze/core/names.h", "#pragma once\ninline std::string name() { return {}; }\n")
        self.expect_complaint(self.headers(), "graze/core/names.h")

    def test_headers_rejects_a_missing_include_guard(self):
        self.plant("graze/core/names.h", "struct Name { int index = 0; };\n")
        self.expect_complaint(self.headers(), "graze/core/names.h")

    def test_tolerances_rejects_bare_small_numbers_in_every_spelling(self):
        for number in ("1e-9", "1.5E-12f", "0x1p-40", "0x1.8p-30", "0.0000001", "std::numeric_limits<double>::epsilon()"):
            with self.subTest(number):
                self.plant("graze/sat/overlap.cpp", f"bool f(double x) {{\n  return x < {number};\n}}\n")
                self.expect_complaint(self.tolerances(), "graze/sat/overlap.cpp:2", number)

    def test_tolerances_rejects_a_constant_without_a_reason(self):
        self.plant("graze/sat/overlap.cpp", "\nconstexpr double tiny = 1e-9;\n")
        self.expect_complaint(self.tolerances(), "graze/sat/overlap.cpp:2")

    def test_tolerances_accepts_a_named_constant_with_a_reason(self):
        self.plant("graze/sat/overlap.cpp", "/// Two roundings.\nconstexpr double bound =\n    2 * 0x1p-53;\n")
        self.expect_clean(self.tolerances())

    def test_tolerances_ignores_comments_strings_and_ordinary_fractions(self):
        self.plant("graze/sat/overlap.cpp", '// about 1e-9\nconst char* text = "1e-9";\ndouble half = 0.5, tenth = 1e-1, big = 0x1p40, grouped = 1\'000.0;\n')
        self.expect_clean(self.tolerances())


if __name__ == "__main__":
    unittest.main()
