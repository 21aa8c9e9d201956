#!/usr/bin/env python3
"""Gathers the sources of the documentation site: docs_pages.py FOLDER. Copies docs/ and examples/, and writes the C++ reference, a page a header.

Links to headers and to benchmarks/README.md, which lead to these files where the pages are read as they are, lead to their pages in the site.
"""

import argparse
import pathlib
import re
import shutil
import sys

sys.dont_write_bytecode = True
from docs_headers import as_markdown, header_page, opening  # noqa: E402

ROOT = pathlib.Path(__file__).resolve().parent.parent

# Headers by subject, as the README lists them; what is named nowhere comes last, so that a new header is never left out.
SUBJECTS = {
    "Questions about two bodies": "overlap distance sweep contains raycast intersection penetration status closest_approach extent",
    "Meshes": "mesh pairs fit generate mesh_file",
    "Many at once": "batch known_shapes box_pairs",
    "Scenes": "scene scene_questions scene_motion scene_probe scene_file simulate",
    "Robots": "robot robot_file",
    "Shapes, bodies and motions": "shapes validate geometry pose path integrate vec",
    "Options, answers and errors": "options answers error",
    "Files and reports": "query_format report file export graze",
}


def write_reference(folder):
    """A page a header and one that lists them."""
    folder.mkdir(parents=True)
    headers = {path.stem: path for path in sorted((ROOT / "include/graze").glob("*.h"))}
    groups = {title: words.split() for title, words in SUBJECTS.items()}
    rest = [h for h in headers if not any(h in group for group in groups.values())]
    if rest:
        groups["More"] = rest
    index = ["# C++ reference", "",
             "Made from the headers: what stands here is what the compiler reads. `#include <graze/graze.h>` brings everything. Options are aggregates for",
             "designated initialisers (`sweep(a, b, {.t_max = 10})`), answers are plain values, and what can fail returns `Result<T>`, a `tl::expected` whose",
             "error names the culprit. Nothing throws.", ""]
    for title, names in groups.items():
        index += [f"## {title}", "", "| header | |", "|---|---|"]
        for name in names:
            (folder / f"{name}.md").write_text(header_page(headers[name]) + "\n")
            sentence = re.split(r"(?<=[.?!])\s", " ".join(opening(headers[name].read_text().splitlines())))[0]
            index.append(f"| [{name}.h]({name}.md) | {as_markdown(['/// ' + sentence])} |".replace("|\\|", "||"))
        index += ["", "```{toctree}", ":hidden:", "", *names, "```", ""]
    (folder / "index.md").write_text("\n".join(index))


def lead_into_the_site(folder):
    """Links to files that have a page of their own here."""
    for page in folder.rglob("*.md"):
        up = "../" * len(page.relative_to(folder).parent.parts)
        text = page.read_text()
        text = re.sub(r"\]\((?:\.\./)+include/graze/graze\.h\)", f"]({up}cpp/index.md)", text)
        text = re.sub(r"\]\((?:\.\./)+include/graze/(\w+)\.h\)", rf"]({up}cpp/\1.md)", text)
        page.write_text(re.sub(r"\]\((?:\.\./)+benchmarks/README\.md(#[\w-]+)?\)", rf"]({up}benchmarks-all.md\1)", text))


def copy_pages_of_the_root(docs):
    """ARCHITECTURE.md and CHANGELOG.md; what they link to outside of the site is named only."""
    for name in ("architecture", "changelog"):
        text = (ROOT / f"{name.upper()}.md").read_text()
        text = re.sub(r"\]\(docs/", "](", text)
        text = re.sub(r"\[([^\]]*)\]\((?!\w+://|[\w/-]+\.svg\)|#)((?!\.\./)[^)]*)\)", lambda m: m[0] if (ROOT / "docs" / m[2]).exists() else m[1], text)
        (docs / f"{name}.md").write_text(text)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=pathlib.Path)
    folder = parser.parse_args().folder
    for name in ("docs", "examples"):
        shutil.copytree(ROOT / name, folder / name, dirs_exist_ok=True)
    for name in ("CMakeLists.txt", "LICENSE"):
        shutil.copy(ROOT / name, folder)
    copy_pages_of_the_root(folder / "docs")
    (folder / "docs/benchmarks-all.md").write_text((ROOT / "benchmarks/README.md").read_text().replace("# Benchmarks", "# All figures", 1))
    lead_into_the_site(folder / "docs")
    write_reference(folder / "docs" / "cpp")


if __name__ == "__main__":
    main()
