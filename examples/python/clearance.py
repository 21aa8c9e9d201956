"""An assembly of plates, bolts and a cover: what clashes, what is closer than 0.5 mm?"""

import numpy as np

import graze

assembly = graze.Scene()
assembly.add(graze.box([100, 60, 5]), name="base plate")
assembly.add(graze.box([100, 60, 5]), (np.eye(3), [0, 0, 27.9]), name="cover")
for i, (x, y) in enumerate([(-40, -20), (40, -20), (-40, 20), (40, 20)]):
    bolt = [graze.cylinder([0, 0, 0], [0, 0, 20], 2.9), graze.cylinder([0, 0, 20], [0, 0, 22.5], 5)]  # shank and head move as one
    assembly.add(bolt, (np.eye(3), [x, y, 2.5]), name=f"bolt {i + 1}")
assembly.add(graze.box([20, 20, 24]), (np.eye(3), [0, 0, 14.6]), name="motor")

for found in sorted(assembly.statuses(tolerance=1e-6, clearance=0.5), key=lambda found: -(found.depth or 0)):
    a, b = (assembly.name(body) for body in found.pair)
    size = f"{found.depth:.3f} mm deep" if found.depth else f"{found.distance:.3f} mm apart"
    print(f"{a:>10} – {b:<10} {found.status:<12} {size}")
