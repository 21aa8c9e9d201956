#!/usr/bin/env python3
"""Gathers the sources of the documentation site: docs_pages.py FOLDER. Copies docs/ and examples/, and writes the C++ reference, a page a header.

Links to headers and to benchmarks/README.md, which lead to these files where the pages are read as they are, lead to their pages in the site.
"""

import argparse
import pathlib
import re
import shutil
import sys
import textwrap

sys.dont_write_bytecode = True
ROOT = pathlib.Path(__file__).resolve().parent.parent

# Headers by subject, as the README lists them; what is named nowhere comes last, so that a new header is never left out.
SUBJECTS = {
    "Questions about two bodies": "overlap distance sweep contains raycast intersection penetration status signed_distance closest_approach at_time",
    "Questions about projections, lines and regions": "extent side lines region",
    "Meshes": "mesh pairs repair fit generate mesh_file mesh_source",
    "Many at once": "batch warm_start known_shapes",
    "Scenes": "scene scene_body scene_questions scene_contacts scene_probe scene_motion scene_timeline scene_file simulate",
    "Robots": "robot robot_model robot_file",
    "Shapes, bodies and motions": "shapes shapes2 hull validate geometry pose motion path twist integrate vec",
    "Options, answers and errors": "options answers error names point_list",
    "Files and reports": "query_format report file export graze",
}
DECLARED = re.compile(r"\b(?:struct|class|enum class|concept|using)\s+(?:GRAZE_API\s+)?(\w+)|\b(~?\w+|operator\W+)\(")


def opening(lines):
    """The comment that opens a header, as paragraphs."""
    text = []
    for line in lines:
        if line.startswith("///"):
            text.append(line[4:])
        elif text:
            break
    return text


def blocks_of(lines):
    """What stands between blank lines inside the namespace; braces keep a block together."""
    inside, depth, block = False, 0, []
    for line in lines:
        if re.match(r"namespace graze\b.*\{", line):
            inside = True
            continue
        if line.startswith("}  // namespace"):
            inside = False
        if not inside:
            continue
        if not line.strip() and depth == 0:
            if block:
                yield block
            block = []
            continue
        block.append(line)
        depth += line.count("{") - line.count("}")
    if block:
        yield block


def name_of(code):
    """The first name a block declares."""
    text = "\n".join(line for line in code if not line.lstrip().startswith("//"))
    text = re.sub(r"\[\[nodiscard\]\]|GRAZE_API|template <[^>]*>", "", text)
    found = DECLARED.search(text)
    return (found[1] or found[2]).strip() if found else None


def as_markdown(comment):
    """Comments are nearly Markdown: names in angle brackets and underscores are not meant as markup."""
    text = "\n".join(line[4:] if line.startswith("/// ") else line[3:] for line in comment)
    return re.sub(r"([<>*_])", r"\\\1", text) if "`" not in text else re.sub(r"(`[^`]*`)|([<>*_])", lambda m: m[1] or "\\" + m[2], text)


def parameters_of(text):
    """Split at the commas outside brackets."""
    depth, parts = 0, [""]
    for letter in text:
        depth += (letter in "([{<") - (letter in ")]}>")
        if letter == "," and depth == 0:
            parts.append("")
        else:
            parts[-1] += letter
    return [part.strip() for part in parts]


WIDTH = 92  # of a code block on a desktop


def wrapped(comments):
    """Comment lines of one indent as one paragraph that fits; lists keep their lines."""
    indent = re.match(r" *", comments[0])[0]
    words = " ".join(line.strip()[3:].strip() for line in comments)
    return textwrap.wrap(words, WIDTH, initial_indent=indent + "/// ", subsequent_indent=indent + "/// ", break_long_words=False)


def with_comments_that_fit(lines):
    """Long comments are wrapped, those beside code that do not fit stand above it."""
    result, pending = [], []
    for line in [*lines, None]:
        beside = re.fullmatch(r"( *)(\S.*?)  ///< (.*)", line) if line and len(line) > WIDTH else None
        if line is not None and re.match(r" *///(?!<)", line):
            pending.append(line)
            continue
        if pending:
            result += wrapped(pending) if max(map(len, pending)) > WIDTH else pending
            pending = []
        if beside:
            result += [*wrapped([f"{beside[1]}/// {beside[3]}"]), (beside[1] + beside[2]).rstrip()]
        elif line is not None:
            result.append(line)
    return result


def joined(lines):
    """Declarations whose parameters go on in the lines after them as one line."""
    result = []
    for line in lines:
        if result and "//" not in result[-1] and result[-1].count("(") > result[-1].count(")"):
            result[-1] += " " + line.strip()
        else:
            result.append(line)
    return result


def with_parameters_that_fit(lines):
    """Long declarations of functions with a line a parameter."""
    for line in lines:
        call = re.fullmatch(r"( *)(\w[\w:<>, *&]*? [\w:]+)\((.+)\)([\w ]*;)", line)
        if not call or len(line) <= WIDTH:
            yield line
            continue
        parts = parameters_of(call[3])
        yield from (f"{call[1]}{call[2]}(", *(f"{call[1]}    {part}," for part in parts[:-1]), f"{call[1]}    {parts[-1]}){call[4]}")


def readable(code):
    """Without what only compilers and implementers need, and no wider than a page."""
    text = re.sub(r"\n*^ private:\n.*?^\};", "\n};", "\n".join(code), flags=re.MULTILINE | re.DOTALL)
    lines = joined(re.sub(r"\bGRAZE_API |\[\[nodiscard\]\] ", "", text).splitlines())
    return list(with_parameters_that_fit(with_comments_that_fit(lines)))


def header_page(path):
    lines = path.read_text().splitlines()
    first = opening(lines)
    page = [f"# {path.name}", "", *as_markdown(["/// " + line for line in first]).splitlines(), "", "```cpp", f"#include <graze/{path.name}>", "```", ""]
    used = set()
    for block in blocks_of(lines):
        split = next((i for i, line in enumerate(block) if not line.startswith("///")), len(block))
        comment, code = block[:split], block[split:]
        name = name_of(code)
        if not code or name is None or re.match(r"(class|struct) \w+;$", "\n".join(code)):
            continue
        if name not in used:
            page += [f"## `{name}`", ""]
            used.add(name)
        page += [as_markdown(comment), "", "```cpp", *readable(code), "```", ""]
    return "\n".join(page)


def write_reference(folder):
    """A page a header and one that lists them."""
    folder.mkdir(parents=True)
    headers = {path.stem: path for path in sorted((ROOT / "include/graze").glob("*.h"))}
    groups = {title: [h for h in words.split() if h in headers] for title, words in SUBJECTS.items()}
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
