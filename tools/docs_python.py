#!/usr/bin/env python3
"""Writes docs/python_reference.md from the Python module: signatures from its stubs and sources, sentences from its docstrings.

    PYTHONPATH=build/test/python /usr/bin/python3 tools/docs_python.py            # writes it
    PYTHONPATH=build/test/python /usr/bin/python3 tools/docs_python.py --check    # fails where it is not what the module says
"""

import argparse
import ast
import inspect
import pathlib
import re
import sys

sys.dont_write_bytecode = True
import graze  # noqa: E402
import graze.fcl  # noqa: E402
from docs_headers import parameters_of  # noqa: E402

ROOT = pathlib.Path(__file__).resolve().parent.parent
PAGE = ROOT / "docs/python_reference.md"
PAGE_WIDTH = 86  # characters of code that the site shows without scrolling
COMMAND = "PYTHONPATH=build/test/python /usr/bin/python3 tools/docs_python.py"
SECTIONS = {
    "Geometries": "mesh load Geometry shape box aabb sphere capsule cylinder cone ellipsoid plane half_space triangle tetrahedron polygon convex points "
                  "point segment ray line torus circle ellipse rectangle polygon2 half_plane box_mesh sphere_mesh bumpy_sphere_mesh torus_mesh height_field "
                  "refitted write_mesh",
    "Bodies": "Body at_time integrate Integrated repaired_pose RepairedPose",
    "Questions about two bodies": "overlap distance closest within contains penetration signed_distance status intersection explain_overlap separates side "
                                  "lines common_region solid_penetration pairs_within intersecting_pairs triangles_meeting section overlap_to_depth contacts_to_depth sweep "
                                  "sweep_turning closest_approach first_contacts last_contact",
    "Questions about one body": "raycast fit extent self_intersection intersects_itself mesh_report boxes_of_level convex_hull",
    "Many at once": "overlap_poses distance_poses sweep_motions first_hits nearest_points overlap_pairs distance_pairs",
    "Answers": "Closest SignedDistance Penetration Status Impact TurningImpact Crossing Raycast TrianglePairs Curve Intersection Feature Box Ball "
               "Overlap AxisTest Side Lines Region SolidPenetration Triangles Section DepthContact ClosestApproach FirstContacts TouchingPair Extent Hull "
               "Rectangle Disc",
    "Scenes": "Scene load_scene PairStatus ClosestPair PairContact SceneContact SceneHit SceneApproach PairTimeline ContactSpan PairContacts PartContact "
              "ContactNotice",
    "Simulations": "Simulation SimulationContact StepReport",
    "Robots": "load_robot load_trajectory Robot Trajectory RobotCell RobotContact RobotClearance RobotImpact",
    "In place of trimesh": "CollisionManager scene_to_collision",
    "Reports": "report show Report",
    "Query files": "query query_lines QuestionReader",
    "Errors": "Error",
}


def stubs():
    """name or Class.name -> node of _core.pyi."""
    tree = ast.parse((ROOT / "python/graze/_core.pyi").read_text())
    found = {}
    for node in tree.body:
        if isinstance(node, (ast.FunctionDef, ast.ClassDef)):
            found[node.name] = node
        for member in getattr(node, "body", []) if isinstance(node, ast.ClassDef) else []:
            if isinstance(member, ast.FunctionDef):
                found[f"{node.name}.{member.name}"] = member
    return found


STUBS = stubs()


def sentence_of(thing):
    """The docstring without the signature that pybind11 puts first."""
    text = inspect.getdoc(thing) or ""
    text = re.sub(r"\A\w+\(.*\) -> [^\n]*(\n+|\Z)", "", text)
    text = re.sub(r"\AInitialize self\..*", "", text)
    return re.sub(r"(?<!`)``(?!`)", "`", text).strip()


def without_self(node):
    node = ast.parse(ast.unparse(node)).body[0]
    node.args.args = [a for a in node.args.args if a.arg != "self"]
    return node


def defaults_of(thing):
    """Argument -> default, as the first line that pybind11 writes has them; the stubs leave them out."""
    first = re.match(r"\w+\((.*)\) -> ", (thing.__doc__ or "").partition("\n")[0])
    values = dict(re.fullmatch(r"\s*(\w+): .* = (.*)", part).groups() for part in parameters_of(first[1]) if " = " in part) if first else {}
    return {k: "2**64 - 1" if v == str(2**64 - 1) else v for k, v in values.items()}


