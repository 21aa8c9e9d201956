#!/usr/bin/env python3
"""The graze command as its users meet it: help, errors, questions, progress."""

import json
import os
import pty
import subprocess
import unittest

from graze_command import Command, GRAZE, box, cube_obj, overlap


class General(Command):
    def test_version_and_help_go_to_stdout(self):
        self.assertRegex(self.graze("--version").stdout, r"\Agraze \d+\.\d+\.\d+\n(reads STEP files, through Open CASCADE|built without STEP files)\n\Z")
        for arguments in (["help"], ["--help"], ["query", "--help"], ["check", "--help"], ["help", "check"], ["sweep", "-h"]):
            run = self.graze(*arguments)
            self.assertEqual((run.returncode, run.stderr), (0, ""), arguments)
            self.assertIn("Usage", run.stdout)
        for command in ("query", "check", "distance", "sweep", "contains", "self", "fit", "tree", "info", "convert", "build", "demo", "completion", "man"):
            self.assertRegex(self.graze("help").stdout, rf"\n +{command} ")

    def test_wrong_arguments_are_one_line_and_exit_code_2(self):
        for arguments in ([], ["fly"], ["check"], ["check", "one.obj"], ["query", "--threads", "0"], ["query", "--threads", "x"], ["info"],
                          ["query", "--nonsense"], ["check", "a", "b", "--a-pose", "1", "--a-rotate", "x,1"]):
            self.assert_fails(self.graze(*arguments))

    def test_a_closed_or_full_stdout_is_an_error_and_no_crash(self):
        if os.path.exists("/dev/full"):
            with open("/dev/full", "w") as full:
                run = subprocess.run([GRAZE, "help"], stdout=full, stderr=subprocess.PIPE, text=True)
            self.assertEqual((run.returncode, run.stderr), (2, "graze: standard output: No space left on device\n"))
        self.write("many.jsonl", (overlap("x", box(0, 1), box(1, 2)) + "\n") * 20000)
        read_end, write_end = os.pipe()
        os.close(read_end)
        run = subprocess.run([GRAZE, "query", self.path / "many.jsonl"], stdout=write_end, stderr=subprocess.PIPE, text=True)
        os.close(write_end)
        self.assertEqual((run.returncode, run.stderr), (2, ""))  # who closed the pipe has seen enough


