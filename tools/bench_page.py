"""The page of tools/bench: one HTML file with its plots drawn as SVG."""

import html
import math
import statistics

from bench_rows import MESH_GROWTH, by_topic, compared, growth_lines, robot_rows, thread_lines
from bench_summary import accuracy_by_kind, count, duration, outcome, peer_name, readable, thread_label, totals

STYLE = """
:root { color-scheme: light dark; --ink: #1c2430; --soft: #667080; --rule: #dde2e8; --paper: #fff; --card: #f6f8fa; --good: #12795a; --bad: #b3472f;
  --graze: #12795a; --fcl: #b3472f; --bullet: #3466b0; --ode: #8553ad; --cgal: #9a6b10; --embree: #2f7f8f; }
@media (prefers-color-scheme: dark) { :root { --ink: #e6e9ee; --soft: #9aa4b2; --rule: #323a45; --paper: #13171c; --card: #1b2027; --good: #4cc79c; --bad: #f08f74;
  --graze: #4cc79c; --fcl: #f08f74; --bullet: #84aef0; --ode: #c59be8; --cgal: #e0b25a; --embree: #79c6d4; } }
* { box-sizing: border-box; }
body { font: 15px/1.55 system-ui, -apple-system, "Segoe UI", "DejaVu Sans", sans-serif; color: var(--ink); background: var(--paper); max-width: 66rem; margin: 0 auto; padding: 2.5rem 1.25rem 4rem; }
h1 { font-size: 2rem; line-height: 1.15; margin: 0 0 .5rem; letter-spacing: -.01em; } h2 { font-size: 1.35rem; margin: 3rem 0 .5rem; padding-top: .5rem; border-top: 1px solid var(--rule); }
h3 { font-size: 1rem; margin: 1.75rem 0 .25rem; } p { max-width: 46rem; margin: .5rem 0; } .note, figcaption { color: var(--soft); } .lead { font-size: 1.1rem; }
a { color: inherit; text-decoration-color: var(--soft); text-underline-offset: 2px; }
nav { display: flex; flex-wrap: wrap; gap: .25rem 1.25rem; margin: 1rem 0 0; font-size: 14px; } .facts { font-size: 13px; color: var(--soft); max-width: none; }
.cards { display: grid; grid-template-columns: repeat(auto-fill, minmax(15rem, 1fr)); gap: .75rem; margin: 1.5rem 0 0; padding: 0; list-style: none; }
.cards li { background: var(--card); border: 1px solid var(--rule); border-radius: 8px; padding: .8rem 1rem; } .cards b { display: block; font-size: 1.6rem; line-height: 1.25; font-weight: 650; }
.cards span { display: block; font-size: 13px; color: var(--soft); } .cards strong { font-size: 14px; display: block; }
.charts { display: grid; grid-template-columns: repeat(auto-fit, minmax(26rem, 1fr)); gap: 1rem 1.5rem; } @media (max-width: 30rem) { .charts { grid-template-columns: 1fr; } }
table { border-collapse: collapse; font-size: 13px; width: 100%; } th, td { text-align: left; padding: 4px 8px; border-bottom: 1px solid var(--rule); vertical-align: top; } th { font-weight: 600; }
td.n, th.n { text-align: right; font-variant-numeric: tabular-nums; white-space: nowrap; } .bad { color: var(--bad); font-weight: 600; } .good { color: var(--good); } tr.all td { font-weight: 600; border-bottom: 0; }
td.seen { color: var(--soft); font-size: 12px; }
figure { margin: .25rem 0 0; } figcaption { font-size: 14px; color: var(--ink); font-weight: 600; } svg { width: 100%; height: auto; display: block; overflow: visible; }
svg text { fill: var(--ink); font: 12px system-ui, -apple-system, "Segoe UI", "DejaVu Sans", sans-serif; } svg .soft { fill: var(--soft); }
svg .rule { stroke: var(--rule); } svg .one { stroke: var(--soft); stroke-dasharray: 4 3; } svg .better { fill: var(--good); opacity: .07; }
svg .name { paint-order: stroke; stroke: var(--paper); stroke-width: 4px; stroke-linejoin: round; }
.wide { overflow-x: auto; } .ratios svg { min-width: 44rem; overflow: hidden; } summary { cursor: pointer; margin: .5rem 0; }
"""


def color_of(who):
    return next((f"var(--{name})" for name in ("graze", "fcl", "bullet", "ode", "cgal", "embree") if who.startswith(name)), "var(--soft)")


def escaped(text):
    return html.escape(str(text), quote=True)


def short(x):
    return f"{x:.2g}" if x < 10 else f"{x:.0f}"


