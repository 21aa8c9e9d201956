"""What cmake/kernels.txt says of the kernels, and how a build compiles each source of the library."""

import json
import pathlib
import shlex

# What decides which instructions a source may use, how it rounds and what its kernels cost.
FLAGS = ("-O0", "-O1", "-O2", "-O3", "-Os", "-Ofast", "-ffast-math", "-fno-tree-slp-vectorize")


class Compiled:
    """How one source is compiled."""

    def __init__(self, words):
        self.flags = effective_flags(words)
        self.object = words[words.index("-o") + 1] if "-o" in words else None


def effective_flags(words):
    """The flags that count. Of several levels of optimisation, or of contraction, the last one does."""
    optimisation, contraction, others = "-O0", "-ffp-contract=fast", set()  # what g++ does when it is told nothing
    for word in words:
        if word.startswith("-O"):
            optimisation = word
        elif word.startswith("-ffp-contract="):
            contraction = word
        elif word in FLAGS or word.startswith("-DGRAZE_SIMD_TARGET") or (word.startswith("-m") and word != "-m64"):
            others.add(word)
    return frozenset({optimisation, contraction, *others})


def compiled_sources(build, root):
    """{source of the library, by its path below src/: how it is compiled}"""
    src, found = root.resolve() / "src", {}
    for entry in json.loads((build / "compile_commands.json").read_text(encoding="utf-8")):
        source = pathlib.Path(entry["file"]).resolve()
        if source.is_relative_to(src):
            compiled = Compiled(shlex.split(entry["command"]))
            compiled.object = compiled.object and pathlib.Path(entry["directory"]) / compiled.object
            found[source.relative_to(src).as_posix()] = compiled
    return found


def listed_kernels(root):
    """{source: its own flags}, from cmake/kernels.txt"""
    lines = (root / "cmake/kernels.txt").read_text(encoding="utf-8").splitlines()
    rows = [line.split() for line in lines if line and not line.startswith("#")]
    return {name: flags for name, *flags in rows}
