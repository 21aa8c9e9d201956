"""tools/setup on machines it must refuse or leave alone, played with stand-ins for dpkg-query, apt-get, id and sudo."""

import pathlib
import subprocess
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]


class SetupScript(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)
        self.bin = pathlib.Path(self.folder.name)
        self.log = self.bin / "log"
        self.log.touch()

    def stand_in(self, name, script):
        path = self.bin / name
        path.write_text(f'#!/bin/bash\necho "{name} $*" >> "{self.log}"\n{script}\n')
        path.chmod(0o755)

    def run_setup(self, *groups):
        run = subprocess.run(
            ["/bin/bash", ROOT / "tools/setup", *groups], env={"PATH": str(self.bin)}, capture_output=True, text=True, check=False
        )
        return run, self.log.read_text()

    def debian(self, installed):
        self.stand_in("dpkg-query", f'[[ " {installed} " == *" ${{@: -1}} "* || "{installed}" == all ]] && printf installed')
        self.stand_in("apt-get", "exit 0")
        self.stand_in("env", 'while [[ $1 == *=* ]]; do shift; done; exec "$@"')

    def test_does_nothing_when_everything_is_there(self):
        self.debian("all")
        run, log = self.run_setup("build", "test", "bench", "docs")
        self.assertEqual(run.returncode, 0, run.stderr)
        self.assertNotIn("apt-get", log)

    def test_installs_only_what_is_missing_and_says_so(self):
        self.debian("libgtest-dev librapidcheck-dev libgmp-dev clang-19 clang-format-19 python3 pybind11-dev python3-dev python3-numpy "
                    "python3-setuptools python3-wheel python3-pip python3-venv mypy")
        self.stand_in("id", "echo 0")
        run, log = self.run_setup("test")
        self.assertEqual(run.returncode, 0, run.stderr)
        self.assertIn("installing for 'test': clang-tidy-19\n", run.stdout)
        install = [line for line in log.splitlines() if line.startswith("apt-get install")]
        self.assertEqual(len(install), 1)
        self.assertIn("--no-install-recommends", install[0])
        self.assertTrue(install[0].endswith(" clang-tidy-19"), install[0])

    def test_uses_sudo_when_not_root(self):
        self.debian("")
        self.stand_in("id", "echo 1000")
        self.stand_in("sudo", '"$@"')
        run, log = self.run_setup("bench")
        self.assertEqual(run.returncode, 0, run.stderr)
        self.assertIn("sudo apt-get update", log)

    def test_says_what_to_do_without_root_and_sudo(self):
        self.debian("")
        self.stand_in("id", "echo 1000")
        run, log = self.run_setup("bench")
        self.assertEqual(run.returncode, 2)
        self.assertIn("libfcl-dev", run.stderr)
        self.assertNotIn("apt-get", log)

    def test_names_the_packages_on_another_system(self):
        run, _ = self.run_setup("build")
        self.assertEqual(run.returncode, 2)
        self.assertIn("Debian", run.stderr)
        self.assertIn("libeigen3-dev", run.stderr)

    def test_rejects_an_unknown_group(self):
        self.debian("all")
        run, _ = self.run_setup("everything")
        self.assertEqual(run.returncode, 2)
        self.assertIn("unknown group 'everything'", run.stderr)


if __name__ == "__main__":
    unittest.main()
