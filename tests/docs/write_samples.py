"""Writes one C++ source with all C++ samples of the documents: write_samples.py OUT.cpp. Run with a name, it runs that sample."""

import pathlib
import re
import sys

sys.dont_write_bytecode = True
from samples import all_blocks  # noqa: E402

HEAD = """/// Made by write_samples.py from the documents.

#include <cstring>
#include <functional>
#include <map>
#include <string>
"""


def in_namespace(block):
    """A whole program stands in a namespace, statements in a function of one."""
    code = re.sub(r"^#include .*\n", "", block.text, flags=re.MULTILINE)
    place = f'#line {block.line + 1} "{block.document}"\n'
    if re.search(r"\bint main\(\)", code):
        return f"namespace {block.symbol} {{\n{place}{code.rstrip()[:-1]}  return 0;\n}}\n}}\n"  # only the true main needs no return
    return f"namespace {block.symbol} {{\nint main() {{\n{place}{code}  return 0;\n}}\n}}\n"


def main():
    out = pathlib.Path(sys.argv[1])
    blocks = all_blocks("cpp")
    includes = sorted({line for b in blocks for line in re.findall(r"^#include .*$", b.text, re.MULTILINE)} | {"#include <graze/graze.h>", "#include <cstdio>"})
    entries = "".join(f'    {{"{b.name}", {b.symbol}::main}},\n' for b in blocks)
    out.write_text(HEAD + "\n".join(includes) + "\n\n" + "\n".join(map(in_namespace, blocks)) + f"""
int main(int count, char** words) {{
  const std::map<std::string, std::function<int()>> samples{{
{entries}  }};
  const auto found = samples.find(count == 2 ? words[1] : "");
  return found == samples.end() ? 99 : found->second();
}}
""")


if __name__ == "__main__":
    main()
