#!/usr/bin/env python3
"""Plants typical errors one at a time and expects the tests of the room to notice each.

Which errors there are, and which tests have to notice, says tests/plants.toml; `survives` gives the reason why none can. Nothing is planted in the sources: a changed copy
of one file is compiled with the flags of a build of the preset `test` and linked in front of the library that is there. So an error costs the time of one source, and
when nobody notices it that of all sources that are compiled together with it, in which the sound one may have been inlined. Ends with a table and fails when one survived.

  tools/plant_errors.py [--only WORD ...] [--build FOLDER [--as-built]]     --only: those whose name or file has one of the words
  tools/plant_errors.py --check                                            only whether every text to be replaced is there exactly once
"""

import argparse
import collections
import fnmatch
import functools
import json
import os
import pathlib
import re
import shlex
import shutil
import subprocess
import sys
import tempfile
import time
import tomllib

ROOT = pathlib.Path(__file__).resolve().parent.parent
TIMEOUT = 900  # seconds: a test that never ends has noticed too
PYTHON_TARGET = "graze_python"
# What googletest and unittest say when they had nothing to run: a planted error that meets no test is not noticed, whatever the program returns.
NONE_RAN = re.compile(r"^\[  PASSED  \] 0 tests|^Ran 0 tests|^Ran (\d+) tests? [^\n]*\n\nOK \(skipped=\1\)", re.MULTILINE)
PYTHON_FOUND_NONE = 5  # unittest of Python 3.12 and later


def read_plants(root):
    return tomllib.loads((root / "tests/plants.toml").read_text(encoding="utf-8"))["plant"]


def split_tests(tests):
    """A test program, cli/NAME or python/NAME; and which of its tests, as the program takes them."""
    program, _, which = tests.partition(":")
    return program, which


def target_of(program):
    """What is built for it."""
    return {"cli": "graze_cli", "python": PYTHON_TARGET}.get(program.partition("/")[0], program)


def names_in(program, root):
    """The tests that there are, by name."""
    kind, _, name = program.partition("/")
    if name:
        script = root / (f"tests/cli/{name}_test.py" if kind == "cli" else f"python/tests/{name}.py")
        text = script.read_text(encoding="utf-8") if script.exists() else ""
        for case, body in re.findall(r"^class (\w+)\([^\n]*\n(.*?)(?=^\S|\Z)", text, re.MULTILINE | re.DOTALL):
            yield from (f"{case}.{test}" for test in re.findall(r"def (test_\w+)", body))
        return
    for path in (root / "tests" / program.removesuffix("_test").replace("_", "/")).glob("*.cpp"):
        for suite, test in re.findall(r"^(?:TEST|TEST_F|RC_GTEST_PROP)\((\w+),\s*(\w+)", path.read_text(encoding="utf-8"), re.MULTILINE):
            yield f"{suite}.{test}"


def has_tests(tests, root):
    program, which = split_tests(tests)
    names = list(names_in(program, root))
    return all(fnmatch.filter(names, pattern) for pattern in (which or "*").split(":"))


def troubles(plants, root):
    """What keeps a plant from being planted, a line each."""
    names = [plant["name"] for plant in plants]
    for plant in plants:
        source = root / plant["file"]
        count = source.read_text(encoding="utf-8").count(plant["find"]) if source.exists() else 0
        if count != 1:
            yield f"{plant['file']}: {count} times \"{plant['find']}\" (plant \"{plant['name']}\"), must be there once"
        if not has_tests(plant["tests"], root):
            yield f"plant \"{plant['name']}\": there is no test {plant['tests']}"
        if plant["find"] == plant["replace"]:
            yield f"plant \"{plant['name']}\" changes nothing"
        if names.count(plant["name"]) != 1:
            yield f"plant \"{plant['name']}\" is there twice"


class Unit:
    """What the compiler is given at once: a source, or several that one file includes."""

    def __init__(self, entry):
        self.file = pathlib.Path(entry["file"])
        self.words = shlex.split(entry["command"])
        if "ccache" in self.words[0]:
            self.words.pop(0)
        self.output = self.words[self.words.index("-o") + 1]

    @functools.cached_property
    def sources(self):
        if self.file.parent.name != "Unity":
            return [self.file]
        return [pathlib.Path(name) for name in re.findall(r'#include "([^"]+)"', self.file.read_text(encoding="utf-8"))]

    def command(self, text, output, overlay, beside):
        """Compiles the text instead; headers of the overlay come before those of the sources, names in quotes are looked for beside the source as ever."""
        words = [output if word == self.output else str(text) if word == str(self.file) else word for word in self.words]
        return [words[0], f"-I{overlay / 'include'}", f"-I{overlay / 'src'}", *words[1:], "-w", *(f"-iquote{folder}" for folder in beside)]