def signature_of(name, thing):
    node = STUBS.get(name)
    if isinstance(node, ast.FunctionDef):
        node = without_self(node)
        known = defaults_of(thing)
        written = (part.strip() for part in parameters_of(ast.unparse(node.args)))
        call = ", ".join(re.sub(r"\A(\w+)(.*)=\.\.\.\Z", lambda m: f"{m[1]}{m[2]} = {known.get(m[1], '...')}", part) for part in written)
        text = f"({call})" + (f" -> {ast.unparse(node.returns)}" if node.returns else "")
    else:
        shown = inspect.signature(thing)
        shown = shown.replace(parameters=[p for p in shown.parameters.values() if p.name != "self"])
        text = re.sub(r"""(: |-> )["']+([^"']*)["']+""", r"\1\2", str(shown))
    return name.split(".")[-1] + re.sub(r"\b(numpy\.)?npt?\.typing\.|numpy\.typing\.", "npt.", text)


def signature_block(name, thing):
    """The signature, with a line for each argument where it is longer than the page is wide."""
    text = signature_of(name, thing)
    if len(text) > PAGE_WIDTH:
        called, arguments, returns = re.fullmatch(r"(\w+)\((.*)\)( -> .*)?", text, re.DOTALL).groups()
        text = f"{called}(\n" + "".join(f"    {part.strip()},\n" for part in parameters_of(arguments)) + f"){returns or ''}"
    return ["```{code-block} python", text, "```", ""]


def function_text(name, thing, heading):
    return [f"{heading} `{name.split('.')[-1]}`", "", *signature_block(name, thing), sentence_of(thing), ""]


def members_of(name, thing):
    """Public methods and properties in the order they were written."""
    return [(k, v) for k, v in vars(thing).items() if not k.startswith("_") and (callable(v) or isinstance(v, property))]


def class_text(name, thing):
    text = [f"### `{name}`", "", sentence_of(thing), ""]
    if name in STUBS and f"{name}.__init__" in STUBS or name == "CollisionManager":
        init = vars(thing).get("__init__")
        shown = "\n".join(signature_block(f"{name}.__init__", init)).replace("__init__", name).replace(" -> None", "")
        text += [shown, sentence_of(init), ""]
    members = members_of(name, thing)
    properties = [(k, v) for k, v in members if isinstance(v, property)]
    if properties:
        text += ["| property | |", "|---|---|"]
        for key, value in properties:
            node = STUBS.get(f"{name}.{key}")
            kind = f" (`{ast.unparse(node.returns)}`)" if node is not None and node.returns else ""
            text.append(f"| `{key}`{kind} | {sentence_of(value)} |".replace("\n", " "))
        text.append("")
    for key, value in members:
        if not isinstance(value, property):
            text += [f"`{signature_of(f'{name}.{key}', value)}`", f": {sentence_of(value) or '–'}".replace("\n", "\n  "), ""]
    return text


def page():
    listed = [n for words in SECTIONS.values() for n in words.split()]
    missing = set(graze.__all__) - set(listed) - {"__version__"}
    sections = dict(SECTIONS, **({"More": " ".join(sorted(missing))} if missing else {}))
    text = ["# Python reference", "",
            "Made from the module by `tools/docs_python.py`; a test compares the two. A guide to it is [graze in Python](python.md). `Array` is a numpy array,",
            "`Vector` three numbers, `Pose` a (4,4) or (3,4) matrix, `(R, t)` or `(quaternion wxyz, t)`, `AnyBody` a `Body`, a `Geometry`, or anything with `vertices`",
            "and `faces`.", ""]
    for title, words in sections.items():
        text += [f"## {title}", ""]
        for name in words.split():
            thing = getattr(graze, name)
            text += class_text(name, thing) if inspect.isclass(thing) else function_text(name, thing, "###")
    text += ["## `graze.fcl`", "", sentence_of(graze.fcl), ""]
    return re.sub(r"\n{3,}", "\n\n", "\n".join(text)).rstrip() + "\n"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--check", action="store_true")
    if not parser.parse_args().check:
        PAGE.write_text(page())
        return 0
    if PAGE.read_text() == page():
        return 0
    print(f"docs/python_reference.md is not what the module says; write it anew: {COMMAND}")
    return 1


if __name__ == "__main__":
    sys.exit(main())
