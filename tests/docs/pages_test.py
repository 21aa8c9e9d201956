"""The pages stay true: tests they name exist, the tables of the query format are the command's own, generated pages and pictures are today's, the site builds."""

import html.parser
import importlib.util
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import time
import unittest
import urllib.parse

sys.dont_write_bytecode = True
from samples import DOCUMENTS, ROOT  # noqa: E402

sys.path.append(str(ROOT / "tests/browser"))
from webdriver import Browser  # noqa: E402

GRAZE = os.environ["GRAZE"]
QUERY = (ROOT / "docs/query.md").read_text()


def rows_of(text, header):
    """Cells of all tables whose first row begins with the header."""
    lines = [line for table in text.split(header)[1:] for line in table.split("\n\n")[0].splitlines()[2:]]
    return [[cell.strip() for cell in re.split(r"(?<!\\)\|", line)[1:-1]] for line in lines]


def words(cell):
    return re.findall(r"`([\w]+)`", cell)


def names_in(value):
    """All field names of a JSON value, however deep."""
    if isinstance(value, list):
        return set().union(*map(names_in, value))
    return set(value).union(*map(names_in, value.values())) if isinstance(value, dict) else set()


class Links(html.parser.HTMLParser):
    """Where a page leads to, and what in it can be led to."""

    def __init__(self, text):
        super().__init__()
        self.links, self.anchors = [], {""}
        self.feed(text)

    def handle_starttag(self, tag, attributes):
        values = dict(attributes)
        self.anchors.add(values.get("id"))
        for key in ("href", "src"):
            if tag in ("a", "img", "script", "link") and values.get(key):
                self.links.append(values[key])


class Guarantees(unittest.TestCase):
    def test_every_test_that_is_named_exists(self):
        declared = set()
        for path in (ROOT / "tests").rglob("*.cpp"):
            declared.update(f"{a}.{b}" for a, b in re.findall(r"\b(?:TEST|TEST_F|TEST_P|RC_GTEST_PROP)\(\s*(\w+),\s*(\w+)", path.read_text()))
        page = (ROOT / "docs/guarantees.md").read_text()
        named = re.findall(r"`([A-Z]\w+\.[A-Z]\w+)`", page)
        self.assertGreater(len(named), 60)
        for name in named:
            with self.subTest(name):
                self.assertIn(name, declared)

    def test_every_script_that_is_named_exists(self):
        scripts = (ROOT / "tests/contract/CMakeLists.txt").read_text() + (ROOT / "tests/docs/CMakeLists.txt").read_text()
        for folder, name in re.findall(r"`(contract|docs)/(\w+)`", (ROOT / "docs/guarantees.md").read_text()):
            with self.subTest(name):
                self.assertTrue(f"add_contract_test({name} " in scripts or f"add_docs_test({name} " in scripts)


class Questions(unittest.TestCase):
    """docs/questions.md against the headers."""

    HEADERS = ("overlap", "distance", "contains", "status", "penetration", "intersection", "raycast", "extent", "sweep", "closest_approach", "path", "integrate",
               "pairs", "mesh", "fit", "scene_questions", "scene_motion", "scene_probe", "box_pairs", "batch")
    # What makes or describes things that are asked about, or takes answers apart.
    HELPERS = {"name_of", "barycentric", "smoothed_normal", "mesh_of", "root_box", "bytes_to_build", "mesh_of_boxes", "volume_of", "area_of", "curve_order",
               "in_poses", "in_motions", "for_each_in_parallel", "pose_at", "guided", "carried_by"}

    @classmethod
    def setUpClass(cls):
        page = (ROOT / "docs/questions.md").read_text()
        cls.named = {name for code in re.findall(r"`([^`]*)`", page) for name in re.findall(r"\w+", code)}

    def test_every_question_of_the_headers_has_its_row(self):
        declared = set()
        for header in self.HEADERS:
            declared.update(re.findall(r"^(?:\[\[nodiscard\]\] )?(?:GRAZE_API |auto |void )[^()=]*?\b(\w+)\(", (ROOT / f"include/graze/{header}.h").read_text(), re.MULTILINE))
        self.assertGreater(len(declared), 60)
        self.assertEqual(declared - self.HELPERS - self.named, set())

    def test_every_cost_is_that_of_a_question_of_the_page(self):
        for table in ("question_costs.csv", "question_costs_one.csv"):
            for line in (ROOT / "docs/figures" / table).read_text().splitlines()[1:]:
                self.assertTrue(re.split(r"[,:]", line)[0] in self.named or line.startswith("Geometry::"), line)


