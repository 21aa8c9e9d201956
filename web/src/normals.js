/// Triangles with a normal at each corner: smooth where a surface bends by less than thirty degrees, sharp at edges.

import { BufferAttribute, BufferGeometry } from 'three';

const smoothCosine = 0.866;

function faceNormals(vertices, indices) {
  const faces = new Float32Array(indices.length), lengths = new Float32Array(indices.length / 3);
  for (let i = 0; i < indices.length; i += 3) {
    const a = 3 * indices[i], b = 3 * indices[i + 1], c = 3 * indices[i + 2];
    const ux = vertices[b] - vertices[a], uy = vertices[b + 1] - vertices[a + 1], uz = vertices[b + 2] - vertices[a + 2];
    const vx = vertices[c] - vertices[a], vy = vertices[c + 1] - vertices[a + 1], vz = vertices[c + 2] - vertices[a + 2];
    faces[i] = uy * vz - uz * vy;
    faces[i + 1] = uz * vx - ux * vz;
    faces[i + 2] = ux * vy - uy * vx;
    lengths[i / 3] = Math.hypot(faces[i], faces[i + 1], faces[i + 2]);
  }
  return { faces, lengths };
}

/// Corners of vertex v: corners[begin[v]] up to corners[begin[v + 1]].
function cornersAround(count, indices) {
  const begin = new Uint32Array(count + 1), corners = new Uint32Array(indices.length);
  for (const v of indices) ++begin[v + 1];
  for (let v = 0; v < count; ++v) begin[v + 1] += begin[v];
  const next = begin.slice();
  for (let i = 0; i < indices.length; ++i) corners[next[indices[i]]++] = i;
  return { begin, corners };
}

export function shadedGeometry(vertices, indices) {
  const { faces, lengths } = faceNormals(vertices, indices);
  const { begin, corners } = cornersAround(vertices.length / 3, indices);
  const positions = new Float32Array(3 * indices.length), normals = new Float32Array(3 * indices.length);
  for (let i = 0; i < indices.length; ++i) {
    const v = indices[i], own = i - i % 3, length = lengths[own / 3] || 1;
    const ox = faces[own] / length, oy = faces[own + 1] / length, oz = faces[own + 2] / length;
    let x = 0, y = 0, z = 0;
    for (let k = begin[v]; k < begin[v + 1]; ++k) {
      const other = corners[k] - corners[k] % 3;
      if (ox * faces[other] + oy * faces[other + 1] + oz * faces[other + 2] < smoothCosine * lengths[other / 3]) continue;
      x += faces[other];
      y += faces[other + 1];
      z += faces[other + 2];
    }
    const norm = Math.hypot(x, y, z);
    normals.set(norm > 0 ? [x / norm, y / norm, z / norm] : [ox, oy, oz], 3 * i);
    positions.set([vertices[3 * v], vertices[3 * v + 1], vertices[3 * v + 2]], 3 * i);
  }
  const geometry = new BufferGeometry();
  geometry.setAttribute('position', new BufferAttribute(positions, 3));
  geometry.setAttribute('normal', new BufferAttribute(normals, 3));
  return geometry;
}
