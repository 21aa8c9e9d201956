"""A page of the C++ reference out of a header: its opening sentence, then every declaration under its name, with its comment."""

import re
import textwrap

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
