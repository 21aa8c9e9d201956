#!/usr/bin/env python3
"""Plants typical errors in a copy of the sources, one at a time, and expects the tests of the room to notice each.

Which errors there are, and which tests have to notice, says tests/plants.toml; `survives` gives the reason why none can. Every error is built as in the preset `test`, beside the other
builds in build/plants: minutes of compiling from nothing, seconds to a minute for each error. Ends with a table and fails when one survived.

  tools/plant_errors.py [--only WORD ...] [--jobs N]     --only: those whose name or file has one of the words
  tools/plant_errors.py --check                          only whether every text to be replaced is there exactly once
"""

import argparse
import fnmatch
import os
import pathlib
import re
import shutil
import subprocess
import sys
import time
import tomllib

ROOT = pathlib.Path(__file__).resolve().parent.parent
TIMEOUT = 900  # seconds: a test that never ends has noticed too


def read_plants(root):
    return tomllib.loads((root / "tests/plants.toml").read_text(encoding="utf-8"))["plant"]


def has_tests(tests, root):
    """Whether the room has tests of every name that is given: program, colon, patterns with colons between."""
    program, _, patterns = tests.partition(":")
    text = "".join(path.read_text(encoding="utf-8") for path in (root / "tests" / program.removesuffix("_test").replace("_", "/")).glob("*.cpp"))
    names = [f"{suite}.{name}" for suite, name in re.findall(r"^(?:TEST|TEST_F|RC_GTEST_PROP)\((\w+),\s*(\w+)", text, re.MULTILINE)]
    return all(fnmatch.filter(names, pattern) for pattern in (patterns or "*").split(":"))


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


class Copy:
    """The sources in a folder of their own, built there."""

    def __init__(self, root, folder, jobs):
        self.root, self.folder, self.jobs = root, folder, jobs

    def renew(self):
        """Only what has changed is written, so that a build that is there stays good."""
        command = ["git", "-C", self.root, "ls-files", "--cached", "--others", "--exclude-standard"]
        listed = subprocess.run(command, capture_output=True, text=True, check=True).stdout.splitlines()
        wanted = {name for name in listed if (self.root / name).is_file()}
        for name in wanted:
            target = self.folder / name
            if not target.exists() or target.read_bytes() != (self.root / name).read_bytes():
                target.parent.mkdir(parents=True, exist_ok=True)
                shutil.copy2(self.root / name, target)
                os.utime(target)
        for old in [path.relative_to(self.folder) for path in self.folder.rglob("*") if path.is_file()]:
            if old.parts[0] != "build" and str(old) not in wanted:
                (self.folder / old).unlink()
        only_tests = ("-DGRAZE_BUILD_SHARED=OFF", "-DGRAZE_BUILD_PYTHON=OFF", "-DGRAZE_BUILD_MPI=OFF")
        subprocess.run(["cmake", "--preset", "test", "--log-level=WARNING", *only_tests], cwd=self.folder, check=True, stdout=subprocess.DEVNULL)

    def build(self, program):
        """What the compiler said when it failed, else nothing."""
        run = subprocess.run(["cmake", "--build", "--preset", "test", "-j", str(self.jobs), "--target", program],
                             cwd=self.folder, capture_output=True, text=True, check=False)
        return run.stdout + run.stderr if run.returncode else ""

    def failing_test(self, tests):
        """The first test that fails; empty when all pass."""
        program, _, which = tests.partition(":")
        command = [self.folder / "build/test/bin" / program, "--gtest_fail_fast", "--gtest_brief=1", f"--gtest_filter={which or '*'}"]
        try:
            run = subprocess.run(command, capture_output=True, text=True, errors="replace", timeout=TIMEOUT, cwd=self.folder, check=False)
        except subprocess.TimeoutExpired:
            return f"{program} does not end"
        if run.returncode == 0:
            return "" if re.search(r"\[  PASSED  \] [1-9]", run.stdout) else f"no test is called {which}"
        failed = re.search(r"\[  FAILED  \] ([\w./]+)", run.stdout)
        return failed[1] if failed else f"{program} ends with {run.returncode}"

    def plant(self, plant):
        source = self.folder / plant["file"]
        sound = source.read_text(encoding="utf-8")
        try:
            source.write_text(sound.replace(plant["find"], plant["replace"]), encoding="utf-8")
            program = plant["tests"].partition(":")[0]
            if complaint := self.build(program):
                raise SystemExit(f"\"{plant['name']}\" does not compile:\n{complaint[-3000:]}")
            return self.failing_test(plant["tests"])
        finally:
            source.write_text(sound, encoding="utf-8")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--check", action="store_true")
    parser.add_argument("--only", nargs="+", default=[], metavar="WORD")
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
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
    copy = Copy(options.root, options.root / "build/plants", options.jobs)
    copy.renew()
    wrong, sound = [], set()
    for plant in chosen:
        begin = time.monotonic()
        if plant["tests"] not in sound:
            complaint = copy.build(plant["tests"].partition(":")[0]) or copy.failing_test(plant["tests"])
            if complaint:
                print(f"{plant['tests']}: without any planted error: {complaint[-3000:]}")
                return 1
            sound.add(plant["tests"])
        noticed = copy.plant(plant)
        if bool(noticed) == ("survives" in plant):
            wrong.append(f"noticed after all: {plant['name']}" if noticed else f"not noticed: {plant['name']}")
        outcome = noticed or ("survives, as is known" if "survives" in plant else "SURVIVES")
        print(f"{plant['file'].removeprefix('src/'):40} {plant['name']:70} {outcome} ({time.monotonic() - begin:.0f} s)", flush=True)
    print("\n".join([*wrong, f"{len(chosen) - len(wrong)} of {len(chosen)} planted errors did what tests/plants.toml says"]))
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