def superscript(number):
    return str(number).translate(str.maketrans("-0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹"))


def decades(low, high):
    return range(math.floor(math.log10(low)), math.ceil(math.log10(high)) + 1)


def speed(ratio):
    """A ratio of times in words."""
    return f"{short(1 / ratio)}× faster" if ratio < 0.95 else f"{short(ratio)}× slower" if ratio > 1.05 else "level"


def asker(who):
    """Which of ours, where there are several."""
    return who.removeprefix("graze").strip("_").replace("_", " ")


def ratio_plot(rows, low, high):
    """A line a question: the ratio to the fastest other library, with its spread, on a logarithmic scale."""
    left, right, line = 330, 700, 20
    lo, hi = math.log10(low), math.log10(high)

    def x(ratio):
        return left + (right - left) * (math.log10(min(high, max(low, ratio))) - lo) / (hi - lo)

    height = line * len(rows) + 34
    parts = [f'<svg viewBox="0 0 900 {height}" role="img" aria-label="ratios to the fastest other library">',
             f'<rect class="better" x="{left}" y="20" width="{x(1) - left:.1f}" height="{height - 26}"/>']
    for exponent in decades(low, high):
        ratio = 10.0**exponent
        if not low <= ratio <= high:
            continue
        parts.append(f'<line class="{"one" if exponent == 0 else "rule"}" x1="{x(ratio):.1f}" x2="{x(ratio):.1f}" y1="20" y2="{height - 6}"/>')
        parts.append(f'<text class="soft" text-anchor="middle" x="{x(ratio):.1f}" y="12">{short(ratio)}</text>')
    for i, row in enumerate(rows):
        y = 33 + line * i
        color = "var(--good)" if row.ratio < 1 else "var(--bad)"
        what = f"{row.question} ({row.who}): {row.ratio:.2g} of {row.peer}, {row.spread[0]:.2g} to {row.spread[1]:.2g}"
        parts.append(f"<g><title>{escaped(what)}</title>")
        parts.append(f'<text text-anchor="end" x="{left - 10}" y="{y + 4}">{escaped(readable(row.question))} '
                     f'<tspan class="soft">{escaped(asker(row.who))}</tspan></text>')
        parts.append(f'<line stroke="{color}" stroke-width="2" x1="{x(row.spread[0]):.1f}" x2="{x(row.spread[1]):.1f}" y1="{y}" y2="{y}"/>')
        parts.append(f'<circle fill="{color}" cx="{x(row.ratio):.1f}" cy="{y}" r="4"/>')
        parts.append(f'<text class="soft" x="{right + 12}" y="{y + 4}">{short(row.ratio)} of {escaped(peer_name(row.peer))}</text></g>')
    return "\n".join([*parts, "</svg>"])


def ratio_plots(rows):
    shown = compared(rows)
    if not shown:
        return ""
    low = min(0.1, *(row.spread[0] for row in shown), 0.1)
    high = max(10, *(row.spread[1] for row in shown), 10)
    return "\n".join(f'<h3>{escaped(title)}</h3><figure class="wide ratios">{ratio_plot(group, low, high)}</figure>' for title, group in by_topic(rows))


def spread_out(labels, gap, top, bottom):
    """Heights of labels so that none covers another."""
    order = sorted(range(len(labels)), key=lambda i: labels[i])
    heights = list(labels)
    for before, after in zip(order, order[1:]):
        heights[after] = max(heights[after], heights[before] + gap)
    over = max(0, max(heights, default=0) - bottom)
    return [max(top, height - over) for height in heights]