class QueryFormat(unittest.TestCase):
    """docs/query.md against what the command takes."""

    @classmethod
    def setUpClass(cls):
        source = (ROOT / "src/io/query/question_kinds.cpp").read_text()
        cls.queries = re.findall(r'QuestionKind\{"(\w+)", (\d)', source)

    def test_the_table_of_questions_has_all_of_them(self):
        self.assertGreater(len(self.queries), 15)
        self.assertEqual(sorted(words(row[0])[0] for row in rows_of(QUERY, "| query | asks")), sorted(name for name, _ in self.queries))

    def options_taken(self, query, bodies):
        """What the command says the question takes, when given an option that it does not take."""
        body = {"0": '"note":0', "1": '"a":{"type":"point","p":[0,0,0]}', "2": '"a":{"type":"point","p":[0,0,0]},"b":{"type":"point","p":[1,0,0]}'}[bodies]
        for wrong in ("sub_steps", "relative_error"):
            run = subprocess.run([GRAZE, "query"], input=f'{{"query":"{query}",{body},"{wrong}":1}}', capture_output=True, text=True, timeout=60)
            found = re.search(r"not an option of \w+, which takes ([\w, ]+)", run.stdout)
            if found:
                return set(found[1].split(", ")) - {"none"}
        self.fail(f"{query} takes everything")

    def test_the_table_of_options_is_what_each_question_takes(self):
        documented = {name: set() for name, _ in self.queries}
        for option, of, _ in rows_of(QUERY, "| option | of"):
            names = words(option)
            if names == ["at"]:
                continue
            for query in words(of):
                if query in documented:
                    documented[query].update(names)
        for query, bodies in self.queries:
            with self.subTest(query):
                self.assertEqual(documented[query], self.options_taken(query, bodies))


    def test_the_shapes_are_those_that_are_read_with_all_their_fields(self):
        source = (ROOT / "src/io/json/shape.cpp").read_text()
        kinds = re.findall(r'ShapeKind\{"(\w+)", \{([^}]*)\}', source)
        section = QUERY[QUERY.index("## Shapes"):QUERY.index("### The tree of a mesh")]
        self.assertGreater(len(kinds), 20)
        for name, fields in kinds:
            with self.subTest(name):
                self.assertIn(f"`{name}`", section)
                for field in re.findall(r'"(\w+)"', fields):
                    self.assertRegex(section, rf"\b{field}\b")
        known = {name for name, _ in kinds}
        for group in re.findall(r"((?:`\w+`(?:, | and )?)+) \{[^}]*\}", section):
            self.assertLessEqual(set(words(group)), known)
        common = re.search(r'string_view>\(\{"type", ([^}]*)\}', source)[1]
        for field in re.findall(r'"(\w+)"', common):
            self.assertIn(field, words(section) + re.findall(r'"(\w+)"', section))

    def test_every_kind_of_axis_is_described(self):
        kinds = re.findall(r'return "(\w+_\w+)"', (ROOT / "src/polytope/contact/separating_axis.cpp").read_text())
        self.assertGreater(len(kinds), 5)
        self.assertLessEqual(set(kinds), set(words(QUERY)))

    def test_every_field_of_an_answer_is_described(self):
        box = {"type": "aabb", "min": [0, 0, 0], "max": [1, 1, 1]}
        ball = {"type": "sphere", "c": [3, 0, 0], "r": 1}
        corner = {"type": "mesh", "v": [[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1]], "f": [[0, 2, 1], [0, 1, 3], [1, 2, 3], [0, 3, 2]]}
        line, plane = {"type": "line", "o": [0, 0, 5], "d": [0, 0, 1]}, {"type": "plane", "n": [0, 0, 1], "d": 0}
        asked = set()
        for query, _ in self.queries:
            for a, b in ((box, ball), (box, {**ball, "c": [1.5, 0.5, 0.5]}), (corner, {**corner, "t": [0.2, 0.1, 0.1]}), (line, box), (line, line), (ball, plane)):
                for options in ({}, {"t_max": 5}, {"distance": 1}, {"direction": [1, 0, 0]}, {"curves": True}):
                    for more in ({}, {"vel": [-1, 0, 0]}, {"vel": [-1, 0, 0], "omega": [0, 0, 1]}):
                        asked.add(json.dumps({"query": query, "a": a, "b": {**b, **more}, **options}))
        run = subprocess.run([GRAZE, "query"], input="\n".join(sorted(asked)), capture_output=True, text=True, timeout=120)
        answers = [json.loads(line) for line in run.stdout.splitlines()]
        self.assertGreater(sum(answer["ok"] for answer in answers), 100)
        described = set(words(QUERY)) | set(re.findall(r'"(\w+)":', QUERY)) | set(re.findall(r"\w+", " ".join(re.findall(r"\{([\w, ]*)\}", QUERY))))
        for answer in answers:
            if answer["ok"]:
                self.assertEqual(names_in(answer) - described, set(), answer)


