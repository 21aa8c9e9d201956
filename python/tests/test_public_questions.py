"""Every public function of the library is in the module under its own name, under another one, or is left out for a reason."""

import pathlib
import re
import tempfile
import unittest

import graze

HEADERS = pathlib.Path(__file__).resolve().parents[2] / "include" / "graze"

# What Python calls it: a function of graze, or "Class.method".
OTHERWISE_NAMED = {
    "closest_points": "closest", "sweep_along": "sweep", "last_contact_along": "last_contact", "closest_approach_along": "closest_approach",
    "repaired_rotation": "repaired_pose", "repaired_frame": "repaired_pose", "in_poses": "overlap_poses", "in_motions": "sweep_motions",
    "for_each_in_parallel": "overlap_pairs", "first_hit": "first_hits", "nearest_point": "nearest_points", "mesh_of": "Geometry.vertices",
    "root_box": "boxes_of_level", "report_on": "mesh_report", "pose_at": "Body.pose_at", "read_mesh": "load", "read_geometry": "load",
    "read_tree": "load", "write_tree": "Geometry.save", "make_box_mesh": "box_mesh",
    "make_sphere_mesh": "sphere_mesh", "make_torus_mesh": "torus_mesh", "make_bumpy_sphere_mesh": "bumpy_sphere_mesh",
    "overlapping_pairs": "Scene.overlapping_pairs", "any_overlap": "Scene.any_overlap", "visit_overlaps": "Scene.overlapping_pairs",
    "statuses": "Scene.statuses", "closest_pairs": "Scene.closest_pairs", "first_contact": "Scene.first_contact",
    "overlapping_bodies": "Scene.overlapping", "timeline": "Scene.timeline", "contacts": "Scene.contacts",
    "test_contacts": "Scene.test_contacts", "find_contacts": "Scene.find_contacts", "read_scene": "load_scene", "make_scene": "load_scene",
    "write_scene": "Scene.save", "robot_bodies": "load_scene", "read_urdf": "load_robot", "read_srdf": "RobotCell", "read_trajectory": "load_trajectory",
    "write_trajectory": "Trajectory.save", "default_ignore_list": "Robot.default_ignore_list", "kinetic_energy": "Simulation.kinetic_energy",
    "momentum": "Simulation.momenta", "angular_momentum": "Simulation.momenta", "bounce": "Simulation.bounce", "report_html": "Report.html",
    "render_png": "Report.png", "write_report": "Report.save", "write_image": "Report.save", "report_of": "report", "answer": "query",
    "shape_text": "Geometry.description",
}
# Parts of what is there, or tools that Python has itself.
LEFT_OUT = {
    "validate": "every shape is validated when it is made", "check_body": "every body is checked when it is made", "name_of": "answers have words",
    "at": "of error messages", "barycentric": "numpy does it in a line from point and triangle", "smoothed_normal": "contacts_to_depth() tells it",
    "mesh_of_boxes": "boxes_of_level() has the boxes", "volume_of": "Box.volume", "area_of": "of the numbers of a Box", "polyhedron_with_faces": "graze.convex",
    "edges_of": "of the faces of a hull", "guided": "motions that bound themselves are functions of C++, called from many threads",
    "carried_by": "integrate() takes a function", "from_time": "at_time()", "is_tree_file": "load() finds out", "metres_per_unit": "Python does not convert units",
    "read_mesh_bytes": "load() reads files", "write_file": "Python has its own", "write_srdf": "Python has its own XML", "srdf_text": "Python has its own XML", "unmet_expectation": "of the command",
    "finding_kind": "of reports", "sampled_poses": "of reports", "has_report_view": "reports say so",
    "closing_speed": "SimulationContact.closing_speed", "world_of": "RobotCell takes a dictionary of bodies",
    "curve_order": "of shards: the command cuts work for many processes", "near_boxes": "of shards", "near_boxes_of": "of shards",
    "pairs_to_ask": "of shards", "statuses_of": "of shards: Scene.statuses asks about all pairs",
    "open_tree": "a file that is changed in place while it is mapped ends the program: load() copies",
    "bytes_to_build": "of the command, which refuses what does not fit into memory",
    "has_step": "the module reads no STEP files", "is_step_file": "the module reads no STEP files",
    "first_contacts_of": "of shards: Scene.first_contacts asks about all pairs",
}


