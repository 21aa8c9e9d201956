"""The shared library offers names of graze and nothing of the libraries it is made of, and every function that public headers declare."""

import pathlib
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
BUILD = pathlib.Path(sys.argv.pop())
LIBRARY = pathlib.Path(sys.argv.pop())
sys.path.insert(0, str(ROOT / "tools"))
from public_interface import PublicInterface, run  # noqa: E402

# Templates are named with what they return.
OWN = ("graze::", "bool graze::", "vtable for graze::", "typeinfo for graze::", "typeinfo name for graze::")


def names_in(library, *options):
    return run("nm", "--dynamic", "--defined-only", "--format=just-symbols", *options, library).splitlines()


class ExportedSymbols(unittest.TestCase):
    def test_all_names_are_of_graze(self):
        self.assertEqual([name for name in names_in(LIBRARY, "--demangle") if not name.startswith(OWN)], [])

    def test_what_public_headers_declare_is_exported(self):
        declared = PublicInterface(ROOT, BUILD).functions()
        self.assertIn("name_of", declared.values())
        self.assertGreater(len(declared), 90)
        exported = set(names_in(LIBRARY))
        self.assertEqual(sorted(name for mangled, name in declared.items() if mangled not in exported), [])

    def test_inline_functions_of_public_headers_need_nothing_but_what_is_exported(self):
        interface = PublicInterface(ROOT, BUILD)
        with tempfile.TemporaryDirectory() as folder:
            unit = pathlib.Path(folder) / "unit.cpp"
            unit.write_text(interface.includes)
            run("c++", *interface.flags, "-fkeep-inline-functions", "-c", unit, "-o", f"{unit}.o")
            needed = set(run("nm", "--undefined-only", "--format=just-symbols", f"{unit}.o").split())
        # A template of Eigen that is left undefined lacks an #include.
        ours = {name for name in needed if name.startswith(("_ZN5graze", "_ZNK5graze", "_ZN5Eigen", "_ZNK5Eigen"))}
        self.assertEqual(sorted(ours - set(names_in(LIBRARY))), [])


if __name__ == "__main__":
    unittest.main()
