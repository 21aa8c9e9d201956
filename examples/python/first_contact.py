"""Balls, crates and a turning blade fly through each other's space: which two meet first, and when?"""

import numpy as np

import graze

random = np.random.default_rng(5)
scene = graze.Scene()
for i in range(60):
    shape = graze.sphere(0.2) if i % 2 else graze.box([0.3, 0.4, 0.5])
    place = (np.eye(3), random.uniform(-10, 10, 3))
    scene.add(graze.Body(shape, place, velocity=random.normal(size=3)), name=f"{'ball' if i % 2 else 'crate'} {i}")
scene.add(graze.Body(graze.box([6, 0.1, 0.1]), angular_velocity=[0, 0, 2]), name="blade")

first = scene.first_contact(t_max=20)
print(first.status, f"no contact before t = {first.t_lo:.6f}")
for contact in first.pairs:
    a, b = (scene.name(body) for body in contact.pair)
    print(f"  {a} meets {b} at {np.round(contact.points[0], 3)}")

# Nothing was missed: shortly before that time no two bodies meet.
assert not scene.any_overlap(at=first.t_lo * (1 - 1e-9))
