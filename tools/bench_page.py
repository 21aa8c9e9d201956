"""The page of tools/bench: one HTML file with its plots drawn as SVG."""

import html
import math
import re

STYLE = """
:root { color-scheme: light dark; --ink: #1c2430; --soft: #6b7685; --rule: #d9dee5; --paper: #fff; --good: #13795b; --bad: #b3472f; }
@media (prefers-color-scheme: dark) { :root { --ink: #e6e9ee; --soft: #98a2b0; --rule: #343c47; --paper: #14181d; --good: #4cc79c; --bad: #ef8a6f; } }
body { font: 15px/1.5 system-ui, sans-serif; color: var(--ink); background: var(--paper); max-width: 60rem; margin: 2rem auto; padding: 0 1rem; }
h1, h2 { line-height: 1.2; } h2 { margin-top: 2.5rem; } p.note, figcaption { color: var(--soft); }
table { border-collapse: collapse; font-size: 13px; width: 100%; } th, td { text-align: left; padding: 3px 8px; border-bottom: 1px solid var(--rule); }
td.n, th.n { text-align: right; font-variant-numeric: tabular-nums; } .bad { color: var(--bad); font-weight: 600; } .good { color: var(--good); }
figure { margin: 1rem 0; } svg { width: 100%; height: auto; display: block; } svg text { fill: var(--ink); font: 12px system-ui, sans-serif; }
svg .soft { fill: var(--soft); } svg .rule { stroke: var(--rule); } svg .one { stroke: var(--soft); stroke-dasharray: 4 3; }
.wide { overflow-x: auto; }
"""

COLORS = {"graze": "#13795b", "fcl": "#b3472f", "bullet": "#3b6fb5", "ode": "#8d5fb0", "cgal": "#b8862b", "embree": "#4a8f9c"}


def color_of(who):
    return next((color for name, color in COLORS.items() if who.startswith(name)), "#888")


def escaped(text):
    return html.escape(str(text), quote=True)


def short(x):
    return f"{x:.2g}" if x < 10 else f"{x:.0f}"


def duration(ns):
    for unit, size in (("s", 1e9), ("ms", 1e6), ("µs", 1e3)):
        if ns >= size:
            return f"{ns / size:.3g} {unit}"
    return f"{ns:.3g} ns"


def decades(low, high):
    return range(math.floor(math.log10(low)), math.ceil(math.log10(high)) + 1)


def ratio_plot(rows):
    """A line a question: the ratio to the fastest other library, with its spread, on a logarithmic scale."""
    rows = [row for row in rows if row.peer]
    if not rows:
        return ""
    rows.sort(key=lambda row: row.ratio)
    left, right, line = 380, 860, 20
    low = min(0.1, *(row.spread[0] for row in rows))
    high = max(10, *(row.spread[1] for row in rows))
    lo, hi = math.log10(low), math.log10(high)

    def x(ratio):
        return left + (right - left) * (math.log10(ratio) - lo) / (hi - lo)

    height = line * len(rows) + 40
    parts = [f'<svg viewBox="0 0 900 {height}" role="img" aria-label="ratios to the fastest other library">']
    for exponent in decades(low, high):
        ratio = 10.0**exponent
        if not low <= ratio <= high:
            continue
        parts.append(f'<line class="{"one" if exponent == 0 else "rule"}" x1="{x(ratio):.1f}" x2="{x(ratio):.1f}" y1="20" y2="{height - 20}"/>')
        parts.append(f'<text class="soft" text-anchor="middle" x="{x(ratio):.1f}" y="12">{short(ratio)}</text>')
    for i, row in enumerate(rows):
        y = 34 + line * i
        color = "var(--good)" if row.ratio < 1 else "var(--bad)"
        what = f"{row.question} ({row.who}): {row.ratio:.2g} of {row.peer}, {row.spread[0]:.2g} to {row.spread[1]:.2g}"
        parts.append(f"<g><title>{escaped(what)}</title>")
        parts.append(f'<text text-anchor="end" x="{left - 10}" y="{y + 4}">{escaped(row.question)} '
                     f'<tspan class="soft">{escaped(row.who.removeprefix("graze").strip("_") or "")}</tspan></text>')
        parts.append(f'<line stroke="{color}" stroke-width="2" x1="{x(row.spread[0]):.1f}" x2="{x(row.spread[1]):.1f}" y1="{y}" y2="{y}"/>')
        parts.append(f'<circle fill="{color}" cx="{x(row.ratio):.1f}" cy="{y}" r="4"/></g>')
    return "\n".join([*parts, "</svg>"])