def line_plot(title, lines, unit, value=duration, linear=False):
    """Lines of (name, [(size, value)]) on logarithmic scales; linear: from 0 or 1 on."""
    points = [point for _, values in lines for point in values]
    if len(points) < 2:
        return ""
    left, right, top, bottom = 62, 400, 14, 250
    if linear:
        xs, ys = range(1, max(p[0] for p in points) + 1), range(0, math.ceil(max(p[1] for p in points)) + 1)
    else:
        xs, ys = decades(min(p[0] for p in points), max(p[0] for p in points)), decades(min(p[1] for p in points), max(p[1] for p in points))
    scale = (lambda number: number) if linear else math.log10

    def at(size, number):
        return (left + (right - left) * (scale(size) - xs[0]) / max(1, xs[-1] - xs[0]), bottom - (bottom - top) * (scale(number) - ys[0]) / max(1, ys[-1] - ys[0]))

    parts = [f'<figure><figcaption>{escaped(title)}</figcaption><svg viewBox="0 0 480 292" role="img" aria-label="{escaped(title)}">']
    for e in xs:
        px = at(e if linear else 10.0**e, ys[0] if linear else 10.0 ** ys[0])[0]
        parts.append(f'<line class="rule" x1="{px:.1f}" x2="{px:.1f}" y1="{top}" y2="{bottom}"/>'
                     f'<text class="soft" text-anchor="middle" x="{px:.1f}" y="{bottom + 18}">{e if linear else "10" + superscript(e)}</text>')
    for e in ys:
        py = at(xs[0] if linear else 10.0 ** xs[0], e if linear else 10.0**e)[1]
        parts.append(f'<line class="rule" x1="{left}" x2="{right}" y1="{py:.1f}" y2="{py:.1f}"/>'
                     f'<text class="soft" text-anchor="end" x="{left - 8}" y="{py + 4:.1f}">{value(e if linear else 10.0**e)}</text>')
    parts.append(f'<text class="soft" text-anchor="middle" x="{(left + right) / 2:.0f}" y="{bottom + 36}">{escaped(unit)}</text>')
    ends = spread_out([at(*max(values))[1] for _, values in lines], 15, top, bottom)
    for (name, values), end in zip(lines, ends):
        values = sorted(values)
        path = " ".join(f"{px:.1f},{py:.1f}" for px, py in (at(*point) for point in values))
        color = color_of(name)
        parts.append(f'<polyline fill="none" stroke="{color}" stroke-width="{2.5 if name.startswith("graze") else 1.75}" points="{path}"/>')
        for point in values:
            px, py = at(*point)
            parts.append(f'<circle fill="{color}" cx="{px:.1f}" cy="{py:.1f}" r="3"><title>{escaped(name)}, {count(point[0])} {escaped(unit)}: {value(point[1])}</title></circle>')
        parts.append(f'<text x="{at(*values[-1])[0] + 9:.1f}" y="{end + 4:.1f}" class="name" style="fill:{color}">{escaped(peer_name(name))}</text>')
    return "\n".join([*parts, "</svg></figure>"])


def growth_plots(rows):
    """Curves over triangles and bodies."""
    plots = [line_plot(title, growth_lines(rows, kind), "triangles") for kind, title in MESH_GROWTH.items()]
    plots.append(line_plot("A step of a scene of moving boxes", growth_lines(rows, "scene_growth"), "bodies"))
    shown = "\n".join(plot for plot in plots if plot)
    return f'<h2 id="growth">Growth</h2><p class="note">Median time of a question over the size of each mesh, or of the scene; both scales are logarithmic.</p><div class="charts">{shown}</div>' if shown else ""


def thread_part(rows):
    lines = thread_lines(rows)
    if not lines:
        return ""
    gains = [("graze: " + readable(question).split(",")[0], [(threads, values[0][1] / ns) for threads, ns in values]) for question, values in lines]
    cells = "".join(f'<tr><td>{escaped(readable(question))}</td><td class="n">{threads}</td><td class="n">{duration(ns)}</td><td class="n">{values[0][1] / ns:.2f}</td></tr>'
                    for question, values in lines for threads, ns in values)
    return (f'<h2 id="threads">Threads</h2><p class="note">By the clock on the wall, up to all threads of the machine.</p>'
            f'<div class="wide"><table><tr><th>question</th><th class="n">threads</th><th class="n">time</th><th class="n">times faster</th></tr>{cells}</table></div>'
            + (line_plot("Times faster over threads", gains, "threads", short, linear=True) if max(t for _, v in gains for t, _ in v) > 2 else ""))


def robot_part(rows):
    cells = "".join(f'<tr><td>{escaped(readable(row.question.removeprefix("robot/")))}</td><td>{escaped(row.who.replace("_", " "))}</td><td class="n">{duration(row.median)}</td></tr>'
                    for row in robot_rows(rows))
    return f"""<h2 id="robots">Robots</h2><p class="note">A seven-joint arm among twenty objects, and robots as files give them: certified for every instant, beside sampling with overlaps.</p>
<div class="wide"><table><tr><th>question</th><th>how</th><th class="n">median time</th></tr>{cells}</table></div>""" if cells else ""


