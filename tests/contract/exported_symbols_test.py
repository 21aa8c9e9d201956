"""The shared library offers names of graze and nothing of the libraries it is made of, and every function that public headers declare."""

import json
import pathlib
import subprocess
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
BUILD = pathlib.Path(sys.argv.pop())
LIBRARY = pathlib.Path(sys.argv.pop())
sys.path.insert(0, str(ROOT / "tools"))
from check_headers import library_command  # noqa: E402

# Templates are named with what they return.
OWN = ("graze::", "bool graze::", "vtable for graze::", "typeinfo for graze::", "typeinfo name for graze::")
FUNCTIONS = ("FunctionDecl", "CXXMethodDecl", "CXXConstructorDecl", "CXXDestructorDecl", "CXXConversionDecl")
# Takes the address of what known_shapes.h declares for every pair of simple shapes: templates have no symbol until someone asks.
KNOWN_PAIRS = """
#include <cstdio>
#include <graze/known_shapes.h>
using namespace graze;
template <class A, class B>
bool has_both() {
  graze::Closest (*volatile closest)(const A&, const B&) = &closest_points<A, B>;
  bool (*volatile meet)(const A&, const B&) = &overlap<A, B>;
  return closest != nullptr && meet != nullptr;
}
template <class A, class... B>
bool has_all() { return (has_both<A, B>() && ...); }
template <class... Shapes>
bool has_pairs() { return (has_all<Shapes, Shapes...>() && ...); }
int main() { return has_pairs<Point, Segment, Sphere, Capsule, Aabb, Obb>() ? 0 : 1; }
"""


def run(*command):
    return subprocess.run([str(word) for word in command], capture_output=True, text=True, check=True).stdout


def names_in(library, *options):
    return run("nm", "--dynamic", "--defined-only", "--format=just-symbols", *options, library).splitlines()


def documents(text):
    """The JSON values that follow each other in a text."""
    decoder, place = json.JSONDecoder(), 0
    while place < len(text):
        value, place = decoder.raw_decode(text, place)
        yield value
        place += len(text[place:]) - len(text[place:].lstrip())


def declared_functions(node):
    """{mangled name: name} of functions that a header declares and leaves to the library."""
    kind = node.get("kind", "")
    if kind in FUNCTIONS:
        has_body = any(inner.get("kind") == "CompoundStmt" for inner in node.get("inner", []))
        if has_body or node.get("isImplicit") or node.get("explicitlyDefaulted") or node.get("explicitlyDeleted") or node.get("pure"):
            return {}
        return {node["mangledName"]: node["name"]}
    if "Template" in kind:  # nothing before it is instantiated
        return {}
    return {name: of for inner in node.get("inner", []) for name, of in declared_functions(inner).items()}


class ExportedSymbols(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(folder.cleanup)
        cls.work = pathlib.Path(folder.name)
        includes = [word for pair in zip(library_command(BUILD, ROOT), library_command(BUILD, ROOT)[1:]) if pair[0] == "-isystem" for word in pair]
        cls.flags = ["-std=c++20", f"-I{ROOT / 'include'}", *includes]

    def source(self, text):
        path = self.work / "unit.cpp"
        path.write_text(text)
        return path

    def test_all_names_are_of_graze(self):
        self.assertEqual([name for name in names_in(LIBRARY, "--demangle") if not name.startswith(OWN)], [])

    def test_what_public_headers_declare_is_exported(self):
        unit = self.source("".join(f"#include <graze/{path.name}>\n" for path in sorted((ROOT / "include/graze").glob("*.h"))))
        dump = ("-fsyntax-only", "-Xclang", "-ast-dump=json", "-Xclang", "-ast-dump-filter=graze::")
        declared = {}
        for document in documents(run("clang++-19", *self.flags, *dump, unit)):
            declared |= declared_functions(document)
        self.assertIn("name_of", declared.values())
        self.assertGreater(len(declared), 90)
        exported = set(names_in(LIBRARY))
        self.assertEqual(sorted(name for mangled, name in declared.items() if mangled not in exported), [])

    def test_known_shapes_of_every_pair_can_be_linked(self):
        program = self.work / "known_pairs"
        run("c++", *self.flags, self.source(KNOWN_PAIRS), "-o", program, LIBRARY, f"-Wl,-rpath,{LIBRARY.parent}")
        run(program)


if __name__ == "__main__":
    unittest.main()
