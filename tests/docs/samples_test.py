"""Every sample of the documents does what the page says: C++, Python, shell and JSON."""

import contextlib
import difflib
import io
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import unittest

sys.dont_write_bytecode = True
from samples import DOCUMENTS, ROOT, all_blocks, blocks_of  # noqa: E402

GRAZE = os.environ["GRAZE"]
PROGRAM = os.environ["GRAZE_DOCS_SAMPLES"]
LANGUAGES = {"cpp", "python", "console", "json", "cmake", "text", "sh"}
PEERS = {"fcl": "/usr/include/fcl/fcl.h", "bullet": "/usr/include/bullet/btBulletCollisionCommon.h"}
# What the project of tests/contract/consumer says where pages say what readers would.
CONSUMER_WORDS = {"my_program": "consumer", "${CMAKE_CURRENT_SOURCE_DIR}/third_party/graze": "${GRAZE_SOURCE}",
                  "graze REQUIRED)": "graze 0.1 REQUIRED COMPONENTS ${GRAZE_COMPONENTS})",
                  "graze 0.1 REQUIRED)": "graze 0.1 REQUIRED COMPONENTS ${GRAZE_COMPONENTS})"}


def same(expected, found):
    """Equal up to spaces at ends of lines; a line `...` stands for any lines."""
    pattern = "".join(r"(?:.*\n)*?" if line.strip() == "..." else re.escape(line.rstrip()) + r"[ \t]*\n" for line in expected.splitlines())
    return re.fullmatch(pattern, found if found.endswith("\n") or not found else found + "\n") is not None


def steps_of(text):
    """(command, what it prints) of a console block; lines that end in a backslash go on, and a text from <<END to END."""
    steps = []
    for line in text.splitlines():
        if line.startswith("$ "):
            steps.append([line[2:], ""])
        elif steps and (steps[-1][0].endswith("\\") or "<<END" in steps[-1][0] and not steps[-1][0].endswith("\nEND")):
            steps[-1][0] += "\n" + line
        else:
            steps[-1][1] += line + "\n"
    return steps


class Samples(unittest.TestCase):
    def assert_prints(self, expected, found, where):
        if not same(expected, found):
            self.fail(where + "\n" + "\n".join(difflib.unified_diff(expected.splitlines(), found.splitlines(), "shown", "printed", lineterm="")))

    def test_every_block_has_a_language_and_is_run_or_says_why_not(self):
        for document in DOCUMENTS:
            if document.name == "commands.md":  # made by the command, whose tests try its examples
                continue
            for block in blocks_of(document):
                with self.subTest(block.name):
                    if block.language.startswith("{"):  # a directive of the site
                        continue
                    self.assertIn(block.language, LANGUAGES)
                    if block.language == "sh":
                        self.assertEqual(block.remark[0], "not run", "say why, or make it a console block")

    def test_cpp_samples_print_what_is_shown(self):
        blocks = all_blocks("cpp")
        self.assertGreater(len(blocks), 0)
        for block in blocks:
            with self.subTest(block.name), tempfile.TemporaryDirectory() as folder:
                run = subprocess.run([PROGRAM, block.name], capture_output=True, text=True, timeout=60, cwd=folder)
                self.assertEqual(run.returncode, 0, run.stdout + run.stderr)
                if block.prints is not None:
                    self.assert_prints(block.prints, run.stdout, block.name)

    def test_console_samples_print_what_is_shown(self):
        ran = 0
        environment = {**os.environ, "PATH": f"{pathlib.Path(GRAZE).parent}:{os.environ['PATH']}", "NO_COLOR": "1"}
        for document in DOCUMENTS:
            with tempfile.TemporaryDirectory() as folder:
                for block in blocks_of(document):
                    if block.language != "console" or block.remark[0]:
                        continue
                    for command, shown in steps_of(block.text):
                        with self.subTest(block.name, command=command):
                            run = subprocess.run(["bash", "-c", command], capture_output=True, text=True, timeout=60, cwd=folder, env=environment)
                            self.assertIn(run.returncode, (0, 1), run.stderr)
                            self.assert_prints(shown, run.stdout + run.stderr, f"{block.name}: {command}")
                            ran += 1
        self.assertGreater(ran, 0)

    def test_json_lines_are_questions_that_are_answered(self):
        blocks = all_blocks("json")
        self.assertGreater(len(blocks), 0)
        for block in blocks:
            with self.subTest(block.name):
                run = subprocess.run([GRAZE, "query"], input=block.text, capture_output=True, text=True, timeout=60)
                for line in run.stdout.splitlines():
                    self.assertTrue(json.loads(line)["ok"], line)
                self.assertEqual(run.returncode, 0, run.stderr)

    def test_python_samples_print_what_is_shown(self):
        try:
            import graze  # noqa: F401
        except ImportError:
            self.skipTest("the Python module is not built")
        before = os.getcwd()
        for document in DOCUMENTS:
            names = {"__name__": "sample"}
            with tempfile.TemporaryDirectory() as folder:
                os.chdir(folder)
                self.addCleanup(os.chdir, before)
                for block in blocks_of(document):
                    if block.language != "python" or block.remark[0]:
                        continue
                    with self.subTest(block.name):
                        printed = io.StringIO()
                        with contextlib.redirect_stdout(printed):
                            exec(compile("\n" * block.line + block.text, str(document), "exec"), names)
                        if block.prints is not None:
                            self.assert_prints(block.prints, printed.getvalue(), block.name)
                os.chdir(before)

    def test_samples_of_other_libraries_compile_where_these_are_installed(self):
        for peer, header in PEERS.items():
            blocks = [b for d in DOCUMENTS for b in blocks_of(d) if b.language == "cpp" and b.remark == ("peer", peer)]
            self.assertGreater(len(blocks), 0)
            if not os.path.exists(header):
                continue
            with self.subTest(peer):
                code = ["#include <cstdio>", "#include <memory>", "#include <vector>", *re.findall(r"^#include .*$", "".join(b.text for b in blocks), re.MULTILINE)]
                for number, block in enumerate(blocks):
                    body = re.sub(r"^#include .*\n", "\n", block.text, flags=re.MULTILINE)
                    code.append(f'void sample_{number}() {{\n#line {block.line + 1} "{block.document}"\n{body}}}')
                command = ["g++", "-std=c++17", "-fsyntax-only", "-w", "-I/usr/include/eigen3", "-I/usr/include/bullet", "-x", "c++", "-"]
                run = subprocess.run(command, input="\n".join(code), capture_output=True, text=True, timeout=240)
                self.assertEqual(run.returncode, 0, run.stderr[:2000])

    def test_cmake_samples_are_lines_of_the_project_that_tests_use(self):
        consumer = "".join((ROOT / "tests/contract/consumer/CMakeLists.txt").read_text().split())
        for block in all_blocks("cmake"):
            with self.subTest(block.name):
                for line in block.text.splitlines():
                    for shown, used in CONSUMER_WORDS.items():
                        line = line.replace(shown, used)
                    self.assertIn("".join(re.sub(r"#.*", "", line).split()), consumer)


if __name__ == "__main__":
    unittest.main()