def line_plot(title, lines, unit):
    """Lines of (name, [(size, ns)]) on logarithmic scales."""
    points = [point for _, values in lines for point in values]
    if len(points) < 2:
        return ""
    left, right, top, bottom = 70, 760, 24, 300
    xs, ys = decades(min(p[0] for p in points), max(p[0] for p in points)), decades(min(p[1] for p in points), max(p[1] for p in points))

    def at(size, ns):
        return (left + (right - left) * (math.log10(size) - xs[0]) / max(1, xs[-1] - xs[0]),
                bottom - (bottom - top) * (math.log10(ns) - ys[0]) / max(1, ys[-1] - ys[0]))

    parts = [f'<figure><figcaption>{escaped(title)}</figcaption><svg viewBox="0 0 900 330" role="img" aria-label="{escaped(title)}">']
    for e in xs:
        px = at(10.0**e, 10.0 ** ys[0])[0]
        parts.append(f'<line class="rule" x1="{px:.1f}" x2="{px:.1f}" y1="{top}" y2="{bottom}"/>'
                     f'<text class="soft" text-anchor="middle" x="{px:.1f}" y="{bottom + 18}">10{superscript(e)}</text>')
    for e in ys:
        py = at(10.0 ** xs[0], 10.0**e)[1]
        parts.append(f'<line class="rule" x1="{left}" x2="{right}" y1="{py:.1f}" y2="{py:.1f}"/>'
                     f'<text class="soft" text-anchor="end" x="{left - 8}" y="{py + 4:.1f}">{duration(10.0**e)}</text>')
    for name, values in lines:
        values = sorted(values)
        path = " ".join(f"{px:.1f},{py:.1f}" for px, py in (at(*value) for value in values))
        color, dash = color_of(name.split()[0]), ' stroke-dasharray="5 3"' if " " in name else ""
        parts.append(f'<polyline fill="none" stroke="{color}" stroke-width="2"{dash} points="{path}"/>')
        for value in values:
            px, py = at(*value)
            parts.append(f'<circle fill="{color}" cx="{px:.1f}" cy="{py:.1f}" r="3"><title>{escaped(name)}, {value[0]:,} {unit}: {duration(value[1])}</title></circle>')
        px, py = at(*values[-1])
        parts.append(f'<text x="{px + 8:.1f}" y="{py + 4:.1f}" style="fill:{color}">{escaped(name)}</text>')
    return "\n".join([*parts, "</svg></figure>"])


def superscript(number):
    return str(number).translate(str.maketrans("-0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹"))


def growth_plots(rows):
    """Curves over triangles, bodies and threads, from the numbers in the names of questions."""
    titles = {"mesh_boolean": "Do two meshes meet? Time a question over triangles of each", "mesh_distance": "How far apart? Time a question over triangles",
              "mesh_pairs": "All pairs of triangles that meet: time a question over triangles",
              "point": "The nearest point of a mesh: time a question over triangles", "ray": "The first hit of a ray: time a question over triangles",
              "build": "Building the tree: time a triangle over triangles"}
    plots = []
    for kind, title in titles.items():
        lines = {}
        for row in rows:
            found = re.fullmatch(rf"{kind}/growth_(\d+)(/all_poses)?", row.question)
            if found and row.who in ("graze", "graze_first_hit") or found and not row.is_ours:
                lines.setdefault(row.who.removesuffix("_first_hit"), []).append((int(found[1]), row.median))
        plots.append(line_plot(title, sorted(lines.items()), "triangles"))
    bodies = [(int(m[1]), row.median) for row in rows if (m := re.fullmatch(r"scene_growth/(\d+)_boxes", row.question))]
    plots.append(line_plot("A step of a scene of moving boxes: new poses in, pairs that meet out; over bodies", [("graze", bodies)] if bodies else [], "bodies"))
    plots.append(thread_table(rows))
    return "\n".join(plot for plot in plots if plot)


