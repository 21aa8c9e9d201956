#!/usr/bin/env python3
"""The scripts of examples/cluster, run literally where their engines are installed: the bytes and the exit code of one process."""

import os
import pathlib
import shutil
import socket
import subprocess
import sys
import unittest

from graze_command import GRAZE
from shared_work import SharedWork

SCRIPTS = pathlib.Path(__file__).resolve().parents[2] / "examples" / "cluster"


def python_with_dask():
    for python in (sys.executable, "/usr/bin/python3"):
        if pathlib.Path(python).exists() and subprocess.run([python, "-c", "import dask.distributed"], capture_output=True, check=False).returncode == 0:
            return python
    return None


def free_ports():
    """A port of this machine with the next one free too."""
    for port in range(26817, 27817, 2):
        with socket.socket() as one, socket.socket() as other:
            try:
                one.bind(("127.0.0.1", port))
                other.bind(("127.0.0.1", port + 1))
                return port
            except OSError:
                continue
    return 26817


class Cluster(SharedWork):
    def check(self, *command, works=("query", "clash", "robot"), **environment):
        for work in works:
            code, text, complaint = self.whole(work)
            run = subprocess.run([*map(str, command), "3", "answer", *self.WORKS[work]], cwd=self.path, capture_output=True, text=True,
                                 timeout=300, env={**os.environ, "GRAZE": GRAZE, **environment}, check=False)
            self.assertEqual((run.returncode, (self.path / "answer").read_text()), (code, text), (work, run.stderr))
            self.assertIn(complaint, run.stderr)
            for file in self.path.glob("answer*"):  # parts stay where lines were in error
                file.unlink()

    @unittest.skipUnless(shutil.which("parallel"), "GNU parallel is not installed (Debian: parallel)")
    def test_gnu_parallel(self):
        self.check(SCRIPTS / "gnu_parallel.sh")

    @unittest.skipUnless(python_with_dask(), "Dask is not installed (Debian: python3-distributed)")
    def test_dask(self):
        self.check(python_with_dask(), SCRIPTS / "dask_shards.py", works=["query"])

        wrong = subprocess.run([python_with_dask(), SCRIPTS / "dask_shards.py", "2", "answer", "query", "absent.jsonl"], cwd=self.path, capture_output=True,
                               text=True, timeout=300, env={**os.environ, "GRAZE": GRAZE}, check=False)
        self.assertEqual((wrong.returncode, "graze: absent.jsonl: No such file or directory\n" in wrong.stderr, "Traceback" in wrong.stderr), (2, True, False), wrong.stderr)

    def test_a_python_without_dask_is_no_answer(self):
        """Its exit code was 1, that of an answer in which something meets."""
        (self.path / "dask").mkdir()
        self.write("dask/__init__.py", "")
        run = subprocess.run([sys.executable, SCRIPTS / "dask_shards.py", "2", "answer", *self.WORKS["query"]], cwd=self.path, capture_output=True, text=True,
                             env={**os.environ, "GRAZE": GRAZE, "PYTHONPATH": str(self.path)}, check=False)
        self.assertEqual((run.returncode, run.stderr.count("\n")), (2, 1), run.stderr)
        self.assertIn("python3-distributed", run.stderr)

    @unittest.skipUnless(shutil.which("slurmctld") and shutil.which("slurmd") and os.geteuid() == 0,
                         "Slurm is not installed (Debian: slurmctld, slurmd, slurm-client), or the user is not root")
    def test_slurm_arrays(self):
        self.check(SCRIPTS / "private_slurm.sh", self.path / "slurm", SCRIPTS / "slurm.sh", works=["query"], SLURM_TRY_PORT=str(free_ports()))


if __name__ == "__main__":
    unittest.main()
