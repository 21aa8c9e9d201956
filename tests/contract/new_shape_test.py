"""A shape that is added to Shape or to Shape2 without a word about it elsewhere does not compile: every visitor of src/ asks for its answer."""

import concurrent.futures
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
BUILD = pathlib.Path(sys.argv.pop())
sys.path.insert(0, str(ROOT / "tools"))
from check_headers import library_command  # noqa: E402

VISIT = re.compile(r"std::visit\((.*?\W).*\bvalue\)")


def visitors():
    """{source: {visitor: the lines where it visits a shape}}"""
    found = {}
    for path in sorted((ROOT / "src").rglob("*.*")):
        for number, line in enumerate(path.read_text().splitlines(), 1):
            if visit := VISIT.search(line):
                name = f"line {number}" if visit[1].startswith("[") else visit[1]
                found.setdefault(path, {}).setdefault(name, []).append(number)
    return found


class NewShape(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(folder.cleanup)
        cls.include = pathlib.Path(folder.name) / "include"
        shutil.copytree(ROOT / "include", cls.include)
        cls.plant("shapes.h", "struct Shape {", "struct Torus3 { double r = 0; };\n", "Torus>;", "Torus, Torus3>;")
        cls.plant("shapes.h", "struct Shape2 {", "struct Torus2 { double r = 0; };\n", "PointCloud2>;", "PointCloud2, Torus2>;")
        cls.command = library_command(BUILD, ROOT)

    @classmethod
    def plant(cls, header, before, shape, old, new):
        path = cls.include / "graze" / header
        text = path.read_text()
        assert text.count(before) == 1 and text.count(old) == 1, header
        path.write_text(text.replace(before, shape + before).replace(old, new))

    def compile(self, text):
        command = [*self.command, f"-I{self.include}", f"-I{ROOT / 'src'}", "-fsyntax-only", "-fno-diagnostics-show-caret", "-x", "c++", "-"]
        return subprocess.run(command, input=text, capture_output=True, text=True, check=False)

    def test_visitors_are_found(self):
        self.assertGreater(len(visitors()), 12)

    def test_what_does_not_tell_shapes_apart_still_compiles(self):
        run = self.compile("#include <graze/graze.h>\n#include <views/support.cpp>\n")
        self.assertEqual(run.returncode, 0, run.stderr)

    def test_every_visitor_is_an_error(self):
        sources = visitors()
        with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
            runs = pool.map(lambda path: self.compile(f'#include "{path}"\n'), sources)
            for (path, found), run in zip(sources.items(), runs):
                for visitor, lines in found.items():
                    with self.subTest(f"{path.relative_to(ROOT)}: {visitor}"):
                        self.assertRegex(run.stderr, r"\bTorus[23]\b")
                        # The compiler tells once what is wrong with a visitor that is used twice.
                        places = [f"{path}:{line}:" for line in lines if f"{path}:{line}:" in run.stderr]
                        self.assertTrue(places, f"lines {lines} say nothing about a shape that they have no answer for")


if __name__ == "__main__":
    unittest.main()
