"""The tables of speeds of README.md and of what is slower of docs/benchmarks.md, from the rows of tools/bench."""

import statistics

from bench_rows import growth_lines
from bench_summary import duration, table

# How the pairs of meshes are called that documents are about (tools/bench --own), and what they are.
PAIRS = {"bunny-bunny": "a scan of 69,451 triangles against itself", "cad": "two designed parts", "env-rob": "a robot in its environment"}
QUESTIONS = {"do they meet?": "mesh_boolean/{}.poses/all_poses", "all pairs of triangles that meet": "mesh_pairs/{}.poses/all_poses",
             "distance": "mesh_distance/{}.poses/all_poses", "distance of those that are apart": "mesh_distance/{}.poses/apart",
             "first contact, moving: exact, against 1000 samples": "moving/{}.translation",
             "first contact, turning: certified, against 1000 samples": "turning/{}.rotation"}


def two_digits(x):
    return f"{x:.2g}" if x < 99.5 else f"{float(f'{x:.2g}'):.0f}"


def beside_fcl(rows):
    """Question, how many times faster for each of the three pairs; nothing where the run was without them."""
    ratios = {row.question: row.ratio for row in rows if row.who == "graze" and row.peer}
    found = [(question, [1 / ratios[name.format(pair)] for pair in PAIRS if name.format(pair) in ratios]) for question, name in QUESTIONS.items()]
    return found if all(len(values) == len(PAIRS) for _, values in found) else []


def ratios_of(rows, who, kinds, peer="", mixes=()):
    return [row.ratio for row in rows if row.who == who and row.peer.startswith(peer) and row.peer and row.question.split("/")[0] in kinds
            and (not mixes or row.question.split("/")[-1] in mixes) and "/growth_" not in row.question and ".poses" not in row.question]


def from_to(values):
    low, high = two_digits(min(values)), two_digits(max(values))
    return low if low == high else f"{low} to {high}" + (f" (median {two_digits(statistics.median(values))})" if len(values) > 3 else "")


def touching(rows):
    """Distances of bodies in poses."""
    times = {tuple(row.question.split("/")[1:]): row.median for row in rows if row.who == "graze" and row.question.startswith("bodies_distance/")}
    named = {("box_box", "stacked"): "boxes turned alike, face on face", ("box_box", "stacked_turned"): "turned about the normal as well",
             ("box_box", "touching"): "boxes any way round", ("capsule_capsule", "touching"): "capsules", ("segment_segment", "touching"): "segments"}
    return ", ".join(f"{name} {duration(times[kind])}" for kind, name in named.items() if kind in times)


def scene(rows):
    at = {who: dict(values).get(100000) for who, values in growth_lines(rows, "scene_growth")}
    if not at.get("graze"):
        return ""
    others = [f"{two_digits(at['graze'] / at[who])} of {name}" for who, name in (("fcl", "FCL's manager"), ("bullet", "Bullet's world")) if at.get(who)]
    return f"{duration(at['graze'])}, one thread" + (": " + ", ".join(others) if others else "")


def others(rows):
    """What else is compared, and how it came out."""
    known = ratios_of(rows, "graze", ("distance", "overlap"), mixes=("separated", "near", "mixed"))
    posed = ratios_of(rows, "graze", ("bodies_distance", "bodies_overlap"), mixes=("separated", "near", "mixed"))
    points, rays = ratios_of(rows, "graze", ("point",), "cgal"), ratios_of(rows, "graze", ("ray",), "embree")
    lines = []
    if known:
        lines.append(("those of known kind (balls, capsules, segments, boxes) beside the innermost functions of others", f"{from_to(known)} of it"))
    if posed:
        lines.insert(0, ("simple shapes as bodies in poses, apart or in each other, beside what users of others call", f"{from_to(posed)} of the time of the fastest of FCL, Bullet and ODE"))
    if points and rays:
        lines.append(("nearest points and first hits of rays on two meshes of 40,000 and 81,920 triangles",
                      f"points {from_to(points)} of CGAL's time; rays {from_to(rays)} of Embree's, which answers in single precision"))
    if touching(rows):
        lines.append(("the distance of bodies that touch within roundings, with proof", touching(rows)))
    if scene(rows):
        lines.append(("a step of a scene of 10^5 moving boxes: new places in, pairs that meet out", scene(rows)))
    return lines


def speed(rows, about):
    """Markdown; the first table is left out where the run was without those pairs."""
    first = beside_fcl(rows)
    head = f"Measured {about['date']} by `tools/bench --own` on {about['processor']}, load {about['load']}."
    parts = [head]
    if first:
        parts.append(table(["question", *PAIRS.values()], [[question, *map(two_digits, values)] for question, values in first], range(1, len(PAIRS) + 1)))
    parts.append(table(["others", ""], others(rows)))
    return "\n\n".join(parts)


def sort_of(row):
    """What a comparison is about, and why it may be lost."""
    kind = row.question.split("/")[0]
    if kind in ("distance", "overlap", "bodies_distance", "bodies_overlap"):
        if row.topic.endswith("roundings"):
            return "simple shapes that touch within roundings", "others answer by their roundings; graze proves"
        if row.question.split("/")[1] == "triangle_triangle":
            return "single triangles as bodies", "FCL's function gets the corners alone; within meshes triangles are asked by other means"
        if kind.startswith("bodies"):
            return "other simple shapes as bodies in poses", "it must be found out what they are, and where"
        return "other simple shapes of known kind, beside innermost functions", "a proof, and which features are nearest"
    return {"ray": ("first hits of rays", "Embree answers in single precision, without a proof"),
            "build": ("building trees", "others' boxes are not oriented"),
            "point": ("nearest points", "the proof costs what the search saves"),
            "scene_growth": ("a step of a scene", "its pairs are exact")}.get(kind, (row.topic.lower(), ""))


def slower(rows, about):
    """Where graze takes longer: of each sort how often, and how many times as long."""
    sorts = {}
    for row in rows:
        if row.peer and (row.topic or row.growth) and ".poses" not in row.question:
            sorts.setdefault(sort_of(row), []).append(row.ratio)
    lines = []
    for (what, why), ratios in sorts.items():
        lost = [ratio for ratio in ratios if ratio > 1.05]
        if lost:
            lines.append([what, f"{len(lost)} of {len(ratios)}", f"{from_to(lost)}", why])
    return f"By `tools/bench`, {about['date']}, {about['processor']}, load {about['load']}; ratios of medians to the fastest other library.\n\n" + table(
        ["what", "in", "times as long", "why"], lines)