def thread_table(rows):
    found = [(row.question, int(m[1]), row.median) for row in rows if (m := re.fullmatch(r"graze_(?:threads_)?(\d+)", row.who))]
    if not found:
        return ""
    one = {question: ns for question, threads, ns in found if threads == 1}
    cells = "".join(f'<tr><td>{escaped(q)}</td><td class="n">{t}</td><td class="n">{duration(ns)}</td>'
                    f'<td class="n">{one[q] / ns if q in one else 1:.2f}</td></tr>' for q, t, ns in sorted(found))
    return f'<h3>Threads</h3><table><tr><th>question</th><th class="n">threads</th><th class="n">time on the wall</th><th class="n">times faster</th></tr>{cells}</table>'


def accuracy_table(accuracy):
    if not accuracy:
        return ""
    names = list(dict.fromkeys(entry["who"] for entry in accuracy))
    kinds = list(dict.fromkeys(entry["kind"] for entry in accuracy))
    by = {(entry["who"], entry["kind"]): entry for entry in accuracy}

    def cell(who, kind):
        entry = by.get((who, kind))
        if not entry or entry["refused"] == entry["cases"]:
            return '<td class="n">–</td>'
        failed = entry["wrong"] + entry["refused"] + entry["crashed"]
        text = f"{entry['wrong']} / {entry['refused']} / {entry['crashed']}"
        return f'<td class="n {"bad" if failed else "good"}">{text}</td>'

    head = "".join(f'<th class="n">{escaped(name)}</th>' for name in names)
    lines = "".join(f'<tr><td>{escaped(kind)}</td><td class="n">{by[names[0], kind]["cases"]}</td>{"".join(cell(n, kind) for n in names)}</tr>' for kind in kinds)
    return f"""<h2>Wrong, refused, crashed</h2><p class="note">Cases of the kinds that trackers of collision libraries are full of, made by graze's own generator; what is
right is decided by linear programs in rational numbers, or by construction. Everybody gets the same numbers and usual settings. “–”: has no such question.</p>
<div class="wide"><table><tr><th>kind</th><th class="n">cases</th>{head}</tr>{lines}</table></div>"""


def details(rows):
    cells = "".join("<tr>" + f"<td>{escaped(row.question)}</td><td>{escaped(row.who)}</td>" + f'<td class="n">{duration(min(row.times))}</td><td class="n">{duration(row.median)}</td>'
                    f'<td class="n">{duration(max(row.times))}</td><td class="n">{f"{row.ratio:.2f}" if row.peer else ""}</td><td>{escaped(row.peer)}</td></tr>'
                    for row in sorted(rows, key=lambda r: (r.question, r.who)))
    return f"""<details><summary>All {len(rows)} times</summary><div class="wide"><table><tr><th>question</th><th>who</th><th class="n">least</th><th class="n">median</th>
<th class="n">most</th><th class="n">ratio</th><th>to</th></tr>{cells}</table></div></details>"""


def page(about, rows, skipped, accuracy):
    compared = [row for row in rows if row.peer and "growth_" not in row.question]
    faster = sum(row.ratio < 1 for row in compared)
    facts = "; ".join(f"{escaped(key)}: {escaped(value)}" for key, value in about.items())
    left_out = "".join(f"<li>{escaped(name)}: {escaped(reason)}</li>" for name, reason in skipped)
    return f"""<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>graze beside others</title><style>{STYLE}</style></head><body>
<h1>graze beside other libraries</h1><p class="note">{facts}</p>
<p>{len(compared)} comparisons with the fastest other library for the same question in the same run; graze takes less time in {faster} of them.
Answers are checked before the clock starts, questions interleaved at random.</p>
<h2>Ratios</h2><p class="note">Time of graze over that of the fastest other library: left of 1 graze is faster. Points are medians, bars quartiles against quartiles.</p>
<figure>{ratio_plot(compared)}</figure>
<h2>Growth</h2>{growth_plots(rows)}
{accuracy_table(accuracy)}
<h2>All times</h2>{details(rows)}
{f"<h2>Not timed</h2><ul>{left_out}</ul>" if skipped else ""}
</body></html>
"""
