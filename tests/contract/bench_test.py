"""tools/bench without its clock: programs that write what is known beforehand, and what it makes of that."""

import csv
import html.parser
import json
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import unittest
import unittest.mock
import xml.etree.ElementTree

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tools"))
import bench_rows  # noqa: E402
import bench_speed  # noqa: E402
import draw_benchmarks  # noqa: E402

PROGRAMS = ("sat", "distance", "mesh", "motion", "scene", "robot", "accuracy")
STAND_IN = """#!{python}
import json, pathlib, sys
growing = any(argument.startswith("--growth") for argument in sys.argv)
runs = [run for run in json.loads({report!r})["benchmarks"] if ("growth_" in run["run_name"]) == growing]
out = [argument.split("=", 1)[1] for argument in sys.argv if argument.startswith("--benchmark_out=")]
if out: pathlib.Path(out[0]).write_text(json.dumps(dict(benchmarks=runs)))
sys.stdout.write({printed!r})
sys.exit({code})
"""


def report(times, errors=()):
    """What Google Benchmark writes: an iteration a time, in nanoseconds an item."""
    runs = [{"run_name": name, "run_type": "iteration", "items_per_second": 1e9 / ns} for name, values in times.items() for ns in values]
    runs += [{"run_name": name, "run_type": "aggregate", "items_per_second": 1} for name in times]
    return json.dumps({"benchmarks": runs + [{"run_name": name, "run_type": "iteration", "error_occurred": True, "error_message": why} for name, why in errors]})


MESH = {"mesh_boolean/a_b/all_poses/graze": [90, 100, 110], "mesh_boolean/a_b/all_poses/fcl": [900, 1000, 1100],
        "point/a/graze": [300, 300, 300], "point/a/cgal": [100, 200, 300], "point/a/graze_bodies": [400, 400, 400],
        "mesh_distance/growth_100/all_poses/graze": [10, 10], "mesh_distance/growth_1000/all_poses/graze": [20, 20],
        "mesh_distance/growth_100/all_poses/fcl": [100, 100], "mesh_batch/a_b/distance/graze_threads_1/real_time": [80, 80],
        "mesh_batch/a_b/distance/graze_threads_2/real_time": [40, 40]}
SCENE = {"scene_growth/100_boxes/graze": [1000, 1000], "scene_growth/1000_boxes/graze": [9000, 9000], "scene_growth/100_boxes/fcl": [2000, 2000]}
ACCURACY = [{"who": "graze", "kind": "a <kind>", "seen": "https://github.com/somebody/lib/issues/12", "cases": 200, "wrong": 0, "refused": 0, "crashed": 0, "hung": 0},
            {"who": "fcl", "kind": "a <kind>", "seen": "https://github.com/somebody/lib/issues/12", "cases": 200, "wrong": 3, "refused": 2, "crashed": 1, "hung": 4},
            {"who": "ode", "kind": "a <kind>", "seen": "https://github.com/somebody/lib/issues/12", "cases": 0, "wrong": 0, "refused": 0, "crashed": 0, "hung": 0}]


class Balanced(html.parser.HTMLParser):
    """Every element that is opened is closed, in order."""

    def __init__(self):
        super().__init__()
        self.open, self.faults = [], []

    def handle_starttag(self, tag, attributes):
        if tag != "meta":
            self.open.append(tag)

    def handle_endtag(self, tag):
        if not self.open or self.open.pop() != tag:
            self.faults.append(tag)


