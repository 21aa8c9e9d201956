"""Kernels are compiled with the flags that their rounding and their speed were measured with, and nothing else is.

A flag lost or won by renaming a file would change answers in silence: -ffp-contract=fast leaves out roundings, -mavx2 in a source that
every processor runs stops those that do not have it. So the flags are written down here once more, apart from cmake/kernels.txt:
changing them takes both.
"""

import pathlib
import re
import sys
import unittest

from kernel_sources import Compiled, compiled_sources, effective_flags, listed_kernels

ROOT = pathlib.Path(__file__).resolve().parents[2]

PLAIN = ("-O3", "-ffp-contract=off")
AVX2 = (*PLAIN, "-mavx2")
AVX2_WITH_FMA = (*AVX2, "-mfma")  # for products that simd/fused.h spells out
FUSED_AVX2 = ("-O3", "-ffp-contract=fast", "-mavx2", "-mfma", "-DGRAZE_SIMD_TARGET=avx2_fused")
UNPACKED = ("-fno-tree-slp-vectorize",)

PINNED = {
    "box/kernels_avx2.cpp": AVX2,
    "box/kernels_baseline.cpp": PLAIN,
    "box/kernels_fused_avx2.cpp": FUSED_AVX2,
    "broad/kernels_avx2.cpp": AVX2,
    "broad/kernels_baseline.cpp": PLAIN,
    "mesh/kernels_ray_avx2.cpp": AVX2_WITH_FMA + UNPACKED,
    "mesh/kernels_ray_baseline.cpp": PLAIN + UNPACKED,
    "motion/turning/kernels_avx2.cpp": AVX2,
    "motion/turning/kernels_baseline.cpp": PLAIN,
    "quick/kernels_avx2.cpp": AVX2,
    "quick/kernels_baseline.cpp": PLAIN,
    "tree/nodes/kernels_avx2.cpp": AVX2,
    "tree/nodes/kernels_baseline.cpp": PLAIN,
    "tree/walk/kernels_avx2.cpp": AVX2,
    "tree/walk/kernels_baseline.cpp": PLAIN,
    "tree/walk/kernels_fused_avx2.cpp": FUSED_AVX2,
    "tree/walk/kernels_ray_avx2.cpp": AVX2_WITH_FMA,
    "triangle/kernels_avx2.cpp": AVX2,
    "triangle/kernels_baseline.cpp": PLAIN,
    "triangle/kernels_fused_avx2.cpp": FUSED_AVX2,
}


def wrong_flags(compiled, pinned):
    """Sources that are compiled otherwise than they should be."""
    for name in sorted(pinned.keys() - compiled.keys()):
        yield f"{name}: pinned here, but the build does not compile it"
    for name, source in sorted(compiled.items()):
        if name in pinned:
            if source.flags != set(pinned[name]):
                yield f"{name}: compiled with {' '.join(sorted(source.flags))}, wants {' '.join(sorted(pinned[name]))}"
            continue
        special = {flag for flag in source.flags if not flag.startswith("-O")} - {"-ffp-contract=off"}
        if special:
            yield f"{name}: no kernel, but compiled with {' '.join(sorted(special))}"


def wrong_names(listed, pinned, src):
    """Names in cmake/kernels.txt that mean nothing, or that nobody pins."""
    for name in sorted(listed.keys() | pinned.keys()):
        if not (src / name).is_file():
            yield f"{name}: there is no such source"
        if name not in pinned:
            yield f"{name}: in cmake/kernels.txt, but not pinned here"
        if name not in listed:
            yield f"{name}: pinned here, but not in cmake/kernels.txt"


def unlisted_kernels(listed, src):
    """Sources that include the body of a kernel without being compiled as one."""
    for source in sorted(src.rglob("*.cpp")):
        name = source.relative_to(src).as_posix()
        if name not in listed and re.search(r'#include "\S*_kernel\.h"', source.read_text(encoding="utf-8")):
            yield f"{name}: includes the body of a kernel, but is not in cmake/kernels.txt"


class KernelFlags(unittest.TestCase):
    def test_every_source_has_the_flags_that_are_pinned(self):
        self.assertEqual([], list(wrong_flags(compiled_sources(BUILD, ROOT), PINNED)))

    def test_every_name_of_a_kernel_is_a_source(self):
        self.assertEqual([], list(wrong_names(listed_kernels(ROOT), PINNED, ROOT / "src")))

    def test_bodies_of_kernels_are_included_by_kernels_only(self):
        self.assertEqual([], list(unlisted_kernels(listed_kernels(ROOT), ROOT / "src")))


class PlantedFlags(unittest.TestCase):
    """Each rule is broken once, and has to be named."""

    kernel = {"box/kernel.cpp": PLAIN}

    def complaints(self, name, *words):
        compiled = {"box/kernel.cpp": Compiled(["-O2", "-ffp-contract=off", "-O3"]), name: Compiled(["-O2", "-ffp-contract=off", *words])}
        return "\n".join(wrong_flags(compiled, self.kernel))

    def test_the_last_of_several_flags_counts(self):
        words = ["-O2", "-ffp-contract=off", "-BoundaryPlane", "-mfma", "-O3", "-ffp-contract=fast"]
        self.assertEqual({"-O3", "-ffp-contract=fast", "-mfma"}, effective_flags(words))

    def test_a_clean_build_is_not_complained_about(self):
        self.assertEqual("", self.complaints("box/other.cpp"))
        self.assertEqual("", self.complaints("box/other.cpp", "-O3"))

    def test_a_kernel_that_lost_its_flag(self):
        self.assertIn("box/kernel.cpp: compiled with -O2", self.complaints("box/kernel.cpp"))

    def test_a_kernel_that_rounds_less(self):
        self.assertIn("box/kernel.cpp", self.complaints("box/kernel.cpp", "-O3", "-ffp-contract=fast"))

    def test_a_kernel_that_is_no_longer_compiled(self):
        self.assertIn("box/kernel.cpp: pinned", "\n".join(wrong_flags({}, self.kernel)))

    def test_another_source_with_flags_of_a_kernel(self):
        for flag in ("-mavx2", "-mfma", "-march=native", "-ffp-contract=fast", "-ffast-math"):
            with self.subTest(flag):
                self.assertIn(flag, self.complaints("box/other.cpp", flag))

    def test_another_source_that_is_not_told_to_round(self):
        self.assertIn("box/other.cpp", "\n".join(wrong_flags({"box/other.cpp": Compiled(["-O2"])}, {})))

    def test_a_name_that_is_no_source(self):
        listed = {"box/renamed.cpp": ["-O3"]}
        found = "\n".join(wrong_names(listed, self.kernel, ROOT / "src"))
        for complaint in ("box/renamed.cpp: there is no", "box/renamed.cpp: in cmake", "box/kernel.cpp: pinned here, but not"):
            self.assertIn(complaint, found)

    def test_a_source_that_includes_the_body_of_a_kernel(self):
        self.assertIn(next(iter(PINNED)), "\n".join(unlisted_kernels({}, ROOT / "src")))


if __name__ == "__main__":
    BUILD = pathlib.Path(sys.argv.pop())
    unittest.main()