def accuracy_part(accuracy):
    if not accuracy:
        return ""
    names, kinds = accuracy_by_kind(accuracy)

    def cell(entry):
        text = outcome(entry)
        return f'<td class="n {"note" if text == "–" else "good" if text == "0" else "bad"}">{text}</td>'

    def seen(urls):
        return ", ".join(f'<a href="{escaped(url)}">{escaped(thread_label(url))}</a>' for url in urls.split())

    lines = "".join(f'<tr><td>{escaped(kind)}</td><td class="seen">{seen(next(iter(entries.values()))["seen"])}</td>{"".join(cell(entries.get(name)) for name in names)}</tr>'
                    for kind, entries in kinds.items())
    sums = [totals(accuracy, name) for name in names]
    last = "".join(f'<td class="n {"bad" if failed else "good"}">{failed} of {count(asked)}</td>' for failed, asked in sums)
    head = "".join(f'<th class="n">{escaped(name)}</th>' for name in names)
    return f"""<h2 id="accuracy">Wrong, refused, crashed</h2><p class="note">Of 200 cases of each kind: wrong / refused / crashed or without an end; 0 where nothing failed, “–” where there is no such
question. The kinds are those that public trackers tell of; the cases are ours, from a generator with a fixed seed. What is right is decided by linear programs in rational numbers, by closed forms in
64 bits of mantissa, or by construction. Everybody gets the same numbers, in a process of its own, with the settings that a library comes with, but sharp edges for Bullet and conservative advancement
for FCL's motions.</p>
<div class="wide"><table><tr><th>kind of cases</th><th>seen as</th>{head}</tr>{lines}<tr class="all"><td>failed of all that were asked</td><td></td>{last}</tr></table></div>"""


def details(rows):
    cells = "".join("<tr>" + f"<td>{escaped(row.question)}</td><td>{escaped(row.who)}</td>" + f'<td class="n">{duration(min(row.times))}</td><td class="n">{duration(row.median)}</td>'
                    f'<td class="n">{duration(max(row.times))}</td><td class="n">{f"{row.ratio:.2f}" if row.peer else ""}</td><td>{escaped(row.peer)}</td></tr>'
                    for row in sorted(rows, key=lambda r: (r.question, r.who)))
    return f"""<details><summary>All {len(rows)} times</summary><div class="wide"><table><tr><th>question</th><th>who</th><th class="n">least</th><th class="n">median</th>
<th class="n">most</th><th class="n">ratio</th><th>to</th></tr>{cells}</table></div></details>"""


def accuracy_card(accuracy):
    if not accuracy:
        return ""
    names, kinds = accuracy_by_kind(accuracy)
    failed, asked = totals(accuracy, names[0])
    others = "".join(f"; {escaped(name)} {totals(accuracy, name)[0]}" for name in names[1:])
    return (f'<li><strong>{len(kinds)} kinds of hard cases</strong><b class="{"bad" if failed else "good"}">{failed} failed</b>'
            f"<span>of {count(asked)} that graze was asked{others}</span></li>")


def cards(rows, accuracy):
    items = [accuracy_card(accuracy)]
    for title, group in by_topic(rows):
        middle = statistics.median(row.ratio for row in group)
        faster = sum(row.ratio < 1 for row in group)
        items.append(f'<li><strong>{escaped(title)}</strong><b class="{"good" if middle < 1 else "bad"}">{speed(middle)}</b>'
                     f'<span>median of {len(group)} {"question" if len(group) == 1 else "questions"}; graze ahead in {faster}</span></li>')
    return f'<ul class="cards">{"".join(items)}</ul>' if any(items) else ""


def page(about, rows, skipped, accuracy):
    shown = compared(rows)
    faster = sum(row.ratio < 1 for row in shown)
    facts = " · ".join(f"{escaped(key)} {escaped(value)}" for key, value in about.items())
    left_out = "".join(f"<li>{escaped(name)}: {escaped(reason)}</li>" for name, reason in skipped)
    return f"""<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>graze beside others</title><style>{STYLE}</style></head><body>
<h1>graze beside other libraries</h1>
<p class="lead">{len(shown)} comparisons with the fastest other library for the same question in the same run. graze takes less time in {faster} of them.</p>
<p class="facts">{facts}</p>
<nav><a href="#ratios">Ratios</a><a href="#growth">Growth</a><a href="#threads">Threads</a><a href="#robots">Robots</a><a href="#accuracy">Wrong answers</a><a href="#all">All times</a></nav>
{cards(rows, accuracy)}
<h2 id="ratios">Ratios</h2><p class="note">Time of graze over that of the fastest other library, on a logarithmic scale: in the shaded part graze is faster. Points are medians, bars quartiles against
quartiles. Answers are compared before the clock starts, questions interleaved at random.</p>
{ratio_plots(rows)}
{growth_plots(rows)}
{thread_part(rows)}
{robot_part(rows)}
{accuracy_part(accuracy)}
<h2 id="all">All times</h2>{details(rows)}
{f"<h2>Not timed</h2><ul>{left_out}</ul>" if skipped else ""}
</body></html>
"""
