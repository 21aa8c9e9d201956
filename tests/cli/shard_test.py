#!/usr/bin/env python3
"""--shard, --resume and graze merge: the bytes of one process, whatever happens to the processes that share its work."""

import json
import os
import pathlib
import re
import resource
import signal
import subprocess
import time
import unittest

from graze_command import GRAZE, cube_obj
from shared_work import SEED, SharedWork


class Shards(SharedWork):
    def test_merged_are_what_one_process_writes(self):
        for work in self.WORKS:
            whole = self.whole(work)
            self.assertIn(whole[0], (1, 2), (work, whole[2]))
            for count in (1, 2, 3, 7):
                for index in range(1, count + 1):
                    run = self.shard(work, index, count)
                    self.assertEqual((run.returncode, run.stdout, run.stderr), (0, "", ""), (work, index, count))
                files = [f"part{index}" for index in range(count, 0, -1)]
                self.assertEqual(self.merge(*files), whole, (work, count, SEED))
            code = self.graze("merge", *files, "--out", "merged").returncode
            self.assertEqual((code, (self.path / "merged").read_text()), whole[:2], work)
            self.assertEqual(sorted(p.name for p in self.path.glob("*.journal*")), [])

    def test_more_shards_than_work_are_empty_and_count(self):
        for index in range(1, 301):
            self.shard("query", index, 300)
        self.assertEqual(self.merge(*[f"part{i}" for i in range(1, 301)]), self.whole("query"))

    def test_the_threads_of_a_shard_do_not_matter(self):
        for threads in (1, 4):
            self.shard("query", 1, 1, "--threads", threads, out=f"by{threads}")
        self.assertEqual((self.path / "by1").read_bytes(), (self.path / "by4").read_bytes())

    def test_an_assembly_takes_the_memory_of_a_share_and_of_outlines(self):
        """7 KB a body were too many: 10^6 parts took 7 GB in every process."""

        def resident(count):
            (self.path / "many").mkdir(exist_ok=True)
            for i in range(count):
                self.write(f"many/{i:05}.obj", cube_obj(1.5 * i))
            arguments = [GRAZE, "clash", "many", "--clearance", "1", "--shard", "50/100", "--out", "part", "--threads", "1"]
            process = subprocess.Popen(arguments, cwd=self.path)
            _, status, usage = os.wait4(process.pid, 0)
            process.returncode = os.waitstatus_to_exitcode(status)
            self.assertEqual(process.returncode, 0)
            return usage.ru_maxrss * 1024

        few, many = resident(500), resident(6500)
        self.assertLess((many - few) / 6000, 2000)

    def resident(self, *arguments):
        """The exit code, and the most memory in bytes."""
        with open(self.path / "out", "w", encoding="utf-8") as out:
            process = subprocess.Popen([GRAZE, *map(str, arguments)], cwd=self.path, stdout=out)
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        return process.returncode, usage.ru_maxrss * 1024

    def test_a_scene_file_takes_the_memory_of_a_share_and_of_outlines(self):
        """4.5 KB a body were too many: all of the file was read, as a tree of JSON values and as a geometry for each shape."""
        memory = []
        for count in (2000, 42000):
            bodies = [{"name": f"box {i}", "shape": {"type": "aabb", "min": [0, 0, 0], "max": [1, 1, 1]}, "t": [1.5 * i, 0, 0]} for i in range(count)]
            self.write("many.json", json.dumps({"bodies": bodies}))
            code, most = self.resident("clash", "many.json", "--clearance", "1", "--shard", "50/100", "--out", "part", "--threads", "1")
            self.assertEqual(code, 0)
            memory.append(most)
        self.assertLess((memory[1] - memory[0]) / 40000, 700)

    def test_answers_larger_than_memory_are_joined(self):
        """Rows go through a file where they are many: their order is that of one list, their memory does not grow with them."""
        memory, reach = [], 65  # balls of a hundredth more than the distance of the 64th neighbour
        for count in (200, 1600):
            balls = [{"name": f"{(i * 7919) % count:04}", "type": "sphere", "c": [0.5 * i, 0, 0], "r": 16.01} for i in range(count)]
            self.write("balls.json", json.dumps({"bodies": balls}))
            meeting = sorted(tuple(sorted((balls[i]["name"], balls[j]["name"]))) for i in range(count) for j in range(i + 1, min(count, i + reach)))
            for form in (["--json"], ["--csv"], []):
                for index in (1, 2, 3):
                    self.assertEqual(self.graze("clash", "balls.json", *form, "--shard", f"{index}/3", "--out", f"part{index}").returncode, 0)
                code, most = self.resident("merge", "part2", "part3", "part1")
                merged = (self.path / "out").read_text()
                whole = self.graze("clash", "balls.json", *form)
                self.assertEqual((code, merged), (whole.returncode, whole.stdout), form)
                if form == ["--json"]:
                    pairs = [(row["a"], row["b"]) for row in json.loads(merged)["pairs"]]
                    self.assertEqual(pairs, meeting)
                    memory.append((most, len(pairs)))
        (few, rows), (many, more_rows) = memory
        self.assertGreater(more_rows, 5 * 16384)
        self.assertLess((many - few) / (more_rows - rows), 600)

    def test_errors_of_the_input_are_told_as_one_process_tells_them(self):
        lines = (self.path / "edges.jsonl").read_text().splitlines()
        for wrong in ({70: '{"from": [0], "to": [0.5, 1]}'}, {70: "nonsense", 20: '{"from": [1e999], "to": [0]}'}, {80: '{"from": [0, 0], "to": [0]}', 40: "{}"}):
            self.write("edges.jsonl", "\n".join(wrong.get(i, line) for i, line in enumerate(lines)) + "\n")
            whole = self.whole("robot")
            self.assertEqual(whole[0], 2)
            for index in (1, 2):
                self.assertEqual(self.shard("robot", index, 2).returncode, 0)
            self.assertEqual(self.merge("part1", "part2"), whole)

    def test_missing_doubled_and_foreign_shards_are_refused_by_name(self):
        for index in (1, 2, 3):
            self.shard("query", index, 3)
        self.shard("query", 2, 4, out="other_count")
        self.shard("robot", 2, 3, out="other_command")
        self.graze("query", "questions.jsonl", "--shard", "2/3", "--out", "other_options")
        (self.path / "copy").write_bytes((self.path / "part2").read_bytes())
        self.assert_fails(self.graze("merge", "part1", "part3"), "shard 2/3", "missing")
        self.assert_fails(self.graze("merge", "part1", "part2", "copy", "part3"), "copy", "part2", "2/3")
        self.assert_fails(self.graze("merge", "part1", "other_count", "part3"), "other_count", "4 shards")
        self.assert_fails(self.graze("merge", "part1", "other_command", "part3"), "other_command", "graze robot")
        self.assert_fails(self.graze("merge", "part1", "other_options", "part3"), "other_options", "options", "check")
        self.assert_fails(self.graze("merge", "part1", "questions.jsonl", "part3"), "questions.jsonl", "no shard")
        self.assert_fails(self.graze("merge", "part1", "absent", "part3"), "absent")

    def test_a_shard_of_another_version_is_refused(self):
        for index in (1, 2):
            self.shard("query", index, 2)
        text = (self.path / "part2").read_text()
        version = self.graze("--version").stdout.split()[1]
        (self.path / "part2").write_text(text.replace(f'"graze":"{version}"', '"graze":"9.9.9"', 1))
        self.assert_fails(self.graze("merge", "part1", "part2"), "part2", "9.9.9")

    def test_damaged_and_shortened_shards_are_refused(self):
        for index in (1, 2):
            self.shard("query", index, 2)
        for part in ("part1", "part2"):
            good = (self.path / part).read_bytes()
            records = [match.start() for match in re.finditer(rb'\{"(piece|context)":', good)]
            self.assertGreater(len(records), 3)
            wrong = good.replace(b'"intersect":true', b'"intersect":folk', 1)
            self.assertNotEqual(wrong, good)
            for bad in (good[: len(good) // 2], good[:-1], *(good[:at] for at in records), good + b"x", good + good[records[-1] :], wrong, good[:20], b""):
                (self.path / part).write_bytes(bad)
                run = self.graze("merge", "part1", "part2", "--out", "merged")
                self.assert_fails(run, f"graze: {part}:")
                self.assertFalse((self.path / "merged").exists())
            (self.path / part).write_bytes(good)
        self.assertEqual(self.merge("part1", "part2"), self.whole("query"))

    def test_a_shortened_shard_is_done_anew(self):
        self.shard("query", 1, 2)
        good = (self.path / "part1").read_bytes()
        (self.path / "part1").write_bytes(good[: good.rindex(b'{"context"')])
        self.assertEqual(self.shard("query", 1, 2, "--resume").returncode, 0)
        self.assertEqual((self.path / "part1").read_bytes(), good)

    def test_input_that_was_changed_between_shards_is_refused(self):
        """The questions, a mesh that they name, a part, the world, the roadmap."""
        changes = {"query": ["questions.jsonl", "meshes/far.obj"], "clash": ["parts/03.obj"], "clash in motion": ["scene.json"], "robot": ["world.json", "edges.jsonl", "arm.urdf"]}
        for work, files in changes.items():
            for file in files:
                before = (self.path / file).read_text()
                self.shard(work, 1, 2)
                self.write(file, before.replace("1", "2", 1) if "1" in before else before + " ")
                self.assertNotEqual((self.path / file).read_text(), before)
                self.shard(work, 2, 2)
                self.assert_fails(self.graze("merge", "part1", "part2"), "part2", "another input")
                self.assert_fails(self.shard(work, 1, 2, "--resume"), "part1", "another input")
                self.write(file, before)

    def test_parts_may_lie_in_the_folder_that_is_asked_about(self):
        """Which changes then, as a folder."""
        self.write("parts/questions.jsonl", '{"id": 1, "query": "distance", "a": {"type": "mesh", "file": "."}, "b": {"type": "sphere", "c": [0, 0, 0], "r": 1}}\n')
        for work in (["clash", "."], ["query", "questions.jsonl"]):
            run = lambda *more, work=work: subprocess.run([GRAZE, *work, *more], cwd=self.path / "parts", capture_output=True, text=True, timeout=120, check=False)
            whole = run()
            for index in (1, 2):
                part = run("--shard", f"{index}/2", "--out", f"part{index}")
                self.assertEqual((part.returncode, part.stderr), (0, ""), work)
            merged = self.graze("merge", "parts/part1", "parts/part2")
            self.assertEqual((merged.returncode, merged.stdout), (whole.returncode, whole.stdout), work)

    def test_wrong_words_are_refused(self):
        for wrong in ("0/3", "4/3", "3", "1/", "/3", "1/3/5", "-1/3", "1.5/3", "99999999999999999999/3"):
            self.assert_fails(self.graze("query", "questions.jsonl", "--shard", wrong, "--out", "part"), "--shard", "I/N")
        self.assert_fails(self.graze("query", "questions.jsonl", "--shard", "1/2"), "--shard needs --out")
        self.assert_fails(self.graze("query", "questions.jsonl", "--resume"), "--resume needs --shard")
        self.assert_fails(self.graze("query", "-", "--shard", "1/2", "--out", "part", text=""), "standard input")
        self.assert_fails(self.graze("robot", "arm.urdf", "--shard", "1/2", "--out", "part"), "--edges")
        self.assert_fails(self.graze("clash", "parts", "--shard", "1/2", "--out", "part", "--report", "r.html"), "--report")
        self.assert_fails(self.graze("query", "absent.jsonl", "--shard", "1/2", "--out", "part"), "absent.jsonl")
        self.assertFalse((self.path / "part").exists())


class Faults(SharedWork):
    def start(self, *arguments, **more):
        return subprocess.Popen([GRAZE, *arguments], cwd=self.path, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True, **more)

    def slow_questions(self, count=6000):
        """Long enough to be killed in the middle."""
        line = (self.path / "questions.jsonl").read_text().splitlines()[2]
        self.write("questions.jsonl", "\n".join([line] * count) + "\n")

    def test_killed_runs_are_resumed_without_loss(self):
        self.slow_questions()
        runs = int(os.environ.get("GRAZE_KILLS", "6"))
        whole, kills, resumed = self.whole("query"), 0, 0
        for _ in range(runs):
            for index in (1, 2):
                pathlib.Path(self.path / f"part{index}").unlink(missing_ok=True)
                arguments = [*self.WORKS["query"], "--shard", f"{index}/2", "--out", f"part{index}", "--resume", "--threads", "1"]
                for attempt in range(4):
                    process = self.start(*arguments)
                    if attempt < 3:
                        kills += self.kill_at_random(process, self.path / f"part{index}.journal")
                    message = process.communicate()[1]
                    resumed += message.startswith("graze: resuming: ")
                    self.assertIn(process.returncode, (0, -signal.SIGKILL), message)
                    if (self.path / f"part{index}").exists():
                        break
            self.assertEqual(self.merge("part1", "part2"), whole)
        print(f"{runs} runs, {kills} processes killed, {resumed} resumed from a journal")
        self.assertGreater(kills, 0)
        self.assertGreater(resumed, 0)

    def kill_at_random(self, process, journal):
        """Before, while or after it writes its journal: 1 where it was killed."""
        size = lambda: journal.stat().st_size if journal.exists() else 0
        before, waits = size(), self.rng.random() < 0.8
        while waits and process.poll() is None and size() <= before:
            time.sleep(0.0005)
        time.sleep(self.rng.uniform(0, 0.03))
        if process.poll() is not None:
            return 0
        process.send_signal(signal.SIGKILL)
        return 1

    def test_a_journal_that_is_cut_off_anywhere_is_continued(self):
        whole = self.whole("query")
        self.shard("query", 2, 2)
        self.shard("query", 1, 2)
        shard = (self.path / "part1").read_bytes()
        head, _, records = shard.partition(b"\n")
        journal = re.sub(rb'"complete":\d+', b'"complete":false', head) + b"\n" + records
        for length in [0, 1, 12, len(head) - 3, len(head) + 1, *[self.rng.randrange(len(head), len(journal)) for _ in range(12)]]:
            (self.path / "part1").unlink(missing_ok=True)
            (self.path / "part1.journal").write_bytes(journal[:length])
            run = self.shard("query", 1, 2, "--resume")
            self.assertEqual(run.returncode, 0, run.stderr)
            self.assertEqual(self.merge("part1", "part2"), whole, length)

    def test_damage_in_a_journal_is_done_anew(self):
        whole = self.whole("query")
        self.shard("query", 2, 2)
        self.shard("query", 1, 2)
        shard = re.sub(rb'"complete":\d+', b'"complete":false', (self.path / "part1").read_bytes(), count=1)
        (self.path / "part1").unlink()
        (self.path / "part1.journal").write_bytes(shard.replace(b'"intersect":true', b'"intersect":folk', 1))
        self.assertEqual(self.shard("query", 1, 2, "--resume").returncode, 0)
        self.assertEqual(self.merge("part1", "part2"), whole)

    def test_what_is_done_is_skipped(self):
        self.shard("query", 1, 2)
        before = os.stat(self.path / "part1")
        run = self.shard("query", 1, 2, "--resume")
        self.assertEqual((run.returncode, run.stdout, run.stderr), (0, "", ""))
        self.assertEqual(os.stat(self.path / "part1").st_mtime_ns, before.st_mtime_ns)
        self.assert_fails(self.shard("query", 2, 2, "--resume", out="part1"), "part1", "1/2")
        self.write("other.txt", "no shard")
        self.assert_fails(self.shard("query", 2, 2, "--resume", out="other.txt"), "other.txt")

    def test_two_processes_on_one_shard_are_one_too_many(self):
        self.slow_questions(6000)
        arguments = [*self.WORKS["query"], "--shard", "1/1", "--out", "part1", "--threads", "1"]
        first = self.start(*arguments)
        journal = self.path / "part1.journal"
        while not (journal.exists() and journal.stat().st_size) and first.poll() is None:  # the head is written under the lock
            time.sleep(0.001)
        os.kill(first.pid, signal.SIGSTOP)
        second = self.graze(*arguments, "--resume")
        os.kill(first.pid, signal.SIGCONT)
        self.assert_fails(second, "part1.journal", "another process")
        first.communicate()
        self.assertEqual(first.returncode, 0)
        self.assertEqual(self.merge("part1"), self.whole("query"))

    def test_a_full_disk_is_told_and_can_be_resumed(self):
        """A limit of the size of files stands in for the disk."""
        whole = self.whole("query")
        for kilobytes in (1, 4, 12):
            def limited(most=kilobytes << 10):
                signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
                resource.setrlimit(resource.RLIMIT_FSIZE, (most, most))

            run = self.graze(*self.WORKS["query"], "--shard", "1/1", "--out", "part1", preexec_fn=limited)
            self.assert_fails(run, "part1", "cannot write")
            self.assertFalse((self.path / "part1").exists())
            self.assertEqual(self.shard("query", 1, 1, "--resume").returncode, 0)
            self.assertEqual(self.merge("part1"), whole)
            (self.path / "part1").unlink()

    def test_what_cannot_be_replaced_is_told_before_the_work(self):
        os.mkfifo(self.path / "pipe")
        for out in ("parts", "/dev/null", "pipe"):
            self.assert_fails(self.shard("query", 1, 2, out=out), f"{out}: cannot write: ")
        self.assertEqual(list(self.path.glob("*journal*")), [])

    def test_files_of_others_are_left_alone(self):
        self.write("part1.journal", "my diary\n")
        for more in ([], ["--resume"]):
            self.assert_fails(self.shard("query", 1, 2, *more), "part1.journal", "no journal of graze")
        self.assertEqual((self.path / "part1.journal").read_text(), "my diary\n")
        os.mkfifo(self.path / "pipe.journal")
        self.assert_fails(self.shard("query", 1, 2, out="pipe"), "pipe.journal")
        self.assert_fails(self.shard("query", 1, 2, out="nowhere/part"), "nowhere/part")


if __name__ == "__main__":
    unittest.main()