def public_functions():
    """Names of functions that headers export, those of classes included."""
    names = set()
    for header in sorted(HEADERS.glob("*.h")):
        text = re.sub(r"//[^\n]*", "", header.read_text())
        for declaration in re.findall(r"GRAZE_API\s+(?!class|struct|Result<void>\s*$)([^;{]*?)\(", text, re.S):
            if not re.match(r"\s*(class|struct)\b", declaration):
                names.add(re.split(r"[\s&*>]+", declaration.strip())[-1])
    return names - {"", "__attribute__"}


def find(name):
    thing = graze
    for part in name.split("."):
        thing = getattr(thing, part)
    return thing


class PublicFunctions(unittest.TestCase):
    def test_all_are_in_the_module_or_have_a_reason_not_to_be(self):
        functions = public_functions()
        self.assertGreater(len(functions), 80, "the headers are read wrong")
        unknown = [name for name in functions if name not in OTHERWISE_NAMED and name not in LEFT_OUT and not hasattr(graze, name)]
        self.assertEqual(sorted(unknown), [], "new in a header: bring it to Python, or say why not")

    def test_the_lists_name_nothing_that_is_gone(self):
        functions = public_functions()
        self.assertEqual(sorted((OTHERWISE_NAMED.keys() | LEFT_OUT.keys()) - functions), [])
        for name in OTHERWISE_NAMED.values():
            find(name)

    def test_every_argument_has_a_type_of_python(self):
        """pybind11 compiles functions with arguments that nothing converts: they refuse whatever they are given."""
        for name in dir(graze._core):
            thing = getattr(graze._core, name)
            members = [getattr(thing, member) for member in dir(thing)] if isinstance(thing, type) else []
            for function in [thing, *members]:
                signature = (getattr(function, "__doc__", None) or "").split("\n")[0]
                self.assertNotIn("::", signature)

    def test_meshes_are_written_and_read_again(self):
        mesh = graze.sphere_mesh(1, 2)
        with tempfile.TemporaryDirectory() as folder:
            for ending in ("stl", "obj", "off", "ply"):
                path = pathlib.Path(folder) / f"ball.{ending}"
                graze.write_mesh(mesh, path)
                graze.write_mesh(mesh, str(path))
                read = graze.load(path)
                self.assertEqual((len(read.faces), graze.overlap(read, mesh)), (len(mesh.faces), True))
            with self.assertRaisesRegex(graze.Error, "ball.xyz"):
                graze.write_mesh(mesh, pathlib.Path(folder) / "ball.xyz")

    def test_every_kind_of_shape_can_be_made(self):
        text = (HEADERS / "shapes.h").read_text()
        kinds = re.findall(r"using Variant\s*=\s*std::variant<([^>]*)>", text, re.S)
        self.assertEqual(len(kinds), 2)
        made = {"Point": "point", "Line": "line", "Ray": "ray", "Segment": "segment", "Plane": "plane", "HalfSpace": "half_space", "Sphere": "sphere",
                "Capsule": "capsule", "Cylinder": "cylinder", "Cone": "cone", "Ellipsoid": "ellipsoid", "Aabb": "aabb", "Obb": "box",
                "Triangle": "triangle", "Tetrahedron": "tetrahedron", "ConvexPolygon": "polygon", "ConvexPolyhedron": "convex", "PointCloud": "points",
                "TriangleMesh": "mesh", "Torus": "torus", "Point2": "point", "Line2": "line", "ImplicitLine2": "shape", "HalfPlane": "half_plane",
                "Ray2": "ray", "Segment2": "segment", "Circle": "circle", "Capsule2": "capsule", "Ellipse": "ellipse", "Aabb2": "shape",
                "Obb2": "rectangle", "ConvexPolygon2": "polygon2", "PointCloud2": "points"}
        for kind in re.findall(r"\w+", " ".join(kinds)):
            with self.subTest(shape=kind):
                self.assertTrue(callable(getattr(graze, made[kind])))


if __name__ == "__main__":
    unittest.main()
