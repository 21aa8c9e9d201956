"""What one question took one library: times of all repetitions, and how they compare with the fastest other library of the same run."""

import dataclasses
import statistics
from typing import ClassVar

PEERS = ("fcl", "bullet", "ode", "cgal", "embree")


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

    def cells(self):
        numbers = [f"{x:.4g}" for x in (min(self.times), self.median, max(self.times))]
        ratios = [f"{x:.3g}" for x in (self.ratio, *self.spread)] if self.peer else ["", "", ""]
        return [self.question, self.who, len(self.times), *numbers, self.peer, *ratios]

    def compare_with(self, other):
        (low, high), (other_low, other_high) = quartiles(self.times), quartiles(other.times)
        self.peer, self.ratio, self.spread = other.who, self.median / other.median, (low / other_high, high / other_low)


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
