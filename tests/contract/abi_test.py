"""The list of what linked programs rely on stands, and the check notices a symbol, a field or an enumerator that is gone or moved."""

import pathlib
import subprocess
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
BUILD = pathlib.Path(sys.argv.pop())
LIBRARY = pathlib.Path(sys.argv.pop())
HEADER = "#pragma once\nnamespace graze {\nenum class Kind { one, two };\nstruct Answer { int size; };\nvoid ask(); void tell();\n}\n"
SOURCE = "#include <graze/all.h>\nnamespace graze { void ask() {} void tell() {} }\n"


class Abi(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.tree = pathlib.Path(folder.name)
        (self.tree / "include/graze").mkdir(parents=True)

    def check(self, *options):
        command = [sys.executable, ROOT / "tools/check_abi.py", "--build", BUILD, *options]
        return subprocess.run(list(map(str, command)), capture_output=True, text=True, check=False)

    def check_small(self, header, source, *options):
        """The check of a small library with a list of its own."""
        (self.tree / "include/graze/all.h").write_text(header)
        (self.tree / "all.cpp").write_text(source)
        command = ["c++", "-shared", "-fPIC", "-Wl,-soname,libgraze.so.0.1", "-Iinclude", "all.cpp", "-o", "small.so"]
        subprocess.run(command, cwd=self.tree, check=True)
        return self.check("--library", self.tree / "small.so", "--headers", self.tree, "--list", self.tree / "abi.txt", *options)

    def expect_clean(self, run):
        self.assertEqual(run.returncode, 0, run.stdout + run.stderr)

    def expect_complaint(self, run, *words):
        self.assertEqual(run.returncode, 1, run.stdout + run.stderr)
        for word in words:
            self.assertIn(word, run.stdout)

    def test_the_committed_list_stands(self):
        run = self.check("--library", LIBRARY)
        self.assertEqual(run.returncode, 0, run.stdout + run.stderr + "\nMeant? Then: tools/check_abi.py --build <tree> --update")

    def test_additions_pass_and_what_breaks_programs_is_noticed(self):
        self.expect_clean(self.check_small(HEADER, SOURCE, "--update"))
        self.expect_clean(self.check_small(HEADER, SOURCE))
        self.expect_clean(self.check_small(HEADER.replace("two", "two, three"), SOURCE + "void graze_more() {}\n"))
        for planted, complaint in (
            ((HEADER, SOURCE.replace("void ask() {}", "")), "is gone: graze::ask()"),
            ((HEADER.replace("ask()", "ask(int)"), SOURCE.replace("ask()", "ask(int)")), "is gone: graze::ask()"),
            ((HEADER.replace("int size", "char kind; int size"), SOURCE), "class graze::Answer was: size 4; 0 int size"),
            ((HEADER.replace("int size", "float size"), SOURCE), "class graze::Answer was: size 4; 0 int size"),
            ((HEADER.replace("one, two", "two, one"), SOURCE), "enum graze::Kind was: one, two"),
            ((HEADER.replace("one, two", "one, two_and_more"), SOURCE), "enum graze::Kind was: one, two"),
        ):
            with self.subTest(complaint):
                self.expect_complaint(self.check_small(*planted), complaint)

    def test_a_list_of_another_soname_is_refused(self):
        self.expect_clean(self.check_small(HEADER, SOURCE, "--update"))
        listed = (self.tree / "abi.txt").read_text()
        (self.tree / "abi.txt").write_text(listed.replace("libgraze.so.0.1", "libgraze.so.0.0"))
        self.expect_complaint(self.check_small(HEADER, SOURCE), "is not of libgraze.so.0.1")


if __name__ == "__main__":
    unittest.main()