class Generated(unittest.TestCase):
    def test_pictures_are_what_graze_answers(self):
        run = subprocess.run([sys.executable, "-B", ROOT / "tools/draw_concepts.py", GRAZE, "--check"], capture_output=True, text=True, timeout=120)
        self.assertEqual(run.returncode, 0, run.stdout + run.stderr)

    def test_plots_are_what_the_figures_say(self):
        run = subprocess.run([sys.executable, "-B", ROOT / "tools/draw_benchmarks.py", "--check"], capture_output=True, text=True, timeout=60)
        self.assertEqual(run.returncode, 0, run.stdout + run.stderr)

    def test_the_python_reference_is_what_the_module_says(self):
        if importlib.util.find_spec("graze") is None:
            self.skipTest("the Python module is not built")
        run = subprocess.run([sys.executable, "-B", ROOT / "tools/docs_python.py", "--check"], capture_output=True, text=True, timeout=60)
        self.assertEqual(run.returncode, 0, run.stdout + run.stderr)

    def test_everything_in_the_python_reference_has_a_sentence(self):
        page = (ROOT / "docs/python_reference.md").read_text()
        self.assertEqual(re.findall(r"^\| `.*\|\s*\|$|^.*\n: –$", page, re.MULTILINE), [])

    def test_external_links_are_well_formed(self):
        for document in DOCUMENTS:
            for link in re.findall(r"\]\((\w+://[^)\s]+)\)", document.read_text()):
                parts = urllib.parse.urlsplit(link)
                self.assertTrue(parts.scheme in ("http", "https") and "." in parts.netloc, f"{document.name}: {link}")


class Site(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        missing = [m for m in ("sphinx", "myst_parser", "furo", "sphinx_copybutton") if importlib.util.find_spec(m) is None]
        missing += [] if shutil.which("esbuild") else ["esbuild"]
        if missing:
            raise unittest.SkipTest(f"the site is not built: {', '.join(missing)} not installed (tools/setup docs)")
        cls.folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(cls.folder.cleanup)
        cls.out = pathlib.Path(cls.folder.name)
        run = subprocess.run([ROOT / "tools/docs", "--no-setup", "--out", cls.out], capture_output=True, text=True, timeout=300)
        if run.returncode != 0:
            raise AssertionError(run.stdout + run.stderr)

    def test_every_link_leads_somewhere_in_the_site(self):
        pages = {p.relative_to(self.out).as_posix(): Links(p.read_text()) for p in self.out.rglob("*.html")}
        self.assertGreater(len(pages), 70)
        for name, page in pages.items():
            for link in page.links:
                target, _, anchor = urllib.parse.unquote(link).partition("#")
                if "://" in target or target.startswith(("data:", "mailto:")):
                    continue
                place = os.path.normpath(os.path.join(os.path.dirname(name), target.partition("?")[0])) if target else name
                self.assertTrue((self.out / place).exists(), f"{name}: {link}")
                if anchor and place in pages:
                    self.assertIn(anchor, pages[place].anchors, f"{name}: {link}")

    def test_every_header_has_a_page_that_search_knows(self):
        index = (self.out / "searchindex.js").read_text()
        for header in (ROOT / "include/graze").glob("*.h"):
            self.assertTrue((self.out / f"cpp/{header.stem}.html").exists(), header.name)
            self.assertIn(f'"cpp/{header.stem}"', index)
        self.assertNotIn('id="more"', (self.out / "cpp/index.html").read_text(), "tools/docs_pages.py: a header without a subject")

    def test_pages_ask_nothing_of_the_network(self):
        for page in self.out.rglob("*.html"):
            for link in re.findall(r"<(?:script|link|img)[^>]+(?:src|href)=\"(https?://[^\"]+)", page.read_text()):
                self.fail(f"{page.name}: {link}")
        self.assertNotIn("@import url(/", (self.out / "_static/styles/furo.css").read_text())

    def test_in_a_browser_pages_fit_a_phone_turn_dark_and_are_searched(self):
        driver, chromium = shutil.which("chromedriver"), shutil.which("chromium")
        if not driver or not chromium:
            self.skipTest("there is no Chromium with its driver")
        browser = Browser(driver, chromium, 390, 844)
        self.addCleanup(browser.close)
        browser.resize(390, 844)
        for page in ("index", "getting-started", "questions", "troubleshooting", "guides/programs", "guarantees", "commands", "query", "cpp/options", "python_reference", "coming-from/fcl", "concepts/trees"):
            browser.open(self.out / f"{page}.html")
            self.assertLessEqual(browser.run("return document.documentElement.scrollWidth - innerWidth"), 0, page)
            self.assertEqual([line for line in browser.console() if line["level"] == "SEVERE"], [], page)
        paper = "return getComputedStyle(document.body).backgroundColor"
        browser.resize(1280, 900)
        browser.open(self.out / "index.html")
        found = {browser.run(paper)}
        for _ in range(2):
            browser.click(".content-icon-container .theme-toggle")
            found.add(browser.run(paper))
        self.assertEqual(len(found), 2, "light and dark")
        browser.open(self.out / "search.html")
        browser.type(".sidebar-search", "sweep_turning\n")
        hits = "return [...document.querySelectorAll('#search-results li a')].map(a => a.getAttribute('href')).join(' ')"
        deadline = time.monotonic() + 30
        while "cpp/sweep.html" not in browser.run(hits) and time.monotonic() < deadline:
            time.sleep(0.2)
        self.assertIn("cpp/sweep.html", browser.run(hits))


if __name__ == "__main__":
    unittest.main()
