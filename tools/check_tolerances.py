#!/usr/bin/env python3
"""Finds thresholds without a name: small floating-point literals and machine epsilons in library and application code.

A small number may stand in src/numbers/tolerance.h, or in the initialiser of a `constexpr` constant that has a comment beside or above it.
A test that such a comment names, as Suite.Test or with a * at its end, must exist.
"""

import argparse
import pathlib
import re
import sys

FOLDERS = ("src", "include", "apps")
HOME = pathlib.PurePath("src/numbers/tolerance.h")
# Below this a literal is a threshold, not a fraction such as 0.5 or 0.01 that geometry is full of.
SMALL = 1e-3
LITERAL = re.compile(
    r"(?<![\w.])(?:0[xX](?:[\da-fA-F']*\.?[\da-fA-F']+|[\da-fA-F']+\.)[pP][+-]?\d+|(?:\d[\d']*\.?[\d']*|\.\d[\d']*)(?:[eE][+-]?\d+)?)[fFlL]?(?!\w)"
)
EPSILON = re.compile(r"(?:std::)?numeric_limits<[^>]*>::epsilon\(\)|\b(?:DBL|FLT)_EPSILON\b")
NOT_CODE = re.compile(r"""//[^\n]*|/\*.*?\*/|R"(\w*)\(.*?\)\1"|"(?:\\.|[^"\\\n])*"|(?<!\w)'(?:\\.|[^'\\\n])+'""", re.DOTALL)

TEST = re.compile(r"\b(?:TEST|TEST_F|TEST_P|TYPED_TEST|RC_GTEST_PROP|RC_GTEST_FIXTURE_PROP)\(\s*(\w+),\s*(\w+)")
NAMED_TEST = re.compile(r"//.*?\b([A-Z]\w*[a-z]\w*\.[A-Z]\w*[a-z]\w*\*?)")


def blanked(text):
    """The text with comments and strings turned into spaces, places kept."""
    return NOT_CODE.sub(lambda match: re.sub(r"[^\n]", " ", match[0]), text)


def value_of(literal):
    digits = literal.replace("'", "")
    if digits[:2] in ("0x", "0X"):
        return float.fromhex(digits.rstrip("fFlL") if "p" in digits.lower() else digits)
    return float(digits.rstrip("fFlL"))


def small_numbers(code):
    for match in LITERAL.finditer(code):
        if 0 < value_of(match[0]) < SMALL:
            yield match
    yield from EPSILON.finditer(code)


def is_named_and_explained(text, code, place):
    """Part of a statement `... constexpr ... = ...` with a comment on one of its lines or on the line above it."""
    start = max(code.rfind(mark, 0, place) for mark in ";{}") + 1
    while start < place and code[start].isspace():
        start += 1
    if not re.search(r"\bconstexpr\b[^;]*=", code[start:place]):
        return False
    end = code.find(";", place)
    first_line, last_line = text.count("\n", 0, start), text.count("\n", 0, end)
    beside = text.split("\n")[max(0, first_line - 1):last_line + 1]
    return any("//" in line or "*/" in line for line in beside)


def check(root):
    for folder in FOLDERS:
        for path in sorted((root / folder).rglob("*")):
            where = path.relative_to(root)
            if path.suffix not in (".h", ".cpp") or where == HOME:
                continue
            text = path.read_text(errors="replace")
            code = blanked(text)
            for match in small_numbers(code):
                if not is_named_and_explained(text, code, match.start()):
                    line = text.count("\n", 0, match.start()) + 1
                    yield f"{where}:{line}: {match[0]} has no name: put it into {HOME}, or into a constexpr with a comment that derives it"


def missing_tests(root):
    tests = {f"{suite}.{name}" for path in (root / "tests").rglob("*.cpp") for suite, name in TEST.findall(path.read_text(errors="replace"))}
    for path in sorted(path for folder in FOLDERS for path in (root / folder).rglob("*") if tests and path.suffix in (".h", ".cpp")):
        for number, line in enumerate(path.read_text(errors="replace").split("\n"), 1):
            for name in NAMED_TEST.findall(line):
                if not any(test == name or name[-1] == "*" and test.startswith(name[:-1]) for test in tests):
                    yield f"{path.relative_to(root)}:{number}: there is no test {name}"


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--root", type=pathlib.Path, default=pathlib.Path(__file__).resolve().parent.parent)
    root = parser.parse_args().root
    problems = [*check(root), *missing_tests(root)]
    print("\n".join(problems) or "tolerances: every small number has a name and a reason")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
