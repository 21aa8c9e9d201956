/// One level of the trees of the meshes, as the edges of their boxes.

import { BufferAttribute, BufferGeometry, Group, LineBasicMaterial, LineSegments, Matrix4 } from 'three';

const edges = [[0, 1], [2, 3], [4, 5], [6, 7], [0, 2], [1, 3], [4, 6], [5, 7], [0, 4], [1, 5], [2, 6], [3, 7]];

/// Twelve numbers a box: the middle, and half of each side.
function edgeGeometry(numbers) {
  const count = numbers.length / 12, positions = new Float32Array(count * edges.length * 6);
  let at = 0;
  for (let b = 0; b < count; ++b) {
    for (const [from, to] of edges) {
      for (const corner of [from, to]) {
        for (let axis = 0; axis < 3; ++axis) {
          let x = numbers[12 * b + axis];
          for (let side = 0; side < 3; ++side) x += (corner >> side & 1 ? 1 : -1) * numbers[12 * b + 3 + 3 * side + axis];
          positions[at++] = x;
        }
      }
    }
  }
  const geometry = new BufferGeometry();
  geometry.setAttribute('position', new BufferAttribute(positions, 3));
  return geometry;
}

export class TreeBoxes {
  constructor(report, bodies) {
    this.report = report;
    this.bodies = bodies;
    this.levels = Math.max(0, ...report.meshes.map(mesh => mesh.levels.length));
    this.material = new LineBasicMaterial({ transparent: true, opacity: 0.8 });
    this.shown = [];
  }

  /// -1: none. Meshes whose tree ends above that level show their last.
  show(level, colour) {
    for (const lines of this.shown) lines.parent.remove(lines);
    this.shown = [];
    if (level < 0) return;
    this.material.color.setHex(colour);
    const geometries = this.report.meshes.map(mesh => {
      const range = mesh.levels[Math.min(level, mesh.levels.length - 1)];
      return range ? edgeGeometry(this.report.floats(range[0], 12 * range[1])) : null;
    });
    for (const body of this.bodies.all) {
      for (const part of body.parts) {
        if (!geometries[part.mesh]) continue;
        const lines = new LineSegments(geometries[part.mesh], this.material);
        lines.matrixAutoUpdate = false;
        lines.matrix.copy(new Matrix4().fromArray(part.matrix));
        lines.renderOrder = 1;
        body.group.add(lines);
        this.shown.push(lines);
      }
    }
  }
}
