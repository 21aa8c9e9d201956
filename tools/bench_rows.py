"""What one question took one library: times of all repetitions, and how they compare with the fastest other library of the same run."""

import csv
import dataclasses
import re
import statistics
from typing import ClassVar

PEERS = ("fcl", "bullet", "ode", "cgal", "embree")

# Heading of the page, beginnings of the names of its questions; meshes that grow and threads have a place of their own.
TOPICS = (
    ("Mesh against mesh", ("mesh_boolean", "mesh_pairs", "mesh_distance")),
    ("First contact of moving and turning meshes, beside 1000 samples", ("moving", "turning")),
    ("Nearest points of a mesh", ("point",)),
    ("First hits of rays at a mesh", ("ray",)),
    ("Building the tree of a mesh", ("build",)),
    ("Simple shapes in poses, as users ask, apart or in each other", ("bodies_distance", "bodies_overlap")),
    ("Simple shapes of known kind beside innermost functions, apart or in each other", ("distance", "overlap")),
    ("Simple shapes that touch within roundings", ("touching",)),
    ("Scenes of many bodies", ("scene_pairs", "scene_growth")),
)

GROWTH = re.compile(r"(?P<kind>\w+)/(?:growth_)?(?P<size>\d+)(?:_boxes)?(?:/all_poses)?")
MESH_GROWTH = {"mesh_boolean": "Do two meshes meet?", "mesh_distance": "How far apart are two meshes?", "mesh_pairs": "All pairs of triangles that meet",
               "point": "The nearest point of a mesh", "ray": "The first hit of a ray", "build": "Building the tree, a triangle"}


def is_peer(who):
    return who.startswith(PEERS)


def quartiles(times):
    if len(times) < 3:
        return min(times), max(times)
    low, _, high = statistics.quantiles(times, n=4, method="inclusive")
    return low, high


@dataclasses.dataclass
class Row:
    question: str
    who: str
    times: list  # nanoseconds an item, one a repetition
    peer: str = ""  # the fastest of the others
    ratio: float = 0  # of medians; 0 where there is no peer
    spread: tuple = (0, 0)  # of the ratio: quartiles against quartiles

    columns: ClassVar = ("question", "who", "repetitions", "least_ns", "median_ns", "most_ns", "peer", "ratio", "ratio_low", "ratio_high")

    @property
    def median(self):
        return statistics.median(self.times)

    @property
    def is_ours(self):
        return self.who.startswith("graze")

    @property
    def topic(self):
        kind = "touching" if re.search(r"/(touching|stacked\w*)$", self.question) else self.question.split("/")[0]
        is_of_a_row = "/growth_" in self.question
        return "" if is_of_a_row or self.threads else next((title for title, kinds in TOPICS if kind in kinds), "")

    @property
    def growth(self):
        """Kind and size where the question is one of a row of growing ones."""
        found = GROWTH.fullmatch(self.question) if "growth" in self.question else None
        return (found["kind"], int(found["size"])) if found else None

    @property
    def threads(self):
        found = re.fullmatch(r"graze_threads_(\d+)", self.who)
        return int(found[1]) if found else 0

    def cells(self):
        numbers = [f"{x:.4g}" for x in (min(self.times), self.median, max(self.times))]
        ratios = [f"{x:.3g}" for x in (self.ratio, *self.spread)] if self.peer else ["", "", ""]
        return [self.question, self.who, len(self.times), *numbers, self.peer, *ratios]

    def compare_with(self, other):
        (low, high), (other_low, other_high) = quartiles(self.times), quartiles(other.times)
        self.peer, self.ratio, self.spread = other.who, self.median / other.median, (low / other_high, high / other_low)


def compared(rows):
    """Ours in the order of topics, fastest first."""
    titles = [title for title, _ in TOPICS]
    return sorted((row for row in rows if row.peer and row.topic), key=lambda row: (titles.index(row.topic), row.ratio))


def by_topic(rows):
    """Heading, rows."""
    groups = {}
    for row in compared(rows):
        groups.setdefault(row.topic, []).append(row)
    return list(groups.items())


def growth_lines(rows, kind):
    """[(who, [(size, nanoseconds)])], ours first: what users call, not what else is ours."""
    lines = {}
    for row in rows:
        if row.growth and row.growth[0] == kind and (row.who == "graze" or not row.is_ours):
            lines.setdefault(row.who, []).append((row.growth[1], row.median))
    return [(who, sorted(lines[who])) for who in sorted(lines, key=lambda who: (who != "graze", who))]


def thread_lines(rows):
    """[(question, [(threads, nanoseconds)])]"""
    lines = {}
    for row in rows:
        if row.threads and "/growth_" not in row.question:
            lines.setdefault(row.question, []).append((row.threads, row.median))
    return [(question, sorted(values)) for question, values in sorted(lines.items())]


def robot_rows(rows):
    """Certified beside sampled by our own overlaps: no other library answers for every instant."""
    return sorted((row for row in rows if row.question.startswith("robot/")), key=lambda row: (row.question, row.median))


def rows_of(report):
    """Rows of a report of Google Benchmark, compared; and what was skipped, with the reason."""
    times, skipped = {}, {}
    for run in report["benchmarks"]:
        name = run["run_name"].split("/iterations:")[0].removesuffix("/real_time")
        if run.get("error_occurred"):
            skipped[name] = run.get("error_message", "")
        elif run["run_type"] == "iteration" and run.get("items_per_second"):
            times.setdefault(name, []).append(1e9 / run["items_per_second"])
    rows = [Row(*name.rsplit("/", 1), values) for name, values in times.items()]
    for row in rows:
        if not row.is_ours:
            continue
        others = [r for r in rows if r.question == row.question and is_peer(r.who)]
        if others:
            row.compare_with(min(others, key=lambda r: r.median))
    return rows, sorted(skipped.items())


def write_csv(path, rows):
    with open(path, "w", newline="", encoding="utf-8") as file:
        table = csv.writer(file)
        table.writerow(Row.columns)
        table.writerows(row.cells() for row in rows)


def read_csv(path):
    """Rows as write_csv() left them: of their times only least, median and most are known."""
    rows = []
    with open(path, newline="", encoding="utf-8") as file:
        for cells in csv.DictReader(file):
            row = Row(cells["question"], cells["who"], [float(cells[name]) for name in ("least_ns", "median_ns", "most_ns")])
            if cells["peer"]:
                row.peer, row.ratio, row.spread = cells["peer"], float(cells["ratio"]), (float(cells["ratio_low"]), float(cells["ratio_high"]))
            rows.append(row)
    return rows
