"""An arm swings past a rod: a checker that samples twenty poses sees nothing; graze proves that they meet, and when."""

import pathlib
import tempfile

import numpy as np

import graze

URDF = """<robot name="arm">
  <link name="base"><collision><geometry><cylinder radius="0.1" length="0.2"/></geometry></collision></link>
  <link name="upper"><collision><origin xyz="0.25 0 0"/><geometry><box size="0.5 0.06 0.06"/></geometry></collision></link>
  <link name="fore"><collision><origin xyz="0.2 0 0"/><geometry><box size="0.4 0.04 0.04"/></geometry></collision></link>
  <joint name="shoulder" type="revolute"><parent link="base"/><child link="upper"/><origin xyz="0 0 0.2"/><axis xyz="0 0 1"/>
    <limit lower="-3" upper="3" effort="1" velocity="1"/></joint>
  <joint name="elbow" type="revolute"><parent link="upper"/><child link="fore"/><origin xyz="0.55 0 0"/><axis xyz="0 0 1"/>
    <limit lower="-2.5" upper="2.5" effort="1" velocity="1"/></joint>
</robot>"""

with tempfile.TemporaryDirectory() as folder:
    path = pathlib.Path(folder) / "arm.urdf"
    path.write_text(URDF)
    robot = graze.load_robot(path)

rod = graze.cylinder([0.61, 0.61, 0], [0.61, 0.61, 0.5], 0.002)
cell = graze.RobotCell(robot, {"rod": rod})
swing = graze.Trajectory(times=[0, 1], positions=[[-1.5, 0.1], [1.5, 0.1]], joints=["shoulder", "elbow"])

samples = [cell.is_free([-1.5 + 3 * t, 0.1]) for t in np.linspace(0, 1, 20)]
print("twenty samples, all free:", all(samples))
found = cell.first_contact(swing)
print(f"certified: {found.status}, {found.first.a} meets {found.first.b}, not before t = {found.first.t_lo:.6f}")

raised = graze.RobotCell(robot, {"rod": graze.Body(rod, (np.eye(3), [0, 0, 0.3]))})
clear = raised.first_contact(swing, want_clearance=True)
print(f"rod raised: {clear.status}, never nearer than {clear.clearance.distance * 1000:.2f} mm ({clear.clearance.a} – {clear.clearance.b})")
