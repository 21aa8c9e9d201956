"""What the public headers promise to a linker, as clang sees them: functions left to the library, layouts of classes, values of enumerations."""

import json
import pathlib
import re
import subprocess
import tempfile

from check_headers import library_command

FUNCTIONS = ("FunctionDecl", "CXXMethodDecl", "CXXConstructorDecl", "CXXDestructorDecl", "CXXConversionDecl")
RECORD = re.compile(r"^\s*0 \| (?:struct|class|union) (graze::[\w:]+)\n(.*?)\[sizeof=(\d+)", re.MULTILINE | re.DOTALL)
FIELD = re.compile(r"^\s*([\d:-]+) \|   (\S.*)$", re.MULTILINE)  # of the class itself: what is inside a field is indented further


def run(*command):
    return subprocess.run([str(word) for word in command], capture_output=True, text=True, check=True).stdout


def documents(text):
    """The JSON values that follow each other in a text."""
    decoder, place = json.JSONDecoder(), 0
    while place < len(text):
        value, place = decoder.raw_decode(text, place)
        yield value
        place += len(text[place:]) - len(text[place:].lstrip())


def declared_functions(node):
    """{mangled name: name} of functions that a header declares and leaves to the library."""
    kind = node.get("kind", "")
    if kind in FUNCTIONS:
        has_body = any(inner.get("kind") == "CompoundStmt" for inner in node.get("inner", []))
        if has_body or node.get("isImplicit") or node.get("explicitlyDefaulted") or node.get("explicitlyDeleted") or node.get("pure"):
            return {}
        return {node["mangledName"]: node["name"]}
    if "Template" in kind:  # nothing before it is instantiated
        return {}
    return {name: of for inner in node.get("inner", []) for name, of in declared_functions(inner).items()}


def given_value(constant):
    """'=4' of an enumerator that says its value."""
    return next((f"={inner['value']}" for inner in constant.get("inner", []) if "value" in inner), "")


def enumerations(node, around=""):
    """{name: its enumerators in order} below a node."""
    name = f"{around}{node.get('name', '')}"
    if node.get("kind") == "EnumDecl" and node.get("name"):
        return {name: [inner["name"] + given_value(inner) for inner in node.get("inner", []) if inner["kind"] == "EnumConstantDecl"]}
    if node.get("kind") not in ("NamespaceDecl", "CXXRecordDecl"):
        return {}
    return {key: value for inner in node.get("inner", []) for key, value in enumerations(inner, f"{name}::").items()}


class PublicInterface:
    """Read from the headers of a source tree, or of another one, with the include folders of one of its build trees."""

    def __init__(self, root, build, headers=None):
        words = library_command(build, root)
        folders = [word for pair in zip(words, words[1:]) if pair[0] == "-isystem" for word in pair]
        self.flags = ["-std=c++20", f"-I{(headers or root) / 'include'}", *folders]
        self.includes = "".join(f"#include <graze/{path.name}>\n" for path in sorted(((headers or root) / "include/graze").glob("*.h")))

    def clang(self, *options):
        with tempfile.TemporaryDirectory() as folder:
            unit = pathlib.Path(folder) / "unit.cpp"
            unit.write_text(self.includes)
            return run("clang++-19", *self.flags, "-fsyntax-only", *options, unit)

    def syntax(self):
        return documents(self.clang("-Xclang", "-ast-dump=json", "-Xclang", "-ast-dump-filter=graze::"))

    def functions(self):
        return {mangled: name for document in self.syntax() for mangled, name in declared_functions(document).items()}

    def enumerations(self):
        return {name: values for document in self.syntax() for name, values in enumerations(document, "graze::").items() if values}

    def layouts(self):
        """{class: (size, ['offset type name', …])} of every class of graze that is complete."""
        dump = self.clang("-Xclang", "-fdump-record-layouts-complete")
        return {name: (int(size), [f"{at} {field}" for at, field in FIELD.findall(body)]) for name, body, size in RECORD.findall(dump)}