class Build:
    """A finished build, which stays as it is."""

    def __init__(self, root, tree):
        self.root, self.tree = root, tree
        self.units = [unit for unit in map(Unit, json.loads((tree / "compile_commands.json").read_text())) if unit.output.endswith(".o")]

    def tool(self, *words):
        return subprocess.run(["ninja", "-n", "-C", self.tree, "-t", *words], capture_output=True, text=True, check=True).stdout

    @functools.cached_property
    def readers(self):
        """Of every file of ours the objects that are made from it."""
        result, output = collections.defaultdict(set), ""
        for line in self.tool("deps").splitlines():
            if line[:1].strip():
                output = line.partition(":")[0]
            elif line and not line.lstrip().startswith("/usr"):
                result[os.path.normpath(self.tree / line.strip())].add(output)
        return result

    def units_of(self, source, linked):
        """Those that compile it; of a header those of the library, and those that are linked by name."""
        if source.suffix == ".cpp":
            return [unit for unit in self.units if source in unit.sources]
        objects = self.readers[str(source)]
        return [unit for unit in self.units if unit.output in objects and (unit.output.startswith("CMakeFiles/") or unit.output in linked)]

    def link_words(self, target):
        """How the program is linked, and the name that it gets."""
        for line in reversed(self.tool("commands", target).splitlines()):
            for command in line.split(" && "):
                words = shlex.split(command)
                if "-o" in words and "-c" not in words and words[words.index("-o") + 1].startswith(("bin/", "python/")):
                    return words, words[words.index("-o") + 1]
        raise SystemExit(f"{self.tree}: nothing says how {target} is linked")

    def test_command(self, name):
        """How ctest runs a test that is no program of its own: words, environment and folder."""
        run = subprocess.run(["ctest", "--show-only=json-v1", "-R", f"^{re.escape(name)}$"], cwd=self.tree, capture_output=True, text=True, check=True)
        test = json.loads(run.stdout)["tests"][0]
        properties = {entry["name"]: entry["value"] for entry in test["properties"]}
        return test["command"], dict(line.split("=", 1) for line in properties.get("ENVIRONMENT", [])), properties["WORKING_DIRECTORY"]


class Tests:
    """Tests of the build, run with the programs that lie in a folder."""

    def __init__(self, build, tests, folder):
        self.build, self.folder = build, folder
        self.program, self.which = split_tests(tests)

    def command(self):
        """Runs the tests: words, environment and folder."""
        kind, _, name = self.program.partition("/")
        if not name:
            return [self.folder / "bin" / kind, "--gtest_fail_fast", "--gtest_brief=1", f"--gtest_filter={self.which or '*'}"], os.environ, self.build.tree / "tests"
        words, environment, where = self.build.test_command(self.program)
        here = [(str(self.build.tree / part), str(self.folder / part)) for part in ("bin/graze", "python") if (self.folder / part).exists()]

        def moved(word):
            for old, new in here:
                if word.endswith(old):
                    return word.replace(old, new)
            return word
        patterns = [word for pattern in filter(None, self.which.split(":")) for word in ("-k", "*" + pattern)]
        return [*map(moved, words), "-f", *patterns], os.environ | {key: moved(value) for key, value in environment.items()}, where

    def failing(self):
        """The first test that fails; empty when all pass."""
        command, environment, where = self.command()
        try:
            done = subprocess.run(command, env=environment, capture_output=True, text=True, errors="replace", timeout=TIMEOUT, cwd=where, check=False)
        except subprocess.TimeoutExpired:
            return f"{self.program} does not end"
        if done.returncode in (0, PYTHON_FOUND_NONE) and NONE_RAN.search(done.stdout + done.stderr):
            raise SystemExit(f"{self.program}: no test is called {self.which or '*'}, or all of them are skipped here")
        if done.returncode == 0:
            return ""
        failed = re.search(r"\[  FAILED  \] ([\w./]+)", done.stdout) or re.search(r"^(?:FAIL|ERROR): (\w+)", done.stderr, re.MULTILINE)
        return failed[1] if failed else f"{self.program} ends with {done.returncode}"