class Query(Command):
    def answers(self, run):
        return [json.loads(line) for line in run.stdout.splitlines()]

    def test_answers_in_order_from_a_file_and_from_stdin(self):
        lines = [overlap(i, box(0, 1), box(i / 4, 3)) for i in range(8)]
        text = "\n".join(lines)  # the last line has no end
        self.write("q.jsonl", text)
        for run in (self.graze("query", "q.jsonl"), self.graze("query", "-", text=text), self.graze("query", text=text)):
            self.assertEqual((run.returncode, run.stderr), (0, ""))
            self.assertEqual([(a["id"], a["intersect"]) for a in self.answers(run)], [(i, i <= 4) for i in range(8)])

    def test_bad_lines_are_answered_and_do_not_stop_the_run(self):
        good = overlap("good", box(0, 1), box(1, 2))
        run = self.graze("query", text=f"{good}\nnot json\n\n  \r\n{overlap('bad', box(0, 1), box(2, 1))}\n[]\n{good}\r\n")
        self.assertEqual((run.returncode, run.stderr), (2, "graze: standard input:2: not JSON, at byte 2 (and 2 more lines in error)\n"))
        answers = self.answers(run)
        self.assertEqual([a["ok"] for a in answers], [True, False, False, False, True])
        self.assertEqual([a.get("line") for a in answers], [None, 2, 5, 6, None])
        self.assertEqual(answers[1]["error"]["code"], "bad_json")
        self.assertEqual(answers[2]["error"], {"code": "bad_shape", "message": "b.min[0]: 2 is above max[0] = 1"})
        self.assertEqual(answers[2]["id"], "bad")

    def test_unknown_top_level_fields_are_ignored(self):
        run = self.graze("query", text=overlap("x", box(0, 1), box(1, 2), remark={"anything": [1]}) + "\n")
        self.assertEqual(run.stdout, '{"id":"x","ok":true,"intersect":true}\n')

    def test_threads_do_not_change_a_byte(self):
        self.write("cube.obj", cube_obj())
        mesh = {"type": "mesh", "file": "cube.obj"}
        lines = [json.dumps({"id": i, "query": "intersection", "a": mesh, "b": {**mesh, "t": [i / 700, 0.25, 0.5]}}) for i in range(1000)]
        lines += [overlap(i, box(0, 1), box(i % 3 - 1, i % 5)) for i in range(1000)]
        self.write("q.jsonl", "\n".join(lines) + "\n")
        one = self.graze("query", "q.jsonl")
        self.assertEqual(len(one.stdout.splitlines()), 2000)
        for threads in (2, 7):
            self.assertEqual(self.graze("query", "q.jsonl", "--threads", threads).stdout, one.stdout)

    def test_mesh_files_are_relative_to_the_query_file(self):
        (self.path / "inner").mkdir()
        self.write("inner/cube.obj", cube_obj())
        mesh = {"type": "mesh", "file": "cube.obj"}
        line = overlap("m", mesh, {**mesh, "t": [0.5, 0.5, 0.5]}) + "\n"
        self.write("inner/q.jsonl", line)
        self.assertEqual(self.graze("query", "inner/q.jsonl").returncode, 0)
        run = self.graze("query", text=line)
        self.assertEqual(run.returncode, 2)
        self.assertEqual(self.answers(run)[0]["error"]["code"], "file")
        self.assertTrue(self.answers(run)[0]["error"]["message"].startswith("a.file: cube.obj: "), run.stdout)

    def test_check_compares_with_the_expectation_of_the_line(self):
        met = overlap(1, box(0, 1), box(1, 2), expect={"intersect": True})
        unmet = overlap(2, box(0, 1), box(1, 2), expect={"intersect": False})
        soft = overlap(3, box(0, 1), box(1, 2), expect={"intersect": False}, borderline=True)
        error = overlap(4, box(0, 1), box(1, 0), expect={"intersect": False})
        plain = overlap(5, box(0, 1), box(1, 2))
        run = self.graze("query", "--check", text="\n".join([met, unmet, soft, plain]))
        self.assertEqual((run.returncode, run.stderr), (1, "graze: standard input: 1 of 3 expectations are not met\n"))
        self.assertEqual([a.get("check") for a in self.answers(run)],
                         [{"met": True}, {"met": False, "reason": "intersect: expected false, got true"},
                          {"met": False, "reason": "intersect: expected false, got true", "soft": True}, None])
        self.assertEqual(self.graze("query", "--check", text=met + "\n" + soft).returncode, 0)
        self.assertEqual(self.graze("query", "--check", text=unmet + "\n" + error).returncode, 2)
        self.assertEqual(self.graze("query", text=unmet).returncode, 0)

    def test_an_interactive_writer_gets_its_answer_before_the_next_question(self):
        process = subprocess.Popen([GRAZE, "query"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        for i in range(3):
            process.stdin.write(overlap(i, box(0, 1), box(1, 2)) + "\n")
            process.stdin.flush()
            self.assertEqual(json.loads(process.stdout.readline())["id"], i)
        process.stdin.close()
        self.assertEqual(process.wait(timeout=20), 0)
        process.stdout.close()

    def test_files_that_cannot_be_read(self):
        self.assert_fails(self.graze("query", "absent.jsonl"), "absent.jsonl: No such file or directory")
        self.assert_fails(self.graze("query", "."), ".: Is a directory")
        self.assert_fails(self.graze("query", "line\nbreak"), "line\\nbreak: ")
        if os.geteuid() != 0:
            self.write("locked.jsonl", "")
            (self.path / "locked.jsonl").chmod(0)
            self.assert_fails(self.graze("query", "locked.jsonl"), "locked.jsonl: Permission denied")

    def test_an_empty_file_has_no_answers(self):
        self.write("empty.jsonl", "")
        run = self.graze("query", "empty.jsonl")
        self.assertEqual((run.returncode, run.stdout, run.stderr), (0, "", ""))

    def test_a_line_without_end_is_refused_and_the_next_one_answered(self):
        good = overlap("after", box(0, 1), box(1, 2))
        run = subprocess.run(["sh", "-c", f"(head -c 300000000 /dev/zero | tr '\\0' ' '; echo; cat) | '{GRAZE}' query"],
                             input=good, capture_output=True, text=True)
        answers = self.answers(run)
        self.assertEqual(answers[0]["error"]["code"], "limit")
        self.assertEqual((answers[1]["id"], answers[1]["ok"]), ("after", True))


class ProgressLine(Command):
    def test_shows_on_a_terminal_after_a_second_and_wipes_itself(self):
        try:
            process_end, terminal = pty.openpty()
        except OSError as reason:  # a bare chroot has none
            self.skipTest(str(reason))
        process = subprocess.Popen([GRAZE, "query"], stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, stderr=terminal)
        os.close(terminal)
        seen = b""
        while b"questions answered:" not in seen:
            seen += os.read(process_end, 1000)
        process.stdin.close()
        self.assertEqual(process.wait(timeout=20), 0)
        while not seen.endswith(b"\r\x1b[K"):
            seen += os.read(process_end, 1000)
        os.close(process_end)


if __name__ == "__main__":
    unittest.main()
