"""The documents stay true to the tree: links lead somewhere, the examples are what is built and answered, cited papers are listed."""

import pathlib
import re
import subprocess
import sys
import unittest

GRAZE = sys.argv.pop()
ROOT = pathlib.Path(__file__).resolve().parents[2]
DOCUMENTS = [*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md")]
CITATION = re.compile(r"\[([A-Z][A-Za-z]+\d{2})\b[^\]]*\]")


class Documents(unittest.TestCase):
    def test_links_lead_to_files(self):
        for document in DOCUMENTS:
            text = re.sub(r"^```.*?^```$", "", document.read_text(), flags=re.DOTALL | re.MULTILINE)  # lambdas are no links
            for target in re.findall(r"\]\(([^)#\s]+)[^)]*\)", text):
                if "://" not in target:
                    self.assertTrue((document.parent / target).exists(), f"{document.name}: {target}")

    def test_the_example_of_the_readme_is_the_one_that_is_built(self):
        blocks = re.findall(r"```cpp\n(.*?)```", (ROOT / "README.md").read_text(), re.DOTALL)
        self.assertIn((ROOT / "examples/first_contact.cpp").read_text(), blocks)

    def test_the_question_of_the_readme_gets_the_answer_shown(self):
        shown = re.search(r"^\$ echo '(.*)' \| graze query\n(.*)\n", (ROOT / "README.md").read_text(), re.MULTILINE)
        answer = subprocess.run([GRAZE, "query"], input=shown[1], capture_output=True, text=True, check=True).stdout
        self.assertEqual(answer.strip(), shown[2])

    def test_cited_papers_are_listed(self):
        listed = set(re.findall(r"^\| `(\w+)`", (ROOT / "docs/references.md").read_text(), re.MULTILINE))
        for folder in ("src", "include", "tests", "apps"):
            for path in (ROOT / folder).rglob("*"):
                if path.suffix in (".h", ".cpp"):
                    for key in CITATION.findall(path.read_text()):
                        self.assertIn(key, listed, path.relative_to(ROOT))

    def test_every_room_is_described(self):
        architecture = (ROOT / "ARCHITECTURE.md").read_text()
        rooms = re.findall(r"^([a-z/]+):", (ROOT / "cmake/layers.txt").read_text(), re.MULTILINE)
        self.assertGreater(len(rooms), 20)
        for room in rooms:
            with self.subTest(room):
                self.assertIn(f"`{room}`", architecture)


if __name__ == "__main__":
    unittest.main()
