#!/usr/bin/env python3
"""One grammar: help, misspelt words, completion scripts, manual pages and docs/commands.md."""

import pathlib
import re
import shutil
import subprocess
import unittest

from graze_command import Command, GRAZE

DOCS = pathlib.Path(__file__).resolve().parents[2] / "docs"


class Grammar(Command):
    def commands(self):
        return re.findall(r"^  ([a-z]+)  ", self.graze("help").stdout.split("Commands:")[1].split("\n\n")[0], re.MULTILINE)

    def test_every_command_explains_itself_with_examples(self):
        for command in self.commands():
            run = self.graze("help", command)
            self.assertEqual((run.returncode, run.stderr), (0, ""))
            self.assertEqual(run.stdout, self.graze(command, "--help").stdout)
            self.assertIn("Usage: graze " + command, run.stdout)
            self.assertIn("Examples:", run.stdout)
            self.assertLessEqual(max(map(len, run.stdout.replace("graze check: ", "").splitlines())), 120)

    def test_examples_are_understood(self):
        """Files of examples are not there, so that all that may be said is that one is missing."""
        for command in self.commands():
            for line in re.findall(r"^  graze (.*)$", self.graze("help", command).stdout.split("Examples:")[1], re.MULTILINE):
                run = subprocess.run(["sh", "-c", f"'{GRAZE}' {line.split('|')[0]}"], capture_output=True, text=True, cwd=self.path, timeout=60)
                for complaint in ("unknown option", "missing", "no such command", "expected", "exclude", "needs a value", "too many"):
                    self.assertNotIn(complaint, run.stderr, line)

    def test_common_options_are_the_same_everywhere(self):
        for command in ("check", "clash", "distance", "sweep", "contains", "self", "fit", "info", "robot", "scene"):
            text = self.graze("help", command).stdout
            for option in ("--json", "--csv", "--out", "--threads", "--quiet", "--no-color", "--progress", "--precise"):
                self.assertIn(f"  {option}", text, command)
            self.assertEqual("  --units" in text, command not in ("robot", "scene"), command)  # which leave lengths as the files have them

    def test_no_command_has_an_option_twice(self):
        for command in self.commands():
            options = re.findall(r"^  (--[\w-]+)", self.graze("help", command).stdout, re.MULTILINE)
            self.assertEqual(sorted(set(options)), sorted(options), command)

    def test_misspelt_words_get_a_suggestion(self):
        for arguments, meant in ((["chek"], "check"), (["swepe"], "sweep"), (["dist"], "distance"), (["help", "infoo"], "info"),
                                 (["check", "a", "b", "--tolernce=1"], "--tolerance"), (["check", "a", "b", "--b_translate=1,2,3"], "--b-translate"),
                                 (["fit", "a", "--method", "min_volum"], "min_volume"), (["check", "a", "b", "--Json"], "--json")):
            self.assert_fails(self.graze(*arguments), f"did you mean {meant}?")

    def test_wrong_usage_of_every_kind_is_one_clear_line(self):
        for arguments, reason in ((["check", "a", "--t"], "unknown option --t"), (["check", "a", "--clearance"], "--clearance needs a value"),
                                  (["check", "a", "--clearance", "--json"], "--clearance needs a value"), (["check", "a", "--clearance=x"], "a number that is not negative"),
                                  (["check", "a", "--clearance=-1"], "not negative"), (["check", "a", "--clearance=1e999"], "not negative"),
                                  (["check", "a", "--clearance=nan"], "not negative"), (["check", "a", "--json=yes"], "takes no value"),
                                  (["check", "a", "--json", "--json"], "given twice"), (["check", "a", "--json", "--csv"], "exclude each other"),
                                  (["distance", "a"], "B is missing"), (["distance", "a", "b", "c"], "too many: c"), (["distance", "a", "b", "--pairs"], "--pairs needs --within"),
                                  (["query", "--threads=0"], "from 1 to 1024"), (["query", "--threads=1.5"], "whole number"), (["completion", "tcsh"], "bash, zsh, fish"),
                                  (["sweep", "a", "b", "--tol=0"], "above 0"), (["check", "a", "--max-pairs=-1"], "whole number")):
            self.assert_fails(self.graze(*arguments), reason)
            self.assertLess(len(self.graze(*arguments).stderr), 300)

    def test_docs_are_what_the_command_says(self):
        self.assertEqual((DOCS / "commands.md").read_text(), self.graze("help", "--markdown").stdout,
                         "docs/commands.md: write it anew with graze help --markdown")

    def test_completion_scripts_are_valid_and_complete(self):
        for shell in ("bash", "zsh", "fish"):
            script = self.graze("completion", shell).stdout
            for word in ("check", "sweep", "b-translate", "min_volume"):
                self.assertIn(word, script)
            if shutil.which(shell):
                run = subprocess.run([shell, "-n"], input=script, capture_output=True, text=True)
                self.assertEqual((run.returncode, run.stderr), (0, ""), shell)
        script = self.graze("completion", "bash").stdout
        ask = 'COMP_WORDS=(graze %s); COMP_CWORD=%d; _graze; echo "${COMPREPLY[@]}"'
        for words, place, expected in (("sw", 1, "sweep"), ("check --clea", 2, "--clearance"), ("fit a --method min", 4, "min_volume"), ("completion z", 2, "zsh")):
            run = subprocess.run(["bash", "-c", script + "\n" + ask % (words, place)], capture_output=True, text=True)
            self.assertEqual(run.stdout.split(), [expected], run.stderr)
        (self.path / "my part.stl").touch()
        for words, place, expected in (("check my", 2, ["my part.stl"]), ("help sh", 2, ["shapes"]), ("help swe", 2, ["sweep"]), ("man swe", 2, ["sweep"]),
                                       ("man sh", 2, []), ("check --nonsense", 2, [])):
            lines = ask.replace('echo "${COMPREPLY[@]}"', 'printf "%%s\\n" "${COMPREPLY[@]}"') % (words, place)
            run = subprocess.run(["bash", "-c", script + "\n" + lines], capture_output=True, text=True, cwd=self.path)
            self.assertEqual(run.stdout.splitlines(), expected or [""], run.stderr)

    def test_manual_pages_are_valid(self):
        self.assertEqual(self.graze("man", "--folder", "man").returncode, 0)
        pages = sorted(p.name for p in (self.path / "man").iterdir())
        self.assertEqual(pages, sorted(["graze.1"] + [f"graze-{c}.1" for c in self.commands()]))
        self.assertEqual((self.path / "man/graze-check.1").read_text(), self.graze("man", "check").stdout)
        if shutil.which("groff"):
            for page in pages:
                run = subprocess.run(["groff", "-man", "-Tutf8", "-ww", self.path / "man" / page], capture_output=True, text=True)
                self.assertEqual(run.stderr, "", page)


if __name__ == "__main__":
    unittest.main()
