"""The type stubs: consistent, and the same as what the compiled module has."""

import importlib.util
import os
import pathlib
import subprocess
import sys
import unittest

import graze

PACKAGE = pathlib.Path(graze.__file__).parent


@unittest.skipUnless(importlib.util.find_spec("mypy"), "needs mypy")
class Stubs(unittest.TestCase):
    def run_tool(self, *arguments):
        environment = dict(os.environ, MYPYPATH=str(PACKAGE.parent), MYPY_CACHE_DIR=os.devnull)
        done = subprocess.run([sys.executable, "-m", *arguments], capture_output=True, text=True, env=environment, cwd=PACKAGE.parent)
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)

    def test_the_package_is_typed_strictly(self):
        self.run_tool("mypy", "--strict", "-p", "graze")

    def test_the_stub_names_what_the_module_has(self):
        stub = (PACKAGE / "_core.pyi").read_text()
        from graze import _core
        missing = [name for name in dir(_core) if not name.startswith("__") and f"def {name}(" not in stub and f"class {name}" not in stub]
        self.assertEqual(missing, [])
        for name in dir(_core):
            members = vars(getattr(_core, name)) if isinstance(getattr(_core, name), type) else {}
            absent = [member for member in members if not member.startswith("_") and f"def {member}(self" not in stub and f"    {member}: " not in stub]
            self.assertEqual(absent, [], name)


if __name__ == "__main__":
    unittest.main()
