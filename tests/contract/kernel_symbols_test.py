"""No function that was compiled for a newer processor, or with fewer roundings, can take the place of one that was not.

Inline functions and templates are emitted by every source that does not inline them, and the linker keeps any one of the copies. A copy
made by a kernel would then serve sources that every processor runs, or that rely on every rounding. So whatever a kernel emits that way
has to have the name of its instruction set in its own (GRAZE_SIMD_TARGET), and to be emitted by no other object.
"""

import collections
import pathlib
import re
import subprocess
import sys
import unittest

from kernel_sources import compiled_sources

ROOT = pathlib.Path(__file__).resolve().parents[2]
NAMED_AFTER_ITS_TARGET = re.compile(r"::avx2\w*::")


def is_special(flags):
    return "-ffp-contract=off" not in flags or any(flag.startswith("-m") for flag in flags)


def weak_functions(path):
    """Names of the functions of an object of which the linker keeps one copy. Data is left out: it is the same in every copy."""
    lines = subprocess.run(["nm", "--defined-only", "--demangle", path], capture_output=True, text=True, check=True).stdout.splitlines()
    return [line.split(" ", 2)[2] for line in lines if line.split(" ", 2)[1] == "W"]


def shared_functions(emitted, special):
    """`emitted`: {source: its weak functions}. Those of special sources that could be taken for another."""
    sources = collections.defaultdict(set)
    for source, names in emitted.items():
        for name in names:
            sources[name].add(source)
    for name, emitters in sorted(sources.items()):
        if not emitters & special:
            continue
        if not NAMED_AFTER_ITS_TARGET.search(name):
            yield f"{', '.join(sorted(emitters & special))}: emits a copy of {name}"
        elif len(emitters) > 1:
            yield f"{', '.join(sorted(emitters))}: emit a copy of {name} each"


class KernelSymbols(unittest.TestCase):
    def test_no_copy_of_a_function_comes_from_a_kernel(self):
        compiled = compiled_sources(BUILD, ROOT)
        special = {name for name, source in compiled.items() if is_special(source.flags)}
        emitted = {name: weak_functions(source.object) for name, source in compiled.items()}
        self.assertTrue(any(emitted[name] for name in special), "kernels emit nothing: does nm still say W?")
        self.assertEqual([], list(shared_functions(emitted, special)))


class PlantedSymbols(unittest.TestCase):
    special = {"box/kernel_avx2.cpp", "box/fused_avx2.cpp"}

    def complaints(self, **emitted):
        return "\n".join(shared_functions({f"box/{name}.cpp": names for name, names in emitted.items()}, self.special))

    def test_functions_named_after_their_target_are_fine(self):
        self.assertEqual("", self.complaints(kernel_avx2=["graze::avx2::f(int)"], other=["graze::f(int)", "graze::baseline::f(int)"]))

    def test_a_function_that_others_may_need(self):
        self.assertIn("box/kernel_avx2.cpp: emits a copy of graze::f", self.complaints(kernel_avx2=["graze::f(int)"], other=[]))

    def test_a_function_that_rounds_otherwise_elsewhere(self):
        twice = self.complaints(kernel_avx2=["graze::avx2::f(int)"], fused_avx2=["graze::avx2::f(int)"])
        self.assertIn("box/fused_avx2.cpp, box/kernel_avx2.cpp: emit", twice)

    def test_kernels_are_told_by_their_flags(self):
        self.assertTrue(is_special({"-O3", "-ffp-contract=off", "-mavx2"}))
        self.assertTrue(is_special({"-O3", "-ffp-contract=fast"}))
        self.assertFalse(is_special({"-O3", "-ffp-contract=off"}))


if __name__ == "__main__":
    BUILD = pathlib.Path(sys.argv.pop())
    unittest.main()
