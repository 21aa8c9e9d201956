"""Every example runs and prints something."""

import os
import pathlib
import subprocess
import sys
import unittest

EXAMPLES = pathlib.Path(__file__).resolve().parents[2] / "examples" / "python"


class Examples(unittest.TestCase):
    def test_all_of_them_run(self):
        scripts = sorted(EXAMPLES.glob("*.py"))
        self.assertGreaterEqual(len(scripts), 5)
        for script in scripts:
            with self.subTest(script=script.name):
                done = subprocess.run([sys.executable, "-B", str(script)], capture_output=True, text=True, timeout=300, env=dict(os.environ))
                self.assertEqual(done.returncode, 0, done.stderr)
                self.assertTrue(done.stdout.strip())
                self.assertLess(len(script.read_text().splitlines()), 60)


if __name__ == "__main__":
    unittest.main()