class Planting:
    """One error, in a folder of its own."""

    def __init__(self, build, plant, folder):
        self.build, self.plant, self.folder = build, plant, folder
        self.source = build.root / plant["file"]
        self.tests = Tests(build, plant["tests"], folder)
        self.linked, self.output = build.link_words(target_of(self.tests.program))
        self.changed = folder / plant["file"]
        self.changed.parent.mkdir(parents=True)
        self.changed.write_text(self.source.read_text(encoding="utf-8").replace(plant["find"], plant["replace"]), encoding="utf-8")

    def run(self, words):
        done = subprocess.run(words, cwd=self.build.tree, capture_output=True, text=True, check=False)
        if done.returncode:
            raise SystemExit(f"\"{self.plant['name']}\" cannot be built:\n{done.stderr[-3000:]}")

    def compile(self, unit, text):
        output = f"{text}.o"
        self.run(unit.command(text, output, self.folder, [source.parent for source in unit.sources[:1]]))
        return output

    def together(self, unit):
        """All that is compiled together with the source."""
        text = self.folder / f"together{self.build.units.index(unit)}.cpp"
        text.write_text("".join(f'#include "{self.changed if source == self.source else source}"\n' for source in unit.sources), encoding="utf-8")
        return self.compile(unit, text)

    def link(self, objects):
        """Objects stand in for those of the same name; others come first, and what is there twice is taken from them."""
        mine = self.folder / self.output
        mine.parent.mkdir(parents=True, exist_ok=True)
        words = [str(mine) if word == self.output else objects.pop(word, word) for word in self.linked]
        begin = min(i for i, word in enumerate(words) if word.endswith(".o"))
        self.run([*words[:begin], "-Wl,-z,muldefs", *objects.values(), *words[begin:]])
        if target_of(self.tests.program) == PYTHON_TARGET:
            self.copy_module()

    def copy_module(self):
        """The Python module with all that it needs beside it."""
        built, mine = self.build.tree / "python/graze", self.folder / "python/graze"
        mine.mkdir(parents=True, exist_ok=True)
        for file in built.iterdir():
            if file.is_file() and not (mine / file.name).exists():
                shutil.copy2(file, mine)

    def ways(self):
        """Puts the error into the program, the cheap way first: where that goes unnoticed, a sound copy may have been inlined elsewhere."""
        if self.source.suffix == ".py":
            self.copy_module()
            yield
            return
        units = self.build.units_of(self.source, self.linked)
        if not units:
            raise SystemExit(f"{self.build.tree}: nothing is compiled from {self.plant['file']}")
        if self.source.suffix == ".cpp":
            self.link({str(self.changed): self.compile(units[0], self.changed)})
            yield
        if self.source.suffix == ".h" or len(units[0].sources) > 1:
            self.link({unit.output: self.together(unit) for unit in units})
            yield

    def noticed(self):
        """The test that notices; empty when none does."""
        return next(filter(None, (self.tests.failing() for _ in self.ways())), "")


def failing_sound_tests(build, plants):
    """Builds what the tests need; those that fail without any error."""
    targets = sorted({target_of(split_tests(plant["tests"])[0]) for plant in plants})
    subprocess.run(["cmake", "--build", build.tree, "--target", *targets], check=True, stdout=subprocess.DEVNULL)
    for tests in sorted({plant["tests"] for plant in plants}):
        if failed := Tests(build, tests, build.tree).failing():
            yield f"{tests}: without any planted error: {failed}"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--check", action="store_true")
    parser.add_argument("--only", nargs="+", default=[], metavar="WORD")
    parser.add_argument("--build", type=pathlib.Path, metavar="FOLDER", help="a build of the preset test (build/test)")
    parser.add_argument("--as-built", action="store_true", help="do not bring that build up to date, nor try the tests without an error")
    parser.add_argument("--root", type=pathlib.Path, default=ROOT)
    options = parser.parse_args()

    plants = read_plants(options.root)
    if trouble := list(troubles(plants, options.root)):
        print("\n".join(trouble))
        return 1
    if options.check:
        print(f"{len(plants)} errors can be planted")
        return 0
    chosen = [p for p in plants if not options.only or any(word in p["name"] or word in p["file"] for word in options.only)]
    build = Build(options.root, (options.build or options.root / "build/test").resolve())
    if not options.as_built and (failures := list(failing_sound_tests(build, chosen))):
        print("\n".join(failures))
        return 1
    wrong = []
    for plant in chosen:
        begin = time.monotonic()
        with tempfile.TemporaryDirectory() as folder:
            noticed = Planting(build, plant, pathlib.Path(folder)).noticed()
        if bool(noticed) == ("survives" in plant):
            wrong.append(f"noticed after all: {plant['name']}" if noticed else f"not noticed: {plant['name']}")
        outcome = noticed or ("survives, as is known" if "survives" in plant else "SURVIVES")
        print(f"{plant['file'].removeprefix('src/'):40} {plant['name']:70} {outcome} ({time.monotonic() - begin:.0f} s)", flush=True)
    print("\n".join([*wrong, f"{len(chosen) - len(wrong)} of {len(chosen)} planted errors did what tests/plants.toml says"]))
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
