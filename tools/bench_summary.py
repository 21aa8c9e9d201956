"""The summary of tools/bench: Markdown to be pasted into documents."""

import re
import statistics

from bench_rows import MESH_GROWTH, by_topic, growth_lines, robot_rows, thread_lines


def duration(ns):
    for unit, size in (("s", 1e9), ("ms", 1e6), ("µs", 1e3)):
        if ns >= size * 0.9995:
            return f"{ns / size:.3g} {unit}"
    return f"{ns:.3g} ns"


def count(number):
    return f"{number:,}"


WORDS = {"bodies_distance": "distance", "bodies_overlap": "overlap", "mesh_boolean": "do they meet", "mesh_pairs": "all pairs", "mesh_distance": "distance", "moving": "first contact, moving", "turning": "first contact, turning",
         "point": "nearest point", "ray": "first hit", "build": "build, a triangle", "scene_pairs": "pairs of a scene", "scene_growth": "pairs of a scene", "mesh_batch": "batch of meshes",
         "scene_threads": "step of a scene", "robot_threads": "edges of a roadmap"}


def readable(question):
    kind, *rest = re.sub(r"/all_poses|\.(poses|translation|rotation)\b", "", question).split("/")
    return ", ".join([WORDS.get(kind, kind), *rest]).replace("_", " ")


def peer_name(who):
    return who.replace("_naive_1000", " at 1000 samples").replace("_", " ")


def thread_label(url):
    """Short name of a thread in a tracker: fcl#508."""
    parts = url.rstrip("/").split("/")
    return f"{parts[4]}#{parts[6]}" if len(parts) > 6 else url


def table(head, rows, numbers=()):
    bars = ["---:" if i in numbers else "---" for i in range(len(head))]
    return "\n".join("| " + " | ".join(str(cell) for cell in line) + " |" for line in (head, bars, *rows))


def topics(rows):
    lines = []
    for title, group in by_topic(rows):
        ratios = [row.ratio for row in group]
        faster = sum(ratio < 1 for ratio in ratios)
        lines.append([title, f"{faster} of {len(group)}", f"{statistics.median(ratios):.2g}", f"{min(ratios):.2g} to {max(ratios):.2g}"])
    return table(["questions", "graze takes less time in", "median ratio", "least to greatest"], lines, (1, 2, 3))


def ratios(rows):
    parts = []
    for title, group in by_topic(rows):
        others = {row.question: [] for row in group}
        for row in rows:
            if row.question in others and not row.is_ours:
                others[row.question].append(row)
        lines = []
        for row in group:
            fastest = next((other.median for other in others[row.question] if other.who == row.peer), 0)
            who = row.who.removeprefix("graze").strip("_").replace("_", " ")
            lines.append([readable(row.question) + (f" ({who})" if who else ""), duration(row.median), f"{peer_name(row.peer)} {duration(fastest)}",
                          f"{row.ratio:.2g}", f"{row.spread[0]:.2g}–{row.spread[1]:.2g}"])
        parts.append(f"**{title}**\n\n" + table(["question", "graze", "fastest other", "ratio", "quartiles"], lines, (1, 2, 3, 4)))
    return "\n\n".join(parts)


def growth_table(title, unit, lines):
    sizes = sorted({size for _, values in lines for size, _ in values})
    if not sizes:
        return ""
    cells = [[count(size), *(duration(dict(values)[size]) if size in dict(values) else "" for _, values in lines)] for size in sizes]
    return f"**{title}**\n\n" + table([unit, *(peer_name(who) for who, _ in lines)], cells, range(len(lines) + 1))


def growth(rows):
    tables = [growth_table(title, "triangles", growth_lines(rows, kind)) for kind, title in MESH_GROWTH.items()]
    tables.append(growth_table("A step of a scene of moving boxes: new places in, pairs that meet out", "bodies", growth_lines(rows, "scene_growth")))
    return "\n\n".join(part for part in tables if part)


def threads(rows):
    lines = []
    for question, values in thread_lines(rows):
        one = values[0][1]
        lines += [[readable(question), number, duration(ns), f"{one / ns:.2f}"] for number, ns in values]
    return table(["question", "threads", "time on the wall", "times faster"], lines, (1, 2, 3)) if lines else ""


def robots(rows):
    lines = [[readable(row.question.removeprefix("robot/")), row.who.replace("_", " "), duration(row.median)] for row in robot_rows(rows)]
    return table(["question about a robot", "how", "median time"], lines, (2,)) if lines else ""


def failures(entry):
    return entry["wrong"] + entry["refused"] + entry["crashed"] + entry["hung"]


def outcome(entry):
    """Wrong / refused / crashed or hung, 0 where nothing failed, a dash where there is no such question."""
    if not entry or entry["cases"] == 0:
        return "–"
    return f"{entry['wrong']} / {entry['refused']} / {entry['crashed'] + entry['hung']}" if failures(entry) else "0"


def totals(accuracy, who):
    """How many failed, of how many that were asked."""
    mine = [entry for entry in accuracy if entry["who"] == who]
    return sum(map(failures, mine)), sum(entry["cases"] for entry in mine)


def accuracy_by_kind(accuracy):
    """Names of all who were asked; of each kind what was seen where, and their entries."""
    names = list(dict.fromkeys(entry["who"] for entry in accuracy))
    kinds = {}
    for entry in accuracy:
        kinds.setdefault(entry["kind"], {})[entry["who"]] = entry
    return names, kinds


def accuracy_table(accuracy):
    names, kinds = accuracy_by_kind(accuracy)
    lines = []
    for kind, entries in kinds.items():
        seen = ", ".join(f"[{thread_label(url)}]({url})" for url in next(iter(entries.values()))["seen"].split())
        lines.append([kind, seen, *(outcome(entries.get(name)) for name in names)])
    all_of_them = [totals(accuracy, name) for name in names]
    lines.append(["**failed of all that were asked**", "", *(f"**{failed} of {count(asked)}**" for failed, asked in all_of_them)])
    return table(["kind of cases, 200 each", "seen as", *names], lines, range(2, len(names) + 2))


def summary(about, rows, skipped, accuracy):
    facts = "; ".join(f"{key}: {value}" for key, value in about.items())
    parts = [f"`tools/bench`: {facts}. Ratios are graze's time over that of the fastest other library for the same question in the same run: "
             "medians of all repetitions, quartiles against quartiles.", topics(rows), ratios(rows)]
    if growing := growth(rows):
        parts.append("Growth, medians:\n\n" + growing)
    if gained := threads(rows):
        parts.append("Threads:\n\n" + gained)
    if certified := robots(rows):
        parts.append("Robots: certified for every instant, beside sampling with `overlap()`:\n\n" + certified)
    if accuracy:
        parts.append("Wrong / refused / crashed or without an end (0: nothing failed; “–”: there is no such question):\n\n" + accuracy_table(accuracy))
    if skipped:
        parts.append("Not timed:\n\n" + "\n".join(f"- {name}: {reason}" for name, reason in skipped))
    return "\n\n".join(parts) + "\n"
