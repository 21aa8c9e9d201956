#!/usr/bin/env python3
"""graze-mpi: the bytes and exit codes of one process for any number of ranks, also after ranks have been killed."""

import contextlib
import json
import os
import pathlib
import signal
import subprocess
import time
import unittest

from graze_command import box
from shared_work import SharedWork

GRAZE_MPI = os.environ["GRAZE_MPI"]
MPIRUN = [os.environ["MPIRUN"], "--allow-run-as-root", "--oversubscribe"]


class Ranks(SharedWork):
    def command(self, ranks, work, *more):
        return [*MPIRUN, "-n", str(ranks), GRAZE_MPI, *self.WORKS[work], *more]

    def ranks(self, ranks, work, *more):
        return subprocess.run(self.command(ranks, work, *more), cwd=self.path, capture_output=True, text=True, timeout=300, check=False)

    def test_answer_as_one_process_does(self):
        for work in self.WORKS:
            code, text, _ = self.whole(work)
            for ranks in (1, 2, 4, 7) if work in ("query", "clash", "robot") else (3,):
                run = self.ranks(ranks, work)
                self.assertEqual((run.returncode, run.stdout), (code, text), (work, ranks, run.stderr))
        run = self.ranks(2, "robot", "--out", "answer", "--threads", "3")
        self.assertEqual((run.returncode, run.stdout, (self.path / "answer").read_text()), (1, "", self.whole("robot")[1]))
        self.assertEqual([p.name for p in self.path.glob("*journal*")], [])

    def test_ranks_of_a_machine_build_a_mesh_once(self):
        """The first that needs it saves its tree for the others, in a folder that goes away; so do those of jobs that were killed."""
        shared = self.path / "shared"
        (shared / f"graze-mpi-{os.getuid()}-killed").mkdir(parents=True)
        (shared / f"graze-mpi-{os.getuid()}-killed" / "old").write_text("")
        n = 60
        vertices = [f"v {i} {j} {(i * j) % 7 / 10}" for i in range(n) for j in range(n)]
        faces = [f"f {a} {a + n} {a + 1}\nf {a + 1} {a + n} {a + n + 1}" for i in range(n - 1) for a in range(i * n + 1, i * n + n)]
        self.write("field.obj", "\n".join(vertices + faces) + "\n# " + "x" * (1 << 17) + "\n")
        field = {"type": "mesh", "file": "field.obj"}
        lines = [json.dumps({"id": i, "query": "distance", "a": field, "b": box(2 + i % 40, 3 + i % 40)}) for i in range(4000)]
        self.write("questions.jsonl", "\n".join(lines) + "\n")
        process = subprocess.Popen(self.command(3, "query", "--threads", "1", "--out", "answer"), cwd=self.path, env={**os.environ, "TMPDIR": str(shared)})
        seen = set()
        while process.poll() is None:
            seen |= {p.name for p in shared.glob("graze-mpi-*/*.graze")}
            time.sleep(0.001)
        self.assertEqual((process.returncode, (self.path / "answer").read_text()), self.whole("query")[:2])
        self.assertEqual(len(seen), 1)
        self.assertEqual(list(shared.glob("graze-mpi-*")), [])

    def plugins(self, **environment):
        """Libraries of hwloc for disks, graphics cards and displays that a rank at work has loaded, where it may look for its own cores."""
        line = (self.path / "questions.jsonl").read_text().splitlines()[2]
        self.write("long.jsonl", "\n".join([line] * 40000) + "\n")
        with subprocess.Popen([*MPIRUN, "--bind-to", "none", "-n", "2", GRAZE_MPI, "query", "long.jsonl", "--threads", "1", "--out", "answer"], cwd=self.path, env={**os.environ, **environment}) as job:
            while job.poll() is None and self.journal_bytes() == 0:
                time.sleep(0.002)
            ranks = self.children(job)
            maps = [pathlib.Path(f"/proc/{rank}/maps").read_text() for rank in ranks[:1]]
            self.assertEqual((job.wait(), len(maps)), (0, 1))
        return sorted({pathlib.Path(row.split()[-1]).name for row in maps[0].splitlines() if "/hwloc_" in row})

    def test_ranks_of_one_machine_start_without_what_they_do_not_need(self):
        """It was a third of what starting a rank costs. A word of the user counts more."""
        self.assertEqual(self.plugins(), [])
        if list(pathlib.Path("/usr/lib").glob("*/hwloc/hwloc_pci.so")):
            self.assertIn("hwloc_pci.so", self.plugins(HWLOC_PLUGINS_BLACKLIST=""))

    def test_errors_are_told_once(self):
        run = subprocess.run([*MPIRUN, "-n", "3", GRAZE_MPI, "query", "absent.jsonl"], cwd=self.path, capture_output=True, text=True, check=False)
        self.assertEqual((run.returncode, run.stdout), (2, ""))
        self.assertEqual([line for line in run.stderr.splitlines() if line.startswith("graze: ")], ["graze: absent.jsonl: No such file or directory"])
        for wrong in (["qerry"], ["query", "questions.jsonl", "--shard", "1/2"], ["robot", "arm.urdf"]):
            run = subprocess.run([*MPIRUN, "-n", "2", GRAZE_MPI, *wrong], cwd=self.path, capture_output=True, text=True, check=False)
            self.assertEqual((run.returncode, run.stderr.count("graze: ")), (2, 1), run.stderr)

    def test_scenes_that_are_wrong_are_told_as_by_one_process(self):
        """Each rank looks at some of the bodies, and only one of them sees what is wrong."""
        ball = {"type": "sphere", "c": [0, 0, 0], "r": 1}
        self.write("wrong.json", json.dumps({"bodies": [*({**ball, "name": f"ball {i}"} for i in range(8)), {**ball, "name": "last", "r": -1}]}))
        self.write("twice.json", json.dumps({"bodies": [{**ball, "name": name} for name in "abcdefga"]}))
        for files in (["wrong.json"], ["wrong.json", "groups.json"], ["groups.json", "wrong.json", "named.json"], ["twice.json", "groups.json"], ["groups.json", "absent.json"]):
            run = subprocess.run([*MPIRUN, "-n", "3", GRAZE_MPI, "clash", *files, "--json"], cwd=self.path, capture_output=True, text=True, timeout=300, check=False)
            whole = self.graze("clash", *files, "--json")
            told = [line for line in run.stderr.splitlines(keepends=True) if line.startswith("graze: ")]
            self.assertEqual((run.returncode, run.stdout, told), (2, "", [whole.stderr]), run.stderr)

    def test_an_answer_that_could_not_be_written_is_not_lost(self):
        """A full disk at the very end took all that the ranks had found with it."""
        with open("/dev/full", "w", encoding="utf-8") as full:
            run = subprocess.run([GRAZE_MPI, *self.WORKS["query"]], cwd=self.path, stdout=full, stderr=subprocess.PIPE, text=True, check=False)
        self.assertEqual(run.returncode, 2)
        self.assertIn("No space left", run.stderr)
        run = self.ranks(2, "query", "--resume")
        self.assertEqual((run.returncode, run.stdout), self.whole("query")[:2])
        self.assertRegex(run.stderr, r"resuming: (\d+) of \1 pieces done before")
        self.assertEqual(list(self.path.glob("*journal*")), [])
        (self.path / "folder").mkdir()
        run = self.ranks(2, "query", "--out", "folder")
        self.assertEqual((run.returncode, run.stderr.count("folder: cannot write: Is a directory")), (2, 1))
        self.assertEqual(list(self.path.glob("*journal*")), [])

    def test_jobs_that_were_killed_are_resumed(self):
        """One rank is killed, which ends the job; the next job has another number of ranks."""
        line = (self.path / "questions.jsonl").read_text().splitlines()[2]
        self.write("questions.jsonl", "\n".join([line] * 12000) + "\n")
        code, text, _ = self.whole("query")
        kills = resumed = 0
        for job in range(int(os.environ.get("GRAZE_KILLS", "4"))):
            for attempt in range(8):
                ranks, before = 2 + (job + attempt) % 3, self.journal_bytes()
                process = subprocess.Popen(self.command(ranks, "query", "--out", "answer", "--resume", "--threads", "1"), cwd=self.path, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
                kills += self.kill_a_rank(process, before, None if attempt > 5 else self.rng.uniform(0, 0.1))
                complaint = process.communicate()[1]
                resumed += "resuming: " in complaint
                if (self.path / "answer").exists():
                    break
            self.assertEqual((self.path / "answer").read_text(), text)
            (self.path / "answer").unlink()
            self.assertEqual([p.name for p in self.path.glob("*journal*")], [])
        print(f"{kills} ranks killed, {resumed} jobs resumed")
        self.assertGreater(resumed, 0)

    def journal_bytes(self):
        total = 0
        for journal in self.path.glob("answer.journal.*"):
            with contextlib.suppress(FileNotFoundError):  # the job has ended in between
                total += journal.stat().st_size
        return total

    def children(self, process):
        """The ranks of a job."""
        children = subprocess.run(["ps", "-o", "pid=,comm=", "--ppid", str(process.pid)], capture_output=True, text=True, check=False).stdout
        return [int(row.split()[0]) for row in children.splitlines() if "graze-mpi" in row]

    def kill_a_rank(self, process, before, seconds):
        """So long after its journals have begun to grow, not at all after None: 1 where one was killed."""
        if seconds is None:
            return 0
        while process.poll() is None and self.journal_bytes() <= before:
            time.sleep(0.002)
        time.sleep(seconds)
        ranks = self.children(process)
        if not ranks or process.poll() is not None:
            return 0
        try:
            os.kill(self.rng.choice(ranks), signal.SIGKILL)
        except ProcessLookupError:  # it has ended in between
            return 0
        return 1


if __name__ == "__main__":
    unittest.main()