class Bench(unittest.TestCase):
    def bench(self, reports, printed="", broken=()):
        """Its folder of results after a quick run."""
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        root = pathlib.Path(folder.name)
        (root / "bin").mkdir()
        for name in PROGRAMS:
            text = STAND_IN.format(python=sys.executable, report=reports.get(name, report({})), printed=printed if name == "accuracy" else "", code=int(name in broken))
            path = root / f"bin/graze_bench_{name}"
            path.write_text(text)
            path.chmod(0o755)
        run = subprocess.run([sys.executable, "-B", ROOT / "tools/bench", "--quick", "--build", root], capture_output=True, text=True, timeout=120, check=False)
        self.assertEqual(run.returncode, 0, run.stderr)
        return root / "results"

    def everything(self):
        return self.bench({"mesh": report(MESH, [("ray/a/embree", "7 of the answers differ from ours")]), "scene": report(SCENE)},
                          "".join(json.dumps(entry) + "\n" for entry in ACCURACY), broken=("robot",))

    def test_ratios_are_medians_over_those_of_the_fastest_other(self):
        with open(self.everything() / "results.csv", encoding="utf-8", newline="") as file:
            rows = {(row["question"], row["who"]): row for row in csv.DictReader(file)}
        boolean = rows["mesh_boolean/a_b/all_poses", "graze"]
        self.assertEqual((boolean["median_ns"], boolean["peer"], boolean["ratio"]), ("100", "fcl", "0.1"))
        self.assertEqual((boolean["ratio_low"], boolean["ratio_high"]), ("0.0905", "0.111"))  # 95 / 1050 and 105 / 950
        self.assertEqual(rows["point/a", "graze_bodies"]["ratio"], "2")
        self.assertEqual(rows["point/a", "cgal"]["ratio"], "")

    def test_the_csv_is_read_as_it_was_written(self):
        rows = bench_rows.read_csv(self.everything() / "results.csv")
        self.assertEqual(bench_rows.growth_lines(rows, "mesh_distance"), [("graze", [(100, 10), (1000, 20)]), ("fcl", [(100, 100)])])
        self.assertEqual(bench_rows.growth_lines(rows, "scene_growth")[0], ("graze", [(100, 1000), (1000, 9000)]))
        self.assertEqual(bench_rows.thread_lines(rows), [("mesh_batch/a_b/distance", [(1, 80), (2, 40)])])
        self.assertEqual([row.question for row in bench_rows.compared(rows)], ["mesh_boolean/a_b/all_poses", "point/a", "point/a", "scene_growth/100_boxes"])

    def test_the_page_is_whole_and_tells_what_was_left_out(self):
        text = (self.everything() / "report.html").read_text(encoding="utf-8")
        page = Balanced()
        page.feed(text)
        self.assertEqual((page.faults, page.open), ([], []))
        drawings = re.findall(r"<svg.*?</svg>", text, re.DOTALL)
        self.assertEqual(len(drawings), 5)  # three topics of ratios, distances and scenes that grow
        for drawing in drawings:
            xml.etree.ElementTree.fromstring(drawing)
        for words in ("7 of the answers differ from ours", "graze_bench_robot", "a &lt;kind&gt;", "3 / 2 / 5", "10 of 200", "lib#12", "10× faster"):
            self.assertIn(words, text)
        self.assertNotRegex(text, r'(src|href)="(?!#|https://github)')  # needs no network

    def test_the_summary_has_whole_tables(self):
        text = (self.everything() / "summary.md").read_text(encoding="utf-8")
        for block in re.findall(r"(?:^\|.*\n?)+", text, re.MULTILINE):
            self.assertEqual(len({line.count("|") for line in block.splitlines()}), 1, block)
        self.assertIn("| Mesh against mesh | 1 of 1 | 0.1 | 0.1 to 0.1 |", text)
        self.assertIn("| a <kind> | [lib#12](https://github.com/somebody/lib/issues/12) | 0 | 3 / 2 / 5 | – |", text)
        self.assertIn("| 1,000 | 20 ns |  |", text)

    def test_without_other_libraries_there_are_times_and_growth(self):
        mesh, scene = ({name: values for name, values in part.items() if "/graze" in name} for part in (MESH, SCENE))
        text = (self.bench({"mesh": report(mesh), "scene": report(scene)}) / "report.html").read_text(encoding="utf-8")
        self.assertIn("0 comparisons", text)
        self.assertIn("scene_growth/1000_boxes", text)

    def test_documents_take_the_figures_of_a_run(self):
        results = self.everything()
        root = results.parent / "project"
        documents = ("README.md", "benchmarks/README.md", "docs/benchmarks.md", "docs/questions.md")
        shutil.copytree(ROOT / "docs/figures", root / "docs/figures")
        for name in documents:
            (root / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(ROOT / name, root / name)
        (results / "question_costs.csv").write_text("question,pair\n")
        with unittest.mock.patch.multiple(draw_benchmarks, ROOT=root, DOCS=root / "docs"):
            for _ in range(2):  # the second time nothing changes
                draw_benchmarks.take(results)
                texts = [(root / name).read_text(encoding="utf-8") for name in documents]
        self.assertIn("| Mesh against mesh | 1 of 1 | 0.1 | 0.1 to 0.1 |", texts[1])
        self.assertIn("| nearest points | 2 of 2 | 1.5 to 2 |", texts[2])
        outside = lambda text: (text.split(draw_benchmarks.BEGIN)[0], text.split(draw_benchmarks.END)[1])  # noqa: E731
        for name, text in zip(documents, texts):
            self.assertEqual(outside(text), outside((ROOT / name).read_text(encoding="utf-8")), name)
        self.assertEqual((root / "docs/figures/scene_growth.csv").read_text(), "boxes,graze,fcl\n100,0.001,0.002\n1000,0.009,\n")
        self.assertEqual((root / "docs/figures/question_costs.csv").read_text(), "question,pair\n")

    def test_documents_take_a_run_about_meshes_of_ones_own(self):
        times = {f"{name.format(pair)}/{who}": [time] * 3 for name in bench_speed.QUESTIONS.values() for pair in bench_speed.PAIRS for who, time in (("graze", 100), ("fcl", 800))}
        results = self.bench({"mesh": report(times)})
        root = results.parent / "project"
        shutil.copytree(ROOT / "docs", root / "docs")
        shutil.copytree(ROOT / "benchmarks", root / "benchmarks")
        shutil.copyfile(ROOT / "README.md", root / "README.md")
        with unittest.mock.patch.multiple(draw_benchmarks, ROOT=root, DOCS=root / "docs"):
            draw_benchmarks.take(results)
        self.assertIn("| do they meet? | 8 | 8 | 8 |", (root / "README.md").read_text(encoding="utf-8"))
        self.assertIn("do they meet?,8,8,8\n", (root / "docs/figures/mesh_beside_fcl.csv").read_text())


if __name__ == "__main__":
    unittest.main()
