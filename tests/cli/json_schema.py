"""As much of JSON Schema as docs/schema uses. Standard library only."""

import json
import pathlib
import re

FOLDER = pathlib.Path(__file__).resolve().parents[2] / "docs/schema"
TYPES = {"object": dict, "array": list, "string": str, "boolean": bool, "null": type(None)}


def is_of_type(value, name):
    if name == "number":
        return isinstance(value, (int, float)) and not isinstance(value, bool)
    if name == "integer":
        return isinstance(value, int) and not isinstance(value, bool)
    return isinstance(value, TYPES[name])


def problems(value, schema, root, path="$"):
    """What is wrong with the value, a line each."""
    if "$ref" in schema:
        target = root
        for part in schema["$ref"].removeprefix("#/").split("/"):
            target = target[part]
        return problems(value, target, root, path)
    found = []
    types = schema.get("type")
    if types and not any(is_of_type(value, name) for name in ([types] if isinstance(types, str) else types)):
        return [f"{path}: {value!r} is no {types}"]
    if "const" in schema and value != schema["const"]:
        found.append(f"{path}: {value!r} is not {schema['const']!r}")
    if "enum" in schema and value not in schema["enum"]:
        found.append(f"{path}: {value!r} is none of {schema['enum']}")
    if "pattern" in schema and not re.search(schema["pattern"], value):
        found.append(f"{path}: {value!r} is not like {schema['pattern']}")
    if "minimum" in schema and value < schema["minimum"]:
        found.append(f"{path}: {value} is below {schema['minimum']}")
    if isinstance(value, list):
        if not schema.get("minItems", 0) <= len(value) <= schema.get("maxItems", len(value)):
            found.append(f"{path}: {len(value)} items")
        for i, item in enumerate(value):
            found += problems(item, schema.get("items", {}), root, f"{path}[{i}]")
    if isinstance(value, dict):
        found += [f"{path}: no {name}" for name in schema.get("required", []) if name not in value]
        for name, inner in value.items():
            found += problems(inner, schema.get("properties", {}).get(name, schema.get("additionalProperties", {})), root, f"{path}.{name}")
    if "oneOf" in schema:
        tries = [problems(value, one, root, path) for one in schema["oneOf"]]
        if sum(not one for one in tries) != 1:
            found += min(tries, key=len)
    return found


def answer_problems(answer):
    """Of an answer of graze --json; unknown fields count, so that the schema does not fall behind."""
    root = json.loads((FOLDER / "answers.schema.json").read_text())
    known = root["$defs"][answer["command"]]["properties"]
    return problems(answer, root, root) + [f"$: {name} is not in the schema" for name in answer if name not in known]
