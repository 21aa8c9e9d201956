"""The code samples of the documents: fenced blocks, with what they are expected to print and why some are not run.

A block of C++ or Python that is followed by a `text` block prints just that. A `console` block holds commands after `$ ` and what they print; a
line `...` stands for any lines. An HTML comment before a block says what is special about it: `<!-- not run: reason -->`, or `<!-- peer: fcl -->`
for code of another library.
"""

import pathlib
import re

ROOT = pathlib.Path(__file__).resolve().parents[2]
DOCUMENTS = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]
FENCE = re.compile(r"(?P<before>[^\n]*\n)?^(?P<ticks>```+)(?P<language>[^\n`]*)\n(?P<text>.*?)^(?P=ticks)\s*$", re.MULTILINE | re.DOTALL)


class Block:
    """One fenced block of a document."""

    def __init__(self, document, match, text):
        self.document = document
        self.line = text.count("\n", 0, match.start("ticks")) + 1
        self.language = match["language"].strip()
        self.text = match["text"]
        comment = re.match(r"<!-- ([a-z ]+): (.*) -->", match["before"] or "")
        self.remark = (comment[1], comment[2]) if comment else (None, None)
        self.prints = None

    @property
    def name(self):
        return f"{self.document.relative_to(ROOT)}:{self.line}"

    @property
    def symbol(self):
        """As a C++ name; the same as long as the document has no other samples before it."""
        return re.sub(r"\W", "_", f"{self.document.relative_to(ROOT).with_suffix('')}_{self.line}")


def blocks_of(document):
    text = document.read_text()
    blocks, end = [], None
    for match in FENCE.finditer(text):
        block = Block(document, match, text)
        follows = blocks and not text[end:match.start("ticks")].strip()
        if block.language == "text" and follows and blocks[-1].language in ("cpp", "python"):
            blocks[-1].prints = block.text
        else:
            blocks.append(block)
        end = match.end()
    return blocks


def all_blocks(language):
    """Blocks of that language that are graze's own and are run."""
    return [b for d in DOCUMENTS for b in blocks_of(d) if b.language == language and b.remark[0] is None]
